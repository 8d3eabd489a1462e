"""Spades beside somebody else's engine: OpenSpiel, where its rules are ours.

It has one hand, of which a failed nil's tricks count for the partner; a side's bids come to 13 at
the most; its bags are the last digit of a score that is not negative. It lists no spade as a lead
of a hand with another suit, broken or not, but takes one.
"""

from __future__ import annotations

import random

import pytest

from cardsim.engine.table import Table
from cardsim.games.spades import GAME
from cardsim.games.spades.rules import Rules
from cardsim.games.spades.state import PLAY
from harness import in_set
from trick_games import card, tile

pytestmark = pytest.mark.full

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is in the extra 'openspiel'")

DEALS = 300
BIDS = 52
"""From here on its actions are bids."""
SPADES = range(39, 52)
RULES = Rules(failed_nil_tricks="count")


def test_the_same_cards_give_the_same_tricks_and_points() -> None:
    chance, spades_led, penalties, nils = random.Random(11), 0, 0, 0
    for hand in range(DEALS):
        table, other = (
            Table(GAME, RULES, hand=hand),
            pyspiel.load_game("spades").new_initial_state(),
        )
        before = [100 * chance.randrange(3) + chance.randrange(10) for _ in range(2)]
        table.states["bags"][0] = [score % 10 for score in before]
        for dealt in table.state["deck"].tolist():
            other.apply_action(tile(dealt))
        other.set_current_scores(before)
        while not table.over:
            assert other.current_player() == table.seat
            if table.decision == PLAY:
                ours, leads = table.legal, table.state["laid"] == 0
                listed = [c for c in ours if not (leads and c in SPADES)] or ours
                assert sorted(card(action) for action in other.legal_actions()) == listed
                action = chance.choice(ours)
                spades_led += leads and action in SPADES
                other.apply_action(tile(action))
            else:
                partner = int(table.state["bids"][table.seat ^ 2])
                action = chance.choice([0, 1, 2, 3, 4, 5, 6][: 14 - max(partner, 0)])
                other.apply_action(BIDS + action)
            table.act(action)
        table.close()

        after = other.get_current_scores()
        points = (table.state["points"] - table.state["penalty"]).tolist()
        assert [b - a for a, b in zip(before, after, strict=True)] == points
        penalties += int((table.state["penalty"] > 0).sum())
        nils += int((table.state["bids"] == 0).sum())
        assert in_set(int(table.state["played"])) == list(range(52))
    assert min(spades_led, penalties, nils) > 20
