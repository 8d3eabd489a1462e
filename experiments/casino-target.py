"""Does a longer game of Casino reward the better player?

Casino is played to 11 points, to 21, or to 50. You trail what is safest, build as well, or play by
the learned rules: against beginners, in mixed company and against good players, in matches of each
length.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.runs.wording import of_several
from cardsim.studies import Estimate, Lab, in_few, joined, three_of

TARGETS = (11, 21, 50)
WAYS = ("trail-safe", "builder", "learned")
EVEN = 0.5


def study(lab: Lab) -> None:
    """Play, show, answer."""
    companies = three_of("casino")
    wins: dict[tuple[str, str], list[Estimate]] = {}
    for company in companies:
        compared = [
            lab.compare("casino", WAYS, unit="match", target=target, vs=company.vs)
            for target in TARGETS
        ]
        ways = [of_several(c.player.plays) for c in compared[0].contenders]
        for k, way in enumerate(ways):
            wins[way, company.where] = [c.contenders[k].estimate for c in compared]
        lab.section(
            f"By the points that win, {company.where}",
            " ".join(
                f"If you {way}, you win {lengths(wins[way, company.where])} points." for way in ways
            ),
            Chart(
                f"Matches won, by the points that win a match, {company.where}",
                "points that win the match",
                "matches won",
                tuple(
                    Series.of(few, TARGETS, wins[way, company.where])
                    for few, way in zip(in_few(ways), ways, strict=True)
                ),
                percent=True,
                reference=(EVEN, "even share"),
            ),
        )
    best = ways[-1]
    mixed, *rest = (companies[1].where, companies[0].where, companies[2].where)
    lab.answer(
        f"{verdict(list(wins.values()))} {best.capitalize()}, and {mixed} you win "
        f"{lengths(wins[best, mixed])} points. "
        + " ".join(f"{w.capitalize()}, it is {lengths(wins[best, w])}." for w in rest)
        + f" {ways[0].capitalize()}, and {mixed} you win {lengths(wins[ways[0], mixed])}.",
        *(
            Number.of(won, f"of matches to {target} {mixed}, if you {best}")
            for target, won in zip(TARGETS, wins[best, mixed], strict=True)
        ),
    )


def lengths(won: list[Estimate]) -> str:
    """Return what is won in matches of each length."""
    first, *rest = zip(TARGETS, won, strict=True)
    return joined(
        [f"{first[1]} of matches to {first[0]}", *(f"{share} to {n}" for n, share in rest)]
    )


def verdict(found: list[list[Estimate]]) -> str:
    """Return whether who wins more than half of all matches wins more of the long ones."""
    better = [grown(won[0], won[-1]) for won in found if min(won[0].low, won[-1].low) > EVEN]
    long, short = TARGETS[-1], TARGETS[0]
    if any(grow > 0 for grow in better) and not any(grow < 0 for grow in better):
        return f"Yes: the better player wins more of the matches to {long} points than to {short}."
    if any(grow < 0 for grow in better):
        return (
            f"Not always: some better players win fewer matches to {long} points than to {short}."
        )
    return "Not measurably."


def grown(first: Estimate, last: Estimate) -> int:
    """Return 1 if the last share is certainly higher, -1 if lower, and 0 if neither is certain."""
    more = last.value - first.value
    return 0 if abs(more) <= first.half + last.half else 1 if more > 0 else -1


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
