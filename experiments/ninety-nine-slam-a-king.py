"""When should I slam down a king in Ninety-Nine?

A king takes the total to 99 at once, and who cannot play then loses. The strategy `king-rush` plays
one as soon as it holds so many special cards (4, 9, 10, king), the king among them; `dump-high`
only when it must. Both play the same deals against players of `dump-high`.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, joined

PLAYERS = range(2, 6)
RUSHES = {"at once": "king-rush:min_safe=1", "with 2 specials": "king-rush:min_safe=2",
          "with 3 specials": "king-rush:min_safe=3", "when forced": "dump-high"}  # fmt: skip


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = {n: lab.compare("ninety-nine", list(RUSHES.values()), players=n) for n in PLAYERS}
    names = list(RUSHES)
    best = {n: c.contenders.index(c.ranking[0]) for n, c in compared.items()}
    sure = {n: c.ranking[0].last == 1 for n, c in compared.items()}
    said = {n: names[best[n]] + ("" if sure[n] else " (tied within noise)") for n in PLAYERS}
    lab.section(
        "By the number of special cards held",
        "Best time for a king: " + "; ".join(f"{n} players: {said[n]}" for n in PLAYERS) + ".",
        Chart(
            "Hands lost, by the special cards in hand, the king among them, that slam it",
            "when a king is played",
            "hands that you lose",
            tuple(
                Series.of(f"{n} players", names, [k.estimate for k in c.contenders])
                for n, c in compared.items()
            ),
            kind="points",
            percent=True,
        ),
    )
    gaps = {
        n: 100 * (c.contenders[-1].estimate.value - c.ranking[0].estimate.value)
        for n, c in compared.items()
    }
    advice: dict[str, list[int]] = {}
    for n in PLAYERS:
        advice.setdefault(said[n], []).append(n)
    told = [
        f"{when} where {joined([str(n) for n in ns])} play, which saves "
        f"{joined([f'{gaps[n]:.2f}' for n in ns])} of 100 hands"
        for when, ns in advice.items()
    ]
    lab.answer(
        f"Best {'; '.join(told)} beside keeping it to the end. The king itself counts as a special "
        "card."
    )


EXPERIMENT = Experiment(study, n=300_000)
