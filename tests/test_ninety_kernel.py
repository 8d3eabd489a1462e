"""Compiled Ninety-Nine against its RULES.md: examples and invariants."""

import itertools
from functools import cache

import numpy as np
import pytest

import harness
from cardsim.cards import card_name
from cardsim.engine.table import Table
from cardsim.games.ninety_nine import GAME
from cardsim.games.ninety_nine.rules import Rules
from cardsim.games.ninety_nine.state import ENDS
from checks import assert_uniform
from harness import Play, table_of
from harnesses.ninety_nine import PART, cards_of, check_cards, means, stock_of
from ninety_by_hand import deal, position, seated
from oracles import ninety_nine as oracle


@pytest.mark.parametrize("table", list(oracle.CARD_TABLES))
def test_the_view_says_of_every_card_what_it_does(table: str) -> None:
    check_cards(Table(GAME, Rules(card_table=table), 3).state, table)


@pytest.mark.full
def test_the_first_dealer_of_a_match_is_any_seat() -> None:
    table = table_of(PART, Rules(start_pennies=1), [[0] * 3], unit="match")

    dealers = [play.events[0][1] for play in harness.plays(table, seed=3, hands=range(1500))]

    assert_uniform([dealers.count(seat) for seat in range(3)], resolves=0.27)


# --- Worked examples, section 10 -----------------------------------------------------------------

MINUS_TEN = Rules(card_table="minus-ten")
FLOOR = Rules(card_table="minus-ten", negative_total="floor-zero")
SPADES = Rules(card_table="king-of-spades")

TRANSITIONS = [
    (MINUS_TEN, 60, 1, "KC", (99, 1)),
    (MINUS_TEN, 99, 1, "KC", (99, 1)),
    (MINUS_TEN, 99, 1, "9C", (99, 1)),
    (MINUS_TEN, 99, 1, "4C", (99, -1)),
    (MINUS_TEN, 99, -1, "TC", (89, -1)),
    (MINUS_TEN, 89, -1, "8C", (97, -1)),
    (MINUS_TEN, 89, 1, "QC", (99, 1)),
    (MINUS_TEN, 90, 1, "QC", None),
    (MINUS_TEN, 88, 1, "AC+", (99, 1)),
    (MINUS_TEN, 89, 1, "AC+", None),
    (MINUS_TEN, 89, 1, "AC", (90, 1)),
    (MINUS_TEN, 5, 1, "TC", (-5, 1)),
    (FLOOR, 5, 1, "TC", (0, 1)),
    (Rules(), 5, 1, "TC+", (15, 1)),
    (Rules(), 95, 1, "TC+", None),
    (SPADES, 40, 1, "KH", (50, 1)),
    (SPADES, 40, 1, "KS", (99, 1)),
]


@pytest.mark.parametrize(
    ("rules", "total", "direction", "word", "after"),
    TRANSITIONS,
    ids=[f"{t[3]} at {t[1]} {t[0].card_table} {t[0].negative_total}" for t in TRANSITIONS],
)
def test_cards_do_what_the_rules_file_says(
    rules: Rules, total: int, direction: int, word: str, after: tuple[int, int] | None
) -> None:
    table = seated(rules, 2)
    # The other card keeps the hand alive where this one is illegal.
    other = "9H" if word[0] != "9" else "4H"
    deal(table, f"{word[:2]} 2C {other} 2D 6H 2H 7S", total=total, direction=direction)

    assert (word in table.choices) == (after is not None)
    if after is not None:
        table.act(word)
        assert position(table) == after


def test_the_sequence_of_the_seed_goes_as_told() -> None:
    """Players 1-4 of the text are seats 0-3."""
    table = seated(MINUS_TEN, 4)
    table.deal("KH 9D 4C 4H 8C TD 2C 2D AH AD AS AC")
    told = []

    for word in ("KH", "9D", "4C", "TD", "8C", "4H"):
        seat = int(table.state["seat"])
        table.act(word)
        told.append((seat, word, *position(table)))

    assert told == [
        (0, "KH", 99, 1),
        (1, "9D", 99, 1),
        (2, "4C", 99, -1),
        (1, "TD", 89, -1),
        (0, "8C", 97, -1),
        (3, "4H", 97, 1),
    ]
    assert table.state["seat"] == 0


def test_a_dead_hand_costs_a_penny() -> None:
    table = seated(MINUS_TEN, 2)

    deal(table, "2C 3C 7C 3D QC 3H", total=99)

    assert table.decision == -1
    assert ENDS[table.state["end"]] == "no-legal-card"
    assert table.close() == [1, 0]
    assert table.settle()
    assert table.state["pennies"][:2].tolist() == [2, 3]
    assert table.state["pot"] == 1


def test_a_ten_saves_the_hand_and_must_be_played() -> None:
    table = seated(MINUS_TEN, 2)

    deal(table, "2C 3C 7C 3D TC 3H", total=99)

    assert table.choices == {"TC": 2}


def test_a_forgotten_draw_costs_a_card_for_the_rest_of_the_hand() -> None:
    table = seated(Rules(forget_draw_prob="1,0"), 2)
    deal(table, "5C 2D 9C 2H QC 2S", total=20)

    table.act("QC")

    own = table.state["own"][0]
    assert sorted(map(card_name, cards_of(table.state, 0))) == ["5C", "9C"]
    assert (own["size"], own["target"], table.state["total"]) == (2, 2, 30)
    table.table.rules["forget_draw_prob"] = 0
    table.act("2D")
    table.act("5C")
    assert (own["size"], own["target"]) == (2, 2)
    assert "9C" in map(card_name, cards_of(table.state, 0))


# --- Invariants, section 11 ----------------------------------------------------------------------


@cache
def traced_hands() -> list[Play]:
    return harness.random_plays(PART, 11, tables=60, hands=8)


@cache
def traced_matches() -> list[Play]:
    return harness.random_plays(PART, 12, tables=60, hands=1, unit="match")


@pytest.mark.full
def test_all_cards_are_in_the_stock_the_pile_and_the_hands_at_all_times() -> None:
    for play in traced_hands() + traced_matches():
        if play.table.rules.infinite_deck:
            continue
        settled = {row + 1 for row in play.scored_at}
        for row, state in enumerate(play.states):
            if row not in settled:
                cards = np.repeat(np.arange(52), state["in_pile"]).tolist()
                cards += stock_of(state)
                for seat in range(play.table.players):
                    cards += cards_of(state, seat)
                assert sorted(cards) == sorted([*range(52)] * int(state["decks"]))


def test_the_total_is_what_the_cards_played_make_it_and_never_more_than_99() -> None:
    for play in traced_hands():
        total, direction = 0, 1
        for asked in play.asked:
            assert (total, direction) == (asked["total"], asked["direction"])
            played = means(asked, asked.action)
            total, direction = oracle.transition(total, direction, played, play.table.oracle_rules)
            assert total <= 99
        assert (total, direction) == (play.states[-1]["total"], play.states[-1]["direction"])


def test_the_direction_turns_with_every_four() -> None:
    for play in traced_hands():
        turns = [
            oracle.effect_of(card, play.table.rules.card_table).reverses
            for kind, _, card in play.events
            if kind == "play"
        ]
        assert play.states[-1]["direction"] == (-1) ** sum(turns)


def test_a_hand_has_the_cards_that_were_not_forgotten() -> None:
    for play in traced_hands() + traced_matches():
        for asked in play.asked:
            own, stock = play.states[asked.row]["own"][asked.seat], asked["stock_count"]
            assert own["size"] == own["target"] or stock == 0


def test_pennies_are_with_the_players_or_in_the_pot_and_one_moves_in_each_hand() -> None:
    for play in traced_matches():
        pennies = play.states["pennies"][:, : play.table.players].sum(axis=1)
        moved = not play.table.rules.continue_after_loss
        assert (
            pennies + play.states["pot"] == play.table.players * play.table.rules.start_pennies
        ).all()
        assert play.states["pot"][-1] == moved * play.outcome["hands"]


def test_a_match_is_as_long_as_the_pennies_allow() -> None:
    lengths = set()
    for play in traced_matches():
        players, pennies = play.table.players, play.table.rules.start_pennies
        hands = play.outcome["hands"]
        points = play.table.rules.continue_after_loss
        most = (pennies - 1) * players + 1 if points else pennies * players - 1
        least = pennies if points else pennies * (players - 1)
        assert least <= hands <= most
        lengths.add(hands)

    assert len(lengths) > 10


def test_nobody_loses_below_90_who_has_a_card() -> None:
    low_ends = 0
    for play in traced_hands():
        if play.table.rules.card_table != "adds-four" and not play.table.rules.continue_after_loss:
            end, total = ENDS[play.outcome["end"]], play.outcome["total"]
            low_ends += total < 90
            assert total >= 90 or end == "no-cards"

    assert low_ends > 0


def test_the_winner_of_a_match_is_the_only_one_with_pennies() -> None:
    for play in traced_matches():
        if not play.table.rules.continue_after_loss:
            pennies = play.states[-1]["pennies"][: play.table.players]
            assert np.flatnonzero(pennies).tolist() == [play.outcome["winner"]]
            assert pennies.sum() == play.outcome["pennies_left"]
            assert sorted(play.outcome["place"][: play.table.players]) == [
                *range(1, play.table.players + 1)
            ]


def test_each_hand_is_led_by_the_seat_left_of_the_next_dealer() -> None:
    for play in traced_matches():
        pennies = [play.table.rules.start_pennies] * play.table.players
        last = -1
        for kind, seat, number in play.events:
            if kind == "hand":
                order = [
                    (seat + step) % play.table.players for step in range(1, play.table.players + 1)
                ]
                assert number == next(s for s in order if pennies[s] > 0)
                if last >= 0:
                    turns = [
                        (last + step) % play.table.players
                        for step in range(1, play.table.players + 1)
                    ]
                    assert seat == next(s for s in turns if pennies[s] > 0)
                last = seat
            elif kind == "pennies":
                pennies[seat] = number


def test_the_kth_card_depends_on_the_hand_and_k_alone() -> None:
    """Whoever draws it, whatever is played, and whether somebody forgot before."""
    tables = [
        table_of(PART, rules, [[brain] * 3])
        for rules in (Rules(), Rules(forget_draw_prob=0.3), Rules(card_table="chicago"))
        for brain in (0, 1, 2)
    ]

    for hand in range(50):
        drawn = [
            [
                card
                for kind, _, card in Play(table, seed=2, hand=hand).events
                if kind in ("deal", "draw")
            ]
            for table in tables
        ]
        for one, other in itertools.combinations(drawn, 2):
            shared = min(len(one), len(other))
            assert one[:shared] == other[:shared]
