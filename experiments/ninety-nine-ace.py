"""Should I play an ace as 1 or as 11 in Ninety-Nine?

An ace adds 1 or 11, as you like. You play by the five rules of `ninety-nine-five-rules`, but the
ace as you choose: to the end, after all other cards that are not special, or early, by what it may
add; and as 1, or as 11 where that fits. With three players each way plays the same matches against
beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

from cardsim import Experiment, Strategy, borrowed, one_of
from cardsim.card_sets import holds
from cardsim.studies import Lab, sweep_in_three

GAME = "ninety-nine"
LAST_ONE, LAST_ELEVEN, FIRST_ONE, FIRST_ELEVEN = range(4)
ACES = {
    "last-as-1": "keep aces to the end and count them 1",
    "last-as-11": "keep aces to the end and count them 11",
    "first-as-1": "spend aces early and count them 1",
    "first-as-11": "spend aces early and count them 11",
}
last = borrowed(GAME, "five-rules", "play_card")
first = borrowed(GAME, "five-rules", "play_card", keep_aces="no")


def chosen(view: Any, chance: Any, ace: Any) -> Any:
    """Return the card that is played, and as what."""
    late = ace in (LAST_ONE, LAST_ELEVEN)
    action = last(view, chance) if late else first(view, chance)
    card = action % 8
    if view.kind[card] != 0 or view.hand[card] % 13 != 0:
        return action
    eleven = holds(view.legal, card + 8) and ace in (LAST_ELEVEN, FIRST_ELEVEN)
    return card + 8 if eleven or not holds(view.legal, card) else card


def play_card(
    view: Any,
    chance: Any,
    ace: Annotated[str, one_of(tuple(ACES), "when an ace is played, and as what")] = "last-as-1",
) -> Any:
    """Play by the five rules, and the ace as chosen."""
    return chosen(view, chance, ace)


BY_RULES = Strategy(GAME, name="chosen aces", plays="choose~ what an ace is", play_card=play_card)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        GAME,
        "ace",
        ACES.__getitem__,
        "what you do with an ace",
        strategy=BY_RULES,
        ace=tuple(ACES),
        players=3,
        unit="match",
    )
    dear = asked.dearest
    either = all(f.is_good(way) for f in asked.three for way in (LAST_ONE, LAST_ELEVEN))
    lab.answer(
        (
            "Keep aces to the end; whether you then count them 1, as the five rules have it, or "
            "11 hardly matters, in all three companies that were tried"
            if either
            else f"{asked.headline}. Keeping them to the end as 1, as the five rules have it, "
            f"costs you {asked.costs(LAST_ONE)}"
        )
        + f". What costs you most is to {asked.ways[dear]}: "
        f"{asked.costs(dear)}.",
        *asked.numbers,
        asked.lost(),
    )


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
