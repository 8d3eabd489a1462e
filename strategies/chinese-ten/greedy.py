"""Take the most points that can be taken now; else throw the card of fewest points.

Of several cards that would win or cost the same it plays the one dealt first. Where a card can take
several, it takes the one of most points; it takes whenever it may. What any other strategy leaves
out is played like this.

Source: the baseline `greedy` of the rules file.
"""

from cardsim import Strategy

NO_CARD = 255
TAKE_THREE = 52


def play_card(view):
    best, light = view.best_capture, view.lightest
    return light if best == NO_CARD else best


def choose_capture(view):
    return TAKE_THREE if view.best_capture == NO_CARD else view.best_capture


def choose_flip_capture(view):
    return view.best_capture


STRATEGY = Strategy(
    game="chinese-ten",
    plays="take~ the most points now",
    play_card=play_card,
    choose_capture=choose_capture,
    choose_flip_capture=choose_flip_capture,
)
