"""What changes when three play Gin Rummy with seven tiles, and not two with ten?

The game for three has 7 tiles, no layoffs, and a bonus of 20 for an undercut. The classic for two
has 10 tiles, layoffs, an offer of the upcard, and bonuses at the end. In between are two players
with 7 tiles, and three by the classic rules. Everybody keeps near melds and knocks as soon as they
may. Then you wait for gin instead, or lie low: in mixed company, and in the first and the last of
these games against beginners and good players too.
"""

from functools import partial
from typing import Any

from cardsim import Chart, CompareResult, Experiment, Number, Result, Series
from cardsim.games.gin_rummy.rules import PRESETS
from cardsim.statistics.stats import MINUS
from cardsim.studies import Estimate, Lab, Table, in_three, joined, rounded, three_of, tried_ways

WAY, HUNTER = "early-hunter", "meld-hunter"
GAMES: dict[str, dict[str, Any]] = {
    "three with 7 tiles": {"players": 3},
    "two with 7 tiles": {"players": 2},
    "three by the classic rules": {"players": 3, **PRESETS["classic-2p"]},
    "two by the classic rules": {"preset": "classic-2p"},
}
AT_THE_END = ("game_bonus", "box_bonus", "shutout_doubles")
"""Rules that matter only in matches."""
THREE, CLASSIC = next(iter(GAMES)), tuple(GAMES)[-1]
WAITS = {0: "for gin", 4: "for 4 points or fewer"}
WAYS = ("knock as soon as you may", *(f"wait {told}" for told in WAITS.values()))
AT_ONCE = 10
ENDS = ("gin", "undercuts", "void")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    hands = {
        told: lab.run(
            "gin-rummy",
            unit="hand",
            strategy=WAY,
            vs=WAY,
            precision=None,
            **{name: value for name, value in options.items() if name not in AT_THE_END},
        )
        for told, options in GAMES.items()
    }
    matches = {
        told: lab.run(
            "gin-rummy", lab.n // 4, unit="match", strategy=WAY, vs=WAY, precision=None, **options
        )
        for told, options in GAMES.items()
    }
    waits = {
        told: tried_ways(
            in_three("gin-rummy", partial(waiting, lab, options), options.get("preset")),
            list(WAYS),
        )
        for told, options in GAMES.items()
        if told in {THREE, CLASSIC}
    }
    mixed = three_of("gin-rummy")[1].vs
    gains = {told: gained(waiting(lab, options, mixed)) for told, options in GAMES.items()}
    lab.section(
        "A hand and a match",
        "Everybody keeps near melds and knocks as soon as they may.",
        table=Table(
            "Games of Gin Rummy side by side",
            ("", "turns a hand", "gin", "undercut", "void", "first's edge", "hands a match"),
            tuple(
                (
                    told,
                    str(hand.estimates["turns"]),
                    *(str(hand.estimates[name]) for name in ENDS),
                    edge(hand),
                    str(matches[told].estimates["hands"]),
                )
                for told, hand in hands.items()
            ),
        ),
    )
    lab.section(
        "Whether to wait, in mixed company",
        "Wait instead of knocking as soon as you may, and you win this many more matches in 100: "
        + "; ".join(
            f"{told}, " + joined([f"{gain} if you wait {WAITS[k]}" for k, (gain, _) in by.items()])
            for told, by in gains.items()
        )
        + ".",
        Chart(
            "What waiting gains, game by game",
            "game",
            "matches in 100 more than by knocking as soon as you may",
            tuple(
                Series(
                    f"wait {told}",
                    tuple(GAMES),
                    *zip(*(by[k][1] for by in gains.values()), strict=True),
                )
                for k, told in WAITS.items()
            ),
            kind="points",
            reference=(0, "knock as soon as you may"),
        ),
    )
    for told, each in waits.items():
        heading = f"Whether to wait with {told}, by who the others are"
        each.show(lab, heading, "when you knock", each.about)
    lab.answer(
        f"With three and 7 tiles, {waits[THREE].advice}; in the classic for two, if you keep to "
        f"one way on all turns, {waits[CLASSIC].advice} (going by the turn wins more: see "
        f"When should I knock?). Wait for gin instead of knocking as soon as you may, and in "
        f"mixed company it changes what you win by {gains[THREE][0][0]} matches in 100 with three, "
        f"and by {gains[CLASSIC][0][0]} in the classic. If everybody knocks as soon as they may, a "
        f"hand with three lasts {turns(hands[THREE])} turns, or {rounds(hands[THREE], 3)} each, "
        f"and {hands[THREE].estimates['gin']} of hands end with gin. In the classic, a hand lasts "
        f"{turns(hands[CLASSIC])} turns, or {rounds(hands[CLASSIC], 2)} each; "
        f"{hands[CLASSIC].estimates['gin']} end with gin and "
        f"{hands[CLASSIC].estimates['undercuts']} with an undercut. A match takes "
        f"{matches[THREE].estimates['hands']} hands with three and "
        f"{matches[CLASSIC].estimates['hands']} in the classic.",
        changed(gains[THREE][0][0], "by waiting for gin with three, in mixed company"),
        changed(gains[CLASSIC][0][0], "by waiting for gin in the classic, in mixed company"),
    )


def changed(told: str, how: str) -> Number:
    """Return what waiting changes as a key figure: matches lost or won."""
    lost = told.startswith(MINUS)
    what = f"matches in 100 {'lost' if lost else 'won'} {how}"
    return Number.of(told.lstrip(f"+{MINUS}"), what, is_cost=lost)


def waiting(lab: Lab, options: dict[str, Any], vs: Any) -> CompareResult:
    """Compare knocking at once, and waiting for each of `WAITS`."""
    ways = [f"{HUNTER}:threshold={k}" for k in (AT_ONCE, *WAITS)]
    return lab.compare("gin-rummy", ways, unit="match", vs=vs, **options)


def gained(compared: CompareResult) -> dict[int, tuple[str, tuple[float, float, float]]]:
    """Return the gain of waiting, told and with its interval, by the deadwood waited for."""
    gaps = {k: compared.gap(n + 1, 0) for n, k in enumerate(WAITS)}
    return {
        k: (
            rounded(100 * gap.value, 50 * (gap.high - gap.low), signed=True),
            (100 * gap.value, 100 * gap.low, 100 * gap.high),
        )
        for k, gap in gaps.items()
    }


def turns(result: Result) -> Estimate:
    """Return the number of turns in a hand."""
    return result.estimates["turns"]


def rounds(result: Result, players: int) -> str:
    """Return how many turns each player has of a hand."""
    return f"{turns(result).value / players:.1f}"


def edge(result: Result) -> str:
    """Return the points a hand that the first to play scores above the average player."""
    frame = result.by_seat()["points"]
    mean, highs = frame["mean"].to_list(), frame["high"].to_list()
    first, high, average = mean[0], highs[0], sum(mean) / len(mean)
    return rounded(first - average, high - first, signed=True)


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
