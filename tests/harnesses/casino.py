"""Casino and its oracle, which numbers cards alike and lists moves in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cardsim.games.casino import GAME
from cardsim.games.casino.rules import code
from cardsim.games.casino.state import NOBODY, NOT_YET, PLAYS, SEATS, SHARES, VALUES
from cardsim.games.casino.story import move_of
from harness import Longer, Part, Play, Shown, Told, between, chance, same
from oracles import casino as oracle

OPTIONS = (
    "keep_capturing_card",
    "trail_with_own_build",
    "table_cards_raise",
    "must_capture",
    "sweep_on_final_card",
    "sweep_points",
    "partnership",
)
"""Rules that the view shows as they are."""
CHOICES = ("cards_points", "face_capture", "action_set")
"""Rules of which it shows which of the choices is in force."""


def means(_shown: Shown, action: Any) -> oracle.Move:
    """An action as the oracle has it."""
    return move_meant(action)


@lru_cache(1 << 16)
def move_meant(action: Any) -> oracle.Move:
    """The same, for an action that may have been met before."""
    move = move_of(action)
    return oracle.Move(move.kind, move.card, move.value, move.cards, int(move.take), move.old)


class Recorded:
    """The cards that were dealt, and what was played."""

    def __init__(self, play: Play) -> None:
        """Begin at the first deal."""
        self.play = play
        self.cards = iter([number for kind, _, number in play.events if kind == "deal"])

    def card(self, stock: list[int]) -> int:
        """The card that the kernel dealt."""
        dealt: int = next(self.cards)
        if dealt not in stock:
            raise AssertionError(f"the kernel dealt {dealt}, which is not among {stock}")
        return dealt

    def choose(
        self, decision: str, seat: int, view: oracle.View, legal: Sequence[oracle.Move]
    ) -> oracle.Move:
        """The recorded action, after the comparison of the lists and of what the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        same("the order of what is legal", shown.meant, list(legal))
        notice(self.play, legal, view)
        if shown.looked:
            self.check_view(shown, view)
        answer: oracle.Move = shown.answer
        return answer

    def check_view(self, shown: Shown, view: oracle.View) -> None:
        """Compare every field."""
        table, rules = self.play.table, view["rules"]
        seats, number = range(SEATS), oracle.sides(rules, view["n_players"])
        builds = {value: (groups, cards, owner) for value, groups, cards, owner in view["builds"]}
        values = range(VALUES)
        history = [numbers(oracle.Move(*move)) for _, *move in view["history"]]
        expected: dict[str, Any] = {
            "loose": bits(view["loose"]),
            "hand": bits(view["hand"]),
            "unseen": bits(view["unseen"]),
            "seat": view["seat"],
            "players": view["n_players"],
            "dealer": view["dealer"],
            "sides": number,
            "turn": len(history),
            "deals_left": view["deals_left"],
            "last_capturer": view["last_capturer"],
            "build_values": bits(builds),
            "build_groups": [builds[v][0] if v in builds else 0 for v in values],
            "build_owner": [builds[v][2] if v in builds else NOBODY for v in values],
            "build_cards": [bits(builds[v][1]) if v in builds else 0 for v in values],
            "hand_sizes": filled(view["hand_sizes"], SEATS, 0),
            "sweeps": filled(view["sweeps"], SEATS, 0),
            "promised": [bits(promised(view, seat)) for seat in seats],
            "scores": filled(view["scores"], SEATS, 0),
            "piles": filled(list(map(bits, view["piles"])), SEATS, 0),
            "deals": self.hand - 1,
            "target": rules.target if table.unit else 0,
            "max_hands": rules.max_hands if table.unit else 0,
            "history": filled(history, PLAYS, [NOT_YET, NOT_YET]),
            **{name: int(getattr(rules, name)) for name in OPTIONS},
            **{name: code(name, getattr(rules, name)) for name in CHOICES},
        }
        same("fields of the view", set(expected), set(GAME.view.names or ()))
        for name, value in expected.items():
            same(name, shown[name], value)

    @property
    def hand(self) -> int:
        """The number of the hand in its match."""
        row = self.play.asked[self.play.at - 1].row
        return 1 + sum(at < row for at in self.play.scored_at)


def bits(members: Any) -> int:
    """A set as a number."""
    return sum(1 << int(member) for member in members)


def filled(values: list[Any], size: int, empty: Any) -> list[Any]:
    """A list made as long as that."""
    return values + [empty] * (size - len(values))


def numbers(move: oracle.Move) -> list[int]:
    """A move of the oracle as the kernel keeps it: what `moves.py` says of an action."""
    word = move.card + 64 * move.kind + 256 * move.value + 4096 * move.old + 65536 * move.take
    return [word, bits(move.chosen)]


def promised(view: oracle.View, seat: int) -> set[int]:
    """The ranks of which a seat has shown that it holds a card, from its plays since the deal."""
    players, rules = view["n_players"], view["rules"]
    dealt = len(view["history"]) // (4 * players) * 4 * players
    found: set[int] = set()
    owners: dict[int, int] = {}
    for turn, (who, *fields) in enumerate(view["history"]):
        move = oracle.Move(*fields)
        if move.kind >= oracle.BUILD:
            owners.pop(move.old, None)
            owners[move.value] = who
        elif move.take:
            del owners[move.value]
        if who == seat and turn >= dealt:
            found -= {oracle.rank_of(move.card)}
            found |= {move.value} if move.kind >= oracle.BUILD else set()
            if rules.keep_capturing_card:
                found |= {value for value, owner in owners.items() if owner == seat}
    return found


def told(play: Play) -> Told:
    """The oracle's account of a traced hand or match."""
    table, recorded = play.table, Recorded(play)
    rules: oracle.Rules = table.oracle_rules
    hero, dealer = table.hero(play.hand), play.events[0][1]
    own = oracle.side_of(rules, hero)
    if table.unit:
        match = oracle.play_match(rules, table.players, recorded, recorded.choose, dealer=dealer)
        hands, scores, events = match.hands, match.scores, match.events
    else:
        same("dealer of a single hand", dealer, table.players - 1)
        hand = oracle.play_hand(rules, table.players, recorded, recorded.choose, dealer=dealer)
        hands, scores, events = [hand], hand.scores, hand.events
    winners = [side for side, points in enumerate(scores) if points == max(scores)]
    shares = [SHARES // len(winners) * (side in winners) for side in range(len(scores))]
    outcome: dict[str, Any] = {
        "your_seat": hero,
        "your_net": sum(scores[own] - points for points in scores),
        "your_points": scores[own],
        "your_share": shares[own],
        "hands": len(hands),
        "share": shares,
        "score": scores,
    }
    if not table.unit:
        outcome |= of_hand(hands[0], own)
    found = [name for hand in hands for name in situations(hand, rules)]
    if table.unit:
        found += of_match(hands, rules)
    return Told(events, outcome, len(hands), found)


def of_hand(hand: oracle.Played, own: int) -> dict[str, Any]:
    """What is recorded of a single hand besides."""
    cards = [result.cards for result in hand.results]
    spades = [result.spades for result in hand.results]
    named = ("big-casino", "little-casino", "aces")
    made = [
        sum(move.kind >= oracle.BUILD and who == seat for who, move in hand.history)
        for seat in range(len(hand.piles))
    ]
    return {
        "cards": cards,
        "spades": spades,
        "named": [sum(result.items[item] for item in named) for result in hand.results],
        "sweeps": hand.sweeps,
        "builds": made,
        "your_cards": cards[own],
        "cards_tied": int(oracle.highest(cards) == oracle.NONE),
        "spades_tied": int(oracle.highest(spades) == oracle.NONE),
        "last": hand.last_capturer,
    }


IN_LISTS = {
    "two builds of one owner": 50,
    "a list of more than 100": 20,
    "a capture with a build and loose cards": 500,
    "a raise with loose cards that it does not need": 100,
    "a raise with loose cards that help": 50,
    "three faces at once": 50,
    "an owner who may trail": 50,
    "a forced owner trails": 20,
}
SITUATIONS = {
    "the last card clears the table": 20,
    "most cards are tied": 50,
    "a build is there without Rule K": 20,
    "a build of three sets": 50,
    "a build is raised into another": 20,
}
IN_MATCHES = {
    "a match is won at the target": 20,
    "a match ends at the cap": 5,
    "a match is drawn": 1,
    "a match goes on above the target": 1,
}


def notice(play: Play, legal: Sequence[oracle.Move], view: oracle.View) -> None:
    """Count which of `IN_LISTS` a list of moves shows."""
    rules, owned = view["rules"], [b for b in view["builds"] if b[3] == view["seat"]]
    raises = [move for move in legal if move.kind == oracle.RAISE and move.chosen]
    needs = [move.value - move.old - oracle.rank_of(move.card) for move in raises]
    trails = any(move.kind == oracle.TRAIL for move in legal)
    forced = trails and owned and not rules.trail_with_own_build
    found = {
        "two builds of one owner": len(owned) > 1,
        "a list of more than 100": len(legal) > 100,
        "a capture with a build and loose cards": any(m.take and m.chosen for m in legal),
        "a raise with loose cards that it does not need": 0 in needs,
        "a raise with loose cards that help": any(need > 0 for need in needs),
        "three faces at once": any(m.value > oracle.HIGHEST and len(m.chosen) > 2 for m in legal),
        "an owner who may trail": trails and owned and rules.trail_with_own_build,
        "a forced owner trails": forced,
    }
    play.situations.update(name for name, is_so in found.items() if is_so)


def situations(hand: oracle.Played, rules: oracle.Rules) -> list[str]:
    """Which of `SITUATIONS` occurred in a hand."""
    _, last = hand.history[-1]
    groups = [number for kind, _, number in hand.events if kind == "groups"]
    cards = [result.cards for result in hand.results]
    left = [number for kind, _, number in hand.events if kind == "residue"]
    builds = len([1 for kind, *_ in hand.events if kind in ("build", "raise")])
    found = {
        "the last card clears the table": last.kind == oracle.CAPTURE and not left,
        "most cards are tied": oracle.highest(cards) == oracle.NONE,
        "a build is there without Rule K": builds and not rules.keep_capturing_card,
        "a build of three sets": any(number > 2 for number in groups),
        "a build is raised into another": merged(hand),
    }
    return [name for name, is_so in found.items() if is_so]


def merged(hand: oracle.Played) -> bool:
    """Whether a build was raised to the value of another one."""
    standing: set[int] = set()
    for _, move in hand.history:
        if move.kind == oracle.RAISE and move.value in standing:
            return True
        if move.kind >= oracle.BUILD:
            standing = (standing | {move.value}) - {move.old}
        elif move.take:
            standing -= {move.value}
    return False


def of_match(hands: list[oracle.Played], rules: oracle.Rules) -> list[str]:
    """How a match ended."""
    scores, capped = hands[-1].scores, len(hands) == rules.max_hands
    found = {
        "a match is won at the target": max(scores) >= rules.target,
        "a match ends at the cap": capped and max(scores) < rules.target,
        "a match goes on above the target": any(
            max(hand.scores) >= rules.target for hand in hands[:-1]
        ),
        "a match is drawn": oracle.highest(scores) == oracle.NONE,
    }
    return [name for name, is_so in found.items() if is_so]


PART = Part(
    game=GAME,
    oracle=oracle,
    told=told,
    means=means,
    strategies=("random-legal", "greedy-value"),
    mixes=((0,), (0,), (0, 1), (1,)),
    rules={
        "partnership": chance(0.3),
        "sweep_points": [0, 1, between(0, 10)],
        "target": [11, 21, between(1, 40)],
    },
    players=[2, 3, 4, 4],
    longer={
        "match": Longer(
            share=0.2, count=3, rules={"target": [11, between(1, 30)], "max_hands": between(1, 8)}
        )
    },
    push=930,
    look=23,
    events={
        *("hand", "deals-left", "deal", "trail", "capture", "take", "take-build", "sweep"),
        *("build", "join", "value", "groups", "raise", "from", "residue", "cards", "spades"),
        *("most-cards", "most-spades", "big-casino", "little-casino", "aces", "last-capture"),
        *("sweeps", "points", "score", "win", "draw"),
    },
    situations={**IN_LISTS, **SITUATIONS, **IN_MATCHES},
)
