"""Parts that several stories share: large numbers, intervals, the method in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby, pairwise

from cardsim.game import Measure, Unit
from cardsim.games import load_game
from cardsim.options.params import Value, in_words, settings_text, shown
from cardsim.runs import wording
from cardsim.runs.solution import ExactSpec
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.words import capitalised
from cardsim.statistics.stats import MINUS, Estimate, digits_of, estimate_text, gap_text
from cardsim.story import Number

PLUS_MINUS = re.compile(r" \((± [^)]*|[\u2212\d.]+ to [^)]*)\)")
"""Pattern of the interval behind a number."""
MOST_VALUES = 8
"""Values that are listed one by one."""
IN_TURN = "You took each seat in turn, so that no seat favours you."
FAIR = "All players decide by what they may legally see, and nothing else."
EACH = (
    "Behind every number stands its margin of error at 95 %: the truth lies outside in about one "
    "of twenty. It is Wilson's interval for shares, one made of it where a win can be shared, and "
    "the normal one for other means. Four times as many hands halve it."
)
PAIRED = (
    "All played the very same deals, so that luck cancels out of their differences, which are "
    "far surer than the numbers themselves. The intervals of differences hold all at once: "
    "the chance that any of them misses is about one in twenty."
)
WATCHED = (
    "It was to stop as soon as the interval of what it is about was as narrow as asked for. That "
    "interval is valid however often one looks (a confidence sequence), and so wider than one for "
    "a number of {plural} fixed beforehand."
)


def grouped(number: int) -> str:
    """Return a count with its digits in threes: `1 000 000`."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def counted(number: int, noun: str) -> str:
    """Format a count with its noun: `1 point`, `1 000 points`."""
    return f"{grouped(number)} {noun}{'' if number == 1 else 's'}"


def circumstances_text(settings: Iterable[tuple[str, Value]]) -> str:
    """Format circumstances, such as `3 players, charity yes`."""
    around = dict(settings)
    players = around.pop("players", None)
    words = [] if players is None else [f"{players} players"]
    return ", ".join([*words, *([settings_text(around.items())] if around else [])])


def spoken(values: Sequence[Value]) -> str:
    """Format values: `yes`, `17, 19, 21`, `17 to 31`, `1 to 50 (20 values)`."""
    numbers = sorted(v for v in values if isinstance(v, int | float) and type(v) is not bool)
    if len(numbers) == len(values) and len(values) > 2:  # noqa: PLR2004
        ends = f"{shown(numbers[0])} to {shown(numbers[-1])}"
        steps = {b - a for a, b in pairwise(numbers)}
        if len(steps) == 1:
            step = steps.pop()
            return ends if step == 1 else f"{ends} in steps of {shown(step)}"
        if len(values) > MOST_VALUES:
            return f"{ends} ({len(values)} values)"
    return ", ".join(map(in_words, values))


def line_up(spec: RunSpec) -> str:
    """Name your player, or the players of all seats if every seat was given.

    Empty for a game without decisions.
    """
    if not any(p.strategy for p in spec.seats):
        return ""
    if not spec.fixed:
        return spec.hero.brief
    alike = [(name, len(list(group))) for name, group in groupby(p.brief for p in spec.seats)]
    return ", ".join(name if n == 1 else f"{n} \N{MULTIPLICATION SIGN} {name}" for name, n in alike)


def whereabouts(spec: RunSpec, house: str = "") -> str:
    """Say where you sat, at a table with a house of this name; empty where seats were given."""
    if spec.fixed:
        return ""
    if spec.players == 1:
        return f"You played against {house}." if house else "You played alone."
    return IN_TURN if spec.seat is None else f"You sat {spec.your_place} all along."


def chance(spec: RunSpec, unit: Unit) -> str:
    """Say where the cards and dice come from."""
    return (
        f"Chance comes from a counter-based generator (Philox4x32-10): seed {spec.seed} and "
        f"the number of the {unit.name} decide every card and die. The same command plays the "
        f"same {unit.plural} again on any machine, to the last digit."
    )


def noun(unit: Unit, measure: Measure) -> str:
    """Return what a difference is counted in: `matches in 100`."""
    return wording.cost_text(measure, "", unit).strip()


def in_short(measure: Measure, estimate: Estimate) -> str:
    """Return an estimate without its interval, as charts and large numbers have it."""
    number = PLUS_MINUS.sub("", wording.amount(measure, estimate))
    sign = "" if measure.times == 1 else MINUS if estimate.value < 0 else "+"
    return f"{sign}{number}"


def number(measure: Measure, estimate: Estimate, what: str = "") -> Number:
    """Return an estimate as a large number.

    `what` says when it is so; by default always.
    """
    text = wording.outcome(measure, estimate)
    sure = PLUS_MINUS.search(text)
    said = f"{PLUS_MINUS.sub('', text)}{what}"
    number = in_short(measure, estimate)
    return Number(number, capitalised(said), sure[1] if sure is not None else "")


def estimate_texts(measure: Measure, estimates: Sequence[Estimate]) -> list[tuple[str, str]]:
    """Return estimates of a measure and their intervals, all with as many decimals."""
    share, scale = any(e.is_share for e in estimates), measure.times
    digits = digits_of(((scale * e.low, scale * e.high) for e in estimates), is_share=share)
    return [
        e.parts
        if e.as_it_is
        else estimate_text(
            *(scale * x for x in (e.value, e.low, e.high)), is_share=share, digits=digits
        )
        for e in estimates
    ]


def gap_texts(
    measure: Measure, gaps: Sequence[tuple[float, float, float]]
) -> list[tuple[str, str]]:
    """Return differences (value, low, high) and their intervals, all with as many decimals.

    They are counted in what `noun` says.
    """
    scaled = [[measure.shown_times * x for x in gap] for gap in gaps]
    digits = digits_of(((low, high) for _, low, high in scaled), is_share=False)
    return [gap_text(*gap, is_share=False, digits=digits) for gap in scaled]


def plus_minus(measure: Measure, gaps: Sequence[tuple[float, float, float]]) -> list[str]:
    """Return differences with half the widths of their intervals: `13.2 (± 3.5)`.

    They are counted in what `noun` says, and have room in a terminal's columns.
    """
    halves = [measure.shown_times * (high - low) / 2 for _, low, high in gaps]
    numbers = [number for number, _ in gap_texts(measure, gaps)]
    return [
        f"{number} (± {half:.{len(number.partition('.')[2])}f})" if half > 0 else number
        for number, half in zip(numbers, halves, strict=True)
    ]


def cells(texts: Iterable[tuple[str, str]]) -> list[str]:
    """Return numbers with their intervals as cells of a story's table: `33 % (31 to 35 %)`."""
    return [f"{number} ({interval})" if interval else number for number, interval in texts]


# ---------------------------------------------------------------- what was asked


def rules(spec: RunSpec | ExactSpec, varied: Collection[str] = ()) -> tuple[str, str]:
    """Name the rules of a run, without those that vary."""
    game = load_game(spec.game)
    changed = settings_text((n, v) for n, v in spec.changed_rules(game).items() if n not in varied)
    parts = [] if "preset" in varied else [f"preset {spec.preset}"]
    if changed:
        parts = [f"{parts[0]} with {changed}" if parts else changed]
    if "players" not in varied:
        parts.append(f"{spec.players} player{'s' if spec.players > 1 else ''}")
    return "Rules", ", ".join(parts)


def seats(spec: RunSpec) -> list[tuple[str, str]]:
    """Name the player of each seat; none in a game without decisions."""
    if spec.fixed:
        named = zip(spec.places, spec.seats, strict=False)
        return [(capitalised(place), str(player)) for place, player in named]
    you = wording.clauses(str(spec.hero), spec.your_place)
    return [("You", you), *company(spec, spec.partner)]


def company(spec: RunSpec, partner: object) -> list[tuple[str, str]]:
    """Name the other seats and their players; the partner as given here."""
    count = len(spec.others)
    rows = [("Partner", str(partner))] if spec.partner is not None else []
    if len(set(spec.others)) > 1:
        return [*rows, *((f"{n}. other seat", str(p)) for n, p in enumerate(spec.others, 1))]
    if count:
        rows.append((f"{count} other seat{'s' if count > 1 else ''}", met(spec.others[0])))
    return rows


def met(player: Player) -> str:
    """Name a player in the other seats; for a field also how to ask for others."""
    more = "; others: --vs same, --vs usual, --vs NAME" if player.are_people else ""
    return f"{player}{more}"


def asked(spec: RunSpec, *more: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Name the rules, the players and the seed of one table, and what else was asked."""
    return rules(spec), *seats(spec), ("Seed", str(spec.seed)), *more
