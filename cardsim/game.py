"""The contract of a game: static facts and small functions on one hand.

A game has no loops over hands and no strategies. The engines own the loops and call the functions;
games know neither each other nor the engines. A folder in `cardsim/games/` that defines `GAME` is
a game; there is no list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsim.params import Option, Value, options_of

if TYPE_CHECKING:
    import numpy as np

Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Decision:
    """A point where a seat chooses.

    Attributes:
        name: with dashes, as in the rules; a strategy's function has underscores.
        help: what is decided.
        actions: a word for each action; action `a` is number `a`.
        apply: kernel (state, rules, action, words) -> next decision's number, or -1 when the hand
            is over.
        frequent: whether most hands meet it, so that it is worth a loop of its own in the engine.
    """

    name: str
    help: str
    actions: tuple[str, ...]
    apply: Kernel
    frequent: bool = False

    @property
    def function(self) -> str:
        """The name of a strategy's function for this decision."""
        return self.name.replace("-", "_")


@dataclass(frozen=True)
class Column:
    """One column of a table of outcomes.

    Attributes:
        name: as in the result.
        field: the outcome field it is read from; one of the seat's own in a table by seat.
        low, high: the smallest and largest value.
        help: what it means, with the unit.
        labels: words for the values from `low` up, where it is not a number.
        scale: what a stored unit is worth.
    """

    name: str
    field: str
    low: int
    high: int
    help: str
    labels: tuple[str, ...] = ()
    scale: float = 1.0


@dataclass(frozen=True)
class Axis:
    """What the entries of an array field of the outcome stand for: `category`, from 2 to 12."""

    name: str
    low: int
    high: int


@dataclass(frozen=True)
class Table:
    """Columns whose combinations are counted together.

    Attributes:
        name: as in the result.
        columns: what is counted; the name of the axis is added in front where there is one.
        by_seat: whether each hand counts once for every seat, with that seat's entry of array
            fields.
        by: the same for every place of another axis.
    """

    name: str
    columns: tuple[Column, ...]
    by_seat: bool = False
    by: Axis | None = None

    def axis(self, players: int) -> Axis | None:
        """For which places each hand counts once; None where it counts once in all."""
        return Axis("seat", 0, players - 1) if self.by_seat else self.by


@dataclass(frozen=True)
class Measure:
    """A number that a run estimates: the mean of a column, or how often it lies in a range.

    Attributes:
        name: as in results: words with underscores.
        text: in words, for people.
        table, column: where it is read.
        at_least, at_most: for a share of the hands, the range counted; both None for a mean.
        where: column values that select the rows it is taken over.
        lower_is_better: how strategies are ranked by it.
        as_share: whether a mean is itself a share of something, to be shown in per cent.
    """

    name: str
    text: str
    table: str
    column: str
    at_least: float | None = None
    at_most: float | None = None
    where: tuple[tuple[str, Value], ...] = ()
    lower_is_better: bool = True
    as_share: bool = False

    @property
    def is_share(self) -> bool:
        """Whether it is a share rather than a mean."""
        return self.at_least is not None or self.at_most is not None


@dataclass(frozen=True)
class Unit:
    """What is played and recorded once: a hand, or a match.

    Attributes:
        name, plural: in words.
        tables: kernel-free description of what is counted.
        measures: the first is the one a run is about.
        shares: (table, column) pairs whose distribution is shown.
        by_seat: (table, column) pairs whose mean by seat, or by the table's other axis, is shown.
        sentence: numbers by name -> the answer in words.
    """

    name: str
    plural: str
    tables: tuple[Table, ...]
    measures: tuple[Measure, ...]
    shares: tuple[tuple[str, str], ...]
    by_seat: tuple[tuple[str, str], ...]
    sentence: Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True)
class Step:
    """One step of a traced hand: who decided what, and the states before and after.

    Attributes:
        decision: None for a step that is no decision; `action` then is -1 for the deal, -2 for the
            scoring of the hand and -3 for what follows from it in a match.
        before: the state with what the deciding seat saw; after: the state once it was done.
    """

    decision: Decision | None
    seat: int
    action: int
    before: Any
    after: Any


@dataclass(frozen=True)
class Event:
    """Something that happened in a hand, in the words of the rules: (kind, seat, number)."""

    kind: str
    seat: int
    card: int


@dataclass(frozen=True, eq=False)
class Game:
    """A set of rules that can be played.

    The functions are kernels on one hand. `state` and `rules` are records, `words` is the hand's
    stream of random numbers (`cardsim.rng`).

    Attributes:
        name: the folder's, with dashes.
        title: for people.
        page: the rules as played, with sources and decisions taken.
        rules: the frozen dataclass of house rules; presets are named sets of them.
        players: fewest, most, and the usual number.
        state, view, outcome: dtypes. The view is part of the state's memory and of the same size;
            the fields of the outcome are all of one integer type.
        view_help: what each field of the view means.
        start(state, rules, players, match): a new match; the state keeps what a deal does not
            touch, so that single hands need it only once.
        deal(state, rules, words): a new hand; returns the first decision or -1.
        observe(state, rules): write what the deciding seat may see.
        legal(view, action): whether the deciding seat may do this.
        close(state, rules): score the hand that has ended.
        next_hand(state, rules): settle it; whether the match goes on.
        score(state, rules, hero, outcome): the outcome of the hand, or of the match, with the
            hero's seat.
        units: what can be recorded, by name, the usual one first; (rules, players) -> Unit. Only
            `match` is played hand after hand.
        narrate: (steps of a traced hand, rules) -> its events; tell: the same -> lines for people.
        default_strategy: what seats play when nothing is said.
        objection: (rules, players) -> why they cannot play by these rules, or None.
        words_ahead: random words made for every hand before it begins, in bulk; as many as most
            hands need.
        pool: hands in play together, where the engine's usual number is not the fastest.
    """

    name: str
    title: str
    page: str
    rules: type
    presets: Mapping[str, Mapping[str, Value]]
    players: tuple[int, int, int]
    state: np.dtype[np.void]
    view: np.dtype[np.void]
    outcome: np.dtype[np.void]
    view_help: Mapping[str, str]
    decisions: tuple[Decision, ...]
    start: Kernel
    deal: Kernel
    observe: Kernel
    legal: Kernel
    close: Kernel
    next_hand: Kernel
    score: Kernel
    units: Mapping[str, Callable[[Any, int], Unit]]
    narrate: Callable[[list[Step], Any], list[Event]]
    tell: Callable[[list[Step], Any], list[str]]
    default_strategy: str
    objection: Callable[[Any, int], str | None] = lambda _rules, _players: None
    words_ahead: int = 24
    pool: int | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        """The house rules as options."""
        return options_of(self.rules)

    @property
    def usual_unit(self) -> str:
        """What is played and counted once when nothing is said."""
        return next(iter(self.units))

    def decision(self, function: str) -> int:
        """The number of the decision whose strategy function has this name; -1 if there is none."""
        names = [d.function for d in self.decisions]
        return names.index(function) if function in names else -1
