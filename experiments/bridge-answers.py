"""Do five-card majors pay in Bridge, and with how many points should I answer an opening?

The tips for beginners say: open a five-card major, and answer partner's opening with six points. We
try four-card majors as well, hearts before spades, raised with four; and we try answers with other
numbers of points, which both partners know. You bid everything else by the tips and overcall
openings. We count points against beginners, in mixed company and against good players, and the IMPs
of one-board matches in mixed company. An opening at the one level has no upper limit here, so
passing it may miss a game. The cards are played by rules of thumb.
"""

from typing import Any

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.runs.words import capitalised
from cardsim.studies import CompareResult, Lab, in_three, spoken, three_of, tried, tried_ways

COMES_IN = "tips:overcalls=simple"
FIVE, FOUR = COMES_IN, f"{COMES_IN},major_cards=4"
ANSWERS = tuple(range(11))
USUAL = 6
IMPS: dict[str, Any] = {"unit": "match", "boards": 1, "measure": "imps"}
FOUR_CARD = "open four-card majors"
MAJORS = ("open five-card majors", FOUR_CARD)
X = "points with which you answer an opening"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    mixed = three_of("bridge")[1].vs
    majors = tried_ways(in_three("bridge", lambda vs: either(lab, vs)), MAJORS)
    majors.show(lab, "Majors", "majors that you open", majors.about)
    answers = tried(in_three("bridge", lambda vs: numbers(lab, vs)), told, "answer_hcp")
    answers.show(lab, "Answers", X, answers.about)
    by_imps = either(lab, mixed, **IMPS)
    sweep = numbers(lab, mixed, **IMPS)
    gap = by_imps.gap(0, 1)
    first, other = MAJORS if gap.value > 0 else MAJORS[::-1]
    apart = by_imps.cost(gap if gap.value > 0 else gap.turned())
    best = spoken(sweep.groups[0])
    lab.section(
        "By IMPs, in mixed company",
        f"{first.capitalize()} rather than {other.removeprefix('open ')}, and you win {apart} "
        f"more. Answer with {best} points or more.",
        Chart(
            "What it costs to answer with fewer or more points, by IMPs",
            X,
            "IMPs a board fewer than with the best number",
            (Series.of_costs(sweep.groups[0], "you"),),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    usual = ANSWERS.index(USUAL)
    lab.answer(
        f"{capitalised(majors.advice)}. If you bid by the tips, {answers.told}. "
        f"Waiting for {USUAL} points to answer, as the tips do, costs you {answers.costs(usual)}. "
        f"By IMPs in mixed company, {first} and answer with {best} points or more. Light "
        "answers pay here since an opening at the one level has no upper limit: "
        "passing may miss a game. The system of bridge-how-to-play raises with 6.",
        Number.of(
            majors.mixed.cost(MAJORS.index(FOUR_CARD)),
            "lost by opening four-card majors, in mixed company",
            is_cost=True,
        ),
        Number.of(
            answers.mixed.cost(usual),
            f"lost by waiting for {USUAL}, in mixed company",
            is_cost=True,
        ),
    )


def either(lab: Lab, vs: str, **unit: Any) -> CompareResult:
    """Compare majors of five cards and of four, in one company."""
    return lab.compare("bridge", FIVE, FOUR, vs=vs, **unit)


def numbers(lab: Lab, vs: str, **unit: Any) -> SweepResult:
    """Sweep all numbers of points for an answer, in one company."""
    return lab.sweep("bridge", overcalls="simple", vs=vs, answer_hcp=ANSWERS, **unit)


def told(points: int) -> str:
    """Return when you answer, in words."""
    return f"answer with {points} point{'s' * (points != 1)} or more"


EXPERIMENT = Experiment(study, n=400_000)
