"""How long is an evening of Scat, and what does it cost?

Two to six players play whole matches. Everybody plays the same way: all knock at 21, all knock at
25, or nobody knocks. We count eight seconds a turn, and a minute a hand to shuffle, deal and pay.
An evening is three hours. Each player puts up three pennies, and the winner of the match takes all.
What you win or lose by knocking at 20, 25, 28 or 30, or never, we ask against beginners, in mixed
company and against good players, in as many matches.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import comb

from cardsim import Chart, Experiment, Number, Series
from cardsim.games.scat import GAME
from cardsim.studies import Estimate, Lab, counted, joined, rounded, three_of

PLAYERS = range(2, 7)
FOUR = 4
AT_FOUR = PLAYERS.index(FOUR)
TEN = 10
SECONDS_A_TURN = 8
SECONDS_A_HAND = 60
EVENING = 3 * 60
"""Minutes of an evening."""
WAYS = {"all knock at 21": 21, "all knock at 25": 25, "nobody knocks": 31}
USUAL = "all knock at 21"
PENNIES = next(int(o.default) for o in GAME.options if o.name == "start_lives")
YOURS = {f"knock at {value}": value for value in (20, 25, 28, 30)} | {"never knock": 31}


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
        by_way(hands),
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
        f"At {SECONDS_A_TURN} seconds a turn and {SECONDS_A_HAND} more a hand: "
        f"{by_way(minutes)} We count every hand as if nobody were out yet. Your own pace may "
        "differ by half, and the minutes with it.",
        Chart(
            "How long a match lasts at the table",
            "players",
            "minutes for a match",
            tuple(Series.of(told, PLAYERS, m) for told, m in minutes.items()),
        ),
    )
    matches_in = [EVENING / m.value for m in minutes[USUAL]]
    whole = round(matches_in[AT_FOUR])
    most = whole * PENNIES
    risk = (
        f"In {counted(whole)} matches you lose at most {most} pennies, which happens in "
        f"{100 * won_none(whole):.0f} of 100 evenings; in {100 * won_more(whole, most):.0f} of 100 "
        f"you win more than {most}"
    )
    companies = three_of("scat")
    fares = {
        (way, company.where): lost(lab, value, matches_in[AT_FOUR], company.vs)
        for way, value in YOURS.items()
        for company in companies
    }
    known = {
        company.where: max(YOURS, key=lambda way: fares[way, company.where].value)
        for company in companies
    }
    lab.section(
        f"What {EVENING // 60} hours cost",
        f"With {FOUR} players who knock at 21 there is time for {matches_in[AT_FOUR]:.1f} matches, "
        f"at {PENNIES} pennies each. Among equals you break even in the long run. {risk}. "
        "How you knock changes that. "
        + " ".join(
            f"{company.where.capitalize()}: "
            + "; ".join(
                f"{way}, and you end {up_or_down(fares[way, company.where])}" for way in YOURS
            )
            + "."
            for company in companies
        ),
        Chart(
            f"Pennies won or lost in an evening with {FOUR} players",
            "how you knock",
            f"pennies won in {EVENING // 60} hours, on average",
            tuple(
                Series.of(c.name, list(YOURS), [fares[way, c.where] for way in YOURS])
                for c in companies
            ),
            kind="points",
            reference=(0, "even"),
        ),
    )
    lab.answer(
        f"With four players who all knock at 21, a match takes about "
        f"{hands[USUAL][AT_FOUR].value:.0f} hands, or "
        f"{minutes[USUAL][AT_FOUR].value:.0f} minutes, so {EVENING // 60} hours hold "
        f"{matches_in[AT_FOUR]:.0f} matches. With two players it takes "
        f"{spoken_one(hands[USUAL][0])} hands, with six {spoken_one(hands[USUAL][-1])}. Among "
        f"equals the evening is free in the long run. {risk}. How you knock changes that by who "
        "the others are: "
        + "; ".join(
            f"{where}, {way} and you end {up_or_down(fares[way, where])}"
            for where, way in known.items()
        )
        + ".",
        Number(f"{minutes[USUAL][AT_FOUR].value:.0f}", "minutes for a match, four players"),
        Number(f"{matches_in[AT_FOUR]:.0f}", f"matches in {EVENING // 60} hours"),
        Number(f"{most}", f"pennies at most that {counted(whole)} matches can cost"),
    )


def won_none(matches: int) -> float:
    """Return the chance to win none of so many matches among equals."""
    return (1 - 1 / FOUR) ** matches


def won_more(matches: int, pennies: int) -> float:
    """Return the chance to end more than so many pennies up among equals; a winner takes all."""
    enough = (won for won in range(matches + 1) if PENNIES * (FOUR * won - matches) > pennies)
    return sum(
        comb(matches, won) * (1 / FOUR) ** won * (1 - 1 / FOUR) ** (matches - won) for won in enough
    )


def by_way(estimates: Mapping[str, Sequence[Estimate]]) -> str:
    """Return one sentence for each way to play, with a number for each size of table."""
    return " ".join(f"If {told}: {spoken(found)}." for told, found in estimates.items())


def fixed(value: int) -> str:
    """Return the strategy that knocks at this value."""
    return f"threshold:knock_threshold={value}"


def in_minutes(hands: Estimate, seconds: float) -> Estimate:
    """Return hands in minutes, at this many seconds each."""
    factor = seconds / 60
    value, low, high = (factor * v for v in (hands.value, hands.low, hands.high))
    return replace(hands, value=value, low=low, high=high, sd=factor * hands.sd)


def lost(lab: Lab, value: int, matches: float, vs: str) -> Estimate:
    """Return how many pennies an evening with four players brings."""
    won = lab.run("scat", unit="match", players=FOUR, knock_threshold=value, vs=vs)
    share = won.estimates["wins"]

    def pennies(chance: float) -> float:
        return matches * PENNIES * (FOUR * chance - 1)

    return replace(
        share,
        value=pennies(share.value),
        low=pennies(share.low),
        high=pennies(share.high),
        is_share=False,
    )


def spoken(estimates: Sequence[Estimate]) -> str:
    """Return values by the number of players: `7 with two players, 11 with three`."""
    pairs = zip(PLAYERS, estimates, strict=True)
    return joined([f"{spoken_one(e)} with {n}" for n, e in pairs]) + " players"


def spoken_one(estimate: Estimate) -> str:
    """Return a mean in two or three digits."""
    return f"{estimate.value:.2g}" if estimate.value < TEN else f"{estimate.value:.0f}"


def up_or_down(pennies: Estimate) -> str:
    """Return pennies up or down, in words."""
    amount = rounded(abs(pennies.value), pennies.half)
    return f"{amount} pennies {'up' if pennies.value > 0 else 'down'}"


# By a number of hands: hands, turns and pennies are read off the same matches.
EXPERIMENT = Experiment(study, n=100_000)
