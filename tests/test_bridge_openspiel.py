"""Bridge beside somebody else's engine: OpenSpiel, which has boards at duplicate.

Its declarer plays dummy's cards, as ours does.
"""

from __future__ import annotations

import random

import pytest

from cardsim.engine.table import Table
from cardsim.games.bridge import GAME
from cardsim.games.bridge.state import CALL, DOUBLE, PASS, REDOUBLE
from cardsim.tricks import strength
from harness import in_set

pytestmark = pytest.mark.full

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is in the extra 'openspiel'")

BOARDS = 300
FIRST_CALL, FIRST_BID = 52, 54
"""What it calls a pass, and what lies below one club."""
CALLS = {PASS: FIRST_CALL, DOUBLE: FIRST_CALL + 1, REDOUBLE: FIRST_CALL + 2}


def theirs(decision: int, action: int) -> int:
    """An action as OpenSpiel numbers it."""
    if decision == CALL:
        return CALLS.get(action, FIRST_BID + action)
    return 4 * (strength(action) - 2) + action // 13


def test_the_same_cards_and_calls_give_the_same_actors_choices_and_points() -> None:
    chance, doubled, vulnerable = random.Random(12), 0, 0
    for board in range(BOARDS):
        table = Table(GAME, hand=board, board=board)
        state = table.state
        dealer, vul = int(state["dealer"]), state["vul"].tolist()
        given = {
            "use_double_dummy_result": False,
            "dealer": dealer,
            "dealer_vul": bool(vul[dealer % 2]),
            "non_dealer_vul": bool(vul[1 - dealer % 2]),
        }
        other = pyspiel.load_game("bridge", given).new_initial_state()
        hands = [in_set(int(cards)) for cards in state["dealt"]]
        for k in range(52):
            other.apply_action(theirs(-1, hands[k % 4][k // 4]))
        while not table.over:
            decision, legal = table.decision, table.legal
            assert other.current_player() == table.seat
            assert sorted(other.legal_actions()) == sorted(theirs(decision, a) for a in legal)
            calls = decision == CALL
            action = PASS if calls and chance.random() < 0.5 else chance.choice(legal[:20])
            if calls and legal[-1] >= DOUBLE and chance.random() < 0.3:
                action = legal[-1]
            other.apply_action(theirs(decision, action))
            table.act(action)
        table.close()

        assert other.is_terminal()
        assert other.returns() == [int(table.state["points"][seat % 2]) for seat in range(4)]
        doubled += int(table.state["doubled"] > 0)
        vulnerable += sum(vul) == 1
    assert min(doubled, vulnerable) > 50
