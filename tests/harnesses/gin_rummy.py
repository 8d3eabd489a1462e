"""Gin Rummy and its oracle, which numbers tiles and actions alike."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.engine.table import Table
from cardsim.games.gin_rummy import GAME, melds
from cardsim.games.gin_rummy.melds import deadwood
from cardsim.games.gin_rummy.rules import MOST_DEALT, Rules, code, first_stock
from cardsim.games.gin_rummy.state import (
    BIG_GIN,
    ENDS,
    HISTORY,
    IN_FORCE,
    MOST_MELDS,
    NO_TILE,
    NOBODY,
    SEATS,
    TOOK,
    VOID,
    YOUR_ENDS,
)
from cardsim.places import stack
from harness import Longer, Part, Play, Rare, Shown, Told, between, filled, in_set, mask_of, same
from harness import Recorded as Dealt
from oracles import gin_rummy as oracle
from worked_examples import Deck, Fields, cards, listed, named, numbers

DREW = ("none", "stock", "discard")
PACK = 52


class Recorded(Dealt):
    """The tiles that were dealt and drawn, and what was decided."""

    dealt = ("deal", "upcard", "draw")

    def __init__(self, play: Play) -> None:
        """Begin at the first deal."""
        super().__init__(play)
        self.hand = 0
        self.thrown: list[set[int]] = []
        self.refused: list[set[int]] = []
        self.history: list[int] = []

    def choose(self, decision: str, seat: int, view: oracle.View, legal: Sequence[int]) -> int:
        """The recorded action, after the comparison of what the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        hand = self.hand_number
        if hand != self.hand:
            self.hand = hand
            self.thrown = [set() for _ in range(SEATS)]
            self.refused = [set() for _ in range(SEATS)]
            self.history = [view["discards"][0]]
        same("the order of what is legal", shown.legal, list(legal))
        if shown.looked:
            self.check_view(shown, view)
        answer: int = shown.answer
        notice(self.play, decision, view, answer)
        tiles = view["hand"]
        if decision in ("upcard", "draw") and answer == 0 and 1 in legal:
            self.refused[seat].add(view["discards"][0])
        elif decision == "finish" and answer < 2 * len(tiles):
            tile = tiles[answer % len(tiles)]
            self.thrown[seat].add(tile)
            self.history.append(tile + TOOK * (view["drew_from"] == "discard"))
        return answer

    def expected(self, shown: Shown, view: oracle.View) -> dict[str, Any]:
        """The fields of the view."""
        decision, legal = shown.decision, shown.legal
        table, players = self.play.table, len(view["hand_sizes"])
        rules: Rules = table.rules
        tiles, row = view["hand"], view["discards"][::-1]
        finish = decision == "finish"
        big = rules.big_gin_bonus if isinstance(rules.big_gin_bonus, int) else 0
        spare_left, spare = least_of(tiles, view["banned"]) if finish else (0, NO_TILE)
        return {
            "hand": mask_of(tiles),
            "unseen": mask_of(view["unseen"]),
            "taken": filled(list(map(mask_of, view["taken"])), SEATS, 0),
            "thrown": list(map(mask_of, self.thrown)),
            "refused": list(map(mask_of, self.refused)),
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
            "history": filled(self.history[:HISTORY], HISTORY, NO_TILE),
            **{name: number_of(rules, name) for name in IN_FORCE},
        }

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


def least_of(tiles: Sequence[int], banned: int) -> tuple[int, int]:
    """The least deadwood that a throw leaves, and what is thrown then.

    Every tile is thrown once, by the kernel's deadwood, which is held against a search through all
    melds by itself.
    """
    held = mask_of(tiles)
    found = min(
        (int(deadwood(np.uint64(held ^ 1 << tile))), -min(tile % 13 + 1, 10), -tile)
        for tile in tiles
        if tile != banned
    )
    return found[0], -found[2]


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


# ---------------------------------------------------------------- the worked examples


def wood_in_oracle(_rules: oracle.Rules, given: Fields) -> Fields:
    """Deadwood, and which throws leave least."""
    hand = cards(given["holds"])
    after = {tile: oracle.deadwood(set(hand) - {tile}) for tile in hand}
    least = min(after.values())
    return {
        "left": str(oracle.deadwood(hand)),
        "best": str(least),
        "throws": named(sorted(tile for tile in hand if after[tile] == least)),
    }


def wood_in_kernel(_rules: Rules, given: Fields) -> Fields:
    """The same."""
    hand = np.uint64(mask_of(cards(given["holds"])))
    least = melds.left_of(melds.best_throw(hand, np.uint64(0)))
    throws = in_set(int(melds.throws_within(hand, least)))
    return {"left": str(melds.deadwood(hand)), "best": str(least), "throws": named(throws)}


def meld_of(tiles: Sequence[int]) -> oracle.Meld:
    """Tiles as the oracle writes a meld."""
    alike = tiles[0] % 13 == tiles[1] % 13
    return oracle.Meld(tiles[0], oracle.SET if alike else oracle.RUN, tuple(tiles))


def laid(melds_: Any) -> str:
    """Melds in words."""
    return ", ".join(map(named, melds_)) or "none"


def layoffs_in_oracle(_rules: oracle.Rules, given: Fields) -> Fields:
    """Deadwood before and after layoffs."""
    hand, on = cards(given["holds"]), [meld_of(cards(each)) for each in given["on"].split(", ")]
    left = oracle.left_after_layoffs(hand, on)
    return {"wood": str(oracle.deadwood(hand)), "left": str(left)}


def layoffs_in_kernel(_rules: Rules, given: Fields) -> Fields:
    """The same."""
    fourths = runs = np.uint64(0)
    for tiles in map(cards, given["on"].split(", ")):
        meld = np.uint64(mask_of(tiles))
        if tiles[0] % 13 != tiles[1] % 13:
            runs |= meld
        elif len(tiles) == 3:
            fourths |= melds.open_tiles(meld)
    hand = np.uint64(mask_of(cards(given["holds"])))
    left = melds.left_after_layoffs(hand, fourths, runs)
    return {"wood": str(melds.deadwood(hand)), "left": str(left)}


def ways_in_oracle(_rules: oracle.Rules, given: Fields) -> Fields:
    """How the knocker may lay his melds, in order, and where there is least room."""
    hand = cards(given["holds"])
    ways = [laid(meld.tiles for meld in way) for way in oracle.arrangements(hand)]
    best = laid(meld.tiles for meld in oracle.least_room(hand))
    return {"ways": " | ".join(ways), "best": best}


def ways_in_kernel(_rules: Rules, given: Fields) -> Fields:
    """The same."""
    hand = np.uint64(mask_of(cards(given["holds"])))

    def lie(which: int, *, fewest: bool) -> tuple[str, int]:
        found = np.zeros(MOST_MELDS, np.uint64)
        first, second, number = melds.find_arrangement(hand, which, fewest)
        melds.lay_down(hand, np.uint64(first), np.uint64(second), found)
        return laid(in_set(int(meld)) for meld in found if meld), int(number)

    best, number = lie(1 << 40, fewest=True)
    ways = [lie(which, fewest=False)[0] for which in range(number)]
    return {"ways": " | ".join(ways), "best": best}


def score_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """Points; the knocker comes first, and sits at each seat in turn."""
    left, found = numbers(given["left"]), []
    for knocker in range(len(left)):
        turned = left[len(left) - knocker :] + left[: len(left) - knocker]
        points = oracle.score_hand(rules, turned, knocker, given["end"]).points
        found.append(points[knocker:] + points[:knocker])
    same("points", found, found[:1] * len(left))
    return {"points": listed(found[0])}


def score_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    left, found = numbers(given["left"]), []
    for knocker in range(len(left)):
        table = Table(GAME, rules, len(left))
        state = table.states[0]
        state["knocker"], state["big"] = knocker, given["end"] == oracle.BIG_GIN
        state["deadwood_of"][: len(left)] = np.roll(left, knocker)
        table.close()
        found.append(np.roll(state["points"][: len(left)], -knocker).tolist())
    same("points", found, found[:1] * len(left))
    return {"points": listed(found[0])}


class Script:
    """Does what is told; then all pass, draw and throw the highest tile.

    Attributes:
        next: what the seat that comes after all that was told may do.
    """

    def __init__(self, given: Fields) -> None:
        """Begin with the tiles of the seats, the upcard and the stock."""
        self.told = given["then"].split(", ") if "then" in given else []
        self.players = int(given.get("players", sum(name.startswith("seat") for name in given)))
        tiles = [given.get(f"seat{seat}", "") for seat in range(self.players)]
        top = cards(" ".join([*tiles, given.get("upcard", ""), given.get("stock", "")]))
        self.deck = Deck(top)
        self.next: dict[str, str] = {}

    def choose(self, decision: str, seat: int, hand: list[int], legal: list[int]) -> int:
        """The next choice."""
        size = len(hand)
        if self.told:
            word, _, what = self.told.pop(0).partition(" ")
            if decision == "finish":
                big, knocks = word == "big", word == "knock"
                return 2 * size if big else hand.index(cards(what)[0]) + size * knocks
            return int(what) if decision == "knocker-melds" else int(word == "take")
        if not self.next:
            self.next = {"next": f"{seat} {decision}", "may": listed(legal)}
            if decision == "finish":
                with_knock = [hand[each - size] for each in legal if size <= each < 2 * size]
                self.next |= {
                    "throws": named(hand[each] for each in legal if each < size),
                    "knocks": named(with_knock) or "none",
                    "big": "gin" if 2 * size in legal else "no",
                }
        return max(each for each in legal if each < size) if decision == "finish" else 0


def hand_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A whole hand that the last seat deals."""
    script = Script(given)

    def choose(decision: str, seat: int, view: Any, legal: list[int]) -> int:
        return script.choose(decision, seat, view["hand"], legal)

    hand = oracle.play_hand(rules, script.players, script.deck, choose, dealer=script.players - 1)
    wood = f" {hand.deadwood[hand.knocker]}" if hand.knocker != oracle.NONE else ""
    return {
        **script.next,
        "end": f"{hand.end}{wood}",
        "melds": laid(meld.tiles for meld in hand.melds),
        "turns": str(hand.turns),
        "stock": str(len(hand.stock)),
        "left": listed(hand.left),
        "points": listed(hand.points),
    }


def hand_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    script = Script(given)
    table = Table(GAME, rules, script.players)
    stack(table, script.deck.order)
    table.deal()
    while not table.over:
        seat, decision = table.asked
        table.act(script.choose(decision, seat, in_set(int(table.view.hand)), table.legal))
    table.close()
    state = table.states[0]
    end, knocker = ENDS[int(state["end"])], int(state["knocker"])
    knocked = {"undercut": "knock", "big gin": "big-gin"}.get(end, end)
    wood = f" {state['deadwood_of'][knocker]}" if knocker != NOBODY else ""
    return {
        **script.next,
        "end": f"{knocked}{wood}",
        "melds": laid(in_set(int(meld)) for meld in state["melds"] if meld),
        "turns": str(state["turn_no"]),
        "stock": str(state["stock_size"]),
        "left": listed(state["left"][: script.players]),
        "points": listed(state["points"][: script.players]),
    }


def match_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """Whether a match goes on with these totals, and what all have with the extras."""
    scores, hands = numbers(given["score"]), int(given.get("hands", 9))
    winner = oracle.winner_of(rules, scores)
    if winner == oracle.NONE and hands < rules.max_hands:
        return {"goes": "on"}
    won = numbers(given.get("won", listed(0 for _ in scores)))
    final = listed(oracle.final_points(rules, scores, won, winner))
    return {"seat": f"{winner} wins", "final": final}


def match_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    scores = numbers(given["score"])
    table, n = Table(GAME, rules, len(scores), unit="match"), len(scores)
    state = table.states[0]
    state["scores"][:n] = scores
    state["hands_won"][:n] = numbers(given.get("won", listed(0 for _ in scores)))
    state["deals"] = int(given.get("hands", 9)) - 1
    table.close()
    if table.settle():
        return {"goes": "on"}
    outcome = table.outcome(0)
    return {"seat": f"{outcome['winner']} wins", "final": listed(outcome["final"][:n])}


WORKED = {
    "deadwood": (wood_in_oracle, wood_in_kernel),
    "layoffs": (layoffs_in_oracle, layoffs_in_kernel),
    "arrangements": (ways_in_oracle, ways_in_kernel),
    "points": (score_in_oracle, score_in_kernel),
    "hand": (hand_in_oracle, hand_in_kernel),
    "match": (match_in_oracle, match_in_kernel),
}
"""How the kinds of examples in RULES.md are played."""
