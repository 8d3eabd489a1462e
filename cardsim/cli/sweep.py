"""`cardsim sweep GAME`: the same hands at every point of a grid, and the best point."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardsim.cli import companies, delivery, options

if TYPE_CHECKING:
    from cardsim.ask.swept import SweepResult

EXTRA = (
    *delivery.amount("Hands at each point, or matches with --unit match"),
    *delivery.playing(".csv a row for each point", delivery.LIVE, delivery.ALSO),
)
FORM = options.GameOptions(several=True, companies=True)


def sweep(chosen: options.Chosen) -> int:
    """Play the same hands with several settings, and say which is best.

    Any house rule or parameter, --players and --preset may be a range 17..31, with a step 17..31:2,
    or a list 17,19,25. Several of them make a grid.
    """
    if companies.are_several(chosen):
        return companies.answered(chosen, chosen.request)
    _, status = delivery.answered(
        chosen, page, done=lambda result: f"{delivery.amount_done(result)} a point"
    )
    return status


def page(result: SweepResult) -> list[str]:
    """Return a sweep for people: what it tells, and how to get it again."""
    from cardsim.ask import sweep_story
    from cardsim.runs import wording

    spec = result.spec
    base, varied = spec.base, {a.name for a in spec.axes}
    if base.fixed:
        # Without decisions nobody sits anywhere.
        seats = [
            (place[:1].upper() + place[1:], str(player))
            for place, player in zip(base.places, base.seats, strict=False)
        ]
    else:
        fixed = tuple(p for p in base.hero.parameters if p[0] not in varied)
        hero = str(replace(base.hero, parameters=fixed))
        seats = [("You", wording.clauses(hero, base.your_place))]
        seats += (
            [("Other seats", delivery.met(base.others[0]))]
            if "players" in varied and base.others
            else delivery.company(base, spec.friend or "the hero's strategy itself")
        )
    hands = sorted({g.hands for g in result.groups})
    amount = f"{hands[0]} to {hands[-1]}" if len(hands) > 1 else f"{hands[0]}"
    rows = [
        ("Rules", delivery.rules(base, result.game, varied=varied)),
        *seats,
        ("Played", f"the same {amount} {result.unit.plural} at each of {spec.size} points"),
        ("Seed", str(base.seed)),
    ]
    return delivery.page(sweep_story.story(result), rows, result.command)
