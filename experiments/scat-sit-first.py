"""Is it better to sit first in Scat?

Two to six players all play the same way: they knock at 21, at 25, or never. In a single hand the
first to play has the first chance to knock, and the dealer the last. In a match the deal goes
round, so all that is left is who goes first.
"""

from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.statistics.stats import shares
from cardsim.studies import Lab, joined, rounded

PLAYERS = range(2, 7)
THREE = 3
WAYS = {"all knock at 21": 21, "all knock at 25": 25, "nobody knocks": 31}
USUAL = "all knock at 21"
SMALL = 2.0
"""Matches in 100 that take years to notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    hands: dict[str, dict[int, Series]] = {}
    for told, value in WAYS.items():
        alike = {"knock_threshold": value, "vs": f"threshold:knock_threshold={value}"}
        hands[told] = {
            n: by_seat(lab.run("scat", players=n, unit="hand", **alike), n) for n in PLAYERS
        }
        first = {n: (s.y[0], s.high[0] - s.y[0]) for n, s in hands[told].items()}
        lab.section(
            f"Hand by hand, if {told}",
            "Lives that the first to play loses in 100 hands, above the average player: "
            + ", ".join(
                f"{rounded(v, half, signed=True)} with {n} players"
                for n, (v, half) in first.items()
            )
            + f". {extremes(hands[told])}",
            Chart(
                f"If {told}, the first of three players loses {more(*first[THREE])} lives in 100 "
                "hands than the average",
                "place in the order of play (1 plays first, the last one deals)",
                "lives lost in 100 hands, above the average player",
                tuple(hands[told].values()),
                reference=(0, "the average player"),
            ),
        )
    matches = {n: lab.run("scat", lab.n // 5, unit="match", players=n, vs="usual") for n in PLAYERS}
    won = {n: by_place(r) for n, r in matches.items()}
    lab.section(
        "In a match",
        f"If {USUAL}, whoever plays first in the first hand wins this many matches in 100 above an "
        "even share: "
        + ", ".join(
            f"{rounded(s.y[0], s.high[0] - s.y[0], signed=True)} with {n}" for n, s in won.items()
        )
        + " players.",
        Chart(
            "Matches won by the place in the first hand",
            "place in the order of play in the first hand",
            "matches won in 100 above an even share",
            tuple(won.values()),
            reference=(0, "even share"),
        ),
    )
    alone, most = hands[USUAL][THREE], max(won.values(), key=lambda s: abs(s.y[0]))
    lab.answer(
        answer(hands[USUAL], won),
        Number.of(
            rounded(abs(alone.y[0]), alone.high[0] - alone.y[0]),
            f"{'fewer' if alone.y[0] < 0 else 'more'} lives lost in 100 hands by the first of "
            "three than on average",
        ),
        Number.of(
            rounded(most.y[0], most.high[0] - most.y[0], signed=True),
            f"matches in 100 won by going first, at most ({most.name})",
        ),
    )


def more(value: float, half: float) -> str:
    """Return a difference in words: `7.2 (± 0.8) fewer`."""
    return f"{rounded(abs(value), half)} {'fewer' if value < 0 else 'more'}"


def by_seat(result: Result, players: int) -> Series:
    """Return the lives lost by place, in 100 hands above the average."""
    frame = result.by_seat()["change"]
    average = frame["mean"].mean()
    y, low, high = (tuple(100 * (v - average) for v in frame[c]) for c in ("mean", "low", "high"))
    return Series(f"{players} players", tuple(range(1, players + 1)), y, low, high)


def by_place(result: Result) -> Series:
    """Return the matches won by place in the first hand, in 100 above an even share."""
    players = result.spec.players
    frame = shares(result.tables["winner"], "winner")
    y, low, high = (
        tuple(100 * (v - 1 / players) for v in frame[c]) for c in ("share", "low", "high")
    )
    places = tuple(int(w) + 1 for w in frame["winner"])
    return Series(f"{players} players", places, y, low, high)


def extremes(tables: dict[int, Series]) -> str:
    """Return the best and the worst place to sit, if they are the same at all tables."""
    best = {min(range(n), key=s.y.__getitem__) for n, s in tables.items()}
    last = all(max(range(n), key=s.y.__getitem__) == n - 1 for n, s in tables.items())
    sure = all(min(s.high) < max(s.low) for s in tables.values())
    if sure and best == {0} and last:
        return "At every table the first to play loses least, and the dealer loses most."
    return "The best place depends on the number of players, or is too close to call."


def answer(hands: dict[int, Series], won: dict[int, Series]) -> str:
    """Return whether to sit first."""
    good = [n for n, s in hands.items() if s.high[0] < 0]
    bad = [n for n, s in hands.items() if s.low[0] > 0]
    if len(good) == len(hands):
        verdict = "In a single hand, yes"
    elif len(bad) == len(hands):
        verdict = "In a single hand, no"
    else:
        verdict = "In a single hand it depends on the number of players"
    told = joined(
        [
            f"{rounded(abs(s.y[0]), s.high[0] - s.y[0])} {'fewer' if s.y[0] < 0 else 'more'} with "
            f"{n} players"
            for n, s in hands.items()
        ]
    )
    edges = {n: (s.y[0], s.high[0] - s.y[0]) for n, s in won.items()}
    most = max(edges, key=lambda n: abs(edges[n][0]))
    small = abs(edges[most][0]) < SMALL
    return (
        f"{verdict}{'; in a match, hardly' if small else ''}. If {USUAL}, the first to play loses "
        f"this many lives in 100 hands compared with the average player: {told}. In a match the "
        "deal goes round, and going first changes what you win by at most "
        f"{rounded(*edges[most], signed=True)} matches in 100, with {most} players."
    )


# By a number of hands: each part is a table of all places, with no one interval that matters.
EXPERIMENT = Experiment(study)
