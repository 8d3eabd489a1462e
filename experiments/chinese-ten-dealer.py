"""How big is the dealer's advantage in Chinese Ten?

The dealer plays last. Everybody plays alike: first they all take the most points now, then they all
think ahead to the next flip and throw. Par is an even share of the points.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.game import in_turn
from cardsim.studies import Lab, by_players, counted, rounded

PLAYERS = (2, 3, 4)
WAYS = {
    "greedy": "take the most points now",
    "forethought": "think ahead to the next flip and throw",
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    told = []
    for strategy, how in WAYS.items():
        hands = lab.n if strategy == "greedy" else max(lab.n // 4, 1)
        series = {n: by_place(lab, n, strategy, hands) for n in PLAYERS}
        dealer = {
            n: rounded(s.y[-1], (s.high[-1] - s.low[-1]) / 2, signed=True)
            for n, s in series.items()
        }
        told.append(by_players(dealer))
        lab.section(
            f"If all {how}",
            f"The dealer's points above par: {told[-1]}.",
            Chart(
                f"Points above par by place, if all {how}",
                "place in the order of play",
                "points above par",
                tuple(series.values()),
                kind="points",
                reference=(0, "par"),
            ),
        )
    lab.answer(
        f"If all take the most points now, dealing is worth this many points a hand above par: "
        f"{told[0]}. If all think ahead to the next flip and throw, it is worth {told[1]}. "
        "With two players the dealer has twice as many more than the other.",
        *(
            Number.of(dealer[n], f"points a hand for the dealer, with {counted(n)} players")
            for n in PLAYERS
        ),
    )


def by_place(lab: Lab, players: int, strategy: str, hands: int) -> Series:
    """Return the points above par of each place."""
    played = lab.run("chinese-ten", hands, players=players, strategy=strategy, vs=strategy)
    frame = played.by_seat()["score"]
    par = frame["mean"].mean()
    beside = {c: tuple(v - par for v in frame[c]) for c in ("mean", "low", "high")}
    return Series(f"{counted(players)} players", in_turn(players), *beside.values())


# By a number of hands: each part is a table of all places, with no one interval that matters.
EXPERIMENT = Experiment(study, n=400_000)
