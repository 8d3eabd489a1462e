"""When should I accuse in the classroom game of Cheat?

Everybody in turn flips the top card of a stack and reads out its phrase. If it says Trichez! they
make one up. Some of those who make one up look guilty, and so do some who read. Accuse rightly and
the cheat takes the pile; accuse wrongly and you take it. You accuse anybody who looks guilty as
long as the pile is small enough, and perhaps everybody whose card lies there alone: a lone card.
The others accuse only a player about to win, or also anybody who looks guilty, with any pile or
small ones.
"""

from collections.abc import Callable
from typing import Annotated, Any

from cardsim import Chart, Experiment, Number, Series, Strategy, between, borrowed
from cardsim.studies import Company, Group, Lab, Point, is_level, joined, tried

ANY_PILE = 32
PILES = (0, 1, 2, 3, 4, 6, 8, 12, ANY_PILE)
SMALL = 3
LONE = {0: "players who look guilty", 1: "lone cards, too"}
rank, count, card = (borrowed("cheat", "truth-first", name) for name in ("rank", "count", "card"))


def accuses(view: Any, pile: int, lone: int) -> bool:
    """Return whether to accuse: always a player about to win."""
    few: int = pile if view.signal else lone
    return bool(view.hand_sizes[view.claim_seat] == 0 or view.pile_size <= few)


def challenge(
    view: Any,
    pile: Annotated[
        int, between(0, ANY_PILE, "accuse anybody who looks guilty up to this pile")
    ] = 0,
    lone: Annotated[int, between(0, 1, "1: accuse everybody whose card lies there alone")] = 0,
) -> bool:
    """Return whether to accuse, in piles of the sizes asked for."""
    return accuses(view, pile, lone)


def pupil(name: str, plays: str, decide: Callable[..., bool]) -> Strategy:
    """Return a player who has nothing to decide but whom to accuse."""
    return Strategy(
        "cheat", name=name, plays=plays, rank=rank, count=count, card=card, challenge=decide
    )


YOU = pupil("accuser", "accuse~ anybody about to win", challenge)
CROWDS = {
    "wait for a player about to win": pupil(
        "patient", "accuse~ only a player about to win", challenge
    ),
    "accuse anybody who looks guilty": pupil(
        "quick", "accuse~ anybody who looks guilty", lambda view: accuses(view, ANY_PILE, 0)
    ),
    "accuse anybody who looks guilty in small piles": pupil(
        "careful",
        f"accuse~ anybody who looks guilty, with at most {SMALL} cards in the pile",
        lambda view: accuses(view, SMALL, 0),
    ),
}
EAGER = pupil(
    "eager",
    "accuse~ anybody who looks guilty, and everybody whose card lies alone",
    lambda view: accuses(view, ANY_PILE, 1),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = {
        Company(others, f"if the others {others}", crowd): lab.sweep(
            "cheat", preset="trichez", strategy=YOU, vs=crowd, pile=PILES, lone=tuple(LONE)
        )
        for others, crowd in CROWDS.items()
    }
    asked = tried(swept, whom)
    for (others, _, _), sweep in swept.items():
        points, point = sweep.groups[0].points, simplest(sweep.groups[0])
        never = next(p for p in points if (p["pile"], p["lone"]) == (0, 0))
        told = f"If the others {others}: {advice(point, never)}."
        lab.section(
            f"If the others {others}",
            told,
            Chart(
                f"Games won, by the largest pile you accuse in, if the others {others}",
                "the largest pile in which you accuse",
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
        "If everybody accuses every lone card",
        f"If all four do so, {never_end} of games do not end within "
        f"{dict(everybody.spec.rules)['max_plays']} cards: every wrong accusation takes back more "
        "cards than were laid.",
    )
    best = {
        who.where: whom(simplest(sweep.groups[0])).removeprefix("accuse ")
        for who, sweep in swept.items()
    }
    told = (
        f"Accuse {next(iter(best.values()))}, in all {len(best)} companies that were tried"
        if len(set(best.values())) == 1
        else "It depends on the others. Accuse "
        + "; ".join(f"{some}, {where}" for where, some in best.items())
    )
    lab.answer(
        f"{told}. If you do not know them, {asked.ways[asked.advised]}: "
        f"{asked.at_most(asked.advised)}. Accuse nobody but a player about to win, and it costs "
        f"you {asked.costs(0)}. If everybody accuses every lone card, {never_end} of games do not "
        "end.",
        *(
            Number.of(f"{simplest(sweep.groups[0]).estimate}", f"you win by that, {who.where}")
            for who, sweep in swept.items()
        ),
    )


def simplest(group: Group) -> Point:
    """Return the point that wins most; of those too close to call, the simplest."""
    good = [p for p in group.points if is_level(group, p)]
    return min(good, key=lambda p: (p["pile"] != 0) + (p["lone"] != 0))


def advice(point: Point, never: Point) -> str:
    """Return whom to accuse, and what that wins."""
    if point is never:
        return "accuse only a player about to win; nothing else is clearly better"
    return (
        f"{whom(point)}. You win {point.estimate} of games; accuse only a player about to win, and "
        f"you win {never.estimate}"
    )


def whom(point: Point) -> str:
    """Return whom to accuse."""
    pile, lone = point["pile"], point["lone"]
    cards = "one card" if pile == 1 else f"at most {pile} cards"
    while_so = "whatever the pile" if pile == ANY_PILE else f"with {cards} in the pile"
    some = ["every lone card"] if lone else []
    some += [f"anybody who looks guilty {while_so}"] if pile else []
    return f"accuse {joined(some) or 'only a player about to win'}"


EXPERIMENT = Experiment(study, n=20_000, precision="1pp")
