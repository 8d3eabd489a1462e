"""What play is worth where every card is put back, calculated from the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from cardsim.errors import UserError
from cardsim.game import Figure, FigureTable, Question, Solution
from cardsim.options.params import Value

from .state import ACE, BEST, TEN

CARDS = {worth: (4 if worth == TEN else 1) / 13 for worth in range(1, TEN + 1)}
"""The probability of a card of each worth, an ace 1."""
UPCARDS = range(2, ACE + 1)
"""Worths of the dealer's open card, an ace 11."""
BUST, NATURAL = 22, 99
"""Ends of the dealer's hand other than points."""
PAYS = {"3:2": 1.5, "6:5": 1.2}


class Plan(NamedTuple):
    """A way to play: an answer to each question.

    Attributes:
        split(pair, upcard): whether a pair of cards of this worth is split, an ace 1.
        double(total, soft, upcard): whether two cards are doubled.
        stand(total, soft, upcard): whether to stand.
    """

    split: Callable[[int, int], bool]
    double: Callable[[int, bool, int], bool]
    stand: Callable[[int, bool, int], bool]


class Hand(NamedTuple):
    """A hand: its sum with every ace as 1, and whether it has one."""

    sum: int
    ace: bool

    def __add__(self, worth: object) -> Hand:
        assert isinstance(worth, int)
        return Hand(self.sum + worth, self.ace or worth == 1)

    @property
    def soft(self) -> bool:
        """True if an ace counts 11."""
        return self.ace and self.sum + 10 <= BEST

    @property
    def total(self) -> int:
        """The points of the hand."""
        return self.sum + 10 * self.soft


class Table:
    """Values of all choices against one open card of the dealer's.

    If the dealer peeks, they are values of hands in which that showed no blackjack.

    Args:
        rules: of the table, an object of `Rules`.
        upcard: worth of the dealer's open card, an ace 11.
        plan: how you play; None for the best play.
    """

    def __init__(self, rules: Any, upcard: int, plan: Plan | None = None) -> None:
        self.rules, self.up, self.plan = rules, upcard, plan
        first = 1 if upcard == ACE else upcard
        ends = _dealt(first, rules.soft_17 == "hits")
        natural = ends.pop(NATURAL, 0.0)
        self.natural = natural
        self.ends = {end: p / (1 - natural) for end, p in ends.items()} if rules.peek else ends
        self.lost = 0.0 if rules.peek else natural
        self.stand = cache(self._stand)
        self.hit = cache(self._hit)
        self.best = cache(self._best)

    def _stand(self, total: int) -> float:
        if total > BEST:
            return -1.0
        won = sum(p for end, p in self.ends.items() if end == BUST or end < total)
        lost = sum(p for end, p in self.ends.items() if total < end < BUST)
        return won - lost - self.lost

    def _hit(self, hand: Hand) -> float:
        return sum(p * self.best(hand + worth) for worth, p in CARDS.items())

    def stands(self, hand: Hand) -> bool:
        """Return whether you stand with a hand that is neither 21 nor too many."""
        if self.plan is None:
            return self.stand(hand.total) >= self.hit(hand)
        return bool(self.plan.stand(hand.total, hand.soft, self.up))

    def _best(self, hand: Hand) -> float:
        """Return the value of a hand that may be hit."""
        if hand.total >= BEST or self.stands(hand):
            return self.stand(hand.total)
        return self.hit(hand)

    def double(self, hand: Hand) -> float:
        """Return the value of one more card for twice the bet."""
        return 2 * sum(p * self.stand((hand + worth).total) for worth, p in CARDS.items())

    def doubles(self, hand: Hand, *, split: bool = False) -> bool:
        """Return whether you double two cards."""
        least = {"any": 0, "9-11": 9, "10-11": 10}[self.rules.double]
        allowed = least == 0 or (least <= hand.total <= ACE and not hand.soft)
        if not allowed or hand.total == BEST or (split and not self.rules.double_after_split):
            return False
        if self.plan is None:
            return self.double(hand) > self.best(hand)
        return bool(self.plan.double(hand.total, hand.soft, self.up))

    def two(self, hand: Hand, *, split: bool = False) -> float:
        """Return the value of two cards that are not split."""
        return self.double(hand) if self.doubles(hand, split=split) else self.best(hand)

    def split(self, worth: int) -> float:
        """Return the value of all hands that a pair of cards of this worth becomes, an ace 1."""
        one = Hand(worth, worth == 1)
        aces, likely = worth == 1, CARDS[worth]

        def played(hand: Hand) -> float:
            return self.stand(hand.total) if aces else self.two(hand, split=True)

        others = sum(p * played(one + c) for c, p in CARDS.items() if c != worth)
        kept = played(one + worth)

        @cache
        def waiting(cards: int, hands: int) -> float:
            """Return the value of cards that wait for a second one, by the number of hands."""
            if cards == 0:
                return 0.0
            pair = kept + waiting(cards - 1, hands)
            may = hands < self.rules.split_hands and (self.rules.resplit_aces or not aces)
            if may and self.plan is None:
                pair = max(pair, waiting(cards + 1, hands + 1))
            elif may and self.plan.split(worth, self.up):  # type: ignore[union-attr]
                pair = waiting(cards + 1, hands + 1)
            return others + (1 - likely) * waiting(cards - 1, hands) + likely * pair

        return waiting(2, 2)

    def splits(self, worth: int) -> bool:
        """Return whether you split a pair of cards of this worth, an ace 1."""
        if self.rules.split_hands < 2:
            return False
        if self.plan is None:
            return self.split(worth) > self.two(Hand(2 * worth, worth == 1))
        return bool(self.plan.split(worth, self.up))

    def value(self, one: int, other: int) -> float:
        """Return the value of your first two cards."""
        hand = Hand(one, one == 1) + other
        if one == other and self.splits(one):
            return self.split(one)
        if hand.total == BEST:
            pays = PAYS[self.rules.blackjack_pays]
            return pays if self.rules.peek else pays * (1 - self.natural)
        return self.two(hand)

    @property
    def whole(self) -> float:
        """Return the value of a hand against this card of the dealer's, blackjacks included."""
        pairs = [(a, b, p * q) for a, p in CARDS.items() for b, q in CARDS.items()]
        value = sum(p * self.value(a, b) for a, b, p in pairs)
        if not self.rules.peek:
            return value
        tied = sum(p for a, b, p in pairs if {a, b} == {1, TEN})
        return (1 - self.natural) * value - self.natural * (1 - tied)


@cache
def _ends(hand: Hand, hits_soft: bool) -> dict[int, float]:
    """Return the ends of the dealer's hand, points or `BUST`, with their probabilities."""
    total = hand.total
    if total > BEST:
        return {BUST: 1.0}
    if total > 17 or (total == 17 and not (hand.soft and hits_soft)):
        return {total: 1.0}
    found: dict[int, float] = {}
    for worth, p in CARDS.items():
        for end, q in _ends(hand + worth, hits_soft).items():
            found[end] = found.get(end, 0.0) + p * q
    return found


def _dealt(first: int, hits_soft: bool) -> dict[int, float]:
    """Return the ends of a dealer's hand of one card, where a blackjack is an end of its own."""
    found: dict[int, float] = {}
    for worth, p in CARDS.items():
        hand = Hand(first, first == 1) + worth
        ends = {NATURAL: 1.0} if hand.total == BEST else _ends(hand, hits_soft)
        for end, q in ends.items():
            found[end] = found.get(end, 0.0) + p * q
    return found


def edge(rules: Any, plan: Plan | None = None) -> float:
    """Return the bets that you win in a hand; by the best play if there is no plan."""
    return sum(CARDS[1 if up == ACE else up] * Table(rules, up, plan).whole for up in UPCARDS)


def best(rules: Any) -> Plan:
    """Return the best play."""
    tables = {up: Table(rules, up) for up in UPCARDS}

    def hand(total: int, soft: bool) -> Hand:
        return Hand(total - 10, ace=True) if soft else Hand(total, ace=False)

    return Plan(
        lambda pair, up: tables[up].splits(pair),
        lambda total, soft, up: tables[up].doubles(hand(total, soft)),
        lambda total, soft, up: tables[up].stands(hand(total, soft)),
    )


def _check(rules: Any, _players: int, _own: Mapping[str, Value]) -> float:
    if rules.decks != "infinite":
        raise UserError(
            f"the edge is calculated for --decks infinite, not for {rules.decks}",
            hint="`cardsim run blackjack -n 1e8` estimates it for other shoes",
        )
    return 0.5


def _solved(rules: Any, _players: int, _own: Mapping[str, Value]) -> Solution:
    value, plan = edge(rules), best(rules)
    hard = [(str(t), t, False) for t in range(5, 20)]
    soft = [(f"ace and {t - 11}", t, True) for t in range(13, 21)]

    def word(total: int, is_soft: bool, up: int) -> str:
        otherwise = "stand" if plan.stand(total, is_soft, up) else "hit"
        return f"double or {otherwise}" if plan.double(total, is_soft, up) else otherwise

    def table(name: str, text: str, rows: dict[str, Callable[[int], str]]) -> FigureTable:
        columns: dict[str, list[Value]] = {"hand": [*rows]}
        for up in UPCARDS:
            columns["ace" if up == ACE else str(up)] = [row(up) for row in rows.values()]
        return FigureTable(name, text, columns, brief=False)

    def row(total: int, is_soft: bool) -> Callable[[int], str]:
        return lambda up: word(total, is_soft, up)

    def pair(worth: int) -> Callable[[int], str]:
        return lambda up: "split" if plan.split(worth, up) else "keep"

    pairs = {f"{n} and {n}": pair(w) for w, n in enumerate(("ace", *range(2, TEN + 1)), 1)}
    tables = (
        table("hard", "hands without an ace that counts 11", {n: row(t, s) for n, t, s in hard}),
        table("soft", "hands with an ace that counts 11", {n: row(t, s) for n, t, s in soft}),
        table("pairs", "pairs", pairs),
    )
    return Solution((Figure("edge", "bets that the best play wins in a hand", value),), tables)


def _told(figures: Mapping[str, float], *_: Any) -> str:
    value = 100 * figures["edge"]
    return f"The best play {'wins' if value > 0 else 'loses'} {abs(value):.4f} bets in 100 hands."


EDGE = Question(
    "edge",
    "what the best play wins where every card is put back, and how it goes",
    _check,
    _solved,
    _told,
)
