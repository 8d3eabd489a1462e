"""Learned rules, the strategy file that plays by them, and their results."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from cardsim.ask import certificates
from cardsim.ask.certificates import Certificate
from cardsim.game import Decision, Game
from cardsim.options.params import Value
from cardsim.output import SUFFIXES
from cardsim.own_parameters import given_to
from cardsim.runs import wording
from cardsim.runs.answer import Answer
from cardsim.runs.result import Result
from cardsim.runs.rollouts import DecisionTable
from cardsim.runs.sealed import FORMAT
from cardsim.runs.seating import Seated
from cardsim.runs.travel import unfolded
from cardsim.runs.words import capitalised, listed
from cardsim.search.corrected import Corrected
from cardsim.search.plans import Planned
from cardsim.search.scoring import Scored
from cardsim.statistics import trees
from cardsim.statistics.stats import CONFIDENCE, z_value
from cardsim.strategy import Strategy
from cardsim.workspace import complete, load_file

SCHEMA = f"cardsim.learn/{FORMAT}"
ITEM = "- "
"""Prefix of the lines of a learned file that state rules."""
DROPPED = re.compile(r" \(without it `(\w+)=([\w.-]+)`\)$")
"""End of a rule that a parameter of the strategy can drop: `(without it `keep_aces=no`)`."""


def rules_of(strategy: Strategy) -> list[str]:
    """Return the rules in a strategy's file, one a line, without how to drop them."""
    return [DROPPED.sub("", rule) for rule in _written(strategy)]


def dropped_by(strategy: Strategy) -> dict[str, tuple[str, str]]:
    """Return the rules that can be dropped, with the parameter and the value that drop each."""
    found = ((rule, DROPPED.search(rule)) for rule in _written(strategy))
    return {DROPPED.sub("", rule): (how[1], how[2]) for rule, how in found if how}


def _written(strategy: Strategy) -> list[str]:
    """Return the items of a strategy's description, as they are written."""
    lines: list[str] = []
    goes_on = False
    for line in strategy.about.splitlines():
        if line.startswith(ITEM):
            lines.append(line.removeprefix(ITEM))
            goes_on = True
        elif goes_on and line.startswith("  "):
            lines[-1] += " " + line.strip()
        else:
            goes_on = False
    return lines


@dataclass(frozen=True)
class RuleTree:
    """A decision rule as a tree of questions.

    With two choices a leaf says for how many of the largest numbers of the first feature the second
    is chosen, and the questions are about the other features.

    Attributes:
        gains: gains of the choices by situation, from which the tree was made.
    """

    asked: DecisionTable
    tree: trees.Tree
    gains: np.ndarray[Any, Any] = field(repr=False, compare=False)

    @property
    def parts(self) -> int:
        """Number of leaves."""
        return sum(1 for _ in trees.leaves(self.tree))

    def with_parts(self, most: int) -> RuleTree:
        """Return the best rule with at most `most` leaves."""
        return replace(self, tree=trees.grow(self.gains, most)[-1])

    @property
    def code(self) -> str:
        """The decision function as Python."""
        named = f"def {self.asked.decision.function}({', '.join(['view', *self.takes])}):"
        return "\n".join([named, *self._lines(self.tree, 1)])

    @property
    def takes(self) -> list[str]:
        """Arguments of the code besides the view: those of the experts that it calls."""
        asked = sorted({leaf.choice for leaf in trees.leaves(self.tree)})
        experts = [self.asked.experts[k] for k in asked] if self.asked.experts else []
        return list(dict.fromkeys(name for expert in experts for name in self._given_to(expert)))

    def _given_to(self, expert: Strategy) -> list[str]:
        return given_to(expert.functions[self.asked.decision.function])

    @property
    def looks(self) -> set[str]:
        """Functions of the game's package in the code."""
        return self.asked.looks(self.code)

    @property
    def above(self) -> list[str]:
        """Lines before the code."""
        return []

    @property
    def borrowed(self) -> dict[str, str]:
        """Functions of other strategies in the code, and the code that gets them."""
        used = {leaf.choice for leaf in trees.leaves(self.tree)} if self.asked.experts else set()
        game, decision = self.asked.experts[0].game if used else "", self.asked.decision.function
        return self.asked.borrowed(self.code) | {
            self._name(choice): f'borrowed("{game}", "{self.asked.choices[choice]}", "{decision}")'
            for choice in sorted(used)
        }

    def _name(self, choice: int) -> str:
        expert = self.asked.choices[choice].replace("-", "_")
        return f"{expert}_{self.asked.decision.function}"

    def _lines(self, tree: trees.Tree, depth: int) -> list[str]:
        space = "    " * depth
        if isinstance(tree, trees.Leaf):
            return [f"{space}return {self._answer(tree.choice)}"]
        feature = self.asked.features[tree.axis + self.asked.is_either_or]
        return [
            f"{space}if {feature.code} < {feature.low + tree.below}:",
            *self._lines(tree.yes, depth + 1),
            *self._lines(tree.no, depth),
        ]

    def _answer(self, choice: int) -> str:
        if self.asked.experts:
            taken = ["view", *self._given_to(self.asked.experts[choice])]
            return f"{self._name(choice)}({', '.join(taken)})"
        if not self.asked.is_either_or:
            return f"{choice}  # {self.asked.choices[choice]}"
        scale = self.asked.features[0]
        if choice in {0, scale.size}:
            return str(choice > 0)
        return f"{scale.code} >= {scale.high + 1 - choice}"

    @property
    def words(self) -> list[str]:
        """The rule for people: a line for each part, or one line of thresholds."""
        parts = self._places
        if self.asked.is_either_or and len(parts) > 1:
            return ["; ".join(self._thresholds(parts))]
        return self.lines

    @property
    def lines(self) -> list[str]:
        """The rule for people, a whole line for each part."""
        apart = " " if self.asked.is_either_or else ", "
        return [apart.join(filter(None, (self._told(c), where))) for c, where in self._places]

    @property
    def _places(self) -> list[tuple[int, str]]:
        """The choice of each part, and its situation in words."""
        features = self.asked.features[self.asked.is_either_or :]
        parts = []
        for leaf in trees.leaves(self.tree):
            ends = zip(features, leaf.low, leaf.high, strict=True)
            ranges = [(f.low + low, f.low + high - 1) for f, low, high in ends]
            parts.append((leaf.choice, wording.situation(features, ranges)))
        return parts

    def _thresholds(self, parts: Sequence[tuple[int, str]]) -> Iterator[str]:
        """Yield each threshold with its situation; the first in full, always and never last."""
        always = {0, self.asked.features[0].size}
        describe = self._told
        for choice, where in sorted(parts, key=lambda part: part[0] in always):
            yield f"{describe(choice)} {where}"
            describe = self._least

    @property
    def _named(self) -> list[str]:
        return [word.replace("-", " ") for word in self.asked.choices]

    def _least(self, choice: int) -> str:
        """Return a threshold by itself."""
        scale = self.asked.features[0]
        if choice in {0, scale.size}:
            return "always" if choice > 0 else "never"
        return f"{scale.high + 1 - choice} or more"

    def _told(self, choice: int) -> str:
        if self.asked.experts:
            expert = self.asked.experts[choice]
            return as_played_by(expert, {}, self.asked.decision)
        if not self.asked.is_either_or:
            return self._named[choice]
        scale = self.asked.features[0]
        if choice in {0, scale.size}:
            return f"{self._least(choice)} {self._named[1]}"
        return f"{self._named[1]} {scale.told(scale.high + 1 - choice, scale.high)}"


@dataclass(frozen=True)
class WrittenRule:
    """A rule read from a file: its code is in the strategy's text.

    Attributes:
        words: as in `RuleTree`.
    """

    words: list[str]


Rules = Mapping[str, RuleTree | Scored | Corrected | Planned]
Ruled = dict[str, RuleTree | Scored | Corrected | Planned]


@dataclass(frozen=True)
class Round:
    """One round of learning.

    Attributes:
        number: number of the round, from 1.
        promised: first-order gain of each decision's new rule, per hand, and its standard error;
            only decisions with one.
        result: result of the strategy that plays by the new rules.
        gain: its gain on the strategy of the round before, with an interval; on the same hands.
        words: the lines of the card, where the number is that of its lines.
        text: the strategy file of the card.
    """

    number: int
    promised: Mapping[str, tuple[float, float]]
    result: Result
    gain: tuple[float, float, float]
    words: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, repr=False, eq=False)
class Learned(Answer):
    """The rules that a search has learned.

    Attributes:
        before, full, after: results of the start, the learned strategy, and its simpler version, on
            the same hands, from which nothing was learned.
        gain: gain of the last on the first, with an interval; a difference of the measure.
        lost: loss by making it simpler, in the same way.
        bound: in self-play, gain of the best answer at the same tables, in the same way and never
            below 0; else None.
        until: in self-play, the gain at which it was to end; or None.
        again: the command that learns the same again.
        partial: True if it was interrupted.
        tuned: the strategy that the rules go on from, as an option names it, if its parameters were
            tuned; else empty.
        planned: what the rules bring about before they change, in words, if they grew from a plan;
            else empty.
        searched: a strategy that looks ahead, as an option names it, if that clearly gains on what
            was learned; else empty.
        searched_gain: what it gains on that, with an interval, on hands of its own.
    """

    suffixes = (".py", *SUFFIXES)
    rows = "rounds"

    rules: Rules | Mapping[str, WrittenRule]
    text: str
    rounds: tuple[Round, ...]
    before: Result
    full: Result
    after: Result
    gain: tuple[float, float, float]
    lost: tuple[float, float, float]
    bound: tuple[float, float, float] | None
    until: float | None
    again: str
    partial: bool
    tuned: str = ""
    planned: str = ""
    searched: str = ""
    searched_gain: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def game(self) -> Game:
        """The game."""
        return self.after.game

    @property
    def command(self) -> str:
        """The command that learns the same again."""
        return self.again

    def _results(self) -> tuple[Result, ...]:
        return self.before, self.after

    @property
    def is_new(self) -> bool:
        """True if anything was found that a file can hold."""
        return bool(self.rules or self.tuned)

    @property
    def found_by(self) -> str:
        """The part of the search that found it, in words; empty if nothing was found."""
        name = self.tuned.partition(":")[0]
        parts = [f"by tuning the numbers of `{name}`"] if self.tuned else []
        if self.planned:
            parts.append(f"by trying to play otherwise {self.planned}")
        if self.rules and (not self.planned or any(map(_gains, self.rounds))):
            parts.append("by playing on with other choices")
        return ", and then ".join(parts)

    @property
    def better(self) -> bool:
        """True if hands from which nothing was learned show a gain."""
        return self.gain[1] > 0

    @property
    def certificate(self) -> Certificate:
        """Limits of what was learned: its gain in its company, or what an answer to it gains."""
        by_itself = self.bound is not None
        spec = self.after.spec
        name = spec.hero.as_option
        among = name if by_itself else " ".join(spec.versus(self.game)[1:])
        if self.searched:
            return Certificate(name, {}, among, self.searched_gain, self.searched, "look-ahead")
        found = (self.bound or self.gain)[1] > 0
        answer = ("another answer to the same questions" if by_itself else name) if found else ""
        finder = f"learn, {self.found_by}, {self.done}" if self.planned else f"learn, {self.done}"
        return Certificate(name, {}, among, self.bound or self.gain, answer, finder)

    @property
    def reached(self) -> bool:
        """True if nobody gains more than `until`."""
        return self.until is None or (self.bound is not None and self.bound[2] <= self.until)

    @property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        unit, measure = self.after.unit, self.after.measure
        parts = []
        if not self.is_new:
            parts.append(
                "No rules were found that gain anything, as far as can be told; "
                f"more {unit.plural} may tell."
            )
            most = max((done.gain[2] for done in self.rounds), default=0.0)
            if most > 0:
                most = float(f"{most:.2g}")
                much = wording.costs(unit, measure, most, most, most)
                parts.append(f"The best that was tried gains no more than {much}.")
        elif self.bound is None:
            against = wording.against(self.after.spec, None)
            result = wording.outcome(measure, self.after.headline)
            plays = "play by these rules" if self.rules else f"play as `{self.tuned}`"
            how = wording.if_you(plays, against)
            parts.append(f"{how}, {result}{wording.beside_even(measure)}.")
            low, high = self.gain[1:]
            than = "with the strategy it started from"
            much = wording.costs(unit, measure, abs(self.gain[0]), low, high)
            if low <= 0 <= high:
                parts.append(f"That is no better than {than}, as far as can be told.")
            else:
                parts.append(f"That is {'better' if low > 0 else 'worse'} than {than}, by {much}.")
            if self.tuned or self.planned:
                parts.append(f"It was found {self.found_by}.")
        else:
            most = float(f"{self.bound[2]:.2g}")
            text = (
                "the best other answer that was found to the same questions gains "
                + wording.costs(unit, measure, *self.bound)
                if self.bound[1] > 0
                else "nobody was found to gain anything by other answers to the same questions, or "
                f"no more than {wording.costs(unit, measure, most, most, most)}"
            )
            parts.append(f"Where all play by these rules, {text}.")
        if self.searched:
            verb = "saves" if measure.lower_is_better else "gains"
            much = wording.costs(unit, measure, *self.searched_gain)
            on = "that" if self.is_new else "the strategy that it started from"
            parts.append(
                f"Search finds more: `{self.searched}` {verb} {much} on {on}, but takes long at "
                "every decision."
            )
        if self.by_lines and self.rules:
            parts.append(self._worth)
        if self.partial:
            parts.insert(0, f"Interrupted after {self.done}.")
        return " ".join(parts)

    @property
    def by_lines(self) -> bool:
        """True if the rounds are cards, each of a line more at most."""
        return bool(self.rounds) and bool(self.rounds[-1].text)

    @property
    def card(self) -> list[str]:
        """The rules for people, line by line."""
        if self.by_lines:
            return list(self.rounds[-1].words)
        return [line for words in self.words.values() for line in words]

    @property
    def _worth(self) -> str:
        """The worth of each line, in a sentence."""
        unit, measure = self.after.unit, self.after.measure
        before: tuple[str, ...] = ()
        told = []
        for done in self.rounds:
            if done.words != before:
                low, high = done.gain[1:]
                verb, worth = "saves" if measure.lower_is_better else "adds", "nothing measurable"
                if not low <= 0 <= high:
                    verb = verb if low > 0 else "costs"
                    worth = wording.costs(unit, measure, abs(done.gain[0]), low, high)
                told.append(f"line {done.number} {verb} {worth}")
            before = done.words
        return f"{capitalised('; '.join(told))}."

    @property
    def done(self) -> str:
        """Number of rounds, or of lines, in words."""
        what = "line" if self.by_lines else "round"
        return f"{len(self.rounds)} {what}{'s' * (len(self.rounds) != 1)}"

    def docstring(self, start: str) -> str:
        """Return the file's docstring, naming the strategy that plays what no rule covers."""
        measure, unit = self.after.measure, self.after.unit
        figures = [f"{wording.outcome(measure, self.after.headline)} played so"]
        full, before = (wording.amount(measure, r.headline) for r in (self.full, self.before))
        if self.full.headline != self.after.headline:
            figures.append(f"{full} before the rules were made simpler")
        figures.append(f"{before} with the strategy it started from")
        lines = [f"{ITEM}{line}" for line in self.card]
        result = (
            f"Result: {self.sentence} In {self.after.hands} {unit.plural} from which nothing was "
            f"learned: {listed(figures)} (`{self.again}`)."
        )
        weighed = [
            rule.asked.decision.name for rule in self.rules.values() if isinstance(rule, Scored)
        ]
        beyond = (
            f" At {listed(weighed)} it also adds up the weights below, as only a computer can."
            if weighed
            else ""
        )
        head = ["Rules that were learned.", "", *lines, "", f"All else as `{start}`.{beyond}"]
        if not lines and self.tuned:
            head = ["Numbers that were tuned.", "", f"All as `{start}`."]
        elif not lines:
            head = [f"No rules were found that gain anything: all as `{start}`."]
        return "\n".join([*head, "", result])

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy that plays by the rules, for `cardsim.run` and others.

        Until it is saved it is in no file, and so has no name.
        """
        return complete(self.game, loaded(self.text).named("unnamed", about="", path=None))

    def encoded(self, suffix: str, *, title: str | None = None) -> bytes:
        """Return the bytes of a file: .py the strategy, or those of any answer."""
        return self.text.encode() if suffix == ".py" else super().encoded(suffix, title=title)

    @property
    def words(self) -> dict[str, list[str]]:
        """The rules for people, by decision."""
        return {name: rule.words for name, rule in self.rules.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data; the same for the same seed."""
        measure = self.after.measure
        return {
            "schema": SCHEMA,
            "version": self.after.version,
            "command": self.command,
            "game": self.game.name,
            "seed": self.after.spec.seed,
            "measure": measure.name,
            "sentence": self.sentence,
            "better": self.better,
            "partial": self.partial,
            "rules": self.words,
            "text": self.text,
            "rounds": [
                {
                    "round": r.number,
                    "value": r.result.headline.value,
                    "gain": list(r.gain),
                    "promised": {n: list(p) for n, p in r.promised.items()},
                    **({"words": list(r.words), "text": r.text} if r.text else {}),
                    "run": r.result.to_dict(),
                }
                for r in self.rounds
            ],
            "hands": self.after.hands,
            "before": _plain(self.before),
            "full": _plain(self.full),
            "after": _plain(self.after),
            "gain": list(self.gain),
            "lost": list(self.lost),
            "bound": None if self.bound is None else list(self.bound),
            "until": self.until,
            **({"tuned": self.tuned} if self.tuned else {}),
            **({"planned": self.planned} if self.planned else {}),
            **(
                {"searched": self.searched, "searched_gain": list(self.searched_gain)}
                if self.searched
                else {}
            ),
            certificates.FIELD: [self.certificate.to_dict()],
            "runs": [r.to_dict() for r in (self.before, self.full, self.after)],
        }

    def frame(self) -> pl.DataFrame:
        """Return the rounds: round, value, and its gain: gain, low, high."""
        rows = [(r.number, r.result.headline.value, *r.gain) for r in self.rounds]
        kinds = {"round": pl.Int64, **dict.fromkeys(("value", "gain", "low", "high"), pl.Float64)}
        return pl.DataFrame(rows, schema=kinds, orient="row")


def _gains(done: Round) -> bool:
    """Return whether a round gained a standard error, and so changed the rules."""
    return done.gain[0] * z_value(CONFIDENCE) > done.gain[2] - done.gain[0]


def _plain(result: Result) -> dict[str, float]:
    estimate = result.headline
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def file_text(game: Game, rules: Rules, start: Seated, about: str) -> str:
    """Return the file of a strategy that plays by rules, and otherwise as another one."""
    code = "\n\n\n".join(rule.code for rule in rules.values())
    used = sorted({look for rule in rules.values() for look in rule.looks})
    above = "\n\n\n".join("\n".join(rule.above) for rule in rules.values() if rule.above)
    package = game.name.replace("-", "_")
    experts = {n: got for rule in rules.values() for n, got in rule.borrowed.items()}
    kept = _kept(game, rules, start)
    lines = ["import numpy as np", ""] if "np." in f"{above}{code}" else []
    brings = next(filter(None, (rule.asked.source for rule in rules.values())), None)
    taken = ["borrowed"] * bool(experts or kept) + ["get_strategy"] * (brings is not None)
    lines.append(f"from cardsim import {', '.join(['Strategy', *taken])}")
    if used:
        lines.append(f"from cardsim.games.{package} import {', '.join(used)}")
    if experts:
        lines += ["", *(f"{name} = {got}" for name, got in experts.items())]
    if above:
        lines += ["", *([""] if above.startswith("def ") else []), above]
    functions = [rule.asked.decision.function for rule in rules.values()]
    named = "".join(f"    {name}={name},\n" for name in functions)
    named += "".join(f"    {name}={got},\n" for name, got in kept.items())
    if brings is not None:
        named += f'    features=get_strategy("{game.name}", "{brings.name}").features,\n'
    page = "\n".join(
        textwrap.fill(
            part,
            98,
            subsequent_indent=" " * len(ITEM) * part.startswith(ITEM),
            break_on_hyphens=False,
        )
        for part in about.split("\n")
    )
    return (
        f'"""{page}\n"""\n\n' + "\n".join([*lines, *(["", "", code] if code else [])]) + "\n\n\n"
        f'STRATEGY = Strategy(\n    game="{game.name}",\n    plays="play~ the learned rules",\n'
        f"{named})\n"
    )


def as_played_by(strategy: Strategy, given: Mapping[str, Value], decision: Decision) -> str:
    """Return how a strategy plays at a decision, for people, with the given parameters."""
    values = {p.name: p.default for p in strategy.parameters} | dict(given)
    plays = wording.of_several(strategy.told(values)[0])
    told = f" ({plays})" if plays else ""
    return f"at {decision.name.replace('-', ' ')}: as {strategy.name} does{told}"


def loaded(text: str) -> Strategy:
    """Load a strategy from the text of a file that is not yet written; workers can read it."""
    return load_file(unfolded((("learned.py", text),)) / "learned.py")


def _kept(game: Game, rules: Rules, start: Seated) -> dict[str, str]:
    """Return the code that gets the starting strategy's functions for decisions without a rule.

    Functions of the game's default strategy are left out, since they are filled in.
    """
    strategy, learned = start.strategy, {r.asked.decision.function for r in rules.values()}
    own = strategy.functions.keys() - strategy.inherited
    if strategy.name == game.default_strategy:
        own = set()
    return {
        name: got_by_file(game, start, name)
        for name in strategy.functions
        if name not in learned and (name in own or _given_there(start, name))
    }


def _given_there(start: Seated, function: str) -> dict[str, Value]:
    """Return the parameters given to the starting strategy that a function takes."""
    taken = {p.name for p in start.strategy.parameters_of(function)}
    return {name: value for name, value in start.given.items() if name in taken}


def got_by_file(game: Game, start: Seated, function: str) -> str:
    """Return the code by which a file gets a function of the starting strategy."""
    given = _given_there(start, function)
    values = "".join(f", {name}={value!r}" for name, value in given.items())
    return f'borrowed("{game.name}", "{start.strategy.name}", "{function}"{values})'
