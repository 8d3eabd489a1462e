"""How bold should I bid in Spades?

Count your tricks: 1 for an ace, 0.8 for a guarded king, 0.4 for a queen with two others. In spades
the ace and king count 1 each and the queen 0.7, and every spade from the fourth on counts 1. Add
0.2 for each card that a side suit is short of three. When should you round the sum up? Your partner
bids as you do, and you both bid nil as usual: against beginners, in mixed company and against good
players.
"""

import polars as pl

from cardsim import Chart, Experiment, Number, Series, Strategy, borrowed
from cardsim.games.spades.rules import A_TRICK, Rules
from cardsim.studies import (
    Lab,
    counted,
    in_three,
    is_level,
    joined,
    level,
    priced,
    rounded,
    three_of,
    tried,
    wilson,
)

WAY = "fine-count"
MIXED = three_of("spades")[1].vs
A_WHOLE = 10
"""A whole trick, in tenths of a trick."""
ADDED = (-10, -9, -8, -7, -4, -2, -1, 0, 1, 2, 3, 4, 6, 8, 10, 11, 12, 13)
"""Tenths that are added before the hand is rounded down."""
TOGETHER = (7, 8, 9, 10, 11, 12, 27)
"""Tricks of both partners from which to bid one less; 27 is never."""
CAREFUL = 9
"""The same by the rules on how to play."""
RULES, UP = "sound-count", 3
"""The strategy that plays by the rules on how to play, and what it adds before rounding down."""
DOWN = Strategy(
    "spades",
    name="rounds down",
    plays="round~ down, and else play~ by the rules",
    bid=borrowed("spades", WAY, "bid", modest_from=CAREFUL, nil_spade=10, boldness=0),
    play=borrowed("spades", RULES, "play"),
)
ADDING = "what you add before rounding down (5 means half a trick)"
MORE = (-1, 0, 1, 2)
"""Tricks bid more while behind."""
BEHIND = (50, 100, 200)
CONTRACTS = range(1, 14)
HANDS = 20
"""Hands that are played for each match."""
MOON = 70
"""The bonus for bidding and taking all 13, where there is one."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = in_three("spades", lambda vs: lab.sweep("spades", strategy=WAY, boldness=ADDED, vs=vs))
    asked = tried(played, rounding, "boldness")
    asked.show(lab, "Where to round up", ADDING, asked.about)
    best = ADDED[asked.advised]
    wrong = {"less": best - A_WHOLE, "more": best + A_WHOLE}
    off = {more: ADDED.index(added) for more, added in wrong.items() if added in ADDED}
    by_hand(lab, best)
    modest = with_partner(lab)
    waiting = when_behind(lab)
    sure = high_bids(lab)
    lab.answer(
        f"If you play your cards by the book, {asked.told}. {by_the_rules(lab)} "
        + "".join(
            f"Bid a trick {more} on every hand, and it costs you {asked.costs(k)}. "
            for more, k in off.items()
        )
        + f"{modest} {waiting} {sure}",
        *asked.numbers,
        *(
            Number.of(
                asked.mixed.cost(k),
                f"lost by bidding a trick {more} on every hand, in mixed company",
                is_cost=True,
            )
            for more, k in off.items()
        ),
    )


def by_the_rules(lab: Lab) -> str:
    """Return what rounding down wins if you else play by the rules on how to play."""
    gaps = {
        company.where: (compared, compared.gap(1, 0))
        for company, compared in in_three(
            "spades", lambda vs: lab.compare("spades", RULES, DOWN, vs=vs)
        ).items()
    }
    said = f"The rules of spades-how-to-play round up {rounding(UP).partition(' up ')[2]}"
    parts = [
        f"{'wins' if gap.low > 0 else 'costs'} "
        f"{compared.cost(gap if gap.low > 0 else gap.turned())}{' more' * (gap.low > 0)} {where}"
        for where, (compared, gap) in sorted(gaps.items(), key=lambda g: -g[1][1].value)
        if gap.low > 0 or gap.high < 0
    ]
    same = [where for where, (_, gap) in gaps.items() if gap.low <= 0 <= gap.high]
    if same:
        parts.append(f"makes no measurable difference {joined(same)}")
    return f"{said}. With their other rules, rounding down {joined(parts)}."


def rounding(added: int) -> str:
    """Return from which part of a trick you round up."""
    if added <= 0:
        return f"take off {spoken(-added)} of a trick and round down" if added else "round down"
    if added == A_WHOLE:
        return "add a trick and round down"
    if added > A_WHOLE:
        return f"add a trick and round up from {spoken(2 * A_WHOLE - added)} of a trick"
    return f"round up from {spoken(A_WHOLE - added)} of a trick"


def spoken(value: int) -> str:
    """Return tenths of a trick as a player says them: `0.6`."""
    return f"{value / A_WHOLE:.1f}"


def by_hand(lab: Lab, added: int) -> None:
    """Show how often bids fail, and how many bags they bring."""
    sweep = lab.sweep("spades", strategy=WAY, boldness=ADDED, vs=MIXED, unit="hand")
    results = [point.result for point in sweep.groups[0].points]
    best = results[ADDED.index(added)].estimates
    timid, bold = results[0].estimates, results[-1].estimates
    lab.section(
        "Failed bids and bags, in mixed company",
        f"Round like that, and {best['fails']} of your bids fail and you take {best['bags']} bags "
        f"a hand. With the most timid bids here {timid['fails']} fail, with {timid['bags']} bags a "
        f"hand; with the boldest {bold['fails']} fail, with {bold['bags']} bags.",
        Chart(
            "The bolder the bids, the more of them fail",
            ADDING,
            "your side fails its bid",
            (
                Series.of(
                    "in mixed company",
                    ADDED,
                    [result.estimates["fails"] for result in results],
                ),
            ),
            percent=True,
        ),
    )


def with_partner(lab: Lab) -> str:
    """Return whether to bid less after a high bid of your partner, in a sentence."""
    sweep = lab.sweep("spades", strategy=WAY, modest_from=TOGETHER, vs=MIXED)
    (group,) = sweep.groups
    best, never = int(group.best["modest_from"]), group.points[-1]
    said, gain = "Your partner's bid is no reason to bid less", ""
    if not is_level(group, never):
        careful = next(p for p in group.points if int(p["modest_from"]) == CAREFUL)
        said = f"Bid a trick less if the two of you would bid {counted(CAREFUL)} or more"
        gain = (
            f", as the rules on how to play have it. Compared with doing so from {best} on, that "
            f"costs {priced(group, careful, sweep.cost(careful.shortfall))}; never bidding less "
            f"costs {sweep.cost(never.shortfall)}"
        )
    lab.section(
        "After a high bid of your partner, in mixed company",
        f"{said}{gain}. You both count tricks that only one of you can take.",
        Chart(
            said,
            "you bid a trick less if you two would bid this many or more",
            "matches in 100 fewer than with the best",
            (
                Series.of_gaps(
                    "in mixed company",
                    [*map(str, TOGETHER[:-1]), "never"],
                    [p.shortfall for p in group.points],
                ),
            ),
            kind="points",
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    return f"{said}{gain}."


def when_behind(lab: Lab) -> str:
    """Return whether to bid more while behind, in a sentence."""
    sweep = lab.sweep(
        "spades", strategy="score-aware-bid", behind_boost=MORE, behind_by=BEHIND, vs=MIXED
    )
    (group,) = sweep.groups
    points = {(int(p["behind_by"]), int(p["behind_boost"])): p for p in group.points}
    costs = {
        behind: priced(group, point, sweep.cost(point.shortfall))
        for behind in BEHIND
        for point in [points[behind, 1]]
    }
    best = group.best
    same = int(best["behind_boost"]) == 0 or any(int(p["behind_boost"]) == 0 for p in level(group))
    said = (
        "Do not bid more because you are behind"
        if same
        else f"When {best['behind_by']} points behind, bid {best['behind_boost']:+} tricks"
    )
    lab.section(
        "When you are behind, in mixed company",
        f"{said}. Bidding a trick more costs "
        + joined([f"{cost} when {behind} points behind" for behind, cost in costs.items()])
        + ". Here you count only aces, kings and long spades, and never bid nil.",
        Chart(
            said,
            "extra tricks that you bid when behind",
            "matches in 100 fewer than with the best",
            tuple(
                Series.of_gaps(
                    f"{behind} points behind or more",
                    MORE,
                    [points[behind, more].shortfall for more in MORE],
                )
                for behind in BEHIND
            ),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    return f"{said}: a trick more when {BEHIND[1]} points behind costs {costs[BEHIND[1]]}."


def needed(contract: int, bonus: int = 0) -> float:
    """Return how sure you must be of the last trick to bid it too, if the others are certain.

    It wins its points, less the one that it is worth as a bag, and saves that bag. If it does not
    come, the points of all others are lost with it.
    """
    rules = Rules()
    won = A_TRICK + bonus - rules.bag_points + rules.bag_penalty / rules.bag_limit
    return (lost := A_TRICK * (2 * contract - 1)) / (lost + won)


def high_bids(lab: Lab) -> str:
    """Show how often bids of partners are made, and how sure one should be of the last trick."""
    played = lab.run("spades", lab.n * HANDS, strategy=WAY, vs=WAY, unit="hand", precision=None)
    made = (
        played.tables["contracts"]
        .filter(pl.col("contract").is_in(list(CONTRACTS)))
        .group_by("contract")
        .agg(
            pl.col("count").sum().alias("all"),
            pl.col("count").filter(pl.col("made") == 1).sum().alias("made"),
        )
        .sort("contract")
    )
    bounds = [wilson(k, n) for k, n in made.select("made", "all").rows()]
    low, all_13 = needed(CONTRACTS[1]), needed(CONTRACTS[-1])
    high = made.filter(pl.col("contract") >= 11)
    tricks, tried = int(high["made"].sum()), int(high["all"].sum())
    few = (
        f"{share(tricks, tried)} of bids of 11 or more together were made"
        if tried
        else "Nobody bid 11 or more together"
    )
    lab.section(
        "High bids, and 13",
        "The more you bid together, the more the last trick costs you if it fails. If all the "
        f"others are certain, bid one more at {CONTRACTS[1]} together if you are {100 * low:.0f} % "
        f"sure of it, and at 13 if you are {100 * all_13:.0f} % sure. If your house gives "
        f"{MOON} extra points for 13 bid and made, {100 * needed(CONTRACTS[-1], MOON):.0f} % is "
        f"enough. {few}, in {played.hands:,} hands in which all four count as you do.",
        Chart(
            f"To bid 13 together you must be {100 * all_13:.0f} % sure of the last trick",
            "tricks that partners bid together",
            "share of bids",
            (
                Series(
                    "made",
                    tuple(made["contract"].to_list()),
                    tuple(k / n for k, n in made.select("made", "all").rows()),
                    tuple(low for low, _ in bounds),
                    tuple(high for _, high in bounds),
                ),
                Series(
                    "how sure of the last trick you must be",
                    tuple(CONTRACTS),
                    tuple(needed(contract) for contract in CONTRACTS),
                ),
            ),
            percent=True,
            exact=True,
        ),
    )
    return f"Bid 13 together only if you are {100 * all_13:.0f} % sure of the last trick."


def share(some: int, of_all: int) -> str:
    """Return a part of some bids, for a sentence."""
    low, high = wilson(some, of_all)
    return rounded(100 * some / of_all, 50 * (high - low), unit=" %")


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
