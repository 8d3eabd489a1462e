"""What do you gain by overcalling in Bridge?

Once the others have opened, you and your partner bid a five-card suit at the one level with ten
points, at the two level with eleven to thirteen, and one notrump with 15 to 18. Otherwise you pass
until they are done. We count points and the IMPs of one-board matches, against two who open with 12
points, two who open with ten, and two who double you from the three level up. It does not matter
whether they overcall your openings. Nobody preempts and no double is for take-out; the cards are
played by rules of thumb.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.comparisons import CompareResult
from cardsim.answers.experiments import Lab, joined
from cardsim.statistics.stats import Estimate

SILENT, COMES_IN = "tips", "tips:overcalls=simple"
USUAL, LIGHT, DOUBLE = "open with 12", "open with ten", "double with 12"
TABLES = {USUAL: "tips", LIGHT: "tips:open_hcp=10", DOUBLE: "tips:penalty_double_hcp=12"}
MATCH = {"unit": "match", "boards": 1, "measure": "imps"}
VULNERABLE = {
    "imps_none": "nobody",
    "imps_dealer": "the dealer's side",
    "imps_other": "the other side",
    "imps_all": "everybody",
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    points = {name: lab.compare("bridge", SILENT, COMES_IN, vs=vs) for name, vs in TABLES.items()}
    imps = {
        name: lab.compare("bridge", SILENT, COMES_IN, vs=vs, **MATCH) for name, vs in TABLES.items()
    }
    lab.section(
        "By points",
        f"Overcalling wins {each(points)}.",
        chart("What overcalling wins, by points", "points a board", points),
    )
    lab.section(
        "By IMPs",
        f"Overcalling wins {each(imps)}.",
        chart("What overcalling wins, by IMPs", "IMPs a board", imps),
    )
    against = imps[USUAL].contenders[1].result.estimates
    told = [f"{against[name]} if {who} is vulnerable" for name, who in VULNERABLE.items()]
    lab.section(
        "By who is vulnerable",
        f"Against two who {USUAL}, overcall and you win this many IMPs a board: "
        f"{joined(told, 'and')}.",
        Chart(
            "What you win if you overcall, by who is vulnerable",
            "who is vulnerable",
            "IMPs a board",
            (series([against[name] for name in VULNERABLE]),),
            kind="points",
        ),
    )
    least, most = against["imps_all"], against["imps_none"]
    lab.answer(
        f"You gain {told_gap(points[USUAL])} if the others {USUAL}. By IMPs you gain {each(imps)}. "
        f"Against two who {USUAL}, you end {most} IMPs a board ahead if nobody is vulnerable, and "
        f"{least} if everybody is.",
        Number.of(told_gap(imps[USUAL]), f"won if the others {USUAL}"),
        Number.of(told_gap(points[USUAL]), f"won if the others {USUAL}"),
    )


def series(values: list[Estimate]) -> Series:
    """What is won by who is vulnerable."""
    return Series.of("you", tuple(VULNERABLE.values()), values)


def told_gap(compared: CompareResult) -> str:
    """What overcalling wins, in words; below zero it loses."""
    gap = compared.gap(1, 0)
    return compared.cost(gap)


def each(compared: dict[str, CompareResult]) -> str:
    """The same against all."""
    told = [f"{told_gap(found)} if the others {name}" for name, found in compared.items()]
    return joined(told, "and")


def chart(finding: str, y: str, compared: dict[str, CompareResult]) -> Chart:
    """What overcalling wins against each."""
    gaps = [found.gap(1, 0) for found in compared.values()]
    return Chart(
        finding,
        "what the others do",
        y,
        (Series.of_gaps("you", tuple(compared), gaps, 1),),
        kind="points",
    )


EXPERIMENT = Experiment(study, n=400_000)
