"""Pages on luck: the share of results that play explains, and when the better player leads."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

from cardsim.ask.comparisons import CompareResult
from cardsim.ask.fields import beginners_of, field
from cardsim.games import game_names, load_game
from cardsim.runs.company import safest_of
from cardsim.runs.wording import of_one
from cardsim.statistics.designs import share_of_play
from cardsim.statistics.stats import Estimate
from cardsim.story import Chart, Number, Series
from cardsim.studies.experiments import Lab
from cardsim.workspace import find_field

COUNTS = (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)
"""Numbers of hands or matches added up, in the chart."""
HOURS = 3
"""Length of an evening."""
MINUTES = {
    "bridge": 7.5,
    "casino": 6,
    "cheat": 12,
    "chinese-ten": 6,
    "counter-cameroon": 20,
    "euchre": 25,
    "gin-rummy": 4,
    "ninety-nine": 15,
    "scat": 15,
    "spades": 45,
    "square-nine": 6,
}
"""Minutes that a hand, a board, a game or a match takes, whichever is counted: our own guess."""
USUALLY = 10
"""Minutes of any other game."""
TIMES = {"bridge": 4}
"""Factor by which the hands of an experiment are multiplied where one of them tells little."""
LEAD = 0.9


def times_to_lead(gap: float, spread: float, chance: float = LEAD) -> float:
    """Return the number of hands after which the better of two leads with this probability.

    Both play as many, not at the same table, so the variance of their difference is `2 * spread**2`
    each time; sums are taken to be normal.
    """
    return 2 * (NormalDist().inv_cdf(chance) * spread / gap) ** 2 if gap > 0 else math.inf


class Luck(NamedTuple):
    """Results of a good player and of beginners, against the field.

    Attributes:
        compared: the comparison of the safest strategy with each of the field's beginners.
        gap, least, most: what the safest strategy wins more than a beginner, on average over
            beginners by their shares, and the ends of its interval.
        spread: standard deviation of one result.
        evening: hands, boards, games or matches in an evening.
    """

    compared: CompareResult
    gap: float
    least: float
    most: float
    spread: float
    evening: int

    def share(self, n: int) -> tuple[float, float, float]:
        """Return the share of the spread of `n` results that play explains, with its interval."""
        low, value, high = (
            share_of_play(max(gap, 0.0), self.spread, n)
            for gap in (self.least, self.gap, self.most)
        )
        return value, low, high

    def played(self, n: int) -> Estimate:
        """Return that share as an estimate."""
        return Estimate("share", "play", *self.share(n), math.nan, n, is_share=True)


def reckon(lab: Lab, game: str) -> Luck:
    """Compare the safest strategy and the field's beginners against the field.

    A page on one game and the page on all play the same hands, so they agree. The interval is the
    average of those of the differences, which is too wide rather than too narrow.
    """
    people = field(game)
    shares: dict[str, float] = {}
    for member in beginners_of(people):
        shares[member.name] = shares.get(member.name, 0.0) + member.share
    shares.pop(people.safest, None)
    hands = lab.n * TIMES.get(game, 1)
    compared = lab.compare(game, people.safest, *shares, vs="field", n=hands)
    good, *beginners = compared.contenders
    weights = [share / sum(shares.values()) for share in shares.values()]
    gaps = [compared.gap(0, k) for k in range(1, len(compared.contenders))]
    gap, least, most = (
        sum(w * part for w, part in zip(weights, parts, strict=True))
        for parts in zip(*((g.value, g.low, g.high) for g in gaps), strict=True)
    )
    variance = sum(w * b.estimate.sd**2 for w, b in zip(weights, beginners, strict=True))
    spread = math.sqrt((good.estimate.sd**2 + variance) / 2)
    evening = round(60 * HOURS / MINUTES.get(game, USUALLY))
    return Luck(compared, gap, least, most, spread, evening)


def tell_luck(lab: Lab, game: str) -> None:
    """Tell how much of a game is luck, between a good player and a beginner."""
    found = reckon(lab, game)
    unit, evening = found.compared.unit, found.evening
    good = of_one(found.compared.contenders[0].player.plays)
    lab.section(
        "What play explains",
        f"Two people at tables of the field: one of them {good} and the other is a beginner, one "
        "of the field's, as often as each comes. Chance is the rest: what is dealt or rolled, "
        "seats and who else sits there.",
        Chart(
            "Share of the spread of results that play explains",
            f"{unit.plural} added up",
            "share that play explains",
            (Series.of("play", [str(n) for n in COUNTS], [found.played(n) for n in COUNTS]),),
            kind="points",
            percent=True,
        ),
    )
    first, later = (found.share(n)[0] for n in (1, evening))
    ends = _ends(found.played(evening))
    text = (
        f"Between a good player and a beginner as cardsim has them, play explains "
        f"{_percent(first)} of one {unit.name}, and {_percent(later)} ({ends}) of an evening of "
        f"{HOURS} hours ({evening} {unit.plural}); the rest is luck. The good player {good}."
    )
    if found.least <= 0:
        lab.answer(
            f"{text} Which of them is better was not seen in {found.compared.hands} {unit.plural}."
        )
        return
    needed = times_to_lead(found.gap, found.spread)
    low, high = (_count(times_to_lead(g, found.spread)) for g in (found.most, found.least))
    lab.answer(
        f"{text} The good player leads with {100 * LEAD:.0f} % after {_count(needed)} "
        f"{unit.plural if needed > 1 else unit.name}.",
        Number(_percent(later), f"of an evening of {HOURS} hours is play", ends),
        Number(
            _count(needed),
            f"{unit.plural} until the good player leads with {100 * LEAD:.0f} %",
            f"{low} to {high}" if low != high else "",
        ),
    )


def tell_all_luck(lab: Lab) -> None:
    """Set the games side by side by the share of an evening that play explains."""
    every = [reckon(lab, game) for game in game_names() if has_people(game)]
    found = {luck.compared.game.title: luck for luck in every}
    evenings = {title: luck.played(luck.evening) for title, luck in found.items()}
    titles = sorted(evenings, key=lambda title: -evenings[title].value)
    lab.section(
        "An evening of each game",
        f"A good player and a beginner play {HOURS} hours among people. "
        + "; ".join(
            f"{title}: {found[title].evening} {found[title].compared.unit.plural}"
            for title in titles
        )
        + ". How long each takes is our own guess.",
        Chart(
            f"Share of an evening of {HOURS} hours that play explains",
            "game",
            "share that play explains",
            (Series.of("play", titles, [evenings[title] for title in titles]),),
            kind="points",
            percent=True,
        ),
    )
    most, least = titles[0], titles[-1]
    told = {title: (_percent(evenings[title].value), _ends(evenings[title])) for title in titles}
    lab.answer(
        f"Between a good player and a beginner as cardsim has them, play explains most in "
        f"{most}, {told[most][0]} ({told[most][1]}) of an evening of {HOURS} hours, and least in "
        f"{least}, {told[least][0]} ({told[least][1]}); the rest is luck.",
        *(
            Number(told[title][0], f"of an evening of {title} is play", told[title][1])
            for title in (most, least)
        ),
    )


def has_people(name: str) -> bool:
    """Return whether a game has a field that names a safest strategy."""
    game = load_game(name)
    return find_field(game) is not None and bool(safest_of(game))


def _ends(share: Estimate) -> str:
    """Return the interval of a share: `0.9 to 1.5 %`."""
    return f"{_percent(share.low).removesuffix(' %')} to {_percent(share.high)}"


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < LEAD else f"{100 * share:.0f} %"


def _count(number: float) -> str:
    """Return a count rounded to two digits."""
    size = max(math.floor(math.log10(max(number, 1))) - 1, 0)
    return f"{round(number / 10**size) * 10**size:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
