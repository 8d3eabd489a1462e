"""Does it pay to lead in Ninety-Nine?

Everybody plays alike: first the highest card, with special cards kept to the last; then by the five
rules of `ninety-nine-five-rules`. We count how often each place in the order of play loses the
hand.
"""

from collections.abc import Mapping

from cardsim import Chart, Experiment, Number, Series
from cardsim.game import in_turn
from cardsim.studies import Lab, by_players, counted, rounded

PLAYERS = range(6, 1, -1)
WAYS = {"high cards first": "dump-high", "by the five rules": "five-rules"}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    told = {}
    for way, strategy in WAYS.items():
        series = {n: by_place(lab, n, strategy) for n in PLAYERS}
        first = {
            n: rounded(s.y[0], (s.high[0] - s.low[0]) / 2, signed=True) for n, s in series.items()
        }
        told[way] = series
        lab.section(
            f"If all play {way}",
            f"Hands in 100 that the first to play loses above an even share: {by_players(first)}.",
            Chart(
                f"Hands lost by place, if all play {way}",
                "place in the order of play",
                "hands lost in 100 above an even share",
                tuple(series.values()),
                kind="points",
                reference=(0, "even share"),
            ),
        )
    series, ruled = told.values()
    good = all(s.high[0] < 0 for s in series.values())
    bad = all(s.low[0] > 0 for s in series.values())
    never = all(s.low[0] <= 0 for s in series.values())
    verdict = "Yes" if good else "No" if bad else "It never hurts" if never else "Not always"
    lab.answer(
        f"{verdict}. If all play by the five rules, the first to play loses this many "
        f"hands in 100 compared with an even share: {fewer(ruled)}. If all play high cards first: "
        f"{fewer(series)}.",
        *(
            Number.of(
                rounded(-ruled[n].y[0], (ruled[n].high[0] - ruled[n].low[0]) / 2),
                f"fewer hands in 100 lost, {counted(n)} players",
            )
            for n in PLAYERS[:2]
        ),
    )


def fewer(series: Mapping[int, Series]) -> str:
    """Return how many hands in 100 the first to play loses beside an even share, by players."""
    return by_players(
        {
            n: f"{rounded(abs(s.y[0]), (s.high[0] - s.low[0]) / 2)} "
            f"{'fewer' if s.y[0] < 0 else 'more'}"
            for n, s in series.items()
        }
    )


def by_place(lab: Lab, players: int, strategy: str) -> Series:
    """Return how many hands in 100 each place loses above an even share."""
    played = lab.run("ninety-nine", players=players, strategy=strategy, vs=strategy, unit="hand")
    frame = played.by_seat()["change"]
    beside = {c: tuple(100 * (v - 1 / players) for v in frame[c]) for c in ("mean", "low", "high")}
    return Series(f"{counted(players)} players", in_turn(players), *beside.values())


# By a number of hands: each part is a table of all places, with no one interval that matters.
EXPERIMENT = Experiment(study, n=300_000)
