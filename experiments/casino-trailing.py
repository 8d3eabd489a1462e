"""What should I trail in Casino when I can capture nothing?

What you trail, the others may take. You can choose it by its rank, by what it is worth, or as the
card that the fewest unseen cards can take, alone or with loose cards: that one we call the safest.
Or you trail a face card, or else the lowest, keep aces, the ten of diamonds and the two of spades,
and count in the last deal alone: there you trail what is safest. Everything else stays the same:
you build whatever wins cards. Each way plays the same matches against beginners, in mixed company
and against good players.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    CompareResult,
    Difference,
    Lab,
    Table,
    amount,
    joined,
    three_of,
    tried_ways,
)

LATE, SAFEST = "face cards first, and in the last deal what is safest", "what is safest"
RULE = "a face card, then the lowest"
ORDERS = {
    LATE: "late",
    SAFEST: "safest",
    "one of a pair, to take it back": "pair",
    RULE: "faces-first",
    "the lowest card, face cards last": "lowest",
    "what is worth least": "least-worth",
    "the highest card, face cards first": "highest",
    "the highest number, face cards last": "faces-last",
}
KEPT = {
    "keeping aces, the ten and the two": "keep=named",
    "keeping spades as well": "keep=spades-too",
}
"""Cards that are kept as long as there is another card."""
KEPT_WITH = {SAFEST: "safest", RULE: "faces-first"}
FIELDS = {company.where: ("what-wins", company.vs) for company in three_of("casino")}
"""The way to build, and the strategy of the other player."""
BEGINNERS, MIXED, GOOD = FIELDS
HANDS = 2
"""Hands that are played for each match."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    matches, hands = (
        {
            where: lab.compare(
                "casino",
                [
                    "late-counter" if told == LATE else f"trail-by:builds={builds},order={order}"
                    for told, order in ORDERS.items()
                ],
                vs=vs,
                unit=unit,
                n=lab.n * n,
            )
            for where, (builds, vs) in FIELDS.items()
        }
        for unit, n in (("match", 1), ("hand", HANDS))
    )
    others = list(ORDERS)[1:]
    ranked = sorted(others, key=lambda told: matches[MIXED].gap(0, place(told)).value)
    lab.section(
        "Which card",
        f"Matches in 100, compared with trailing {LATE}: "
        + "; ".join(
            f"trailing {told}{',' * (',' in told)} {priced(matches, place(told), '')}"
            for told in others
        )
        + ".",
        Chart(
            "What it costs to trail anything else",
            "what you trail",
            f"matches in 100 fewer than by trailing {LATE}",
            tuple(
                Series.of_gaps(told, others, [c.gap(0, place(way)) for way in others])
                for told, c in matches.items()
            ),
            kind="points",
            reference=(0, LATE),
        ),
        Table(
            "What it costs, in matches in 100 and in points a hand",
            (
                "what you trail",
                *(f"{unit} {told}" for told in FIELDS for unit in ("matches", "points")),
            ),
            tuple(
                (
                    way,
                    *(
                        amount(table[told].gap(0, place(way)), times)
                        for told in FIELDS
                        for table, times in ((matches, 100), (hands, 1))
                    ),
                )
                for way in others
            ),
        ),
    )
    asked = tried_ways(
        dict(zip(three_of("casino"), matches.values(), strict=True)),
        [f"trail {told}" for told in ORDERS],
    )
    asked.show(lab, "What each wins", "what you trail", asked.about)
    kept = what_is_kept(lab)
    simple = next(way for way in ranked if ORDERS[way] not in ("safest", "pair", "least-worth"))
    last = ranked[-1]
    worst = any(c.gap(0, place(last)).low > 0 for c in matches.values())
    lab.answer(
        f"{asked.headline}. With it you keep aces, the ten and the two while you hold another "
        f"card. Trailing {SAFEST} throughout {priced(matches, place(SAFEST))}. {pairs(matches)}"
        f"If you do not want to count unseen cards, trail {simple}: that "
        f"{priced(matches, place(simple))}. "
        + (f"Worst of all is {last}: that {priced(matches, place(last))}. " if worst else "")
        + kept,
        *asked.numbers,
        *(
            Number.of(
                amount(matches[MIXED].gap(0, place(way))),
                f"matches in 100 lost by trailing {way}, in mixed company",
                is_cost=True,
            )
            for way in (simple, last)
            if matches[MIXED].gap(0, place(way)).low > 0
        ),
    )


def place(told: str) -> int:
    """Return the index of an order among those compared."""
    return list(ORDERS).index(told)


def priced(matches: dict[str, CompareResult], k: int, counted: str = " matches in 100") -> str:
    """Return what an order costs or gains compared with the first, in each company."""
    found = {told: c.gap(0, k) for told, c in matches.items()}
    if all(gap.is_tie for gap in found.values()):
        return "makes no measurable difference"
    verbs = ["" if g.is_tie else "costs" if g.value > 0 else "gains" for g in found.values()]
    parts = []
    for verb, (told, gap) in zip(verbs, found.items(), strict=True):
        size = amount(gap if gap.value > 0 else gap.turned())
        if not verb:
            parts.append(f"makes no measurable difference {told}")
        elif parts and set(verbs) == {verb}:
            parts.append(f"{size} {told}")
        else:
            parts.append(f"{verb} {size}{counted} {told}")
    return joined(parts)


def cost(gap: Difference) -> str:
    """Return what is lost or gained, if it is clear."""
    if gap.is_tie:
        return "makes no measurable difference"
    return f"costs {amount(gap)}" if gap.value > 0 else f"gains {amount(gap.turned())}"


def pairs(matches: dict[str, CompareResult]) -> str:
    """Return what trailing one of a pair costs or gains, in a sentence, if that is clear."""
    k = list(ORDERS.values()).index("pair")
    if all(compared.gap(0, k).is_tie for compared in matches.values()):
        return ""
    return f"Trailing one of a pair, to take it back later, {priced(matches, k)}. "


def what_is_kept(lab: Lab) -> str:
    """Show the value of keeping some cards; return in a sentence that of keeping named cards."""
    compared = {
        (told, way): lab.compare(
            "casino",
            [
                f"trail-by:builds={builds},order={order}{also}"
                for also in ("", *(f",{kept}" for kept in KEPT.values()))
            ],
            vs=vs,
            unit="match",
        )
        for told, (builds, vs) in FIELDS.items()
        for way, order in KEPT_WITH.items()
    }
    lab.section(
        "Cards to keep",
        "Matches in 100 for holding some cards back as long as you have another to trail: "
        + "; ".join(
            f"{told}, if you otherwise trail {way}, "
            + joined([f"{kept} {cost(c.gap(0, k))}" for k, kept in enumerate(KEPT, 1)])
            for (told, way), c in compared.items()
        )
        + ". An ace in your hand takes only an ace; once on the table, anybody can take it with "
        "other cards that add up.",
        Chart(
            "What you gain by holding back aces, the ten, the two, and spades",
            "what you hold back",
            "matches in 100 more",
            tuple(
                Series.of_gaps(
                    f"{way}, {told}",
                    tuple(KEPT),
                    [c.gap(k, 0) for k in range(1, len(KEPT) + 1)],
                )
                for (told, way), c in compared.items()
            ),
            kind="points",
            reference=(0, "nothing"),
        ),
    )
    told = [
        f"{priced({told: compared[told, way] for told in FIELDS}, 1)} if you otherwise trail {way}"
        for way in KEPT_WITH
    ]
    return f"Holding back aces, the ten and the two {joined(told)}."


EXPERIMENT = Experiment(study, n=25_000, precision="0.5pp")
