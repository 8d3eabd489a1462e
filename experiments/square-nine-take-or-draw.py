"""Take the discard or draw in Square 9, and which cell to replace?

You play by a few simple rules, with one of them changed at a time, in the same hands. With two
players we try that against beginners, in mixed company and against good players, and with three and
four in mixed company. We also look at what the strategy `race` does against itself. Equivalent
cells, such as the four corners, are taken together.
"""

from collections import Counter

from cardsim import Chart, Experiment, Number, Series
from cardsim.engine.table import Table
from cardsim.studies import (
    Lab,
    SweepResult,
    amount,
    by_players,
    counted,
    in_three,
    rounded,
    three_of,
    tried,
    tried_ways,
    wilson,
)
from cardsim.workspace import load_strategy

GAME, RULES, BEST = "square-nine", "by-rules", "race"
PLAYERS = (2, 3, 4)
HANDS = "hands in 100"
LIMITS = tuple(range(-3, 9))
CELLS = (
    "put a card of a new rank on an edge away from pairs, and keep corners and the centre for "
    "cards that match"
)
"""The rules, as you follow them."""
CHANGED = {
    "order=rows": "fill cells row by row",
    "order=corners": "fill corners first",
    "order=edges": "fill edges first, even next to pairs",
    "lines=finish": "complete lines, but begin none",
    "lines=ignore": "ignore lines",
    "swap=4": "replace an open card of 4 points or more",
    "swap=9": "replace an open card of 9 points or more",
}
"""Changes of one rule, and what you then do."""
ROWS, COLUMNS = ("top row", "middle row", "bottom row"), ("left", "middle", "right")
ALIKE = ((0, 2, 6, 8), (1, 7), (3, 5), (4,))
"""Cells that are equivalent by rows and diagonals."""
LATE = 3
"""A hand is late with this many cards face down, or fewer."""
MOST_GAMES = 400


def study(lab: Lab) -> None:
    """Play, show, answer."""
    two, *more = PLAYERS
    mixed = three_of(GAME)[1]

    def limited(vs: str, players: object = two) -> SweepResult:
        return lab.sweep(GAME, strategy=RULES, take=LIMITS, players=players, vs=vs)

    swept = in_three(GAME, limited)
    taking = tried(swept, limit, "take")
    taking.show(
        lab,
        "Take or draw, by who the other is",
        "you take a discard worth this many points or fewer",
        taking.about,
    )
    others = limited(mixed.vs, more).groups
    groups = {two: swept[mixed].groups[0], **dict(zip(more, others, strict=True))}
    best = {n: int(dict(g.best.settings)["take"]) for n, g in groups.items()}
    never = {n: amount(g.points[0].shortfall) for n, g in groups.items()}
    always = {n: amount(g.points[-1].shortfall) for n, g in groups.items()}
    lab.section(
        "Take or draw, in mixed company",
        "Take the top discard if it makes a pair or three of a kind in a line, or if it is worth "
        f"at most {limits(best)}. Taking it only for a line costs {by_players(never, HANDS)}; "
        f"taking everything up to 8 costs {by_players(always)}.",
        Chart(
            "What it costs to take more or fewer discards",
            "you take a discard worth this many points or fewer",
            "hands in 100 fewer than with the best limit",
            tuple(
                Series.of_gaps(
                    f"{counted(n)} players",
                    [dict(p.settings)["take"] for p in g.points],
                    [p.shortfall for p in g.points],
                )
                for n, g in groups.items()
            ),
        ),
    )
    ways = [RULES, *(f"{RULES}:{change}" for change in CHANGED)]
    three = in_three(GAME, lambda vs: lab.compare(GAME, ways, players=two, vs=vs))
    putting = tried_ways(three, [CELLS, *CHANGED.values()], ["by the rules", *CHANGED.values()])
    putting.show(lab, "Which cell, by who the other is", "what you do", putting.about)
    compared = {two: three[mixed]}
    compared |= {n: lab.compare(GAME, ways, players=n, vs=mixed.vs) for n in more}
    costs = {
        change: {n: c.gap(0, k) for n, c in compared.items()} for k, change in enumerate(CHANGED, 1)
    }
    lab.section(
        "Which cell, in mixed company",
        f"Change one rule, and with {counted(PLAYERS[0])} players it costs you this many hands in "
        "100: "
        + "; ".join(
            f"{name}, {amount(costs[change][PLAYERS[0]])}" for change, name in CHANGED.items()
        )
        + ".",
        Chart(
            "What it costs to change a rule",
            "what you do instead",
            "hands in 100 fewer than by the rules",
            tuple(
                Series.of_gaps(
                    f"{counted(n)} players",
                    list(CHANGED.values()),
                    [costs[change][n] for change in CHANGED],
                )
                for n in PLAYERS
            ),
            kind="points",
            reference=(0, "by the rules"),
        ),
    )
    taken, offered, placed = best_choices(lab.seed, min(max(lab.n // 50, 20), MOST_GAMES))
    show_taken(lab, taken, offered)
    shares = {new: by_cell(placed[new]) for new in (True, False)}
    for new, what in ((True, "of a new rank"), (False, "of a rank it already has")):
        lab.section(
            f"Where a good player puts a card {what}",
            f"Of 100 such cards, {in_cells(shares[new])}.",
            Chart(
                f"Where 100 cards {what} go",
                "column",
                "cards in 100",
                tuple(
                    Series(name, COLUMNS, tuple(shares[new][3 * row : 3 * row + 3]))
                    for row, name in enumerate(ROWS)
                ),
                kind="grid",
            ),
        )
    lab.answer(
        f"With two players, {taking.told}. As to cells, {putting.advice}. Taking a discard only "
        f"for a line costs you {taking.costs(0)}. Filling cells row by row costs you "
        f"{putting.costs(ways.index(f'{RULES}:order=rows'))}. In mixed company, take a discard "
        f"worth at most {limits(best)}.",
        *taking.numbers,
        Number.of(
            amount(costs["order=rows"][two]),
            "hands in 100 lost by filling cells row by row, in mixed company",
            is_cost=True,
        ),
    )


def limit(points: int) -> str:
    """Return which discards you take, beside all that make a pair or three of a kind in a line."""
    if points == LIMITS[0]:
        return "take a discard only for a line"
    return f"take a discard for a line or if it is worth at most {points}"


Counts = Counter[tuple[int, bool]]


def best_choices(seed: int, hands: int) -> tuple[Counts, Counts, dict[bool, Counter[int]]]:
    """Count what a good player takes, and where it puts cards, until somebody closes.

    Returns:
        Discards taken and offered, by their points and whether the hand is late; and cards by the
        cell where they went, for those of a rank that the square had not shown, and for the others.
    """
    table = Table(GAME)
    strategy = load_strategy(table.game, BEST)
    taken: Counts = Counter()
    offered: Counts = Counter()
    placed: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
    for hand in range(hands):
        table.begin(seed, hand)
        while not table.over:
            view, action = table.view, int(table.choice(strategy))
            own = view.seats[view.seat]
            if view.closer < 0 and table.asks.function == "draw_source":
                key = int(view.discard_value), bool(own.face_down <= LATE)
                offered[key] += 1
                taken[key] += action
            elif view.closer < 0 and table.asks.function == "place" and action < len(own.cards):
                placed[view.card not in own.cards][action] += 1
            table.act(action)
    return taken, offered, placed


def show_taken(lab: Lab, taken: Counts, offered: Counts) -> None:
    """Show how often a good player takes a discard, early and late."""
    series, told = [], []
    for late, name in ((False, "early"), (True, f"with {counted(LATE)} face down or fewer")):
        points = sorted(value for value, when in offered if when == late)
        bounds = [wilson(taken[x, late], offered[x, late]) for x in points]
        shares = [taken[x, late] / offered[x, late] for x in points]
        series.append(
            Series(
                name,
                tuple(points),
                tuple(shares),
                tuple(low for low, _ in bounds),
                tuple(high for _, high in bounds),
            )
        )
        mostly = [x for x, share in zip(points, shares, strict=True) if share > 1 / 2]
        told.append(f"{name}, up to {max(mostly, default=min(points))} points")
    lab.section(
        "What a good player takes",
        f"Discards that `race` takes more often than not: {'; '.join(told)}.",
        Chart(
            "How often a good player takes a discard, by its points",
            "points of the discard",
            "discards taken",
            tuple(series),
            percent=True,
        ),
    )


def limits(best: dict[int, int]) -> str:
    """Return the most points for which to take a discard, by players if that matters."""
    if len(set(best.values())) == 1:
        return f"{best[PLAYERS[0]]} points"
    return by_players({n: f"{x} points" for n, x in best.items()})


def by_cell(placed: Counter[int]) -> list[float]:
    """Return how many of 100 cards go to each cell, with equivalent cells evened out."""
    total = max(placed.total(), 1)
    even = {
        cell: 100 * sum(placed[c] for c in alike) / len(alike) / total
        for alike in ALIKE
        for cell in alike
    }
    return [even[cell] for cell in sorted(even)]


def in_cells(shares: list[float]) -> str:
    """Return in words how many cards go where."""
    corner, top, side, centre = (shares[alike[0]] for alike in ALIKE)
    return (
        f"{rounded(top, 1)} go to each of the top and bottom edges, {rounded(side, 1)} to each of "
        f"the other edges, {rounded(corner, 1)} to each corner and {rounded(centre, 1)} to the "
        "centre"
    )


EXPERIMENT = Experiment(study, n=300_000, precision="0.5pp")
