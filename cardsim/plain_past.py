"""Imagined hands of a game in plain Python: a hand is dealt and played again by other chance.

A hand keeps its past: who did what, and the numbers of chance. The seat on turn knows what it saw
at each of its turns, and nothing else. Chance and the actions of others are kept where anything
else would have been seen; otherwise they are drawn anew. The new hand counts if the seat sees the
same at all of its turns. Draws from packs are kept: `own` and `hidden` are mixed afterwards, which
amounts to the same and never fails.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, combinations
from random import Random
from typing import Any, NamedTuple, Protocol

from cardsim.chance import Chance

OTHERS = 40
"""Alternatives tried for one number of chance, or one action."""
PAIRS, OF_PAIR = 40, 12
"""Pairs of numbers varied together, since the sum of two dice may be seen, and tries for each."""
TRIED, ENOUGH = 60, 6
"""Hands tried with all chance new, and agreeing ones needed to do so in every hand."""
WHOLE, TOGETHER, AGAIN = 40, 32, 100
"""Whole hands tried; then hands carried along turn by turn, and tries for each turn."""
MOST_STAGES = 2000
"""Largest number of others' steps between two turns of a seat."""


class Stage(NamedTuple):
    """A step of a hand: the deal, an action, or a move of the house.

    Attributes:
        seat: the seat that acted; -1 in a deal and for the house.
        action: its word; empty in a deal, for the house, and where it is drawn anew.
        rolled: numbers of chance outside of packs, in order; None where drawn anew.
        sides: size of the range of each of them.
        drawn: numbers of chance for draws from packs and shuffles.
        cards: cards that the seat drew and knows; they are drawn again wherever they are now.
    """

    seat: int
    action: str
    rolled: tuple[int | None, ...]
    sides: tuple[int, ...]
    drawn: tuple[int, ...]
    cards: tuple[Any, ...] = ()


Part = Sequence[Stage]
"""Steps from a turn of the seat to its next; the first part begins with the deal."""
Start = tuple[bytes, str]
"""A hand at a turn, pickled, and the name of its decision."""


class RecordedChance(Chance):
    """Chance that repeats a step's numbers, then draws new ones, and records them all."""

    __slots__ = ("_again", "_cards", "_drawn", "_fresh", "_of_packs", "_rolled", "_sides")

    def __init__(self, fresh: Chance, again: Stage | None = None) -> None:
        self._fresh, self._again, self._of_packs = fresh, again, False
        self._rolled: list[int] = []
        self._sides: list[int] = []
        self._drawn: list[int] = []
        self._cards: list[Any] = []

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely."""
        gave = self._drawn if self._of_packs else self._rolled
        given: int | None = None
        if self._again is not None:
            known = self._again.drawn if self._of_packs else self._again.rolled
            given = known[len(gave)] if len(gave) < len(known) else None
        if given is not None and given >= n:
            raise _DisagreesError
        gave.append(self._fresh.below(n) if given is None else given)
        if not self._of_packs:
            self._sides.append(n)
        return gave[-1]

    def draw(self, pack: list[Any]) -> Any:
        """Take a card out of a pack, all equally likely."""
        known = self._again.cards if self._again is not None else ()
        if len(self._cards) < len(known):
            card = known[len(self._cards)]
            if card not in pack:
                raise _DisagreesError
            self._drawn.append(pack.index(card))
            pack[self._drawn[-1]] = pack[0]
            del pack[0]
        else:
            self._of_packs = True
            try:
                card = super().draw(pack)
            finally:
                self._of_packs = False
        self._cards.append(card)
        return card

    def shuffle(self, things: list[Any]) -> None:
        """Shuffle a list."""
        self._of_packs = True
        try:
            super().shuffle(things)
        finally:
            self._of_packs = False

    @property
    def cards(self) -> tuple[Any, ...]:
        """Cards that were drawn."""
        return tuple(self._cards)

    def stage(self, seat: int = -1, action: str = "") -> Stage:
        """Return the step in which this chance was used."""
        return Stage(seat, action, tuple(self._rolled), tuple(self._sides), tuple(self._drawn))


class TableRules(Protocol):
    """A game at a table, for playing hands again."""

    def begin(self) -> Any:
        """Return a hand that is not yet dealt."""

    def thaw(self, content: bytes) -> Any:
        """Return a hand whose attributes were pickled."""

    def words(self, hand: Any, decision: str) -> Sequence[str]:
        """Return the legal actions."""

    def is_house(self, decision: str) -> bool:
        """Return True if the house moves."""

    def seen(self, hand: Any) -> Mapping[str, Any]:
        """Return the attributes that lie open, and the seat's own."""

    def mix(self, hand: Any, seat: int, made: AbstractSet[str], chance: Chance) -> None:
        """Mix the cards that a seat does not see, except in the attributes `made`."""

    def unseen(self, attributes: Mapping[str, Any]) -> Mapping[str, Sequence[Any]]:
        """Return all things in each of a hand's attributes `own` and `hidden`."""


class NoneAgreesError(Exception):
    """No hand agrees with what the seat saw."""


class _DisagreesError(Exception):
    """A hand cannot go on as the seat saw it."""


class Anything(Chance):
    """Chance without a hand, the same every time."""

    __slots__ = ("_draw",)

    def __init__(self, seed: int) -> None:
        self._draw = Random(seed)  # noqa: S311  (no secret)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely."""
        return self._draw.randrange(n)


class Played(NamedTuple):
    """A hand at a turn of the seat.

    Attributes:
        hand, decision: the hand, and the name of its decision.
        past: its steps, from where it was played again.
        words, cards: legal actions and drawn cards of each of these steps.
    """

    hand: Any
    decision: str
    past: tuple[Stage, ...] = ()
    words: tuple[Sequence[str], ...] = ()
    cards: tuple[tuple[Any, ...], ...] = ()


class Again:
    """Hands that agree with what a seat saw up to one of its turns.

    Attributes:
        made: attributes of `own` and `hidden` that are rolled or chosen, and so are not mixed.
        shows: view of the seat when the same hand is played again.
    """

    def __init__(self, rules: TableRules, past: Sequence[Stage], seat: int) -> None:
        """Find out what the seat knows of the past.

        Raises:
            NoneAgreesError: playing the same chance and actions again does not reach the seat's
                turns.
        """
        self._rules, self._seat, self._chance = rules, seat, Anything(1)
        self._parts: list[Part] = [*_parts(past, seat)]
        self._views: list[Any] = []
        self._starts: list[Start] = []
        self._words: list[Sequence[Sequence[str]]] = []
        self.made: set[str] = set()
        played: Played | None = None
        for part in [*self._parts]:
            try:
                played = self._part(played, part, self._chance)
            except _DisagreesError:
                raise NoneAgreesError from None
            self._views.append(self._seen(played))
            self._words.append(played.words)
            self._parts[len(self._starts)] = [
                stage._replace(cards=cards) if stage.seat == seat else stage
                for stage, cards in zip(part, played.cards, strict=True)
            ]
            self._starts.append(_kept(played))
            played = self._thawed(self._starts[-1])
        self.shows = self._views[-1][0]
        self._now = vars(rules.thaw(self._starts[-1][0]))
        self._plan = self._let_go()
        known = [[*part] == plan for part, plan in zip(self._parts, self._plan, strict=True)]
        self._first = known.index(False) if False in known else len(known)

    def world(self, chance: Chance) -> tuple[Any, tuple[Stage, ...]]:
        """Return a hand that agrees with what the seat saw, and its past.

        Raises:
            NoneAgreesError: none was found.
        """
        end = len(self._parts)
        if self._first == end:
            return self._rules.thaw(self._starts[-1][0]), tuple(chain(*self._parts))
        before = tuple(chain(*self._parts[: self._first]))
        for _ in range(WHOLE):
            found = self._run(self._first, self._plan, chance)
            if found is not None:
                return found.hand, before + found.past
        alike: list[tuple[Start | None, tuple[Stage, ...]]]
        alike = [(self._start(self._first), before)] * TOGETHER
        for at in range(self._first, end):
            for _ in range(AGAIN):
                moved = [(self._run(at, self._plan, chance, s, at + 1), p) for s, p in alike]
                agree = [(f, p + f.past) for f, p in moved if f is not None]
                if agree:
                    break
            else:
                raise NoneAgreesError
            taken = [agree[chance.below(len(agree))] for _ in alike]
            alike = [(_kept(f), p) for f, p in taken]
        return taken[0][0].hand, taken[0][1]

    # ------------------------------------------------------------ playing again

    def _start(self, at: int) -> Start | None:
        """Return the hand at the turn before a part; None before the deal."""
        return self._starts[at - 1] if at else None

    def _thawed(self, start: Start | None) -> Played | None:
        return None if start is None else Played(self._rules.thaw(start[0]), start[1])

    def _run(
        self,
        first: int,
        plan: Sequence[Part],
        chance: Chance,
        start: Start | None = None,
        end: int | None = None,
    ) -> Played | None:
        """Play the parts from `first` on; return None if the seat would see something else."""
        now = self._thawed(self._start(first) if start is None else start)
        for at in range(first, len(plan) if end is None else end):
            try:
                now = self._part(now, plan[at], chance)
            except _DisagreesError:
                return None
            if self._seen(now) != self._views[at]:
                return None
        return now

    def _part(self, start: Played | None, part: Part, fresh: Chance) -> Played:
        """Play from a turn of the seat to its next.

        Raises:
            _DisagreesError: there is no such turn, or an action is not legal.
        """
        before = Played(self._rules.begin(), "") if start is None else start
        hand, decision, past, legal, drawn = before
        stages: list[Stage] = []
        words: list[Sequence[str]] = []
        cards: list[tuple[Any, ...]] = []
        following: str | None
        for k in range(MOST_STAGES):
            known = part[k] if k < len(part) else None
            chance, seat, action = RecordedChance(fresh, known), -1, ""
            words.append(())
            if start is None and not k:
                following = hand.deal(chance)
            elif self._rules.is_house(decision):
                following = hand.house_plays(chance)
            else:
                seat, words[-1] = hand.seat, self._rules.words(hand, decision)
                action = known.action if known is not None else ""
                if not action:
                    # A card drawn or thrown away unseen may be any of the cards.
                    self._rules.mix(hand, self._seat, self.made, fresh)
                    words[-1] = self._rules.words(hand, decision)
                    action = words[-1][fresh.below(len(words[-1]))]
                if action not in words[-1]:
                    raise _DisagreesError
                following = hand.apply(action, chance)
            if following is None:
                raise _DisagreesError
            stages.append(chance.stage(seat, action))
            cards.append(chance.cards)
            decision = following
            if not self._rules.is_house(decision) and hand.seat == self._seat:
                return Played(hand, decision, (*past, *stages), (*legal, *words), (*drawn, *cards))
        raise _DisagreesError

    def _seen(self, now: Played) -> Any:
        """Return the full view of the seat on turn, and everything that lies open."""
        return shown(self._rules, now.hand, now.decision), self._rules.seen(now.hand)

    # ------------------------------------------------------------ what the seat knows

    def _let_go(self) -> list[list[Stage]]:
        """Return the past without the steps that are to be drawn anew."""
        plan, known = self._one_by_one()
        if not known:
            return plan
        whole = [[stage._replace(rolled=()) for stage in part] for part in plan]
        agree = [self._run(0, whole, self._chance) for _ in range(TRIED)]
        if sum(one is not None for one in agree) >= ENOUGH:
            for one in agree:
                self._is_another(one)
            return whole
        for pair in self._some([*combinations(known, 2)], PAIRS):
            together = [
                [(*at, self._chance.below(self._sides(*at))) for at in pair] for _ in range(OF_PAIR)
            ]
            if any(map(self._other_rolls, together)):
                for at, k, n in pair:
                    plan[at][k] = _rolled(plan[at][k], n, None)
        return plan

    def _one_by_one(self) -> tuple[list[list[Stage]], list[tuple[int, int, int]]]:
        """Return the past without steps that alone may have been otherwise.

        Returns:
            The past, and the numbers of chance that are left: their part, step, and place there.
        """
        plan = [[*part] for part in self._parts]
        known: list[tuple[int, int, int]] = []
        for at, part in enumerate(self._parts):
            for k, stage in enumerate(part):
                if stage.action and stage.seat != self._seat and self._other_action(at, k):
                    plan[at][k] = Stage(stage.seat, "", (), (), ())
                    continue
                for n, rolled in enumerate(stage.rolled):
                    others = [v for v in range(self._sides(at, k, n)) if v != rolled]
                    if any(self._other_rolls([(at, k, n, v)]) for v in self._some(others, OTHERS)):
                        plan[at][k] = _rolled(plan[at][k], n, None)
                    else:
                        known.append((at, k, n))
        return plan, known

    def _sides(self, at: int, k: int, n: int) -> int:
        """Return the size of the range of a number of chance."""
        return self._parts[at][k].sides[n]

    def _some(self, things: list[Any], most: int) -> list[Any]:
        """Return at most `most` of some things, at random."""
        self._chance.shuffle(things)
        return things[:most]

    def _other_action(self, at: int, k: int) -> bool:
        """Return True if, for all the seat knows, another may have acted otherwise there."""
        stage = self._parts[at][k]
        for word in self._some([w for w in self._words[at][k] if w != stage.action], OTHERS):
            if self._is_another(self._changed({(at, k): Stage(stage.seat, word, (), (), ())})):
                return True
        return False

    def _other_rolls(self, rolls: Sequence[tuple[int, int, int, int]]) -> bool:
        """Return True if, for all the seat knows, chance may have given these numbers instead."""
        changed: dict[tuple[int, int], Stage] = {}
        for at, k, n, value in rolls:
            changed[at, k] = _rolled(changed.get((at, k), self._parts[at][k]), n, value)
        return self._is_another(self._changed(changed))

    def _changed(self, changed: Mapping[tuple[int, int], Stage]) -> Played | None:
        """Return the hand with some steps changed; None if the seat would see it."""
        plan = [[*part] for part in self._parts]
        for (at, k), stage in changed.items():
            plan[at][k] = stage
        return self._run(min(at for at, _ in changed), plan, self._chance)

    def _is_another(self, found: Played | None) -> bool:
        """Return True if a hand agrees and differs in more than the order of unseen cards.

        Attributes that differ with the same number of things are added to `made`.
        """
        if found is None or vars(found.hand) == self._now:
            return False
        before, after = self._now, vars(found.hand)
        were, are = (
            {name: Counter(map(repr, things)) for name, things in self._rules.unseen(one).items()}
            for one in (before, after)
        )
        if sum(were.values(), Counter()) == sum(are.values(), Counter()):
            open_to_all = (
                {n: v for n, v in one.items() if n not in were} for one in (before, after)
            )
            return next(open_to_all) != next(open_to_all)
        # Cards drawn in only one of the two hands do not count as made.
        drawn = Counter(number for stage in found.past for number in stage.drawn)
        end = [*chain(*self._parts)][-len(found.past) :]
        if drawn == Counter(number for stage in end for number in stage.drawn):
            self.made |= {n for n, w in were.items() if w != are[n] and w.total() == are[n].total()}
        return True


def shown(rules: TableRules, hand: Any, decision: str) -> tuple[str, Any, Sequence[str]]:
    """Return the view of the seat on turn: its decision, what it sees, and the legal actions."""
    return decision, hand.observe(), rules.words(hand, decision)


def _rolled(stage: Stage, n: int, value: int | None) -> Stage:
    """Return a step with another number of chance."""
    return stage._replace(rolled=(*stage.rolled[:n], value, *stage.rolled[n + 1 :]))


def _kept(played: Played) -> Start:
    return pickle.dumps(vars(played.hand), 5), played.decision


def _parts(past: Sequence[Stage], seat: int) -> Iterator[Part]:
    """Yield the past from each turn of a seat to its next."""
    part: list[Stage] = []
    for stage in past:
        if part and stage.seat == seat:
            yield part
            part = []
        part.append(stage)
    yield part
