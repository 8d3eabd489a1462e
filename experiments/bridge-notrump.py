"""How many points should one notrump show in Bridge?

The tips for beginners say 15 to 17. You and your partner open one notrump on a balanced hand with
other ranges, answer it by the same tables moved along, and bid all else by the tips; the boards are
the same with each range. It is played against two who are silent once somebody has opened, and
among people who all come in, by points and as a match by IMPs. The cards are played by rules of
thumb, which are no expert's: who plays better may find other ranges as good.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.comparisons import CompareResult, Difference
from cardsim.answers.experiments import Lab, best_and_ties, with_ties
from cardsim.statistics.stats import rounded

LOWS = tuple(range(9, 19))
WIDE = 2
"""The most points of a range beyond the least."""
USUAL, WEAK = 15, 12
OTHERS = tuple(low for low in LOWS if low != USUAL)
COMES_IN = "overcalls=simple"
MATCH = {"unit": "match", "boards": 1, "measure": "imps"}


def ways(*more: str) -> list[str]:
    """Who opens one notrump with each range, with these other parameters."""
    return ["tips:" + ",".join((f"nt_low={low}", f"nt_high={low + WIDE}", *more)) for low in LOWS]


def study(lab: Lab) -> None:
    """Play, show, answer."""
    silent = lab.compare("bridge", ways())
    comes_in = lab.compare("bridge", ways(COMES_IN), vs=f"tips:{COMES_IN}")
    matches = lab.compare("bridge", ways(COMES_IN), vs=f"tips:{COMES_IN}", **MATCH)
    tables = {"the others are silent": silent, "all come in": comes_in}
    lab.section(
        "By points",
        "Best is "
        + ", and ".join(f"{spoken(found)} where {name}" for name, found in tables.items())
        + ".",
        chart(
            "What each range wins on the 15 to 17 of the tips",
            "points a board more than with 15 to 17",
            tables,
        ),
    )
    lab.section(
        "By IMPs",
        f"In a match among people who all come in best is {spoken(matches)}.",
        chart(
            "What each range wins in a match",
            "IMPs a board more than with 15 to 17",
            {"all come in": matches},
        ),
    )
    weak = {name: told(found, WEAK) for name, found in tables.items()}
    lab.answer(
        f"With {spoken(silent)} points where the others are silent, and with {spoken(comes_in)} "
        f"where all come in. Beside the {named(USUAL)} of the tips {named(WEAK)} "
        + " and ".join(f"{text} where {name}" for name, text in weak.items())
        + f"; in a match among people who all come in it {told(matches, WEAK)}.",
        Number(named(best_and_ties(silent, LOWS)[0]), "points where the others are silent"),
        Number(named(best_and_ties(comes_in, LOWS)[0]), "points where all come in"),
    )


def chart(finding: str, y: str, tables: dict[str, CompareResult]) -> Chart:
    """What each range wins on the usual one."""
    return Chart(
        finding,
        "the least points of one notrump; the most are two more",
        y,
        tuple(
            Series.of_gaps(name, OTHERS, [gap(found, low) for low in OTHERS], 1)
            for name, found in tables.items()
        ),
        interval="95 % intervals of all differences together",
        best="highest",
        reference=(0.0, "15 to 17"),
    )


def named(low: int) -> str:
    """A range in words."""
    return f"{low} to {low + WIDE}"


def gap(compared: CompareResult, low: int) -> Difference:
    """What a range wins on the usual one: below 0 what it loses."""
    return compared.gap(LOWS.index(low), LOWS.index(USUAL))


def told(compared: CompareResult, low: int) -> str:
    """The same in words: `loses 1.2 (± 0.3) points a board`, or `does as well, within 0.5`."""
    found, words = gap(compared, low), compared.measure.cost
    if found.is_tie:
        most = max(-found.low, found.high)
        return f"does as well (within {words.format(rounded(most, 0.1 * most).split()[0])})"
    amount = rounded(abs(found.value), (found.high - found.low) / 2)
    return f"{'wins' if found.value > 0 else 'loses'} {words.format(amount)}"


def spoken(compared: CompareResult) -> str:
    """The best range, with those that do as well."""
    best, ties = best_and_ties(compared, LOWS)
    return with_ties(named(best), map(named, ties))


EXPERIMENT = Experiment(study, n=400_000)
