"""Fields from which saved answers are made again, as msgspec structs.

A file has more fields: `cardsim.files.saved` derives them again, and compares.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from cardsim.ask.swept import SweptOption
from cardsim.search.safest import BestResponse
from cardsim.table.calibrated import DecisionKind
from cardsim.table.chances import OutcomeChance
from cardsim.table.fitted import Person

Value = bool | int | float | str
Number = float | None
"""null stands for numbers that JSON lacks: NaN and infinity."""
Count = Annotated[int, Meta(ge=0)]
Some = Annotated[int, Meta(ge=1)]
Above = Annotated[float, Meta(gt=0)]
Name = Annotated[str, Meta(min_length=1)]
Values = dict[str, Value]
Columns = dict[str, list[Value | None]]
Interval = tuple[float, float, float]


class Seat(Struct):
    """A `Player`."""

    strategy: Name
    parameters: Values
    changed: list[str]
    fingerprint: str
    plays: str
    told: list[str]
    members: list[Seat] = []
    weights: list[Annotated[float, Meta(gt=0, le=1e12)]] = []
    in_place_of_shipped: bool = False


class Spec(Struct, kw_only=True):
    """A `RunSpec`."""

    schema: str
    game: str
    unit: str
    players: Some
    preset: str
    ruleset: Count
    rules: Values
    seats: list[Seat]
    you_take_each_seat: bool
    sides: list[Count]
    your_seat: Count | None
    display: Values
    measure: str
    seed: Count
    first: Count
    hands_asked: Some
    precision: Above | None
    others_like_you: bool = False


class Averages(Struct):
    """`SeatAverages`."""

    hands: Some
    unit: Above
    sums: list[list[int]]
    squares: list[list[Count]]


class ExactValue(Struct):
    """An exact value."""

    value: int | float


class Result(Spec, kw_only=True):
    """A `Result`."""

    version: str
    exact: dict[str, ExactValue] = {}
    hands: Count
    partial: bool
    seat_averages: Averages | None
    tables: dict[str, Columns]


class Products(Struct):
    """`Moments`."""

    hands: Some
    unit: Above
    sums: list[int]
    products: list[list[int]] | None


class AnswerOfRuns(Struct):
    """An answer that is made of several runs."""

    game: str
    unit: str
    seed: Count
    hands: Some
    partial: bool


class TableAnswer(AnswerOfRuns):
    """An answer about one table."""

    players: Some
    preset: str
    rules: Values


class Point(Struct):
    """A `Point`."""

    settings: Values
    result: Result


class Group(Struct):
    """A `Group`."""

    hands: Some
    moments: Products
    points: Annotated[list[Point], Meta(min_length=1)]


class SweepResult(AnswerOfRuns):
    """A `SweepResult`."""

    precision: Above | None
    axes: Annotated[list[SweptOption], Meta(min_length=1)]
    groups: Annotated[list[Group], Meta(min_length=1)]


class CompareResult(TableAnswer):
    """A `CompareResult`."""

    precision: Above | None
    moments: Products
    differ: list[list[Count]]
    results: Annotated[list[Result], Meta(min_length=2)]


class OneTable(Products):
    """Products of the strategies at a table."""

    others: list[Count]


class Best(Struct):
    """A `BestAnswer`."""

    to: Name
    why_not: str
    starts: tuple[str, ...]
    gets: tuple[float, float, float, float] | None
    gain: Interval
    most: float
    hands: Count
    rules: tuple[str, ...]
    command: str


class TournamentResult(TableAnswer):
    """A `TournamentResult`."""

    version: str
    failed: dict[str, str]
    specs: Annotated[list[Spec], Meta(min_length=2)]
    tables: list[OneTable]
    met: str = ""
    against: Products | None = None
    look: Count = 0
    answers: list[Best] = []


class Ruled(Struct):
    """The gain of a `Situation` as a rule."""

    rule: Number
    rule_low: Number
    rule_high: Number


class Brought(Struct):
    """A `Feature` that a strategy brings."""

    name: Name
    words: str
    low: int
    high: int
    labels: tuple[str, ...]
    in_view: bool


class Gap(Struct):
    """A cost with its interval."""

    value: float
    low: float
    high: float


class Review(TableAnswer):
    """A `Review`."""

    by: list[str]
    changed_hands: Count
    rules_at_once: Gap | None
    note: str
    situations: list[Ruled]
    run: Spec
    halves: tuple[Count, Count]
    counts: dict[str, Columns]
    features: dict[str, list[Brought]] = {}


class Parameter(Struct):
    """A `Tuned` parameter."""

    parameter: Name
    value: Number
    low: Number
    high: Number
    differ: float
    negligible: bool


class Over(Struct):
    """Limits of a tuned parameter."""

    parameter: Name
    low: float
    high: float


class Generation(Struct):
    """The best of a generation."""

    hands: Some
    value: float
    values: tuple[bool | int | float, ...]


class Tune(TableAnswer):
    """A `TuneResult`."""

    over: Annotated[list[Over], Meta(min_length=1)]
    gain: float
    low: Number
    high: Number
    parameters: list[Parameter]
    generations: Annotated[list[Generation], Meta(min_length=1)]
    before: Result
    after: Result


class Figure(Struct):
    """A `Figure`."""

    name: Name
    text: str
    value: int | float | None
    is_share: bool


class FigureDisplay(Struct):
    """Display fields of a `FigureTable`."""

    name: Name
    text: str
    shares: tuple[str, ...]
    brief: bool


class Exact(Struct):
    """An `Exact` answer."""

    game: str
    question: Name
    players: Some
    preset: str
    rules: Values
    options: Values
    display: Values
    figures: tuple[Figure, ...]
    tables: dict[str, dict[str, list[Value]]]
    told: list[FigureDisplay]


class Valued(Struct):
    """A value and what it costs compared with the best, with their intervals."""

    value: float
    low: float
    high: float
    cost: float
    cost_low: float
    cost_high: float


class Choice(Valued):
    """A `Choice`."""

    action: int | tuple[int, int]
    told: Name
    decision: str
    chances: tuple[OutcomeChance, ...]


class Elsewhere(Valued):
    """An `Elsewhere`."""

    where: Name
    best: Name


class Believed(Struct):
    """A `Believed`."""

    seat: Name
    plays: str
    share: Annotated[float, Meta(ge=0, le=1)]


class Advice(Struct):
    """An `Advised` answer."""

    decision: Name
    said: dict[str, str]
    seen: tuple[tuple[str, str], ...]
    you: Count
    worlds: Some
    choices: Annotated[list[Choice], Meta(min_length=1)]
    run: Spec
    explained: tuple[Count, Count]
    effective: float | None = None
    elsewhere: tuple[Elsewhere, ...] = ()
    believed: tuple[Believed, ...] = ()
    why: str = ""


class StrategyResult(Struct):
    """A `StrategyResult`."""

    strategy: Name
    value: float
    low: float
    high: float
    first: Some


class Design(Struct):
    """A `Design`."""

    settings: Values
    gauges: dict[str, Interval]
    silent: dict[str, str]
    ways: tuple[StrategyResult, ...]
    between: tuple[str, ...]
    result: Result


class DesignResult(AnswerOfRuns):
    """A `DesignResult`."""

    axes: Annotated[list[SweptOption], Meta(min_length=1)]
    strategies: tuple[Name, ...]
    matters: float
    standing: str
    aims: dict[str, Literal["high", "low"]]
    length: str
    designs: Annotated[list[Design], Meta(min_length=1)]


class InCompanies(Struct):
    """An `InCompanies`, whose answers have layouts of their own."""

    companies: dict[str, str]
    answers: Annotated[dict[str, dict[str, Any]], Meta(min_length=1)]


class DrawnDecisions(Struct):
    """Decisions that were drawn, column by column."""

    kind: list[Count]
    hand: list[Count]
    step: list[Some]
    said: list[int]
    came: list[int]


class Calibration(TableAnswer):
    """A `Calibration`."""

    by: list[str]
    worlds: Some
    kinds: Annotated[list[DecisionKind], Meta(min_length=1)]
    decisions: DrawnDecisions
    run: Spec


class Round(Struct):
    """A `Round`."""

    round: Some
    gain: Interval
    promised: dict[str, tuple[float, float]]
    run: Result
    words: list[str] = []
    text: str = ""


class Learned(Struct):
    """A `Learned` answer."""

    command: str
    partial: bool
    rules: dict[str, list[str]]
    text: Name
    rounds: list[Round]
    gain: Interval
    lost: Interval
    bound: Interval | None
    until: Number
    runs: tuple[Result, Result, Result]
    tuned: str = ""
    planned: str = ""
    searched: str = ""
    searched_gain: Interval = (0.0, 0.0, 0.0)


class Wide(Struct):
    """An `Estimate` of a known measure."""

    value: Number
    low: Number
    high: Number
    sd: Number


class Standing(Struct):
    """A `Standing`."""

    name: Name
    readable: bool
    values: Annotated[list[Wide], Meta(min_length=1)]
    worst: Wide
    worst_among: Count
    regret: Interval
    regret_among: Count
    regrets: list[Interval] = []


class Share(Struct):
    """A strategy's share in a mixture."""

    name: Name
    share: float


class Safest(Struct):
    """A `Safest` answer."""

    command: str
    partial: bool
    companies: Annotated[tuple[Name, ...], Meta(min_length=1)]
    ways: Annotated[list[Standing], Meta(min_length=1)]
    mixture: Annotated[list[Share], Meta(min_length=1)]
    sought: tuple[BestResponse, ...]
    bound: Interval
    answer: str
    starts: Count
    texts: dict[str, str]
    tolerance: float
    ended: bool
    until: bool
    run: Result


class Foreteller(Struct):
    """A `Foretold`."""

    kind: Literal["strategy", "company", "table"]
    name: Name
    plays: str
    decision: str
    decisions: Some
    same: float
    half: Number
    loss: float
    gain: float
    sure: bool


class Sitter(Struct):
    """A `Sitter`."""

    name: Name
    plays: str
    share: float
    low: float
    high: float
    before: float
    slips: list[tuple[Name, float, float]]


class Fit(TableAnswer):
    """A `Fit`."""

    vs: Name
    files: tuple[str, ...]
    seat: str
    folds: Some
    foretold: Annotated[list[Foreteller], Meta(min_length=1)]
    sitters: Annotated[list[Sitter], Meta(min_length=1)]
    people: Annotated[tuple[Person, ...], Meta(min_length=1)]
    left_out: dict[str, Some]
    missing: float
    evenings: Some
    skipped: tuple[str, ...]
    unasked: dict[str, str]
    against: list[CompareResult]
    run: Spec
