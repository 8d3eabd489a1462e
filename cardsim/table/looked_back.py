"""The look back at a game that a person played: the cost of each decision."""

from __future__ import annotations

import hashlib
import math
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import polars as pl

from cardsim.errors import UserError
from cardsim.game import NO_LINE, Game, Measure, Noted
from cardsim.runs import kept as keeping
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.spec import RunSpec
from cardsim.runs.words import capitalised
from cardsim.statistics.stats import MINUS, Estimate, rounded
from cardsim.table.played import (
    NOT_SAVED,
    DecisionVerdict,
    Judge,
    SavedGame,
    Sitting,
    Turn,
    named,
    plain,
    read,
    resume,
)
from cardsim.table.reasons import why
from cardsim.table.seat_words import gerund, told
from cardsim.table.typed_hands import typed_hand
from cardsim.table.typed_text import asked_for, hands_in, is_typed
from cardsim.version import VERSION
from cardsim.workspace import load_strategy

WORST = 3
"""Decisions that a look back describes in words."""
NOTHING = "None of your decisions surely cost anything."
TRIALS = 10_000
"""Hands or matches that estimate the default player's result."""


@dataclass(frozen=True, repr=False, eq=False)
class LookBack(PlayedAnswer):
    """The cost of each of your decisions, in a game that you played or typed in.

    Attributes:
        spec: the table; you sit in its hero's seat.
        seat: your seat, from 0.
        won: your result, by the measure that wins the unit; None if not known.
        verdicts: verdicts on your decisions, in order.
        usual: mean result of the default player at this table; None if the end is not known.
        source: file of a typed hand.
        whose: name of the seat, if another than yours was asked for.
        board: label of the hand in its file, if that has several.
        turns: your decisions with all that was known there; not part of the answer.
    """

    spec: RunSpec
    kept: SavedGame
    seat: int
    won: float | None
    hands: int
    verdicts: tuple[DecisionVerdict, ...]
    usual: Estimate | None
    source: str = field(default="", compare=False)
    whose: str = ""
    board: str = ""
    turns: tuple[Turn, ...] = field(default=(), compare=False, repr=False)
    rows = "decisions"
    settled = "a look back"

    @property
    def measure(self) -> Measure:
        """The measure that wins the unit."""
        return self.unit.won_by

    @property
    def outcome(self) -> str:
        """Your result in a sentence."""
        measure, won = self.measure, self.won
        if won is None:
            return f"How the {self.unit.name} ended is not known."
        if not measure.in_per_cent:
            return f"Your result: {f'{won:g}'.replace('-', MINUS)} ({measure.text})."
        good = 1 - won if measure.lower_is_better else won
        return "You win." if good >= 1 else "You share the win." if good > 0 else "You do not win."

    @property
    def sentence(self) -> str:
        """Your result, the costliest decision, and the part of luck."""
        costly = self.costly
        most = f"What cost most: {self.loss(costly[0])}." if costly else NOTHING
        text = f"{most} {self.shares}"
        return f"{text} {self.ended}" if self.won is None else f"{self.ended} {text}"

    @property
    def ended(self) -> str:
        """A sentence that the game is over, with your result."""
        return self.outcome if self.won is None else f"The {self.unit.name} is over. {self.outcome}"

    @property
    def sure(self) -> list[DecisionVerdict]:
        """The decisions with a certain cost."""
        return [one for one in self.verdicts if one.tried and one.low > 0]

    @property
    def costly(self) -> list[DecisionVerdict]:
        """The costliest of them, the dearest first."""
        return sorted(self.sure, key=lambda one: -one.cost)[:WORST]

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Why the best was better than yours in each of the costliest; empty where none is sure.

        They take a second, and are no part of the answer.
        """
        if not self.turns:
            return ("",) * len(self.costly)
        judge = Judge(resolve(Request(**self.kept.asked), 1), self.kept.hand, self.seat)
        places = [next(n for n, v in enumerate(self.verdicts) if v is one) for one in self.costly]
        return tuple(_reason(judge, self.turns[n], self.verdicts[n], n) for n in places)

    def losses(self) -> list[str]:
        """Return the costliest decisions as sentences, each with its reason."""
        losses = [f"{self.loss(one)}." for one in self.costly]
        return [
            f"{capitalised(text)} {why}".rstrip()
            for text, why in zip(losses, self.reasons, strict=True)
        ]

    @property
    def taken(self) -> tuple[float, float]:
        """Total cost of your play that is certain, and half the width of its interval."""
        halves = [one.cost - one.low for one in self.sure]
        return sum(one.cost for one in self.sure), math.hypot(*halves)

    @property
    def luck(self) -> tuple[float, float] | None:
        """Your luck with cards, seat and opponents, and half the width of its interval.

        Your result is the default player's mean, plus luck, minus the cost of your play. Luck is 0
        on average, except that uncertain costs count as luck. None if the end is not known.
        """
        if self.usual is None or self.won is None:
            return None
        taken, unsure = self.taken
        ahead = self.measure.sign * (self.won - self.usual.value)
        return ahead + taken, math.hypot(self.usual.half, unsure)

    @property
    def shares(self) -> str:
        """A sentence on luck and skill."""
        scale = self.measure.shown_times
        taken = rounded(scale * self.taken[0], scale * self.taken[1])
        took = f"gave away {taken}" if self.sure else "gave away nothing for certain"
        luck = self.luck
        if luck is None or self.usual is None:
            much = wording.cost_text(self.measure, taken, self.unit)
            return f"Your play gave away {much}." if self.sure else f"Your play {took}."
        usual = self.usual.value, self.usual.low, self.usual.high
        much = rounded(scale * abs(luck[0]), scale * luck[1])
        gave = f"luck {'gave' if luck[0] >= 0 else 'cost'} you {much}"
        gets = wording.costs(self.unit, self.measure, *usual)
        return f"The usual player gets {gets} here; {gave}, and your play {took}."

    def loss(self, verdict: DecisionVerdict) -> str:
        """Return the cost of a decision as a clause."""
        gave = f"{gerund(verdict.did)} gave away {verdict.amount(self.unit)}"
        where = f"in hand {verdict.hand}, " if self.hands > 1 else ""
        return f"{where}{gave}; better was {gerund(str(verdict.best))}"

    def judged(self, verdict: DecisionVerdict) -> str:
        """Return a decision with its cost."""
        did = f"{verdict.did} in hand {verdict.hand}" if self.hands > 1 else verdict.did
        if not verdict.tried:
            return f"{did}; not tried"
        if verdict.cost <= 0:
            return f"{did}; nothing better was found"
        sure = "" if verdict.low > 0 else ", which is not sure"
        return f"{did}; {verdict.amount(self.unit)}{sure}; best: {verdict.best}"

    @property
    def command(self) -> str:
        """The command that deals you the same cards again, or looks back at a typed hand."""
        if self.kept.typed:
            said = {"--board": self.board, "--seat": self.whose}
            which = [word for flag, value in said.items() if value for word in (flag, value)]
            return shlex.join(["cardsim", "review", "--hand", self.source, *which])
        asked = dict(self.kept.asked)
        words = ["cardsim", "play", str(asked.pop("game"))]
        for name, value in {**asked.pop("options"), **asked}.items():
            flag = name.replace("_", "-")
            if isinstance(value, bool):
                words.append(f"--{flag}" if value else f"--no-{flag}")
            else:
                words += [f"--{flag}", str(value)]
        return shlex.join([*words, "--seat", str(self.seat + 1)])

    def _asked(self) -> str:
        return self.command

    def frame(self) -> pl.DataFrame:
        """Return a row for each decision: its hand, your action, the best one, and your loss."""
        kinds = dict.fromkeys(("decision", "did", "best"), pl.String)
        numbers = dict.fromkeys(("cost", "low", "high"), pl.Float64)
        return pl.DataFrame(
            [verdict._asdict() for verdict in self.verdicts], {"hand": pl.Int64, **kinds, **numbers}
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: the saved game, and the cost of each decision."""
        return {
            **plain(self.kept),
            "version": VERSION,
            "command": self.command,
            "game": self.spec.game,
            "unit": self.spec.unit,
            "players": self.spec.players,
            "seed": self.spec.seed,
            "sentence": self.sentence,
            "won": self.won,
            "usual": self.usual and [self.usual.value, self.usual.low, self.usual.high],
            "luck": self.luck and list(self.luck),
            "taken": list(self.taken),
            "decisions": self.frame().to_dicts(),
        }


def look_back(sitting: Sitting, kept: SavedGame) -> LookBack:
    """Return the costs of the decisions of a finished game."""
    turns, hands = tuple(sitting.turns), len(sitting.ended)
    return _judged(sitting.judge, kept, turns, won=sitting.won, hands=hands)


def _judged(
    judge: Judge, kept: SavedGame, turns: tuple[Turn, ...], *, won: float | None, hands: int
) -> LookBack:
    verdicts = _verdicts(judge, turns)
    asked = dict(kept.asked)
    usual = None
    if won is not None:
        usual = Request(asked.pop("game"), TRIALS, **asked).answer(progress=False).headline
    spec = judge.run.spec
    return LookBack(spec, kept, judge.hero, won, hands, verdicts, usual, turns=turns)


def _reason(judge: Judge, turn: Turn, verdict: DecisionVerdict, number: int) -> str:
    """Return what made the best action better; it is found by its word, and not tried again."""
    table = judge.table_at(turn)
    actions = {
        named(table.asks, told(judge.run.game, table.asks, table.view, action)): action
        for action in table.legal
    }
    return why(judge, table, actions[str(verdict.best)], turn.action, number)


@dataclass(frozen=True)
class _Judged:
    """All verdicts of one hand or match, as stored in the catalogue."""

    verdicts: tuple[DecisionVerdict, ...]
    hands: int = 1


def _verdicts(judge: Judge, turns: Sequence[Turn]) -> tuple[DecisionVerdict, ...]:
    """Return the verdicts on decisions, in order, from the catalogue if it has them."""
    game = judge.run.game
    seen = [
        (turn.number, turn.decision, turn.action, turn.word, _seen(game, turn.state))
        for turn in turns
    ]
    usual = load_strategy(game, game.default_strategy).fingerprint
    about = Judge.verdict, (judge.hand, judge.hero, usual, seen)
    kept: keeping.HandCache[_Judged] = keeping.HandCache(_Judged, None, about, [[judge.run]])
    try:
        found = next(kept.before(0, 0, 1), None)
        if found is None:
            found = _Judged(tuple(judge.verdict(n, turn) for n, turn in enumerate(turns)))
            kept.add(0, 0, found)
        return found.verdicts
    finally:
        kept.close()


def _seen(game: Game, state: Any) -> str:
    """Return a hash of the view of the seat on turn, without a record's padding."""
    fields = (state[name].tobytes() for name in game.view.names or ())
    return hashlib.sha256(b"".join(fields)).hexdigest()


def load_look_back(path: Path, seat: str = "", board: str = "") -> LookBack:
    """Return the look back at a saved game, or at a typed hand.

    Args:
        path: a file that `cardsim play`, a person or another program wrote.
        seat: seat whose decisions are judged, in a typed hand; yours by default.
        board: label of the hand, in a file with several.

    Raises:
        UserError: it is none, is not over, goes otherwise now, or cannot have happened.
    """
    (back,) = (look() for _, look in found(path, seat, board, most=1))
    return back


def load_look_backs(
    path: Path, seat: str = "", board: str = ""
) -> Iterator[tuple[str, LookBack | UserError]]:
    """Yield the look backs at all hands asked for in a file, each with its title.

    A hand without a look back yields the error, unless it is the only one.
    """
    looks = found(path, seat, board)
    for title, look in looks:
        try:
            back: LookBack | UserError = look()
        except UserError as error:
            if len(looks) == 1:
                raise
            back = error
        yield title, back


def found(
    path: Path, seat: str, board: str, *, most: int | None = None
) -> list[tuple[str, Callable[[], LookBack]]]:
    """Return the hands asked for in a file: title, and a function that looks back.

    Args:
        path: the file.
        seat: seat whose decisions are judged.
        board: label of the hand; all by default.
        most: largest number of hands allowed.
    """
    if not is_typed(path):
        if board:
            raise UserError(f"--board is for files with several hands; {path} has one")
        return [("", partial(_saved, path, seat))]
    every = hands_in(path)
    hands = asked_for(every, str(path), seat, board)
    if most is not None and len(hands) > most:
        raise UserError(
            f"{path} has {len(hands)} hands: cardsim review --hand looks back at several"
        )
    labels = [hand.label if len(every) > 1 else "" for hand in hands]
    return [
        (hand.title, partial(_noted, hand, path, seat, label))
        for hand, label in zip(hands, labels, strict=True)
    ]


def _saved(path: Path, seat: str) -> LookBack:
    kept = read(path)
    if kept.typed:
        back = _typed(list(enumerate(kept.typed.splitlines(), 1)), path, seat)
        if replace(back.kept, asked=kept.asked) != kept:
            raise UserError(NOT_SAVED.format(path))
        return back
    if seat:
        raise UserError(f"--seat is for hands that are typed in; in {path} you had your own")
    if not kept.over:
        raise UserError(f"{path} is not over yet", hint="cardsim play --resume")
    return look_back(resume(kept, resolve(Request(**kept.asked), 1)), kept)


def _noted(hand: Noted, path: Path, seat: str, board: str) -> LookBack:
    if hand.wrong is not None:
        raise hand.wrong
    # The lines of a hand from another program name the seat.
    try:
        back = _typed(list(hand.lines), path, "" if hand.seats else seat)
    except UserError as error:
        text = str(error).replace(f", line {NO_LINE}:", f", {hand.title}:", 1)
        raise UserError(text, hint=error.hint) from None
    return replace(back, whose=seat, board=board)


def _typed(lines: list[tuple[int, str]], path: Path, seat: str) -> LookBack:
    typed = typed_hand(lines, str(path), seat)
    text = "\n".join(line for _, line in lines)
    actions = tuple(turn.action for turn in typed.turns)
    kept = SavedGame(typed.asked, typed.hand, actions, over=True, typed=text)
    judge = Judge(typed.run, typed.hand, typed.hero)
    back = _judged(judge, kept, typed.turns, won=typed.won, hands=typed.hands)
    return replace(back, source=str(path), whose=seat)
