"""Should I take or raise the other player's build in Casino?

He has built, and you hold a card of that value: you can take his build. Or your card makes it a
higher one: with a three you raise his five to an eight, if you hold an eight as well. He can do
either to yours. Whenever you can, you take his build, or raise it, or leave it alone; else you
build whatever wins two cards more than a capture, and otherwise take what is worth most. With two
players, against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Number, Strategy, borrowed, one_of
from cardsim.card_sets import lowest, only, without_lowest
from cardsim.games.casino import (
    best_capture,
    cards_of,
    kind_of,
    least_worth,
    may_play,
    play_with,
    value_of,
    worth_of,
)
from cardsim.games.casino.moves import OLD, TAKE
from cardsim.games.casino.state import CAPTURE, RAISE, TOP
from cardsim.studies import Lab, sweep_in_three

GAME, LIKE = "casino", "builder"
WORTH = (0.1, 0.12, 1.0, 2.0, 1.0)
"""Values of a card, and what a spade, an ace, the ten of diamonds and the two of spades add."""
NOTHING, NONE = np.uint64(0), np.int64(-1)
USUAL, TAKES, RAISES, BOTH, LEAVES = range(5)
WAYS = {
    "usual": "treat his build like any other cards",
    "take": "take his build whenever you can",
    "raise": "raise his build whenever you can",
    "both": "raise his build, and take it where you cannot",
    "leave": "never touch his build",
}
by_worth = borrowed(GAME, LIKE, "play", max_unseen_stealers=4)


def is_rivals(view: Any, value: Any) -> Any:
    """Return whether there is a build of this value that another player owns."""
    owner = np.int64(view.build_owner[value])
    return owner >= 0 and owner != np.int64(view.seat)


def breaks(view: Any, number: Any) -> Any:
    """Return in which way an action breaks a rival's build: 1 takes it, 2 raises it, 0 neither."""
    kind = kind_of(number)
    if kind == CAPTURE and number >> TAKE & 1 and is_rivals(view, value_of(number)):
        return 1
    if kind == RAISE and is_rivals(view, number >> OLD & 15):
        return 2
    return 0


def held(view: Any, value: Any) -> Any:
    """Return the own cards of a rank, as a set."""
    found, rest = NOTHING, view.hand
    while rest != NOTHING:
        card = lowest(rest)
        rest = without_lowest(rest)
        found |= only(card) if card % 13 + 1 == value else NOTHING
    return found


def best_raise(view: Any) -> Any:
    """Return the raise of another's build whose cards are worth most; -1 and -1 for none."""
    best, most = np.int64(-1), -1.0
    for value in range(1, TOP):
        rest = view.hand if is_rivals(view, value) else NOTHING
        while rest != NOTHING:
            card = lowest(rest)
            rest = without_lowest(rest)
            number = play_with(card, RAISE, value + card % 13 + 1) | (value << OLD)
            if card % 13 + 1 + value <= TOP and may_play(view, number, 0):
                worth = worth_of(cards_of(view, number, 0), WORTH)
                if worth > most:
                    best, most = number, worth
    return best, np.int64(0)


def best_take(view: Any) -> Any:
    """Return the capture of another's build that is worth most; -1 and -1 for none."""
    best, taken, most = np.int64(-1), np.int64(-1), -1.0
    for value in range(1, TOP + 1):
        if not is_rivals(view, value):
            continue
        number, chosen, _ = best_capture(view, held(view, value), WORTH, 1.0 * view.sweep_points)
        if number >= 0 and breaks(view, number) == 1:
            worth = worth_of(cards_of(view, number, chosen), WORTH)
            if worth > most:
                best, taken, most = number, chosen, worth
    return best, taken


def other_play(view: Any) -> Any:
    """Return the best capture that takes no build of another, or else a trail; -1 for none."""
    cards = view.hand
    for value in range(1, TOP + 1):
        if is_rivals(view, value):
            cards &= ~held(view, value)
    number, chosen, _ = best_capture(view, cards, WORTH, 1.0 * view.sweep_points)
    if number >= 0:
        return number, chosen
    trailed = least_worth(view.hand, WORTH)
    return (np.int64(trailed), np.int64(0)) if may_play(view, trailed, 0) else (NONE, NONE)


def decided(view: Any, way: Any) -> Any:
    """Return the action: another's build taken, raised or left alone, or what is worth most."""
    number, chosen = by_worth(view)
    if way == USUAL or view.build_values == 0:
        return number, chosen
    if way == LEAVES:
        if breaks(view, number) == 0:
            return number, chosen
        other, cards = other_play(view)
        return (other, cards) if other >= 0 else (number, chosen)
    if way >= RAISES:
        other, cards = best_raise(view)
        if other >= 0:
            return other, cards
    if way != RAISES:
        other, cards = best_take(view)
        if other >= 0:
            return other, cards
    return number, chosen


def play(
    view: Any,
    way: Annotated[str, one_of(tuple(WAYS), "what it does to a build of another")] = "take",
) -> Any:
    """Take or raise another's build as chosen, and else play what is worth most."""
    return decided(view, way)


def plays(way: str) -> str:
    """Say what it does to a build of another."""
    first = "never touch" if way == "leave" else WAYS[way].partition(" ")[0]
    return WAYS[way].replace(first, f"{first}~", 1)


BREAKER = Strategy(GAME, name="breaker", plays=plays, play=play)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        GAME,
        "way",
        WAYS.__getitem__,
        "what you do to his build",
        strategy=BREAKER,
        way=tuple(WAYS),
        players=2,
        unit="hand",
        first="take",
    )
    told = " ".join(
        f"{WAYS[way][:1].upper()}{WAYS[way][1:]}, and it costs you {asked.costs(k)}."
        for k, way in sorted(enumerate(WAYS), reverse=True)
        if k != asked.advised and asked.mixed.behind[k].low > 0
    )
    lab.answer(
        f"{asked.headline}. {told}",
        *(
            Number.of(
                asked.mixed.cost(k), f"lost if you {WAYS[way]}, in mixed company", is_cost=True
            )
            for k, way in sorted(enumerate(WAYS), reverse=True)
            if asked.mixed.behind[k].low > 0
        ),
    )


# By a number of hands: most differences are small, and a precision would ask for too many.
EXPERIMENT = Experiment(study, n=5_000)
