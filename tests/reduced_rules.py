"""Rules of small games for two, written anew so that all of their hands can be enumerated.

`tests/reduced/games` has the same games as kernels. Every choice is between two actions, 0 and 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from typing import Any, NamedTuple, Protocol

State = Any


class Exact(Protocol):
    """The rules of a small game for two, from which its tree is enumerated."""

    def deals(self) -> Iterable[tuple[float, State]]:
        """Return all deals with their chances."""

    def turn(self, state: State) -> int | None:
        """Return the seat on turn; None at the end."""

    def asks(self, state: State) -> str:
        """Return the name of the decision."""

    def view(self, state: State) -> dict[str, int]:
        """Return what a strategy of the seat on turn sees."""

    def knows(self, state: State) -> tuple[Any, ...]:
        """Return all that the seat on turn can know, besides what it knew before."""

    def after(self, state: State, action: int) -> Iterable[tuple[float, State]]:
        """Return what may come after an action, with chances."""

    def won(self, state: State, seat: int) -> int:
        """Return what a seat has won at the end."""


class Hand(NamedTuple):
    """A hand of Kuhn poker: the cards, and the bets so far."""

    cards: tuple[int, ...]
    bets: tuple[int, ...] = ()


class Kuhn:
    """Kuhn poker: `games/kuhn`."""

    def deals(self) -> Iterator[tuple[float, Hand]]:
        return ((1 / 6, Hand(cards)) for cards in permutations(range(3), 2))

    def turn(self, state: Hand) -> int | None:
        over = state.bets in {(0, 0), (1, 0), (1, 1)} or len(state.bets) == 3
        return None if over else len(state.bets) % 2

    def asks(self, state: Hand) -> str:  # noqa: ARG002  it asks one thing
        return "bet"

    def view(self, state: Hand) -> dict[str, int]:
        spot = {(): 0, (0,): 1, (1,): 2, (0, 1): 3}[state.bets]
        return {"card": state.cards[len(state.bets) % 2], "spot": spot}

    def knows(self, state: Hand) -> tuple[int, ...]:
        return tuple(self.view(state).values())

    def after(self, state: Hand, action: int) -> list[tuple[float, Hand]]:
        return [(1.0, Hand(state.cards, (*state.bets, action)))]

    def won(self, state: Hand, seat: int) -> int:
        if state.bets in {(1, 0), (0, 1, 0)}:
            winner = len(state.bets) % 2
            return 1 if seat == winner else -1
        stake = 1 + (1 in state.bets)
        return stake if state.cards[seat] > state.cards[1 - seat] else -stake


class Table(NamedTuple):
    """A hand of Scat with twelve cards: cards held, all that were dealt, turns, who knocked."""

    cards: tuple[int, int]
    gone: frozenset[int]
    turn: int = 0
    knocker: int | None = None
    drew: tuple[int, int] = (0, 0)


class ScatTwelve:
    """Scat with twelve cards: `games/scat_twelve`."""

    pack = range(1, 13)

    def deals(self) -> Iterator[tuple[float, Table]]:
        return ((1 / 132, Table(cards, frozenset(cards))) for cards in permutations(self.pack, 2))

    def turn(self, state: Table) -> int | None:
        return None if state.knocker is not None or state.turn == 4 else state.turn % 2

    def asks(self, state: Table) -> str:  # noqa: ARG002  it asks one thing
        return "turn"

    def view(self, state: Table) -> dict[str, int]:
        return {"card": state.cards[state.turn % 2], "turn": state.turn}

    def knows(self, state: Table) -> tuple[int, ...]:
        seat = state.turn % 2
        return state.cards[seat], state.drew[seat], state.turn

    def after(self, state: Table, action: int) -> Iterator[tuple[float, Table]]:
        seat = state.turn % 2
        if action == 1:
            yield 1.0, state._replace(knocker=seat)
            return
        left = [card for card in self.pack if card not in state.gone]
        for card in left:
            cards, drew = list(state.cards), list(state.drew)
            cards[seat], drew[seat] = max(cards[seat], card), card
            held, thrown = (cards[0], cards[1]), (drew[0], drew[1])
            gone = state.gone | {card}
            yield 1 / len(left), Table(held, gone, state.turn + 1, None, thrown)

    def won(self, state: Table, seat: int) -> int:
        loser = 0 if state.cards[0] < state.cards[1] else 1
        stake = 1 + (state.knocker == loser)
        return -stake if seat == loser else stake


def two_hands(ranks: int, copies: int, held: int) -> Iterator[tuple[float, tuple[Any, Any]]]:
    """Return the hands of two players as sorted ranks, with their chances."""
    pack = sorted(list(range(ranks)) * copies)
    found = Counter[tuple[Any, Any]]()
    for first in combinations(range(len(pack)), held):
        rest = [card for place, card in enumerate(pack) if place not in first]
        one = tuple(pack[place] for place in first)
        found.update((one, other) for other in combinations(rest, held))
    for hands, count in found.items():
        yield count / found.total(), hands


class Lays(NamedTuple):
    """A hand of Cheat with twelve cards.

    Attributes:
        hands: ranks held, sorted.
        pile: ranks that lie there, the last one laid last.
        laid: cards laid by both.
        doubting: whether the last card may be doubted now.
        shown: the last card that was doubted, -1 before.
    """

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    pile: tuple[int, ...] = ()
    laid: int = 0
    doubting: bool = False
    shown: int = -1


class CheatTwelve:
    """Cheat with twelve cards: `games/cheat_twelve`."""

    ranks, copies, held, lays = 4, 3, 2, 6

    def deals(self) -> Iterator[tuple[float, Lays]]:
        for chance, hands in two_hands(self.ranks, self.copies, self.held):
            yield chance, self._forced(Lays(hands))

    def turn(self, state: Lays) -> int | None:
        over = not state.doubting and (state.laid == self.lays or () in state.hands)
        return None if over else state.laid % 2

    def asks(self, state: Lays) -> str:
        return "doubt" if state.doubting else "lay"

    def view(self, state: Lays) -> dict[str, int]:
        seat = state.laid % 2
        rank = (state.laid - state.doubting) % self.ranks
        return {
            "held": state.hands[seat].count(rank),
            "own": len(state.hands[seat]),
            "other": len(state.hands[1 - seat]),
            "pile": len(state.pile),
            "laid": state.laid,
        }

    def knows(self, state: Lays) -> tuple[Any, ...]:
        seat = state.laid % 2
        other, pile = len(state.hands[1 - seat]), len(state.pile)
        return state.hands[seat], other, pile, state.laid, state.doubting, state.shown

    def after(self, state: Lays, action: int) -> list[tuple[float, Lays]]:
        seat = state.laid % 2
        if not state.doubting:
            return [(1.0, self._laid(state, lies=action == 1))]
        if action == 0:
            return [(1.0, self._forced(state._replace(doubting=False)))]
        true = state.pile[-1] == (state.laid - 1) % self.ranks
        hands = list(state.hands)
        taker = seat if true else 1 - seat
        hands[taker] = tuple(sorted((*hands[taker], *state.pile)))
        left = Lays((hands[0], hands[1]), (), state.laid, shown=state.pile[-1])
        return [(1.0, self._forced(left))]

    def won(self, state: Lays, seat: int) -> int:
        more = len(state.hands[1 - seat]) - len(state.hands[seat])
        return (more > 0) - (more < 0)

    def _forced(self, state: Lays) -> Lays:
        """Lay the card of a player who has no choice."""
        if self.turn(state) is None:
            return state
        hand = state.hands[state.laid % 2]
        held = hand.count(state.laid % self.ranks)
        if 0 < held < len(hand):
            return state
        return self._laid(state, lies=held == 0)

    def _laid(self, state: Lays, *, lies: bool) -> Lays:
        seat, rank = state.laid % 2, state.laid % self.ranks
        hand = list(state.hands[seat])
        # A lie is the card whose turn comes last.
        card = max(hand, key=lambda one: (one - rank) % self.ranks) if lies else rank
        hand.remove(card)
        hands = (tuple(hand), state.hands[1])
        if seat == 1:
            hands = (state.hands[0], tuple(hand))
        return Lays(hands, (*state.pile, card), state.laid + 1, True, state.shown)


class Melds(NamedTuple):
    """A hand of Gin with twelve cards.

    Attributes:
        hands: ranks held, sorted.
        up: the card that lies open.
        left: ranks in the stock.
        turn: turns taken by both.
        knocking: whether the player on turn has drawn and may knock.
        drew: the card that each player saw last of its own: drawn, or -1 for the open one.
        over: whether somebody has knocked.
    """

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    up: int
    left: tuple[int, ...]
    turn: int = 0
    knocking: bool = False
    drew: tuple[int, int] = (-2, -2)
    over: bool = False


def deadwood(hand: tuple[int, ...]) -> int:
    """Return the points of two cards, none for a pair; rank 0 counts 1."""
    return 0 if hand[0] == hand[1] else sum(hand) + 2


class GinTwelve:
    """Gin with twelve cards: `games/gin_twelve`."""

    ranks, copies, turns, most, undercut = 4, 3, 4, 5, 2

    def deals(self) -> Iterator[tuple[float, Melds]]:
        for chance, hands in two_hands(self.ranks, self.copies, 2):
            left = [rank for rank in range(self.ranks) for _ in range(self.copies)]
            for card in (*hands[0], *hands[1]):
                left.remove(card)
            for place, up in enumerate(left):
                stock = (*left[:place], *left[place + 1 :])
                yield chance / len(left), Melds(hands, up, stock)

    def turn(self, state: Melds) -> int | None:
        return None if state.over or state.turn == self.turns else state.turn % 2

    def asks(self, state: Melds) -> str:
        return "knock" if state.knocking else "take"

    def view(self, state: Melds) -> dict[str, int]:
        seat = state.turn % 2
        low, high = state.hands[seat]
        return {
            "low": low,
            "high": high,
            "up": state.up,
            "turn": state.turn,
            "took": int(state.drew[1 - seat] == -1),
        }

    def knows(self, state: Melds) -> tuple[Any, ...]:
        seat = state.turn % 2
        took = state.drew[1 - seat] == -1
        return state.hands[seat], state.drew[seat], state.up, state.turn, state.knocking, took

    def after(self, state: Melds, action: int) -> Iterator[tuple[float, Melds]]:
        if state.knocking:
            yield 1.0, self._passed(state, knocks=action == 1)
        elif action == 1:
            yield 1.0, self._drawn(state, state.up, state.left, took=True)
        else:
            for place, card in enumerate(state.left):
                left = (*state.left[:place], *state.left[place + 1 :])
                yield 1 / len(state.left), self._drawn(state, card, left, took=False)

    def won(self, state: Melds, seat: int) -> int:
        if not state.over:
            return 0
        knocker = state.turn % 2
        own, other = deadwood(state.hands[knocker]), deadwood(state.hands[1 - knocker])
        gains = other - own if own < other else other - own - self.undercut
        return gains if seat == knocker else -gains

    def _drawn(self, state: Melds, card: int, left: tuple[int, ...], *, took: bool) -> Melds:
        seat = state.turn % 2
        low, high = state.hands[seat]
        # A pair is kept; else the highest card goes, but never the open one that was taken.
        if low == high or (card not in (low, high) and (took or card < high)):
            kept, thrown = (low, card), high
        elif card in (low, high):
            kept, thrown = (card, card), low + high - card
        else:
            kept, thrown = (low, high), card
        if low == high and not took:
            kept, thrown = (low, high), card
        hands = (tuple(sorted(kept)), state.hands[1])
        drew = (-1 if took else card, state.drew[1])
        if seat == 1:
            hands = (state.hands[0], tuple(sorted(kept)))
            drew = (state.drew[0], -1 if took else card)
        now = Melds(hands, thrown, left, state.turn, True, drew)
        return now if deadwood(hands[seat]) <= self.most else self._passed(now, knocks=False)

    def _passed(self, state: Melds, *, knocks: bool) -> Melds:
        if knocks:
            return state._replace(over=True)
        return state._replace(turn=state.turn + 1, knocking=False)


class Tricks(NamedTuple):
    """A hand of Euchre with twelve cards.

    Attributes:
        hands: cards held, sorted.
        up: the card that is turned up.
        maker: who made trumps; None before.
        passed: players who have passed.
        led: the card led to the first trick.
        tricks: tricks of each, when it is over.
    """

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    up: int
    maker: int | None = None
    passed: int = 0
    led: int = -1
    tricks: tuple[int, int] | None = None


FIRST_TRUMP, LEFT = 5, 10


def beats(card: int, led: int) -> bool:
    """Return whether a card wins a trick to which another was led."""
    return card > led and (card >= FIRST_TRUMP or led < FIRST_TRUMP)


def suit(card: int) -> int:
    return int(card >= FIRST_TRUMP)


class EuchreTwelve:
    """Euchre with twelve cards: `games/euchre_twelve`."""

    def deals(self) -> Iterator[tuple[float, Tricks]]:
        for up in range(FIRST_TRUMP, 12):
            rest = [card for card in range(12) if card != up]
            for one in combinations(rest if up != LEFT else [], 2):
                for other in combinations([card for card in rest if card not in one], 2):
                    yield 1 / (6 * 55 * 36), Tricks((one, other), up)

    def turn(self, state: Tricks) -> int | None:
        if state.tricks is not None or state.passed == 2:
            return None
        return state.passed if state.maker is None else int(state.led >= 0)

    def asks(self, state: Tricks) -> str:
        return "order" if state.maker is None else "card"

    def view(self, state: Tricks) -> dict[str, int]:
        seat = self.turn(state)
        assert seat is not None
        low, high = state.hands[seat]
        made = int(state.maker == seat)
        return {
            "seat": seat,
            "low": low,
            "high": high,
            "up": state.up,
            "made": made,
            "led": state.led + 1,
        }

    def knows(self, state: Tricks) -> tuple[Any, ...]:
        return state.maker, *self.view(state).values()

    def after(self, state: Tricks, action: int) -> list[tuple[float, Tricks]]:
        if state.maker is None and action == 0:
            return [(1.0, state._replace(passed=state.passed + 1))]
        if state.maker is None:
            dealer = sorted((*state.hands[1], state.up))[1:]
            hands = (state.hands[0], tuple(dealer))
            return [(1.0, state._replace(hands=hands, maker=state.passed))]
        if state.led >= 0:
            return [(1.0, self._trick(state, state.hands[1][action]))]
        now = state._replace(led=state.hands[0][action])
        follow = [card for card in now.hands[1] if suit(card) == suit(now.led)]
        return [(1.0, self._trick(now, follow[0]) if len(follow) == 1 else now)]

    def _trick(self, state: Tricks, card: int) -> Tricks:
        lead = sum(state.hands[0]) - state.led
        follow = sum(state.hands[1]) - card
        dealer = 2 - beats(lead, follow) if beats(card, state.led) else int(beats(follow, lead))
        return state._replace(tricks=(2 - dealer, dealer))

    def won(self, state: Tricks, seat: int) -> int:
        if state.tricks is None:
            return 0
        assert state.maker is not None
        gains = (-2, -1, 2)[state.tricks[state.maker]]
        return gains if seat == state.maker else -gains
