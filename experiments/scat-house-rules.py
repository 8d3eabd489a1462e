"""What do the house rules of Scat change?

Three players play whole matches under each set of rules, and with each way to settle a tie with the
knocker. You knock at a fixed value, against beginners, in mixed company and against good players.
The value that wins most shows how bold a rule lets you be. The hands in a match in mixed company,
if you knock at 25, show how fast the game goes.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from cardsim import Chart, Experiment, Number, Series
from cardsim.games.scat import GAME
from cardsim.studies import Group, Lab, SweepResult, in_three, level, three_of, tried

NEVER = 31
OTHERS = 25
VALUES = (19, 20, 21, 22, 23, 24, OTHERS, 26, 27, 28, 29, 30, NEVER)
USUAL_PRESET = "scat"
USUAL = "the usual rules"
NAMES = {
    USUAL_PRESET: USUAL,
    "harsh-knock": "harsh knock",
    "cadillac": "Cadillac",
    "gin": "gin (a knock promises the highest hand)",
    "ride-the-bus": "ride the bus",
    "ride-the-bus-solitaire": "ride the bus, knock after drawing",
    "french-canadian": "French Canadian (31 points win)",
    "jacobs": "Jacobs (the same, knock in one suit)",
    "under-the-gun": "under the gun",
    "shotgun": "shotgun",
}
RULES: dict[str, dict[str, Any]] = {
    **{NAMES.get(name, name): {"preset": name} for name in GAME.presets},
    "a tie costs the knocker 2, the others 1": {"knocker_tie": "knocker-two-others-one"},
    "a tie costs only the knocker": {"knocker_tie": "knocker-only"},
    "the lowest knocker loses only 1": {"knocker_lowest_penalty": 1},
}
SMALL = 1.0
"""Matches in 100 that nobody would notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {
        name: in_three("scat", partial(knocking, lab, rules)) for name, rules in RULES.items()
    }
    asked = {name: tried(swept, way, "knock_threshold") for name, swept in played.items()}
    mixed = three_of("scat")[1]
    swept = {name: by[mixed] for name, by in played.items()}
    names = tuple(swept)
    asked[USUAL].show(
        lab, f"Under {USUAL}", "you knock with this or more (31: never)", asked[USUAL].about
    )
    best = {name: chosen(s.groups[0]) for name, s in swept.items()}
    lab.section(
        "When to knock",
        "Your best plan by the rules. "
        + " ".join(f"{name[:1].upper()}{name[1:]}: {asked[name].advice}." for name in names)
        + " A bar covers all values that are too close to call.",
        Chart(
            "When to knock under each set of rules",
            "rules",
            "knock with this or more (31: never)",
            tuple(
                Series(
                    who.name,
                    names,
                    *zip(*(bounds(by[who].groups[0]) for by in played.values()), strict=True),
                )
                for who in three_of("scat")
            ),
            kind="points",
            interval="all values too close to call",
        ),
    )
    costs = {n: habit(s, best[USUAL]) for n, s in swept.items()}
    lab.section(
        "What it costs to play by the usual plan, in mixed company",
        f"Under the usual rules your best plan is to {way(best[USUAL])}. Keep to it under other "
        "rules, and it costs you this many matches in 100.",
        Chart(
            "Where another rule calls for another plan",
            "rules",
            f"matches in 100 lost if you {way(best[USUAL])}",
            (
                Series(
                    "cost",
                    names,
                    tuple(100 * costs[n].value for n in names),
                    tuple(100 * costs[n].low for n in names),
                    tuple(100 * costs[n].high for n in names),
                ),
            ),
            kind="points",
        ),
    )
    length = {
        n: next(p for p in s.points if value_of(p) == OTHERS).result.estimates["hands"]
        for n, s in swept.items()
    }
    fast, slow = (f(names, key=lambda n: length[n].value) for f in (min, max))
    lab.section(
        "How long a match lasts",
        f"Hands in a match of three in mixed company, if you knock at {OTHERS}: "
        + "; ".join(f"{n} {e.value:.1f}" for n, e in length.items())
        + ".",
        Chart(
            f"Matches are shortest under {fast}, longest under {slow}",
            "rules",
            "hands in a match",
            (Series.of("three players", names, [length[n] for n in names]),),
            kind="points",
        ),
    )
    dear = max(names, key=lambda n: costs[n].value)
    if 100 * costs[dear].low < SMALL:
        change = "In mixed company no house rule changes that enough to matter"
    else:
        change = (
            f"The rule that changes most in mixed company is '{dear}': "
            f"then {way(best[dear])}. Under it the plan for the "
            f"usual rules costs {swept[dear].cost(costs[dear])}"
        )
    lab.answer(
        f"{change}. A match lasts {length[USUAL].value:.1f} hands under {USUAL}, "
        f"{length[fast].value:.1f} with {fast} and {length[slow].value:.1f} with {slow}. "
        f"When to knock under {USUAL}: {asked[USUAL].told}.",
        Number(brief(best[dear]), f"when to knock if {dear}, in mixed company"),
        Number.of(
            swept[dear].cost(costs[dear]), "lost by keeping to the usual plan there", is_cost=True
        ),
    )


def knocking(lab: Lab, rules: Mapping[str, Any], vs: Any) -> SweepResult:
    """Sweep all values to knock at under some rules, in one company."""
    return lab.sweep("scat", unit="match", knock_threshold=VALUES, vs=vs, **rules)


def bounds(group: Group) -> tuple[float, float, float]:
    """Return the best value, and the lowest and the highest that are too close to call."""
    close = [chosen(group), *map(value_of, level(group))]
    return float(close[0]), float(min(close)), float(max(close))


def value_of(point: Any) -> int:
    """Return the value to knock at of a point."""
    return int(point.settings[0][1])


def chosen(group: Group) -> int:
    """Return the value that does best."""
    return value_of(group.best)


def way(value: int) -> str:
    """Return in words at which value to knock."""
    return "never knock" if value == NEVER else f"knock at {value}"


def brief(value: int) -> str:
    """Return a value in a word."""
    return "never" if value == NEVER else str(value)


def habit(swept: SweepResult, value: int) -> Any:
    """Return the cost of a value compared with the best one."""
    return next(p for p in swept.points if value_of(p) == value).shortfall


# By a number of matches: runs to a precision would mostly stop at the most matches allowed,
# where intervals that hold at every look are wider than those of a fixed number.
EXPERIMENT = Experiment(study, n=20_000)
