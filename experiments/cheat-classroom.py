"""When should I accuse in the classroom game of Cheat?

In turn everybody turns up the top card of a stack, and reads out the phrase on it or, where it says
Trichez!, makes one up; some of those who make one up are seen to, and some who read seem to. Who is
accused rightly takes the pile, else who accused. You accuse who seems to cheat while at most so
many cards lie there, and perhaps everybody whose card lies there alone. Others accuse only who
would win, or also who seems to cheat, with any pile or with small ones.
"""

from collections.abc import Callable
from typing import Annotated, Any

from cardsim import Chart, Experiment, Number, Series, Strategy, between, borrowed
from cardsim.answers.experiments import Lab, joined
from cardsim.answers.swept import Group, Point

ANY_PILE = 32
PILES = (0, 1, 2, 3, 4, 6, 8, 12, ANY_PILE)
SMALL = 3
LONE = {0: "who seems to cheat", 1: "lone cards, too"}
rank, count, card = (borrowed("cheat", "truth-first", name) for name in ("rank", "count", "card"))


def accuses(view: Any, pile: int, lone: int) -> bool:
    """Whether to accuse: who would win in any case."""
    few: int = pile if view.signal else lone
    return bool(view.hand_sizes[view.claim_seat] == 0 or view.pile_size <= few)


def challenge(
    view: Any,
    pile: Annotated[int, between(0, ANY_PILE, "accuse who seems to cheat up to this pile")] = 0,
    lone: Annotated[int, between(0, 1, "1: accuse everybody whose card lies there alone")] = 0,
) -> bool:
    """Whether to accuse in piles that are asked for."""
    return accuses(view, pile, lone)


def pupil(name: str, plays: str, decide: Callable[..., bool]) -> Strategy:
    """Who has nothing to decide but whom to accuse."""
    return Strategy(
        "cheat", name=name, plays=plays, rank=rank, count=count, card=card, challenge=decide
    )


YOU = pupil("accuser", "accuse~ who would win", challenge)
CROWDS = {
    "accuse only who would win": pupil("patient", "accuse~ only who would win", challenge),
    "accuse who seems to cheat with any pile": pupil(
        "quick", "accuse~ who seems to cheat", lambda view: accuses(view, ANY_PILE, 0)
    ),
    f"accuse who seems to cheat while at most {SMALL} cards lie there": pupil(
        "careful",
        f"accuse~ who seems to cheat while at most {SMALL} cards lie there",
        lambda view: accuses(view, SMALL, 0),
    ),
}
EAGER = pupil(
    "eager",
    "accuse~ who seems to cheat and everybody whose card lies alone",
    lambda view: accuses(view, ANY_PILE, 1),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    told, wins = [], []
    for others, crowd in CROWDS.items():
        sweep = lab.sweep(
            "cheat", preset="trichez", strategy=YOU, vs=crowd, pile=PILES, lone=tuple(LONE)
        )
        points, point = sweep.groups[0].points, simplest(sweep.groups[0])
        never = next(p for p in points if (p["pile"], p["lone"]) == (0, 0))
        told.append(f"Where others {others}, {advice(point, never)}.")
        wins.append(Number.of(point.estimate, f"of games where others {others}"))
        lab.section(
            f"Where others {others}",
            told[-1],
            Chart(
                f"Games won, by the largest pile to accuse in, where others {others}",
                "the largest pile",
                "games won",
                tuple(
                    Series.of(text, PILES, [p.estimate for p in points if p["lone"] == lone])
                    for lone, text in LONE.items()
                ),
                percent=True,
                reference=(0.25, "even share"),
            ),
        )
    everybody = lab.run("cheat", preset="trichez", strategy=EAGER, vs=EAGER)
    never_end = everybody.estimates["draws"]
    lab.section(
        "If all accuse everybody whose card lies alone",
        f"If all four do so, {never_end} of games do not end within "
        f"{dict(everybody.spec.rules)['max_plays']} cards: who accuses wrongly takes a card more "
        "than he lays.",
    )
    lab.answer(
        f"{' '.join(told)} If all accuse everybody whose card lies there alone, {never_end} of "
        "games do not end.",
        *wins,
    )


def simplest(group: Group) -> Point:
    """What wins most; of ways that do as well, as far as can be told, the simplest."""
    good = [p for p in group.points if p.tied or p is group.best]
    return min(good, key=lambda p: (p["pile"] != 0) + (p["lone"] != 0))


def advice(point: Point, never: Point) -> str:
    """Whom to accuse, and what that wins."""
    if point is never:
        return "nothing is seen to win more than that you, too, accuse only who would win"
    pile, lone = point["pile"], point["lone"]
    cards = "one card lies" if pile == 1 else f"at most {pile} cards lie"
    while_so = "with any pile" if pile == ANY_PILE else f"while {cards} there"
    whom = [f"who seems to cheat {while_so}"] if pile else []
    whom += ["everybody whose card lies there alone"] if lone else []
    return (
        f"accuse {joined(whom)}: you win {point.estimate} of games, where to accuse only who would "
        f"win brings {never.estimate}"
    )


EXPERIMENT = Experiment(study, n=20_000, precision="1pp")
