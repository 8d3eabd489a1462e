"""Which card should I throw before the next player in Scat?

What you throw, the next player may take. You throw the card that leaves your hand worth the most;
where several do, or nearly, there is a choice: throw the one of fewest points, keep to one suit, or
withhold the suit that the next player took last from the discards. Each way plays the same hands,
you and the others knocking at the same value.
"""

from typing import Any

from cardsim import Chart, CompareResult, Experiment, Series
from cardsim.answers.experiments import Lab
from cardsim.statistics.stats import rounded

PLAYERS = (2, 3, 4)
THREE = 3
EVERYBODY = {"everybody knocks at 21": 21, "everybody knocks at 27": 27, "nobody knocks": 31}
USUAL = "throw the fewest points"
WAYS = {
    USUAL: "threshold:",
    "keep to one suit": "suit-keeper:",
    "never throw his suit": "withhold:near=0,worth=2,",
    "withhold his aces and tens": "withhold:near=0,worth=10,",
    "withhold his aces and tens, and give up to 4 points for it": "withhold:near=4,worth=10,",
}
"""Ways to throw, and the strategies that do."""


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
    checks = {told: in_matches(lab, told, found[told][THREE]) for told in EVERYBODY}
    lab.section(
        "In matches, on fresh hands",
        "What was best of these with three players, played for matches beside who throws the "
        f"fewest points: {'; '.join(f'where {t}, {c}' for t, (c, _, _) in checks.items())}.",
        Chart(
            "Which of your cards you throw hardly decides a match",
            "the table",
            "matches in 100 more than by throwing the fewest points",
            (
                Series(
                    "three players",
                    tuple(checks),
                    tuple(g for _, g, _ in checks.values()),
                    tuple(g - h for _, g, h in checks.values()),
                    tuple(g + h for _, g, h in checks.values()),
                ),
            ),
            kind="points",
            reference=(0, "no difference"),
        ),
    )
    first = next(iter(EVERYBODY))
    never, held = "never throw his suit", "withhold his aces and tens"
    lab.answer(
        "Throw the card that leaves you most, and of several the one with the fewest points. The "
        "suit that the next player picks up matters little: never to throw it "
        f"{in_words(*found[first][THREE][never])} where {first}, and to withhold only its aces and "
        f"tens {in_words(*found[first][THREE][held])}; to keep to one suit "
        f"{in_words(*found[first][THREE]['keep to one suit'])}. In matches: "
        + "; ".join(f"where {t}, {c}" for t, (c, _, _) in checks.items())
        + "."
    )


def contest(lab: Lab, value: int, players: int, **options: Any) -> CompareResult:
    """All ways to throw in the same hands, everybody knocking at this value."""
    return lab.compare(
        "scat",
        [f"{way}knock_threshold={value}" for way in WAYS.values()],
        players=players,
        vs=f"threshold:knock_threshold={value}",
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


def in_matches(
    lab: Lab, told: str, three: dict[str, tuple[float, float]]
) -> tuple[str, float, float]:
    """What the best way but the usual one gains in matches, on fresh hands."""
    way = max(three, key=lambda w: three[w][0])
    value = EVERYBODY[told]
    compared = lab.compare(
        "scat",
        [f"{WAYS[w]}knock_threshold={value}" for w in (way, USUAL)],
        lab.n // 2,
        unit="match",
        vs=f"threshold:knock_threshold={value}",
        seed=lab.seed + 1,
    )
    (d,) = compared.differences
    gain, half = (1 if d.a == 0 else -1) * 100 * d.value, 50 * (d.high - d.low)
    amount = rounded(gain, half, signed=True)
    return f"to {way} changes your matches won by {amount} in 100", gain, half


EXPERIMENT = Experiment(study, n=400_000)
