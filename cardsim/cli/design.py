"""`cardsim design GAME`: what house rules do to a game, for whoever designs them."""

from __future__ import annotations

from cardsim.cli import compare, delivery, options

STRATEGIES = options.word(
    "strategies",
    "STRATEGY",
    "Strategies of which the best is sought: NAME, NAME:parameter=value or `all` [default "
    "those of the game's field, or all]",
    complete=compare.known,
    several=True,
).replace(default=None)
EXTRA = (
    STRATEGIES,
    options.hands(
        "Hands of each design, or matches with --unit match: 10000, 1e4, 10k [default 1e5]"
    ),
    options.text(
        "matters",
        "X",
        "A decision matters if the second choice there costs at least this: 0.01 is one win "
        "in 100 [default 0.01, or 0.1 where points are won]",
    ),
    options.text(
        "standing",
        "FIELD",
        "A number of each seat or side in the view, by which somebody leads; or OWN,OTHER "
        "for two players [default lives, score, pennies or the like]",
    ),
    options.text(
        "aims",
        "NAME:WAY,...",
        "What is wanted, and the front made by: length, short, long, seats, luck, matters, "
        "changes, comebacks, after, ties; each with :low or :high [default seats, after and ties "
        "low; matters, changes and comebacks high]",
    ),
    *delivery.playing(".csv a row for each design"),
)
FORM = options.GameOptions(
    without=frozenset(("seats", "measure", options.DISPLAY)), hero=False, several=True
)


def design(chosen: options.Chosen) -> int:
    """Say what house rules do: length, luck, seats, decisions that matter, lead changes.

    Any house rule, --players and --preset may be a list or a range; without any, all presets are
    played. Each set of rules is a design.
    """
    from cardsim.ask.design_story import story

    _, status = delivery.answered(
        chosen,
        story,
        played=lambda result: sum(d.result.hands * (1 + len(d.ways)) for d in result.designs),
        done=lambda result: f"{len(result.designs)} of {result.spec.swept.size} designs",
    )
    return status
