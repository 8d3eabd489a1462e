"""How long is an evening of Scat, and what does it cost?

Whole matches of 2 to 6 players who all play the same, and knock at 21 or at 25 or never. A turn is
taken to last eight seconds and each hand a minute more to shuffle, deal and pay; an evening is
three hours. Each player puts three pennies on the table, and the winner of a match takes them all.
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, joined
from cardsim.games.scat import GAME
from cardsim.statistics.stats import Estimate, rounded

PLAYERS = range(2, 7)
FOUR = 4
AT_FOUR = PLAYERS.index(FOUR)
TEN = 10
SECONDS_A_TURN = 8
SECONDS_A_HAND = 60
EVENING = 3 * 60
"""Minutes."""
WAYS = {"all knock at 21": 21, "all knock at 25": 25, "nobody knocks": 31}
USUAL = "all knock at 21"
PENNIES = next(int(o.default) for o in GAME.options if o.name == "start_lives")
YOURS = {"knocks at 20": 20, "never knocks": 31}
SURE = 1.645
"""So many standard deviations about the mean hold nine evenings in ten."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    hands: dict[str, list[Estimate]] = {}
    minutes: dict[str, list[Estimate]] = {}
    for told, value in WAYS.items():
        alike = {"knock_threshold": value, "vs": fixed(value)}
        matches = [lab.run("scat", unit="match", players=n, **alike) for n in PLAYERS]
        turns = [
            lab.run("scat", players=n, unit="hand", **alike).estimates["turns"].value
            for n in PLAYERS
        ]
        hands[told] = [r.estimates["hands"] for r in matches]
        minutes[told] = [
            in_minutes(h, t * SECONDS_A_TURN + SECONDS_A_HAND)
            for h, t in zip(hands[told], turns, strict=True)
        ]
    lab.section(
        "Hands in a match",
        f"Where {'; where '.join(f'{told}, {spoken(h)}' for told, h in hands.items())}.",
        Chart(
            "A match gets longer with every player"
            if all(a.high < b.low for h in hands.values() for a, b in itertools.pairwise(h))
            else "How many hands a match has",
            "players",
            "hands in a match",
            tuple(Series.of(told, PLAYERS, h) for told, h in hands.items()),
        ),
    )
    lab.section(
        "Minutes for a match",
        f"At {SECONDS_A_TURN} seconds a turn and {SECONDS_A_HAND} more a hand, counted as if hands "
        "lasted as long when somebody is out: where "
        f"{'; where '.join(f'{told}, {spoken(m)}' for told, m in minutes.items())}. Your own pace "
        "may differ by half, and the minutes with it.",
        Chart(
            "How long a match lasts at the table",
            "players",
            "minutes for a match",
            tuple(Series.of(told, PLAYERS, m) for told, m in minutes.items()),
        ),
    )
    matches_in = [EVENING / m.value for m in minutes[USUAL]]
    swing = [SURE * PENNIES * sqrt((n - 1) * m) for n, m in zip(PLAYERS, matches_in, strict=True)]
    fares = {
        way: [lost(lab, n, value, m) for n, m in zip(PLAYERS, matches_in, strict=True)]
        for way, value in YOURS.items()
    }
    lab.section(
        f"What {EVENING // 60} hours cost",
        f"With {FOUR} players who knock at 21 there is time for {matches_in[AT_FOUR]:.1f} matches. "
        f"You put {PENNIES} pennies on the table for each, and among equals you win as much as you "
        f"lose; in nine evenings of ten you end within about {swing[AT_FOUR]:.0f} pennies of "
        "nothing, either way. How you knock moves that: "
        + joined([f"who {w} ends {up_or_down(f[AT_FOUR])} on average" for w, f in fares.items()])
        + ".",
        Chart(
            "Pennies that an evening brings or costs, the others knocking at 21",
            "players",
            f"pennies in {EVENING // 60} hours, on average",
            tuple(Series.of(f"who {w}", PLAYERS, f) for w, f in fares.items()),
            reference=(0, "even"),
        ),
    )
    soon, late = (fares[w][AT_FOUR] for w in YOURS)
    lab.answer(
        f"With four players a match lasts about {hands[USUAL][AT_FOUR].value:.0f} hands, some "
        f"{minutes[USUAL][AT_FOUR].value:.0f} minutes, so that {EVENING // 60} hours hold "
        f"{matches_in[AT_FOUR]:.0f} matches; with two players {spoken_one(hands[USUAL][0])} hands, "
        f"with six {spoken_one(hands[USUAL][-1])}. Among equals the evening costs nothing on "
        f"average, and within {swing[AT_FOUR]:.0f} pennies either way nine times in ten; who "
        f"{next(iter(YOURS))} against people who knock at 21 ends {up_or_down(soon)}, who never "
        f"knocks {up_or_down(late)}.",
        Number(f"{minutes[USUAL][AT_FOUR].value:.0f}", "minutes for a match of four players"),
        Number(f"{matches_in[AT_FOUR]:.0f}", f"matches in {EVENING // 60} hours"),
        Number(
            f"{swing[AT_FOUR]:.0f}",
            "pennies up or down at most, in nine evenings of ten, among equals",
        ),
    )


def fixed(value: int) -> str:
    """Who knocks at this value."""
    return f"threshold:knock_threshold={value}"


def in_minutes(hands: Estimate, seconds: float) -> Estimate:
    """So many hands in minutes, at so many seconds each."""
    factor = seconds / 60
    value, low, high = (factor * v for v in (hands.value, hands.low, hands.high))
    return replace(hands, value=value, low=low, high=high, sd=factor * hands.sd)


def lost(lab: Lab, players: int, value: int, matches: float) -> Estimate:
    """Pennies that an evening brings, against others who knock at 21."""
    won = lab.run("scat", unit="match", players=players, knock_threshold=value, vs=fixed(21))
    share = won.estimates["wins"]

    def pennies(chance: float) -> float:
        return matches * PENNIES * (players * chance - 1)

    return replace(
        share,
        value=pennies(share.value),
        low=pennies(share.low),
        high=pennies(share.high),
        is_share=False,
    )


def spoken(estimates: Sequence[Estimate]) -> str:
    """By the number of players: `7 with two players, 11 with three`."""
    pairs = zip(PLAYERS, estimates, strict=True)
    return joined([f"{spoken_one(e)} with {n}" for n, e in pairs]) + " players"


def spoken_one(estimate: Estimate) -> str:
    """A mean in two or three digits."""
    return f"{estimate.value:.2g}" if estimate.value < TEN else f"{estimate.value:.0f}"


def up_or_down(pennies: Estimate) -> str:
    """Pennies up or down, in words."""
    amount = rounded(abs(pennies.value), pennies.half)
    return f"{amount} pennies {'up' if pennies.value > 0 else 'down'}"


# By a number of hands: hands, turns and pennies are read off the same matches.
EXPERIMENT = Experiment(study, n=100_000)
