"""When should I lie in Cheat, even when I do not have to?

You hold the rank that is asked for, and may slip in a card of another rank. We try how often to do
it, or to do it by a rule or by the pile; then up to how large a claim, and down to how small a
hand: against beginners, in mixed company and against good players. How much lying wins depends most
on how often the others doubt, so we try that too.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from cardsim import Chart, Experiment, Series, Strategy, borrowed
from cardsim.games.cheat import own_cards, own_of_claim
from cardsim.runs.company import FIELD
from cardsim.runs.seating import Who
from cardsim.studies import (
    Lab,
    Point,
    SweepResult,
    Tried,
    in_three,
    is_level,
    joined,
    level,
    priced,
    tried,
    tried_ways,
)

STRATEGY = "bluffer"
RULE = "level-2"
BY_RULE = (
    "add a false card to a single true one if you hold four or more, and the pile and three times "
    "the cards that you keep make 33 or more"
)
LIES = (0, 0.25, 0.5, 0.75, 1)
PILES = (3, 12, 20)
FEWEST = 4
"""The fewest own cards with which it lies by the pile."""
SURE = "planner"
OTHERS = {
    SURE: "never challenge on a hunch",
    "truth-first:challenge_prob=0.02": "each challenge one claim in fifty",
    "truth-first:challenge_prob=0.05": "each challenge one claim in twenty",
    "truth-first:challenge_prob=0.1": "each challenge one claim in ten",
}
OFTEN = tuple(OTHERS)[-1]
HELD = "By the pile you add one while you hold four cards or more."
ALWAYS = (
    "Here you add a false card to every single true one, more often than is good: only what the "
    "heading names differs."
)
UP_TO = (1, 2, 3, 4)
NEVER = 53
HANDS = (2, 3, 4, 5, 6, 8, 10, NEVER)
ORDERS = {
    "last": "the card you will need last",
    "any": "any card",
    "lowest": "the lowest card",
    "soonest": "the card you will need next",
}


truly = borrowed("cheat", "truth-first", "count")


def by_pile(pile: int) -> Strategy:
    """Return a player who adds a false card to a single true one where the pile is large enough."""

    def count(view: Any) -> Any:
        """Claim the truth, and a false card as well."""
        lies = own_of_claim(view) == 1 and own_cards(view) >= FEWEST and view.pile_size >= pile
        return 2 if lies and view.max_cards > 1 else truly(view)

    return Strategy(
        "cheat",
        name=f"from {pile}",
        plays=f"add~ a false card from {pile} in the pile on",
        count=count,
        card=borrowed("cheat", SURE, "card"),
        challenge=borrowed("cheat", SURE, "challenge"),
    )


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways: dict[str, Who] = {to_add(share): f"{STRATEGY}:lies={share}" for share in LIES}
    ways |= {BY_RULE: RULE} | {from_pile(pile): by_pile(pile) for pile in PILES}
    compared = in_three("cheat", lambda vs: lab.compare("cheat", list(ways.values()), vs=vs))
    places = (*map(percent, LIES), "by the rule", *(f"from a pile of {pile}" for pile in PILES))
    asked = tried_ways(compared, list(ways), places)
    often = replace(asked, named=asked.ways.index(BY_RULE))
    often.show(lab, "How often", "what you do", f"{often.about} {HELD}")
    mixed = next(c for company, c in compared.items() if company.vs == FIELD)
    never = mixed.gap(often.advised, 0)
    doubted = by_doubt(lab)
    size = varied(
        lab,
        "up_to",
        UP_TO,
        lambda most: f"add false cards to claims of up to {most}" if most > 1 else "add none",
    )
    size.show(
        lab,
        "Up to how large a claim",
        "your largest claim with a false card (1: never)",
        f"{ALWAYS} The more you claim, the more players hold a card that gives you away.",
    )
    hand = varied(
        lab,
        "hand",
        HANDS,
        lambda few: f"add false cards down to {few} in hand" if few < NEVER else "add none",
    )
    hand.show(
        lab,
        "Down to how small a hand",
        "you add a false card with this many in hand or more",
        ALWAYS,
    )
    card = varied(lab, "order", tuple(ORDERS), lambda order: f"lie with {ORDERS[str(order)]}")
    card.show(lab, "With which card, if you hold none of the rank", "card")
    lab.answer(
        f"{often.headline}. In mixed company that wins {mixed.cost(never)} more than never adding "
        f"one. {doubted} If you add a false card whenever you have a single true one, "
        f"up to how large a claim? {advised(size)} Down to how few cards? {advised(hand)} And with "
        f"which card do you lie, if you hold none of the rank? {advised(card)} The worst card "
        f"costs {card.costs(card.dearest)}.",
        *often.numbers,
    )


def from_pile(pile: int) -> str:
    """Return what to do by the pile, in words."""
    return f"add a false card to a single true one from a pile of {pile} on"


def advised(asked: Tried) -> str:
    """Return the advice as a sentence."""
    return f"{asked.advice[:1].upper()}{asked.advice[1:]}."


def varied(lab: Lab, name: str, values: Sequence[Any], tell: Callable[[Any], str]) -> Tried:
    """Sweep the values of one number, in the three companies."""
    swept = in_three(
        "cheat", lambda vs: lab.sweep("cheat", strategy=STRATEGY, vs=vs, **{name: values})
    )
    return tried(swept, tell, name)


def by_doubt(lab: Lab) -> str:
    """Show how often to lie, by how often others challenge; return a sentence about both ends."""
    swept = {vs: lab.sweep("cheat", strategy=STRATEGY, vs=vs, lies=LIES) for vs in OTHERS}
    told = {vs: by_share(sweep) for vs, sweep in swept.items()}
    lab.section(
        "If you know how often they doubt",
        " ".join(f"If the others {OTHERS[vs]}: {told[vs]}." for vs in OTHERS),
        Chart(
            "Games won, by how often the others doubt",
            "how often you add a false card, in 100 claims",
            "games won",
            tuple(
                Series.of(
                    f"others {OTHERS[vs]}",
                    [100 * share for share in LIES],
                    [p.estimate for p in sweep.groups[0].points],
                )
                for vs, sweep in swept.items()
            ),
            percent=True,
            reference=(0.25, "even share"),
            best="highest",
        ),
    )
    ends = (SURE, OFTEN)
    return " ".join(f"If the others {OTHERS[vs]}: {told[vs]}." for vs in ends)


def percent(share: float) -> str:
    """Return how often you lie, in words."""
    return (
        "never" if share == 0 else "always" if share == 1 else f"in {100 * share:.0f} % of claims"
    )


def by_share(sweep: SweepResult) -> str:
    """Return how often to lie needlessly, and what the other extreme costs."""
    group = sweep.groups[0]
    ends = {share: next(p for p in group.points if p["lies"] == share) for share in (0, 1)}
    if all(is_level(group, p) for p in group.points):
        worst = max(group.points, key=lambda p: p.shortfall.value)
        cost = priced(group, worst, sweep.cost(worst.shortfall))
        if worst.shortfall.low <= 0:
            return "it makes no measurable difference how often you lie"
        return f"it hardly matters how often you lie: at most it costs {cost}"
    ties = [percent(share_of(p)) for p in level(group)]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    other = ends[1] if group.best["lies"] == 0 else ends[0]
    cost = sweep.cost(other.shortfall)
    return (
        f"{to_add(share_of(group.best))}{others}; {percent(share_of(other))} doing it costs {cost}"
    )


def share_of(point: Point) -> float:
    """Return how often you lie at a point."""
    return float(point["lies"])


def to_add(share: float) -> str:
    """Return in words how often to add a false card."""
    often, adding = percent(share), "add a false card to a single true one"
    return f"{often} {adding}" if share in (0, 1) else f"{adding} {often}"


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
