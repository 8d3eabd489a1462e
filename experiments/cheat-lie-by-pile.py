"""How large a lie should I tell in Cheat, by the pile?

You hold one card of the rank that is asked for, and four cards or more. You may add one false card
or two, once the pile has some number of cards or more: if you are caught, you take it all. You
challenge, and choose your cards, as `level-2` does. Each way plays the same games against
beginners, in mixed company and against good players.
"""

from functools import partial
from typing import Annotated, Any

from cardsim import Experiment, Strategy, between, borrowed
from cardsim.games.cheat import own_cards, own_of_claim
from cardsim.runs.company import FIELD
from cardsim.studies import Lab, counted, sweep_in_three

GAME, LIKE, HONEST, RULE = "cheat", "planner", "truth-first", "level-2"
FEWEST = 4
"""The fewest own cards with which to lie."""
NEVER = 52
PILES = (1, 3, 5, 8, 12, 16, 20, 30, NEVER)
SIZES = (1, 2)
truly = borrowed(GAME, HONEST, "count")
AS_USUAL: dict[str, Any] = {
    decision: borrowed(GAME, LIKE, decision) for decision in ("card", "challenge")
}


def added(view: Any, claim: Any, size: Any, pile: Any) -> Any:
    """Return how many cards to claim, with false ones added where the pile is large enough."""
    room = min(int(view.max_cards), own_cards(view))
    lies = own_of_claim(view) == 1 and own_cards(view) >= FEWEST and view.pile_size >= pile
    return min(1 + size, room) if lies else claim


def count(
    view: Any,
    size: Annotated[int, between(1, 3, "false cards that are added")] = 1,
    pile: Annotated[int, between(0, NEVER, "cards in the pile from which on they are")] = 8,
) -> Any:
    """Claim the truth, and more as chosen."""
    return added(view, truly(view), size, pile)


LIAR = Strategy(
    GAME,
    name="lies by the pile",
    plays="add~ {size} false cards with {pile} in the pile",
    count=count,
    **AS_USUAL,
)


def liar(pile: int) -> Strategy:
    """Return a player who adds one false card from a pile of so many on."""

    def count(view: Any) -> Any:
        """Claim the truth, and a false card as well."""
        return added(view, truly(view), 1, pile)

    return Strategy(
        GAME,
        name=f"lies from {pile}",
        plays=f"add~ a false card with {pile} in the pile",
        count=count,
        **AS_USUAL,
    )


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = {
        size: sweep_in_three(
            lab,
            GAME,
            "pile",
            partial(told, size),
            f"cards in the pile ({NEVER}: never)",
            heading=f"Adding {cards(size)}",
            strategy=LIAR,
            first=NEVER if size > 1 else None,
            size=size,
            pile=PILES,
        )
        for size in SIZES
    }
    one, two = (asked[size] for size in SIZES)
    best = max(two.mixed.estimates, key=lambda e: e.value)
    never = len(PILES) - 1
    pile = PILES[one.advised]
    rule = lab.compare(GAME, [RULE, liar(pile)], vs=FIELD)
    gain = rule.gap(0, 1)
    better = (
        f" The rule of `cheat-lie`, which counts the cards that you keep, too, wins "
        f"{rule.cost(gain)} more in mixed company than adding one from a pile of {pile} on."
        if gain.low > 0
        else ""
    )
    lab.answer(
        f"One false card, never two. By the pile alone, {one.told}.{better} Add two false cards "
        f"instead, and at best you win {best} of games in mixed company. Telling the truth "
        f"whenever you can costs you {one.costs(never)}.",
        *one.numbers,
        one.lost(),
    )


def told(size: int, pile: int) -> str:
    """Return when you lie, in words."""
    if pile in (PILES[0], NEVER):
        return f"{'always' if pile < NEVER else 'never'} add {cards(size)}"
    return f"add {cards(size)} from a pile of {pile} on"


def cards(size: int) -> str:
    """Return a number of false cards in words."""
    return "a false card" if size == 1 else f"{counted(size)} false cards"


EXPERIMENT = Experiment(study, n=60_000, precision="0.5pp")
