"""When should I knock in Gin Rummy?

When you may knock, you may also wait for gin, and somebody may beat you to it. You knock with some
limit of deadwood, from 10, which is as soon as the rules allow, down to 0, which is only with gin.
Each limit plays the same matches, and otherwise you keep near melds as usual. Then the limit may
depend on the tiles left in the stock, and on how near somebody is to winning the match. In the
classic for two it pays to wait; there you may stop waiting once somebody needs few points.
"""

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.answers.experiments import Lab, joined
from cardsim.answers.swept import Group, Point
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4)
THREE = 3
AT_ONCE = 10
NUMBERS = (0, 1, 2, 4, 6, 8, AT_ONCE)
OTHERS = {
    "keep the least deadwood": "take-improve",
    "keep near melds": "early-hunter",
    "knock only with gin": "gin-only",
}
"""What the others do; all but the last knock as soon as they may."""
WHERE = {
    "early": "with more than 20 tiles in the stock",
    "middle": "with 11 to 20",
    "late": "with 10 or fewer",
    "own_close": "when you need 25 points or fewer",
    "their_close": "when another player needs 25 points or fewer",
}
FEW = (0, 3, 5, 10, 15, 20, 25)
WHO = {"own_few": "you need", "their_few": "the other needs"}
SOME = 10
"""Points to go that the answer speaks of, if it pays to go on waiting."""
LINES = {
    "early": "over 20 in the stock",
    "middle": "11 to 20 in the stock",
    "late": "10 or fewer in stock",
    "own_close": "you need 25 or fewer",
    "their_close": "another needs 25",
}
"""The same above a chart, which has little room."""
USUAL = next(iter(OTHERS))
SMALL = 0.5
"""Matches in 100 that nobody would notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = {told: by_number(lab, told, vs) for told, vs in OTHERS.items()}
    groups = {told: group_of(sweep, THREE) for told, sweep in swept.items()}
    costs = {told: cost(swept[told], groups[told], 0) for told in OTHERS}
    told = " ".join(
        f"If the others {others}, {way(groups[others])}; waiting for gin costs {costs[others]}."
        for others in OTHERS
    )
    lab.answer(
        f"{in_a_word(groups)}. The numbers are for three players. {told} {by_place(lab)} "
        f"{near_the_end(lab)}",
        Number(
            str(number_of(groups[USUAL].best)),
            "deadwood to knock with, with three players",
            f"{groups[USUAL].best.estimate} of matches won",
        ),
        Number.of(costs[USUAL], "lost by waiting for gin", is_cost=True),
        Number.of(
            cost(swept[USUAL], groups[USUAL], 4),
            "lost by knocking only with 4 or less",
            is_cost=True,
        ),
    )


def in_a_word(groups: dict[str, Group]) -> str:
    """Whether it is best to knock at once, against each kind of others."""
    numbers = [number_of(group.best) for group in groups.values()]
    if min(numbers) == AT_ONCE:
        return "As soon as you may"
    if max(numbers) < AT_ONCE:
        return "Not as soon as you may"
    return "It depends on the others"


def by_number(lab: Lab, told: str, vs: str) -> SweepResult:
    """What each number costs compared with the best, against one kind of others."""
    swept = lab.sweep(
        "gin-rummy",
        unit="match",
        strategy="meld-hunter",
        threshold=NUMBERS,
        players=PLAYERS,
        vs=vs,
    )
    lab.section(
        f"If the others {told}",
        " ".join(f"With {counted(n)} players, {way(group_of(swept, n))}." for n in PLAYERS),
        Chart(
            f"What it costs to wait, if the others {told}",
            "the most deadwood that you knock with (0: only gin)",
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(group_of(swept, n), f"{n} players") for n in PLAYERS),
            interval="95 % intervals of all differences together",
            best="lowest",
            sweep=swept,
        ),
    )
    return swept


def by_place(lab: Lab) -> str:
    """Show what waiting costs by the stock and by the score, and say it."""
    swept = {
        name: lab.sweep("gin-rummy", unit="match", strategy="knock-table", **{name: NUMBERS})
        for name in WHERE
    }
    groups = {name: sweep.groups[0] for name, sweep in swept.items()}
    lab.section(
        "As the stock shrinks, and as the match nears its end",
        "With three players, if you change your limit only then. "
        + " ".join(
            f"{where[:1].upper()}{where[1:]}: {way(groups[name])}; waiting for gin costs "
            f"{cost(swept[name], groups[name], 0, name)}."
            for name, where in WHERE.items()
        ),
        Chart(
            "What it costs to wait, by the stock and by the score",
            "the most deadwood that you knock with then (0: only gin)",
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(groups[name], line) for name, line in LINES.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    gains = {name: point_of(group, AT_ONCE, name).shortfall for name, group in groups.items()}
    some = [
        f"{WHERE[name]}, {way(groups[name])}"
        for name, gap in gains.items()
        if gap.low > 0 and 100 * gap.value >= SMALL
    ]
    if some:
        return f"There are exceptions: {'; '.join(some)}."
    late, own, their = (
        cost(swept[name], groups[name], 0, name) for name in ("late", "own_close", "their_close")
    )
    return (
        "That does not change as the stock shrinks or the target nears: waiting for gin costs "
        f"{late} with 10 tiles or fewer in the stock, {own} when you need 25 points or fewer, "
        f"and {their} when another player does."
    )


def near_the_end(lab: Lab) -> str:
    """Show what it costs in the classic to knock early near the target, and say it."""
    swept = {
        name: lab.sweep(
            "gin-rummy",
            unit="match",
            preset="classic-2p",
            strategy="near-target",
            vs="learned-classic",
            **{name: FEW},
        )
        for name in WHO
    }
    groups = {name: sweep.groups[0] for name, sweep in swept.items()}
    told = ". ".join(at_the_end(swept[name], name, who) for name, who in WHO.items())
    lab.section(
        "In the classic for two, as the target nears",
        f"Otherwise you wait for gin there, as the other player does. {told}.",
        Chart(
            "What it costs to stop waiting near the target, in the classic",
            "points to go at which you stop waiting (0: never)",
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(groups[name], f"that {who}") for name, who in WHO.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    return f"In the classic for two, the best players wait for gin. {told}."


def at_the_end(swept: SweepResult, name: str, who: str) -> str:
    """What is best near the target, and what anything else costs."""
    group = swept.groups[0]
    best = number_of(group.best, name)
    ties = sorted(number_of(p, name) for p in group.tied)
    if best == 0 or 0 in ties:
        return (
            f"However few points {who}, go on waiting: knocking as soon as you may once {who} "
            f"{SOME} or fewer costs {cost(swept, group, SOME, name)}"
        )
    do = "do" if len(ties) > 1 else "does"
    others = f" ({joined([str(n) for n in ties], 'or')} {do} as well)" if ties else ""
    return (
        f"Once {who} {best} points or fewer{others}, knock as soon as you may: waiting on costs "
        f"{cost(swept, group, 0, name)}"
    )


def group_of(swept: SweepResult, players: int) -> Group:
    """The points with this many players."""
    return next(g for g in swept.groups if g.points[0].result.spec.players == players)


def number_of(point: Point, name: str = "threshold") -> int:
    """The deadwood to knock with."""
    return int(dict(point.settings)[name])


def point_of(group: Group, number: int, name: str = "threshold") -> Point:
    """The point with this number."""
    return next(p for p in group.points if number_of(p, name) == number)


def cost(swept: SweepResult, group: Group, number: int, name: str = "threshold") -> str:
    """What a number costs compared with the best, in words."""
    return swept.cost(point_of(group, number, name).shortfall)


def way(group: Group) -> str:
    """What is best, with what does as well: `knock with 10 (or 8)`."""
    name = next(axis for axis, _ in group.points[0].settings if axis != "players")
    ties = sorted(number_of(p, name) for p in group.tied)
    others = f" (or {joined([str(n) for n in ties], 'or')})" if ties else ""
    best = number_of(group.best, name)
    return ("knock only with gin" if best == 0 else f"knock with at most {best}") + others


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
