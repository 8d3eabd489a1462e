"""Gin Rummy and its oracle, which numbers tiles and actions alike."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.games.gin_rummy import GAME
from cardsim.games.gin_rummy.melds import deadwood
from cardsim.games.gin_rummy.rules import MOST_DEALT, Rules, code, first_stock
from cardsim.games.gin_rummy.state import (
    BIG_GIN,
    ENDS,
    IN_FORCE,
    NO_TILE,
    NOBODY,
    SEATS,
    VOID,
    YOUR_ENDS,
)
from harness import Longer, Part, Play, Rare, Shown, Told, between, same
from oracles import gin_rummy as oracle

DREW = ("none", "stock", "discard")
PACK = 52


class Recorded:
    """The tiles that were dealt and drawn, and what was decided."""

    def __init__(self, play: Play) -> None:
        """Begin at the first deal."""
        self.play = play
        dealt = ("deal", "upcard", "draw")
        self.tiles = iter([number for kind, _, number in play.events if kind in dealt])
        self.hand = 0
        self.thrown: list[set[int]] = []
        self.refused: list[set[int]] = []

    def card(self, stock: list[int]) -> int:
        """The tile that the kernel dealt or drew."""
        tile: int = next(self.tiles)
        if tile not in stock:
            raise AssertionError(f"the kernel drew {tile}, which is not among {stock}")
        return tile

    def choose(self, decision: str, seat: int, view: oracle.View, legal: Sequence[int]) -> int:
        """The recorded action, after the comparison of what the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        hand = self.hand_number
        if hand != self.hand:
            self.hand = hand
            self.thrown = [set() for _ in range(SEATS)]
            self.refused = [set() for _ in range(SEATS)]
        same("the order of what is legal", shown.legal, list(legal))
        if shown.looked:
            self.check_view(decision, shown, view, legal)
        answer: int = shown.answer
        notice(self.play, decision, view, answer)
        tiles = view["hand"]
        if decision in ("upcard", "draw") and answer == 0 and 1 in legal:
            self.refused[seat].add(view["discards"][0])
        elif decision == "finish" and answer < 2 * len(tiles):
            self.thrown[seat].add(tiles[answer % len(tiles)])
        return answer

    def check_view(
        self, decision: str, shown: Shown, view: oracle.View, legal: Sequence[int]
    ) -> None:
        """Compare every field."""
        table, players = self.play.table, len(view["hand_sizes"])
        rules: Rules = table.rules
        tiles, row = view["hand"], view["discards"][::-1]
        finish = decision == "finish"
        big = rules.big_gin_bonus if isinstance(rules.big_gin_bonus, int) else 0
        spare_left, spare = least_of(tiles, view["banned"]) if finish else (0, NO_TILE)
        expected: dict[str, Any] = {
            "hand": bits(tiles),
            "unseen": bits(view["unseen"]),
            "taken": filled(list(map(bits, view["taken"])), SEATS, 0),
            "thrown": list(map(bits, self.thrown)),
            "refused": list(map(bits, self.refused)),
            "seat": view["seat"],
            "players": players,
            "dealer": view["dealer"],
            "tiles": len(tiles),
            "hand_sizes": filled(view["hand_sizes"], SEATS, 0),
            "own_deadwood": view["own_deadwood"],
            "spare": spare,
            "spare_left": spare_left,
            "stock_size": view["stock_size"],
            "row_size": len(row),
            "newest": row[-1] if row else NO_TILE,
            "may_take": int(decision == "draw" and 1 in legal),
            "drew_from": DREW.index(view["drew_from"]),
            "banned": view["banned"],
            "big_gin": int(finish and 2 * len(tiles) in legal),
            "turn_no": view["turn_no"],
            "arrangements": len(legal) if decision == "knocker-melds" else 0,
            "scores": filled(view["scores"], SEATS, 0),
            "hands_won": filled(view["hands_won"], SEATS, 0),
            "target": view["target"] if table.unit else 0,
            "deals": self.hand - 1,
            "voids": self.voids,
            "big_gin_bonus": big,
            "discards": filled(row, PACK, NO_TILE),
            **{name: number_of(rules, name) for name in IN_FORCE},
        }
        same("fields of the view", set(expected), set(GAME.view.names or ()))
        for name, value in expected.items():
            same(name, shown[name], value)

    @property
    def row(self) -> int:
        """Where in the trace the decision stands."""
        at: int = self.play.asked[self.play.at - 1].row
        return at

    @property
    def hand_number(self) -> int:
        """The number of the hand in its match."""
        return 1 + sum(at < self.row for at in self.play.scored_at)

    @property
    def voids(self) -> int:
        """How many hands of the match have been void."""
        over = self.play.scored[: self.hand - 1]
        return sum(int(state["knocker"]) == NOBODY for state in over)


def number_of(rules: Rules, name: str) -> int:
    """A rule as compiled code has it."""
    value = getattr(rules, name)
    return code(name, value) if isinstance(value, str) else int(value)


def bits(members: Any) -> int:
    """A set as a number."""
    return sum(1 << int(member) for member in members)


def least_of(tiles: Sequence[int], banned: int) -> tuple[int, int]:
    """The least deadwood that a throw leaves, and what is thrown then.

    Every tile is thrown once, by the kernel's deadwood, which is held against a search through all
    melds by itself.
    """
    held = bits(tiles)
    found = min(
        (int(deadwood(np.uint64(held ^ 1 << tile))), -min(tile % 13 + 1, 10), -tile)
        for tile in tiles
        if tile != banned
    )
    return found[0], -found[2]


def filled(values: list[Any], size: int, empty: Any) -> list[Any]:
    """A list made as long as that."""
    return values + [empty] * (size - len(values))


def told(play: Play) -> Told:
    """The oracle's account of a traced hand or match."""
    table, recorded = play.table, Recorded(play)
    rules: oracle.Rules = table.oracle_rules
    hero, dealer, players = table.hero(play.hand), play.events[0][1], table.players
    if table.unit:
        game = oracle.play_game(rules, players, recorded, recorded.choose, dealer=dealer)
        final = filled(game.final, SEATS, 0)
        outcome: dict[str, Any] = {
            "your_seat": hero,
            "your_net": sum(game.final[hero] - points for points in game.final),
            "your_win": int(game.winner == hero),
            "winner": game.winner,
            "hands": len(game.hands),
            "voids": sum(hand.end == "void" for hand in game.hands),
            "final": final,
            "won": filled(game.hands_won, SEATS, 0),
        }
        found = [name for hand in game.hands for name in situations(hand, rules)]
        found += of_match(game, rules)
        return Told(game.events, outcome, len(game.hands), found)
    same("dealer of a single hand", dealer, players - 1)
    hand = oracle.play_hand(rules, players, recorded, recorded.choose, dealer=dealer)
    return Told(hand.events, of_hand(hand, hero), 1, situations(hand, rules))


def of_hand(hand: oracle.Played, hero: int) -> dict[str, Any]:
    """What is recorded of a single hand."""
    end = "undercut" if hand.undercutters else hand.end.replace("-", " ")
    words = {
        "void": "void",
        "knock": "you knocked and won",
        "gin": "you had gin",
        "big gin": "you had big gin",
        "undercut": "you were undercut",
    }
    others = {
        "void": "void",
        "knock": "another knocked and won",
        "gin": "another had gin",
        "big gin": "another had big gin",
        "undercut": "another was undercut, not by you",
    }
    yours = words[end] if hand.knocker == hero else others[end]
    if hero in hand.undercutters:
        yours = "you undercut another"
    wood, knocker = hand.deadwood, hand.knocker
    return {
        "your_seat": hero,
        "your_net": sum(hand.points[hero] - points for points in hand.points),
        "your_points": hand.points[hero],
        "your_end": YOUR_ENDS.index(yours),
        "end": ENDS.index(end),
        "turns": hand.turns,
        "knocker": knocker,
        "knocked_with": wood[knocker] if knocker >= 0 else NOBODY,
        "points": filled(hand.points, SEATS, 0),
        "deadwood": filled(hand.left, SEATS, 0),
    }


IN_DECISIONS = {
    "the upcard is taken by the dealer": 50,
    "the tile just taken is thrown again": 50,
    "a knock with the tile just taken in the hand": 50,
    "an arrangement that is not the first": 10,
}
SITUATIONS = {
    "gin": 100,
    "big gin": 1,
    "an undercut": 100,
    "an undercut by several": 20,
    "a tied undercut": 5,
    "an undercut by as much": 5,
    "nobody scores after a knock": 1,
    "a layoff": 50,
    "several tiles laid off": 20,
    "void with an empty stock": 50,
    "void at the cap of turns": 50,
    "void with tiles in the stock": 50,
}
IN_MATCHES = {
    "a match is won": 50,
    "a match ends at the cap": 5,
    "a match goes on above the target": 1,
    "a winner's points are doubled": 5,
}


def notice(play: Play, decision: str, view: oracle.View, answer: int) -> None:
    """Count which of `IN_DECISIONS` occurs."""
    tiles, rules = view["hand"], play.table.rules
    thrown = tiles[answer % len(tiles)] if decision == "finish" else NOBODY
    newest = view["taken"][view["seat"]]
    took = view["drew_from"] == "discard"
    found = {
        "the upcard is taken by the dealer": (
            decision == "upcard" and answer == 1 and view["seat"] == view["dealer"]
        ),
        "the tile just taken is thrown again": (
            rules.allow_return_discard and took and answer < 2 * len(tiles) and thrown in newest
        ),
        "a knock with the tile just taken in the hand": (
            took and len(tiles) <= answer < 2 * len(tiles)
        ),
        "an arrangement that is not the first": decision == "knocker-melds" and answer > 0,
    }
    play.situations.update(name for name, is_so in found.items() if is_so)


def situations(hand: oracle.Played, rules: oracle.Rules) -> list[str]:
    """Which of `SITUATIONS` occurred in a hand."""
    under, void, left = hand.undercutters, hand.end == "void", len(hand.stock)
    knocked = hand.deadwood[hand.knocker] if not void else 0
    laid = [
        wood - after
        for wood, after in zip(hand.deadwood, hand.left, strict=True)
        if rules.layoffs and not void
    ]
    capped = hand.turns >= rules.max_turns
    found = {
        "gin": hand.end == "gin",
        "big gin": hand.end == "big-gin",
        "an undercut": bool(under),
        "an undercut by several": len(under) > 1,
        "a tied undercut": len(under) > 1 and len({hand.left[seat] for seat in under}) == 1,
        "an undercut by as much": any(hand.left[seat] == knocked for seat in under),
        "nobody scores after a knock": not void and not any(hand.points),
        "a layoff": any(laid),
        "several tiles laid off": any(saved > 10 for saved in laid),
        "void with an empty stock": void and left == 0,
        "void at the cap of turns": void and capped and left > rules.stock_floor,
        "void with tiles in the stock": void and not capped and left > 0,
    }
    return [name for name, is_so in found.items() if is_so]


def of_match(game: oracle.PlayedGame, rules: oracle.Rules) -> list[str]:
    """How a match ended."""
    capped = len(game.hands) == rules.max_hands and game.winner < 0
    shut_out = [won for seat, won in enumerate(game.hands_won) if seat != game.winner]
    found = {
        "a match is won": game.winner >= 0,
        "a match ends at the cap": capped,
        "a match goes on above the target": any(
            max(hand.scores) >= rules.target for hand in game.hands[:-1]
        ),
        "a winner's points are doubled": (
            rules.shutout_doubles and game.winner >= 0 and not any(shut_out)
        ),
    }
    return [name for name, is_so in found.items() if is_so]


def fit(values: dict[str, Any], players: int, rng: random.Random) -> None:
    """Deal no more tiles than there are, and leave some in the stock."""
    values["hand_size"] = min(values["hand_size"], MOST_DEALT // players)
    stock = first_stock(Rules(hand_size=values["hand_size"]), players)
    values["stock_floor"] = min(values["stock_floor"], rng.randrange(stock))


PART = Part(
    game=GAME,
    oracle=oracle,
    told=told,
    strategies=("random-legal", "take-improve"),
    mixes=((0,), (0, 1), (1,), (1,)),
    parameters={"threshold": [10, between(0, 40)], "delta": [1, between(1, 12)]},
    rules={
        "hand_size": [7, 7, 10, 10, between(3, 12)],
        "knock_limit": [10, between(0, 20), between(0, 100)],
        "big_gin_bonus": ["none", 31, 50, between(1, 100)],
        "gin_bonus": [20, 25, between(0, 100)],
        "undercut_bonus": [0, 20, 25, between(0, 100)],
        "knocker_arrangement": ["first", "best", "choose", "choose"],
        "stock_floor": [0, 0, 2, between(0, 20)],
        "target": [100, between(1, 300)],
        "max_turns": [300, 300, between(1, 40)],
        "max_hands": [1000, between(1, 5)],
    },
    fit=fit,
    in_oracle={"big_gin_bonus": lambda value: None if value == "none" else value},
    players=[2, 2, 3, 3, 4],
    longer={
        "match": Longer(
            share=0.25,
            count=3,
            rules={"target": [20, 50, between(1, 150)], "max_hands": [30, between(1, 5)]},
        )
    },
    push=540,
    look=6,
    events={
        *("hand", "deal", "upcard", "pass", "draw", "take", "discard", "knock", "gin", "big-gin"),
        *("void", "arrange", "meld", "deadwood", "left", "undercut", "points", "score", "win"),
        *("draw", "final"),
    },
    situations={**IN_DECISIONS, **SITUATIONS, **IN_MATCHES},
    rare={
        "big gin": Rare(
            rules=Rules(hand_size=3),
            players=3,
            strategy=1,
            parameters={"threshold": 0},
            found=lambda outcomes: np.flatnonzero(outcomes["end"] == BIG_GIN),
            searched=20_000,
        ),
        "several undercut, all of them": Rare(
            rules=Rules(layoffs=True, multi_undercut="all", knock_limit=60, hand_size=10),
            players=4,
            strategy=1,
            parameters={"threshold": 60},
            found=lambda outcomes: np.flatnonzero((outcomes["points"] > 0).sum(axis=1) > 1),
            searched=20_000,
        ),
        "a tied undercut": Rare(
            rules=Rules(layoffs=True, knock_limit=60, undercut_on_tie=True),
            players=4,
            strategy=1,
            parameters={"threshold": 60},
            found=lambda outcomes: np.flatnonzero((outcomes["points"] > 0).sum(axis=1) > 1),
            searched=20_000,
        ),
        "nobody has most points": Rare(
            rules=Rules(layoffs=True, knock_limit=60, undercut_on_tie=True, target=1),
            players=4,
            strategy=1,
            parameters={"threshold": 60},
            unit="match",
            found=lambda outcomes: np.flatnonzero(outcomes["hands"] - outcomes["voids"] > 1),
            searched=20_000,
        ),
        "many tiles, and a choice of melds": Rare(
            rules=Rules(hand_size=20, knock_limit=100, layoffs=True, knocker_arrangement="choose"),
            players=2,
            found=lambda outcomes: np.flatnonzero(outcomes["end"] != VOID),
            searched=10_000,
            most=120,
        ),
    },
)
