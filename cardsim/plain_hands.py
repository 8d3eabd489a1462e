"""Hands of a class in the states of a game: the object, the view of the seat on turn, the past."""

from __future__ import annotations

import ctypes
import itertools
import pickle
import struct
import threading
from typing import Any

import numpy as np

from cardsim.chance import Chance
from cardsim.game import CHANCE, OVER
from cardsim.layout import Layout, lay_out
from cardsim.options.params import Value, options_of, packed_dtype
from cardsim.plain_errors import ClassErrors
from cardsim.plain_past import RecordedChance, Stage
from cardsim.plain_words import as_words

MOST_LEGAL = 1 << 12
"""Sets of legal actions that are remembered packed."""
MOST_STEPS = 1 << 17
"""Steps of one hand after which it is taken as endless."""
STEPS_BEHIND = 40
"""Bits of a hand's version number; the number of its steps is above them."""
VERSIONS = itertools.count(1)
LATEST = threading.local()
"""The hand that a thread played last."""
_WORD = 8
"""Bytes of a number in the state."""
_INTS = {int}


class StoredHands:
    """Reads and writes hands of a class in the states of a game.

    Attributes:
        kind: the class, one made of `PlainGame`.
        errors: makes errors that name its lines.
        rules: class of the house rules.
        remembers: True if hands keep their past.
        names, words: names of the decisions, and the words of their actions.
        most: largest number of actions of a decision.
        layout: layout of the state.
        sizes: version of the hand, bytes of the object, and bytes of the past, at byte `at`.
        begins, past_at: first bytes of the object and of the past.
    """

    def __init__(
        self, kind: Any, errors: ClassErrors, rules: type, *, remembers: bool, watched: bool
    ) -> None:
        self.kind, self.rules = kind, rules
        self.errors, self.wrong = errors, errors.wrong
        self.remembers, self._watched = remembers, watched
        self.names = [*kind.decisions]
        self.words = [as_words(kind.decisions[name]) for name in self.names]
        self.most = max(map(len, self.words))
        self.layout = self._layout()
        self.sizes, self._beginning = struct.Struct("=qqq"), struct.Struct("=qq")
        numbers = sum(max(n.length, 1) for n in kind.sees.values())
        self._sees, self._sees_at = struct.Struct(f"={numbers}q"), (2 + self.most) * _WORD
        self.at = self._sees_at + self._sees.size
        self.begins = self.at + self.sizes.size
        self.past_at = self.begins + kind.memory
        self._bytes = ctypes.c_char * self.layout.state.itemsize
        self._rows = [(n, t.length, t.low, t.high, t) for n, t in kind.sees.items()]
        self._tables: dict[bytes, Any] = {}
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self.places = [{word: place for place, word in enumerate(w)} for w in self.words]
        self._mays: dict[tuple[int, tuple[str, ...]], bytes] = {}
        self._all_words = [*dict.fromkeys(itertools.chain.from_iterable(self.words))]
        self._word_numbers = {word: number for number, word in enumerate(self._all_words)}

    def _layout(self) -> Layout:
        kind = self.kind
        shown: dict[str, tuple[Any, str]] = {
            "seat": ("i8", "own seat"),
            "players": ("i8", "players at the table"),
            "may": (("i8", (self.most,)), "1 for each action that is legal, in their order"),
        }
        for name, told in kind.sees.items():
            form = ("i8", (told.length,)) if told.length else "i8"
            behind = "; -1 behind the last" if told.length else ""
            shown[name] = form, told.help + behind
        hidden: dict[str, Any] = {"kept_version": "i8", "kept_size": "i8", "kept_past": "i8"}
        hidden["kept"] = "u1", (kind.memory * (2 if self.remembers else 1),)
        return lay_out(shown=shown, hidden=hidden)

    # ------------------------------------------------------------ read

    def memory_at(self, address: int) -> Any:
        """Return the bytes of a state."""
        return self._bytes.from_address(address)

    def version(self, memory: Any) -> int:
        """Return the version of the hand in a state, which no other hand has."""
        version: int = self.sizes.unpack_from(memory, self.at)[0]
        return version

    def seat_in(self, memory: Any) -> int:
        """Return the seat on turn in a state."""
        seat: int = self._beginning.unpack_from(memory)[0]
        return seat

    def table(self, memory: Any, rules: int) -> tuple[int, Any]:
        """Return the number of players of a state, and the house rules at an address."""
        return self._beginning.unpack_from(memory)[1], self._rules(rules)

    def _rules(self, address: int) -> Any:
        form = packed_dtype(self.rules)
        content = ctypes.string_at(address, form.itemsize)
        if content not in self._tables:
            options = options_of(self.rules)
            record = np.frombuffer(content or bytes(1), form if options else "u1")[0]
            values = {o.name: _value(o, record[o.name]) for o in options}
            self._tables[content] = self.rules(**values)
        return self._tables[content]

    def new(self, players: int, rules: Any) -> Any:
        """Return a hand that is not yet dealt."""
        hand = self.kind.__new__(self.kind)
        hand.players, hand.rules = players, rules
        return hand

    def opened(self, content: bytes, players: int, rules: Any) -> Any:
        """Return a hand whose attributes were pickled."""
        hand = self.new(players, rules)
        vars(hand).update(pickle.loads(content))  # noqa: S301  (what this process wrote)
        return hand

    def read(self, memory: Any, rules: int) -> Any:
        """Return the hand in a state; the one that this thread played last is not opened again."""
        latest: tuple[int, Any] | None = getattr(LATEST, "hand", None)
        if latest is not None and latest[0] == self.version(memory):
            return latest[1]
        return self.stored(memory, rules)

    def stored(self, memory: Any, rules: int) -> Any:
        """Return the hand in a state, opened anew."""
        used = self.sizes.unpack_from(memory, self.at)[1]
        content = memory[self.begins : self.begins + used]
        return self.opened(content, *self.table(memory, rules))

    def open(self, state: Any, rules: Any) -> Any:
        """Return the hand in a state."""
        content, packed = state["kept"].tobytes()[: int(state["kept_size"])], np.array(rules)
        return self.opened(content, int(state["players"]), self._rules(packed.ctypes.data))

    def seen_in(self, memory: Any) -> dict[str, Any]:
        """Return the view of the seat on turn in a state, as `observe` gave it."""
        numbers = iter(self._sees.unpack_from(memory, self._sees_at))
        seen: dict[str, Any] = {}
        for name, told in self.kind.sees.items():
            row = list(itertools.islice(numbers, max(told.length, 1)))
            while told.length and row and row[-1] == -1:
                row.pop()
            seen[name] = row if told.length else row[0]
        return seen

    def past(self, memory: Any) -> list[Stage]:
        """Return the steps of a hand so far; none if there was no room for them."""
        size = self.sizes.unpack_from(memory, self.at)[2]
        content = memory[self.past_at : self.past_at + size] if size > 0 else b""
        stages, at = [], 0
        while at < len(content):
            if content[at] == 0:
                begins = at + 1 + _WORD
                at = begins + int.from_bytes(content[at + 1 : begins], "little")
                stages.append(Stage(*pickle.loads(content[begins:at])))  # noqa: S301
                continue
            seat, number, many = content[at : at + 3]
            rolled = tuple(content[at + 3 : at + 3 + many])
            sides = tuple(content[at + 3 + many : at + 3 + 2 * many])
            at += 3 + 2 * many
            drawn = tuple(content[at + 1 : at + 1 + content[at]])
            at += 1 + len(drawn)
            word = self._all_words[number - 1] if number else ""
            stages.append(Stage(seat - 2, word, rolled, sides, drawn))
        return stages

    # ------------------------------------------------------------ written

    def begin(self, memory: Any, rules: int) -> Any:
        """Return a hand that is not yet dealt, in place of the one in a state."""
        self.sizes.pack_into(memory, self.at, 0, 0, 0)
        return self.new(*self.table(memory, rules))

    def shown(self, memory: Any, hand: Any, decision: str | None, by: str, stage: bytes) -> int:
        """Write a hand and the view of the seat on turn into the state; return what comes next.

        Args:
            memory: the state.
            hand: the hand.
            decision: name of what is decided next; None if the hand is over.
            by: the method that changed the hand.
            stage: this step, for the hand's past.
        """
        if decision is None:
            following = OVER
        elif self.kind.house and decision == self.kind.house:
            following = CHANCE
        elif decision not in self._numbers:
            known = " or ".join(map(repr, filter(None, [*self.names, self.kind.house])))
            raise self.wrong(
                f"{by} returned {decision!r}, which is no decision",
                by,
                f"it must be {known}, or None where the hand is over",
            )
        else:
            following = self._numbers[decision]
            seat = getattr(hand, "seat", None)
            if (
                not isinstance(seat, int)
                or not 0 <= seat < hand.players
                or (self._watched and hand.watches(seat))
            ):
                if isinstance(seat, int) and 0 <= seat < hand.players:
                    raise self.wrong(f"{by} left self.seat at {seat}, and that seat watches", by)
                raise self.wrong(
                    f"{by} left self.seat at {seat!r}, and it must be the seat that is to decide, "
                    f"from 0 to {hand.players - 1}",
                    by,
                )
            may, seen = self._may(hand, following), self._seen(hand)
            # Writing to a slice of the array takes a byte at a time, and is twenty times as slow.
            memoryview(memory).cast("B")[: self._sees_at] = (
                self._beginning.pack(seat, hand.players) + may
            )
            self._sees.pack_into(memory, self._sees_at, *seen)
        self.keep(memory, hand, stage)
        return following

    def _may(self, hand: Any, decision: int) -> bytes:
        """Return a number for each action, 1 if it is legal, as bytes."""
        given = hand.legal()
        legal = self.words[decision] if given is None else tuple(given)
        if (decision, legal) in self._mays:
            return self._mays[decision, legal]
        places, may = self.places[decision], [0] * self.most
        for word in legal:
            if word not in places:
                raise self.wrong(
                    f"legal gave {word!r}, which is no action of '{self.names[decision]}'",
                    "legal",
                    f"its actions are: {', '.join(places)}",
                )
            may[places[word]] = 1
        if not any(may):
            raise self.wrong(
                f"legal gave nothing, and seat {hand.seat} is to decide '{self.names[decision]}'",
                "legal",
            )
        packed = struct.pack(f"={self.most}q", *may)
        if len(self._mays) < MOST_LEGAL:
            self._mays[decision, legal] = packed
        return packed

    def _seen(self, hand: Any) -> list[int]:
        given = self.errors.given(hand.observe(), self.kind.sees, "observe", "sees")
        numbers: list[int] = []
        for name, length, low, high, told in self._rows:
            row = given[name] if length else (given[name],)
            many = len(row)
            if many > max(length, 1):
                raise self.wrong(
                    f"observe gave {many} numbers as {name}, which has room for {length}", "observe"
                )
            if {*map(type, row)} != _INTS or min(row) < low or max(row) > high:
                for value in row:
                    what = f"observe gave {value!r} as {name}"
                    self.errors.check_number(value, told, what, "observe")
                row = map(int, row)
            numbers += row
            if length > many:
                numbers += [-1] * (length - many)
        return numbers

    def keep(self, memory: Any, hand: Any, stage: bytes) -> None:
        """Store a hand in the state, and a step behind those that are there."""
        content = pickle.dumps(vars(hand), 5)
        if len(content) > self.kind.memory:
            raise self.wrong(
                f"a hand takes {len(content)} bytes, and there is room for {self.kind.memory}",
                hint=f"memory = {2 * len(content)} in the class makes room",
            )
        version, _, past = self.sizes.unpack_from(memory, self.at)
        steps = (version >> STEPS_BEHIND) + 1
        if steps > MOST_STEPS:
            what = f"a hand has not come to an end after {MOST_STEPS} steps"
            raise self.wrong(what, "apply", "each hand must end, however it is played")
        version, room = next(VERSIONS) + (steps << STEPS_BEHIND), memoryview(memory).cast("B")
        if stage and past >= 0:
            # A past that is too long is reported only if the hand is to be imagined.
            later = past + len(stage)
            if later <= self.kind.memory:
                room[self.past_at + past : self.past_at + later] = stage
            past = later if later <= self.kind.memory else -1
        self.sizes.pack_into(memory, self.at, version, len(content), past)
        room[self.begins : self.begins + len(content)] = content
        LATEST.hand = version, hand

    def noted(self, words: int, again: Stage | None = None) -> Chance:
        """Return the chance of a step, which is recorded if hands keep their past."""
        return RecordedChance(Chance(words), again) if self.remembers else Chance(words)

    def stage(self, chance: Chance, seat: int = -1, action: str = "") -> bytes:
        """Return a step as bytes; none if hands do not keep their past."""
        if not isinstance(chance, RecordedChance):
            return b""
        return self.packed(chance.stage(seat, action))

    def packed(self, stage: Stage) -> bytes:
        """Return a step as bytes: most are a few small numbers, and the others are pickled."""
        seat, word, rolled, sides, drawn, cards = stage
        if not cards and len(rolled) == len(sides):
            number = self._word_numbers[word] + 1 if word else 0
            try:
                # The first byte is not 0, which begins a step that is pickled.
                numbers = (seat + 2, number, len(rolled), *rolled, *sides, len(drawn), *drawn)
                return bytes(numbers)  # type: ignore[arg-type]  # None is no byte either
            except (TypeError, ValueError):
                pass
        content = pickle.dumps(tuple(stage), 5)
        return b"\0" + len(content).to_bytes(_WORD, "little") + content


def _value(option: Any, packed: Any) -> Value:
    """Return the value of a house rule from its packed form."""
    value: Value
    if option.choices:
        value = next(c for c in option.choices if np.array_equal(option.code(c), packed))
    else:
        value = option.kind(packed)
    return value
