"""Which card should I throw before the next player in Scat?

What you throw, the next player may take. You throw the card that leaves your hand worth the most;
where several do, or nearly, there is a choice: throw the one of fewest points, keep to one suit, or
hold back cards of the suit that the next player took last from
the discards. Each way plays the same hands,
you and the others knocking at the same value.
"""

from typing import Any

from cardsim import Chart, CompareResult, Experiment, Number, Series
from cardsim.answers.experiments import Lab
from cardsim.statistics.stats import rounded

PLAYERS = (2, 3, 4)
THREE = 3
EVERYBODY = {"everybody knocks at 21": 21, "everybody knocks at 27": 27, "nobody knocks": 31}
USUAL = "throw the fewest points"
ONE_SUIT, NEVER_HIS = "keep to one suit", "throw nothing of his suit"
HOLDS = "hold back his aces and tens at up to 4 points"
WAYS = {
    USUAL: "threshold:",
    ONE_SUIT: "suit-keeper:",
    NEVER_HIS: "withhold:near=0,worth=2,",
    "hold back his aces and tens at no cost": "withhold:near=0,worth=10,",
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
            f"Where {told}",
            "Beside who throws the fewest points, three players: "
            + "; ".join(f"to {w} {in_words(*three[w])}" for w in ways)
            + ".",
            Chart(
                f"What each way to throw gains where {told}",
                "you",
                "lives in 100 hands more than the others lose, beside throwing the fewest points",
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
        f"{rounded(gain, half, signed=True)} where {told}" for told, (gain, half) in checks.items()
    )
    lab.section(
        "In matches, on fresh hands",
        f"Three players; who will {HOLDS}, beside who throws the fewest points, wins so many "
        f"matches in 100 more: {in_100}.",
        Chart(
            "What it changes to hold back the aces and tens that the next player collects",
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
            else ", and of several the one with the fewest points, whatever its suit"
        )
        + (
            ", but hold back the aces and tens of the suit that the next player "
            "took last, even if that costs you up to 4 points. "
            if pays
            else ". "
        )
        + f"To {HOLDS} changes your matches won in 100 by {in_100}. Never to throw a card of his "
        f"suit {in_words(*three[NEVER_HIS])} where {usual}, and to keep to one suit yourself "
        f"{in_words(*three[ONE_SUIT])}.",
        Number.of(
            rounded(*checks[usual], signed=True),
            f"matches in 100 won by holding back his aces and tens, where {usual}",
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
        return f"makes no difference that can be told ({rounded(gain, half, signed=True)} lives)"
    verb = "gains" if gain > 0 else "costs"
    return f"{verb} {rounded(abs(gain), half)} lives in 100 hands"


def in_matches(lab: Lab, value: int) -> tuple[float, float]:
    """What it gains in 100 matches to hold back his high cards, on fresh hands; half its width."""
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
