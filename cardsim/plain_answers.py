"""Answers of a class to the kernels of its game."""

from __future__ import annotations

import ctypes
import math
import struct
import sys
import threading
from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np

from cardsim.chance import Chance
from cardsim.errors import UserError, echoed
from cardsim.kernels.origins import is_users
from cardsim.layout import outcome_row
from cardsim.plain_hands import VERSIONS, StoredHands
from cardsim.plain_kernels import DEAL, HOUSE, IMAGINE, REWIND, SCORE, SEEN
from cardsim.plain_worlds import Worlds

_STEPS: dict[int, int] = {}
"""Version of the step that each thread is in now."""


class Answers:
    """Answers kernels, by the hands of a class.

    Attributes:
        hands, worlds: its hands in states, and those that are imagined.
        parts: parts of a point, or of a win, that the outcome counts.
        row: layout of the outcome.
    """

    def __init__(self, hands: StoredHands, worlds: Worlds) -> None:
        self.hands, self.worlds = hands, worlds
        self.errors, self.wrong = hands.errors, hands.wrong
        kind = self.kind = hands.kind
        self._seats = kind.seats[1]
        self.parts = math.lcm(*range(1, self._seats + 1))
        if kind.points:
            self.parts = round(1 / kind.smallest)
        self._outcome = struct.Struct(f"={2 + len(kind.records) + self._seats}q")
        self.row = outcome_row(
            "i8", ("your_seat", "your_points", *kind.records), {"points": self._seats}
        )

    def answered(self, kind: int, state: int, rules: int, words: int, action: int) -> int:
        """Answer a kernel: deal, apply an action, score, and so on."""
        hands, thread = self.hands, threading.get_ident()
        memory = hands.memory_at(state)
        if kind != IMAGINE:
            _STEPS[thread] = next(VERSIONS)
        try:
            if kind == IMAGINE:
                self.worlds.imagine(memory, hands.memory_at(action), rules, Chance(words))
            elif kind == REWIND:
                return self.worlds.rewind(memory, rules, words, action)
            elif kind == SEEN:
                return self.worlds.seen_again(memory, action)
            elif kind == SCORE:
                self._score(hands.read(memory, rules), words, action)
            else:
                return self._step(kind, memory, rules, words, action)
        except UserError:
            raise
        except BaseException as error:  # noqa: BLE001  whatever the class raises
            raise self.errors.raised(error) from None
        finally:
            _STEPS.pop(thread, None)
        return 0

    def _step(self, kind: int, memory: Any, rules: int, words: int, action: int) -> int:
        """Deal, take an action or let the house move; return what comes next."""
        hands, seat, word = self.hands, -1, ""
        if kind == DEAL:
            hand, chance, by = hands.begin(memory, rules), hands.noted(words), "deal"
            following = hand.deal(chance)
        elif kind == HOUSE:
            hand, chance, by = hands.read(memory, rules), hands.noted(words), "house_plays"
            following = hand.house_plays(chance)
        else:
            hand, chance = hands.read(memory, rules), hands.noted(words, self.worlds.due(memory))
            number, action = divmod(action, hands.most)
            by, seat, word = "apply", hand.seat, hands.words[number][action]
            following = hand.apply(word, chance)
        return hands.shown(memory, hand, following, by, hands.stage(chance, seat, word))

    def _score(self, hand: Any, outcome: int, hero: int) -> None:
        scored = hand.score()
        given: list[Any] = [*scored] if isinstance(scored, Iterable) else [None]
        if not all(map(_is_score, given)):
            told = f"score gave {echoed(scored)}, and it must be a list of numbers"
            raise self.wrong(told, "score")
        if len(given) != hand.players:
            raise self.wrong(
                f"score gave {len(given)} numbers, and there are {hand.players} players", "score"
            )
        won = [round(value * self.parts) for value in given]
        if self.kind.points is not None:
            self._check_points(given)
        elif any(not 0 <= value <= 1 for value in given):
            raise self.wrong(
                f"score gave {given}, and a share of a win is from 0 to 1",
                "score",
                "points = (low, high) in the class says that the score is points",
            )
        elif self.kind.zero_sum and sum(self._by_side(won)) != self.parts:
            raise self.wrong(
                f"score gave {given}, and all shares of a win must be 1 together",
                "score",
                "zero_sum = False in the class says that what one wins others need not lose",
            )
        kept = self.errors.given(hand.record(), self.kind.records, "record", "records")
        for name, number_of in self.kind.records.items():
            what = f"record gave {kept[name]!r} as {name}"
            self.errors.check_number(kept[name], number_of, what, "record")
        row = ctypes.c_char * self._outcome.size
        self._outcome.pack_into(
            row.from_address(outcome),
            0,
            hero,
            won[hero],
            *(int(kept[name]) for name in self.kind.records),
            *won,
            *[0] * (self._seats - len(won)),
        )

    def _by_side(self, won: list[int]) -> list[int]:
        """Return the score of each side, whose seats all have the same."""
        sides = self.kind.teams.get(len(won), range(len(won)))
        return list(dict(zip(sides, won, strict=True)).values())

    def _check_points(self, given: list[float]) -> None:
        low, high = self.kind.points or (0, 0)
        for value in given:
            if not low <= value <= high or value * self.parts != round(value * self.parts):
                whole = "a whole number" if self.parts == 1 else f"a multiple of 1/{self.parts}"
                raise self.wrong(
                    f"score gave {value!r}, and it must be {whole} from {low} to {high}", "score"
                )


class EndlessSteps:
    """Finds steps of hands that do not end, by looking again and again.

    It counts looks rather than seconds, because a process that was put to sleep has not worked
    meanwhile.
    """

    def __init__(self) -> None:
        self._looks: dict[tuple[int, int], int] = {}

    def place(self, looks: int) -> str | None:
        """Return the line of the class in which a step still runs after a number of looks.

        Args:
            looks: number for one thread; several threads in the class share Python.
        """
        steps = [*_STEPS.items()]
        self._looks = {step: self._looks.get(step, 0) + 1 for step in steps}
        for step, many in self._looks.items():
            if many > looks * len(steps) and (place := line_in(step[0])):
                return place
        return None


def line_in(thread: int | None) -> str:
    """Return the user's line at which a thread is now; empty if there is none."""
    frame = sys._current_frames().get(thread or 0)  # noqa: SLF001  (documented)
    while frame is not None and not is_users(frame.f_code.co_filename):
        frame = frame.f_back
    return "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _is_score(value: object) -> bool:
    """Return True if a value is a finite number."""
    return isinstance(value, Real | np.bool_) and math.isfinite(value)
