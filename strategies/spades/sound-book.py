"""Play by the book with four rules more, each of which a person can keep in mind.

- bid one less if your bid and your partner's come to nine or more (without it `together=27`)
- bid nil only with at most three spades (without it `nil_length=13`)
- while your side needs tricks and nobody has a nil to make, lead the highest card of your shortest
  side suit (without it `lead=book`)
- once your side has its bid, go on taking tricks while the others can spare at most two of those
  that are left, and otherwise throw high cards (without it `then=book`)

All else as `by-the-book`. The last rule is that of `go-for-set`.

Source: the pages `spades-how-bold`, `spades-nil`, `spades-lead` and `spades-set`, which find these
rules for other strategies.

Result: it wins 6.6 (± 0.8) matches in 100 more than `by-the-book`, and as many as `press-on`, in
the same matches in the field (`cardsim compare spades by-the-book go-for-set sound-book press-on
--vs field -n 20000 --seed 43`). Against beginners (`--vs field-0`) `press-on` wins 1.1 (± 0.7) more
than it, and against `cautious-odds` 1.5 (± 0.9) fewer.
"""

from typing import Annotated

from cardsim import Strategy, between, borrowed, one_of
from cardsim.card_sets import count
from cardsim.games.spades import holds_nil, nearest_bid, need, partner_bid, spades
from cardsim.games.spades.state import SPADES, SUITS
from cardsim.tricks import high_card

book_bid = borrowed("spades", "by-the-book", "bid")
book_play = borrowed("spades", "by-the-book", "play")
go_for_set = borrowed("spades", "go-for-set", "play")
BOOK = 0

Together = Annotated[int, between(2, 27, "bid one less if both come to this or more")]
Length = Annotated[int, between(-1, 13, "bid nil only with so many spades or fewer; -1 is never")]
Lead = Annotated[str, one_of(("book", "shortest"), "what is led while the side needs tricks")]
Then = Annotated[str, one_of(("book", "set"), "how it goes on once its side has its bid")]


def bid(view, together: Together = 9, nil_length: Length = 3):
    tricks = book_bid(view)
    if tricks == 0 and spades(view) <= nil_length:
        return 0
    if partner_bid(view) > 0 and tricks + partner_bid(view) >= together:
        tricks -= 1
    return nearest_bid(view, max(tricks, 1))


def leads(view, lead):
    """Return whether a side suit is led by choice."""
    if lead == BOOK:
        return False
    nil = False
    for seat in range(4):
        nil = nil or holds_nil(view, seat)
    return view.laid == 0 and need(view) > 0 and not nil and view.legal & ~SUITS[SPADES] != 0


def going_on(view, then):
    """Return the card played where no suit is led by choice."""
    return book_play(view) if then == BOOK else go_for_set(view)


def play(view, lead: Lead = "shortest", then: Then = "set"):
    if not leads(view, lead):
        return going_on(view, then)
    shortest, fewest = view.legal, 99
    for suit in range(SPADES):
        held = view.legal & SUITS[suit]
        if 0 < count(held) < fewest:
            shortest, fewest = held, count(held)
    return high_card(shortest)


STRATEGY = Strategy(
    game="spades",
    plays="play~ by the book, but lead~ from short suits and set~ the others if it is cheap",
    bid=bid,
    play=play,
)
