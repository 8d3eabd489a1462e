"""Bid the cards that are worth much, and lay what brings most points and makes the bid."""

from typing import Annotated

from cardsim import Strategy, between

RANKS = (10, 11, 12, 0)


def of_worth(cards, worth):
    """How many cards of a set are worth this: 1 to 4."""
    found = 0
    for suit in range(4):
        found += (cards >> (13 * suit + RANKS[worth - 1])) & 1
    return found


def bid(view, bid_from: Annotated[int, between(1, 5, "bid cards that are worth this or more")] = 3):
    found = 0
    for worth in range(bid_from, 5):
        found += of_worth(int(view.hand), worth)
    return found


def lay(
    view,
    count_legal,
    nth_legal,
    miss: Annotated[int, between(0, 9, "points that a card more or less than bid costs")] = 2,
):
    best, most = nth_legal(view, 0), -100
    for n in range(count_legal(view)):
        number, cards = nth_legal(view, n)
        laid, cheapest = 0, 0
        for worth in range(4, 0, -1):
            many = of_worth(cards, worth)
            laid += many
            cheapest = worth if many > 0 else cheapest
        value = number * cheapest - miss * abs(laid - view.bids[view.seat])
        if value > most:
            best, most = (number, cards), value
    return best


STRATEGY = Strategy(game="side-by-side", bid=bid, lay=lay)
