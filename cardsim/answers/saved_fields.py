"""The fields of saved answers, declared as msgspec structs.

A field that is missing, unknown or of another type is refused. `cardsim.answers.saved` checks that
the numbers agree with each other.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Value = bool | int | float | str
"""Of an option."""
Number = float | None
"""null stands for what JSON lacks: NaN and infinity."""
Count = Annotated[int, Meta(ge=0)]
Some = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Above = Annotated[float, Meta(gt=0)]
Name = Annotated[str, Meta(min_length=1)]
Values = dict[str, Value]
Rows = list[dict[str, Value | None]]
Columns = dict[str, list[Value | None]]


class Fields(Struct, forbid_unknown_fields=True):
    """Something in a file."""


class Seat(Fields):
    """A `Player`."""

    strategy: Name
    parameters: Values
    changed: list[str]
    fingerprint: str
    plays: str
    told: list[str]
    members: list[Seat] = []
    weights: list[Above] = []


class Spec(Fields, kw_only=True):
    """A `RunSpec`."""

    schema: str
    version: str
    command: str
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
    hands: Count
    hands_asked: Some
    precision: Above | None
    others_like_you: bool = False


class SeatRow(Fields):
    """What a player got in a seat."""

    player: Count
    seat: Count
    mean: float
    average: float
    difference: float
    low: Number
    high: Number


class Averages(Fields):
    """`SeatAverages`."""

    hands: Some
    unit: Above
    sums: list[list[int]]
    squares: list[list[Count]]
    rows: list[SeatRow]


class About(Spec):
    """A `Result` without its numbers."""

    sentence: str
    reached: bool
    partial: bool
    seat_averages: Averages | None


class Counted(About):
    """A `Result` in a .parquet file, where its tables are the file's rows."""

    tables: dict[str, Columns]


class Estimate(Fields):
    """An estimate."""

    name: Name
    text: str
    value: Number
    low: Number
    high: Number
    sd: Number
    n: Count
    is_share: bool
    confidence: Share


class Exact(Fields):
    """An exact value."""

    value: float
    standard_errors: Number


class Run(Counted, kw_only=True):
    """A `Result`."""

    estimates: list[Estimate]
    exact: dict[str, Exact]
    shares: dict[str, Rows]
    by_seat: dict[str, Rows]
    by_company: Rows = []


class Measured(Fields):
    """A `Measure`."""

    name: Name
    text: str
    is_share: bool
    lower_is_better: bool | None


class Products(Fields):
    """`Moments`."""

    hands: Some
    unit: Above
    sums: list[int]
    products: list[list[int]] | None


class Origin(Fields):
    """What every answer says of where it comes from."""

    schema: str
    version: str
    command: str
    sentence: str
    game: str


class Answer(Origin):
    """The same of an answer that is made of several runs."""

    unit: str
    seed: Count
    hands: Some
    partial: bool
    measure: Measured


class Table(Answer):
    """The same where there is one table."""

    players: Some
    preset: str
    rules: Values


class Interval(Fields):
    """A number with its interval."""

    value: Number
    low: Number
    high: Number


class AxisFields(Fields):
    """An `Axis`."""

    name: Name
    values: Annotated[list[Value], Meta(min_length=1)]
    text: Name
    is_choice: bool
    asked: str
    beyond: tuple[bool, bool]


class EdgeFields(Fields):
    """An `Edge`."""

    axis: Name
    value: Value
    is_high: bool
    more: bool


class PointFields(Interval):
    """A `Point`."""

    settings: Values
    worse: Number
    worse_low: Number
    worse_high: Number
    best: bool
    tied: bool
    negligible: bool
    result: Run


class GroupFields(Fields):
    """A `Group`."""

    circumstances: Values
    hands: Some
    reached: bool
    best: Values
    tied: list[Values]
    at_edge: list[EdgeFields]
    same_play: list[list[Values]]
    moments: Products
    points: Annotated[list[PointFields], Meta(min_length=1)]


class Sweep(Answer):
    """A `SweepResult`."""

    precision: Above | None
    reached: bool
    axes: Annotated[list[AxisFields], Meta(min_length=1)]
    groups: Annotated[list[GroupFields], Meta(min_length=1)]


class Ranked(Interval):
    """A `Contender`."""

    strategy: Name
    n: Some
    first: Some
    last: Some


class DifferenceFields(Interval):
    """A `Difference`."""

    a: Name
    b: Name
    a_value: Number
    b_value: Number
    is_tie: bool
    same_play: bool
    negligible: bool
    differ: Share
    gain: Number


class Comparison(Table):
    """A `CompareResult`."""

    precision: Above | None
    reached: bool
    strategies: list[Ranked]
    differences: list[DifferenceFields]
    moments: Products
    differ: list[list[Count]]
    results: Annotated[list[Run], Meta(min_length=2)]


class EntrantFields(Interval):
    """An `Entrant`."""

    strategy: Name
    first: Some
    last: Some
    weight: Share
    weight_low: Share
    weight_high: Share
    survives: Share
    worst: Number
    worst_low: Number
    worst_high: Number
    worst_among: Name
    regret: Number
    regret_low: Number
    regret_high: Number
    regret_among: Name
    versus: Number = None
    versus_low: Number = None
    versus_high: Number = None


class GainFields(Fields):
    """A `Gain`, with what it is beside."""

    strategy: Name
    among: Name
    value: Number
    gain: Number
    low: Number
    high: Number
    beats: bool
    n: Some


class TableFields(Products):
    """What the strategies did at a table."""

    others: list[Count]


class BestAnswerFields(Fields):
    """A `BestAnswer`."""

    to: Name
    why_not: str
    starts: list[Name]
    gets: tuple[float, float, float, float] | None
    gain: tuple[float, float, float]
    most: Annotated[float, Meta(ge=0)]
    hands: Count
    rules: list[str]
    command: str


class Tournament(Table):
    """A `TournamentResult`."""

    failed: dict[str, str]
    strategies: list[EntrantFields]
    gains: list[GainFields]
    cycle: list[str]
    unbeaten: list[str]
    left_to_gain: float
    specs: Annotated[list[Spec], Meta(min_length=2)]
    tables: list[TableFields]
    met: str = ""
    against: Products | None = None
    look: Count = 0
    answers: list[BestAnswerFields] = []


class DecisionFields(Interval):
    """A `Reviewed` decision."""

    decision: Name
    often: Annotated[float, Meta(ge=0)]
    forks: Count
    situations: Count
    looked_at: Count
    features: list[str]


class SituationFields(Interval):
    """A `Situation`."""

    decision: Name
    where: str
    advice: str
    chosen: str | None
    better: str
    often: Annotated[float, Meta(ge=0)]
    forks: Count
    rule: Number
    rule_low: Number
    rule_high: Number
    condition: str
    ranges: dict[str, tuple[int, int]]


class FeatureFields(Fields):
    """A `Feature` that a strategy brings."""

    name: Name
    words: str
    low: int
    high: int
    labels: list[str]
    in_view: bool


class Review(Table):
    """A `Review`."""

    seats: list[str]
    by: list[str]
    changed_hands: Count
    cost: Interval
    rules_at_once: Interval | None
    note: str
    candidates: Count
    decisions: list[DecisionFields]
    situations: list[SituationFields]
    cells: Columns
    run: Spec
    halves: tuple[Count, Count]
    counts: dict[str, Columns]
    features: dict[str, list[FeatureFields]] = {}


class ParameterFields(Interval):
    """A `Tuned` parameter."""

    parameter: Name
    start: float
    best: float
    differ: Share
    negligible: bool


class OverFields(Fields):
    """The limits of a parameter that was looked for."""

    parameter: Name
    low: float
    high: float


class GenerationFields(Fields):
    """The best of a generation."""

    hands: Some
    value: float
    values: list[bool | int | float]


class Tune(Table):
    """A `TuneResult`."""

    over: Annotated[list[OverFields], Meta(min_length=1)]
    strategy: Name
    gain: float
    low: Number
    high: Number
    better: bool
    parameters: list[ParameterFields]
    generations: Annotated[list[GenerationFields], Meta(min_length=1)]
    before: Run
    after: Run


class FigureFields(Fields):
    """A `Figure`."""

    name: Name
    text: str
    value: int | float | None
    is_share: bool


class ToldFields(Fields):
    """How a `FigureTable` is told."""

    name: Name
    text: str
    shares: list[str]
    brief: bool


class Solved(Origin):
    """An `Exact` answer."""

    question: Name
    players: Some
    preset: str
    rules: Values
    options: Values
    display: Values
    figures: list[FigureFields]
    tables: dict[str, dict[str, list[Value]]]
    told: list[ToldFields]


class ChanceFields(Fields):
    """A `Chance`."""

    what: Name
    value: float
    half: float


class ChoiceFields(Fields):
    """A `Choice`."""

    action: int | tuple[int, int]
    told: Name
    value: float
    low: float
    high: float
    cost: float
    cost_low: float
    cost_high: float
    decision: str
    chances: list[ChanceFields]


class Advice(Origin):
    """An `Advised` answer."""

    seed: Count
    decision: Name
    said: dict[str, str]
    seen: list[tuple[str, str]]
    you: Count
    measure: Name
    worlds: Some
    choices: Annotated[list[ChoiceFields], Meta(min_length=1)]
    run: Spec
    explained: tuple[Count, Count]


class RoundFields(Fields):
    """A `Round`."""

    round: Some
    value: Number
    gain: tuple[float, float, float]
    promised: dict[str, tuple[float, float]]
    run: Run


class Learned(Origin):
    """What was learned."""

    seed: Count
    hands: Some
    partial: bool
    measure: Name
    better: bool
    rules: dict[str, list[str]]
    text: Name
    rounds: list[RoundFields]
    before: Interval
    full: Interval
    after: Interval
    gain: tuple[float, float, float]
    lost: tuple[float, float, float]
    bound: tuple[float, float, float] | None
    until: Number
    runs: tuple[Run, Run, Run]


class WideInterval(Interval):
    """An `Estimate` of a measure that is known."""

    sd: Number


class StandingFields(Fields):
    """A `Standing`."""

    name: Name
    readable: bool
    values: Annotated[list[WideInterval], Meta(min_length=1)]
    worst: WideInterval
    worst_among: Count
    regret: tuple[float, float, float]
    regret_among: Count


class ShareFields(Fields):
    """A way in a mixture."""

    name: Name
    share: Share


class SoughtFields(Fields):
    """A `Sought`."""

    round: Count
    to: Name
    start: Name
    name: str
    gain: tuple[float, float, float]
    added: bool


class Safest(Origin):
    """A `Safest` answer."""

    seed: Count
    measure: Name
    partial: bool
    hands: Some
    safest: Name
    steadiest: Name
    companies: Annotated[list[Name], Meta(min_length=1)]
    ways: Annotated[list[StandingFields], Meta(min_length=1)]
    mixture: Annotated[list[ShareFields], Meta(min_length=1)]
    sought: list[SoughtFields]
    bound: tuple[float, float, float]
    answer: str
    starts: Count
    texts: dict[str, str]
    tolerance: float
    ended: bool
    until: bool
    run: Run
