"""What scores of cards in Bridge look at, counted again in plain Python at random decisions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardsim.engine.table import Table
from cardsim.games.bridge import GAME, describe_lead, describe_play

BOARDS = 12
CLUBS_TO_SPADES, NOTRUMP = range(4), 4


def cards(mask: Any) -> set[int]:
    return {card for card in range(52) if int(mask) >> card & 1}


def rank(card: int) -> int:
    return 14 if card % 13 == 0 else card % 13 + 1


def decisions(name: str) -> list[tuple[Any, int]]:
    """Views at a decision with a legal action each, of boards played at random."""
    met: list[tuple[Any, int]] = []
    for seed in range(BOARDS):
        table, rng = Table(GAME, GAME.rules(), 4, seed=seed), np.random.default_rng(seed)
        while not table.over:
            legal = list(table.legal)
            # Few bids, so that contracts are of all kinds and boards are played.
            action = int(rng.choice(legal if table.asks.name != "call" else legal[:4]))
            if table.asks.name == name:
                met += [(table.view.copy(), a) for a in legal]
            table.act(action)
    return met


def described(kernel: Any, view: Any, action: int, size: int) -> tuple[list[int], int]:
    numbers = np.full(size, -99, np.int64)
    table = kernel(view, action, numbers)
    return numbers.tolist(), int(table)


def in_suit(some: set[int], card: int) -> set[int]:
    return {other for other in some if other // 13 == card // 13}


def higher(some: set[int], card: int) -> int:
    return sum(rank(other) > rank(card) for other in in_suit(some, card))


def tops(own: set[int], card: int) -> bool:
    """Whether a card is an honor, ten not among them, with the next lower one in the hand."""
    return rank(card) > 10 and any(rank(o) == rank(card) - 1 for o in in_suit(own, card))


def test_leads_are_described_as_a_person_would_count() -> None:
    met = decisions("lead")
    for view, card in met:
        own, seat, suit = cards(view.hand), int(view.seat), card // 13
        long, mine = in_suit(own, card), int(view.named[seat & 1, suit])
        theirs = int(view.named[1 - (seat & 1), suit]) < 4
        alone = rank(card) > 10 and not tops(own, card)
        trump = suit == view.strain
        wanted = [
            rank(card),
            rank(card) * (len(long) >= 4),
            trump,
            len(long) - 1,
            len(long) == 1 and view.strain != NOTRUMP and not trump,
            tops(own, card),
            alone,
            card % 13 != 0 and 13 * suit in own,
            (mine == seat ^ 2) - theirs,
            higher(set(range(52)) - own, card),
        ]
        assert described(describe_lead, view, card, 10) == (wanted, view.strain != NOTRUMP)
    assert len(met) > 8 * 13


def test_cards_are_described_as_a_person_would_count() -> None:
    met = decisions("play")
    for view, card in met:
        seat, hand = int(view.acting_for), cards(view.hand)
        dummys, played = cards(view.dummy_hand), cards(view.played)
        declares = (seat ^ int(view.declarer)) % 2 == 0
        own = hand if view.acting_for == view.seat else dummys
        across = (dummys if own is hand else hand) if declares else set()
        hidden = in_suit(set(range(52)) - hand - dummys - played, card)
        others, suit, laid = in_suit(own, card), card // 13, int(view.laid)
        trump, wins = suit == view.strain, laid > 0 and card in cards(view.beats)
        best = max(in_suit(across, card), key=rank, default=None)
        shown = in_suit(dummys, card) if not declares else set()
        after = [(seat + k) % 4 for k in range(1, 4 - laid)]
        led = [view.history[t, 0] // 13 for t in range(view.tricks) if view.leaders[t] == seat ^ 2]
        wanted = [
            wins,
            rank(card),
            wins * rank(card),
            trump,
            trump * len(hidden),
            higher(hidden, card) == 0,
            higher(hidden, card),
            wins and view.best_seat == seat ^ 2,
            len(others) - 1,
            len(others) == 1 and view.strain != NOTRUMP and not trump,
            len(hidden),
            tops(own, card),
            len(in_suit(across, card)),
            best is not None and higher(hidden, best) == 0,
            0 if best is None else higher(hidden, best),
            len(shown),
            max(map(rank, shown), default=0),
            sum(int(view.voids[other, suit]) for other in after if (other ^ seat) & 1),
            sum(int(view.voids[other, suit]) for other in after if not (other ^ seat) & 1),
            bool(led) and led[0] == suit,
        ]
        place = 8 * (not declares) + 2 * laid + (view.strain != NOTRUMP)
        assert described(describe_play, view, card, 20) == (wanted, place)
    assert len(met) > 8 * 200
    assert {described(describe_play, *one, 20)[1] for one in met} == set(range(16))


@pytest.mark.parametrize("kernel", [describe_lead, describe_play])
def test_what_is_no_card_is_described_by_nobody(kernel: Any) -> None:
    ((view, _), *_) = decisions("lead")[:1]
    for card in (-1, 52):
        with pytest.raises(IndexError, match="this is no card"):
            kernel(view, card, np.zeros(20, np.int64))
