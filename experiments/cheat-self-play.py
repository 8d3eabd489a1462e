"""How often should I bluff in Cheat if everybody else bluffs too?

All players challenge sure lies and last cards, and when they must lie they use the card they will
need last. They differ in two habits. A bluff is a false card added to a single true one, without
need. A doubt is a challenge to an unlikely claim while at most two cards are in the pile. For each
habit the others may have, we look for your best answer. That shows whether you can always do the
same thing or must mix, where it leads if everybody copies what is best, and what you gain there by
playing differently.
"""

import itertools
from collections.abc import Sequence

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    Difference,
    Entrant,
    Gap,
    Group,
    Lab,
    Point,
    Table,
    TournamentResult,
    amount,
    joined,
    level,
)

STRATEGY = "bluffer"
HARDLY, PILE = 0.3, 2
DOUBT = "a challenge to an unlikely claim while at most two cards are in the pile"
SHARES = (0, 0.25, 0.5, 0.75, 1)
IN_WORDS = ("never", "one time in four", "every other time", "three times in four", "always")
Habit = tuple[float, float]
"""Shares of the cases in which a player bluffs, and doubts."""
HABITS: tuple[Habit, ...] = tuple(itertools.product(SHARES, SHARES))
HONEST: Habit = (0, 0)
CORNERS: tuple[Habit, ...] = tuple(itertools.product((0, 1), (0, 1)))
WILD = f"{STRATEGY}:up_to=4,bare=1,hand=1"
OTHERWISE: dict[str, dict[str, object]] = {
    "lay two false cards when one would do": {"bare": 1},
    "claim up to three cards with a false one": {"up_to": 3},
    "stop lying without need with fewer than six cards": {"hand": 6},
    "challenge a player with one card left too": {"few": 1},
    "lie with any card": {"order": "any"},
    "doubt with up to six cards in the pile": {"doubt_pile": 6},
}
LEARNED = {"play by the learned rules": "learned"}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    rows = {habit: answers(lab, habit, n=lab.n // 4) for habit in HABITS}
    gains = {habit: own(rows[habit], habit).shortfall for habit in HABITS}
    least = min(HABITS, key=lambda habit: gains[habit].value)
    near = [habit for habit in HABITS if gains[habit].low <= gains[least].high]
    others = len(near) - 1
    nearly = f" ({others} other habits may be as good)" if others else ""
    # It is judged by other games than those in which it was found.
    apart = lab.seed + 1
    corners = {
        habit: answered(lab, habit, rival(rows[habit], habit), seed=apart) for habit in CORNERS
    }
    pure = min(corners.values(), key=lambda gap: gap.low)
    lab.section(
        "Your best answer to each habit",
        "A bluff is a false card added to a single true one, without need. A doubt is "
        f"{DOUBT}: by the cards you see, the claim is true less than {10 * HARDLY:.0f} times in "
        f"10. If nobody bluffs or doubts, {answer(rows[HONEST])}. If everybody always bluffs and "
        f"nobody doubts, {answer(rows[1, 0])}. If nobody bluffs and everybody always doubts, "
        f"{answer(rows[0, 1])}. If everybody always does both, {answer(rows[1, 1])}. If all "
        f"{told(least)}, you gain least by changing{nearly}.",
        Chart(
            "What your best answer gains, by how often the others bluff (a row of the chart) and "
            "doubt (a column)",
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
        "Where it leads if everybody copies what is best",
        "Everybody begins by never bluffing and never doubting. Whenever somebody finds what is "
        "best against that, everybody copies it. "
        + (
            f"In these games it ends when all {told(path[-1])}."
            if stays
            else f"It never ends: after step {len(path)} they are back at step {at + 1}."
            if circles
            else "Whether it ends is unclear: some of these answers may gain nothing."
        ),
        table=Table(
            "What everybody does, and what does best against it",
            ("step", "everybody", "what does best against it", "games in 100 gained"),
            tuple(
                (str(number), told(habit), told(best(rows[habit])), amount(judged[habit]))
                for number, habit in enumerate(path, 1)
            ),
        ),
    )
    crowd = lab.tournament("cheat", *map(named, CORNERS), n=lab.n // 5)
    left = f"{100 * crowd.left_to_gain:.1f}"
    lab.section(
        "A crowd in which everybody has a fixed habit",
        "Each player always or never bluffs, and always or never doubts, and what wins spreads. In "
        f"the end there are {mixture(crowd)}. Nobody then gained "
        + (f"more than {left} games in 100" if float(left) else "anything")
        + " by switching to another of these four.",
        table=Table(
            "What takes over in the crowd",
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
        "What you can still gain there",
        f"If all {told(least)}, the best of these habits is: {told(best(again))}, which "
        f"{more_than(mixed)}. Other changes: "
        + "; ".join(f"{who}, and it {versus(gap)}" for who, gap in gaps.items())
        + ".",
        Chart(
            f"What you win by playing differently, if all {told(least)}",
            "what you do differently",
            "games won",
            (Series.of("", ["nothing", *words], [c.estimate for c in outside.contenders]),),
            kind="points",
            percent=True,
            reference=(0.25, "even share"),
        ),
    )
    wild = lab.compare("cheat", WILD, f"{STRATEGY}:lies=0,unlikely={HARDLY}", vs=WILD, n=lab.n // 5)
    caught = wild.gap(1, 0)
    lab.section(
        "If everybody lies as boldly as they can",
        "They claim up to four cards with false ones among them, lay two false cards when one "
        "would do, and do so down to their last card. Lie only when you must, doubt in any pile, "
        f"and it {versus(caught)}: you win {wild.contenders[1].estimate} of games.",
    )
    most, other = max(gaps.items(), key=lambda item: item[1].value)
    lab.answer(
        f"{how_often(near, least, must_mix=pure.low > 0)} If all {told(least)}, you gain least by "
        f"changing{nearly}. The best of these habits then {more_than(mixed)}"
        + (
            f", but {most} and it {versus(other)}, so this is not the last word. "
            if other.low > 0
            else "; no other change that we tried gains either. "
        )
        + (
            "You have to mix: if the others always bluff or never do, and always doubt or never "
            f"do, another habit gains {amount(pure)} games in 100 or more. "
            if pure.low > 0
            else "These games do not show that you have to mix. "
        )
        + ("If everybody always copies what is best, it goes round in circles. " if circles else "")
        + f"A crowd in which what wins spreads ends with {mixture(crowd)}.",
        *(
            Number.of(amount(gap), f"games in 100 {what}")
            for gap, what in (
                (pure, "or more gained if nobody mixes"),
                (mixed, f"gained by another of these habits if all {told(least)}"),
                (caught, "gained by doubting if everybody lies boldly"),
            )
            if gap.low > 0
        ),
    )


def named(habit: Habit, **changed: object) -> str:
    """Return the strategy with a habit, and with other parameters if given."""
    bluffs, doubts = habit
    given = {"lies": bluffs, "doubts": doubts, "unlikely": HARDLY, "doubt_pile": PILE} | changed
    return f"{STRATEGY}:" + ",".join(f"{name}={value}" for name, value in given.items())


def answers(lab: Lab, habit: Habit, **given: int) -> Group:
    """Sweep all habits against others who have one."""
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
    """Return the other habit that wins most against those who have one."""
    others = [p for p in group.points if p is not own(group, habit)]
    most = max(others, key=lambda p: p.estimate.value)
    return float(most["lies"]), float(most["doubts"])


def answered(lab: Lab, habit: Habit, answer: Habit, *, seed: int) -> Difference:
    """Return how much more an answer wins than the habit that all others have."""
    return lab.compare("cheat", named(answer), named(habit), vs=named(habit), seed=seed).gap(0, 1)


def own(group: Group, habit: Habit) -> Point:
    """Return the point of the others' own habit."""
    return next(p for p in group.points if (p["lies"], p["doubts"]) == habit)


def best(group: Group) -> Habit:
    """Return the habit that wins most."""
    return float(group.best["lies"]), float(group.best["doubts"])


def answer(group: Group) -> str:
    """Return the habit that wins most, in words, and how many others may be as good."""
    ties = len(level(group))
    return told(best(group)) + (f" ({ties} other habits may be as good)" if ties else "")


def how_often(habits: Sequence[Habit], least: Habit, *, must_mix: bool) -> str:
    """Return how often everybody bluffs, and doubts, where there is least to gain."""
    shares = sorted({bluffs for bluffs, _ in habits}, reverse=True)
    if len(shares) == len(SHARES):
        return "How often is too close to call."
    bluffs, doubts = least
    ties = [IN_WORDS[SHARES.index(share)] for share in shares if share != bluffs]
    nearly = f" (or {joined(ties, 'or')})" if ties else ""
    is_doubt = must_mix and bluffs in (0, 1) and 0 < doubts < 1
    mixed = "; it is doubting that you must mix" if is_doubt else ""
    return (
        "If the others doubt only unlikely claims, with at most two cards in the pile, "
        f"{often('bluff', bluffs)}{nearly}{mixed}: {often('doubt', doubts)}."
    )


def often(verb: str, share: float) -> str:
    """Return how often something is done, in words."""
    word = IN_WORDS[SHARES.index(share)]
    return f"{word} {verb}" if share in (0, 1) else f"{verb} {word}"


def told(habit: Habit) -> str:
    """Return a habit in words."""
    bluffs, doubts = habit
    return f"{often('bluff', bluffs)} and {often('doubt', doubts)}"


def walk(leads: dict[Habit, Habit]) -> tuple[list[Habit], int]:
    """Return the habits that all take up in turn, and the index of the one they come back to."""
    path = [HONEST]
    while leads[path[-1]] not in path:
        path.append(leads[path[-1]])
    return path, path.index(leads[path[-1]])


def shared(entrant: Entrant) -> str:
    """Return a share of a crowd with its interval."""
    return f"{100 * entrant.weight:.0f} ({100 * entrant.low:.0f} to {100 * entrant.high:.0f})"


def mixture(crowd: TournamentResult) -> str:
    """Return in words which habits a crowd ends with."""
    if not crowd.settles:
        return "shares too close to call"
    left = sorted(zip(crowd.entrants, CORNERS, strict=True), key=lambda one: -one[0].weight)
    return joined([f"{shared(e)} in 100 who {told(habit)}" for e, habit in left if e.weight > 0])


def more_than(gap: Gap) -> str:
    """Return what the best habit gains."""
    if gap.low <= 0:
        return "makes no measurable difference"
    return f"gains {amount(gap)} games in 100"


def versus(gap: Difference) -> str:
    """Return how much more or less somebody wins than by doing as the others do."""
    if gap.low <= 0 <= gap.high:
        return "makes no measurable difference"
    more = gap.value > 0
    return f"{'gains' if more else 'loses'} {amount(gap if more else gap.turned())} games in 100"


EXPERIMENT = Experiment(study, n=20_000)
