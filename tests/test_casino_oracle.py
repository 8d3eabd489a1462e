"""What the oracle of Casino holds possible of hidden cards, by which imagined hands are judged.

`test_worked_examples` plays the examples of RULES.md, `test_against_oracles` compares with the
kernel what happens, is legal and is seen in random hands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import pytest

from harnesses.casino import Script
from oracles import casino
from oracles.casino import Move, Rules, View
from worked_examples import Deck, cards

pytestmark = pytest.mark.kept(0, full=4)

HANDS = 100


class StopHereError(Exception):
    """The decision is reached."""


@dataclass
class Case:
    """A hand of random choices under random rules: the cards as they were dealt, what was asked."""

    rules: Rules
    players: int
    deck: list[int]
    moves: list[Move]
    asked: list[tuple[View, list[Move]]]

    def at(self, decision: int, deck: Sequence[int]) -> tuple[View, list[Move]]:
        """What is shown at a decision, where these cards are dealt and the same moves made before.

        Raises:
            ValueError: one of the moves is not legal with these cards.
        """
        asked: list[tuple[View, list[Move]]] = []
        moves = islice(self.moves, decision)

        def choose(_what: str, _seat: int, view: View, legal: Sequence[Move]) -> Move:
            move = next(moves, None)
            if move is None:
                asked.append((view, list(legal)))
                raise StopHereError
            return move

        with pytest.raises(StopHereError):
            casino.play_hand(self.rules, self.players, Deck(deck), choose, dealer=self.players - 1)
        return asked[0]

    def hands(self, decision: int, deck: Sequence[int]) -> list[list[int]]:
        """The cards in the hands at a decision, if these were dealt."""
        n, place = self.players, decision // (4 * self.players)
        begin = place * 4 * n + (4 if place else 0)
        played = {move.card for move in self.moves[:decision]}
        dealt = [deck[begin + 4 * seat : begin + 4 * seat + 4] for seat in range(n)]
        return [[each for each in hand if each not in played] for hand in dealt]


def random_rules(source: random.Random) -> Rules:
    return Rules(
        keep_capturing_card=source.random() < 0.7,
        trail_with_own_build=source.random() < 0.3,
        table_cards_raise=source.random() < 0.4,
        face_capture=source.choice(["one", "one-or-three", "all"]),
        must_capture=source.random() < 0.3,
        action_set=source.choice(["all", "maximal"]),
    )


def played(source: random.Random) -> Case:
    rules, players, deck = random_rules(source), source.choice([2, 3, 4]), list(range(52))
    source.shuffle(deck)
    case = Case(rules, players, deck, [], [])

    def choose(_what: str, _seat: int, view: View, legal: Sequence[Move]) -> Move:
        moves = list(legal)
        kind = source.choice(sorted({move.kind for move in moves}))
        case.asked.append((view, moves))
        case.moves.append(source.choice([move for move in moves if move.kind == kind]))
        return case.moves[-1]

    casino.play_hand(rules, players, Deck(deck), choose, dealer=players - 1)
    return case


def test_hidden_cards_change_no_view_and_a_world_agrees_if_the_play_was_legal_in_it() -> None:
    source, seen = random.Random(7), Counter[str]()
    for case in [played(source) for _ in range(HANDS)]:
        for _ in range(6):
            decision = source.randrange(48)
            view, legal = case.asked[decision]
            unseen = view["unseen"]
            others = source.sample(unseen, len(unseen))
            if source.random() < 0.5 and len(unseen) > 1:
                one, two = source.sample(unseen, 2)
                others = [{one: two, two: one}.get(each, each) for each in unseen]
            new = dict(zip(unseen, others, strict=True))
            deck = [new.get(each, each) for each in case.deck]
            hands = case.hands(decision, deck)

            agrees = casino.agrees(view, hands)

            assert casino.agrees(view, case.hands(decision, case.deck))
            if agrees:
                assert case.at(decision, deck) == (view, legal)
            else:
                with pytest.raises(ValueError, match="cannot play"):
                    case.at(decision, deck)
            seen["agrees" if agrees else "does not"] += 1
            seen["other hands"] += agrees and hands != case.hands(decision, case.deck)
    assert seen["does not"] > 20
    assert min(seen["agrees"], seen["other hands"]) > 150


@pytest.mark.parametrize(
    ("decision", "own", "theirs", "possible"),
    [
        # Seat 0 has built 6 with its two; then 9 with its six.
        (1, "3S 8H 9H TD", "6S 9S QC", True),
        (1, "3S 8H 9H TD", "6C 2D 2H", True),
        (1, "3S 8H 9H TD", "9S QC KC", False),
        (3, "8H 9H TD", "9S QC", True),
        (3, "8H 9H TD", "9C 9D", True),
        (3, "8H 9H TD", "6C QC", False),
        # The own hand, the sizes, a card twice, an own one and one that lies in a build.
        (3, "8H 9H KD", "9S QC", False),
        (3, "8H 9H TD", "9S", False),
        (3, "8H 9H TD", "9S 9S", False),
        (3, "8H 9H TD", "9S TD", False),
        (3, "8H 9H TD", "9S 6S", False),
        # The build is gone, but not the nine that must be there.
        (5, "8H TD", "9C", True),
        (5, "8H TD", "KC", False),
        (7, "TD", "", True),
    ],
)
def test_who_built_holds_the_card_and_what_is_seen_is_right(
    decision: int, own: str, theirs: str, possible: bool
) -> None:
    """At the hand of the worked examples; seat 1 looks."""
    plays = "2C build 6 AD 3D, 3S raise 6>9, 6S build 9 3H, 9H take B9, QC take QD, 8H trail"
    script = Script({"deal": "2C 6S 9S QC 3S 8H 9H TD 3D 3H QD AD", "plays": f"{plays}, 9S trail"})
    views: list[View] = []

    def choose(_what: str, _seat: int, view: View, legal: Sequence[Move]) -> Move:
        views.append(view)
        return script.chosen(view["hand"], legal)

    casino.play_hand(Rules(), 2, script.deck, choose, dealer=1)

    assert casino.agrees(views[decision], [cards(theirs), cards(own)]) == possible
