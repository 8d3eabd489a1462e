"""What changes when three play Gin Rummy with seven tiles, and not two with ten?

The game for three has 7 tiles, no layoffs, and undercuts that bring 20; the classic has 10 for two,
layoffs, an offer of the upcard and bonuses at the end. Between them stand two players with 7 tiles,
and three by the classic rules. All play alike: they keep what may become a meld and knock as soon
as they may. Then you wait for gin instead, or lay low.
"""

from typing import Any

from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.answers.experiments import Lab, Table, joined
from cardsim.games.gin_rummy.rules import PRESETS
from cardsim.statistics.stats import Estimate, rounded

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
    gains = {told: waiting(lab, options) for told, options in GAMES.items()}
    lab.section(
        "A hand and a match",
        "A hand and a match where all keep what may become a meld and knock as soon as they may.",
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
        "Whether to wait",
        "Matches in 100 that you win more than by knocking as soon as you may: "
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
    lab.answer(
        f"With three a hand lasts {turns(hands[THREE])} turns, {rounds(hands[THREE], 3)} for each, "
        f"and ends with gin in {hands[THREE].estimates['gin']} of hands; in the classic it lasts "
        f"{turns(hands[CLASSIC])}, {rounds(hands[CLASSIC], 2)} for each, and ends with gin in "
        f"{hands[CLASSIC].estimates['gin']} and an undercut in "
        f"{hands[CLASSIC].estimates['undercuts']}. To wait for gin wins, in matches in 100 beside "
        f"knocking as soon as you may, {gains[THREE][0][0]} with three and "
        f"{gains[CLASSIC][0][0]} in the classic. A match takes "
        f"{matches[THREE].estimates['hands']} hands with three and "
        f"{matches[CLASSIC].estimates['hands']} in the classic.",
        Number.of(gains[THREE][0][0], "matches in 100 by waiting for gin with three"),
        Number.of(gains[CLASSIC][0][0], "matches in 100 by waiting for gin in the classic"),
    )


def waiting(lab: Lab, options: dict[str, Any]) -> dict[int, tuple[str, tuple[float, float, float]]]:
    """What waiting gains, told and with its interval, by the deadwood that is waited for."""
    ways = [f"{HUNTER}:threshold={k}" for k in (AT_ONCE, *WAITS)]
    compared = lab.compare("gin-rummy", ways, unit="match", vs=WAY, **options)
    gaps = {k: compared.gap(n + 1, 0) for n, k in enumerate(WAITS)}
    return {
        k: (
            rounded(100 * gap.value, 50 * (gap.high - gap.low), signed=True),
            (100 * gap.value, 100 * gap.low, 100 * gap.high),
        )
        for k, gap in gaps.items()
    }


def turns(result: Result) -> Estimate:
    """Turns in a hand."""
    return result.estimates["turns"]


def rounds(result: Result, players: int) -> str:
    """How many turns each player has of a hand."""
    return f"{turns(result).value / players:.1f}"


def edge(result: Result) -> str:
    """Points a hand that the first to play has beside the average player."""
    frame = result.by_seat()["points"]
    mean, highs = frame["mean"].to_list(), frame["high"].to_list()
    first, high, average = mean[0], highs[0], sum(mean) / len(mean)
    return rounded(first - average, high - first, signed=True)


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
