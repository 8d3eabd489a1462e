"""Compiled Ninety-Nine against its RULES.md: what cards do, and invariants."""

import itertools
from functools import cache

import numpy as np
import pytest

import harness
from cardsim.engine.table import Table
from cardsim.games.ninety_nine import GAME
from cardsim.games.ninety_nine.rules import Rules
from cardsim.games.ninety_nine.state import ENDS
from checks import assert_uniform
from harness import Play, table_of
from harnesses.ninety_nine import PART, cards_of, check_cards, means, stock_of
from oracles import ninety_nine as oracle


@pytest.mark.parametrize("table", list(oracle.CARD_TABLES))
def test_the_view_says_of_every_card_what_it_does(table: str) -> None:
    check_cards(Table(GAME, Rules(card_table=table), 3).state, table)


@pytest.mark.full
def test_the_first_dealer_of_a_match_is_any_seat() -> None:
    table = table_of(PART, Rules(start_pennies=1), [[0] * 3], unit="match")

    dealers = [play.events[0][1] for play in harness.plays(table, seed=3, hands=range(1500))]

    assert_uniform([dealers.count(seat) for seat in range(3)], resolves=0.27)


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
