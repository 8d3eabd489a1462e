"""`cardsim advise GAME`: advise a move in the position that you describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.cli import compiling, delivery, options, screen

if TYPE_CHECKING:
    from cardsim.table.advised import Advised, Choice

EXTRA = (
    options.text(
        "replay",
        "--replay",
        about="A decision of a hand of a run, SEED:HAND:STEP, in place of all that tells where you "
        "are; with --strategy and --vs as in that run",
        panel=options.GAME,
        metavar="PLACE",
    ),
    options.text(
        "view",
        "--view",
        about="The same from a file, FILE or FILE:N, that `cardsim replay GAME --json` wrote",
        panel=options.GAME,
        metavar="FILE",
    ),
    options.text(
        "worlds",
        "--worlds",
        about="Hands that are imagined: from 100 to 100000 [default 400 to 4000, fewer where much "
        "is legal]",
        panel=options.GAME,
        metavar="N",
    ),
    options.text(
        "precision",
        "--precision",
        about="Imagine so many, up to 100000, that the cost of the next best is known to within "
        "this: 0.5pp for a share, 0.01 for a mean",
        panel=options.GAME,
        metavar="X",
    ),
    delivery.output(".csv a row for each choice", "the same"),
    delivery.TITLE,
    delivery.OPEN,
    delivery.FORCE,
    delivery.JSON,
    delivery.QUIET,
)
FORM = options.Form(
    without=frozenset(("measure", "partner", "seats", options.DISPLAY)), hero=False, situated=True
)
NOTE = (
    "Every choice is made in the same hands, imagined from what you see. {} The intervals of what "
    "each costs, compared with the best, hold for all of them together."
)


def advise(chosen: options.Chosen) -> int:
    """Advise a move in the position you describe.

    Hands that agree with what you see are imagined, and played on after each choice.
    """
    from cardsim.output import drafted

    want = delivery.wanted(chosen)

    def found() -> Advised:
        with compiling.announced(quiet=want.quiet):
            answer: Advised = chosen.request.answer()
        return answer

    if want.output is None:
        answer = found()
    else:
        with drafted(want.output, force=want.force, option="--output") as draft:
            answer = found()
            draft.write_bytes(answer.encoded(want.output.suffix, title=want.title))
        if want.opens:
            delivery.open_page(want.output)
    screen.emit(
        answer.to_json()
        if want.as_json
        else screen.in_suits("\n".join(delivery.told(answer, page(answer))))
    )
    if answer.reached:
        return 0
    if not want.quiet:
        screen.say(f"cardsim: the precision was not reached in {answer.worlds} hands")
    return delivery.NOT_REACHED


def page(advised: Advised) -> list[str]:
    """Return advice for people: the answer, your view and choices, and how to get it again."""
    rows = [_row(advised, choice) for choice in advised.choices]
    seen = [(f"{name[:1].upper()}{name[1:]}", text) for name, text in advised.seen]
    return [
        *screen.answer(advised.sentence),
        "",
        *screen.table(seen, flowing=(1,)),
        "",
        *screen.table(
            rows, head=("", advised.measure.text, "costs", delivery.INTERVAL), flowing=(0,)
        ),
        *_chances(advised),
        *_companies(advised),
        "",
        *screen.wrapped(NOTE.format(advised.likely)),
        "",
        *delivery.origin(
            [
                ("Rules", delivery.rules(advised.spec, advised.game)),
                *_company(advised),
                ("Imagined", f"{advised.worlds} hands"),
            ],
            advised.command,
        ),
    ]


def _company(advised: Advised) -> list[tuple[str, str]]:
    """Return how you and the others play on."""
    others = dict.fromkeys(player.brief for player in advised.spec.others)
    if {*others} <= {advised.player.brief}:
        return [("All play on as", advised.player.brief)]
    return [("You play on as", advised.player.brief), ("The others as", " and ".join(others))]


def _companies(advised: Advised) -> list[str]:
    """Return the best choice's value against other opponents, and who probably sits there."""
    head, rows = advised.companies
    lines = ["", *screen.table(rows, head=head, flowing=(0, 2))] if rows else []
    return [*lines, *(["", *screen.wrapped(advised.who)] if advised.who else [])]


def _chances(advised: Advised) -> list[str]:
    """Return the possible outcomes of the first choices, with their probabilities."""
    shown, rows = advised.likelihoods
    if not rows:
        return []
    # As many choices as fit on a line.
    used, fit = max(len(what) for what, _ in rows), 0
    for choice in shown:
        used += len(choice.told) + 2
        fit += used <= screen.width() or not fit
    shown, rows = shown[:fit], [(what, values[:fit]) for what, values in rows]
    told = [(what, *(f"{100 * value:.1f} %" for value in values)) for what, values in rows]
    head = ("", *(choice.told for choice in shown))
    unsure = f"These chances are unsure by up to {100 * advised.unsure:.1f} percentage points."
    return ["", *screen.table(told, head=head, flowing=(0,)), "", *screen.wrapped(unsure)]


def _row(advised: Advised, choice: Choice) -> tuple[str, str, str, str]:
    from cardsim.statistics.stats import estimate_text, gap_text

    share = advised.measure.in_per_cent
    value, _ = estimate_text(choice.value, choice.low, choice.high, is_share=share)
    if choice is advised.choices[0]:
        return choice.told, value, "", ""
    return (
        choice.told,
        value,
        *gap_text(choice.cost, choice.cost_low, choice.cost_high, is_share=share),
    )
