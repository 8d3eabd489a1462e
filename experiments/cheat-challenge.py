"""How sure must I be to challenge in Cheat?

You see some cards of the rank that is claimed, and can reckon how likely the claim is true where
all that you do not see is as likely anywhere. You challenge what cannot be true and whoever would
win, and besides claims below some chance, in a pile of at most so many cards; you add a false card
to a true one. Others challenge no more than what cannot be true and who would win, and tell the
truth where they can, or add false cards as you do.
"""

from cardsim import Chart, Experiment, Number, Series, Strategy, borrowed
from cardsim.answers.experiments import Lab, amount, joined
from cardsim.answers.swept import Point, SweepResult
from cardsim.runs.preparation import Who

STRATEGY = "bluffer"
HONEST, SLEEPY = "planner", "certain-only"
CROWDS = {HONEST: "tell the truth where they can", "bluffer": "add false cards to true ones"}
LATE = {SLEEPY: "let the last claim pass", HONEST: "challenge it too"}
CHANCES = (0, 0.05, 0.1, 0.2, 0.4, 0.7, 1)
ANY_PILE = 104
PILES = {2: "at most 2 cards in the pile", 6: "at most 6 in it", ANY_PILE: "any pile"}
TOLD = 0.2
FEW = (0, 1, 2, 3, 4, 6)
NEVER = Strategy(
    "cheat",
    name="winners unchallenged",
    plays="let~ a winner's last claim pass",
    count=borrowed("cheat", STRATEGY, "count"),
    card=borrowed("cheat", STRATEGY, "card"),
    challenge=borrowed("cheat", "certain-only", "challenge"),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    doubted = {
        crowd: lab.sweep(
            "cheat", strategy=STRATEGY, vs=crowd, unlikely=CHANCES, doubt_pile=tuple(PILES)
        )
        for crowd in CROWDS
    }
    for crowd, sweep in doubted.items():
        points = sweep.groups[0].points
        lab.section(
            f"Where others {CROWDS[crowd]}",
            f"{best(sweep).capitalize()}. To challenge what is true with a chance below "
            f"{100 * TOLD:.0f} % besides costs "
            + joined([f"{cost(sweep, TOLD, pile)} with {told}" for pile, told in PILES.items()])
            + ".",
            Chart(
                f"What it costs to challenge more, where others {CROWDS[crowd]}",
                "challenged below this chance, in %, that the claim is true (0: only what cannot)",
                "games in 100 fewer than with the best choice",
                tuple(
                    Series.of_gaps(
                        told,
                        [100 * chance for chance in CHANCES],
                        [p.shortfall for p in points if p["doubt_pile"] == pile],
                        100,
                    )
                    for pile, told in PILES.items()
                ),
                interval="95 % intervals of all differences together",
                best="lowest",
            ),
        )
    ways: list[Who] = [STRATEGY, NEVER, *(f"{STRATEGY}:few={k}" for k in FEW[1:])]
    late = {crowd: lab.compare("cheat", ways, vs=crowd) for crowd in LATE}
    passed = {crowd: amount(c.gap(0, 1)) for crowd, c in late.items()}
    earlier = {crowd: amount(c.gap(0, 1 + FEW.index(2))) for crowd, c in late.items()}
    lab.section(
        "Where the other has few cards left",
        "To challenge whoever would win, beside letting it pass, wins "
        + " and ".join(
            f"{passed[crowd]} games in 100 more where others {told}" for crowd, told in LATE.items()
        )
        + ". To challenge already who has two cards left or fewer costs "
        + " and ".join(f"{earlier[crowd]} where others {told}" for crowd, told in LATE.items())
        + ".",
        Chart(
            "Games won, by the cards that the other has left when you challenge",
            "you challenge who has so many cards left or fewer (0: who would win)",
            "games won",
            tuple(
                Series.of(
                    f"others {told}",
                    FEW,
                    [late[crowd].contenders[k and k + 1].estimate for k in range(len(FEW))],
                )
                for crowd, told in LATE.items()
            ),
            percent=True,
            reference=(0.25, "even share"),
        ),
    )
    usual = doubted[HONEST]
    lost = cost(usual, TOLD, ANY_PILE)
    lab.answer(
        "; ".join(
            f"where others {told}, {best(doubted[c])}" for c, told in CROWDS.items()
        ).capitalize()
        + ". To challenge every claim that is true with a chance below "
        f"{100 * TOLD:.0f} % costs {lost}: a wrong challenge costs you the pile, and a right one "
        "helps all others as much as you. Challenge whoever would win, which wins "
        f"{passed[SLEEPY]} games in 100 more where nobody else does it.",
        Number.of(lost, f"lost by challenging below {100 * TOLD:.0f} %", is_cost=True),
        Number.of(passed[SLEEPY], "games in 100 more by challenging whoever would win"),
    )


def cost(sweep: SweepResult, chance: float, pile: int) -> str:
    """What it costs to challenge below a chance, in a pile of so many cards at most."""
    points = sweep.groups[0].points
    found = next(p for p in points if (p["unlikely"], p["doubt_pile"]) == (chance, pile))
    return sweep.cost(found.shortfall)


def doubtful(chance: float) -> str:
    """What is challenged below a chance that it is true."""
    if chance == 1:
        return "every claim that is not certainly true"
    return f"a claim true with a chance below {100 * chance:g} %"


def sure(point: Point) -> bool:
    """Whether it is only challenged there what cannot be true."""
    return point["unlikely"] == 0


def best(sweep: SweepResult) -> str:
    """What does best, and what does as well as far as it can be told."""
    group = sweep.groups[0]
    top = [p for p in group.points if p.tied or p is group.best]
    more = [p for p in top if not sure(p)]
    # Of those that do as well in such a pile the boldest is told.
    boldest = {pile: [p for p in more if p["doubt_pile"] == pile] for pile in PILES}
    ways = joined(
        [
            f"{doubtful(max(float(p['unlikely']) for p in some))} with {PILES[pile]}"
            for pile, some in boldest.items()
            if some
        ],
        "or",
    )
    if not any(map(sure, top)):
        return f"it is best to challenge {ways}, besides what cannot be true"
    if not more:
        return "it is best to challenge only what cannot be true"
    return (
        "nothing is seen to win more than to challenge only what cannot be true; to challenge also "
        f"{ways} does as well, as far as can be told"
    )


EXPERIMENT = Experiment(study, n=20_000, precision="1pp")
