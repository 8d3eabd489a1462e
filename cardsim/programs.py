"""Programs of any language as players: lines of JSON on their standard input and output.

A question is one line, and its answer is one line:

    {"cardsim": 1, "game": "scat", "decision": "knock", "view": {"value": 24, ...},
     "legal": [0, 1], "words": ["play on", "knock"], "chance": 0.3071}
    "knock"

`legal` lists the legal actions in the order of the rules, and `words` says what each means where
the decision has words. `chance` is a uniform number of the seat's own, so that a program without
randomness of its own plays the same hands again. The answer is an action as `legal` has it, its
word, or an object with either as `action`.

A program answers from a question alone: questions of all seats and hands that it plays come mixed,
and with several threads several of it run.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

from cardsim.errors import UserError, echoed, shortened, visible
from cardsim.own_parameters import between

PREFIX = "program:"
"""Begins the name of a player that is a program; its command follows."""
VERSION = 1
"""The version of the protocol, in each question."""
SECONDS = 10.0
"""Seconds that an answer may take by default, and the most that may be asked for."""
MOST_SECONDS = 86_400.0
MOST_LETTERS = 1 << 16
"""Bytes of the longest answer."""
MOST_LEGAL = 1 << 16
"""Legal actions that a question lists at most; a game with more is not for programs."""
KEPT = 1 << 12
"""Bytes kept of the end of what a program writes to stderr."""
LAST_LINES = 3
"""Lines of that which an error shows."""
END_SECONDS = 1.0
"""Seconds that a program has to end by itself after its input has."""
Limit = Annotated[float, between(0.001, MOST_SECONDS, "seconds that an answer may take")]
ANSWER = 'one line such as 1, "knock" or {"action": 1}'


class ProgramError(Exception):
    """A program that gave no answer, or none that is an action."""


def is_program(name: str) -> bool:
    """Return True if a player's name is that of a program."""
    return name.startswith(PREFIX)


def split_program(text: str) -> tuple[str, dict[str, str]]:
    """Return the name of a program without the time limit that may follow, and that."""
    name, colon, rest = text.rpartition(":")
    key, equals, value = rest.partition("=")
    if colon and equals and key.strip() == "seconds" and is_program(f"{name}:"):
        return name.strip(), {"seconds": value.strip()}
    return text.strip(), {}


class Program:
    """A command that plays: its processes, of which each thread that asks takes one.

    Args:
        name: `program:` with its command.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        command = name.removeprefix(PREFIX)
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise UserError(f"'{echoed(name)}' is no command: {error}") from None
        if not self.words:
            raise UserError(
                f"'{echoed(name)}' names no program",
                hint="a command follows, such as program:./bot or 'program:node bot.js'",
            )
        if os.name != "posix":
            raise UserError(f"'{echoed(name)}': programs play on Linux and macOS only")
        self.folder = Path.cwd()
        if shutil.which(self.words[0]) is None:
            there = Path(self.words[0]).is_file()
            why = "cannot be executed" if there else "is not there"
            raise UserError(
                f"'{echoed(name)}': the program {echoed(self.words[0])} {why}",
                hint=f"chmod +x {shlex.quote(self.words[0])}" if there else None,
            )
        self._idle: list[_Process] = []
        self._all: list[_Process] = []
        self._lock = threading.Lock()
        weakref.finalize(self, _end, self._all)

    def ask(self, question: Mapping[str, Any], seconds: float) -> Any:
        """Return what the program answers, as JSON has it.

        Raises:
            ProgramError: it died, took too long, or wrote something else than one line of JSON.
        """
        process = self._taken()
        try:
            answer = process.ask(f"{json.dumps(question, separators=(',', ':'))}\n", seconds)
        except BaseException:
            with self._lock:
                self._all.remove(process)
            process.end(at_once=True)
            raise
        with self._lock:
            self._idle.append(process)
        return answer

    def _taken(self) -> _Process:
        """Return a process that waits, or a new one."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
            process = _Process(self.words, self.folder)
            self._all.append(process)
            return process


def _end(processes: list[_Process]) -> None:
    """End the processes of a program that nobody asks any more."""
    for process in processes:
        process.end(at_once=False)


class _Process:
    """One running program."""

    def __init__(self, words: list[str], folder: Path) -> None:
        try:
            self.process = subprocess.Popen(  # noqa: S603  (the command that the user has named)
                words,
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                # Ctrl-C goes to cardsim, which ends it.
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(f"cannot be started: {error.strerror}") from None
        self.answers, self.said = b"", b""
        self.pipes: dict[str, Any] = {
            "in": self.process.stdin,
            "out": self.process.stdout,
            "err": self.process.stderr,
        }
        for pipe in self.pipes.values():
            os.set_blocking(pipe.fileno(), False)

    def ask(self, question: str, seconds: float) -> Any:
        """Write a question, and return the answer."""
        self._move(b"", time.monotonic(), lambda: True)
        if self.answers:
            raise ProgramError(f"wrote more than one answer: {_shown(self.answers)}{self._last()}")
        self._move(question.encode(), time.monotonic() + seconds, lambda: b"\n" in self.answers)
        line, newline, rest = self.answers.partition(b"\n")
        if not newline and "out" not in self.pipes:
            raise ProgramError(f"{self._death()}{self._last()}")
        if len(line) > MOST_LETTERS:
            raise ProgramError(f"wrote a line of more than {MOST_LETTERS} bytes{self._last()}")
        if not newline:
            begun = f", and has only begun a line: {_shown(line)}" if line else ""
            raise ProgramError(f"has not answered in {seconds:g} s{begun}{self._last()}")
        if rest.strip(b"\0"):
            raise ProgramError(f"wrote more than one answer: {_shown(rest)}{self._last()}")
        self.answers = b""
        if b"\0" in line + rest:
            raise ProgramError(f"answered {_shown(line + rest)}, which is not UTF-8")
        try:
            return json.loads(line.decode())
        except UnicodeDecodeError:
            raise ProgramError(f"answered {_shown(line)}, which is not UTF-8") from None
        except (ValueError, RecursionError):
            raise ProgramError(f"answered {_shown(line)}, not {ANSWER}{self._last()}") from None

    def _move(self, data: bytes, until: float, is_enough: Callable[[], bool]) -> None:
        """Write, and read what comes, until it is enough, too much, too late, or all there is."""
        with selectors.DefaultSelector() as waits:
            for name, pipe in self.pipes.items():
                if name != "in":
                    waits.register(pipe, selectors.EVENT_READ, name)
            if data and "in" in self.pipes:
                waits.register(self.pipes["in"], selectors.EVENT_WRITE, "in")
            first = True
            while "out" in self.pipes and (first or not (is_enough() and not data)):
                seconds = until - time.monotonic()
                # What waits is read once, however late: a program may write to stderr for ever.
                over = len(self.answers) > MOST_LETTERS or (seconds < 0 and not first)
                events = [] if over else waits.select(max(seconds, 0))
                if not events:
                    return
                first = False
                for key, _ in events:
                    if key.data == "in":
                        data = self._wrote(data)
                        if not data:
                            waits.unregister(key.fileobj)
                    elif not self._read(key.data):
                        waits.unregister(key.fileobj)

    def _wrote(self, data: bytes) -> bytes:
        """Write what the pipe takes, and return the rest."""
        try:
            return data[os.write(self.pipes["in"].fileno(), data) :]
        except BlockingIOError:
            return data
        except OSError:
            # It reads no more. What it has written is still read.
            return b""

    def _read(self, name: str) -> bool:
        """Read what is there of a pipe; return False at its end."""
        try:
            got = os.read(self.pipes[name].fileno(), MOST_LETTERS)
        except BlockingIOError:
            return True
        if not got:
            self.pipes.pop(name).close()
        elif name == "out":
            self.answers += got
        else:
            self.said = (self.said + got)[-KEPT:]
        return bool(got)

    def _death(self) -> str:
        """Return how it ended, after its output has."""
        try:
            code = self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code < 0:
            with contextlib.suppress(ValueError):
                return f"was ended by {signal.Signals(-code).name}"
        return f"ended with exit status {code}"

    def _last(self) -> str:
        """Return the last lines that it has written to stderr, as the end of a sentence."""
        latest = time.monotonic() + END_SECONDS
        until = latest - (END_SECONDS if "out" in self.pipes else 0)
        while "err" in self.pipes and time.monotonic() < latest:
            with selectors.DefaultSelector() as waits:
                waits.register(self.pipes["err"], selectors.EVENT_READ)
                if not waits.select(max(until - time.monotonic(), 0)) or not self._read("err"):
                    break
        lines = [line.strip() for line in self.said.decode(errors="replace").splitlines()]
        last = [echoed(line) for line in lines if line][-LAST_LINES:]
        return f"; its last lines: {' | '.join(last)}" if last else ""

    def end(self, *, at_once: bool) -> None:
        """End the process and those that it has started."""
        for name in ("in", "out", "err"):
            if name in self.pipes:
                self.pipes.pop(name).close()
        if not at_once:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(END_SECONDS)
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)


def _shown(line: bytes) -> str:
    """Return the beginning of what a program has written, as one can read it."""
    return shortened(visible(repr(line[:80])[1:]), 80)


class Asks:
    """A decision function that asks a program.

    Args:
        program: who is asked.
        game: name of the game.
        decision: name of the decision's function.
        words: the word for each action, if it has any.
        wide: True if an action is a pair of numbers.
    """

    def __init__(
        self, program: Program, game: str, decision: str, words: tuple[str, ...], *, wide: bool
    ) -> None:
        self.program, self.game, self.decision = program, game, decision
        self.words, self.wide = words, wide

    def __call__(
        self, view: Any, chance: Any, count_legal: Any, nth_legal: Any, seconds: Limit = SECONDS
    ) -> Any:
        """Return the action that the program answers."""
        count = int(count_legal(view))
        if count > MOST_LEGAL:
            raise ProgramError(f"would have to choose among {count} actions, above {MOST_LEGAL}")
        legal = [nth_legal(view, n) for n in range(count)]
        question: dict[str, Any] = {
            "cardsim": VERSION,
            "game": self.game,
            "decision": self.decision,
            "view": _plain(view.dtype, view.tolist()),
            "legal": legal,
        }
        if self.words:
            question["words"] = [self.words[action] for action in legal]
        question["chance"] = chance.uniform()
        answer = self.program.ask(question, seconds)
        action = self._action(answer)
        if action is None:
            raise ProgramError(f"answered {echoed(json.dumps(answer))}, not {ANSWER}")
        return action

    def _action(self, answer: Any) -> Any:
        """Return an answer as the engine takes it; None if it is no action."""
        if isinstance(answer, dict):
            answer = answer.get("action")
        if isinstance(answer, str):
            return self.words.index(answer) if answer in self.words else None
        if self.wide:
            pair = isinstance(answer, list) and [type(number) for number in answer] == [int, int]
            return tuple(answer) if pair else None
        return answer if type(answer) in {int, bool} else None


def _plain(dtype: Any, value: Any) -> Any:
    """Return a part of a view as JSON has it, with the names of its fields."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return _rows(base, len(shape), value.tolist())
    if dtype.names is None:
        return value
    return {name: _plain(dtype[name], one) for name, one in zip(dtype.names, value, strict=True)}


def _rows(base: Any, depth: int, value: Any) -> Any:
    """Return an array of a view as lists."""
    if depth:
        return [_rows(base, depth - 1, row) for row in value]
    return _plain(base, value)
