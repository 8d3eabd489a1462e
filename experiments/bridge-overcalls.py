"""What does it gain to come in over an opening in Bridge?

You and your partner bid one of a suit of five cards with ten points once the others have opened,
two of it with eleven to thirteen, and one notrump with 15 to 18. Without that you pass until the
others are done. It is played by points and by the IMPs of matches of one board, against two who
open with 12 points, two who open with ten, and two who double what you bid from the three level on.
Whether these come in over your openings changes nothing of it. Nobody bids to shut others out, and
no double asks for a suit; the cards are played by rules of thumb.
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
        f"To come in wins {each(points)}.",
        chart("What coming in wins, by points", "points a board", points),
    )
    lab.section(
        "By IMPs",
        f"To come in wins {each(imps)}.",
        chart("What coming in wins, by IMPs", "IMPs a board", imps),
    )
    against = imps[USUAL].contenders[1].result.estimates
    told = [f"{against[name]} where {who} is vulnerable" for name, who in VULNERABLE.items()]
    lab.section(
        "By who is vulnerable",
        f"Against two who {USUAL} it wins, in IMPs a board, {joined(told, 'and')}.",
        Chart(
            "What coming in wins, by who is vulnerable",
            "who is vulnerable",
            "IMPs a board",
            (series([against[name] for name in VULNERABLE]),),
            kind="points",
        ),
    )
    least, most = against["imps_all"], against["imps_none"]
    lab.answer(
        f"It gains {told_gap(points[USUAL])}, or {each(imps)}. Against those who {USUAL} it is "
        f"{most} where nobody is vulnerable and {least} where everybody is.",
        Number.of(told_gap(imps[USUAL]), f"won where the others {USUAL}"),
        Number.of(told_gap(points[USUAL]), f"won where the others {USUAL}"),
    )


def series(values: list[Estimate]) -> Series:
    """What is won by who is vulnerable."""
    return Series.of("you", tuple(VULNERABLE.values()), values)


def told_gap(compared: CompareResult) -> str:
    """What coming in wins, in words; below zero it loses."""
    gap = compared.gap(1, 0)
    return compared.cost(gap)


def each(compared: dict[str, CompareResult]) -> str:
    """The same against all."""
    told = [f"{told_gap(found)} where the others {name}" for name, found in compared.items()]
    return joined(told, "and")


def chart(finding: str, y: str, compared: dict[str, CompareResult]) -> Chart:
    """What coming in wins against each."""
    gaps = [found.gap(1, 0) for found in compared.values()]
    return Chart(
        finding,
        "what the others do",
        y,
        (Series.of_gaps("you", tuple(compared), gaps, 1),),
        kind="points",
    )


EXPERIMENT = Experiment(study, n=400_000)
