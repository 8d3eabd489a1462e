"""Do five-card majors pay in Bridge, and with how many points should I answer an opening?

The tips for beginners say: open a five-card major, and answer partner's opening with six points. We
try four-card majors as well, hearts before spades, raised with four; and we try answers with other
numbers of points, which both partners know. You bid everything else by the tips, everybody
overcalls openings, and we count points and the IMPs of one-board matches. An opening at the one
level has no upper limit here, so passing it may miss a game. The cards are played by rules of
thumb.
"""

from typing import Any

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.answers.comparisons import CompareResult
from cardsim.answers.experiments import Lab, spoken

COMES_IN = "tips:overcalls=simple"
FIVE, FOUR = COMES_IN, f"{COMES_IN},major_cards=4"
ANSWERS = tuple(range(11))
USUAL = 6
UNITS: dict[str, dict[str, Any]] = {
    "points": {},
    "IMPs": {"unit": "match", "boards": 1, "measure": "imps"},
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    majors = {
        name: lab.compare("bridge", FIVE, FOUR, vs=COMES_IN, **unit) for name, unit in UNITS.items()
    }
    answers = {
        name: lab.sweep("bridge", overcalls="simple", vs=COMES_IN, answer_hcp=ANSWERS, **unit)
        for name, unit in UNITS.items()
    }
    lab.section("Majors", f"Five-card majors {told(majors)} compared with four-card majors.")
    for name, sweep in answers.items():
        group = sweep.groups[0]
        lab.section(
            f"Answers, by {name}",
            f"Answer with {spoken(group)} points or more.",
            Chart(
                f"What it costs to answer with fewer or more points, by {name}",
                "points with which you answer an opening",
                f"{name} a board fewer than with the best number",
                (Series.of_costs(group, "you"),),
                interval="95 % intervals of all differences together",
                best="lowest",
            ),
        )
    by_points = spoken(answers["points"].groups[0])
    lab.answer(
        f"Five-card majors {told(majors)} compared with four-card majors. Answer with {by_points} "
        f"points or more: waiting for {USUAL}, as the tips do, costs {cost(answers['points'])}, or "
        f"{cost(answers['IMPs'])}.",
        Number.of(amount(majors["IMPs"]), f"{verb(majors['IMPs'])} by five-card majors"),
        Number.of(cost(answers["IMPs"]), f"lost by waiting for {USUAL} to answer", is_cost=True),
    )


def verb(compared: CompareResult) -> str:
    """Whether five-card majors win or lose against four-card majors."""
    return "won" if compared.gap(0, 1).value > 0 else "lost"


def amount(compared: CompareResult) -> str:
    """What they win or lose."""
    gap = compared.gap(0, 1)
    return compared.cost(gap if gap.value > 0 else gap.turned())


def told(majors: dict[str, CompareResult]) -> str:
    """The same in words, by points and by IMPs."""
    won = {name: "win" if verb(found) == "won" else "lose" for name, found in majors.items()}
    points, imps = (f"{won[name]} {amount(found)}" for name, found in majors.items())
    return f"{points}, and {imps}"


def cost(sweep: SweepResult) -> str:
    """What it costs to answer as the tips do, compared with the best."""
    found = (p for p in sweep.groups[0].points if int(dict(p.settings)["answer_hcp"]) == USUAL)
    return sweep.cost(next(found).shortfall)


EXPERIMENT = Experiment(study, n=400_000)
