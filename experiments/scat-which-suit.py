"""Which card should I throw in Scat, with the next player watching?

What you throw, the next player may take. You throw the card that leaves your hand worth the most.
If several do, or nearly do, you have a choice: throw the one with the fewest points, keep to one
suit, or hold back the suit that the next player last took from the discards. Each way plays the
same hands, and everybody knocks at the same value.
"""

from typing import Any

from cardsim import Chart, CompareResult, Experiment, Number, Series
from cardsim.answers.experiments import Lab
from cardsim.statistics.stats import rounded

PLAYERS = (2, 3, 4)
THREE = 3
EVERYBODY = {"everybody knocks at 21": 21, "everybody knocks at 27": 27, "nobody knocks": 31}
USUAL = "throw the fewest points"
ONE_SUIT, NEVER_HIS = "keep to one suit", "throw nothing of their suit"
HOLDS = "hold back their aces and tens for up to 4 points"
WAYS = {
    USUAL: "threshold:",
    ONE_SUIT: "suit-keeper:",
    NEVER_HIS: "withhold:near=0,worth=2,",
    "hold back their aces and tens if it costs nothing": "withhold:near=0,worth=10,",
    HOLDS: "withhold:near=4,worth=10,",
}
"""Ways to throw, and the strategies that do."""
FREE = (ONE_SUIT, NEVER_HIS)
"""Those that choose among cards that leave as much in hand."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found: dict[str, dict[int, dict[str, tuple[float, float]]]] = {}
    for told, value in EVERYBODY.items():
        found[told] = {n: gains(contest(lab, value, n)) for n in PLAYERS}
        three = found[told][THREE]
        ways = tuple(w for w in WAYS if w != USUAL)
        lab.section(
            f"If {told}",
            "With three players, compared with throwing the fewest points: "
            + "; ".join(f"{w}, and it {in_words(*three[w])}" for w in ways)
            + ".",
            Chart(
                f"What each way to throw gains if {told}",
                "you",
                "lives gained in 100 hands, compared with throwing the fewest points",
                tuple(
                    Series(
                        f"{n} players",
                        ways,
                        tuple(by[w][0] for w in ways),
                        tuple(by[w][0] - by[w][1] for w in ways),
                        tuple(by[w][0] + by[w][1] for w in ways),
                    )
                    for n, by in found[told].items()
                ),
                kind="points",
                reference=(0, "no difference"),
            ),
        )
    checks = {told: in_matches(lab, value) for told, value in EVERYBODY.items()}
    in_100 = "; ".join(
        f"{rounded(gain, half, signed=True)} if {told}" for told, (gain, half) in checks.items()
    )
    lab.section(
        "In matches, on fresh hands",
        f"With three players, {HOLDS} and you win this many more matches in 100 than by throwing "
        f"the fewest points: {in_100}.",
        Chart(
            "What you gain by holding back aces and tens of the suit the next player collects",
            "the table",
            "matches in 100 more than by throwing the fewest points",
            (
                Series(
                    "three players",
                    tuple(checks),
                    tuple(g for g, _ in checks.values()),
                    tuple(g - h for g, h in checks.values()),
                    tuple(g + h for g, h in checks.values()),
                ),
            ),
            kind="points",
            reference=(0, "no difference"),
        ),
    )
    pays = all(g + h > 0 for g, h in checks.values()) and any(g > h for g, h in checks.values())
    usual = next(iter(EVERYBODY))
    three = found[usual][THREE]
    lab.answer(
        "Throw the card that leaves you most"
        + (
            ""
            if any(by[THREE][w][0] > by[THREE][w][1] for by in found.values() for w in FREE)
            else ". If several do, throw the one with the fewest points, whatever its suit"
        )
        + (
            ". But hold back aces and tens of the suit the next player took last, even if that "
            "costs you up to 4 points. "
            if pays
            else ". "
        )
        + "Hold back aces and tens of the next player's suit, and you win this many more matches "
        f"in 100: {in_100}. If {usual}, never throwing a card of their suit "
        f"{in_words(*three[NEVER_HIS])}, and keeping to one suit yourself "
        f"{in_words(*three[ONE_SUIT])}.",
        Number.of(
            rounded(*checks[usual], signed=True),
            f"matches in 100 won by holding back their aces and tens, if {usual}",
        ),
        Number.of(
            rounded(*three[ONE_SUIT], signed=True), "lives in 100 hands by keeping to one suit"
        ),
    )


def contest(lab: Lab, value: int, players: int, **options: Any) -> CompareResult:
    """All ways to throw in the same hands, everybody knocking at this value."""
    return lab.compare(
        "scat",
        [f"{way}knock_threshold={value}" for way in WAYS.values()],
        players=players,
        vs=f"threshold:knock_threshold={value}",
        unit="hand",
        **options,
    )


def gains(compared: CompareResult) -> dict[str, tuple[float, float]]:
    """What each way gains over the usual one in 100 hands, and half the interval's width."""
    names = list(WAYS)
    usual = names.index(USUAL)
    found = {}
    for d in compared.differences:
        if usual in {d.a, d.b}:
            sign = 1 if d.b == usual else -1
            other = names[d.a if d.b == usual else d.b]
            found[other] = sign * 100 * d.value, 50 * (d.high - d.low)
    return found


def in_words(gain: float, half: float) -> str:
    """A gain in lives, or a loss."""
    if abs(gain) <= half:
        return f"makes no measurable difference ({rounded(gain, half, signed=True)} lives)"
    verb = "gains" if gain > 0 else "costs"
    return f"{verb} {rounded(abs(gain), half)} lives in 100 hands"


def in_matches(lab: Lab, value: int) -> tuple[float, float]:
    """Matches in 100 gained by holding back high cards, on fresh hands, and half the width."""
    compared = lab.compare(
        "scat",
        [f"{WAYS[way]}knock_threshold={value}" for way in (HOLDS, USUAL)],
        n=lab.n // 2,
        unit="match",
        vs=f"threshold:knock_threshold={value}",
        seed=lab.seed + 1,
    )
    (d,) = compared.differences
    return (1 if d.a == 0 else -1) * 100 * d.value, 50 * (d.high - d.low)


EXPERIMENT = Experiment(study, n=500_000, precision="0.5pp")
