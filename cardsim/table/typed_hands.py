"""Hands from a real table, played again with the cards where the text says.

Whatever the text does not say, such as cards that nobody saw, may be anything that agrees with the
rest: a card that somebody plays or throws was dealt to him, or drawn in time, and no other card has
a fixed place. The hand is played again with other cards in the free places, to notice whether the
text says enough to know your view, and the end.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from cardsim.cards import PACK
from cardsim.engine.table import Table, view_in
from cardsim.errors import UserError
from cardsim.game import CHANCED, DEALT, Event, Step
from cardsim.options.card_text import spelled
from cardsim.places import stack
from cardsim.rng import WORDS
from cardsim.runs.preparation import Resolved, resolve
from cardsim.runs.request import Request
from cardsim.runs.words import listed
from cardsim.table.played import Turn, won_by
from cardsim.table.seat_words import part_of, word
from cardsim.table.typed_text import (
    CLAIM,
    PLAYS,
    Item,
    TypedCard,
    TypedText,
    card_of,
    chanced,
    goes_unsaid,
    read_record,
)
from cardsim.table_talk import picked, plain

PUBLIC = ("up", "flip", "roll")
"""Events of chance that all see, so the text must state them."""
ANYTHING = ("?", "discard", "lay away", "card", "a card")
"""Texts for a card that the others do not see."""
NOBODY = -1
ROLLS = 6**4
OTHERS = 5
"""Times that the hand is played with other cards in the free places."""
TRIES = 60
"""Tries to fill the free places of a hand."""
MOST_TOLD = 8
"""Actions named in a message."""


@dataclass(frozen=True)
class Typed:
    """A typed hand or match, played again.

    Attributes:
        asked: the arguments of `resolve` for it.
        hand: number of a hand in which you have this seat.
        won: your result by the measure of the unit; None if it cannot be known.
        free: True if some cards could be others.
        short: message that fewer cards are typed for you than dealt; or empty.
    """

    run: Resolved
    asked: dict[str, Any]
    hand: int
    hero: int
    turns: tuple[Turn, ...]
    hands: int
    won: float | None
    free: bool
    short: str


class Contradiction(Exception):  # noqa: N818  (no error yet: other cards may do)
    """A typed line does not go with the cards that somebody has for now.

    Attributes:
        seat: seat with the wrong cards; NOBODY if others would not help.
        values: cards that it cannot have, if known.
    """

    def __init__(
        self, line: int, text: str, seat: int = NOBODY, values: Sequence[int] = ()
    ) -> None:
        super().__init__(text)
        self.line, self.seat, self.values = line, seat, tuple(values)


class Restart(Exception):  # noqa: N818  (no error: a card is known now that was dealt face down)
    """A card is now known to be another one from the beginning."""


def typed_hand(lines: Sequence[tuple[int, str]], file: str, seat: str = "") -> Typed:
    """Play a typed hand or match again.

    Args:
        lines: lines with their numbers, as `docs/guides/table.md` describes them.
        file: name of the file, for errors.
        seat: seat whose decisions are judged; yours by default.
    """
    record = read_record(lines, file, seat)
    run = resolve(Request(**record.asked), 1)
    first = _played(record, run, 0)
    for salt in range(1, OTHERS + 1) if first.free else ():
        other = _played(record, run, salt)
        for one, same in zip(first.turns, other.turns, strict=False):
            if _seen(run, one) != _seen(run, same):
                raise UserError(
                    f"{file} does not say all that you saw in hand {one.number} when you chose "
                    f"'{one.word}': which cards you held, and which lay open",
                    hint=first.short or None,
                )
        if first.won != other.won:
            return replace(first, won=None)
    return first


def _seen(run: Resolved, turn: Turn) -> bytes:
    view: bytes = view_in(run.game, turn.state).tobytes()
    return view


def _played(record: TypedText, run: Resolved, salt: int) -> Typed:
    """Play the hand with some cards in the free places."""
    never: dict[int, set[int]] = {}
    pins: dict[tuple[int, int], TypedCard] = {}
    furthest: Contradiction | None = None
    for number in range(TRIES):
        draw = Random(TRIES * salt + number)  # noqa: S311  (no secret)
        replayed = Reconstruction(record, run, draw, never, pins)
        try:
            return replayed.played()
        except Restart:
            continue
        except Contradiction as contradiction:
            if furthest is None or contradiction.line > furthest.line:
                furthest = contradiction
            free = contradiction.values or replayed.fillers.get(contradiction.seat, ())
            if not free:
                break
            never.setdefault(contradiction.seat, set()).update(contradiction.values)
    line = 1 if furthest is None else furthest.line
    raise UserError(f"{record.file}, line {line}: {furthest}")


class Want(NamedTuple):
    """A requirement on chance.

    Attributes:
        card: the card that must come; None for any free one.
        dice: the dice of a roll.
        seat: the seat that gets the card.
        line: the line where it is typed; 0 if it is not.
    """

    card: TypedCard | None
    dice: tuple[int, ...] = ()
    seat: int = NOBODY
    line: int = 0


class Reconstruction:
    """A typed hand being played again.

    Attributes:
        fillers: cards of each seat that could be others.
    """

    def __init__(
        self,
        record: TypedText,
        run: Resolved,
        chance: Random,
        never: Mapping[int, set[int]],
        pins: dict[tuple[int, int], TypedCard],
    ) -> None:
        """Sit down at the table.

        `chance` is the source of free cards, `never` has the cards that a seat cannot have, and
        `pins` the dealt cards that are known, by hand and place.
        """
        self.record, self.run, self.chance = record, run, chance
        self.never, self.pins = never, pins
        self.game, self.rules, spec = run.game, run.rules[0], run.spec
        self.goes_on = bool(run.goes_on)
        self.table = Table(
            self.game,
            self.game.rules(**dict(spec.rules)),
            spec.players,
            seed=spec.seed,
            unit=spec.unit if self.goes_on else None,
        )
        self.table.start(spec.seed, 0, record.board)
        self.says = part_of(self.game, "seat")
        self.fillers: dict[int, list[int]] = {}
        self.turns: list[Turn] = []
        self.free = False
        self.short = ""
        self.said = 0
        """Line of the last statement about chance."""
        self.wants: list[Want] = []
        self.out: list[tuple[str, int, int]] = []
        self.have: dict[int, list[TypedCard]] = {}
        self.at = 0
        """Index of the next item."""
        self.after = 0
        """Index of the first item of chance since the last action."""
        self.taken = [0] * len(record.items)
        self.number = 0
        self.has_deck = "deck" in (self.game.state.names or ())
        self._fresh()
        self.first = self._first()
        for name, numbers in record.stands.items():
            self._stand(name, numbers)

    # ------------------------------------------------------------ the cards

    def _fresh(self) -> None:
        """Find the number of cards in the pack, and which."""
        self.size = 0
        if not self.has_deck:
            return
        trial = self._copy()
        names, length = self.game.state.names or (), len(trial.state["deck"])
        self.size = min(length, PACK)
        if "deck_end" in names:
            self.size = int(trial.state["deck_end"])
        elif "packs" in names:
            dealt = self._events(lambda t: t.deal(), DEALT, trial)
            self.size = len([one for one in dealt if one.kind == "deal"])
        if self.size > WORDS and "deck_end" not in names:
            raise UserError(
                f"{self.record.file}: {self.size} cards are dealt by these rules, and a hand of at "
                f"most {WORDS} can be typed in"
            )
        stack(trial, range(min(self.size, WORDS)), self.size)
        trial.deal()
        self.pack = trial.state["deck"][: self.size].tolist()
        self.ranked = max(self.pack) <= 13  # noqa: PLR2004  (a joker)
        suits = all(c.suit >= 0 for i in self.record.items if i.kind != "roll" for c in i.cards)
        self.single = len({*self.pack}) == self.size and suits

    def _first(self) -> int:
        """Return the seat of the first name in the text: the one dealt to first."""
        if self.game.keeps_names:
            return 0
        trial = self._copy()
        dealt = self._events(lambda t: t.deal(), DEALT, trial)
        return next(event.seat for event in dealt if event.seat >= 0)

    def _stand(self, name: str, numbers: Sequence[int]) -> None:
        """Begin with stated lives or points, by seat or by side."""
        state, file = self.table.state, self.record.file
        target = int(state["target"]) if "target" in (self.game.state.names or ()) else 0
        field = state[name]
        if not self.goes_on:
            raise UserError(f"{file}: '{name}' counts in a match alone, and this is one hand")
        sides = len(set(self.game.side_of_each(self.table.house_rules, self.table.players)))
        by_side = len(field) < self.table.players
        many = sides if by_side else self.table.players
        if len(numbers) != many:
            raise UserError(f"{file}: '{name}' must be {many} numbers, not {len(numbers)}")
        most = int(field[0]) or max(target - 1, 0)
        for place, number in enumerate(numbers):
            if not 0 <= number <= most:
                raise UserError(f"{file}: '{name}' must be from 0 to {most}, not {number}")
            field[(self.first + place) % len(numbers)] = number

    def seat_of(self, place: int) -> int:
        """Return the seat of a name's place in the text."""
        return place if place < 0 else (self.first + place) % self.table.players

    @property
    def hero(self) -> int:
        """Your seat."""
        return self.seat_of(self.record.you)

    def name(self, seat: int) -> str:
        """Return the name of a seat in the text."""
        return self.record.names[(seat - self.first) % self.table.players]

    def _copy(self) -> Table:
        other = copy(self.table)
        other.states, other.words = self.table.states.copy(), self.table.words.copy()
        other.chances = self.table.chances.copy()
        return other

    def _events(self, do: Callable[[Table], Any], kind: int, table: Table) -> list[Event]:
        """Return the events of chance in a step, as the text calls them."""
        before = table.states[0].copy()
        who = -1 if table.decision < 0 else table.seat
        decision = None if table.decision < 0 or kind == DEALT else table.asks
        action = kind if decision is None else self._doing
        do(table)
        step = Step(decision, who, action, before, table.states[0].copy())
        told = self.game.narrate([step], self.rules)
        self._cells = [e.values[0] for e in told if e.kind in {"place", "expose"}]
        return chanced(self.game, step, told)

    def _step(self, do: Callable[[Table], Any], kind: int) -> None:
        """Let a step happen with the chance that was typed."""
        wants = self.wants if kind == DEALT else []
        self.wants = wants
        while True:
            events = self._events(do, kind, self._copy())
            for n, event in enumerate(events):
                if n == len(wants):
                    wants.append(self._want(event.kind, event.seat, event.values, n))
                if not self._met(wants[n], event.values):
                    self._force(do, kind, n, wants[n], events)
                    break
            else:
                break
        do(self.table)
        self.wants = []
        for event, want in zip(events, wants, strict=True):
            if event.kind not in {"roll", "turn"}:
                seat, value = event.seat, event.values[0]
                self.out.append((event.kind, seat, value))
                self.have.setdefault(seat, []).append(self._card(value))
                self.free |= want.card is None
                if want.card is None and seat >= 0:
                    self.fillers.setdefault(seat, []).append(value)

    def _settle(self, deal: Callable[[Table], Any]) -> None:
        """Put the cards of a deal where they must be, and others where they may be."""
        events = self._events(deal, DEALT, self._copy())
        self.wants = wants = list[Want]()
        for n, event in enumerate(events):
            wants.append(self._want(event.kind, event.seat, event.values, n))
        self._count([event.seat for event in events if event.kind == "deal"])
        if not self.has_deck:
            return
        places = list(range(len(events)))
        if self.single:
            shown = [self.pack[p] for p in self.order]
            places = [shown.index(event.values[0]) for event in events]
        free, order = self.order.copy(), dict[int, int]()
        # Known cards go first: others make room for them.
        for n in sorted(range(len(events)), key=lambda n: wants[n].card is None):
            fits = [p for p in free if self._met(wants[n], (self.pack[p],))]
            if not fits:
                seat = events[n].seat
                blamed = seat if wants[n].card is None else NOBODY
                line = wants[n].line or self.line
                raise Contradiction(line, self._cannot(wants[n], seat), blamed)
            order[places[n]] = fits[0]
            free.remove(fits[0])
        rest = iter(free)
        self.order[:] = [order[p] if p in order else next(rest) for p in range(self.size)]

    def _count(self, dealt: Sequence[int]) -> None:
        """Compare the typed cards of each seat with the number dealt.

        Args:
            dealt: seat of each card.
        """
        typed: dict[int, list[Item]] = {}
        for item in itertools.takewhile(
            lambda item: item.kind not in {"act", "hand"}, self.record.items[self.at :]
        ):
            if item.kind == "deal" and item.seat >= 0:
                typed.setdefault(self.seat_of(item.seat), []).append(item)
        for seat, items in typed.items():
            count, most = sum(len(item.cards) for item in items), dealt.count(seat)
            text = f"{most} cards are dealt to {self.name(seat)}, and {count} are typed"
            if most and count > most:
                raise Contradiction(items[-1].line, text)
            if seat == self.hero and count < most:
                self.short = self.short or text

    def _card(self, value: int) -> TypedCard:
        return card_of(value, ranked=self.ranked)

    def _met(self, want: Want, values: tuple[int, ...]) -> bool:
        if want.dice:
            return values == want.dice
        if want.card is not None:
            return want.card.like(self._card(values[0]))
        return values[0] not in self.held and values[0] not in self.never.get(want.seat, ())

    def _force(
        self, do: Callable[[Table], Any], kind: int, n: int, want: Want, events: list[Event]
    ) -> None:
        """Arrange the chance of the next step as required."""
        what, seat, values = events[n].kind, events[n].seat, events[n].values
        if what == "roll":
            self._roll(want.dice)
            return
        if what == "turn":
            self._turn(seat, want)
        deck, begin = self.table.state["deck"], len(self.out)
        places = [j for j in range(begin, self.size) if self._met(want, (int(deck[j]),))]
        self.chance.shuffle(places)
        for i in [i for i in range(begin, self.size) if deck[i] == values[0]]:
            for j in places:
                deck[i], deck[j] = deck[j], deck[i]
                after = self._events(do, kind, self._copy())
                if after[:n] == events[:n] and self._met(want, after[n].values):
                    return
                deck[i], deck[j] = deck[j], deck[i]
        blamed = seat if want.card is None else NOBODY
        raise Contradiction(want.line or self.line, self._cannot(want, seat), blamed)

    def _cannot(self, want: Want, seat: int) -> str:
        if want.card is None:
            return "no cards agree with all that was typed"
        who = "nobody" if seat < 0 else self.name(seat)
        out = [self._card(value) for _, _, value in self.out]
        out += [other.card for other in self.wants if other.card and other is not want]
        if any(want.card.like(card) for card in out):
            return f"{want.card} is dealt or drawn twice"
        return f"{want.card} cannot come to {who} here"

    def _roll(self, dice: tuple[int, ...]) -> None:
        """Arrange the next roll, which may be the first or the second of its word."""
        roll = 0
        for die in dice:
            roll = 6 * roll + die - 1
        both = (ROLLS + 1) * roll
        words = self.table.words
        words["words"][:] = ((2 * both + 1) << 31) // ROLLS**2
        words["position"], words["filled"] = 0, WORDS

    def _turn(self, seat: int, want: Want) -> None:
        """Have the card turned up be another one from the deal on.

        Raises:
            Restart: the hand must be played again with it.
        """
        own = [k for k, (what, whose, _) in enumerate(self.out) if (what, whose) == ("deal", seat)]
        key = self.number, own[self._cells[0]]
        if want.card is None or self.pins.get(key) is not None:
            raise Contradiction(self.line, f"the card that is turned up cannot be {want.card}")
        self.pins[key] = want.card
        raise Restart

    # ------------------------------------------------------------ what is said

    def _want(self, what: str, seat: int, values: tuple[int, ...], n: int) -> Want:
        """Return the requirement on an event of chance."""
        self.said = 0
        told = self._told(what, seat)
        if what == "roll":
            if told is None:
                raise self._error(f"say what was rolled: '{self.name(seat)}: roll 1 2 3 4'")
            return Want(None, told)
        if what == "turn":
            return Want(self._card(values[0]) if told is None else told, seat=seat)
        pin = self.pins.get((self.number, len(self.out) + n)) if what == "deal" else None
        card = told or pin
        if card is None and (what in PUBLIC or seat < 0):
            whose = "table" if what == "deal" else self.name(seat) if seat >= 0 else ""
            line = f"{whose}: flip 5H" if what == "flip" else f"{what} {whose}".strip() + ": 5H"
            raise self._error(f"say which card came: '{line}'")
        if card is None and what == "draw" and seat == self.hero:
            raise self._error(f"say what you drew: '{self.name(seat)}: draw 5H'")
        return Want(card or self._needed(seat), seat=seat, line=self.said)

    def _error(self, text: str) -> UserError:
        return UserError(f"{self.record.file}, line {self.line}: {text}")

    @property
    def line(self) -> int:
        """The line being played."""
        items = self.record.items
        return items[min(max(self.at, 0), len(items) - 1)].line if items else 1

    def _told(self, what: str, seat: int) -> Any:
        """Return the typed card or dice of the present event of chance; None without any."""
        for n in range(self.after, len(self.record.items)):
            item = self.record.items[n]
            if item.kind == "act" and not item.draws:
                return None
            if item.kind in {"hand", "show"}:
                return None
            if item.kind == what and self.seat_of(item.seat) == (NOBODY if what == "up" else seat):
                if what == "roll" and not self.taken[n]:
                    self.taken[n] = 1
                    return item.cards
                if what != "roll" and self.taken[n] < len(item.cards):
                    self.taken[n], self.said = self.taken[n] + 1, item.line
                    return item.cards[self.taken[n] - 1]
        return None

    def _needed(self, seat: int) -> TypedCard | None:
        """Return a card that a seat plays later, and so must have been dealt or drawn by now."""
        have = list(self.have.get(seat, ()))
        have += [want.card for want in self.wants if want.seat == seat and want.card]
        mentioned: list[TypedCard] = []
        items = self.record.items
        for n, item in enumerate(items[self.after :], self.after):
            if item.kind == "hand":
                return None
            if item.kind == "roll":
                continue
            own = self.seat_of(item.seat) == seat
            named: Sequence[TypedCard] = item.cards[self.taken[n] :]
            for card in named:
                held = next((one for one in have if card.like(one)), None)
                if item.kind in {"act", "show"} and own:
                    if held is not None:
                        have.remove(held)
                    elif (
                        self._elsewhere(card) or card in mentioned
                        if self.single
                        else item.text.startswith("take")
                    ):
                        have.append(card)
                    else:
                        return card
                elif own and item.kind in {"deal", "draw"}:
                    have.append(card)
                mentioned.append(card)
        return None

    def _elsewhere(self, card: TypedCard) -> bool:
        """Return True if a card has been dealt or drawn."""
        out = [self._card(value) for _, _, value in self.out]
        return any(card.like(one) for one in out + [want.card for want in self.wants if want.card])

    # ------------------------------------------------------------ playing

    def played(self) -> Typed:
        """Play everything that was typed.

        Raises:
            UserError, Contradiction, Restart: it cannot be played this way.
        """
        table, items = self.table, self.record.items
        self._deal()
        while True:
            if table.waits_for_chance:
                self._step(lambda t: t.happen(), CHANCED)
            elif table.over:
                table.close()
                over = not (self.goes_on and table.settle())
                self._skip()
                if over or self.at == len(items):
                    break
                self._deal()
            elif not self._acted():
                over = self._claimed()
                break
        if self.at < len(items):
            raise Contradiction(items[self.at].line, "all is over before this")
        run, hero = self.run, self.hero
        rotations = len(run.table)
        hands = range(self.record.board * rotations, (self.record.board + 1) * rotations)
        hand = next((h for h in hands if run.spec.hero_of(h) == hero), hands[0])
        won = won_by(run, table, hero) if over else None
        turns = tuple(self.turns)
        facts = turns, self.number, won, self.free, self.short
        return Typed(run, self.record.asked, hand, hero, *facts)

    def _claimed(self) -> bool:
        """Return True if somebody claimed the rest, after ending the hand by the claim."""
        last = self.record.items[-1:]
        if not last or last[0].kind != CLAIM or self.at < len(self.record.items):
            return False
        claim = getattr(self.says, "claim", None)
        if claim is None or self.goes_on:
            raise self._error(f"nobody claims in a {self.run.unit.name} of {self.game.name}")
        wrong = claim(self.table.state, int(last[0].text))
        if wrong:
            raise self._error(f"'claim: {last[0].text}' cannot be: {wrong}")
        self.table.close()
        return True

    def _deal(self) -> None:
        items = self.record.items
        if self.at < len(items) and items[self.at].kind == "hand":
            self.at += 1
        self.number, self.after = self.number + 1, self.at
        self.out, self.have, self.fillers = [], {}, {}
        following = (n for n in range(self.at, len(items)) if items[n].kind == "hand")
        end = next(following, len(items))
        named = [c for i in items[self.at : end] if i.kind != "roll" for c in i.cards]
        self.held = set()
        if self.has_deck and self.single:
            self.held = {v for v in self.pack if any(c.like(self._card(v)) for c in named)}
        self.order = list(range(self.size))
        self.chance.shuffle(self.order)

        def deal(at: Table) -> None:
            if self.has_deck:
                stack(at, self.order[:WORDS], self.size)
            at.deal()

        self._settle(deal)
        self._step(deal, DEALT)
        self.held -= {value for _, _, value in self.out}

    def _skip(self) -> None:
        """Go on to the next action, or to the end of the hand."""
        items = self.record.items
        chosen = any(decision.name.startswith("draw") for decision in self.game.decisions)
        while self.at < len(items):
            item = items[self.at]
            if item.kind == "hand" or (item.kind == "act" and (chosen or not item.draws)):
                break
            if item.kind == "show":
                self._check_shown(item)
            elif item.kind != "act" and self.taken[self.at] < (
                1 if item.kind == "roll" else len(item.cards)
            ):
                card = "this" if item.kind == "roll" else item.cards[self.taken[self.at]]
                raise Contradiction(item.line, f"{card} has no place here", self.seat_of(item.seat))
            self.at += 1

    def _check_shown(self, item: Item) -> None:
        have = list(self.have.get(self.seat_of(item.seat), ()))
        for card in item.cards:
            if not any(card.like(one) for one in have):
                raise Contradiction(item.line, f"{self.record.names[item.seat]} cannot hold {card}")

    def _acted(self) -> bool:
        """Take the waiting decision as typed or by default; return False at the end of the text."""
        self._skip()
        table, items = self.table, self.record.items
        item = items[self.at] if self.at < len(items) and items[self.at].kind == "act" else None
        seat = self._owner()
        if item is not None and self.seat_of(item.seat) == seat:
            words = [
                word(self.game, table.asks, table.view, table.nth(n)) for n in range(table.count)
            ]
            fits = self._fitting(item, words)
            if len(fits) == 1:
                self._act(fits[0], words[fits[0]], item)
                return True
            if fits:
                several = ", ".join(words[n] for n in fits[:6])
                raise self._error(f"'{item.text}' may be any of {several}")
            if seat == self.hero and plain(item.text) in ANYTHING:
                raise self._error(f"say which card: '{self.name(seat)}: 9H'")
            if self._unseen(seat) and plain(item.text) in ANYTHING:
                self._act(self._any(seat), "", item)
                return True
        if item is None and not self._ends_by_itself():
            return False
        if self._goes_without_saying(seat):
            return True
        assert item is not None  # noqa: S101
        raise self._contradiction(item, seat)

    def _ends_by_itself(self) -> bool:
        """Return True if forced actions alone end the hand."""
        trial = self._copy()
        while trial.decision >= 0 and trial.count == 1:
            trial.act(trial.nth(0))
        return trial.over

    def _owner(self) -> int:
        """Return the seat whose card or call it is: dummy's, if declarer plays for him."""
        state, names = self.table.state, self.game.state.names or ()
        played = self.table.asks.name in PLAYS
        return int(state["acting_for"]) if played and "acting_for" in names else self.table.seat

    def _fitting(self, item: Item, words: Sequence[str]) -> list[int]:
        asks = self.table.asks.name
        verb = getattr(self.says, "VERBS", {}).get(asks, "")
        # Somebody `throws 7S`, or `passes`.
        texts = [item.text, *(re.sub(rf"^(\w+){end}\b", r"\1", item.text) for end in ("s", "es"))]
        texts += [t[len(v) :] for v in (verb, "play") for t in texts if v and t.startswith(v + " ")]
        for text in texts:
            exact = [n for n, w in enumerate(words) if spelled(w) == spelled(text)]
            if exact:
                # Two ways to lay the same dice are one.
                return exact[:1]
        for text in texts:
            if not plain(text).isdecimal() and plain(text):
                found = picked(text, words)
                if found:
                    return found
        return []

    def _unseen(self, seat: int) -> bool:
        """Return True if a seat's action is hidden from you."""
        return seat != self.hero and self.table.asks.name in getattr(self.says, "UNSEEN", ())

    def _any(self, seat: int) -> int:
        """Return an action that the seat may take, with a card that it need not keep."""
        free = [self._card(v) for v in self.fillers.get(seat, ())]
        table = self.table
        actions = [
            n
            for n in range(table.count)
            if table.asks.wide or any(card.like(self._card(int(table.nth(n)))) for card in free)
        ]
        return self.chance.choice(actions or list(range(table.count)))

    def _goes_without_saying(self, seat: int) -> bool:
        table = self.table
        if table.count == 1:
            n = 0
        elif goes_unsaid(table.asks) and table.allows(0):
            n = next(k for k in range(table.count) if table.nth(k) == 0)
        elif self._unseen(seat):
            n = self._any(seat)
        else:
            return False
        self._act(n, "", None)
        return True

    def _act(self, n: int, text: str, item: Item | None) -> None:
        table, seat = self.table, self._owner()
        action = table.nth(n)
        if table.seat == self.hero and table.count > 1:
            said = text or word(self.game, table.asks, table.view, action)
            state = table.states[0].copy()
            self.turns.append(Turn(self.number, state, table.decision, action, said))
        if item is not None:
            have = self.have.setdefault(seat, [])
            for card in item.cards:
                held = next((one for one in have if card.like(one)), None)
                if held is not None:
                    have.remove(held)
                else:
                    have.append(card)
            self.at += 1
            self.after = self.at
        self._doing = action
        self._step(lambda t: t.act(action), 0)

    def _contradiction(self, item: Item, seat: int) -> Exception:
        """Return the error of a line, with the cards of another seat that may be to blame."""
        table = self.table
        if self.seat_of(item.seat) != seat:
            asks = self.says.ASKS[table.asks.name] if self.says is not None else table.asks.help
            turn, other = map(_whose, (self.name(seat), self.record.names[item.seat]))
            text = f"it is {turn} turn ({asks}), not {'yours' if other == 'your' else other}"
            return Contradiction(item.line, text, seat)
        words = [word(self.game, table.asks, table.view, table.nth(n)) for n in range(table.count)]
        more = [f"{len(words) - MOST_TOLD} other things"] if len(words) > MOST_TOLD else []
        known = listed([*words[:MOST_TOLD], *more], "or")
        free = []
        if seat != self.hero:
            legal = {value for n in range(table.count) for value in _numbers(table.nth(n))}
            own = self.fillers.get(seat, ())
            free = [v for v in own if v in legal] if item.cards else []
        return Contradiction(item.line, f"'{item.text}' is not possible here: {known}", seat, free)


def _whose(name: str) -> str:
    return "your" if name.lower() == "you" else f"{name}'s"


def _numbers(action: Any) -> tuple[int, ...]:
    return action if isinstance(action, tuple) else (action,)
