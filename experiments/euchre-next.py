"""Is it right to call "next" in Euchre?

"Next" is the other suit of the same colour as an upcard that was turned down. Players say: against
the dealer, call next more readily, because the dealer's side showed nothing there; on the dealer's
side, call one of the other two. Here you name a suit with a count of 23 (the nine of trumps 6, and
so on up to its ace 10, left bower 11, right bower 12, off-suit ace 5, void 3). Next counts extra
against the dealer, and as much less on the dealer's side. Your partner plays like you: against
beginners, in mixed company and against good players.
"""

from dataclasses import replace

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.studies import Group, Lab, Point, counted, in_three, level, or_ties, tried

STRATEGY = "fine-count"
MORE = (0, 2, 4, 6, 8, 10, 14, 20)
STUCK = {False: "if everybody may pass twice", True: "if the dealer must name a suit"}
RULE = 6
"""The extra count by the rules on how to play."""
NINE = 6
"""Points of the nine of trumps."""
NINE_COUNTS = f"The nine of trumps counts {counted(NINE)} points."
SMALL = 0.5
"""Matches in 100 that nobody would notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = tried(in_three("euchre", lambda vs: nexts(lab, vs)), told_of, "next_worth")
    asked = replace(asked, named=MORE.index(RULE))
    asked.show(
        lab,
        "By who the others are",
        "extra count for next against the dealer (less on the dealer's side)",
        asked.about,
    )
    swept = {stuck: nexts(lab, "field", stick_the_dealer=stuck) for stuck in STUCK}
    groups = {stuck: sweep.groups[0] for stuck, sweep in swept.items()}
    plain = {stuck: sweep.cost(groups[stuck].points[0].shortfall) for stuck, sweep in swept.items()}
    lab.section(
        "How much extra to count, in mixed company",
        f"Count next {more(groups[False])} {STUCK[False]}, and {more(groups[True])} "
        f"{STUCK[True]}. Treating it like any other suit costs {plain[False]}, and {plain[True]} "
        f"{STUCK[True]}.",
        Chart(
            "What it costs to count too much or too little for next",
            "extra count for next against the dealer (less on the dealer's side)",
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(groups[stuck], told) for stuck, told in STUCK.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    loses = groups[False].points[0].shortfall
    verdict = (
        "Yes"
        if loses.low > 0 and 100 * loses.value >= SMALL
        else "Yes, but it hardly matters"
        if loses.low > 0
        else "It makes no measurable difference"
    )
    lab.answer(
        f"{'' if asked.level else f'{verdict}{in_trumps(MORE[asked.advised])}. '}{asked.headline}. "
        f"{NINE_COUNTS} Treating it like any other suit costs {plain[False]}, in mixed company.",
        *asked.numbers,
        Number.of(plain[False], "lost by treating next like any other suit", is_cost=True),
    )


def nexts(lab: Lab, vs: str, **rules: bool) -> SweepResult:
    """Sweep all counts for next in one company."""
    return lab.sweep("euchre", strategy=STRATEGY, next_worth=MORE, vs=vs, **rules)


def told_of(value: int) -> str:
    """Return how much next counts, in words."""
    return f"count next {value} points more" if value else "treat next like any other suit"


def in_trumps(value: int) -> str:
    """Return how many trumps fewer such a count means, if it is about one or more."""
    fewer = round(value / NINE)
    if fewer == 0:
        return ""
    trumps = "a trump" if fewer == 1 else f"{counted(fewer)} trumps"
    return (
        f": if the other side dealt, call next with about {trumps} less than you would otherwise "
        "need"
    )


def value_of(point: Point) -> int:
    """Return how much more next counts at a point."""
    return int(dict(point.settings)["next_worth"])


def more(group: Group) -> str:
    """Return the best count in words, with those that do as well."""
    best, ties = value_of(group.best), sorted(map(value_of, level(group)))
    return f"{best} more{or_ties(best, ties, map(value_of, group.points))}"


EXPERIMENT = Experiment(study, n=200_000, precision="0.3pp")
