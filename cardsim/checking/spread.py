"""Checks that imagined hands are distributed as the deal distributes them, given a seat's view.

Hands are dealt and played with other chance until the seat has seen the same at all of its turns.
Their hidden parts are compared with those of imagined hands. This finds hidden parts that never
change, or that come too often.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np

from cardsim.chance import Chance
from cardsim.engine.imagined import dealt_anew
from cardsim.engine.table import Table
from cardsim.plain import Maker, maker_of
from cardsim.plain_past import Anything, shown
from cardsim.plain_worlds import AtTable
from cardsim.runs.game_under_test import SkippedError, Subject, WrongError

HANDS, OF_HAND = 12, 4
"""Hands that are checked, and turns in each."""
COMPARED, FEWEST = 100, 40
"""Hands of each kind compared at a turn, and hands without which the turn is skipped."""
DEALT, HOPELESS = 3000, 400
"""Hands dealt to find these, and hands after which a turn without any match is given up."""
CELLS, PARTS = 6, 64
"""Values told apart in a part of a hand, and parts."""
FALSE_ALARM = 1e-4 / (HANDS * OF_HAND * PARTS)
"""False alarm rate of a part, so that a right game fails once in 10,000 times."""

Views = Sequence[tuple[Any, str]]
"""Views of a seat at each of its turns, and its action there; empty at the last."""


def check_spread(subject: Subject) -> str:
    """Compare imagined hands with hands dealt until a seat sees the same."""
    maker = maker_of(subject.game)
    if maker is None or not maker.can_imagine:
        raise SkippedError("only of a class that says what is hidden it is known how it is dealt")
    if not maker.kind.own and not maker.kind.hidden:
        raise SkippedError("the class says that nothing is hidden")
    looked = 0
    for turn in _turns(subject, maker):
        looked += _compare(subject, maker, turn)
    if not looked:
        raise SkippedError("too many things are dealt for the same to be seen again")
    return f"spread as dealt at {looked} turns"


@dataclass(frozen=True)
class SeatTurn:
    """A turn of a seat.

    Attributes:
        table: the table that waits for it.
        rules: the same table, for playing hands again.
        views: the views of the seat up to there.
        later: True if something was done before.
        draw: chance.
    """

    table: Table
    rules: AtTable
    views: Views
    later: bool
    draw: Chance


def _turns(subject: Subject, maker: Maker) -> Iterator[SeatTurn]:
    """Yield the first turns of some hands at random tables."""
    tables = list(subject.tables("spread"))
    for number in range(min(HANDS, subject.hands)):
        rules, players, _ = tables[number % len(tables)]
        table, draw = subject.table(rules, players, number), Anything(number)
        at = AtTable(maker.worlds, players, rules)
        seen = defaultdict[int, list[tuple[Any, str]]](list)
        for number_of_turn in range(OF_HAND):
            while table.waits_for_chance:
                table.happen()
            if table.over:
                break
            hand, seat = maker.hands.open(table.states[0], table.rules), table.seat
            view = shown(at, hand, table.asks.name), at.seen(hand)
            yield SeatTurn(table, at, [*seen[seat], (view, "")], number_of_turn > 0, draw)
            action = table.nth(draw.below(table.count))
            seen[seat].append((view, table.asks.actions[action]))
            table.act(action)


def _dealt(turn: SeatTurn) -> dict[str, Any] | None:
    """Return the parts of a hand dealt and played anew; None if the seat sees something else."""
    at, draw, seat = turn.rules, turn.draw, turn.table.seat
    hand, views = at.begin(), iter(turn.views)
    decision = hand.deal(draw)
    while decision is not None:
        if at.is_house(decision):
            decision = hand.house_plays(draw)
            continue
        words = at.words(hand, decision)
        action = words[draw.below(len(words))]
        if hand.seat == seat:
            (view, open_to_all), action = next(views)
            if shown(at, hand, decision) != view:
                return None
            # At the first turn only the view matters; later the actions before it do, too.
            if turn.later and at.seen(hand) != open_to_all:
                return None
            if not action:
                return dict(vars(hand))
        decision = hand.apply(action, draw)
    return None


def _compare(subject: Subject, maker: Maker, turn: SeatTurn) -> bool:
    """Compare hands of both kinds; return False if there are too few."""
    dealt: list[Mapping[str, str]] = []
    for number in range(DEALT):
        if len(dealt) == COMPARED or (number == HOPELESS and not dealt):
            break
        found = _dealt(turn)
        if found is not None:
            dealt.append(_parts(maker, found))
    if len(dealt) < FEWEST:
        return False
    table, imagined = turn.table, []
    for number in range(COMPARED):
        other = dealt_anew(table.game, table.states, table.rules, number)
        hand = maker.hands.open(other[0], table.rules)
        imagined.append(_parts(maker, vars(hand)))
    for name in sorted({*dealt[0], *imagined[0]})[:PARTS]:
        both = [Counter(one.get(name, "none") for one in many) for many in (dealt, imagined)]
        if _unlike(*both) < FALSE_ALARM:
            raise _wrong(subject, maker, turn, name, both)
    return True


def _wrong(
    subject: Subject, maker: Maker, turn: SeatTurn, name: str, both: Sequence[Counter[str]]
) -> WrongError:
    shares = [{v: n / many.total() for v, n in many.items()} for many in both]
    value = max({*both[0], *both[1]}, key=lambda v: abs(shares[0].get(v, 0) - shares[1].get(v, 0)))
    often = [f"{100 * share.get(value, 0):.0f} %" for share in shares]
    said = (
        f"{name} is {value} in {often[1]} of imagined hands, and in {often[0]} of those that are "
        f"dealt in which seat {turn.table.seat} sees the same"
    )
    if maker.sets_up:
        mend = "imagine draws what the seat does not see as deal and play would, given what it sees"
        return subject.wrong(subject.place("imagine", None), said, mend)
    mend = "what is in neither `hidden` nor `own` lies open, and seats reckon with it"
    return subject.wrong(subject.written("hidden ="), said, mend)


def _parts(maker: Maker, attributes: Mapping[str, Any]) -> dict[str, str]:
    """Return the hidden parts of a hand by place; the order of cards does not count."""
    found: dict[str, str] = {}
    hidden = {*maker.kind.own, *(maker.kind.hidden or ())}
    for name, value in attributes.items():
        if name in hidden:
            _put(found, name, value, maker)
    return found


def _put(found: dict[str, str], name: str, value: Any, maker: Maker) -> None:
    """Add a part to those found, element by element."""
    if not isinstance(value, list | tuple):
        found[name] = repr(value)
        return
    of_seats, _, inner = name.partition("[")
    if of_seats in (maker.kind.own if inner else maker.kind.hidden or ()):
        value = sorted(value, key=repr)
    for k, one in enumerate(value):
        _put(found, f"{name}[{k}]", one, maker)


def _unlike(dealt: Counter[str], imagined: Counter[str]) -> float:
    """Return the p-value of the chi-square test that both have the same distribution."""
    from scipy.stats import chi2_contingency

    values = {*dealt, *imagined}
    cells: defaultdict[str, np.ndarray[Any, Any]] = defaultdict(lambda: np.zeros(2, np.int64))
    for value in values:
        cell = value if len(values) <= CELLS else str(crc32(value.encode()) % CELLS)
        cells[cell] += dealt[value], imagined[value]
    if len(cells) == 1:
        return 1.0
    return float(chi2_contingency(np.array([*cells.values()])).pvalue)
