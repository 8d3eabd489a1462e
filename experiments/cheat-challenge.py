"""How sure must I be to challenge in Cheat?

You see some cards of the claimed rank, so you can work out how likely the claim is to be true if
the unseen cards lie anywhere. You always challenge a claim that cannot be true, and anybody's last
card. Should you also challenge unlikely claims, and in how large a pile? You add a false card to a
single true one. The others challenge only sure lies and last cards; they tell the truth when they
can, or add false cards as you do.
"""

from cardsim import Chart, Experiment, Number, Series, Strategy, borrowed
from cardsim.answers.experiments import Lab, amount, joined
from cardsim.answers.swept import Point, SweepResult
from cardsim.runs.players_asked import Who

STRATEGY = "bluffer"
HONEST, SLEEPY = "planner", "certain-only"
CROWDS = {HONEST: "tell the truth when they can", "bluffer": "add false cards to true ones"}
LATE = {SLEEPY: "let the last card pass", HONEST: "challenge it too"}
CHANCES = (0, 0.05, 0.1, 0.2, 0.4, 0.7, 1)
ANY_PILE = 104
PILES = {2: "at most 2 cards in the pile", 6: "at most 6 in it", ANY_PILE: "any pile"}
TOLD = 0.2
FEW = (0, 1, 2, 3, 4, 6)
NEVER = Strategy(
    "cheat",
    name="winners unchallenged",
    plays="let~ a last card pass",
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
            f"If the others {CROWDS[crowd]}",
            f"{best(sweep).capitalize()}. If you also challenge claims less than "
            f"{100 * TOLD:.0f} % likely to be true, it costs you "
            + joined([f"{cost(sweep, TOLD, pile)} with {told}" for pile, told in PILES.items()])
            + ".",
            Chart(
                f"What it costs to challenge more, if the others {CROWDS[crowd]}",
                "you challenge claims less likely than this, in % (0: only sure lies)",
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
        "When somebody is about to go out",
        "Challenge every last card, and compared with letting it pass you win "
        + " and ".join(
            f"{passed[crowd]} more games in 100 if the others {told}"
            for crowd, told in LATE.items()
        )
        + ". Challenge as soon as somebody has two cards left, and it costs you "
        + " and ".join(f"{earlier[crowd]} if the others {told}" for crowd, told in LATE.items())
        + ".",
        Chart(
            "Games won, by how early you challenge a player who is running out",
            "you challenge a player with this many cards left or fewer (0: the last card)",
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
        " ".join(f"If the others {told}: {best(doubted[c])}." for c, told in CROWDS.items())
        + f" Challenge every claim less than {100 * TOLD:.0f} % likely to be true, and it costs "
        f"you {lost}: a wrong challenge costs you the pile, and a right one helps everybody else "
        "as much as you. Always challenge a player's last card: that wins "
        f"{passed[SLEEPY]} more games in 100 if nobody else does it.",
        Number.of(lost, f"lost by challenging below {100 * TOLD:.0f} %", is_cost=True),
        Number.of(passed[SLEEPY], "more games in 100 by challenging every last card"),
    )


def cost(sweep: SweepResult, chance: float, pile: int) -> str:
    """What it costs to challenge below a chance, in a pile of at most this many cards."""
    points = sweep.groups[0].points
    found = next(p for p in points if (p["unlikely"], p["doubt_pile"]) == (chance, pile))
    return sweep.cost(found.shortfall)


def doubtful(chance: float) -> str:
    """What is challenged below a chance that it is true."""
    if chance == 1:
        return "every claim that may be false"
    return f"claims less than {100 * chance:g} % likely"


def sure(point: Point) -> bool:
    """Whether only sure lies are challenged there."""
    return point["unlikely"] == 0


def best(sweep: SweepResult) -> str:
    """What does best, and what is too close to call."""
    group = sweep.groups[0]
    top = [p for p in group.points if p.tied or p is group.best]
    more = [p for p in top if not sure(p)]
    # Of those too close to call in such a pile, say the boldest.
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
        return f"challenge sure lies, and also {ways}"
    if not more:
        return "challenge only sure lies"
    return f"challenge only sure lies; adding {ways} makes no measurable difference"


EXPERIMENT = Experiment(study, n=20_000, precision="1pp")
