"""The contract of a game: static facts and small functions on one hand.

A game has no loops over hands and no strategies. The engines have the loops and call the functions.
Games know neither each other nor the engines. A folder in `cardsim/games/` that defines `GAME` is
a game; there is no list.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, MISSING, dataclass, field, fields, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from cardsim.errors import UserError, one_line
from cardsim.options.params import (
    Option,
    Value,
    options_of,
)

if TYPE_CHECKING:
    import numpy as np

    from cardsim.layout import Layout

Kernel = Callable[..., Any]

OVER, CHANCE = -1, -2
"""Returned by a kernel in place of a decision's number: the hand is over, or waits for chance."""

HOW_TO_IMAGINE = (
    "a class says in `hidden` what nobody sees; kernels have an `imagine` that deals it anew "
    "(docs/guides/your-own-game.md)"
)
"""Explanation, in error messages, of what looking ahead, advice and hints need of a game."""

NOT_SEEN = -1
"""Stands in place of an action at the waiting decision, where none was seen yet."""
UNTOLD = -2
"""Stands in place of an action that the view does not tell."""
LOG_WEIGHT = "log_weight"
"""Field of a state, where a game has it: the logarithm of how much less likely a replayed hand is
than `rewind` deals it."""
REPLAYED = -1e300
"""Log weight before `imagine` of a hand that is replayed next: the hidden need not be dealt."""

DEALT, SCORED, SETTLED, CHANCED = -1, -2, -3, -4
"""`Step.action` of a step that is no decision: the deal, the scoring of a hand, its settling in a
match, and an event of chance."""


def _missing(*_: object) -> Any:
    """Stand in for a kernel that a decision does not name; `Game.of` replaces it by the game's."""
    raise NotImplementedError


Action = Any
"""An action of a seat: an int64, or a pair of them at a decision that is `wide`."""


@dataclass(frozen=True)
class Decision:
    """A point where a seat chooses.

    The legal actions are never stored as a list: they are counted, and each is given by its number
    in the order of the rules. A decision with a word for each action leaves `count`, `nth` and
    `tell` to `cardsim.choices`, which goes through the words.

    Attributes:
        name: with dashes, as in the rules; a strategy's function has underscores.
        help: what is decided.
        actions: a word for each action; action `a` is number `a`. Empty where there is no useful
            bound; the decision then has `count`, `nth` and `tell`.
        apply: kernel (state, rules, action, words) -> next decision's number, OVER or CHANCE; by
            default `apply_` with the decision's name in the game's `play`.
        legal: kernel (view, action) -> whether the deciding seat may do this; for any action; by
            default `legal` in the game's `play`.
        observe: replaces the game's `observe` before this decision, where that saves asking which
            decision it is.
        count: kernel (view) -> how many actions are legal, int64.
        nth: kernel (view, n) -> the legal action number `n`, 0 for the first.
        tell: (view, action) -> the action in words.
        wide: whether an action is a pair of int64, such as a move that names many cards.
        left: kernel (view) -> how much is left of the hand, int64, as players count it: cards in a
            stock or in the own hand; None where that is unknown. By default `left` in the game's
            `play`, if there is one.
    """

    name: str
    help: str
    actions: tuple[str, ...]
    apply: Kernel = _missing
    _: KW_ONLY
    legal: Kernel = _missing
    observe: Kernel | None = None
    count: Kernel | None = None
    nth: Kernel | None = None
    tell: Callable[[Any, Any], str] | None = None
    wide: bool = False
    left: Kernel | None = None

    def __post_init__(self) -> None:
        if (self.wide or not self.actions) and None in (self.count, self.nth, self.tell):
            raise ValueError(f"decision '{self.name}' needs count, nth and tell")

    @property
    def answers(self) -> str:
        """The possible answers of a strategy, in words."""
        if self.actions:
            told = enumerate(self.actions)
            return ", ".join(f"{n}" if f"{n}" == word else f"{n} {word}" for n, word in told)
        return f"{'a pair of numbers' if self.wide else 'a number'}, as `nth_legal` gives it"

    @property
    def function(self) -> str:
        """The name of a strategy's function for this decision."""
        return self.name.replace("-", "_")

    def word(self, view: Any, action: Action) -> str:
        """Return a legal action in words, for the seat that has this view."""
        if self.tell is not None:
            return self.tell(view, action)
        return self.actions[action] if isinstance(action, int) else str(action)


@dataclass(frozen=True)
class Column:
    """One column of a table of outcomes.

    Attributes:
        name: as in the result.
        low, high: the smallest and largest value.
        help: what it means, with the unit.
        field: the outcome field it is read from, one of the seat's own in a table by seat; by
            default the field of its name.
        labels: words for the values from `low` up, where it is not a number.
        scale: the value of a stored unit.
        told: words for people in place of the numbers from `low` up, which stay in the data: the
            name of a seat, or that 0.5 is a game shared.
    """

    name: str
    low: int
    high: int
    help: str
    field: str = ""
    labels: tuple[str, ...] = ()
    scale: float = 1.0
    told: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", self.field or self.name)

    @property
    def is_share(self) -> bool:
        """True if all its values lie between 0 and 1, as shares of a win do."""
        return self.low >= 0 and round(self.high * self.scale, 9) <= 1

    def word(self, value: Any) -> str:
        """Return a value in words for people."""
        if self.told:
            place: int = round(value / self.scale) - self.low
            return self.told[place]
        return f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Axis:
    """The meaning of the entries of an array field of the outcome: `category`, from 2 to 12."""

    name: str
    low: int
    high: int


@dataclass(frozen=True)
class CountTable:
    """Columns whose combinations are counted together.

    Attributes:
        name: as in the result.
        columns: the columns; that of the axis is added in front where there is one.
        by_seat: whether each hand counts once for every seat, with that seat's entry of array
            fields.
        by: the same for every place of another axis.
    """

    name: str
    columns: tuple[Column, ...]
    by_seat: bool = False
    by: Axis | None = None

    def axis(self, players: int) -> Axis | None:
        """Return the axis for whose places each hand counts once; None if it counts once in all."""
        return Axis("seat", 0, players - 1) if self.by_seat else self.by


COMPANY = "company"
"""The table of outcomes by the strategies met, where the others are drawn anew for each hand."""
MONEY = "money"
"""The name of the measure of the hero's winnings in money, where a stake is given."""


@dataclass(frozen=True)
class Measure:
    """A number that a run estimates: the mean of a column, a quantile, or a share of the hands.

    Attributes:
        name: as in results: words with underscores.
        text: in words, for people.
        table, column: from which it is read.
        at_least, at_most: for a share of the hands, the range counted; both None for a mean.
        quantile: for a quantile, the share of the hands that do not pass it.
        per: a display option; a unit of the column is worth its value times `scale`. The measure is
            not shown where that value is 0. With a range, each hand counted is such a unit, and the
            estimate is not a share.
        less: the multiple of that value that is taken off.
        where: column values that select the rows it is taken over.
        lower_is_better: how strategies are ranked by it.
        neutral: whether more of it is neither better nor worse, as for the length of a hand; then
            nothing is best by it, and `lower_is_better` means nothing.
        as_share: whether a mean is itself a share of something, from 0 to 1 in every hand, to be
            shown in per cent.
        you: a sentence without its end, with the value in braces: "you win {} of matches"; two of
            them if values above and below zero need different sentences. By default `text`.
        level: the sentence that replaces two where the sign is not certain.
        times: a factor of the value in sentences, as for "lives in 100 hands".
        cost: a difference in words, the same way: "{} lives in 100 hands"; shares need none.
        even: everybody's value if all played alike, where it is known.
    """

    name: str
    text: str
    table: str
    column: str
    at_least: float | None = None
    at_most: float | None = None
    where: tuple[tuple[str, Value], ...] = ()
    lower_is_better: bool = True
    neutral: bool = False
    as_share: bool = False
    quantile: float | None = None
    per: str = ""
    scale: float = 1.0
    less: float = 0.0
    you: str | tuple[str, str] = ""
    level: str = "you and the others are level within noise ({})"
    times: int = 1
    cost: str = "{}"
    even: float | None = None

    def factor(self, display: Mapping[str, Value]) -> float:
        """Return the worth of a unit of the column, with these display options."""
        return self.scale * float(display[self.per]) if self.per else self.scale

    def taken_off(self, display: Mapping[str, Value]) -> float:
        """Return the amount that is taken off the mean, with these display options."""
        return self.less * float(display[self.per]) if self.per else 0.0

    @property
    def wanted(self) -> bool | None:
        """True if less of it is better, False if more is; None if neither is."""
        return None if self.neutral else self.lower_is_better

    @property
    def sign(self) -> int:
        """-1 if less of it is better, else 1."""
        return -1 if self.lower_is_better else 1

    @property
    def has_range(self) -> bool:
        """True if hands are counted by their value, rather than the values added up."""
        return self.at_least is not None or self.at_most is not None

    @property
    def is_share(self) -> bool:
        """True if it is a share rather than a mean."""
        return self.has_range and not self.per

    @property
    def in_per_cent(self) -> bool:
        """True if it is shown in per cent."""
        return self.is_share or self.as_share

    @property
    def shown_times(self) -> int:
        """Factor by which its differences are shown: 100 for shares."""
        return 100 if self.in_per_cent else self.times

    @property
    def within(self) -> tuple[float, float]:
        """The limits of its value, whatever is played."""
        return (0.0, 1.0) if self.in_per_cent else (-math.inf, math.inf)


@dataclass(frozen=True)
class Unit:
    """A unit of play that is recorded as one: a hand, a match, a rubber.

    Attributes:
        name, plural: in words.
        goes_on: 0 for a unit of one deal; else the number by which `start` knows a unit that is
            played deal after deal until `next_hand` says that it is over.
        tables: the tables that are counted.
        measures: the measures that are estimated. The first is the one that a run is about
            (`about`), by default the objective.
        objective: the name of the measure that it is won by, as its `lower_is_better` says. Every
            hand has a value of it, so it has no `where` and its table is not by seat.
        shares: (table, column) pairs whose distribution is shown.
        by_seat: (table, column) pairs whose mean by seat, or by the table's other axis, is shown.
        facts: numbers by name, the estimates and the display options -> a text about the game
            besides the answer.
        leads: a measure, and its table, by which a seat learns first that hardly ever wins; runs
            have it only where it is asked for. None: `lead` takes one of `measures`.
    """

    name: str
    plural: str
    tables: tuple[CountTable, ...]
    measures: tuple[Measure, ...]
    objective: str
    shares: tuple[tuple[str, str], ...]
    by_seat: tuple[tuple[str, str], ...]
    facts: Callable[[Mapping[str, Any]], str]
    goes_on: int = 0
    leads: tuple[CountTable, Measure] | None = None

    @property
    def lead(self) -> Measure | None:
        """The measure by which a seat learns first that hardly ever wins; None if there is none."""
        if self.leads is not None:
            return self.leads[1]
        others = (m for m in self.measures if m.name != self.objective)
        return next(
            (m for m in others if not (m.neutral or m.in_per_cent) and self.by_hand(m)), None
        )

    @property
    def won_by(self) -> Measure:
        """The measure that the unit is won by."""
        return next(m for m in self.measures if m.name == self.objective)

    def about(self, name: str) -> Unit:
        """Return the unit with another measure first; for an empty name, with the objective."""
        if self.leads is not None and name == self.leads[1].name:
            table, measure = self.leads
            tables = self.tables if table in self.tables else (*self.tables, table)
            return replace(self, tables=tables, measures=(measure, *self.measures), leads=None)
        first = next(m for m in self.measures if m.name == (name or self.objective))
        return replace(self, measures=(first, *(m for m in self.measures if m is not first)))

    def told(self, display: Mapping[str, Value]) -> Unit:
        """Return the unit without the measures that these display options give no worth."""
        return replace(
            self, measures=tuple(m for m in self.measures if not m.per or display[m.per])
        )

    def with_company(self, members: int) -> Unit:
        """Return the unit with counts by which of so many members of a mixture sat at the table.

        They are counted with its first measure, or if not every hand has a value of that, with the
        one the unit is won by.
        """
        by, column = Axis("met", 0, members - 1), self.column(self.met_by)
        table = CountTable(COMPANY, (column,), by=by)
        return replace(self, tables=(*self.tables, table))

    @property
    def met_by(self) -> Measure:
        """The measure that is counted by which strategies were met."""
        first = self.measures[0]
        return first if self.by_hand(first) else self.won_by

    def without_rivals(self) -> Unit:
        """Return the unit with sentences that name no rivals, where nobody loses what you win."""
        even = "you come out even within noise ({})"
        return replace(self, measures=tuple(replace(m, level=even) for m in self.measures))

    def step(self, measure: Measure, display: Mapping[str, Value]) -> float:
        """Return the worth of 1 in a measure's sum, with these display options."""
        scale = 1.0 if measure.has_range else self.column(measure).scale
        return scale * measure.factor(display)

    def by_hand(self, measure: Measure) -> bool:
        """Return whether every hand has one value of a measure, as paired comparisons need."""
        table = next(t for t in self.tables if t.name == measure.table)
        return not (measure.where or measure.quantile or table.by_seat or table.by)

    def column(self, measure: Measure) -> Column:
        """Return the column that a measure reads."""
        table = next(t for t in self.tables if t.name == measure.table)
        return next(c for c in table.columns if c.name == measure.column)


@dataclass(frozen=True)
class Figure:
    """A number that is known exactly.

    Attributes:
        name: that of the measure that estimates it, if there is one.
        text: in words, for people.
        value: the number, or the share, 0..1.
        is_share: whether the value is a share.
    """

    name: str
    text: str
    value: float
    is_share: bool = False


@dataclass(frozen=True)
class FigureTable:
    """Exact numbers in rows and columns.

    Attributes:
        name: as in the result.
        text: in words, for people.
        columns: name -> values, all of one length.
        shares: the columns that hold shares, 0..1.
        brief: whether it is short enough for a terminal; files and JSON have every table.
    """

    name: str
    text: str
    columns: Mapping[str, Sequence[Value]]
    shares: tuple[str, ...] = ()
    brief: bool = True


@dataclass(frozen=True)
class Solution:
    """An exact answer: numbers, and tables of them. Plain data, so that it can be kept on disk."""

    figures: tuple[Figure, ...]
    tables: tuple[FigureTable, ...] = ()


@dataclass(frozen=True)
class Question:
    """Something about a game that can be answered exactly, without playing it.

    Attributes:
        name: with dashes.
        help: what is asked.
        cost: (rules, players, own options by name) -> estimated seconds. It does no work, and
            raises UserError where the question cannot be answered: too large, or without sense.
        solve: the same -> the answer.
        sentence: (figures by name, tables by name, players, display options) -> the answer in
            words.
        unit: the unit whose measures the figures are exact values of; empty where there is none.
        options: a frozen dataclass of the question's own options, or None.
        depends: the house rules that affect the answer or whether there is one; others are refused
            if they are given. None for all.
    """

    name: str
    help: str
    cost: Callable[[Any, int, Mapping[str, Value]], float]
    solve: Callable[[Any, int, Mapping[str, Value]], Solution]
    sentence: Callable[
        [Mapping[str, float], Mapping[str, FigureTable], int, Mapping[str, Value]], str
    ]
    unit: str = ""
    options: type | None = None
    depends: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Step:
    """One step of a traced hand: who decided what, and the states before and after.

    Attributes:
        decision: None for a step that is no decision; `action` then is `DEALT`, `SCORED`,
            `SETTLED` or `CHANCED`.
        before: the state with what the deciding seat saw; after: the state once it was done.
    """

    decision: Decision | None
    seat: int
    action: Action
    before: Any
    after: Any


@dataclass(frozen=True)
class Event:
    """Something that happened in a hand, in the words of the rules.

    Attributes:
        kind: the word for it.
        seat: the seat that did it, or to which it happened; -1 for none.
        values: its cards or numbers, as many as the kind has.
    """

    kind: str
    seat: int
    values: tuple[int, ...] = ()


NO_LINE = 0
"""The line number of a hand in a file that is not written line by line."""


class Noted(NamedTuple):
    """A hand of a file in a notation of other programs.

    Attributes:
        label: its value of `--board`.
        title: its name for people.
        seats: names of the seats in its lines.
        players: who sat in each seat; empty if unknown.
        lines: the hand as it would be typed in, with line numbers of the file, or `NO_LINE`.
        wrong: why it cannot be played again; None if it can.
        day: the day when it was played, as the file writes it; empty if unknown.
    """

    label: str
    title: str
    seats: tuple[str, ...]
    players: tuple[str, ...]
    lines: tuple[tuple[int, str], ...]
    wrong: UserError | None = None
    day: str = ""


@dataclass(frozen=True)
class Feature:
    """A number made of the view, by which players decide.

    Attributes:
        name: with dashes; where it has no kernel, that of the view's field, with underscores there.
        words: a situation for people, with the number in braces, and endings that depend on whether
            it is 1: "holding {} point{s}", "with {} penn{y} left".
        low, high: the smallest and the largest number that are told apart; those beyond count as
            these.
        look: kernel (view) -> the number; a game's package offers it to strategies by its name.
        labels: words for the numbers from `low` up, where people use words.
    """

    name: str
    words: str
    low: int
    high: int
    look: Kernel | None = None
    labels: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The feature in a strategy's code."""
        field_name = self.name.replace("-", "_")
        return f"view.{field_name}" if self.look is None else f"{self.look.__name__}(view)"

    @property
    def size(self) -> int:
        """The number of values that are told apart."""
        return self.high - self.low + 1

    def told(self, low: int, high: int) -> str:
        """Return a range of its numbers, with both ends, for people; empty for the whole range."""
        if (low, high) == (self.low, self.high):
            return ""
        if self.labels:
            named = self.labels[low - self.low : high - self.low + 1]
            return self.with_number(" or ".join(named))
        if high == self.high:
            text = f"{low} or more"
        elif low == self.low:
            text = f"at most {high}" if high > 0 else str(high)
        else:
            text = str(low) if low == high else f"{low} to {high}"
        return self.with_number(text)

    def with_number(self, text: str) -> str:
        """Return the words with a number in them."""
        one = text.rpartition(" ")[2] == "1"
        return self.words.format(text, s="" if one else "s", y="y" if one else "ies")


@dataclass(frozen=True)
class Scores:
    """Numbers that describe an action of a large decision, by which actions are scored.

    Attributes:
        describe: kernel (view, action, numbers) that fills an int64 array, and returns which table
            of weights is the action's; a game's package offers it to strategies by its name.
        words: for each number, one of it in words for people: "a point won now", "an ace kept".
        wheres: for each table, when it applies: "at a total of 99"; empty if there is only one.
        following: kernel (view, first, second) that returns the legal action after a wide one, by
            its two numbers, and the first of all after -1 and -1; two numbers of -1 after the last.
            It is for games that have to count in order to find action number `n`, and is offered by
            its name.
    """

    describe: Kernel
    words: tuple[str, ...]
    wheres: tuple[str, ...] = ()
    following: Kernel | None = None

    @property
    def tables(self) -> int:
        """The number of tables of weights."""
        return max(len(self.wheres), 1)


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def in_turn(players: int, verb: str = "play", last: str = "the dealer") -> tuple[str, ...]:
    """Return the seats in the order of play: the first to play, the second ... the dealer."""
    numbers = [*ORDINALS, *(f"{k}th" for k in range(len(ORDINALS) + 1, players + 1))]
    return (*(f"the {number} to {verb}" for number in numbers[: players - 1]), last)


def numbered(players: int) -> tuple[str, ...]:
    """Return the seats where none has a name, since the deal goes round: player 1, player 2 ..."""
    return tuple(f"player {number}" for number in range(1, players + 1))


MODULES: Mapping[str, Mapping[str, str]] = {
    "rules": {
        "rules": "Rules",
        "presets": "PRESETS",
        "preset_players": "PRESET_PLAYERS",
        "preset_fields": "PRESET_FIELDS",
        "display": "Display",
        **{name: name for name in ("sides", "seat_names", "hero_seat", "limits", "objection")},
    },
    "state": {"layout": "LAYOUT", "outcome": "OUTCOME"},
    "play": {
        **{name: name for name in ("start", "deal", "observe", "close", "next_hand", "score")},
        "chance": "roll",
    },
    "story": {"narrate": "events", "tell": "tell", "holdings": "holdings"},
    "features": {
        name: name.upper() for name in ("features", "by", "experts", "scores", "worths", "deeds")
    },
}
"""Parts of each module of a game: the field of `Game`, and the name in the module."""


@dataclass(frozen=True, eq=False)
class Game:
    """A set of rules that can be played.

    A game's package makes it with `Game.of`, which reads most of it from the game's modules.

    The functions are kernels on one hand. `state` and `rules` are records, `words` is the hand's
    stream of random numbers (`cardsim.rng`).

    Attributes:
        name: the folder's, with dashes.
        title: for people.
        page: the rules as played, with sources and decisions taken.
        rules: the frozen dataclass of house rules; presets are named sets of them.
        players: fewest, most, and usual number of players.
        preset_players: the number of players of presets that are for one number alone.
        preset_fields: the preset whose field sits at the tables of a preset without its own.
        layout: the memory of a hand. The state has a field `seat`, who is to decide, and in a game
            with units that go on `deals`, how many hands have been settled. A state with a field
            `board` gets the number of the hand, or of the unit that goes on, among those in which
            the hero has this seat, from 0: each seat meets every board.
        outcome: the dtype of a row of outcomes; its fields are all of one integer type.
        start(state, rules, players, unit): begin a new table. `unit` is 0 for single hands, else
            `Unit.goes_on`; a deal leaves what it writes, so that single hands need it only once.
        deal(state, rules, words): deal a new hand; returns the first decision, OVER or CHANCE.
        observe(state, rules): write what the deciding seat may see.
        close(state, rules): score the hand that has ended.
        next_hand(state, rules): settle the hand; returns whether the unit goes on with another
            deal. None in a game that has only single hands.
        score(state, rules, hero, outcome): write the outcome of the hand, or of the match, with the
            hero's seat.
        units: what can be recorded, by name, the usual one first; (rules, players) -> Unit.
        narrate: (steps of a traced hand, rules) -> its events, those that `events` in the game's
            `story` gives for each step; tell: the same steps, rules, and the name of each seat
            -> lines for people, which need not begin with a capital.
        default_strategy: what seats play by default; empty without decisions.
        sides: (rules, players) -> the side of each seat; seats of one side win and lose together,
            and are partners. None in a game that each plays for himself.
        seat_names: (rules, players) -> the players' names of the seats in a single hand.
        keeps_names: whether seats keep these names in units that go on, although the deal goes
            round; else they are numbered there.
        hero_seat: (rules, unit) -> the seat that you keep, where the deals are not alike for all;
            None where you take each in turn.
        house: the name of a seat that is no player and plays by fixed rules, such as "the dealer";
            empty where there is none. It loses what players win, so the game is not zero-sum. It
            plays in the last `apply`, or in `chance` if its moves are to be seen.
        zero_sum: whether the others lose what one wins, so that nobody has an edge where all play
            alike. Not so where each plays against a bank or for points of his own.
        limits: rules -> what they forbid whatever a strategy wants, to follow "where"; else empty.
        objection: (rules, players) -> why this many cannot play by these rules, or None.
        supply: (rules, unit) -> how many different ones of the unit there are by these rules, such
            as boards of a file; None where deals are made at random, without end.
        formats: writers of a traced hand for other programs, by the name of the format:
            (steps, rules, who sits in each seat) -> lines.
        words_ahead: random words made for every hand before it begins, in bulk; as many as most
            hands need.
        chance(state, rules, words): make the next event of chance of a hand that waits for one,
            such as a throw of dice; returns as `deal` does. A game needs it if a trace is to show
            events one by one, or if a hand may have many between two decisions.
        imagine(view, rules, words, state): write into `state` a whole hand drawn uniformly among
            those that agree with what a seat sees when it is to decide: the cards that it cannot
            see are dealt anew to where they may be. `observe` gives the view back, and the hand can
            be played on from that decision. Chance comes from `words`. `state` is a hand of the
            same table, in other memory than the view's; what no view shows and no card changes,
            such as when a seat went out of a match, stays in it.
        rewind(view, rules, words, state): turn an imagined hand back into the deal that it came
            from, with `words` stacked so that it is played again with the same cards; returns the
            first decision, or OVER where the view does not tell what was done. What the view leaves
            open, such as when a card was drawn, is drawn from `words`. None where worlds are not
            weighted by what was seen.
        seen(view, state, decision): return the action that the view tells at the point which a
            rewound hand has reached; NOT_SEEN at the point where the view was taken; UNTOLD where
            the seat's strategy is to choose. Needed with `rewind`.
        settle(past, rules, words, state): give the others in an imagined hand what they hold in one
            that was rewound and played to the same decision; needed where `seen` may be UNTOLD.
        forget(view, limit): blank, in a player's own copy of a view, what one does not know any
            more with the limit of this number in `remembers`, above 0. What is legal must stay so.
            None where nobody forgets.
        remembers: words for limits of memory, "everything" the first.
        batch(seed, first, count, players, rules, stop, states, words, outcomes): play many hands of
            a game without decisions at once, faster than one by one and with the same outcomes;
            returns whether it can by these rules. `states` and `words` are memory to work in; it
            ends early when stop[0] is set.
        holdings: (states, shape (n,)) -> what every seat holds in each of them, by name, for frames
            of hands: arrays of shape (n, seats) or (n, seats, k). `cards` are places in
            `cards.CARD_NAMES`, which are the ids, and -1 behind the last; a missing number is nan.
            None in a game in which nobody holds anything of his own.
        display: a frozen dataclass of options that only affect how results are told, not play.
        exact: the questions that can be answered exactly; `run` shows the answers to those with a
            unit beside its estimates.
        features: the features by which players decide, at any decision.
        by: decision by name -> the names of the features that matter most there; decisions that
            take no thought are missing (`LEFT_OUT` in `tests/test_learn.py` says why).
        experts: decision with many actions by name -> the strategies whose choices are compared
            instead of all legal actions.
        scores: decision with many actions by name -> the numbers by which these are scored.
        worths: decision by name -> the numbers by which quantal players value its actions, where
            these are not its scores (`cardsim.quantal`).
        deeds: names of the features that count what a seat itself brought about in a hand, and that
            others may answer. `learn` looks for plans that bring it about (`cardsim.search.plans`).
        settled: numbers of the state that only `start` writes in single hands. The loop that is
            bound to a table (`cardsim.engine.hand_loop`) has them as constants.
        version: of the rules as played; it changes only when outcomes do.
    """

    name: str
    title: str
    page: str
    rules: type
    presets: Mapping[str, Mapping[str, Value]]
    players: tuple[int, int, int]
    layout: Layout
    outcome: np.dtype[np.void]
    decisions: tuple[Decision, ...]
    start: Kernel
    deal: Kernel
    observe: Kernel
    close: Kernel
    next_hand: Kernel | None
    score: Kernel
    units: Mapping[str, Callable[[Any, int], Unit]]
    narrate: Callable[[list[Step], Any], list[Event]]
    tell: Callable[[list[Step], Any, Sequence[str]], list[str]]
    default_strategy: str
    chance: Kernel | None = None
    imagine: Kernel | None = None
    rewind: Kernel | None = None
    seen: Kernel | None = None
    settle: Kernel | None = None
    forget: Kernel | None = None
    remembers: tuple[str, ...] = ()
    batch: Kernel | None = None
    holdings: Callable[[Any], Mapping[str, np.ndarray[Any, Any]]] | None = None
    display: type | None = None
    exact: tuple[Question, ...] = ()
    sides: Callable[[Any, int], tuple[int, ...]] | None = None
    seat_names: Callable[[Any, int], tuple[str, ...]] = lambda _rules, players: in_turn(players)
    keeps_names: bool = False
    hero_seat: Callable[[Any, str], int | None] = lambda _rules, _unit: None
    house: str = ""
    zero_sum: bool = True
    limits: Callable[[Any], str] = lambda _rules: ""
    objection: Callable[[Any, int], str | None] = lambda _rules, _players: None
    supply: Callable[[Any, str], int | None] = lambda _rules, _unit: None
    formats: Mapping[str, Callable[[list[Step], Any, Sequence[str]], list[str]]] = field(
        default_factory=dict
    )
    words_ahead: int = 24
    features: tuple[Feature, ...] = ()
    preset_players: Mapping[str, int] = field(default_factory=dict)
    preset_fields: Mapping[str, str] = field(default_factory=dict)
    by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    experts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    scores: Mapping[str, Scores] = field(default_factory=dict)
    worths: Mapping[str, Scores] = field(default_factory=dict)
    deeds: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    version: int = 1

    @classmethod
    def of(
        cls,
        package: str,
        page: str | None,
        *,
        rules: ModuleType,
        state: ModuleType,
        play: ModuleType,
        story: ModuleType,
        features: ModuleType | None = None,
        decisions: tuple[Decision, ...],
        **others: Any,
    ) -> Game:
        """Make a game from the modules of a package.

        `MODULES` says what is read from each; what a game can do without may be absent.

        Args:
            package: its name, `__name__`; the game's is that of its folder.
            page: its docstring.
            rules: `Rules` and `PRESETS`; `Display` and others where there are any.
            state: `LAYOUT` and `OUTCOME`.
            play: kernels on one hand.
            story: `events` of a step, and what is told of a hand.
            features: `FEATURES` by which players think; `BY`, `EXPERTS`, `SCORES` and `WORTHS` of
                decisions; `DEEDS` among the features.
            decisions: what seats decide, in the order of their numbers.
            others: further fields, in place of what a module has too.

        Raises:
            ValueError: a module lacks what a game must have, or a decision has no kernel.
        """
        parts = {"rules": rules, "state": state, "play": play, "story": story}
        if features is not None:
            parts["features"] = features
        needed = {f.name for f in fields(cls) if f.default is f.default_factory is MISSING}
        read: dict[str, Any] = {"next_hand": None}
        if (narrate := _narrator(story)) is not None:
            read["narrate"] = narrate
        for kind, part in parts.items():
            for name, there in MODULES[kind].items():
                if hasattr(part, there) and name != "narrate":
                    read[name] = getattr(part, there)
                elif name in needed - read.keys() - others.keys():
                    raise ValueError(f"{part.__name__} has no {there}, which a game needs")
        return cls(
            name=package.rpartition(".")[2].replace("_", "-"),
            page=page or "",
            decisions=tuple(_complete(decision, play) for decision in decisions),
            **{**read, **others},
        )

    def __repr__(self) -> str:
        return one_line(self, f"{self.name}: {self.title}")

    @property
    def state(self) -> np.dtype[np.void]:
        """The dtype of all that makes up a hand."""
        return self.layout.state

    @property
    def view(self) -> np.dtype[np.void]:
        """The dtype of what the deciding seat may see, a part of the state's memory."""
        return self.layout.view

    @property
    def view_help(self) -> Mapping[str, str]:
        """The meaning of each field of the view."""
        return self.layout.help

    def usual_players(self, preset: str | None = None) -> int:
        """Return the usual number of players of a preset, or of the game."""
        return self.preset_players.get(preset or "", self.players[2])

    def side_of_each(self, rules: Any, players: int) -> tuple[int, ...]:
        """Return the side of each seat."""
        return tuple(range(players)) if self.sides is None else self.sides(rules, players)

    def called(self, rules: Any, players: int, unit: str) -> tuple[str, ...]:
        """Return the name of each seat: a number in a unit that goes on, if the deal goes round."""
        goes_on = self.units[unit](rules, players).goes_on
        keeps = self.keeps_names or not goes_on
        return self.seat_names(rules, players) if keeps else numbered(players)

    @property
    def options(self) -> tuple[Option, ...]:
        """The house rules as options."""
        return options_of(self.rules)

    @property
    def display_options(self) -> tuple[Option, ...]:
        """The options that only affect how results are told."""
        return options_of(self.display) if self.display is not None else ()

    @property
    def exact_display(self) -> tuple[Option, ...]:
        """Display options that exact answers use too: all that do not depend on the unit."""
        return tuple(o for o in self.display_options if "unit" not in dict(o.needs))

    @property
    def usual_unit(self) -> str:
        """The name of the unit that is played by default."""
        return next(iter(self.units))

    @property
    def single_unit(self) -> str:
        """The name of the unit of single hands; the usual unit if there is none."""
        made = {n: unit(self.rules(), self.players[2]) for n, unit in self.units.items()}
        return next((n for n, unit in made.items() if unit.goes_on == 0), self.usual_unit)

    def number_of(self, function: str) -> int:
        """Return the number of the decision with this name of a strategy's function; -1 if none."""
        names = [d.function for d in self.decisions]
        return names.index(function) if function in names else -1

    def decision(self, function: str) -> Decision:
        """Return the decision whose strategy function has this name."""
        (decision,) = (d for d in self.decisions if d.function == function)
        return decision


def _narrator(story: ModuleType) -> Callable[[list[Step], Any], list[Event]] | None:
    """Return the function that tells all steps by the `events` of each, or an older `narrate`."""
    if hasattr(story, "narrate"):
        told: Callable[[list[Step], Any], list[Event]] = story.narrate
        return told
    if not hasattr(story, "events"):
        return None
    return lambda steps, rules: [e for step in steps for e in story.events(step, rules)]


def _complete(decision: Decision, play: ModuleType) -> Decision:
    """Complete a decision with the kernels that it does not name, from the game's `play`."""
    kernels = {}
    for name, there in (("apply", f"apply_{decision.function}"), ("legal", "legal")):
        if getattr(decision, name) is _missing:
            if not hasattr(play, there):
                raise ValueError(f"{play.__name__} has no {there} for '{decision.name}'")
            kernels[name] = getattr(play, there)
    return replace(decision, left=decision.left or getattr(play, "left", None), **kernels)
