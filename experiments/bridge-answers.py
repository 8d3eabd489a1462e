"""Do majors of five cards pay in Bridge, and with how many points should I answer an opening?

The tips for beginners open a major with five cards, and answer partner's opening with six points.
You and your partner open majors of four as well, hearts before spades, and raise them with four; or
answer with other numbers of points, where partners know what an answer promises. All else is bid by
the tips, among people who all come in over an opening, by points and by the IMPs of matches of one
board. An opening at the one level has no upper limit here, so that who passes it may miss a game;
and the cards are played by rules of thumb.
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
    lab.section("Majors", f"Majors of five {told(majors)} beside majors of four.")
    for name, sweep in answers.items():
        group = sweep.groups[0]
        lab.section(
            f"Answers, by {name}",
            f"Best is {spoken(group)}.",
            Chart(
                f"What it costs to answer with other points, by {name}",
                "points that answer an opening",
                f"{name} a board fewer than with the best number",
                (Series.of_costs(group, "you"),),
                interval="95 % intervals of all differences together",
                best="lowest",
            ),
        )
    by_points = spoken(answers["points"].groups[0])
    lab.answer(
        f"Majors of five {told(majors)} beside majors of four. Answer from {by_points} points on: "
        f"to wait for the {USUAL} of the tips costs {cost(answers['points'])}, or "
        f"{cost(answers['IMPs'])}.",
        Number.of(amount(majors["IMPs"]), f"{verb(majors['IMPs'])} by majors of five"),
        Number.of(cost(answers["IMPs"]), f"lost by waiting for {USUAL} to answer", is_cost=True),
    )


def verb(compared: CompareResult) -> str:
    """Whether majors of five win or lose beside majors of four."""
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
    """What it costs to answer as the tips do, beside the best."""
    found = (p for p in sweep.groups[0].points if int(dict(p.settings)["answer_hcp"]) == USUAL)
    return sweep.cost(next(found).shortfall)


EXPERIMENT = Experiment(study, n=400_000)
