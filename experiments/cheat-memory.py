"""Does it pay to remember who was caught lying in Cheat?

You work out from the cards you see how likely each claim is to be false, and challenge if the odds
are high enough. With a memory, the odds go up for each lie a player was caught in and down for each
claim that was challenged and true, through all games of a match. Without one they stay the same.
Without suspicion you challenge only sure lies and last cards. The three others are beginners, mixed
company, good players, or people who add a false card to all they claim.
"""

from cardsim import Chart, Experiment, Number, Series, Strategy, borrowed
from cardsim.runs.seating import Who
from cardsim.studies import Difference, Lab, amount, joined, rounded, three_of

STRATEGY, PLAIN = "profiler", "planner"
SUSPICION = 0.2
BARS = (5, 20, 100, 1000)
LIARS = "against people who lie all the time"
COMPANIES = {company.where: company.vs for company in three_of("cheat")}
HABITS = COMPANIES | {LIARS: "over-claimer:extra_prob=1"}
"""Habits of the others."""
MIXED = list(COMPANIES)[1]


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways: list[Who] = [
        PLAIN,
        *(f"{STRATEGY}:bar={bar},suspicion={SUSPICION}" for bar in BARS),
        *(forgetful(bar) for bar in BARS),
    ]
    compared = {
        habit: lab.compare("cheat", ways, vs=vs, unit="match") for habit, vs in HABITS.items()
    }
    odds = [str(bar) for bar in BARS]
    for habit, c in compared.items():
        won = [x.estimate for x in c.contenders]
        lab.section(
            f"{habit[:1].upper()}{habit[1:]}",
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
                f"Matches won {habit}",
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
    first = (
        "No, against nobody we tried. "
        if not pays
        else "Yes, in every company that was tried. "
        if len(pays) == len(HABITS)
        else f"Only {joined(pays, 'or')}. "
    )
    lab.answer(
        first
        + "Remember who lied, and compared with suspecting everybody alike at the same odds you "
        f"win {by_habit(memory)}. Compared with challenging only sure lies and last cards, "
        f"suspicion and memory together win {by_habit(both)}. "
        + f"These are the best of the odds we tried, {joined(odds)} to 1, as you would work them "
        "out from the cards that you see. To challenge everything until one claim was true asks "
        "for no memory of anybody: `cheat-how-to-play` says what that wins.",
        figure(both[LIARS], f"by suspicion and memory, {LIARS}"),
        figure(memory[LIARS], f"by memory alone, {LIARS}"),
        figure(both[MIXED], f"by suspicion and memory, {MIXED}"),
    )


def by_habit(gaps: dict[str, Difference]) -> str:
    """Return how much more or less is won, by the others' habit."""
    return joined([f"{versus(gap)} {habit}" for habit, gap in gaps.items()])


def figure(gap: Difference, how: str) -> Number:
    """Return what is won more or fewer as a key figure."""
    more = "more" if gap.value >= 0 else "fewer"
    told = rounded(100 * abs(gap.value), 50 * (gap.high - gap.low))
    return Number.of(told, f"matches in 100 {more} {how}")


def versus(gap: Difference) -> str:
    """Return how much more or less one wins than another, if it is clear."""
    if gap.low <= 0 <= gap.high:
        return "measurably no more"
    more = gap.value > 0
    return f"{amount(gap if more else gap.turned())} matches in 100 {'more' if more else 'fewer'}"


def forgetful(bar: int) -> Strategy:
    """Return a player who goes by the same odds, but remembers nobody."""
    return Strategy(
        "cheat",
        name=f"no memory {bar}",
        plays=f"suspect~ everybody alike from odds of {bar}",
        challenge=borrowed("cheat", "bluffer", "challenge", unlikely=SUSPICION / (SUSPICION + bar)),
    )


EXPERIMENT = Experiment(study, n=10_000, precision="1pp")
