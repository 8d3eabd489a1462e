"""The last cards of a deal of Bridge with all cards seen, as a strategy looks at them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim import UserError
from cardsim.cards import PACK, card_id, card_name
from cardsim.engine.table import Table
from cardsim.games.bridge import GAME, choices, points_with, tricks_seen
from cardsim.games.bridge.imagine import deal_unseen
from cardsim.games.bridge.pbn import deal_text
from cardsim.games.bridge.rules import Rules
from cardsim.games.bridge.state import CALL, PLAY, TRICKS
from cardsim.tricks import NO_TRUMP, USUAL
from cardsim.workspace import load_strategy
from harness import in_set
from imagining import words_of

pytestmark = pytest.mark.full

PLACES = 64
LONG = 7
"""The most tricks left where DDS is compared."""


def tables(left: int, *, hands: int, seed: int = 6) -> Iterator[Table]:
    """Where a card is to be played, by tips and by chance, with so many tricks left or fewer."""
    bids, plays = load_strategy(GAME, "tips"), load_strategy(GAME, "random-legal")
    for hand in range(hands):
        table = Table(GAME, Rules(), seed=seed, hand=hand)
        while not table.over:
            if table.decision == PLAY and int(table.state["tricks"]) >= TRICKS - left:
                yield table
            if table.over:
                break
            table.act(table.choice(bids if table.decision == CALL else plays))


def view_of(table: Table) -> Any:
    return table.states.view(GAME.view)[0]


def imagined(table: Table, hand: int) -> tuple[list[int], dict[int, int]]:
    """A deal that agrees with the view, and what each legal card brings in it."""
    view, hands = view_of(table), np.zeros(4, np.uint64)
    tricks = np.full(PLACES, -1, np.int64)
    deal_unseen(view, words_of(hand)[0], hands)
    tricks_seen(view, words_of(hand)[0], int(view["legal"]), tricks)
    return hands.tolist(), {card: int(tricks[card]) for card in in_set(int(view["legal"]))}


def by_every_way(table: Table, hands: list[int], card: int) -> int:
    """What the own side takes with a card if all see all cards, from all ways to play."""
    state = table.state
    beats = USUAL.beats[int(state["strain"])].tolist()
    side = int(state["seat"]) % 2

    @cache
    def best(hands: tuple[int, ...], leader: int, trick: tuple[int, ...]) -> int:
        if len(trick) == len(hands):
            won = 0
            for place, laid in enumerate(trick):
                won = place if beats[trick[won]] >> laid & 1 else won
            winner = (leader + won) % 4
            return int(winner % 2 == side) + best(hands, winner, ())
        seat = (leader + len(trick)) % 4
        if not hands[seat]:
            return 0
        led = sum(1 << c for c in range(PACK) if trick and c // 13 == trick[0] // 13)
        ways = [
            best(tuple(h & ~(1 << c) for h in hands), leader, (*trick, c))
            for c in in_set(hands[seat] & led or hands[seat])
        ]
        return max(ways) if seat % 2 == side else min(ways)

    row = state["history"][int(state["tricks"])].tolist()
    trick = tuple(c for c in row if c != 255)
    left = tuple(hand & ~(1 << card) for hand in hands)
    return best(left, int(state["leader"]), (*trick, card))


def test_what_a_card_brings_is_found_by_a_search_of_every_way() -> None:
    seen = set()
    for number, table in enumerate(tables(3, hands=25)):
        hands, tricks = imagined(table, number)
        for card, taken in tricks.items():
            assert taken == by_every_way(table, hands, card)
            seen.add((int(table.state["laid"]), len(tricks), taken))
    assert len(seen) > 20


def test_what_a_card_brings_is_what_dds_says() -> None:
    dds = pytest.importorskip("endplay.dds", reason="endplay is in the extra 'bridge'")
    from endplay.types import Card, Deal, Denom, Player

    compared = 0
    for number, table in enumerate(tables(LONG, hands=12)):
        if number % 5:
            continue
        hands, tricks = imagined(table, number)
        state = table.state
        row = [c for c in state["history"][int(state["tricks"])].tolist() if c != 255]
        leader, strain = int(state["leader"]), int(state["strain"])
        for k, card in enumerate(row):
            hands[(leader + k) % 4] |= 1 << card
        denom = Denom(strain if strain == NO_TRUMP else 3 - strain)
        deal = Deal(deal_text(hands), first=Player(leader), trump=denom)
        for card in row:
            deal.play(Card(card_name(card)[::-1]))

        theirs = {
            card_id(f"{card.rank.abbr}{'SHDC'[int(card.suit)]}"): taken
            for card, taken in dds.solve_board(deal)
        }

        assert tricks == theirs, number
        compared += 1
    assert compared > 40


def is_known(table: Table) -> bool:
    """Whether one deal alone agrees with the view, as far as many tell."""
    deals = {tuple(imagined(table, hand)[0]) for hand in range(30)}
    return len(deals) == 1


def test_where_all_cards_are_known_the_best_is_played() -> None:
    strategy, checked, others = load_strategy(GAME, "double-dummy"), 0, 0
    for table in tables(3, hands=60):
        _, tricks = imagined(table, 0)
        if len(set(tricks.values())) == 1 or not is_known(table):
            continue
        for aim in strategy.functions["play"].__annotations__["aim"].__metadata__[0].words:
            card = table.choice(strategy, aim=aim, worlds=1)

            assert tricks[int(card)] == max(tricks.values())
        checked += 1
        others += tricks[int(table.choice(load_strategy(GAME, "tips")))] < max(tricks.values())
    assert checked > 10
    assert others > 0


def test_touching_cards_are_one_choice() -> None:
    fewer = 0
    for number, table in enumerate(tables(4, hands=20)):
        kept = in_set(int(choices(view_of(table))))
        _, tricks = imagined(table, number)

        assert {tricks[card] for card in kept} == set(tricks.values())
        fewer += len(kept) < len(tricks)
    assert fewer > 10


def test_points_of_a_contract_are_those_that_it_scores() -> None:
    checked = 0
    for table in tables(1, hands=40, seed=8):
        view, last = view_of(table), int(table.state["laid"]) == 3
        if not last:
            continue
        seat = table.seat
        points = [int(points_with(view, more)) for more in (0, 1)]
        before = int(table.state["taken"][seat]) + int(table.state["taken"][seat ^ 2])
        table.act(table.legal[0])
        table.close()
        after = int(table.state["taken"][seat]) + int(table.state["taken"][seat ^ 2])

        assert points[after - before] == int(table.state["points"][seat % 2])
        checked += 1
    assert checked > 20


def test_no_more_than_nine_tricks_are_looked_at() -> None:
    table = next(tables(12, hands=1))

    with pytest.raises(ValueError, match="the last nine tricks"):
        imagined(table, 0)


def test_a_seed_gives_the_same_boards_on_any_number_of_threads() -> None:
    def played(**options: Any) -> str:
        asked = {"vs": "usual", **options}
        run = cardsim.run("bridge", 200, strategy="double-dummy:worlds=3", seed=4, **asked)
        return str(run.tables)

    assert played(threads=1, chunk=17) == played(threads=2) != played(vs="double-dummy")


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ("cards=9", "cards must be a whole number from 0 to 8, not 9"),
        ("worlds=0", "worlds must be a whole number from 1 to 200, not 0"),
        ("aim=slams", "aim must be points, tricks, not slams"),
    ],
)
def test_what_it_cannot_do_is_said(parameter: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        cardsim.run("bridge", 10, strategy=f"double-dummy:{parameter}")
