"""Gin Rummy by the book: slow, plain, hands and games from given tiles and choices.

Written from the rules alone; sections are those of the game's rules. A tile is
`13 * suit + rank - 1`: suits clubs 0, diamonds 1, hearts 2, spades 3; ranks ace 1 to king 13. What
is called a match elsewhere is a game here: hands until somebody has the target.

What is decided, as (decision, its actions); `legal` lists them ascending:

- `upcard`: 0 pass, 1 take;
- `draw`: 0 from the stock, 1 from the row;
- `finish` with n tiles in the hand, ascending: i discards the i-th and goes on, n + i discards it
  and knocks (with a deadwood of 0 that is gin), 2n is big gin;
- `knocker-melds`: the number of an arrangement in the order of section 14.2, from 0.

What happened is told as (kind, seat or -1, number), in this order:

- `hand`: the dealer, the number of the hand from 1;
- `deal`: a seat, its tile; all tiles of the seat left of the dealer, then all of the next, each as
  dealt; `upcard`: -1, the first tile of the row;
- with an offer `pass`: a seat that passes, the upcard;
- of each turn `draw`: the seat, the tile from the stock, or `take`: the seat, the tile from the row
  (also one who takes the upcard when it is offered); then `discard`: the seat, the tile, unless it
  is big gin;
- how it ends, once: `knock`: the knocker, his deadwood, above 0; `gin`: the knocker, 0; `big-gin`:
  the knocker, 0; `void`: -1, the number of turns;
- after a `knock` with layoffs `arrange`: the knocker, his action at `knocker-melds`, if he was
  asked; then `meld`: the knocker, a tuple of the tiles of a meld, ascending; one for each meld of
  the arrangement, in its order;
- unless it is void, for each other seat, clockwise from the knocker: `deadwood`: the seat, its
  deadwood without layoffs; and after a `knock` with layoffs `left`: the seat, what is left of it;
- `undercut`: a seat that scores by an undercut, its points; each ascending;
- `points`: a seat, its points in this hand, each seat ascending, also 0, also in a void hand; then
  `score`: a seat, its points in all hands so far, each ascending;
- at the end of a game `win`: the seat, or `draw`: -1; and how many hands were played; then `final`:
  a seat, its final points, each ascending.

Where the rules are silent or leave two readings:

1. `upcard-offer` with three or four: each seat is asked in turn from left of the dealer, the dealer
   last. After a take the seat left of the taker follows; if all pass, the seat left of the dealer
   draws from the stock alone.
2. Stock and turns are looked at when a DRAW begins, so not before the offer, nor before the turn of
   who takes the upcard. A hand is void at `turn_no >= max-turns`.
3. A banned tile is banned for n + i too.
4. `knocker-melds`: the tile discarded lies in the row, is in no hand or `taken`, and the turn is
   counted in `turn_no`. `drew_from` is `none` and `banned` -1, as in all but `finish`.
5. `best` counts a tile that is outside the knocker's hand wherever it is, also in the row. One that
   fits two melds counts once.
6. `scores` and `hands_won` in a view are those before the hand; a hand by itself begins with none,
   unless it is told otherwise, and has number 1, which is no field of a view.
7. At `max-hands` there is no winner if the highest total is shared or below `target`; all then have
   P + `box-bonus` * `hands_won`. The hand that is number `max-hands` may still be won outright.
8. The tiles of an opponent that are laid off are not told: more than one choice may be the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple, Protocol

Event = tuple[str, int, int | tuple[int, ...]]
"""Kind, seat (-1 none), tile or other number; of `meld` the tiles."""

View = dict[str, Any]
"""What a seat may see: the fields of section 7, by their names.

All are lists but for the numbers `seat`, `dealer`, `turn_no`, `own_deadwood`, `stock_size`,
`target` and `banned`, and the word `drew_from` (`none`, `stock`, `discard`). `taken` has a list for
each seat.
"""

Choose = Callable[[str, int, View, list[int]], int]
"""`choose(decision, seat, view, legal)` gives one of the legal actions."""

PACK = range(52)
KING = 13
COURT_VALUE = 10
SMALLEST_MELD = 3
MOST_DEALT = 44
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
SET, RUN = 0, 1
PASS, TAKE = 0, 1
FROM_STOCK, FROM_ROW = 0, 1
KNOCK, GIN, BIG_GIN, VOID = "knock", "gin", "big-gin", "void"
FIRST, BEST, CHOOSE = "first", "best", "choose"
LOWEST, ALL = "lowest", "all"
NONE = -1


class Chance(Protocol):
    """Where the tiles come from."""

    def card(self, stock: list[int]) -> int:
        """The next tile of a face-down stock of these."""
        ...


@dataclass(frozen=True)
class Rules:
    """The options of sections 9 and 14.4, without `players`."""

    hand_size: int = 7
    knock_limit: int = 10
    gin_bonus: int = 25
    big_gin_bonus: int | None = 50
    undercut_bonus: int = 20
    undercut_on_tie: bool = False
    multi_undercut: str = LOWEST
    layoffs: bool = False
    upcard_offer: bool = False
    stock_floor: int = 0
    allow_return_discard: bool = False
    target: int = 100
    game_bonus: int = 0
    box_bonus: int = 0
    shutout_doubles: bool = False
    knocker_arrangement: str = FIRST
    max_turns: int = 300
    max_hands: int = 1000


PRESETS = {
    "three-player-7": (3, Rules()),
    "classic-2p": (
        2,
        Rules(
            hand_size=10,
            big_gin_bonus=31,
            undercut_bonus=25,
            undercut_on_tie=True,
            layoffs=True,
            upcard_offer=True,
            stock_floor=2,
            game_bonus=100,
            box_bonus=25,
            shutout_doubles=True,
        ),
    ),
}
"""Players and rules by name."""
