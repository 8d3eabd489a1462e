"""Does it pay to remember who was caught lying in Cheat?

You reckon how likely each claim is false by the cards that you see, and challenge from some odds
on. With a memory these odds rise for each lie of a player that was found out, and fall for each
claim of his that was challenged and true, through all games of a match; without one they stay. Who
never suspects challenges only what cannot be true and who would win. Three others play by different
habits.
"""

from cardsim import Chart, Experiment, Number, Series, Strategy, borrowed
from cardsim.answers.comparisons import Difference
from cardsim.answers.experiments import Lab, amount, joined
from cardsim.runs.preparation import Who

STRATEGY, PLAIN = "profiler", "planner"
SUSPICION = 0.2
BARS = (5, 20, 100)
USUAL = 20
LIARS = "over-claimer:extra_prob=1"
HABITS = {
    PLAIN: "three who lie only if they must",
    "bluffer": "three who add a false card to a single true one",
    "over-claimer": "three who add a false card to one claim in five",
    LIARS: "three who add a false card to all they claim",
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways: list[Who] = [
        PLAIN,
        *(f"{STRATEGY}:bar={bar},suspicion={SUSPICION}" for bar in BARS),
        *(forgetful(bar) for bar in BARS),
    ]
    compared = {habit: lab.compare("cheat", ways, vs=habit, unit="match") for habit in HABITS}
    for habit, against in HABITS.items():
        c = compared[habit]
        won = [x.estimate for x in c.contenders]
        lab.section(
            f"Against {against}",
            f"Who never suspects wins {won[0]} of matches. With a memory, challenging from odds of "
            + joined(
                [
                    f"{bar} it is {won[k]} ({versus(c.gap(k, k + len(BARS)))} than without)"
                    for k, bar in enumerate(BARS, 1)
                ]
            )
            + ".",
            Chart(
                f"Matches won against {against}",
                "odds that a claim is false from which on you challenge",
                "matches won",
                (
                    Series.of("with a memory", BARS, won[1 : 1 + len(BARS)]),
                    Series.of("without", BARS, won[1 + len(BARS) :]),
                    Series.of("never suspects", BARS, [won[0]] * len(BARS)),
                ),
                percent=True,
                reference=(0.25, "even share"),
            ),
        )
    # The most that memory wins, of all odds, beside who never suspects anybody.
    best = {
        habit: max((c.gap(k, 0) for k in range(1, 1 + len(BARS))), key=lambda gap: gap.value)
        for habit, c in compared.items()
    }
    pays = [habit for habit, gap in best.items() if gap.low > 0]
    lab.answer(
        (
            "Only against those who lie much. "
            if pays and len(pays) < len(HABITS)
            else "Yes. "
            if pays
            else "Nowhere that was tried. "
        )
        + "Beside never suspecting anybody, who remembers wins, at the odds that are best for it, "
        + "; ".join(f"{versus(best[habit])} against {HABITS[habit]}" for habit in HABITS)
        + ".",
        Number.of(amount(best[LIARS]), "matches in 100 more against habitual liars"),
        Number.of(
            compared[PLAIN].contenders[1 + BARS.index(USUAL)].estimate,
            f"of matches by a memory at odds of {USUAL} against those who lie if they must",
            is_cost=True,
        ),
    )


def versus(gap: Difference) -> str:
    """What one wins more or fewer than another, as far as it can be told."""
    if gap.low <= 0 <= gap.high:
        return "no more, as far as can be told,"
    more = gap.value > 0
    return f"{amount(gap if more else gap.turned())} matches in 100 {'more' if more else 'fewer'}"


def forgetful(bar: int) -> Strategy:
    """Who reckons with the same odds, and remembers nobody."""
    return Strategy(
        "cheat",
        name=f"no memory {bar}",
        plays=f"suspect~ everybody alike from odds of {bar} on",
        challenge=borrowed("cheat", "bluffer", "challenge", unlikely=SUSPICION / (SUSPICION + bar)),
    )


EXPERIMENT = Experiment(study, n=10_000, precision="1pp")
