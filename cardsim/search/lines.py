"""The best card of one line, of two, and so on: rules that a person can follow.

A line is one rule: what to do in a situation that the player sees, one number of a strategy set
otherwise, or a sentence of what a borrowed strategy does. A card is a few lines; whatever it does
not say is played as the strategy that the search starts from, which costs no line.

The search adds lines where they gain most (greedy forward selection), several at once where one
alone gains nothing, tries the numbers next to those of each card, and then leaves lines out. So the
cards are the best that were found, and a better one may have been missed. A line is added only if
the hands that chose it are sure of it, and all cards are valued in other hands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from cardsim.errors import UserError
from cardsim.game import ORDINALS, Decision, Game
from cardsim.options.params import Option, Value, check_order
from cardsim.own_parameters import given_to
from cardsim.runs import wording
from cardsim.runs.rollouts import DecisionTable
from cardsim.runs.seating import Seated
from cardsim.runs.words import counted
from cardsim.search.answering import EXPLORING, PATIENCE, STAGE, STAGES, Answering
from cardsim.search.candidates import (
    New,
    always_allowed,
    better_trees,
    corrected_by_review,
    corrected_by_trees,
)
from cardsim.search.corrected import Corrected
from cardsim.search.learned import (
    ITEM,
    Learned,
    Round,
    Ruled,
    RuleTree,
    dropped_by,
    file_text,
    got_by_file,
    rules_of,
)
from cardsim.search.scoring import USUAL, Usual
from cardsim.search.searching import (
    APART,
    EXPLORED,
    PERSISTED,
    PROVED_AT,
    PROVING,
    TRIED_AT,
    RuledStrategy,
    SearchTask,
)
from cardsim.statistics import trees
from cardsim.statistics.stats import CONFIDENCE, z_value
from cardsim.strategy import Strategy
from cardsim.workspace import LENDER, NO_PERSON, WEIGHED, load_strategy, strategy_files

MOST_LINES = 12
"""Largest number of lines of a card."""
AT_ONCE = 3
"""Largest number of lines that a new rule adds."""
CONDITIONS = 2
"""Largest number of things that a line asks, besides its threshold."""
SHELF = 16
"""Largest number of other values of a strategy's numbers that are tried for each line."""
STEPS = (-8, -4, -2, -1, 1, 2, 4, 8)
"""Distances from a number to others that are tried."""
SURE = 2.0
"""Standard errors that a line must gain."""
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")
SOURCES = ("Source:", "Result:")
"""Words with which those paragraphs of a strategy's description begin that are no rules."""
ACE_HIGH = "; 14 is the ace"
"""End of what a parameter means whose numbers are ranks."""
COURT: Mapping[Value, str] = {11: "the jack", 12: "the queen", 13: "the king", 14: "the ace"}
COUNTED = re.compile(r"this value|so many|this(?= or)")
"""Words for a number in what a parameter means."""
DONE = frozenset(("build", "keep", "knock", "make", "name", "order", "put", "take", "throw"))
"""Verbs with which what a number means says what is done."""
NAMED = re.compile(r"`([a-z0-9-]+)`")
ELSEWHERE = "by other house rules"
"""Words with which a rule begins that says nothing at the usual table."""
NO_NOUN = r"(?<!\ba )(?<!\bits )(?<!\bthe )(?<!\byour )(?<!'s )"
"""Before a verb, which is a noun after these words: `after a knock`, `your side has its bid`."""
BEGUN = re.compile(r"(\D*)\d")
"""The words of a rule before its first number; those after a semicolon begin with them, too."""
RANKS = re.compile(r"(\b\w+) or (?:[\w ]+ or )+the ace\b")
"""Three ranks or more, up to the ace."""
AFTER = r"after (at most )?(\d+)( or more)?(?: to (\d+))? "
TURNS = re.compile(rf"{AFTER}turns? of your own")
LAID = re.compile(rf"{AFTER}cards? in the trick")
ASKED = re.compile(r"^which [^:;?,]* to (\w+)")
"""The verb of a decision that is told as `which tile of the hand to throw`."""
TAKEN_FROM = re.compile(r"where to (\w+) from")
"""A decision between places from which to take something."""
PLACES = ("first", "second", "third", "last")
"""Places in a trick of four cards."""

Source = tuple[str, str]
"""A strategy, and the decision function whose rules are borrowed; empty for all that it does."""


def lines_of(strategy: Strategy, rules: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return the lines of a strategy: its rules, or else the sentences that say how it plays.

    What stands between semicolons is a line of its own.
    """
    found = []
    told = rules_of(strategy) if rules is None else rules
    for one in told or SENTENCE.split(" ".join(_how(strategy))):
        first, *more = one.split("; ")
        begun = BEGUN.match(first)
        whole = (begun[1] + part if begun and part[:1].isdigit() else part for part in more)
        found += [line.strip(" .") for line in (first, *whole) if not line.startswith(ELSEWHERE)]
    return tuple(line for line in found if line)


def rules_by_decision(game: Game, strategy: Strategy) -> dict[str, list[str]]:
    """Return the rules of a strategy by decision function; none if that is not certain.

    A rule is about the decision whose verb comes first in it: `without pennies left, knock with 20`
    is about `knock`. Those without such a verb are about the only decision that no other rule
    names. One that a parameter can drop is about each decision which takes that parameter.
    """
    named, dropped = strategy.functions.keys() - strategy.inherited, dropped_by(strategy)
    own = [d for d in game.decisions if d.function in named]
    of_verb = {verb: d.function for d in reversed(own) for verb in _verbs(d)}
    verbs = re.compile(rf"{NO_NOUN}\b({'|'.join(of_verb)})\b")
    found, rest = dict[str, list[str]](), list[str]()
    for rule in rules_of(strategy):
        if rule in dropped:
            for function in _taking(strategy, dropped[rule][0]):
                found.setdefault(function, []).append(rule)
            continue
        verb = verbs.search(rule)
        (found.setdefault(of_verb[verb[1]], []) if verb else rest).append(rule)
    others = named - found.keys()
    if rest and len(others) == 1:
        found[others.pop()] = rest
    return {} if rest and rest not in found.values() else found


def _taking(strategy: Strategy, parameter: str) -> list[str]:
    """Return the decision functions of a strategy that take a parameter."""
    own = [name for name in strategy.functions if name not in strategy.inherited]
    return [f for f in own if parameter in {one.name for one in strategy.parameters_of(f)}]


def _verbs(decision: Decision) -> set[str]:
    """Return the words for making a decision: its name's first, and the verb of what it asks."""
    asked = re.match(r"(\w+)[^:;?]*\?|[^:;?]* to (\w+)", decision.help)
    return {decision.name.partition("-")[0], *filter(None, asked.groups() if asked else ())}


def sources_of(game: Game, source: Source, but: str) -> frozenset[Source]:
    """Return a source and the strategies by which its description goes on, except one, free."""
    known, found, new = strategy_files(game).keys() - {but, source[0]}, set[Source](), {source}
    while new:
        found |= new
        parts = (part for one in new for part in _told(game, one))
        new = {(n, "") for part in parts for n in NAMED.findall(part) if n in known} - found
    return frozenset(found)


def _told(game: Game, source: Source) -> Sequence[str]:
    """Return what a source's description says of what is borrowed."""
    strategy = load_strategy(game, source[0])
    return rules_by_decision(game, strategy)[source[1]] if source[1] else _how(strategy)


def _lent(game: Game, source: Source) -> tuple[str, ...]:
    """Return the lines that are borrowed from a source."""
    strategy = load_strategy(game, source[0])
    return lines_of(strategy, _told(game, source) if source[1] else None)


def _how(strategy: Strategy) -> list[str]:
    """Return the paragraphs that say how a strategy plays."""
    parts = (" ".join(part.split()) for part in strategy.about.split("\n\n"))
    return [part for part in parts if not part.startswith(SOURCES)]


def _spoken(decision: str, option: Option, value: Value, strategy: Strategy) -> str:
    """Return a number that was set, as a line: `knock at 27 or more`.

    A word that its meaning does not explain is told by how the strategy then plays.
    """
    meaning = option.help or option.name
    is_rank = meaning.endswith(ACE_HIGH)
    named = COURT.get(value, f"the {value}") if is_rank else str(value)
    line, found = COUNTED.subn(named, meaning.removesuffix(ACE_HIGH), count=1)
    if not found:
        line, *more = line.split("; ")
        meant = [part.removeprefix(f"{value}: ") for part in more if part.startswith(f"{value}: ")]
        usual = {one.name: one.default for one in strategy.parameters}
        plays, names = strategy.told(usual | {option.name: value})
        if option.choices and not meant and option.name in names:
            return wording.of_several(plays)
        line = f"{line}, but {value}: {meant[0]}" if meant else f"{line}: {value}"
    told = line.startswith(decision) or (found and line.partition(" ")[0] in DONE)
    return line if told else f"{decision}: {line}"


def said(line: str, game: Game) -> str:
    """Return a line as a player would say it: without the decision's name, where the rest tells it.

    `take discard where the top discard adds 3 or more points` becomes `take the top discard if it
    adds ...`, `at draw source: draw stock, holding ...` `do not take the top discard with ...`, and
    `after 0 turns of your own` `on your first turn`.
    """
    for decision in game.decisions:
        name = decision.name.replace("-", " ")
        told = line.removeprefix(f"at {name}: ")
        if told != line:
            named = name.partition(" ")[0] in decision.help
            verb = name if named or not (own := ASKED.search(decision.help)) else own[1]
            line = f"{verb} {told}" if told.startswith("as ") else told.replace(", ", " ", 1)
        if taken := TAKEN_FROM.match(decision.help):
            places = "|".join(decision.actions)
            line = re.sub(rf"^({places}) where ", rf"{taken[1]} from the \1 if ", line)
        asked, is_asked, _ = decision.help.partition("?")
        verb, _, thing = asked.partition(" ")
        actions = [word.replace("-", " ") for word in decision.actions]
        choice = f"{verb} {thing.rpartition(' ')[2]}"
        if is_asked and actions[1:] == [choice]:
            line = re.sub(rf"^{actions[0]} ", f"do not {asked} ", line)
            line = re.sub(rf"^{choice} ", f"{asked} ", line)
            if asked in line:
                line = line.replace(f"where {thing} ", "if it ")
    line = LAID.sub(_places, TURNS.sub(_turns, line.removeprefix("play: ")))
    line = line.replace(" holding ", " with ")
    return RANKS.sub(r"\1 or higher", line)


def _turns(found: re.Match[str]) -> str:
    """Return turns by their number: `on your first two turns`."""
    most, low, more, high = found[1], int(found[2]), found[3], found[4]
    if max(low, int(high or 0)) >= len(ORDINALS):
        return found[0]
    if most:
        return f"on your first {counted(low + 1)} turns"
    if more:
        return f"from your {ORDINALS[low]} turn on"
    return f"on your {ORDINALS[low]}{f' to {ORDINALS[int(high)]}' if high else ''} turn"


def _places(found: re.Match[str]) -> str:
    """Return places in a trick: `when you lead`, `as the third or last to play`."""
    most, low, more, high = found[1], int(found[2]), found[3], found[4]
    last = len(PLACES) - 1 if more else int(high or low)
    places = PLACES[0 if most else low : last + 1]
    return "when you lead" if places == PLACES[:1] else f"as the {' or '.join(places)} to play"


@dataclass(frozen=True)
class Part:
    """The lines of a card for one decision.

    Attributes:
        rule: plays them.
        words: the lines themselves.
        sources: strategies whose lines count, too.
        source: the strategy that makes the whole decision, with the numbers that were set.
        dropped: rules of the source that are not played.
    """

    rule: RuleTree | Corrected
    words: tuple[str, ...]
    sources: frozenset[Source] = frozenset()
    source: Seated | None = None
    dropped: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Card:
    """A few lines, and the strategy that plays whatever they do not say."""

    game: Game
    start: Seated
    parts: Mapping[str, Part] = field(default_factory=dict)

    @property
    def way(self) -> RuledStrategy:
        """The card as a strategy of the search."""
        rules: Ruled = {name: part.rule for name, part in self.parts.items()}
        return RuledStrategy(self.start, rules)

    @property
    def words(self) -> tuple[str, ...]:
        """All lines: its own, and those of each strategy that it borrows from, once."""
        lines, usual = list[str](), f"as {self.start.strategy.name} does"
        for decision in self.game.decisions:
            part = self.parts.get(decision.name)
            sources = sorted(part.sources) if part else []
            for own in part.words if part else ():
                line = said(own, self.game).replace(usual, "as usual")
                if len(sources) == 1:
                    line = line.replace(f"as {sources[0][0]} does", "as said below")
                lines.append(line)
            lent = (line for one in sources for line in _lent(self.game, one))
            lines += [line for line in lent if part is None or line not in part.dropped]
        return tuple(dict.fromkeys(lines))

    def with_part(self, name: str, part: Part | None) -> Card:
        """Return the card with other lines for a decision; None for no line."""
        parts = {n: p for n, p in self.parts.items() if n != name}
        return replace(self, parts=parts if part is None else {**parts, name: part})


Move = tuple[str, Part]
"""A decision, and other lines for it."""


class CardSearch(Answering):
    """A search for the best card of each number of lines."""

    def __init__(
        self, task: SearchTask, *, start: Seated, sources: Sequence[Strategy], **how: Any
    ) -> None:
        super().__init__(task, **how)
        self.start, self.free = start, start.strategy.name
        self.people = [s for s in sources if s.name != self.free and _is_human(s)]
        self.shelf: list[Move] | None = None

    def priced(self) -> Learned:
        """Return the cards of up to as many lines as the task has rounds, as rounds of learning."""
        most, partial = self.task.most, False
        cards, pool = [Card(self.game, self.start)], dict[int, list[Card]]()
        try:
            while len(cards) <= most:
                self._grow(cards, pool)
            self._prune(cards)
        except KeyboardInterrupt:
            if len(cards) == 1:
                raise
            partial = True
        return self._valued(cards, partial=partial)

    def _grow(self, cards: list[Card], pool: dict[int, list[Card]]) -> None:
        """Find the card of one line more."""
        here, number = cards[-1], len(cards)
        if number <= PATIENCE or here is not cards[-1 - PATIENCE]:
            moved = (here.with_part(*move) for move in self._moves(here, number))
            for card in (*moved, *self._together(here)):
                pool.setdefault(len(card.words), []).append(card)
        found = self._best([here, *pool.get(number, [])], 2 * number, sure=SURE)
        if found is not here:
            near = (found.with_part(*move) for move in self._near(found))
            same = [card for card in near if len(card.words) == number]
            found = self._best([found, *same], 2 * number + 1, sure=1.0)
        cards.append(found)
        if self.tell is not None:
            said = [*found.words] if found is not here else ["no further line gains for certain"]
            self.tell(f"{number} line{'s' * (number > 1)}: {'; '.join(said)}")

    def _prune(self, cards: list[Card]) -> None:
        """Replace cards by longer ones without a line, where those do better."""
        for number in range(len(cards) - 2, 0, -1):
            longer = cards[number + 1 :]
            less = [card.with_part(*move) for card in longer for move in self._dropped(card)]
            rivals = [card for card in less if len(card.words) == number]
            cards[number] = self._best([cards[number], *rivals], 3 * len(cards) + number, sure=1.0)

    def _best(self, rivals: Iterable[Card], number: int, *, sure: float) -> Card:
        """Return the card that does best; the first one unless another gains for certain."""
        first, *others = _unlike(self, rivals)
        at = TRIED_AT + number * APART
        left = self._left([card.way for card in others], at=at, hands=self.hands)
        if not left:
            return first
        last = [first, *(others[k] for k in left)]
        played = self.play(
            [card.way for card in last], at=at + len(STAGES) * STAGE, hands=self.hands
        )
        best = self.ranked(played)[0]
        gain, low, _ = self.difference(played, best, 0)
        return last[best] if gain > sure * (gain - low) / z_value(CONFIDENCE) else first

    # ------------------------------------------------------------ lines to try

    def _moves(self, card: Card, number: int) -> list[Move]:
        """Return what may be added to a card: rules that forks show, and what can be borrowed."""
        if self.shelf is None:
            self.shelf = self._best_moves(card)
        found = [*self.shelf, *self._near(card), *self._shown(card, number)]
        return [
            (name, part)
            for name, part in found
            if _plain_enough(part.rule) and all(_lends(self.game, one) for one, _ in part.sources)
        ]

    def _best_moves(self, card: Card) -> list[Move]:
        """Return what can be borrowed, and of other numbers those that do best in few hands."""
        moves = [m for m in self._lent() if len(card.with_part(*m).words) <= self.task.most]
        whole = [move for move in moves if not move[1].words]
        numbers = [move for move in moves if move[1].words]
        if len(numbers) > SHELF:
            ways = [card.with_part(*move).way for move in numbers]
            played = self.play(ways, at=TRIED_AT, hands=max(int(STAGES[-1][0] * self.hands), 1))
            numbers = [numbers[k] for k in self.ranked(played)[:SHELF]]
        return whole + numbers

    def _lent(self) -> Iterator[Move]:
        """Yield decisions made as other strategies do, and as the first one with another number."""
        for asked in self.asked:
            function = asked.decision.function
            for source, sources in self._sources(function):
                for dropped in () if _is_whole(source.strategy) else _some(source, function):
                    yield asked.decision.name, self._borrowed(asked, source, sources, dropped)
            yield from self._set(self._borrowed(asked, self.start, frozenset()))

    def _sources(self, function: str) -> Iterator[tuple[Seated, frozenset[Source]]]:
        """Yield who makes a decision with the numbers given there, and whose lines it then costs.

        Of a strategy that decides several things only the rules of this one count. Without rules it
        could not be said which lines are borrowed.
        """
        decided = {one.decision.function for one in self.asked}
        for strategy in self.people:
            if function not in strategy.functions.keys() - strategy.inherited:
                continue
            usual = (strategy.name, dict[str, Value]())
            name, values = getattr(strategy.functions[function], LENDER, usual)
            source = load_strategy(self.game, name)
            defaults = {option.name: option.default for option in source.parameters_of(function)}
            given = {n: values[n] for n, v in defaults.items() if values.get(n, v) != v}
            if name == self.free:
                if given:
                    yield Seated(source, given), frozenset()
            elif _is_human(source):
                several = len(decided & (source.functions.keys() - source.inherited)) > 1
                if not several or function in rules_by_decision(self.game, source):
                    one = (name, function if several else "")
                    yield Seated(source, given), sources_of(self.game, one, self.free)

    def _together(self, card: Card) -> Iterator[Card]:
        """Yield cards with rules of a strategy, each of which says how to decide several things."""
        for strategy in filter(_is_whole, self.people):
            asked = [one for one in self.asked if one.decision.function in strategy.functions]
            own = [one for one in asked if one.decision.function not in strategy.inherited]
            source, sources = Seated(strategy, {}), frozenset([(strategy.name, "")])
            for dropped in _some(source):
                parts = {
                    one.decision.name: self._borrowed(one, source, sources, dropped) for one in own
                }
                yield replace(card, parts={**card.parts, **parts})

    def _borrowed(
        self,
        asked: DecisionTable,
        source: Seated,
        sources: frozenset[Source],
        dropped: frozenset[str] = frozenset(),
    ) -> Part:
        """Return a decision made as a strategy makes it; a line for each number that was set."""
        name, strategy = asked.decision.function, source.strategy
        options = {option.name: option for option in strategy.parameters}
        without = {
            option: options[option].check(value)
            for rule, (option, value) in dropped_by(strategy).items()
            if rule in dropped
        }
        given = {**source.given, **without}
        free = self.start.given if strategy.name == self.free else {}
        told = {o.name: o for o in strategy.parameters_of(name) if o.name not in without}
        words = tuple(
            _spoken(asked.decision.name.replace("-", " "), told[one], given[one], strategy)
            for one in told
            if one in given and given[one] != free.get(one)
        )
        source = replace(source, given=given)
        takes = tuple(given_to(strategy.functions[name]))
        code = {f"{USUAL}{name}": got_by_file(self.game, source, name)}
        rule = Corrected(asked, (), frozenset(), Usual("", takes, code, set(), []))
        return Part(rule, words, sources, source, dropped)

    def _set(self, part: Part) -> Iterator[Move]:
        """Yield a borrowed decision with another value of one parameter."""
        asked, source = part.rule.asked, part.source
        # Rules that can be dropped name their numbers, which another number would belie.
        if source is None or dropped_by(source.strategy):
            return
        functions = {one.decision.function for one in self.asked}
        for option in source.strategy.parameters_of(asked.decision.function):
            # A number of several decisions would be said of all, and set for one.
            if len(functions.intersection(_taking(source.strategy, option.name))) > 1:
                continue
            for value in _values(option, source.given.get(option.name, option.default)):
                given = {**source.given, option.name: value}
                whole = {p.name: p.default for p in source.strategy.parameters} | given
                try:
                    check_order(source.strategy.parameters, whole)
                except UserError:
                    continue
                other = replace(source, given=given)
                yield asked.decision.name, self._borrowed(asked, other, part.sources)

    def _near(self, card: Card) -> Iterator[Move]:
        """Yield the lines of each decision with another number."""
        for name, part in card.parts.items():
            yield from self._set(part)
            if isinstance(part.rule, RuleTree):
                for tree in _neighbours(part.rule):
                    yield name, self._by_tree(replace(part.rule, tree=tree))

    def _shown(self, card: Card, number: int) -> Iterator[Move]:
        """Yield rules that forks of a card's hands show."""
        way, at = card.way, number * APART
        habit = self.fork(way, at=at, hands=self.hands)
        seen = [habit]
        # Random plays leave tables of Casino with more captures than can be played on with.
        if not any(one.decision.wide for one in self.asked):
            hands = max(int(EXPLORING * self.hands), 1)
            seen.append(habit + self.fork(way, at=at + EXPLORED, hands=hands, explores=True))
        # A choice can become a habit if it is legal whenever the decision comes.
        habits = [w for w in habit.worth if w.forks.any() and always_allowed(w).any()]
        plain = [w.asked for w in habits if not w.asked.experts]
        if plain:
            at += PERSISTED
            seen.append(self.fork(way, at=at, hands=self.hands, asked=plain, persists=True))
        usual, found = self.usual(way), list[New]()
        for forked in seen:
            more = {w.asked.decision.name: w.more.astype(float) for w in forked.worth}
            found.append(better_trees(forked.worth, more, 1.0, least=0.0))
            found.append(corrected_by_trees(forked.worth, usual, 1.0))
            found += corrected_by_review(forked, usual, 1.0)
        for new in found:
            for name, (rule, _) in new.items():
                for parts in range(1, min(rule.parts, AT_ONCE) + 1):
                    yield name, self._part(card, name, rule.with_parts(parts))
                # What gains as a habit is not what gains as a single change.
                if isinstance(rule, RuleTree):
                    one = rule.with_parts(1)
                    for tree in _neighbours(one):
                        yield name, self._by_tree(replace(one, tree=tree))

    def _part(self, card: Card, name: str, rule: Any) -> Part:
        """Return a new rule as lines of a card."""
        if isinstance(rule, RuleTree):
            return self._by_tree(rule)
        lent = self._experts(rule.asked, [change.choice for change in rule.changes])
        words = tuple(rule.words[: rule.parts])
        if name in card.parts:
            before = card.parts[name]
            return Part(rule, (*words, *before.words), lent | before.sources)
        return Part(rule, words, lent)

    def _by_tree(self, rule: RuleTree) -> Part:
        """Return a tree as lines, one for each of its leaves."""
        chosen = [leaf.choice for leaf in trees.leaves(rule.tree)]
        return Part(rule, tuple(rule.lines), self._experts(rule.asked, chosen))

    def _experts(self, asked: DecisionTable, choices: Iterable[int]) -> frozenset[Source]:
        """Return the strategies that choices are borrowed from, where they are experts'."""
        names = {asked.choices[k] for k in choices} - {self.free} if asked.experts else set[str]()
        each = (sources_of(self.game, (name, ""), self.free) for name in names)
        return frozenset[Source]().union(*each)

    def _dropped(self, card: Card) -> Iterator[tuple[str, Part | None]]:
        """Yield the lines of each decision with one less, and without any."""
        for name, part in card.parts.items():
            if part.source is not None and dropped_by(part.source.strategy):
                continue
            yield name, None
            if isinstance(part.rule, RuleTree) and part.rule.parts > 1:
                yield name, self._by_tree(part.rule.with_parts(part.rule.parts - 1))
            if (source := part.source) is not None:
                free = self.start.given if source.strategy.name == self.free else {}
                for number in source.given:
                    given = {n: v for n, v in source.given.items() if n != number}
                    given |= {n: v for n, v in free.items() if n == number}
                    less = replace(source, given=given)
                    yield name, self._borrowed(part.rule.asked, less, part.sources)

    # ------------------------------------------------------------ what the cards are worth

    def _valued(self, cards: Sequence[Card], *, partial: bool) -> Learned:
        """Value the cards in hands that chose none of them, a round for each number of lines."""
        ways = [card.way for card in cards]
        tried = [ways[0], ways[-1], ways[-1], *ways[1:-1]]
        played = self.play(tried, at=PROVED_AT, hands=PROVING * self.hands)
        places, free = [0, *range(3, len(ways) + 1), 2], self._named(self.start)
        rounds = []
        for number, card in enumerate(cards[1:], 1):
            gain = self.difference(played, places[number], places[number - 1])
            lines = "".join(f"{ITEM}{line}\n" for line in card.words)
            about = f"A card of few lines.\n\n{lines}\nAll else as `{free}`."
            text = file_text(self.game, card.way.rules, self.start, about)
            rounds.append(Round(number, {}, played.results[places[number]], gain, card.words, text))
        return self.told(ways[-1], played, rounds, partial=partial)


def _is_human(strategy: Strategy) -> bool:
    """Return whether a person could play as a strategy does."""
    about = " ".join(strategy.about.split())
    return not NO_PERSON.fullmatch(strategy.name) and WEIGHED not in about


def _lends(game: Game, name: str) -> bool:
    """Return whether a person could play by the rules that a strategy's file lists."""
    strategy = load_strategy(game, name)
    return _is_human(strategy) and bool(rules_of(strategy))


def _is_whole(strategy: Strategy) -> bool:
    """Return whether a rule that can be dropped is about several decisions."""
    return any(len(_taking(strategy, one)) > 1 for one, _ in dropped_by(strategy).values())


def _some(source: Seated, function: str = "") -> list[frozenset[str]]:
    """Return which of the rules for a decision can be dropped, all sets of them.

    Of rules that one parameter drops, by its values, a set has at most one.
    """
    strategy = source.strategy
    rules = {
        rule: one
        for rule, (one, _) in dropped_by(strategy).items()
        if one not in source.given and (not function or function in _taking(strategy, one))
    }
    sets = (some for size in range(len(rules) + 1) for some in combinations(rules, size))
    return [
        frozenset(some)
        for some in sets
        if len({rules[rule] for rule in some}) == len(some) < len(rules) or not rules
    ]


def _unlike(search: CardSearch, cards: Iterable[Card]) -> list[Card]:
    """Return cards without those that play by the same code as one before."""
    found: dict[str, Card] = {}
    for card in cards:
        found.setdefault(search.strategy(card.way).fingerprint, card)
    return list(found.values())


def _values(option: Option, now: Value) -> Iterator[Value]:
    """Yield other values of a parameter: all words, or numbers near the present one."""
    if option.choices:
        yield from (word for word in option.choices if word != now)
    elif option.kind is int and isinstance(now, int):
        yield from (now + step for step in STEPS if option.low <= now + step <= option.high)


def _plain_enough(rule: RuleTree | Corrected) -> bool:
    """Return whether no line of a rule asks too many things."""
    features = rule.asked.features
    if isinstance(rule, Corrected):
        sizes = [[high - low + 1 for low, high in change.ranges] for change in rule.changes]
    else:
        features = features[rule.asked.is_either_or :]
        leaves = trees.leaves(rule.tree)
        sizes = [[b - a for a, b in zip(leaf.low, leaf.high, strict=True)] for leaf in leaves]
    return all(
        sum(size < f.size for size, f in zip(part, features, strict=True)) <= CONDITIONS
        for part in sizes
    )


def _neighbours(rule: RuleTree) -> Iterator[trees.Tree]:
    """Yield trees with another threshold in one of the leaves."""
    if not rule.asked.is_either_or:
        return
    size = rule.asked.features[0].size

    def moved(tree: trees.Tree) -> Iterator[trees.Tree]:
        if isinstance(tree, trees.Leaf):
            for step in STEPS:
                if 0 <= tree.choice + step <= size:
                    yield replace(tree, choice=tree.choice + step)
            return
        yield from (replace(tree, yes=yes) for yes in moved(tree.yes))
        yield from (replace(tree, no=no) for no in moved(tree.no))

    return (yield from moved(rule.tree))
