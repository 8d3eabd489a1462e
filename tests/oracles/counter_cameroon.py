"""Counter-Cameroon played slowly and plainly, to check the fast kernel against.

Written from the rules alone; sections are those of RULES.md in the game's folder, and "step" is
that of section 4. Where the sources are silent, this oracle decides:

1. With `double-mark = 1` two equal sums are one mark: it is recorded or it is wasted, and the
   other sum counts as neither, so that invariant 2 does not hold there.
2. A split of two equal sums records something if its first mark does.
3. `early-stop` is looked at after every turn, once both marks are made. "More than half of all
   points" is half of the points of all 11 categories, owned or not.
4. A game that stops early, or at `max-turns`, is won by whoever owns more points then; equal
   points are a shared win. A game that ends in the turn that is the last allowed is a full game.
5. A view is that of the player who rolls: in `owner` 0 is he and 1 the opponent. `turns` counts
   the turn that he is in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Event = tuple[str, int, int]
"""Kind, seat (-1 if none), number (-1 if none)."""

View = dict[str, Any]
"""What a seat may know, by the names of section 5."""

Choose = Callable[[str, int, View, list[int]], int]
"""`choose(decision, seat, view, legal)` gives one of the legal partings."""

CATEGORIES = range(2, 13)
PLAYERS = 2
DICE = 4
# Which dice make the two pairs of each parting.
PARTINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
SCORINGS = {
    "standard": (11, 9, 7, 5, 3, 1, 3, 5, 7, 9, 11),
    "balanced": (6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6),
}
NOBODY = -1


class Chance(Protocol):
    """Every random fact, asked for in the order in which the rules meet it."""

    def dice(self, count: int) -> list[int]:
        """Faces 1..6 in the order thrown."""
        ...

    def pick(self, count: int) -> int:
        """One of 0..count-1, each as likely as the others."""
        ...


@dataclass(frozen=True)
class Rules:
    """The options of section 7."""

    scoring: str | tuple[int, ...] = "standard"
    marks_to_win: int = 4
    double_mark: int = 2
    must_mark: bool = False
    first_player: str = "same"
    early_stop: bool = False
    max_turns: int = 10000


@dataclass
class Sheets:
    """The two score sheets.

    Attributes:
        marks: by seat, then by category.
        owner: seat by category, or -1.
        wasted: marks that could not be recorded.
    """

    marks: tuple[dict[int, int], dict[int, int]]
    owner: dict[int, int]
    wasted: int = 0


@dataclass(frozen=True)
class Played:
    """One game played to its end.

    Attributes:
        events: everything that happened.
        first: the seat that rolled first.
        winner: seat, or -1 for a shared win.
        turns: of both players.
        scores: points by seat.
        categories: won, by seat.
        marks: by seat, then by category.
        owner: seat by category, or -1.
        wasted: marks that could not be recorded.
    """

    events: list[Event]
    first: int
    winner: int
    turns: int
    scores: list[int]
    categories: list[int]
    marks: tuple[dict[int, int], dict[int, int]]
    owner: dict[int, int]
    wasted: int


def points_of(rules: Rules) -> dict[int, int]:
    """Points by category."""
    points = SCORINGS[rules.scoring] if isinstance(rules.scoring, str) else rules.scoring
    return dict(zip(CATEGORIES, points, strict=True))


def empty_sheets() -> Sheets:
    """Two score sheets without a mark."""
    return Sheets(
        marks=(dict.fromkeys(CATEGORIES, 0), dict.fromkeys(CATEGORIES, 0)),
        owner=dict.fromkeys(CATEGORIES, NOBODY),
    )


def split(dice: Sequence[int], parting: int) -> tuple[int, int]:
    """The two sums of a parting 0..2, lower first."""
    low, high = sorted(dice[first] + dice[second] for first, second in PARTINGS[parting])
    return low, high


def splits(dice: Sequence[int]) -> list[tuple[int, int]]:
    """The distinct splits of four dice, sorted."""
    return sorted({split(dice, parting) for parting in range(len(PARTINGS))})


def numbers_to_mark(sums: tuple[int, int], rules: Rules) -> list[int]:
    """The categories that a split marks, in order; one twice for two equal sums."""
    low, high = sums
    return [low] if low == high and rules.double_mark == 1 else [low, high]


def legal_partings(dice: Sequence[int], owner: Mapping[int, int], rules: Rules) -> list[int]:
    """Partings that may be chosen, sorted; those that give the same split are all in it."""
    partings = list(range(len(PARTINGS)))
    if rules.must_mark:
        marking = [p for p in partings if any(owner[c] == NOBODY for c in split(dice, p))]
        return marking or partings
    return partings


def record(sheets: Sheets, seat: int, sums: tuple[int, int], rules: Rules) -> list[Event]:
    """Step 3: marks a split on the sheets, which it changes, and tells what happened."""
    events: list[Event] = []
    for category in numbers_to_mark(sums, rules):
        if sheets.owner[category] != NOBODY:
            sheets.wasted += 1
            events.append(("waste", seat, category))
            continue
        sheets.marks[seat][category] += 1
        events.append(("mark", seat, category))
        if sheets.marks[seat][category] == rules.marks_to_win:
            sheets.owner[category] = seat
            events.append(("own", seat, category))
    return events


def scores_of(owner: Mapping[int, int], points: Mapping[int, int]) -> list[int]:
    """Points by seat of the categories owned."""
    return [
        sum(points[category] for category in CATEGORIES if owner[category] == seat)
        for seat in range(PLAYERS)
    ]


def winner_of(scores: Sequence[int]) -> int:
    """The seat with more points, or -1 if they have the same."""
    return NOBODY if scores[0] == scores[1] else int(scores[1] > scores[0])


def play_hand(rules: Rules, players: int, chance: Chance, choose: Choose) -> Played:
    """One game.

    Args:
        rules: house rules.
        players: always 2.
        chance: the dice.
        choose: how they are split.
    """
    if players != PLAYERS:
        raise ValueError(f"{PLAYERS} players, not {players}")
    points = points_of(rules)
    sheets = empty_sheets()
    first = chance.pick(PLAYERS) if rules.first_player == "random" else 0
    events: list[Event] = [("first", first, -1)]
    turn, turns = first, 0

    while not _is_over(rules, sheets.owner, points, turns):
        # Step 1.
        dice = chance.dice(DICE)
        if len(dice) != DICE or not set(dice) <= {1, 2, 3, 4, 5, 6}:
            raise ValueError(f"seat {turn} throws {DICE} dice, not {dice}")
        turns += 1
        events.append(("roll", turn, int("".join(map(str, dice)))))

        # Step 2.
        legal = legal_partings(dice, sheets.owner, rules)
        view = _view(sheets, turn, dice, points) | {"i_rolled_first": turn == first, "turns": turns}
        parting = choose("split", turn, view, list(legal))
        if parting not in legal:
            raise ValueError(f"seat {turn} cannot choose parting {parting}, only {legal}")
        low, high = split(dice, parting)
        events.append(("split", turn, 100 * low + high))

        # Steps 3 and 4.
        events += record(sheets, turn, (low, high), rules)
        turn = 1 - turn

    scores = scores_of(sheets.owner, points)
    winner = winner_of(scores)
    events.append(("end", winner, turns))
    return Played(
        events=events,
        first=first,
        winner=winner,
        turns=turns,
        scores=scores,
        categories=[list(sheets.owner.values()).count(seat) for seat in range(PLAYERS)],
        marks=sheets.marks,
        owner=sheets.owner,
        wasted=sheets.wasted,
    )


def _is_over(rules: Rules, owner: Mapping[int, int], points: Mapping[int, int], turns: int) -> bool:
    if turns == rules.max_turns or NOBODY not in owner.values():
        return True
    return rules.early_stop and 2 * max(scores_of(owner, points)) > sum(points.values())


def _view(sheets: Sheets, seat: int, dice: Sequence[int], points: Mapping[int, int]) -> View:
    return {
        "dice": list(dice),
        "my_marks": dict(sheets.marks[seat]),
        "opp_marks": dict(sheets.marks[1 - seat]),
        "owner": {
            category: NOBODY if owner == NOBODY else int(owner != seat)
            for category, owner in sheets.owner.items()
        },
        "points": dict(points),
    }
