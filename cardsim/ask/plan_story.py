"""The story of a plan: the hands that a question needs, and those of goals near its own."""

from __future__ import annotations

from cardsim.ask.plans import POWER, Plan, in_words
from cardsim.options.params import shown_precision
from cardsim.runs import told
from cardsim.runs.words import counted
from cardsim.story import Number, Section, Story, Table

ASKED = {"run": "a run", "compare": "a comparison", "sweep": "a sweep"}


def story(plan: Plan) -> Story:
    """Tell a plan."""
    plural, goal = plan.unit.plural, plan.spec.goal
    each = f" with each of {counted(plan.runs)}" if plan.runs > 1 else ""
    return Story(
        question=f"How many {plural} does {ASKED[plan.kind]} need?",
        answer=plan.sentence,
        numbers=(
            Number(told.grouped(plan.hands), f"{plural}{each}"),
            Number(in_words(plan.seconds), "on this machine, all of them"),
        ),
        sections=(_goals(plan),),
        much=f"a pilot of {told.grouped(plan.pilot)} {plural}",
        specs=(plan.base,),
        method=(
            f"A pilot of {told.grouped(plan.pilot)} {plural} said how far they scatter. "
            + (
                f"With as many {plural} as planned, the intervals of {POWER:.0%} of such "
                "differences leave out 0."
                if goal.is_difference
                else "A question with this precision stops after about as many."
            ),
        ),
        files=((f"{plan.game.name}-plan.csv", "every goal", plan.frame()),),
        asked=(
            told.rules(plan.base),
            ("Seed", f"{plan.base.seed}, of the pilot"),
            ("Ask it", plan.question),
        ),
    )


def _goals(plan: Plan) -> Section:
    """Tell what wider and narrower goals need: half the size takes four times as many hands."""
    share, plural = plan.measure.in_per_cent, plan.unit.plural
    rows = tuple(
        (shown_precision(size, share=share), told.grouped(hands), in_words(seconds))
        for size, hands, seconds in plan.goals
    )
    each = f"{plural} each" if plan.runs > 1 else plural
    return Section(
        "Other goals",
        "",
        table=Table("What others need", (plan.spec.goal.name, each, "time"), rows, numbers=(1,)),
        is_open=True,
    )
