"""The exact question of trick games: how the last tricks are shared out when all cards are seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardsim.cards import card_id, card_symbol
from cardsim.endings import check_ending, last_tricks, may_lead
from cardsim.errors import UserError
from cardsim.game import Figure, FigureTable, Solution
from cardsim.options.card_text import cards_of
from cardsim.options.params import Value, option
from cardsim.tricks import SEATS, Order

MOST_CARDS = 9
"""The most cards in a hand; with one more a lead may take a minute."""
QUICK = 8
TIMES = 5.0
"""Factor by which each card beyond the quick ones lengthens the search."""
EXAMPLE = "AS 4H / KS 5H / QS 6H / JS 7H"


class Called(NamedTuple):
    """A game's names for its players, as answers use them.

    Attributes:
        seats: each of the four.
        sides: the first and third together, and the others.
        leads: what the number of the leader is.
    """

    seats: tuple[str, ...]
    sides: tuple[str, str]
    leads: str

    @property
    def words(self) -> tuple[str, ...]:
        """The seats as an option names them."""
        return tuple(name.lower() for name in self.seats)


PLAYERS = Called(
    tuple(f"player {number}" for number in range(1, SEATS + 1)),
    ("players 1 and 3", "players 2 and 4"),
    "the player who leads",
)


def hands_option(
    whose: str = "players 1 to 4, of whom one may have none", called: Called = PLAYERS
) -> Any:
    """Declare the option for the cards of all players."""
    return option(
        "",
        f"the cards of {whose}, such as '{EXAMPLE}'; {called.sides[0]} are partners",
        language=cards_of(SEATS),
    )


def leader_option() -> Any:
    """Declare the option for the player who leads."""
    return option(1, "the player who leads", low=1, high=SEATS)


def named_leader_option(called: Called) -> Any:
    """Declare the option for the leader where seats have names; numbers are allowed too."""
    numbers = map(str, range(1, SEATS + 1))
    return option(called.words[0], "who leads", choices=(*called.words, *numbers))


def ending(options: Mapping[str, Value], called: Called) -> tuple[list[int], int]:
    """Read the hands as sets of cards, and the seat of the leader."""
    text = str(options["hands"])
    if not text:
        raise UserError(
            "--hands must say what the four players hold", hint=f"such as --hands '{EXAMPLE}'"
        )
    hands = [[card_id(name) for name in hand.split()] for hand in text.split("/")]
    for name in text.replace("/", " ").split():
        if text.count(name) > 1:
            raise UserError(f"--hands has {name} more than once")
    leader = str(options["leader"])
    seat = called.words.index(leader) if leader in called.words else int(leader) - 1
    return [sum(1 << card for card in hand) for hand in hands], seat


def cost(
    options: Mapping[str, Value], *, shut: int = 0, cards: int = -1, called: Called = PLAYERS
) -> float:
    """Estimate the seconds that `solve` takes.

    Args:
        options: those of the question, with `hands` and `leader`.
        shut: as of `last_tricks`.
        cards: those that the game has, all 52 by default.
        called: who plays.
    """
    hands, leader = ending(options, called)
    sizes = sorted(hand.bit_count() for hand in hands)
    if sizes[1] != sizes[-1] or sizes[0] not in {0, sizes[-1]} or not sizes[-1]:
        raise UserError(
            f"--hands must give all as many cards, or one of them none, not '{options['hands']}'"
        )
    if not hands[leader]:
        raise UserError(f"--leader {options['leader']} has no cards")
    for card in range(max(hands).bit_length()):
        if sum(hands) & ~cards & 1 << card:
            raise UserError(f"--hands has {card_symbol(card)}, which the game has not")
    if sizes[-1] > MOST_CARDS:
        raise UserError(
            f"--hands must give at most {MOST_CARDS} cards to each, not {sizes[-1]}: that would "
            "take too long"
        )
    check_ending(hands, leader, shut=shut)
    return 0.05 * sizes[-1] * TIMES ** max(sizes[-1] - QUICK, 0)


def solve(
    options: Mapping[str, Value],
    *,
    trump: int,
    order: Order,
    shut: int = 0,
    called: Called = PLAYERS,
) -> Solution:
    """Return the tricks that both sides take, and those of the leader's side after each lead."""
    hands, leader = ending(options, called)
    leads = {}
    for card in range(hands[leader].bit_length()):
        if may_lead(hands[leader], shut) >> card & 1:
            taken = last_tricks(hands, leader, trump=trump, order=order, shut=shut, lead=1 << card)
            leads[card_symbol(card)] = taken[leader % 2]
    best, cards = max(leads.values()), max(hand.bit_count() for hand in hands)
    first = best if leader % 2 == 0 else cards - best
    figures = (
        Figure("first", f"tricks of {called.sides[0]}", first),
        Figure("second", f"tricks of {called.sides[1]}", cards - first),
        Figure("leader", called.leads, leader + 1),
    )
    table = FigureTable(
        "leads",
        "What each lead brings the leader's side",
        {"lead": [*leads], "tricks": [*leads.values()]},
    )
    return Solution(figures, (table,))


def sentence(figures: Mapping[str, float], tables: Mapping[str, FigureTable], *_: object) -> str:
    """Return the answer in words."""
    return told(figures, tables, PLAYERS)


def told(figures: Mapping[str, float], tables: Mapping[str, FigureTable], called: Called) -> str:
    """Return the answer in words, with the game's own names of players."""
    leads = dict(
        zip(tables["leads"].columns["lead"], tables["leads"].columns["tricks"], strict=True)
    )
    best = [str(card) for card, tricks in leads.items() if tricks == max(leads.values())]
    named = " or ".join([", ".join(best[:-1]), best[-1]] if len(best) > 1 else best)
    leader, (ours, theirs) = called.seats[int(figures["leader"]) - 1], called.sides
    how = f"{leader} must lead {named} for it"
    if len(best) == len(leads):
        how = f"it is the same what {leader} leads"
    return (
        f"{ours[0].upper()}{ours[1:]} take {figures['first']} and {theirs} take "
        f"{figures['second']} of the last tricks, if all four see all cards and play their best; "
        f"{how}."
    )
