"""Pages on what each line is worth: the best card of one line, of two, and so on, in companies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import NamedTuple

from cardsim.ask.comparisons import CompareResult
from cardsim.games import load_game
from cardsim.runs import wording
from cardsim.runs.company import FIELD, Company, safest_of
from cardsim.runs.seating import Who
from cardsim.runs.words import counted
from cardsim.search.learned import loaded
from cardsim.story import Number, Table
from cardsim.studies.advice import LEARNED, in_lines, noun
from cardsim.studies.companies import Tried, in_three, tried_ways
from cardsim.studies.experiments import Lab, amount, joined
from cardsim.studies.rankings import deciding_unit
from cardsim.workspace import strategy_files

LINES = 8
"""Lines of the longest card."""
BY_HANDS = frozenset(("casino", "spades"))
"""Games whose matches take so long that cards are looked for, and valued, by points of a hand."""
STARTS = {"euchre": "trump-count"}
"""Strategies that cards go on from where the usual one of a game plays better than most people."""
WORTH = 0.01
"""Share of wins that a line must add to be worth learning: one match in 100."""
PART = 20
"""Divisor of what all lines add, where points are counted; a line must add the quotient."""
MAY_LOSE = 4
"""Divisor of what lines add in mixed company; they may lose the quotient in another company."""
LEAST_MATCHES = 2000


class LineCard(NamedTuple):
    """A card of at most so many lines."""

    lines: int
    words: tuple[str, ...]


def tell_prices(lab: Lab, game: str) -> None:
    """Tell what each line of the best cards is worth, and what no card has.

    The hands of `lab` choose the lines.
    """
    played = load_game(game)
    start = STARTS.get(game, played.default_strategy)
    by = {"unit": "hand"} if game in BY_HANDS else {}
    learned = lab.learn(game, lines=LINES, start=start, **by)
    cards, ways = list[LineCard](), list[Who]()
    for found in learned.rounds:
        if found.words != (cards[-1].words if cards else ()):
            cards.append(LineCard(found.number, found.words))
            name = in_lines(found.number).replace(" ", "-")
            ways.append(loaded(found.text).named(name, about="", path=None))
    beyond = [s for s in dict.fromkeys((safest_of(played), LEARNED)) if s in strategy_files(played)]

    def valued() -> dict[Company, CompareResult]:
        return in_three(game, lambda vs: lab.compare(game, start, *ways, *beyond, vs=vs, **by))

    results = valued()
    won = _winning(results, len(cards))
    if not all(won):
        cards, ways = list(compress(cards, won)), list(compress(ways, won))
        results = valued()
    names = [0, *(card.lines for card in cards), *beyond]
    told = ["play by no card", *(f"play by {in_lines(card.lines)}" for card in cards), *beyond]
    known, knee = tried_ways(results, told, names), _knee(results, cards)
    matches = ""
    if by and knee:
        both = lab.compare(
            game,
            ways[knee - 1],
            start,
            vs=FIELD,
            n=max(lab.n // PART, LEAST_MATCHES),
            unit=deciding_unit(game),
        )
        gap = both.gap(0, 1)
        seen = gap.low > 0
        told_gap = (
            f"{both.cost(gap)} more" if seen else f"too little to see in {both.hands} of them"
        )
        matches = f" In whole matches that is {told_gap}."
    _show(lab, results, known, cards, knee=knee, matches=matches)


def _show(
    lab: Lab,
    results: Mapping[Company, CompareResult],
    known: Tried,
    cards: Sequence[LineCard],
    *,
    knee: int,
    matches: str,
) -> None:
    """Show the curve, the card at its knee, and the answer."""
    _, mixed, _ = results.values()
    title, start = mixed.game.title.partition(" (")[0], mixed.contenders[0].player
    best = min(range(len(cards) + 1, len(known.ways)), key=lambda w: known.mixed.behind[w].value)
    found = f"the best that was found (`{known.x[best]}`)"
    lab.section(
        "What each line is worth",
        f"{known.about} A line is one rule: what to do in a situation that you see, or one number. "
        "What a card does not say is played as most people play "
        f"(`{start.strategy}`: {wording.of_several(start.plays)}). The cards are the best that "
        "were found, line by line; a better one may have been missed. No line was chosen in the "
        "hands that value them. A card that wins nothing measurable there is left out.",
        replace(
            known.chart(
                "What you win by the lines on your card, and who the others are",
                "lines on your card",
                range(len(cards) + 1),
            ),
            reference=(known.mixed.estimates[best].value, f"{found}, in mixed company"),
        ),
        _prices(cards, tuple(results.values())),
    )
    if not knee:
        lab.answer(
            f"{title}: no card of {counted(LINES)} lines or fewer was found that is worth learning."
        )
        return
    card, worth = cards[knee - 1], mixed.cost(mixed.gap(knee, 0))
    lab.section(f"{title} in {in_lines(card.lines)}", _next(results, cards, knee), rules=card.words)
    for k, other in enumerate(cards, 1):
        if k != knee:
            more = mixed.cost(mixed.gap(k, 0))
            text = f"In mixed company it wins {more} more than playing without a card."
            heading = f"{title} in {in_lines(other.lines)}: {_added(mixed, k)}"
            lab.section(heading, text, rules=other.words)
    one = cards[0].lines == 1 and knee > 1
    first = mixed.cost(mixed.gap(1, 0))
    wins = f"wins {worth} more than playing without a card in mixed company"
    text = f"The card of {in_lines(card.lines)} below {wins}"
    if cards[0].lines == 1:
        line = f"{title} in one line: {cards[0].words[0]}. That"
        text = f"{line} {wins.replace(worth, first)}. {text}" if one else f"{line} {wins}"
    beyond = mixed.gap(best, knee)
    ahead = f"wins {mixed.cost(beyond)} more" if beyond.low > 0 else "wins no more, measurably"
    lab.answer(
        f"{text}, {_elsewhere(results, knee)}: {known.wins(knee)}."
        f"{matches} {_next(results, cards, knee)} The best that comes with the game "
        f"(`{known.x[best]}`) {ahead}.",
        Number.of(worth, f"more by {in_lines(card.lines)}"),
        *([Number.of(first, "more by one line")] if one else []),
        known.numbers_of(knee)[0],
    )


def _winning(results: Mapping[Company, CompareResult], cards: int) -> list[bool]:
    """Return which of so many cards win for certain in mixed company, where none is the first."""
    _, mixed, _ = results.values()
    return [mixed.gap(k, 0).low > 0 for k in range(1, cards + 1)]


def _elsewhere(results: Mapping[Company, CompareResult], knee: int) -> str:
    """Return what a card wins more than none in companies that are not mixed, or costs there."""
    won, lost = list[str](), list[str]()
    for company, compared in results.items():
        gap = compared.gap(knee, 0)
        if company.vs == FIELD:
            continue
        if gap.high < 0:
            lost.append(f"{compared.cost(gap.turned())} {company.where}")
        else:
            sure = amount(gap, compared.measure.shown_times) if gap.low > 0 else "as many"
            won.append(f"{sure} {company.where}")
    costs = f"costs {joined(lost)}" if lost else ""
    return ", but ".join(filter(None, (joined(won), costs)))


def _knee(results: Mapping[Company, CompareResult], cards: Sequence[LineCard]) -> int:
    """Return the number of the last card worth learning; 0 for none.

    Its new lines win enough in mixed company, and lose little elsewhere.
    """
    if not cards:
        return 0
    _, mixed, _ = results.values()
    least = WORTH if mixed.measure.in_per_cent else abs(mixed.gap(len(cards), 0).value) / PART
    knee = 0
    for k, card in enumerate(cards, 1):
        gap, learned = mixed.gap(k, knee), cards[knee - 1].lines if knee else 0
        enough = gap.low > 0 and gap.value >= least * (card.lines - learned)
        lost = -min(compared.gap(k, knee).value for compared in results.values())
        if enough and lost <= gap.value / MAY_LOSE:
            knee = k
    return knee


def _next(results: Mapping[Company, CompareResult], cards: Sequence[LineCard], knee: int) -> str:
    """Return what the next line adds, in a sentence."""
    if knee == len(cards) and cards[-1].lines == LINES:
        return f"No card of more than {counted(LINES)} lines was looked for."
    if knee == len(cards):
        return "No further line was found that gains for certain."
    _, mixed, _ = results.values()
    gap, new = mixed.gap(knee + 1, knee), _new(cards[knee], cards[knee - 1])
    what = f"The card of {in_lines(cards[knee].lines)} ({new}) would add"
    lost = [
        f"{compared.cost(compared.gap(knee, knee + 1))} {company.where}"
        for company, compared in results.items()
        if compared.gap(knee + 1, knee).high < 0
    ]
    but = f", and cost {joined(lost)}" if lost else ""
    return f"{what} {mixed.cost(gap) if gap.low > 0 else 'nothing measurable'}{but}."


def _added(compared: CompareResult, k: int) -> str:
    """Return what a card adds to the one before it, or to none."""
    gap = compared.gap(k, k - 1)
    return f"{compared.cost(gap)} more" if gap.low > 0 else "nothing measurable more"


def _prices(cards: Sequence[LineCard], results: Sequence[CompareResult]) -> Table:
    """Return the price list: what each card adds to the one before it in each company."""
    beginners, mixed, good = results
    rows = [
        (
            str(card.lines),
            *(amount(c.gap(k, k - 1), mixed.measure.shown_times) for c in (mixed, beginners, good)),
        )
        for k, card in enumerate(cards, 1)
    ]
    return Table(
        f"What each further line adds, in {noun(mixed)}; the cards are below",
        ("lines", "in mixed company", "against beginners", "against good players"),
        tuple(rows),
        numbers=(1, 2, 3),
    )


def _new(card: LineCard, before: LineCard) -> str:
    """Return what a card says that the one before it does not."""
    gone = [line for line in before.words if line not in card.words]
    new = "; ".join(line for line in card.words if line not in before.words)
    if len(gone) > 1:
        return "another card"
    return f"{new}, in place of: {gone[0]}" if gone else new
