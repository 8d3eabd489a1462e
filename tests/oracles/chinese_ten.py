"""Chinese Ten by the book: slow, plain, one deal from given cards and choices.

Written from the rules alone; sections are those of RULES.md in the game's folder. A card is
`suit * 13 + rank`: suits clubs 0, diamonds 1, hearts 2, spades 3; ranks ace 0 to king 12.

Where the rules are silent:

1. Cards are dealt singly: seat 0, seat 1, and so on, round after round; also when the dealer plays
   first.
2. A fourth card that its player trails (`must-capture` false) leaves the triple pending; its four
   cards then lie on the table to the end.
3. Three of a kind that come together after the layout (`must-capture` false) are no triple: the
   fourth card takes one of them.
4. Par stays total / n when cards are left unclaimed, so the settlement then sums to less than 0.
5. A layout that is dealt again is looked at by the rules of both special layouts.
6. The card that is put down is neither in the hand nor on the table while its player chooses what
   it captures.
7. The history that a player sees holds every event but the deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

Event = tuple[str, int, int]
"""Kind, seat (-1 none), card or other number."""

View = dict[str, Any]
"""What a seat may see.

Always `n`, `my_seat`, `dealer`, `table`, `deck_count`, `hand_counts`, `triple_rank` (-1 none),
`history` and `hand`; in D2 also `card_played` and `M`, in D3 `card_flipped` and `M`.
Cards stand in ascending order.
"""

Choose = Callable[[str, int, View, list[int]], int]
"""`choose(decision, seat, view, legal)` gives one of the legal actions."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
ACE, FIVE, NINE, TEN, JACK, QUEEN, KING = 0, 4, 8, 9, 10, 11, 12
SELF_RANKS = (FIVE, TEN, JACK, QUEEN, KING)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
TURNS = 24
NONE = -1
TRAIL = -1
TAKE_TRIPLE = 52


class Chance(Protocol):
    """Where the cards come from."""

    def card(self, stock: list[int]) -> int:
        """The top card of a face-down stock of these cards."""
        ...


@dataclass(frozen=True)
class Rules:
    """The options of section 7, without `players`."""

    red_nine: int = 10
    spade_ace_min_players: int = 3
    club_ace_min_players: int = 4
    four_alike_layout: str = "dealer-takes"
    triple_layout: str = "fourth-takes-all"
    must_capture: bool = True
    first_player: str = "left-of-dealer"


@dataclass(frozen=True)
class Played:
    """One deal played to its end.

    Attributes:
        events: what happened.
        scores: points captured, by seat.
        payoffs: score - par, by seat.
        winners: the seats with the highest score.
        captures_by_hand: played cards that captured; a triple is one capture.
        captures_by_flip: likewise for flipped cards.
        unclaimed: cards left on the table.
        triple_rank: rank of a triple in the layout, or -1.
        alike_rank: rank of the four cards of a layout that the dealer took, or -1.
        redeals: layouts that went back into the deck.
    """

    events: list[Event]
    scores: list[int]
    payoffs: list[Fraction]
    winners: list[int]
    captures_by_hand: int
    captures_by_flip: int
    unclaimed: int
    triple_rank: int
    alike_rank: int
    redeals: int


@dataclass
class Table:
    """The state of section 3; `stock` holds the cards that nobody has seen, in ascending order."""

    rules: Rules
    players: int
    chance: Chance
    choose: Choose
    stock: list[int] = field(default_factory=lambda: list(range(52)))
    hands: list[list[int]] = field(default_factory=list)
    layout: list[int] = field(default_factory=list)
    won: list[list[int]] = field(default_factory=list)
    triple_rank: int = NONE
    events: list[Event] = field(default_factory=list)


def play_hand(rules: Rules, players: int, chance: Chance, choose: Choose) -> Played:
    """The deal that these cards and choices give.

    Args:
        rules: house rules.
        players: 2, 3 or 4.
        chance: the cards.
        choose: the players' decisions: `play-card`, `choose-capture`, `choose-flip-capture`.
    """
    table = Table(rules, players, chance, choose)
    table.hands = [[] for _ in range(players)]
    table.won = [[] for _ in range(players)]
    _deal(table)
    redeals, alike_rank = _lay_out(table)
    triple_rank = table.triple_rank

    first = 0 if rules.first_player == "left-of-dealer" else players - 1
    by_hand = by_flip = 0
    for turn in range(TURNS):
        seat = (first + turn) % players
        by_hand += _play(table, seat)
        by_flip += _flip(table, seat)

    if table.layout:
        table.events.append(("unclaimed", NONE, len(table.layout)))
    scores = [pile_points(rules, players, pile) for pile in table.won]
    table.events += [("score", seat, score) for seat, score in enumerate(scores)]
    return Played(
        events=table.events,
        scores=scores,
        payoffs=settle(rules, players, scores),
        winners=[seat for seat, score in enumerate(scores) if score == max(scores)],
        captures_by_hand=by_hand,
        captures_by_flip=by_flip,
        unclaimed=len(table.layout),
        triple_rank=triple_rank,
        alike_rank=alike_rank,
        redeals=redeals,
    )


def partner_rank(rank: int) -> int:
    """The rank that a card of this rank captures: section 1."""
    return rank if rank >= TEN else NINE - rank


def partners(cards: Iterable[int], card: int) -> list[int]:
    """Those of the cards that the card could capture, ascending."""
    wanted = partner_rank(card % 13)
    return sorted(other for other in cards if other % 13 == wanted)


def special_layout(layout: Iterable[int]) -> tuple[int, int]:
    """Rank and number of three or four cards of a self rank; (-1, 0) without."""
    ranks = [card % 13 for card in layout]
    for rank in SELF_RANKS:
        if ranks.count(rank) >= 3:
            return rank, ranks.count(rank)
    return NONE, 0


def card_points(rules: Rules, players: int, card: int) -> int:
    """What a captured card scores: section 6."""
    suit, rank = divmod(card, 13)
    if suit in (DIAMONDS, HEARTS):
        if rank == ACE:
            return 20
        if rank == NINE:
            return rules.red_nine
        return min(rank + 1, 10)
    if rank == ACE and suit == SPADES and players >= rules.spade_ace_min_players:
        return 30
    if rank == ACE and suit == CLUBS and players >= rules.club_ace_min_players:
        return 40
    return 0


def pile_points(rules: Rules, players: int, pile: Iterable[int]) -> int:
    """What these captured cards score."""
    return sum(card_points(rules, players, card) for card in pile)


def par(rules: Rules, players: int) -> Fraction:
    """The average score when every card is captured."""
    return Fraction(pile_points(rules, players, range(52)), players)


def settle(rules: Rules, players: int, scores: Iterable[int]) -> list[Fraction]:
    """What each seat wins or loses."""
    return [score - par(rules, players) for score in scores]


def _deal(table: Table) -> None:
    for _ in range(24 // table.players):
        for seat in range(table.players):
            card = _top_card(table)
            table.hands[seat].append(card)
            table.events.append(("deal", seat, card))


def _lay_out(table: Table) -> tuple[int, int]:
    """Lays four cards out; gives the redeals and the rank of four alike that the dealer took."""
    redeals = 0
    while True:
        for _ in range(4):
            card = _top_card(table)
            table.layout.append(card)
            table.events.append(("layout", NONE, card))
        rank, copies = special_layout(table.layout)

        option = {3: table.rules.triple_layout, 4: table.rules.four_alike_layout}.get(copies)
        if option == "redeal":
            table.stock = sorted(table.stock + table.layout)
            table.layout.clear()
            table.events.append(("redeal", NONE, copies))
            redeals += 1
        elif option == "dealer-takes":
            dealer = table.players - 1
            table.won[dealer] += sorted(table.layout)
            table.layout.clear()
            table.events.append(("alike", dealer, rank))
            return redeals, rank
        else:
            if option == "fourth-takes-all":
                table.triple_rank = rank
                table.events.append(("triple", NONE, rank))
            return redeals, NONE


def _play(table: Table, seat: int) -> bool:
    """D1 and what follows from it; gives whether the card captured."""
    card = _ask(table, "play-card", seat, table.hands[seat])
    table.hands[seat].remove(card)
    table.events.append(("play", seat, card))

    taken = partners(table.layout, card)
    all_three = card % 13 == table.triple_rank
    legal = [TAKE_TRIPLE] if all_three else taken
    if taken and not table.rules.must_capture:
        legal = [TRAIL, *legal]
    if len(legal) > 1:
        seen = {"card_played": card, "M": taken}
        choice = _ask(table, "choose-capture", seat, legal, seen)
        if choice == TRAIL:
            taken = []
        elif choice != TAKE_TRIPLE:
            taken = [choice]
    return _put_down(table, seat, card, taken)


def _flip(table: Table, seat: int) -> bool:
    """The top card of the deck, with D3; gives whether it captured."""
    card = _top_card(table)
    table.events.append(("flip", seat, card))

    taken = partners(table.layout, card)
    if len(taken) > 1 and card % 13 != table.triple_rank:
        seen = {"card_flipped": card, "M": taken}
        taken = [_ask(table, "choose-flip-capture", seat, taken, seen)]
    return _put_down(table, seat, card, taken)


def _put_down(table: Table, seat: int, card: int, taken: list[int]) -> bool:
    """Moves the card and those it takes to the pile of the seat, or the card to the table."""
    if not taken:
        table.layout.append(card)
        table.events.append(("trail", seat, card))
        return False
    if card % 13 == table.triple_rank:
        table.triple_rank = NONE
    table.won[seat] += [card, *taken]
    for other in taken:
        table.layout.remove(other)
        table.events.append(("capture", seat, other))
    return True


def _top_card(table: Table) -> int:
    card = table.chance.card(list(table.stock))
    if card not in table.stock:
        raise ValueError(f"card {card} is not in the stock")
    table.stock.remove(card)
    return card


def _ask(table: Table, decision: str, seat: int, legal: list[int], seen: View | None = None) -> int:
    view = {
        "n": table.players,
        "my_seat": seat,
        "dealer": table.players - 1,
        "table": sorted(table.layout),
        "deck_count": len(table.stock),
        "hand_counts": [len(hand) for hand in table.hands],
        "triple_rank": table.triple_rank,
        "history": [event for event in table.events if event[0] != "deal"],
        "hand": sorted(table.hands[seat]),
        **(seen or {}),
    }
    action = table.choose(decision, seat, view, sorted(legal))
    if action not in legal:
        raise ValueError(f"seat {seat} cannot choose {action} in {decision}")
    return action
