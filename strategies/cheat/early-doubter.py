"""Doubt claims while the hand is full, and bluff with two cards until that comes out.

- with a full hand it challenges every claim of one card or of three and more, and claims of two
  with the chance `twos`; with the rank in hand it tells the truth then
- a hand is full with as many cards as were dealt to each, less `fewer`; after more than `wrong`
  wrong challenges none counts as full
- later it challenges only the last card and sure lies, and with one card of the rank adds a false
  one
- without the rank it lays two false cards, at any time
- once more than `caught` of its lies came out, with two or more of the rank, and with fewer than
  four cards it tells the truth where it can

It lies with the card needed last, as `planner`, and never challenges what the claimant is known to
hold. What others do to each other changes nothing, so nobody gains by being wrong on purpose. Where
ranks may be chosen forced lies are rare, and where cards are laid singly no bluff is a large one:
there it plays as `level-2`.

Source: our own, from small searches in turn for the best answer to it and for its own numbers.

Result: with six players it wins 35.3 % (± 0.7) of games in mixed company, where an even share is
16.7 %, `bluffer` wins 32.0, and `level-2` 24.2 (`cardsim compare cheat early-doubter bluffer
level-2 learned steady planner --players 6 -n 20000 --seed 63`), and 5.0 (± 0.7) in 100 more than
with `wrong=1,twos=0.5`. The best answer that was found to five of it wins 18.2 % (± 0.5); with
seven players 19.8 (± 0.6), where 14.3 is even, and with ten 13.5 (± 0.5), where 10 is
(`cardsim learn cheat --players 6 --vs early-doubter -n 10000 --rounds 1 --seed 1`). Beginners doubt
it: against them it wins 37.8 % (± 1.2), and `planner` 51.2 (`--vs field-0 -n 6000 --seed 1`). With
four players `until-wrong` is safer.
"""

from typing import Annotated

from cardsim import Strategy, between, borrowed
from cardsim.games.cheat import chance_true, own_cards, own_of_claim
from cardsim.rng import uniform

usual_challenge = borrowed("cheat", "last-card-hawk", "challenge")
chosen_count = borrowed("cheat", "level-2", "count")
CYCLIC, CLASSROOM = 0, 4
EVEN = 0.5
PACK = 52
COMMON = 2
"""Cards of a claim that is often true."""
FEWEST = 4
"""Fewest own cards with which it lies without need."""

Wrong = Annotated[int, between(0, 1000, "wrong challenges that it allows itself")]
Fewer = Annotated[int, between(0, 104, "cards fewer than dealt with which it doubts")]


def bluffs_pay(view):
    """Return whether ranks are fixed, so that many claims are forced lies, and two cards fit."""
    return view.mode == CYCLIC and view.max_cards > 1


def suspects(view, wrong, fewer):
    """Return whether its hand is full, and few of its own challenges were wrong."""
    dealt = PACK * int(view.packs) // int(view.players)
    return own_cards(view) >= dealt - fewer and view.wrong_challenges[view.seat] <= wrong


def count(
    view,
    wrong: Wrong = 0,
    fewer: Fewer = 0,
    caught: Annotated[int, between(0, 1000, "lies found out after which it still bluffs")] = 2,
):
    if not bluffs_pay(view):
        return chosen_count(view)
    held, own = own_of_claim(view), own_cards(view)
    room = min(int(view.max_cards), own)
    bluffs = held < 2 and own >= FEWEST and view.caught[view.seat] <= caught
    if bluffs and (held == 0 or not suspects(view, wrong, fewer)):
        return min(2, room)
    return max(min(held, room), 1)


def challenge(
    view,
    chance,
    wrong: Wrong = 0,
    fewer: Fewer = 0,
    twos: Annotated[float, between(0, 1, "how often it challenges claims of two cards")] = 0.33,
):
    if view.mode == CLASSROOM:
        return chance_true(view) < EVEN
    if usual_challenge(view):
        return 1
    if not bluffs_pay(view) or not suspects(view, wrong, fewer):
        return 0
    if view.known[view.claim_seat, view.claim_rank] >= view.claim_count:
        return 0
    return view.claim_count != COMMON or uniform(chance) < twos


STRATEGY = Strategy(
    game="cheat",
    plays="doubt~ claims with a full hand, and bluff~ with two cards until that comes out",
    count=count,
    challenge=challenge,
)
