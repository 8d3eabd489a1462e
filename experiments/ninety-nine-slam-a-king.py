"""When should I slam down a king in Ninety-Nine?

A king takes the total to 99 at once, and the first who cannot play then loses. You play it once you
hold enough special cards (4, 9, ten, king), counting the king, or save it to the last. Otherwise
you play high cards first. Each moment plays the same matches with three players against beginners,
in mixed company and against good players, and with 2 to 6 players in mixed company. A match lasts
until only one player has a penny left.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Lab, amount, by_players, counted, in_three, joined, three_of, tried_ways

GAME, PLAYERS, USUAL = "ninety-nine", (2, 3, 4, 6), 3
RUSHES = {
    "at once": "king-rush:min_safe=1",
    "with two special cards": "king-rush:min_safe=2",
    "when all three cards are special": "king-rush:min_safe=3",
    "saved": "dump-high",
}
SPECIAL = 2
"""Place of the moment when no ordinary card is left."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways = list(RUSHES.values())
    three = in_three(GAME, lambda vs: lab.compare(GAME, ways, players=USUAL, unit="match", vs=vs))
    asked = tried_ways(three, [moment(name) for name in RUSHES], list(RUSHES))
    asked.show(lab, "By who the others are, with three players", "the king", asked.about)
    mixed = three_of(GAME)[1]
    matches = {
        n: lab.compare(GAME, ways, players=n, unit="match", vs=mixed.vs)
        for n in PLAYERS
        if n != USUAL
    }
    compared = {n: three[mixed] if n == USUAL else matches[n] for n in PLAYERS}
    hands = {n: lab.compare(GAME, ways, players=n, unit="hand", vs=mixed.vs) for n in PLAYERS}
    names = list(RUSHES)
    best = {n: c.contenders.index(c.ranking[0]) for n, c in compared.items()}
    costs = {
        n: [c.gap(best[n], k) for k in range(len(names)) if k != best[n]]
        for n, c in compared.items()
    }
    others = {n: [name for k, name in enumerate(names) if k != best[n]] for n in PLAYERS}
    lab.section(
        "What another moment costs, in mixed company",
        "The best moment for a king: "
        + "; ".join(f"{names[k]} with {counted(n)} players" for n, k in best.items())
        + ". The king itself counts as a special card.",
        Chart(
            "What it costs to play the king at another moment",
            "when you play the king",
            "matches in 100 fewer than at the best moment",
            tuple(Series.of_gaps(f"{counted(n)} players", others[n], costs[n]) for n in PLAYERS),
            kind="points",
            reference=(0, "the best"),
        ),
    )
    advice: dict[int, list[int]] = {}
    for n, k in best.items():
        advice.setdefault(k, []).append(n)
    saved = len(names) - 1
    told = []
    for k, tables in advice.items():
        where = f" with {joined([counted(n) for n in tables])} players" if len(advice) > 1 else ""
        what = f"{names[k]}{where}"
        if k == saved:
            told.append(f"Save the king to the last{where}")
            continue
        fewer = {n: amount(hands[n].gap(k, saved)) for n in tables}
        more = {n: amount(compared[n].gap(k, saved)) for n in tables}
        told.append(
            f"Play the king {what}. Compared with saving it, you lose "
            f"{by_players(fewer, 'fewer hands in 100')}, and win "
            f"{by_players(more, 'more matches in 100')}"
        )
    two = PLAYERS[0]
    hasty = amount(compared[two].gap(best[two], 0)) if best[two] else "0"
    alike = {*advice, asked.advised} == {SPECIAL}
    lab.answer(
        (
            "Never while an ordinary card fits: "
            f"{asked.told}. In mixed company, compared with saving it, you lose "
            + told[0].partition("you lose ")[2]
            if alike
            else f"With three players, {asked.told}. In mixed company: " + ". ".join(told)
        )
        + f". Slamming it down at once costs {hasty} matches in 100 there with "
        f"{counted(PLAYERS[0])} players. The king itself counts as a special card.",
        *asked.numbers,
        Number.of(hasty, "matches in 100 lost by slamming it down at once", is_cost=True),
    )


def moment(name: str) -> str:
    """Return when you play a king, in words."""
    return "save the king to the last" if name == "saved" else f"play the king {name}"


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
