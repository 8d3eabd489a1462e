"""Counter-Cameroon and its oracle."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from cardsim.game import Event
from cardsim.games.counter_cameroon import GAME
from cardsim.games.counter_cameroon.rules import BALANCED, STANDARD, Rules
from cardsim.games.counter_cameroon.state import CATEGORIES, HIGHEST, LOST, LOWEST, SHARED, WON
from cardsim.options.params import options_of
from harness import Part, Play, Shown, Told, as_triple, between, same
from oracles import counter_cameroon as oracle

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
