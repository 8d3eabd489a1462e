"""Hands of a class that a seat imagines, and how they are weighed by what the others did."""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from cardsim.chance import Chance
from cardsim.errors import echoed
from cardsim.game import NOT_SEEN, OVER
from cardsim.plain_hands import LATEST, STEPS_BEHIND, StoredHands
from cardsim.plain_past import Again, NoneAgreesError, RecordedChance, Stage

SORTED_BY_CHANCE = 1000
"""Orders of all seats' cards, beyond which sorted cards are no coincidence."""
LONGEST_AGAIN = 20
"""Most steps of a hand with mixed cards that is weighed by what the others did."""
_LATEST = threading.local()
"""What a thread imagined last."""
_SETS_UP = "`imagine` in the class sets up a hand from what is seen"


class Worlds:
    """Imagines hands of a class.

    Attributes:
        hands: its hands in states.
        sets_up: True if the class can set up a hand from a seat's view.
    """

    def __init__(self, hands: StoredHands, *, sets_up: bool) -> None:
        self.hands, self.sets_up = hands, sets_up
        self.kind, self.wrong = hands.kind, hands.wrong

    def imagine(self, memory: Any, true: Any, rules: int, chance: Chance) -> None:
        """Store in a state an imagined hand with the same view as another."""
        hands = self.hands
        seat, used = hands.seat_in(true), hands.sizes.unpack_from(true, hands.at)[1]
        seen, stages = hands.seen_in(true), b""
        if self.sets_up:
            hand = self.set_up(seen, seat, *hands.table(true, rules), chance)
        elif used and hands.remembers:
            again = self._again(true, rules)
            try:
                hand, past = again.world(chance)
            except NoneAgreesError:
                what = (
                    f"no other hand was found in which seat {seat} sees the same at all its turns"
                )
                raise self.wrong(what, "observe", _SETS_UP) from None
            stages = b"".join(map(hands.packed, past))
            before = self._hidden_things(hand, seat, again.made)
            self.mix(hand, seat, again.made, chance)
            _LATEST.moved = _moves(before, self._hidden_things(hand, seat, again.made))
            self._check_seen(hand, seen, "observe", "with what is hidden from it")
        elif used:
            hand = hands.stored(true, rules)
        else:
            raise self.wrong("what a seat sees does not tell how the hand stands", hint=_SETS_UP)
        version, used, _ = hands.sizes.unpack_from(memory, hands.at)
        hands.sizes.pack_into(memory, hands.at, version, used, 0)
        hands.keep(memory, hand, stages)

    def _again(self, true: Any, rules: int) -> Again:
        """Return what a seat knows of the past of a hand at its turn."""
        version = self.hands.version(true)
        latest: tuple[int, Again] | None = getattr(_LATEST, "again", None)
        if latest is not None and latest[0] == version:
            return latest[1]
        hand, past = self.hands.read(true, rules), self.hands.past(true)
        if not past:
            raise self.wrong(
                "the hand is too long to be played again",
                hint=f"memory = {2 * self.kind.memory} in the class makes room",
            )
        table = AtTable(self, hand.players, hand.rules)
        try:
            again = Again(table, past, hand.seat)
        except NoneAgreesError:
            again = None
        if again is None or again.shows[1] != hand.observe():
            raise self.wrong(
                "the same actions and the same chance do not make the same hand again",
                "deal",
                "all chance must come from `chance`, and all that changes must be in `self`",
            )
        _LATEST.again = version, again
        return again

    def set_up(
        self, seen: Mapping[str, Any], seat: int, players: int, rules: Any, chance: Chance
    ) -> Any:
        """Return the hand that the class sets up from a seat's view."""
        hand = self.hands.new(players, rules)
        hand.seat = seat
        hand.imagine(seen, chance)
        self._check_seen(hand, seen, "imagine", "in the hand that imagine sets up")
        return hand

    def _check_seen(self, hand: Any, seen: Mapping[str, Any], by: str, where: str) -> None:
        for name, value in hand.observe().items():
            now = list(value) if self.kind.sees[name].length else value
            if now != seen[name]:
                raise self.wrong(
                    f"seat {hand.seat} sees {name} {seen[name]}, and {where} {name} {now}",
                    by,
                    "what the others have must not change what a seat sees"
                    if by == "observe"
                    else "it must agree with what is seen",
                )

    # ------------------------------------------------------------ cards that a seat does not see

    def mix(self, hand: Any, seat: int, made: AbstractSet[str], chance: Chance) -> None:
        """Mix the cards that a seat does not see among their places."""
        in_order, places = self._in_order(hand, made), [*self._hidden_places(hand, seat, made)]
        rows = [held[k] for held, k in places if isinstance(held[k], list)]
        alone = [(held, k) for held, k in places if not isinstance(held[k], list)]
        pool = [thing for row in rows for thing in row] + [held[k] for held, k in alone]
        chance.shuffle(pool)
        given = iter(pool)
        for row in rows:
            row[:] = itertools.islice(given, len(row))
        for row in in_order:
            row.sort()
        for held, k in alone:
            held[k] = next(given)

    def _in_order(self, hand: Any, made: AbstractSet[str]) -> list[list[Any]]:
        """Return the lists of the seats that are kept sorted."""
        own = (vars(hand).get(name) for name in self.kind.own if name not in made)
        return [row for rows in own if _all_in_order(rows) for row in rows or ()]

    def _hidden_places(
        self, hand: Any, seat: int, made: AbstractSet[str]
    ) -> Iterator[tuple[Any, Any]]:
        """Yield where things lie that a seat does not see: what they are in, and the place."""
        for name in self.kind.hidden or ():
            if name not in made:
                self._hidden_in(hand, name)
                yield vars(hand), name
        for name in self.kind.own:
            if name not in made:
                rows = self._hidden_in(hand, name)
                yield from ((rows, k) for k in range(hand.players) if k != seat)

    def _hidden_in(self, hand: Any, name: str) -> list[Any]:
        field = "own" if name in self.kind.own else "hidden"
        if name not in vars(hand):
            raise self.wrong(f"{field} names '{name}', and a hand has no such attribute", field)
        value = vars(hand)[name]
        if not isinstance(value, list) or (field == "own" and len(value) != hand.players):
            what = "with an entry for each seat" if field == "own" else "of what nobody sees"
            raise self.wrong(
                f"{name} in {field} is {echoed(value)}, and it must be a list {what}", field
            )
        return value

    def _hidden_things(self, hand: Any, seat: int, made: AbstractSet[str]) -> list[Any]:
        """Return the things that a seat does not see, place by place."""
        rows = [held[k] for held, k in self._hidden_places(hand, seat, made)]
        return [thing for row in rows for thing in (row if isinstance(row, list) else [row])]

    # ------------------------------------------------------------ weighed

    def rewind(self, memory: Any, rules: int, words: int, true: int) -> int:
        """Turn an imagined hand back to its deal; return the first decision.

        Cards that were mixed are dealt so that they come to lie where they do. It is OVER where
        some are alike or the hand is long: then it is not weighed.
        """
        hands = self.hands
        past = hands.past(memory)
        made = self._again(hands.memory_at(true), rules).made
        moved: dict[Any, Any] | None = _LATEST.moved
        if not past or moved is None or (moved and len(past) > LONGEST_AGAIN):
            return OVER
        _LATEST.past, _LATEST.end = past, vars(hands.read(memory, rules))
        hand, chance = hands.begin(memory, rules), RecordedChance(Chance(words), past[0])
        following = hand.deal(chance)
        if moved:
            self._move(hand, made, moved)
        return hands.shown(memory, hand, following, "deal", hands.stage(chance))

    def _move(self, hand: Any, made: AbstractSet[str], moved: Mapping[Any, Any]) -> None:
        """Deal other things where those lie that were mixed later."""
        in_order = self._in_order(hand, made)
        for held, k in self._hidden_places(hand, -1, made):
            if isinstance(held[k], list):
                held[k][:] = (moved.get(thing, thing) for thing in held[k])
            else:
                held[k] = moved.get(held[k], held[k])
        for row in in_order:
            row.sort()

    def seen_again(self, memory: Any, decision: int) -> int:
        """Return the action taken here in the hand that was turned back; NOT_SEEN behind them."""
        version = self.hands.version(memory)
        done, past = version >> STEPS_BEHIND, _LATEST.past
        if done >= len(past):
            # What the class keeps beside its cards may come out otherwise: that is no such hand.
            return NOT_SEEN if vars(LATEST.hand[1]) == _LATEST.end else self.hands.most
        _LATEST.due = version, past[done]
        return self.hands.places[decision][past[done].action]

    def due(self, memory: Any) -> Stage | None:
        """Return the step that is taken again in a hand that was turned back; else None."""
        version, stage = getattr(_LATEST, "due", (0, None))
        return stage if version == self.hands.version(memory) else None


@dataclass(frozen=True)
class AtTable:
    """A class at a table, for playing its hands again."""

    worlds: Worlds
    players: int
    rules: Any

    def begin(self) -> Any:
        """Return a hand that is not yet dealt."""
        return self.worlds.hands.new(self.players, self.rules)

    def thaw(self, content: bytes) -> Any:
        """Return a hand whose attributes were pickled."""
        return self.worlds.hands.opened(content, self.players, self.rules)

    def words(self, hand: Any, decision: str) -> Sequence[str]:
        """Return the legal actions."""
        given = hand.legal()
        return [*(self.worlds.kind.decisions[decision] if given is None else given)]

    def mix(self, hand: Any, seat: int, made: AbstractSet[str], chance: Chance) -> None:
        """Mix the cards that a seat does not see, except in the attributes `made`."""
        self.worlds.mix(hand, seat, made, chance)

    def is_house(self, decision: str) -> bool:
        """Return True if the house moves."""
        return bool(self.worlds.kind.house) and decision == self.worlds.kind.house

    def seen(self, hand: Any) -> dict[str, Any]:
        """Return the attributes that lie open, and the seat's own."""
        kind, attributes = self.worlds.kind, vars(hand)
        unseen = {*kind.own, *(kind.hidden or ())}
        mine = {name: attributes[name][hand.seat] for name in kind.own if name in attributes}
        return {n: v for n, v in attributes.items() if n not in unseen} | mine

    def unseen(self, attributes: Mapping[str, Any]) -> dict[str, list[Any]]:
        """Return all things in each of a hand's attributes `own` and `hidden`."""
        kind = self.worlds.kind
        found = {name: [*attributes.get(name, ())] for name in (*kind.own, *(kind.hidden or ()))}
        for name in kind.own:
            rows = (row if isinstance(row, list) else [row] for row in found[name])
            found[name] = [*itertools.chain.from_iterable(rows)]
        return found


def _moves(before: list[Any], after: list[Any]) -> dict[Any, Any] | None:
    """Return what came where each thing lay; None if some cannot be told apart."""
    try:
        return dict(zip(before, after, strict=True)) if len(set(before)) == len(before) else None
    except TypeError:
        return None


def _all_in_order(rows: Any) -> bool:
    """Return True if the rows of all seats are sorted, beyond a chance of one in a thousand."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return False
    if math.prod(math.factorial(len({*map(repr, row)})) for row in rows) < SORTED_BY_CHANCE:
        return False
    try:
        return all(row == sorted(row) for row in rows)
    except TypeError:
        return False
