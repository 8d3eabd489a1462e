"""The last deal of Casino for two: what is played is the best there is, by trying everything."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

import pytest

import cardsim
from cardsim.engine.table import Table
from cardsim.games.casino import GAME
from cardsim.games.casino.rules import Rules
from harness import in_set
from harnesses.casino import move_meant
from oracles import casino as oracle

ENDING, USUAL = cardsim.get_strategy("casino", "ending"), cardsim.get_strategy("casino", "level-1")
HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {},
    {"sweep_points": 1, "sweep_on_final_card": True},
    {"cards_points": "majority-2-last-1", "face_capture": "one-or-three"},
    {"keep_capturing_card": False, "table_cards_raise": True},
    {"action_set": "maximal", "trail_with_own_build": True},
    {"must_capture": True, "face_capture": "all"},
)
LAST_DEAL, PLAYS = 40, 48


def table_at(turn: int, rules: Rules, seed: int, unit: str | None = None) -> Table:
    """A hand after so many plays, of which most are the first legal one that is no trail."""
    table, chance = Table(GAME, rules, 2, seed=seed, unit=unit), random.Random(seed)
    while table.state["turn"] < turn:
        legal = [table.nth(n) for n in range(min(table.count, 50))]
        useful = [action for action in legal if action[0] >= 64]
        table.act(chance.choice(useful if useful and chance.random() < 0.8 else legal))
    return table


def by_the_book(table: Table) -> oracle.Table:
    """The same position for the oracle."""
    state = table.state
    rules = {k: v for k, v in asdict(table.house_rules).items() if k != "partnership"}
    builds = [
        oracle.Build(value, int(groups), tuple(in_set(int(cards))), int(owner))
        for value, (groups, cards, owner) in enumerate(
            zip(state["build_groups"], state["build_cards"], state["build_owner"], strict=True)
        )
        if groups
    ]
    return oracle.Table(
        oracle.Rules(**rules),
        players=2,
        dealer=int(state["dealer"]),
        number=1,
        scores=[int(points) for points in state["scores"][:2]],
        hands=[in_set(int(state["hand_of"][seat])) for seat in range(2)],
        piles=[in_set(int(state["piles"][seat])) for seat in range(2)],
        sweeps=[int(number) for number in state["sweeps"][:2]],
        stock=[],
        loose=in_set(int(state["loose"])),
        builds=builds,
        last_capturer=int(state["last_capturer"]),
    )


def after(table: oracle.Table, seat: int, move: oracle.Move) -> oracle.Table:
    """The position after a move; that before it stays."""
    copied = oracle.Table(
        table.rules,
        table.players,
        table.dealer,
        table.number,
        list(table.scores),
        [list(hand) for hand in table.hands],
        [list(pile) for pile in table.piles],
        list(table.sweeps),
        [],
        list(table.loose),
        list(table.builds),
        table.last_capturer,
    )
    oracle._move(copied, seat, move)
    return copied


def key_of(table: oracle.Table) -> tuple[Any, ...]:
    """All that the rest of the hand depends on."""
    hands, piles = (tuple(frozenset(held) for held in each) for each in (table.hands, table.piles))
    builds = frozenset(table.builds)
    return hands, piles, frozenset(table.loose), builds, table.last_capturer, tuple(table.sweeps)


def worth(
    table: oracle.Table, seat: int, known: dict[Any, int], match: oracle.Rules | None = None
) -> int:
    """By how many points seat 0 has more in the end, if seat 0 wants most and seat 1 fewest.

    In a match only whether it is won counts, and the hand is its last.
    """
    if not any(table.hands):
        oracle._clear(table)
        results = oracle.score_hand(table.rules, table.piles, table.sweeps, table.last_capturer)
        gained = [result.points for result in results]
        if match is None:
            return gained[0] - gained[1]
        own, theirs = (a + b for a, b in zip(table.scores, gained, strict=True))
        return (own > theirs) - (own < theirs)
    key = key_of(table)
    if key not in known:
        legal = oracle.LegalMoves(table.rules, oracle.position_of(table, seat))
        values = [worth(after(table, seat, move), 1 - seat, known, match) for move in legal]
        known[key] = max(values) if seat == 0 else min(values)
    return known[key]


def check_best(table: Table) -> bool:
    """Compare what is played with everything, and return whether it differs from the usual play."""
    rules = table.house_rules
    match = oracle.Rules(target=rules.target) if table.unit else None
    there, seat = by_the_book(table), int(table.seat)
    known: dict[Any, int] = {}
    moves = list(oracle.LegalMoves(there.rules, oracle.position_of(there, seat)))
    values = {m: worth(after(there, seat, m), 1 - seat, known, match) for m in moves}
    best = max(values.values()) if seat == 0 else min(values.values())
    chosen, usual = (table.choice(strategy) for strategy in (ENDING, USUAL))

    assert values[move_meant(chosen)] == best
    # Where the usual play is as good it is kept.
    assert chosen == usual or values[move_meant(usual)] != best
    return bool(chosen != usual)


def differing(positions: int, rules: Rules, first: int, unit: str | None = None) -> int:
    """Check so many positions, and return in how many something else than the usual is best."""
    turns = random.Random(first)
    return sum(
        check_best(table_at(turns.randint(LAST_DEAL + 1, PLAYS - 1), rules, first + n, unit))
        for n in range(positions)
    )


def test_the_last_deal_is_played_as_trying_everything_says() -> None:
    assert differing(20, Rules(), 100) > 0


@pytest.mark.full
@pytest.mark.parametrize("options", HOUSE_RULES)
def test_so_it_is_by_all_house_rules(options: dict[str, Any]) -> None:
    assert differing(84, Rules(**options), 1_000) > 0


@pytest.mark.full
def test_the_last_hand_of_a_match_is_played_to_win_it() -> None:
    assert differing(84, Rules(target=1), 2_000, "match") > 0


@pytest.mark.parametrize("turn", [24, 36])
def test_before_the_last_deal_it_plays_as_usual(turn: int) -> None:
    table = table_at(turn, Rules(), 3)

    assert table.choice(ENDING) == table.choice(USUAL)
