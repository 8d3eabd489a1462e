"""Counter-Cameroon and its oracle."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from cardsim.engine.table import Table
from cardsim.game import Event
from cardsim.games.counter_cameroon import GAME
from cardsim.games.counter_cameroon.rules import BALANCED, STANDARD, Rules
from cardsim.games.counter_cameroon.state import (
    CATEGORIES,
    HIGHEST,
    IN_FORCE,
    LOST,
    LOWEST,
    SHARED,
    WON,
)
from cardsim.options.params import options_of
from harness import Part, Play, Shown, Told, as_triple, between, same
from oracles import counter_cameroon as oracle
from worked_examples import Fields, listed

NUMBERS = range(LOWEST, HIGHEST + 1)
SCORING = options_of(Rules)[0]
LONG_SHARE = 0.04
"""Share of the tables that play by rules under which games are long."""


def own_scoring(rng: random.Random) -> str:
    """Points of one's own for every category; few that count, so that one may own just half."""
    values = rng.choice([[0, 1, 2, 5, 50, 999], [0, 0, 0, 1]])
    return ",".join(str(rng.choice(values)) for _ in NUMBERS)


def fit(values: dict[str, Any], _players: int, rng: random.Random) -> None:
    """Games are cut short, but for some."""
    values["scoring"] = SCORING.check(values["scoring"])
    if rng.random() < LONG_SHARE:
        marks, values["max_turns"] = rng.choice([4, 4, 4, rng.randint(1, 9)]), 10000
        values["marks_to_win"] = marks
    elif rng.random() < 0.1:
        values["marks_to_win"], values["max_turns"] = 1, 10000


def in_oracle(event: Event) -> tuple[Any, ...]:
    """An event as the oracle has it: a number shows dice as digits, and two sums as hundreds."""
    digits = {"roll": 10, "split": 100}.get(event.kind)
    if digits is None:
        return as_triple(event)
    number = 0
    for value in event.values:
        number = digits * number + value
    return event.kind, event.seat, number


class Recorded:
    """Chance and choices for the oracle: the dice and splits of a traced game."""

    def __init__(self, play: Play) -> None:
        """Begin before the first roll."""
        self.play = play
        self.rolls = iter([number for kind, _, number in play.events if kind == "roll"])

    def pick(self, count: int) -> int:
        """Who rolls first."""
        same("number of seats", 2, count)
        return int(self.play.events[0][1])

    def dice(self, count: int) -> list[int]:
        """The next roll."""
        digits = [int(digit) for digit in str(next(self.rolls))]
        same("number of dice", len(digits), count)
        return digits

    def choose(self, decision: str, seat: int, view: oracle.View, legal: list[int]) -> int:
        """The recorded split, after the comparison of all that the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        for name in ("my_marks", "opp_marks", "points"):
            own = shown[name]
            same(name, {c: own[c] for c in NUMBERS}, view[name])
        relative, owner = {-1: -1, seat: 0, 1 - seat: 1}, shown["owner"]
        same("owner", {c: relative[owner[c]] for c in NUMBERS}, view["owner"])
        for name in ("turns", "i_rolled_first", "dice"):
            same(name, shown[name], view[name])
        for name in IN_FORCE:
            same(name, shown[name], self.play.table.packed_rules[0][name].tolist())
        splits = splits_of(tuple(view["dice"]))
        same("splits", shown["splits"], splits)
        choices = [k for k in legal if splits[k] not in splits[:k]]
        same("choices", [k for k in range(3) if shown["choices"] >> k & 1], choices)
        return int(shown.answer)


@cache
def splits_of(dice: tuple[int, ...]) -> list[list[int]]:
    """The two sums, the lower first, of each of the three partings."""
    return [sorted(oracle.split(dice, k)) for k in range(3)]


def told(play: Play) -> Told:
    """The oracle's account of a traced game."""
    table, source = play.table, Recorded(play)
    game = oracle.play_hand(table.oracle_rules, 2, source, source.choose)
    for seat in range(2):
        name = "my_marks" if seat == int(play.last["seat"]) else "opp_marks"
        same("marks", {c: int(play.last[name][c]) for c in NUMBERS}, dict(game.marks[seat]))
    check_recorded(play.asked, game.events)
    hero = table.hero(play.hand)
    return Told(game.events, outcome(game, hero), 1, situations(table.oracle_rules, game))


def check_recorded(asked: list[Shown], events: list[oracle.Event]) -> None:
    """Compare which marks the kernel foretold with those that the oracle's events tell of."""
    made: list[list[tuple[bool, int]]] = []
    for kind, _, number in events:
        if kind == "split":
            made.append([])
        elif kind in ("mark", "waste"):
            made[-1].append((kind == "mark", number))
    for shown, marks in zip(asked, made, strict=True):
        flags = [*(int(kept) for kept, _ in marks), 0][:2]
        same("recorded", shown["recorded"][shown.action], flags)
        worth = sum(shown["points"][c] for kept, c in marks if kept)
        same("worth", shown["worth"][shown.action], worth)


def result(own: int, other: int) -> int:
    """How a game ended for the one with `own` points."""
    return SHARED if own == other else WON if own > other else LOST


def outcome(game: oracle.Played, hero: int) -> dict[str, Any]:
    """The outcome of a game by field, as the kernel should write it."""
    by_scoring = []
    for scoring in (STANDARD, BALANCED):
        scores = oracle.scores_of(game.owner, dict(zip(NUMBERS, scoring, strict=True)))
        by_scoring.append((scores[hero], result(scores[hero], scores[1 - hero])))
    ended = result(game.scores[hero], game.scores[1 - hero])
    same("winner", {LOST: 1 - hero, SHARED: -1, WON: hero}[ended], game.winner)
    owner = [game.owner[c] for c in NUMBERS]
    return {
        "your_seat": hero,
        "you_first": hero == game.first,
        "result": ended,
        "result_standard": by_scoring[0][1],
        "result_balanced": by_scoring[1][1],
        "same_winner": by_scoring[0][1] == by_scoring[1][1],
        "first_won": game.winner == game.first,
        "your_points": game.scores[hero],
        "your_standard": by_scoring[0][0],
        "your_balanced": by_scoring[1][0],
        "your_categories": game.categories[hero],
        "turns": game.turns,
        "wasted": game.wasted,
        "won": [int(game.winner == seat) for seat in range(2)],
        "points": game.scores,
        "owner": owner,
        "you_took": [int(seat == hero) for seat in owner],
        "decided": decided(game.events),
    }


def decided(events: list[oracle.Event]) -> list[int]:
    """The turn in which each category was won, 0 never."""
    turns, turn = [0] * CATEGORIES, 0
    for kind, _, number in events:
        turn += kind == "roll"
        if kind == "own":
            turns[number - LOWEST] = turn
    return turns


SITUATIONS = {
    "all categories won": 10,
    "stopped early": 10,
    "stopped by max-turns": 10,
    "shared win": 10,
    "a full game": 100,
    "seat 1 rolled first": 10,
    "the first of two equal marks wins": 10,
    "a turn wins two categories": 10,
    "a turn records nothing": 10,
    "the scorings disagree": 10,
    "one owns just half and they play on": 10,
}


def situations(rules: oracle.Rules, game: oracle.Played) -> list[str]:
    """Which of `SITUATIONS` can be read from a game."""
    complete = all(seat >= 0 for seat in game.owner.values())
    letters = {"split": "/", "mark": "m", "waste": "w", "own": "o"}
    turns = "".join(letters.get(kind, "") for kind, _, _ in game.events).split("/")
    balanced = oracle.scores_of(game.owner, dict(zip(NUMBERS, BALANCED, strict=True)))
    standard = oracle.scores_of(game.owner, dict(zip(NUMBERS, STANDARD, strict=True)))
    splits = [n for k, _, n in game.events if k == "split"]
    points, worth, halves = oracle.points_of(rules), [0, 0], 0
    total = sum(points.values())
    for kind, seat, number in game.events:
        halves += kind == "roll" and 0 < total in (2 * worth[0], 2 * worth[1])
        if kind == "own":
            worth[seat] += points[number]
    found = {
        "all categories won": complete,
        "stopped early": not complete and game.turns < rules.max_turns,
        "stopped by max-turns": not complete and game.turns == rules.max_turns,
        "shared win": game.winner < 0,
        "a full game": complete and rules.marks_to_win == 4,
        "seat 1 rolled first": game.first == 1,
        "the first of two equal marks wins": any(
            turn == "mow" and n // 100 == n % 100 for turn, n in zip(turns[1:], splits, strict=True)
        ),
        "a turn wins two categories": "momo" in turns,
        "a turn records nothing": "ww" in turns,
        "one owns just half and they play on": rules.early_stop and halves > 0,
        "the scorings disagree": oracle.winner_of(standard) != oracle.winner_of(balanced),
    }
    return [name for name, is_so in found.items() if is_so]


PART = Part(
    game=GAME,
    oracle=oracle,
    in_oracle={"scoring": lambda s: s if s in SCORING.choices else SCORING.numbers(s)},
    event=in_oracle,
    told=told,
    strategies=(
        *("random-split", "max-points-live", "points-times-progress", "max-points-static"),
    ),
    mixes=((0, 0, 0, 1, 2, 3),),
    rules={
        "scoring": ("standard", "balanced", own_scoring),
        "marks_to_win": between(1, 4),
        "max_turns": (1, 2, 4, 8, 14, between(3, 22)),
    },
    fit=fit,
    push=410,
    few=5,
    events={"first", "roll", "split", "mark", "waste", "own", "end"},
    situations=SITUATIONS,
)


# ---------------------------------------------------------------- the worked examples


def ints(text: str) -> list[int]:
    """The numbers in a text."""
    return [int(word) for word in text.split()]


def marks_of(text: str) -> dict[int, int]:
    """Marks by category: `8x1` is one in the eight."""
    return {int(c): int(n) for c, n in (word.split("x") for word in text.split())}


def marks_text(marks: Mapping[int, int]) -> str:
    """The same as a text."""
    return " ".join(f"{c}x{marks[c]}" for c in NUMBERS if marks[c]) or "none"


def faces(dice: str) -> list[int]:
    """What four dice show."""
    return list(map(int, dice))


def throw(table: Table, dice: list[int]) -> None:
    """Let the seat on turn have thrown these dice."""
    table.state["roll"] = sum((d - 1) * 6 ** (3 - k) for k, d in enumerate(dice))
    table.look(table.decision)


def roll_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """The splits that a player may choose once some categories are owned."""
    dice, owned = faces(given["dice"]), dict.fromkeys(ints(given.get("owned", "")), 0)
    legal = oracle.legal_partings(dice, oracle.empty_sheets().owner | owned, rules)
    return {"splits": splits_text(oracle.split(dice, parting) for parting in legal)}


def roll_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table = Table(GAME, rules, 2)
    table.state["owner"][ints(given.get("owned", ""))] = 0
    throw(table, faces(given["dice"]))
    choices = int(table.state["choices"])
    return {"splits": splits_text(table.state["splits"][k] for k in range(3) if choices >> k & 1)}


def splits_text(splits: Iterable[Sequence[int]]) -> str:
    """Distinct splits, as `3-11`."""
    return " ".join(f"{low}-{high}" for low, high in sorted({(int(a), int(b)) for a, b in splits}))


def turn_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """What a split does to the sheets."""
    sheets = oracle.empty_sheets()
    for seat, name in enumerate(("mine", "his")):
        sheets.marks[seat].update(marks := marks_of(given.get(name, "")))
        sheets.owner.update({c: seat for c, n in marks.items() if n == rules.marks_to_win})
    low, high = map(int, given["split"].split("-"))
    oracle.record(sheets, 0, (low, high), rules)
    return {
        "mine": marks_text(sheets.marks[0]),
        "his": marks_text(sheets.marks[1]),
        "owned": listed(c for c in NUMBERS if sheets.owner[c] == 0),
        "wasted": str(sheets.wasted),
    }


def turn_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table, there = Table(GAME, rules, 2), 0
    state = table.state
    for seat, (name, whose) in enumerate((("mine", "my_marks"), ("his", "opp_marks"))):
        for c, n in marks_of(given.get(name, "")).items():
            state[whose][c] = n
            there += n
            state["owner"][c] = seat if n == rules.marks_to_win else state["owner"][c]
    dice = [die for sums in given["split"].split("-") for die in two_dice(int(sums))]
    throw(table, dice)
    table.act(0)
    # The turn has passed: what seat 0 marked is now the opponent's.
    return {
        "mine": marks_text(state["opp_marks"]),
        "his": marks_text(state["my_marks"]),
        "owned": listed(c for c in NUMBERS if state["owner"][c] == 0),
        "wasted": str(table.outcome()["wasted"] + there),
    }


def two_dice(total: int) -> list[int]:
    """Two dice that show so much together."""
    first = max(1, total - 6)
    return [first, total - first]


def score_in_oracle(_rules: oracle.Rules, given: Fields) -> Fields:
    """Points under both scorings where seat 0 owns these, and seat 1 the others."""
    owner = {c: int(c not in ints(given["owned"])) for c in NUMBERS}
    found = {}
    for scoring in ("standard", "balanced"):
        first, second = oracle.scores_of(owner, oracle.points_of(oracle.Rules(scoring=scoring)))
        found[scoring] = f"{first}-{second} won by {oracle.winner_of([first, second])}"
    return found


def score_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table, found = Table(GAME, rules, 2), {}
    table.state["owner"][list(NUMBERS)] = [int(c not in ints(given["owned"])) for c in NUMBERS]
    own, other = table.outcome(0), table.outcome(1)
    for scoring in ("standard", "balanced"):
        first, second = (each[f"your_{scoring}"] for each in (own, other))
        winner = {WON: 0, LOST: 1, SHARED: -1}[int(own[f"result_{scoring}"])]
        found[scoring] = f"{first}-{second} won by {winner}"
    return found


def game_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A game of these rolls, each with the number of its parting."""
    moves = [move.split() for move in given["rolls"].split(", ")]

    class Dice:
        """Throws them; seat 0 begins."""

        rolls = iter(moves)

        def dice(self, _count: int) -> list[int]:
            """The next four."""
            return faces(next(self.rolls)[0])

        def pick(self, _count: int) -> int:
            """Who begins."""
            return 0

    def choose(_decision: str, _seat: int, view: oracle.View, _legal: list[int]) -> int:
        return int(moves[view["turns"] - 1][1])

    game = oracle.play_hand(rules, 2, Dice(), choose)
    return {
        "turns": str(game.turns),
        "points": listed(game.scores),
        "winner": str(game.winner),
        "wasted": str(game.wasted),
    }


def game_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    table = Table(GAME, rules, 2)
    for move in given["rolls"].split(", "):
        dice, parting = move.split()
        throw(table, faces(dice))
        table.act(int(parting))
    if not table.over:
        return {}
    outcome = table.outcome()
    return {
        "turns": str(outcome["turns"]),
        "points": listed(outcome["points"]),
        "winner": str({WON: 0, LOST: 1, SHARED: -1}[int(outcome["result"])]),
        "wasted": str(outcome["wasted"]),
    }


WORKED = {
    "roll": (roll_in_oracle, roll_in_kernel),
    "turn": (turn_in_oracle, turn_in_kernel),
    "score": (score_in_oracle, score_in_kernel),
    "game": (game_in_oracle, game_in_kernel),
}
"""How the kinds of examples in RULES.md are played."""
