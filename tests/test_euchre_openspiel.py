"""Euchre beside somebody else's engine: OpenSpiel, where its rules are ours.

It has one hand, deals to the dealer first and no kitty, and asks who plays alone after the discard.
It lists no discard of the upcard, but takes one. Lone defenders it asks against any maker; here
nobody is asked.
"""

from __future__ import annotations

import random

import pytest

from cardsim.engine.table import Table
from cardsim.games.euchre import GAME
from cardsim.games.euchre.rules import Rules
from cardsim.games.euchre.state import (
    DISCARD,
    NAME,
    NAMES,
    NAMES_ALONE,
    NO_TRUMP_YET,
    ORDER,
    ORDERS_ALONE,
    PASS,
    PLAY,
)
from cardsim.tricks import NO_CARD, SEATS
from harnesses.euchre import card, tile

pytestmark = pytest.mark.full

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is in the extra 'openspiel'")

DEALS = 400
PASSES, CALLS, ALONE, TOGETHER = 24, 25, 29, 30
"""Its actions: to pass, to make clubs trumps, to play alone or with the partner."""
DEALER = 3


def theirs(card: int) -> int:
    """A card as OpenSpiel numbers it: nines first."""
    return tile(card) % 6 * 4 + card // 13


def ours(action: int) -> int:
    """A card of OpenSpiel as cardsim numbers it."""
    return card(6 * (action % 4) + action // 4)


@pytest.mark.parametrize("stick_the_dealer", [False, True])
def test_the_same_cards_give_the_same_tricks_and_points(stick_the_dealer: bool) -> None:
    rules = Rules(stick_the_dealer=stick_the_dealer)
    game = pyspiel.load_game("euchre", {"stick_the_dealer": stick_the_dealer})
    chance, thrown, alone, upcards = random.Random(13), 0, 0, 0
    for hand in range(DEALS):
        table, other = Table(GAME, rules, hand=hand), game.new_initial_state()
        deck = table.state["deck"].tolist()
        other.apply_action(DEALER)
        # Card k of ours goes to seat k, as seat 3 deals; theirs begins with the dealer.
        for k in range(5 * SEATS):
            other.apply_action(theirs(deck[k - k % SEATS + (k - 1) % SEATS]))
        other.apply_action(theirs(deck[5 * SEATS]))
        waits = TOGETHER
        while not table.over:
            legal, upcard = table.legal, int(table.state["upcard"])
            passes = table.decision in (ORDER, NAME) and PASS in legal and chance.random() < 0.7
            action = PASS if passes else chance.choice(legal)
            assert other.current_player() == table.seat
            if table.decision == ORDER:
                other.apply_action(CALLS + upcard // 13 if action else PASSES)
                waits = ALONE if action == ORDERS_ALONE else TOGETHER
            elif table.decision == NAME:
                called = [CALLS + code - NAMES for code in legal if NAMES <= code < NAMES_ALONE]
                listed = sorted(a for a in other.legal_actions() if a != PASSES)
                assert listed == called
                goes = action >= NAMES_ALONE
                suit = action - (NAMES_ALONE if goes else NAMES)
                other.apply_action(PASSES if action == PASS else CALLS + suit)
                if action != PASS:
                    other.apply_action(ALONE if goes else TOGETHER)
            elif table.decision == DISCARD:
                listed = sorted(map(ours, other.legal_actions()))
                assert listed == [c for c in legal if c != upcard]
                upcards += action == upcard
                other.apply_action(theirs(action))
                other.apply_action(waits)
            else:
                assert table.decision == PLAY
                assert sorted(map(ours, other.legal_actions())) == legal
                other.apply_action(theirs(action))
            table.act(action)
        table.close()

        state = table.state
        assert other.is_terminal()
        points = state["points"].tolist()
        net = [points[seat % 2] - points[1 - seat % 2] for seat in range(SEATS)]
        assert other.returns() == net
        if state["trump"] == NO_TRUMP_YET:
            thrown += 1
            continue
        assert other.declarer() == state["maker"]
        for number, trick in enumerate(other.tricks()):
            assert trick.leader() == state["leaders"][number]
            assert trick.winner() == state["leaders"][number + 1]
            laid = [c for c in state["history"][number].tolist() if c != NO_CARD]
            assert list(map(ours, trick.cards()))[: len(laid)] == laid
        alone += int(state["alone"])
    assert min(alone, upcards) > 10
    assert (thrown > 3) != stick_the_dealer
