"""Does it pay to remember who was caught lying in Cheat?

You work out from the cards you see how likely each claim is to be false, and challenge if the odds
are high enough. With a memory, the odds go up for each lie a player was caught in and down for each
claim that was challenged and true, through all games of a match. Without one they stay the same.
Without suspicion you challenge only sure lies and last cards. The three others have different
habits.
"""

from cardsim import Chart, Experiment, Number, Series, Strategy, borrowed
from cardsim.answers.comparisons import Difference
from cardsim.answers.experiments import Lab, amount, joined
from cardsim.runs.players_asked import Who

STRATEGY, PLAIN = "profiler", "planner"
SUSPICION = 0.2
BARS = (5, 20, 100, 1000)
LIARS = "over-claimer:extra_prob=1"
HABITS = {
    PLAIN: "three who lie only when they must",
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
    odds = [str(bar) for bar in BARS]
    for habit, against in HABITS.items():
        c = compared[habit]
        won = [x.estimate for x in c.contenders]
        lab.section(
            f"Against {against}",
            f"Never suspect anybody, and you win {won[0]} of matches. Challenge with a memory, and "
            "you win "
            + joined(
                [
                    f"{won[k]} from odds of {bar} ({versus(c.gap(k, k + len(BARS)))} than without)"
                    for k, bar in enumerate(BARS, 1)
                ]
            )
            + ".",
            Chart(
                f"Matches won against {against}",
                "you challenge from these odds (to 1) that a claim is false",
                "matches won",
                (
                    Series.of("with a memory", odds, won[1 : 1 + len(BARS)]),
                    Series.of("without", odds, won[1 + len(BARS) :]),
                    Series.of("never suspects", odds, [won[0]] * len(BARS)),
                ),
                kind="points",
                percent=True,
                reference=(0.25, "even share"),
            ),
        )
    # Against each habit, the odds at which remembering wins most.
    best = {
        habit: max((c.contenders[k].estimate.value, k) for k in range(1, 1 + len(BARS)))[1]
        for habit, c in compared.items()
    }
    memory = {habit: compared[habit].gap(k, k + len(BARS)) for habit, k in best.items()}
    both = {habit: compared[habit].gap(k, 0) for habit, k in best.items()}
    pays = [habit for habit, gap in memory.items() if gap.low > 0]
    told = {habit: f"{versus(both[habit])}, at {BARS[k - 1]} to 1," for habit, k in best.items()}
    lab.answer(
        (
            "No, against none of the habits we tried. "
            if not pays
            else "Yes. "
            if len(pays) == len(HABITS)
            else f"Only against {joined([HABITS[habit] for habit in pays], 'or')}. "
        )
        + f"Against habitual liars, remember who lied and you win {versus(memory[LIARS])} than by "
        f"suspecting everybody alike at the same odds, and {told.pop(LIARS)} than by never "
        "suspecting anybody: suspicion does the rest. Compared with never suspecting, you win "
        + "; ".join(f"{beside} against {HABITS[habit]}" for habit, beside in told.items())
        + f". These are the best of the odds we tried, {joined(odds)} to 1 that a claim is false.",
        *(
            Number.of(amount(gap), f"more matches in 100 against habitual liars, by {what}")
            for gap, what in (
                (memory[LIARS], "memory alone"),
                (both[LIARS], "memory and suspicion together"),
            )
            if gap.low > 0
        ),
    )


def versus(gap: Difference) -> str:
    """What one wins more or fewer than another, if it is clear."""
    if gap.low <= 0 <= gap.high:
        return "measurably no more"
    more = gap.value > 0
    return f"{amount(gap if more else gap.turned())} matches in 100 {'more' if more else 'fewer'}"


def forgetful(bar: int) -> Strategy:
    """A player who goes by the same odds, and remembers nobody."""
    return Strategy(
        "cheat",
        name=f"no memory {bar}",
        plays=f"suspect~ everybody alike from odds of {bar}",
        challenge=borrowed("cheat", "bluffer", "challenge", unlikely=SUSPICION / (SUSPICION + bar)),
    )


EXPERIMENT = Experiment(study, n=10_000, precision="1pp")
