"""How often must I bluff in Cheat where all the others bluff too?

All players challenge what cannot be true and whoever would win, and lie with the card that is of
use last. They differ in two habits. To bluff is here to add a false card to a single true one,
though one need not; to doubt is to challenge a claim that is hardly true while at most two cards
are in the pile. For each habit that all others may have the best answer is looked for, so that it
is seen whether one can always do the same or must mix, where it ends if everybody takes what is
best, and what somebody gains there who plays otherwise.
"""

import itertools
from collections.abc import Sequence

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.comparisons import Difference
from cardsim.answers.experiments import Gap, Lab, Table, amount, joined
from cardsim.answers.swept import Group, Point
from cardsim.answers.tournaments import UNTOLD, Entrant, TournamentResult

STRATEGY = "bluffer"
HARDLY, PILE = 0.3, 2
DOUBT = "to challenge a claim that is hardly true, while at most two cards lie in the pile"
SHARES = (0, 0.25, 0.5, 0.75, 1)
IN_WORDS = ("never", "one time in four", "every other time", "three times in four", "always")
Habit = tuple[float, float]
"""How often one bluffs, and how often one doubts."""
HABITS: tuple[Habit, ...] = tuple(itertools.product(SHARES, SHARES))
HONEST: Habit = (0, 0)
CORNERS: tuple[Habit, ...] = tuple(itertools.product((0, 1), (0, 1)))
WILD = f"{STRATEGY}:up_to=4,bare=1,hand=1"
OTHERWISE: dict[str, dict[str, object]] = {
    "lays two false cards where he must lie and one would do": {"bare": 1},
    "claims up to three cards with a false one": {"up_to": 3},
    "stops lying without need with fewer than six cards": {"hand": 6},
    "challenges whoever has one card left too": {"few": 1},
    "lies with any card": {"order": "any"},
    "doubts while up to six cards are in the pile": {"doubt_pile": 6},
}
LEARNED = {"plays by the rules that were learned": "learned"}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    rows = {habit: answers(lab, habit, n=lab.n // 4) for habit in HABITS}
    gains = {habit: own(rows[habit], habit).shortfall for habit in HABITS}
    least = min(HABITS, key=lambda habit: gains[habit].value)
    near = [habit for habit in HABITS if gains[habit].low <= gains[least].high]
    others = len(near) - 1
    nearly = f" ({others} of the other habits may be as good)" if others else ""
    # What was found is judged by other games than those in which it was found.
    apart = lab.seed + 1
    corners = {
        habit: answered(lab, habit, rival(rows[habit], habit), seed=apart) for habit in CORNERS
    }
    pure = min(corners.values(), key=lambda gap: gap.low)
    lab.section(
        "What is best where all others have one habit",
        "To bluff is here to add a false card to a single true one, though one need not; to doubt "
        f"is {DOUBT}: by the cards that one sees it is true less often than {10 * HARDLY:.0f} "
        "times in 10. Where nobody bluffs and nobody doubts, the best answer is to "
        f"{answer(rows[HONEST])}. Where all always bluff and nobody doubts it is to "
        f"{answer(rows[1, 0])}; where nobody bluffs and all always doubt, to "
        f"{answer(rows[0, 1])}; and where all always do both, to {answer(rows[1, 1])}. There is "
        f"least to gain where all {told(least)}{nearly}.",
        Chart(
            "What the best answer wins more than the others' own habit, by how often they bluff "
            "(rows) and doubt (columns)",
            "how often the others doubt, in %",
            "games in 100",
            tuple(
                Series(
                    f"bluff {100 * bluffs:.0f} %",
                    tuple(round(100 * doubts) for doubts in SHARES),
                    tuple(round(100 * gains[bluffs, doubts].value, 1) for doubts in SHARES),
                )
                for bluffs in SHARES
            ),
            kind="grid",
            best="lowest",
        ),
    )
    path, at = walk({habit: best(group) for habit, group in rows.items()})
    stays = at == len(path) - 1
    judged: dict[Habit, Gap] = gains | {h: corners[h] for h in CORNERS if best(rows[h]) != h}
    circles = not stays and all(judged[habit].low > 0 for habit in path[at:])
    lab.section(
        "Where it ends if everybody takes what is best",
        "All begin without a bluff and without doubt, and whenever somebody has found what is best "
        "against the others, all take it up. "
        + (
            f"As far as these games tell it ends where all {told(path[-1])}."
            if stays
            else f"It never ends: after step {len(path)} they are back at step {at + 1}."
            if circles
            else "Whether it ends cannot be told: some of these answers may gain nothing."
        ),
        table=Table(
            "What all do, and what did best against it",
            ("step", "all of them", "what did best against it", "wins more, games in 100"),
            tuple(
                (str(number), told(habit), told(best(rows[habit])), amount(judged[habit]))
                for number, habit in enumerate(path, 1)
            ),
        ),
    )
    crowd = lab.tournament("cheat", *map(named, CORNERS), n=lab.n // 5)
    left = f"{100 * crowd.left_to_gain:.1f}"
    lab.section(
        "A crowd of which everybody always does the same",
        "Where each player always or never bluffs and always or never doubts, and what wins "
        f"spreads, there are left {mixture(crowd)}. By another of these four nobody then gained "
        + (f"more than {left} games in 100." if float(left) else "anything."),
        table=Table(
            "Who is left in the crowd",
            ("of 100 players, those who", "how many"),
            tuple(
                (told(habit), shared(entrant))
                for habit, entrant in zip(CORNERS, crowd.entrants, strict=True)
            ),
        ),
    )
    again = answers(lab, least, n=lab.n, seed=apart)
    mixed = own(again, least).shortfall
    ways = [*(named(least, **changed) for changed in OTHERWISE.values()), *LEARNED.values()]
    words = (*OTHERWISE, *LEARNED)
    outside = lab.compare("cheat", named(least), *ways, vs=named(least), n=lab.n, seed=apart)
    gaps = {who: outside.gap(k, 0) for k, who in enumerate(words, 1)}
    lab.section(
        "What is left to gain there",
        f"Where all {told(least)}, the best of all these habits is to {told(best(again))}, which "
        f"{more_than(mixed)}. Otherwise, "
        + joined([f"who {who} {versus(gap)}" for who, gap in gaps.items()])
        + ".",
        Chart(
            f"Games won by who plays otherwise, where all {told(least)}",
            "who plays otherwise",
            "games won",
            (Series.of("", ["nobody", *words], [c.estimate for c in outside.contenders]),),
            kind="points",
            percent=True,
            reference=(0.25, "even share"),
        ),
    )
    wild = lab.compare("cheat", WILD, f"{STRATEGY}:lies=0,unlikely={HARDLY}", vs=WILD, n=lab.n // 5)
    caught = wild.gap(1, 0)
    lab.section(
        "Where all lie as boldly as they can",
        "Where all claim up to four cards with false ones among them, and two false cards where "
        "one would do, down to their last card, who lies only if he must and doubts in any pile "
        f"{versus(caught)}: he wins {wild.contenders[1].estimate} of games.",
    )
    most, other = max(gaps.items(), key=lambda item: item[1].value)
    lab.answer(
        f"{how_often(near)} There is least to gain where all {told(least)}{nearly}; to doubt is "
        f"{DOUBT}. The best of these habits {more_than(mixed)} there"
        + (
            f", but who {most} {versus(other)}, so that this is not the last word. "
            if other.low > 0
            else ", nor does any other way that was tried. "
        )
        + (
            "The one or the other must be left to chance: whatever all others always do, bluff or "
            f"not and doubt or not, another habit gains {amount(pure)} games in 100 or more. "
            if pure.low > 0
            else "That one must mix is not seen. "
        )
        + (
            "If everybody always takes what is best against the others, it goes round in a circle. "
            if circles
            else ""
        )
        + f"A crowd in which what wins spreads ends with {mixture(crowd)}.",
        *(
            Number.of(amount(gap), f"games in 100 {what}")
            for gap, what in (
                (pure, "or more gained where nobody mixes"),
                (mixed, f"gained by another of these habits where all {told(least)}"),
                (caught, "gained by doubt where all lie boldly"),
            )
            if gap.low > 0
        ),
    )


def named(habit: Habit, **changed: object) -> str:
    """The strategy that has a habit, and otherwise parameters of its own."""
    bluffs, doubts = habit
    given = {"lies": bluffs, "doubts": doubts, "unlikely": HARDLY, "doubt_pile": PILE} | changed
    return f"{STRATEGY}:" + ",".join(f"{name}={value}" for name, value in given.items())


def answers(lab: Lab, habit: Habit, **given: int) -> Group:
    """All habits beside others who have one."""
    (group,) = lab.sweep(
        "cheat",
        strategy=STRATEGY,
        vs=named(habit),
        lies=SHARES,
        doubts=SHARES,
        unlikely=HARDLY,
        doubt_pile=PILE,
        **given,
    ).groups
    return group


def rival(group: Group, habit: Habit) -> Habit:
    """The other habit that wins most beside those who have one."""
    others = [p for p in group.points if p is not own(group, habit)]
    most = max(others, key=lambda p: p.estimate.value)
    return float(most["lies"]), float(most["doubts"])


def answered(lab: Lab, habit: Habit, answer: Habit, *, seed: int) -> Difference:
    """What an answer wins more than the habit that all others have."""
    return lab.compare("cheat", named(answer), named(habit), vs=named(habit), seed=seed).gap(0, 1)


def own(group: Group, habit: Habit) -> Point:
    """What who has the others' habit wins beside them."""
    return next(p for p in group.points if (p["lies"], p["doubts"]) == habit)


def best(group: Group) -> Habit:
    """The habit that wins most."""
    return float(group.best["lies"]), float(group.best["doubts"])


def answer(group: Group) -> str:
    """The habit that wins most, in words, and how many others may be as good."""
    ties = len(group.tied)
    return told(best(group)) + (f" ({ties} others may be as good)" if ties else "")


def how_often(habits: Sequence[Habit]) -> str:
    """How often all bluff where there is least to gain, as far as it could be told."""
    shares = sorted({bluffs for bluffs, _ in habits}, reverse=True)
    if len(shares) == len(SHARES):
        return "How often cannot be told."
    told = joined([IN_WORDS[SHARES.index(share)] for share in shares], "or").capitalize()
    return f"{told}{', as far as can be told' * (len(shares) > 1)}."


def often(verb: str, share: float) -> str:
    """How often something is done, in words."""
    word = IN_WORDS[SHARES.index(share)]
    return f"{word} {verb}" if share in (0, 1) else f"{verb} {word}"


def told(habit: Habit) -> str:
    """A habit in words."""
    bluffs, doubts = habit
    return f"{often('bluff', bluffs)} and {often('doubt', doubts)}"


def walk(leads: dict[Habit, Habit]) -> tuple[list[Habit], int]:
    """The habits that all take up in turn, and the place of the one that they come back to."""
    path = [HONEST]
    while leads[path[-1]] not in path:
        path.append(leads[path[-1]])
    return path, path.index(leads[path[-1]])


def shared(entrant: Entrant) -> str:
    """A share of a crowd with its interval."""
    return f"{100 * entrant.weight:.0f} ({100 * entrant.low:.0f} to {100 * entrant.high:.0f})"


def mixture(crowd: TournamentResult) -> str:
    """Who is left in a crowd, in words."""
    if any(e.high - e.low > UNTOLD for e in crowd.entrants):
        return "shares that these games cannot tell"
    left = sorted(zip(crowd.entrants, CORNERS, strict=True), key=lambda one: -one[0].weight)
    return joined([f"{shared(e)} in 100 who {told(habit)}" for e, habit in left if e.weight > 0])


def more_than(gap: Gap) -> str:
    """What the best habit gains."""
    if gap.low <= 0:
        return "gains nothing that these games could tell"
    return f"gains {amount(gap)} games in 100"


def versus(gap: Difference) -> str:
    """What somebody wins more or fewer than who does as the others."""
    if gap.low <= 0 <= gap.high:
        return "gains and loses nothing that these games could tell"
    more = gap.value > 0
    return f"{'gains' if more else 'loses'} {amount(gap if more else gap.turned())} games in 100"


EXPERIMENT = Experiment(study, n=20_000)
