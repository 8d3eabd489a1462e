"""`cardsim advise GAME`: what to do in a place of a hand that you describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.cli import compiling, delivery, options, screen

if TYPE_CHECKING:
    from cardsim.answers.advised import Advised, Choice

EXTRA = (
    options.text(
        "worlds",
        "--worlds",
        about="Hands that are imagined: from 100 to 100000 [default 4000]",
        panel=options.GAME,
        metavar="N",
    ),
    delivery.JSON,
    delivery.QUIET,
)
FORM = options.Form(
    without=frozenset(("unit", "measure", "partner", "vs", "seats")), hero=False, situated=True
)
NOTE = (
    "Every choice is made in the same hands, imagined from what you see and each as likely: what "
    "the others would have done with their cards is not thought of. What each costs beside the "
    "best holds for all of them together."
)


def advise(chosen: options.Chosen) -> int:
    """Say what to do in a place of a hand.

    Hands that agree with what you see are imagined, and all play on as --strategy does.
    """
    with compiling.announced(quiet=bool(chosen.rest["quiet"])):
        found: Advised = chosen.request.answer()
    screen.emit(found.to_json() if chosen.rest["as_json"] else "\n".join(page(found)))
    return 0


def page(found: Advised) -> list[str]:
    """Advice for people: the answer, what else may be done, and how to get it again."""
    rows = [_row(found, choice) for choice in found.choices]
    return [
        *screen.answer(found.sentence),
        "",
        *screen.table(
            rows, head=("", found.measure.text, "costs", delivery.INTERVAL), flowing=(0,)
        ),
        "",
        *screen.wrapped(NOTE),
        "",
        *delivery.origin(
            [
                ("Rules", delivery.rules(found.spec, found.game)),
                ("All play on as", found.spec.hero.brief),
                ("Imagined", f"{found.worlds} hands"),
            ],
            found.command(),
        ),
    ]


def _row(found: Advised, choice: Choice) -> tuple[str, str, str, str]:
    from cardsim.statistics.stats import estimate_text, gap_text

    share = found.measure.in_per_cent
    value, _ = estimate_text(choice.value, choice.low, choice.high, is_share=share)
    if choice is found.choices[0]:
        return choice.told, value, "", ""
    return (
        choice.told,
        value,
        *gap_text(choice.cost, choice.cost_low, choice.cost_high, is_share=share),
    )
