"""With how many points should we bid game in Bridge, and where does it pay to be bold?

The tips for beginners say 25 points together. We try other numbers: on single boards by points
against beginners, in mixed company and against good players; and in mixed company in matches by
IMPs and by matchpoints, in Chicago, and in rubbers, where part-scores add up and a game makes you
vulnerable. You invite with two points fewer and overcall; everything else is by the tips, which
ignore part-scores. Then we try other numbers in the system of `bridge-how-to-play`. You add your
points to the fewest that partner's bids have promised. The cards are played by rules of thumb.
"""

from dataclasses import dataclass, field

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    CompareResult,
    Lab,
    best_and_ties,
    in_three,
    joined,
    sweep_in_three,
    three_of,
    tried_ways,
    with_ties,
)


@dataclass(frozen=True)
class Form:
    """A way to score.

    Attributes:
        name: in words.
        told: where it is played.
        counted: what is won.
        options: of the runs.
        deals: about how many each of its games takes, so that all forms are played about as long.
    """

    name: str
    told: str
    counted: str = "points"
    options: dict[str, object] = field(default_factory=dict)
    deals: int = 1


IMPS = Form("IMPs", "by IMPs", "IMPs a board", {"unit": "match", "boards": 1, "measure": "imps"}, 2)
FORMS = (
    Form("boards", "on single boards"),
    IMPS,
    Form(
        "matchpoints",
        "by matchpoints",
        "matchpoints a board",
        {"unit": "match", "boards": 1, "comparison": "matchpoints", "measure": "matchpoints"},
        2,
    ),
    Form("Chicago", "in Chicago", options={"unit": "chicago"}, deals=4),
    Form("rubbers", "in rubbers", options={"unit": "rubber"}, deals=4),
)
VULNERABLE = {"imps_none": "nobody is vulnerable", "imps_all": "everybody is vulnerable"}
POINTS = tuple(range(21, 30))
USUAL = 25
X = "points together with which you bid game"
SYSTEM, IN_SYSTEM = "standard", tuple(range(22, 29))
"""The system of the page on how to play, and the numbers tried in it."""
UNSAID = "Count the fewest points that partner's bids promise: he often has more."
PART = 2
"""Part of the boards that are played in that system, which takes longer."""


def ways() -> list[str]:
    """Return the strategies that bid game with each number of points."""
    return [f"tips:overcalls=simple,game_hcp={p},invite_hcp={p - 2}" for p in POINTS]


def study(lab: Lab) -> None:
    """Play, show, answer."""
    mixed = three_of("bridge")[1]
    system = sweep_in_three(
        lab,
        "bridge",
        "game_points",
        bid_game,
        X,
        heading="In the system of how to play",
        first=USUAL,
        strategy=SYSTEM,
        game_points=IN_SYSTEM,
        n=lab.n // PART,
    )
    boards = in_three("bridge", lambda vs: lab.compare("bridge", ways(), vs=vs))
    asked = tried_ways(boards, [*map(bid_game, POINTS)], POINTS)
    asked.show(lab, "By the tips, on single boards", X, asked.about)
    compared = {
        form.name: boards[mixed]
        if form is FORMS[0]
        else lab.compare("bridge", ways(), n=lab.n // form.deals, vs=mixed.vs, **form.options)
        for form in FORMS
    }
    found = {name: best_and_ties(c, POINTS) for name, c in compared.items()}
    told = {name: with_ties(*one) for name, one in found.items()}
    for form in FORMS[1:]:
        lab.section(
            f"By the tips, by {form.name}, in mixed company",
            f"Bid game with {told[form.name]} points together.",
            Chart(
                f"What each number wins {form.told}",
                X,
                f"{form.counted} won in mixed company",
                (Series.of("you", POINTS, [c.estimate for c in compared[form.name].contenders]),),
                best="highest",
            ),
        )
    by_imps = [c.result.estimates for c in compared[IMPS.name].contenders]
    best_by_imps = found[IMPS.name][0]
    at_best = by_imps[POINTS.index(best_by_imps)]
    lab.section(
        "By who is vulnerable",
        f"Bid game with {best_by_imps} points, and you win "
        + joined([f"{at_best[name]} IMPs a board if {w}" for name, w in VULNERABLE.items()])
        + ".",
        Chart(
            "IMPs a board won with each number, by who is vulnerable",
            X,
            "IMPs a board won in mixed company",
            tuple(
                Series.of(words, POINTS, [estimates[name] for estimates in by_imps])
                for name, words in VULNERABLE.items()
            ),
            best="highest",
        ),
    )
    numbers = [f"{told[form.name]} {form.told}" for form in FORMS]
    bold = [f.told for f in FORMS if pays(compared[f.name])]
    costs = [cost_of_usual(compared[f.name]) for f in FORMS if pays(compared[f.name])]
    lab.answer(
        f"In the system of bridge-how-to-play {system.told}. {UNSAID} If you bid all else by the "
        f"tips, {asked.told}. By the tips in mixed company, by how you score, bid game with this "
        f"many: {joined(numbers)}."
        + (
            f" It pays to be bolder than they say {joined(bold)}: waiting for {USUAL} costs "
            f"{joined(costs)}."
            if bold
            else ""
        ),
        Number(str(IN_SYSTEM[system.advised]), "points together by the system of how to play"),
        *(
            Number(
                str(best),
                f"points together {form.told}, by the tips",
                f"or {joined(list(map(str, ties)), 'or')}" if ties else "",
            )
            for form in (*FORMS[:2], FORMS[-1])
            for best, ties in [found[form.name]]
        ),
    )


def bid_game(points: int) -> str:
    """Return when you bid game, in words."""
    return f"bid game with {points} points together"


def cost_of_usual(compared: CompareResult) -> str:
    """Return the cost of bidding game with as many points as the tips say."""
    best, _ = best_and_ties(compared, POINTS)
    return compared.cost(compared.gap(POINTS.index(best), POINTS.index(USUAL)))


def pays(compared: CompareResult) -> bool:
    """Return whether bidding game with fewer points than the tips is surely better."""
    best, _ = best_and_ties(compared, POINTS)
    return best < USUAL and compared.gap(POINTS.index(best), POINTS.index(USUAL)).low > 0


EXPERIMENT = Experiment(study, n=400_000)
