"""Compiled Ninety-Nine against the oracle, the rules file's examples, and itself."""

import itertools
import random
from functools import cache
from typing import Any

import numpy as np
import pytest

import ninety_harness as harness
from cardsim import Strategy
from cardsim.engine.table import answer
from cardsim.games.ninety_nine import GAME
from cardsim.games.ninety_nine.rules import PRESETS, Rules
from cardsim.games.ninety_nine.state import ENDS, HISTORY
from cardsim.kernels.jit import kernel
from cardsim.options.params import Value
from checks import ALARM_Z, assert_uniform
from in_bulk import seating_of
from ninety_harness import SITUATIONS, ByHand, Play, Table, Tally
from oracles import ninety_nine as oracle

BLOCKS = 20
BATCHES = 56
"""In a block; 1120 tables in all, which is more than 20 000 hands."""


# --- Hand by hand against the oracle -------------------------------------------------------------


@cache
def checked_block(block: int) -> Tally:
    return harness.check_batches(range(block * BATCHES, (block + 1) * BATCHES))


@cache
def all_checked() -> Tally:
    total = Tally()
    for block in range(BLOCKS):
        total.add(checked_block(block))
    for name in RARE:
        total.add(checked_rare(name))
    return total


@pytest.mark.parametrize("block", range(BLOCKS))
def test_the_kernel_plays_the_hands_that_the_oracle_plays(block: int) -> None:
    tally = checked_block(block)

    assert tally.hands > 500


RARE: dict[str, tuple[Rules, int]] = {
    "very long": (Rules(card_table="minus-ten", continue_after_loss=True, decks="1"), 12),
    "a stock of two cards": (Rules(hand_size=5, decks="1", forget_draw_prob=0.02), 10),
}
"""Rules and players for what random tables hardly ever come to; all play at random."""


@cache
def checked_rare(name: str) -> Tally:
    """Find the longest of such hands in bulk, and check them."""
    rules, players = RARE[name]
    table = Table(rules, players, harness.seating([[0] * players], [0], {}))
    outcomes = harness.play_many(table, seed=1, first=0, count=20_000)
    longest = np.argsort(-outcomes["cards"], kind="stable")[:10]
    tally = Tally()
    for hand in longest.tolist():
        harness.check_hand(table, seed=1, hand=hand, tally=tally)
    return tally


@pytest.mark.parametrize("name", RARE)
def test_hands_too_rare_to_meet_by_chance_are_the_same_too(name: str) -> None:
    tally = checked_rare(name)

    assert tally.hands == 10


EVENTS = {
    *("hand", "deal", "play", "total", "direction", "draw", "forget", "no-draw", "reshuffle"),
    *("lose", "leave", "point", "pennies", "out", "win"),
}


def test_the_hands_compared_come_to_every_place_in_the_rules() -> None:
    checked = all_checked()

    assert checked.hands >= 20_000
    assert checked.matches >= 300
    assert set(checked.ends) == set(ENDS[1:])
    assert set(checked.events) == EVENTS
    assert [name for name in SITUATIONS if checked.situations[name] == 0] == []
    assert set(checked.players) == set(range(2, 17))


def test_the_hands_compared_are_played_with_every_choice_of_every_option() -> None:
    played = all_checked().options

    for option in GAME.options:
        values = [value for name, value in played if name == option.name]
        if option.kind is bool:
            assert set(values) == {True, False}, option.name
        elif option.choices:
            assert set(values) == set(option.choices), option.name
        else:
            assert len(set(values)) > 1, option.name


def test_kernel_and_oracle_have_the_same_options_with_the_same_defaults() -> None:
    kernel = {option.name: option.default for option in GAME.options}

    assert kernel == vars(oracle.Rules())


@pytest.mark.parametrize("table", list(oracle.CARD_TABLES))
def test_the_view_says_of_every_card_what_it_does(table: str) -> None:
    harness.check_facts(table)


def test_draws_are_forgotten_as_often_as_the_rules_say() -> None:
    checked = all_checked()

    assert checked.lapse_variance > 2000
    assert abs(checked.lapses) < ALARM_Z * checked.lapse_variance**0.5


def test_the_first_dealer_of_a_match_is_any_seat() -> None:
    table = Table(Rules(start_pennies=1), 3, harness.seating([[0] * 3], [0], {}))

    dealers = [
        harness.play(table, seed=3, hand=hand, match=True).events[0][1] for hand in range(1500)
    ]

    assert_uniform([dealers.count(seat) for seat in range(3)], resolves=0.27)


# --- The two engines -----------------------------------------------------------------------------


@kernel
def mix(seen: Any, number: Any) -> Any:
    """A hash of a number and of what was seen before it."""
    return (seen ^ np.uint64(int(number) + 70_000)) * np.uint64(0x100000001B3)


def curious(view: Any) -> int:
    """A choice that depends on everything the seat is shown."""
    seen = np.uint64(int(view.seat) + 31 * int(view.players))
    for number in (
        np.int64(view.hand_size),
        np.int64(view.biggest),
        np.int64(view.next_seat),
        np.int64(view.prev_seat),
        np.int64(view.direction),
        np.int64(view.total),
        np.int64(view.played),
        np.int64(view.stock_count),
        np.int64(view.alive),
        np.int64(view.remaining),
        np.int64(view.first),
        np.int64(view.dealer),
        np.int64(view.decks),
        np.int64(view.pot),
        np.int64(view.reshuffled),
    ):
        seen = mix(seen, number)
    for seat in range(view.players):
        seen = mix(mix(mix(seen, view.hand_sizes[seat]), view.pennies[seat]), view.points[seat])
    for k in range(8):
        seen = mix(mix(seen, view.hand[k]), view.kind[k])
    for action in range(16):
        seen = mix(seen, view.total_after[action])
    for card in range(52):
        seen = mix(mix(seen, view.in_pile[card]), view.card_effect[card])
        seen = mix(mix(mix(seen, view.card_low[card]), view.card_high[card]), view.card_kind[card])
    for play in range(HISTORY):
        for k in range(4):
            seen = mix(seen, view.history[play, k])
    choices = 0
    for action in range(16):
        choices += (view.legal >> np.uint64(action)) & np.uint64(1) != 0
    skip = int((seen >> np.uint64(33)) % np.uint64(choices))
    for action in range(16):
        if (view.legal >> np.uint64(action)) & np.uint64(1) != 0:
            if skip == 0:
                return action
            skip -= 1
    return -1


MATCH_ONLY = ["hands", "winner", "hero_place", "pennies_left", "place"]
CURIOUS = Strategy(GAME.name, name="curious", play_card=curious)

OUTCOMES = {
    False: [name for name in GAME.outcome.names or () if name not in MATCH_ONLY],
    True: ["hero", *MATCH_ONLY],
}
"""The fields of an outcome that are written for a hand, and for a match."""

SOME_RULES: dict[str, dict[str, Value]] = {
    **PRESETS,
    "everything odd": {
        "card_table": "nine-is-99",
        "negative_total": "floor-zero",
        "forget_draw_prob": 0.2,
        "hand_size": 5,
        "decks": "1",
    },
    "no stock": {
        "card_table": "chicago",
        "stock_exhausted": "play-on",
        "hand_size": 8,
        "decks": "1",
    },
    "infinite": {"infinite_deck": True, "continue_after_loss": True, "card_table": "adds-four"},
}


def curious_table(name: str, players: int) -> Table:
    """Half the seats are curious."""
    rows = [[(0, 3)[(seat + turn) % 2] for seat in range(players)] for turn in range(4)]
    heroes = [turn % players for turn in range(4)]
    seating = seating_of(GAME, [*harness.brains(), CURIOUS], rows, heroes)
    return Table(Rules(**SOME_RULES[name]), players, seating)  # type: ignore[arg-type]


@pytest.mark.parametrize("match", [False, True], ids=["hands", "matches"])
@pytest.mark.parametrize("name", SOME_RULES)
def test_the_hand_that_is_counted_is_the_hand_that_is_traced(name: str, *, match: bool) -> None:
    """Also where strategies use all they are shown: no hand shows anything of another."""
    players = 2 + len(name) % 5
    table = curious_table(name, players)
    count = 30 if match else 300

    counted = harness.play_many(table, seed=5, first=1000, count=count, match=match)

    for hand in range(count):
        traced = harness.play(table, seed=5, hand=1000 + hand, match=match).outcome
        for field in OUTCOMES[match]:
            assert counted[field][hand].tolist() == traced[field], (hand, field)


# --- Hidden cards --------------------------------------------------------------------------------


def test_a_decision_does_not_depend_on_what_the_seat_cannot_know() -> None:
    """Other hands and the order of the stock are changed; the view and the choice stay the same."""
    table = curious_table("everything odd", 4)
    rng = np.random.default_rng(1)
    decided = 0

    for hand in range(20):
        play = harness.play(table, seed=7, hand=hand, match=False)
        for row, seat, action in play.asked:
            state = play.states[row : row + 1].copy()
            end = state["deck_end"][0]
            stock = slice(end - state["stock_count"][0], end)
            state["deck"][0, stock] = rng.permutation(state["deck"][0, stock])
            for other in set(range(4)) - {seat}:
                for name in ("hand", "kind", "terms"):
                    state["own"][name][0, other] = rng.integers(0, 100)
            known = state.view(GAME.view)
            for name in GAME.view.names or ():
                assert (known[name] == play.states[row : row + 1][name]).all()
            if table.seating.table[hand % 4, seat] == 3:
                assert answer(CURIOUS, "play_card", known) == action
                decided += 1

    assert decided > 100


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
    table = ByHand(rules, 2)
    # The other card keeps the hand alive where this one is illegal.
    other = "9H" if word[0] != "9" else "4H"
    table.deal(f"{word[:2]} 2C {other} 2D 6H 2H 7S", total=total, direction=direction)

    assert (word in table.choices) == (after is not None)
    if after is not None:
        table.act(word)
        assert table.position == after


def test_the_sequence_of_the_seed_goes_as_told() -> None:
    """Players 1-4 of the text are seats 0-3."""
    table = ByHand(MINUS_TEN, 4)
    table.deal("KH 9D 4C 4H 8C TD 2C 2D AH AD AS AC")
    told = []

    for word in ("KH", "9D", "4C", "TD", "8C", "4H"):
        seat = int(table.state["seat"])
        table.act(word)
        told.append((seat, word, *table.position))

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
    table = ByHand(MINUS_TEN, 2)

    table.deal("2C 3C 7C 3D QC 3H", total=99)

    assert table.decision == -1
    assert ENDS[table.state["end"]] == "no-legal-card"
    assert table.close() == [1, 0]
    assert table.settle()
    assert table.state["pennies"][:2].tolist() == [2, 3]
    assert table.state["pot"] == 1


def test_a_ten_saves_the_hand_and_must_be_played() -> None:
    table = ByHand(MINUS_TEN, 2)

    table.deal("2C 3C 7C 3D TC 3H", total=99)

    assert table.choices == {"TC": 2}


def test_a_forgotten_draw_costs_a_card_for_the_rest_of_the_hand() -> None:
    table = ByHand(Rules(forget_draw_prob="1,0"), 2)
    table.deal("5C 2D 9C 2H QC 2S", total=20)

    table.act("QC")

    own = table.state["own"][0]
    assert sorted(map(harness.name_of, harness.cards_of(table.state, 0))) == ["5C", "9C"]
    assert (own["size"], own["target"], table.state["total"]) == (2, 2, 30)
    table.rules["forget_draw_prob"] = 0
    table.act("2D")
    table.act("5C")
    assert (own["size"], own["target"]) == (2, 2)
    assert "9C" in map(harness.name_of, harness.cards_of(table.state, 0))


# --- Invariants, section 11 ----------------------------------------------------------------------

TABLES = 60
HANDS_AT_TABLE = 8


@cache
def traced_hands() -> list[tuple[Table, Play]]:
    rng = random.Random(11)
    tables = [harness.random_table(rng) for _ in range(TABLES)]
    return [
        (table, harness.play(table, seed=8, hand=hand, match=False))
        for table in tables
        for hand in range(HANDS_AT_TABLE)
    ]


@cache
def traced_matches() -> list[tuple[Table, Play]]:
    rng = random.Random(12)
    tables = [harness.random_table(rng, match=True) for _ in range(TABLES)]
    return [(table, harness.play(table, seed=9, hand=1, match=True)) for table in tables]


def test_all_cards_are_in_the_stock_the_pile_and_the_hands_at_all_times() -> None:
    for table, play in traced_hands() + traced_matches():
        if table.rules.infinite_deck:
            continue
        settled = {row + 1 for row in play.scored}
        for row, state in enumerate(play.states):
            if row not in settled:
                cards = np.repeat(np.arange(52), state["in_pile"]).tolist()
                cards += harness.stock_of(state)
                for seat in range(table.players):
                    cards += harness.cards_of(state, seat)
                assert sorted(cards) == sorted([*range(52)] * int(state["decks"]))


def test_the_total_is_what_the_cards_played_make_it_and_never_more_than_99() -> None:
    for table, play in traced_hands():
        total, direction = 0, 1
        for row, _, action in play.asked:
            state = play.states[row]
            assert (total, direction) == (state["total"], state["direction"])
            card = int(state["hand"][action % 8])
            total, direction = oracle.transition(
                total, direction, (card, action // 8), table.oracle_rules
            )
            assert total <= 99
        assert (total, direction) == (play.states[-1]["total"], play.states[-1]["direction"])


def test_the_direction_turns_with_every_four() -> None:
    for table, play in traced_hands():
        turns = [
            oracle.effect_of(card, table.rules.card_table).reverses
            for kind, _, card in play.events
            if kind == "play"
        ]
        assert play.states[-1]["direction"] == (-1) ** sum(turns)


def test_a_hand_has_the_cards_that_were_not_forgotten() -> None:
    for _, play in traced_hands() + traced_matches():
        for row, seat, _ in play.asked:
            own, stock = play.states[row]["own"][seat], play.states[row]["stock_count"]
            assert own["size"] == own["target"] or stock == 0


def test_pennies_are_with_the_players_or_in_the_pot_and_one_moves_in_each_hand() -> None:
    for table, play in traced_matches():
        pennies = play.states["pennies"][:, : table.players].sum(axis=1)
        moved = not table.rules.continue_after_loss
        assert (pennies + play.states["pot"] == table.players * table.rules.start_pennies).all()
        assert play.states["pot"][-1] == moved * play.outcome["hands"]


def test_a_match_is_as_long_as_the_pennies_allow() -> None:
    lengths = set()
    for table, play in traced_matches():
        players, pennies = table.players, table.rules.start_pennies
        hands = play.outcome["hands"]
        points = table.rules.continue_after_loss
        most = (pennies - 1) * players + 1 if points else pennies * players - 1
        least = pennies if points else pennies * (players - 1)
        assert least <= hands <= most
        lengths.add(hands)

    assert len(lengths) > 10


def test_nobody_loses_below_90_who_has_a_card() -> None:
    low_ends = 0
    for table, play in traced_hands():
        if table.rules.card_table != "adds-four" and not table.rules.continue_after_loss:
            end, total = ENDS[play.outcome["end"]], play.outcome["total"]
            low_ends += total < 90
            assert total >= 90 or end == "no-cards"

    assert low_ends > 0


def test_the_winner_of_a_match_is_the_only_one_with_pennies() -> None:
    for table, play in traced_matches():
        if not table.rules.continue_after_loss:
            pennies = play.states[-1]["pennies"][: table.players]
            assert np.flatnonzero(pennies).tolist() == [play.outcome["winner"]]
            assert pennies.sum() == play.outcome["pennies_left"]
            assert sorted(play.outcome["place"][: table.players]) == [*range(1, table.players + 1)]


def test_each_hand_is_led_by_the_seat_left_of_the_next_dealer() -> None:
    for table, play in traced_matches():
        pennies = [table.rules.start_pennies] * table.players
        last = -1
        for kind, seat, number in play.events:
            if kind == "hand":
                order = [(seat + step) % table.players for step in range(1, table.players + 1)]
                assert number == next(s for s in order if pennies[s] > 0)
                if last >= 0:
                    turns = [(last + step) % table.players for step in range(1, table.players + 1)]
                    assert seat == next(s for s in turns if pennies[s] > 0)
                last = seat
            elif kind == "pennies":
                pennies[seat] = number


def test_the_kth_card_depends_on_the_hand_and_k_alone() -> None:
    """Whoever draws it, whatever is played, and whether somebody forgot before."""
    tables = [
        Table(rules, 3, harness.seating([[brain] * 3], [0], {}))
        for rules in (Rules(), Rules(forget_draw_prob=0.3), Rules(card_table="chicago"))
        for brain in (0, 1, 2)
    ]

    for hand in range(50):
        drawn = [
            [
                card
                for kind, _, card in harness.play(table, seed=2, hand=hand, match=False).events
                if kind in ("deal", "draw")
            ]
            for table in tables
        ]
        for one, other in itertools.combinations(drawn, 2):
            shared = min(len(one), len(other))
            assert one[:shared] == other[:shared]
