"""When should I knock in Gin Rummy?

When you may knock, you may also wait for gin, and somebody may beat you to it. You knock with some
limit of deadwood, from 10, which is as soon as the rules allow, down to 0, which is only with gin.
Each limit plays the same matches, and otherwise you keep near melds. We play two games side by
side, each against beginners, in mixed company and against good players: with seven tiles for three,
and the classic for two. In the classic you may also knock as soon as you may in your first turns,
and wait for gin after them. Then the limit may depend on the tiles left in the stock, and on how
near somebody is to winning the match.
"""

from typing import Annotated, Any

from cardsim import Chart, Experiment, Number, Series, Strategy, SweepResult, between, borrowed
from cardsim.games.gin_rummy import rounds
from cardsim.studies import (
    Group,
    Lab,
    Point,
    Table,
    Tried,
    counted,
    in_three,
    joined,
    level,
    sweep_in_three,
    tried,
)

PLAYERS = (2, 3, 4)
THREE = 3
AT_ONCE = 10
NUMBERS = (0, 1, 2, 4, 6, 8, AT_ONCE)
GAME, CLASSIC, FIELD = "gin-rummy", "classic-2p", "field"
SEVEN, TEN = "With seven tiles for three", "In the classic for two"
COSTS = ("if you do not know them", "costs at most, matches in 100")
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
"""Points to go that the answer mentions, if it pays to go on waiting."""
LINES = {
    "early": "over 20 in the stock",
    "middle": "11 to 20 in the stock",
    "late": "10 or fewer in stock",
    "own_close": "you need 25 or fewer",
    "their_close": "another needs 25",
}
"""Shorter names for a chart, which has little room."""
SMALL = 0.5
"""Matches in 100 that nobody would notice."""
TURNS = (0, 2, 4, 6, 8)
"""Own turns in which to knock early in the classic."""
at_once_finish = borrowed(GAME, "meld-hunter", "finish", threshold=AT_ONCE)
gin_finish = borrowed(GAME, "meld-hunter", "finish", threshold=0)


def finish(
    view: Any, turns: Annotated[int, between(0, 50, "own turns in which it knocks early")] = 4
) -> Any:
    """Knock as soon as allowed in the first turns, and wait for gin after them."""
    if rounds(view) < turns:
        return at_once_finish(view)
    return gin_finish(view)


EARLY = Strategy(
    GAME,
    name="early",
    plays="knock~ in the first {turns} turns, then only with gin",
    upcard=borrowed(GAME, "meld-hunter", "upcard"),
    draw=borrowed(GAME, "meld-hunter", "draw"),
    finish=finish,
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {
        SEVEN: in_three(GAME, lambda vs: swept(lab, vs, players=PLAYERS)),
        TEN: in_three(GAME, lambda vs: swept(lab, vs, preset=CLASSIC), CLASSIC),
    }
    seven = {n: tried(played[SEVEN], limit, "threshold", players=n) for n in PLAYERS}
    asked = {SEVEN: seven[THREE], TEN: tried(played[TEN], limit, "threshold")}
    for name, each in asked.items():
        x = "the most deadwood that you knock with (0: only gin)"
        each.show(lab, name, x, each.about)
    early = sweep_in_three(
        lab,
        GAME,
        "turns",
        in_turns,
        "own turns in which you knock as soon as you may (0: wait for gin from the start)",
        heading="In the classic for two, in the first turns only",
        strategy=EARLY,
        turns=TURNS,
        unit="match",
        preset=CLASSIC,
    )
    side_by_side(
        lab, {**{f"seven tiles, {n} players": t for n, t in seven.items()}, TEN: asked[TEN]}
    )
    waiting = asked[SEVEN].mixed.cost(NUMBERS.index(0)), early.mixed.cost(TURNS.index(0))
    asked = {SEVEN: asked[SEVEN], TEN: early}
    lab.answer(
        f"{SEVEN}, {asked[SEVEN].advice}; {small(TEN)}, {asked[TEN].advice}. "
        "Waiting for gin from the start costs "
        + joined([f"{cost} {small(name)}" for name, cost in zip(asked, waiting, strict=True)])
        + f", in mixed company. {by_place(lab)} {near_the_end(lab)}",
        *(
            Number.of(
                each.mixed.estimates[each.advised],
                f"{small(name)}, in mixed company, if you {each.ways[each.advised]}",
            )
            for name, each in asked.items()
        ),
        *(
            Number.of(cost, f"lost by waiting for gin, {small(name)}", is_cost=True)
            for name, cost in zip(asked, waiting, strict=True)
        ),
    )


def swept(lab: Lab, vs: str, **options: Any) -> SweepResult:
    """Sweep all limits in one company."""
    return lab.sweep(
        GAME, unit="match", strategy="meld-hunter", threshold=NUMBERS, vs=vs, **options
    )


def limit(number: int) -> str:
    """Return when you knock, in words."""
    if number == 0:
        return "knock only with gin"
    return "knock as soon as you may" if number == AT_ONCE else f"knock with at most {number}"


def in_turns(turns: int) -> str:
    """Return in which turns you knock early, in words."""
    if turns == 0:
        return limit(0)
    return f"knock as soon as you may in your first {counted(turns)} turns, then only with gin"


def small(text: str) -> str:
    """Return a text as it is inside a sentence."""
    return text[:1].lower() + text[1:]


def side_by_side(lab: Lab, asked: dict[str, Tried]) -> None:
    """Show both games below each other, at every table."""
    companies = next(iter(asked.values())).three
    lab.section(
        "The games side by side",
        "If you do not know the others: "
        + "; ".join(f"{small(name)}, {each.ways[each.advised]}" for name, each in asked.items())
        + ".",
        table=Table(
            "When to knock, by the game and by who the others are",
            ("game", *(f.company.where for f in companies), *COSTS),
            tuple(
                (
                    name,
                    *(each.spoken(found) for found in each.three),
                    each.ways[each.advised],
                    each.price,
                )
                for name, each in asked.items()
            ),
        ),
    )


def by_place(lab: Lab) -> str:
    """Show the cost of waiting by the stock and by the score, and return it in words."""
    swept = {
        name: lab.sweep(GAME, unit="match", strategy="knock-table", vs=FIELD, **{name: NUMBERS})
        for name in WHERE
    }
    groups = {name: sweep.groups[0] for name, sweep in swept.items()}
    lab.section(
        "As the stock shrinks, and as the match nears its end",
        "With seven tiles and three players in mixed company, if you change your limit only then. "
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
        return f"There are exceptions with seven tiles: {'; '.join(some)}."
    late, own, their = (
        cost(swept[name], groups[name], 0, name) for name in ("late", "own_close", "their_close")
    )
    return (
        "With seven tiles that does not change as the stock shrinks or the target nears: waiting "
        f"for gin costs {late} with 10 tiles or fewer in the stock, {own} when you need 25 points "
        f"or fewer, and {their} when another player does."
    )


def near_the_end(lab: Lab) -> str:
    """Show the cost of knocking early near the target in the classic game; return it in words."""
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
        f"Otherwise you wait for gin there, as the other player does (`learned-classic`). {told}.",
        Chart(
            "What it costs to stop waiting near the target, in the classic",
            "points to go at which you stop waiting (0: never)",
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(groups[name], f"that {who}") for name, who in WHO.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    return f"In the classic, against a player who waits for gin: {small(told)}."


def at_the_end(swept: SweepResult, name: str, who: str) -> str:
    """Return what is best near the target, and what anything else costs."""
    group = swept.groups[0]
    best = number_of(group.best, name)
    ties = sorted(number_of(p, name) for p in level(group))
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


def number_of(point: Point, name: str = "threshold") -> int:
    """Return the deadwood to knock with."""
    return int(dict(point.settings)[name])


def point_of(group: Group, number: int, name: str = "threshold") -> Point:
    """Return the point with this number."""
    return next(p for p in group.points if number_of(p, name) == number)


def cost(swept: SweepResult, group: Group, number: int, name: str = "threshold") -> str:
    """Return what a number costs compared with the best, in words."""
    return swept.cost(point_of(group, number, name).shortfall)


def way(group: Group) -> str:
    """Return the best limit in words, with those that do as well: `knock with 10 (or 8)`."""
    name = next(axis for axis, _ in group.points[0].settings if axis != "players")
    ties = sorted(number_of(p, name) for p in level(group))
    others = f" (or {joined([str(n) for n in ties], 'or')})" if ties else ""
    best = number_of(group.best, name)
    return ("knock only with gin" if best == 0 else f"knock with at most {best}") + others


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
