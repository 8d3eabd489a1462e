"""Does having one penny left change when to knock in Scat?

Knock with the lowest hand and you lose two pennies. With one penny left that puts you out, while a
single loss leaves you with nothing but still in the game. With no penny left the next loss puts you
out, knock or no knock. We find the best value for the whole match first, then the best with one
penny left and with none: with three players against beginners, in mixed company and against good
players, with two and four in mixed company.
"""

from collections.abc import Sequence
from typing import Any

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Group, Lab, joined, rounded, three_of

THREE = 3
NEVER = 31
OTHERS = {company.where: company.vs for company in three_of("scat")}
MIXED = list(OTHERS)[1]
TABLES = (*((others, THREE) for others in OTHERS), (MIXED, 2), (MIXED, 4))
"""The others, and the number of players."""
VALUES = (21, *range(23, NEVER + 1))
PENNIES = {"at_1": "one penny", "on_county": "no penny"}
WITH_PENNIES = (20, *range(22, NEVER + 1))
SMALL, MUCH = 0.5, 2
"""Matches in 100 that nobody would notice, and how many somebody would."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    costs: dict[str, list[Series]] = {left: [] for left in PENNIES}
    told: dict[tuple[str, int], str] = {}
    gains = []
    for others, n in TABLES:
        table: dict[str, Any] = {"players": n, "vs": OTHERS[others], "unit": "match"}
        best = chosen(lab.sweep("scat", knock_threshold=VALUES, **table).groups[0])
        lives = dict.fromkeys(("on_county", "at_1", "at_2", "at_3_or_more"), best)
        for left in PENNIES:
            group = lab.sweep(
                "scat",
                strategy="threshold-by-lives",
                **(lives | {left: with_value(best)}),
                **table,
            ).groups[0]
            lives[left] = chosen(group)
            if n == THREE:
                costs[left].append(Series.of_costs(group, others))
        gain, half = gained(lab, lives, best, table)
        gains.append((gain, half, others, n))
        plan = f"With {n} players, {others}: {way(best)}"
        changes = [
            f"with {name} left {way(lives[left])}"
            for left, name in PENNIES.items()
            if lives[left] != best
        ]
        plan += f", but {joined(changes)}" if changes else ", whatever you have left"
        gained_by = f", which gains {rounded(gain, half, signed=True)} matches in 100"
        told[others, n] = f"{plan}{gained_by if half else ''}."
    for left, name in PENNIES.items():
        lab.section(
            f"With {name} left, three players",
            f"Knock at this value with {name} left, and before that at the value that is best for "
            "a whole match. The chart shows what each value costs you.",
            Chart(
                f"When to knock with {name} left",
                f"with {name} left you knock with this or more (31: never)",
                "matches in 100 fewer than with the best value",
                tuple(costs[left]),
                interval="95 % intervals of all differences together",
                best="lowest",
            ),
        )
    lab.section(
        "What it gains, on fresh hands",
        "Change your value with your last penny, and again with none, and compare that with one "
        f"value all match long. {' '.join(told.values())}",
        Chart(
            "What you gain by looking at your pennies before you knock",
            "the table",
            "matches in 100 more than with one value all match",
            (
                Series(
                    "",
                    tuple(f"{n} players, {others}" for _, _, others, n in gains),
                    tuple(g for g, _, _, _ in gains),
                    tuple(g - h for g, h, _, _ in gains),
                    tuple(g + h for g, h, _, _ in gains),
                ),
            ),
            kind="points",
            reference=(0, "no difference"),
        ),
    )
    gain, half, others, n = max(gains)
    lab.answer(
        f"{verdict(gains)} {' '.join(told[others, THREE] for others in OTHERS)}",
        Number.of(
            rounded(gain, half),
            f"matches in 100 gained at most, with {n} players, {others}",
        ),
    )


def verdict(gains: Sequence[tuple[float, float, str, int]]) -> str:
    """Return whether it pays to look at your pennies, and where most."""
    gain, half, others, n = max(gains)
    where = f"{rounded(gain, half)} matches in 100, with {n} players, {others}."
    if gain - half <= 0 or gain + half < SMALL:
        return f"No, it makes no practical difference: changing your value gains at most {where}"
    return f"{'Hardly' if gain < MUCH else 'Yes'}: changing your value gains at most {where}"


def way(value: int) -> str:
    """Return in words at which value to knock."""
    return "never knock" if value == NEVER else f"knock at {value}"


def with_value(value: int) -> tuple[int, ...]:
    """Return the values to try with few pennies, with this one."""
    return tuple(sorted({*WITH_PENNIES, value}))


def chosen(group: Group) -> int:
    """Return the value that does best."""
    return int(group.best.settings[0][1])


def gained(
    lab: Lab, lives: dict[str, int], value: int, table: dict[str, Any]
) -> tuple[float, float]:
    """Return the gain over one value for all times, in 100 fresh matches, and its half width."""
    if set(lives.values()) == {value}:
        return 0.0, 0.0
    mine = "threshold-by-lives:" + ",".join(f"{k}={v}" for k, v in lives.items())
    contest = lab.compare(
        "scat",
        [mine, f"threshold:knock_threshold={value}"],
        seed=lab.seed + 1,
        **table,
    )
    (difference,) = contest.differences
    sign = 1 if difference.a == 0 else -1
    return sign * 100 * difference.value, 50 * (difference.high - difference.low)


# By a number of matches: runs to a precision would mostly stop at the most matches allowed,
# where intervals that hold at every look are wider than those of a fixed number.
EXPERIMENT = Experiment(study, n=20_000)
