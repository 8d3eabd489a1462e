"""What do you gain by overcalling in Bridge?

Once the others have opened, you and your partner bid a five-card suit at the one level with ten
points, at the two level with eleven to thirteen, and one notrump with 15 to 18. Otherwise you pass
until they are done. We count points against beginners, in mixed company and against good players,
and the IMPs of one-board matches in mixed company. Then you know what the two others do: they open
with 12 points, or with ten, or double you from the three level up. Most of mixed company and all
good players bid a standard system and double for take-out.
"""

from typing import Any

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import CompareResult, Estimate, Lab, in_three, joined, three_of, tried_ways

SILENT, COMES_IN = "tips", "tips:overcalls=simple"
WAYS = ("pass once they have opened", "overcall")
USUAL, LIGHT, DOUBLE = "open with 12", "open with ten", "double with 12"
TABLES = {USUAL: "tips", LIGHT: "tips:open_hcp=10", DOUBLE: "tips:penalty_double_hcp=12"}
MATCH: dict[str, Any] = {"unit": "match", "boards": 1, "measure": "imps"}
VULNERABLE = {
    "imps_none": "nobody",
    "imps_dealer": "the dealer's side",
    "imps_other": "the other side",
    "imps_all": "everybody",
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = tried_ways(in_three("bridge", lambda vs: either(lab, vs)), WAYS)
    asked.show(lab, "By points", "what you do once they have opened", asked.about)
    known = {name: either(lab, vs) for name, vs in TABLES.items()}
    lab.section(
        "If you know what the others do",
        f"Overcalling wins {each(known)}.",
        chart("What overcalling wins, by points", "points a board", known),
    )
    by_imps = either(lab, three_of("bridge")[1].vs, **MATCH)
    against = by_imps.contenders[1].result.estimates
    told = [f"{against[name]} if {who} is vulnerable" for name, who in VULNERABLE.items()]
    lab.section(
        "By who is vulnerable, in mixed company",
        f"By IMPs, overcalling wins {told_gap(by_imps)}. Overcall, and you end this many IMPs a "
        f"board ahead: {joined(told)}.",
        Chart(
            "What you win if you overcall, by who is vulnerable",
            "who is vulnerable",
            "IMPs a board",
            (series([against[name] for name in VULNERABLE]),),
            kind="points",
        ),
    )
    lab.answer(
        f"{asked.headline}. Passing throughout costs you {asked.costs(0)}. By IMPs in mixed "
        f"company overcalling wins {told_gap(by_imps)}. If you know that the others {USUAL}, "
        f"overcalling wins {told_gap(known[USUAL])}.",
        Number.of(asked.mixed.cost(0), "lost by passing, in mixed company", is_cost=True),
        *asked.numbers,
        Number.of(told_gap(by_imps), "won by overcalling, in mixed company"),
    )


def either(lab: Lab, vs: str, **unit: Any) -> CompareResult:
    """Compare passing and overcalling, in one company."""
    return lab.compare("bridge", SILENT, COMES_IN, vs=vs, **unit)


def series(values: list[Estimate]) -> Series:
    """Return what is won, by who is vulnerable."""
    return Series.of("you", tuple(VULNERABLE.values()), values)


def told_gap(compared: CompareResult) -> str:
    """Return what overcalling wins, in words; below zero it loses."""
    gap = compared.gap(1, 0)
    return compared.cost(gap)


def each(compared: dict[str, CompareResult]) -> str:
    """Return what overcalling wins against each habit of the others, in words."""
    told = [f"{told_gap(found)} if the others {name}" for name, found in compared.items()]
    return joined(told, "and")


def chart(finding: str, y: str, compared: dict[str, CompareResult]) -> Chart:
    """Draw what overcalling wins against each habit of the others."""
    gaps = [found.gap(1, 0) for found in compared.values()]
    return Chart(
        finding,
        "what the others do",
        y,
        (Series.of_gaps("you", tuple(compared), gaps, 1),),
        kind="points",
    )


EXPERIMENT = Experiment(study, n=400_000)
