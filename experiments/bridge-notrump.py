"""How many points should one notrump show in Bridge?

The tips for beginners say 15 to 17. You and your partner try other ranges for one notrump with a
balanced hand, move the tables for the answers along, and bid everything else by the tips, on the
same boards. We play that against two who never overcall, and at a table where everybody overcalls,
by points and as a match by IMPs. The cards are played by rules of thumb, not by experts: for better
players other ranges may be as good.
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
    """The strategies that open one notrump with each range, with these other parameters."""
    return ["tips:" + ",".join((f"nt_low={low}", f"nt_high={low + WIDE}", *more)) for low in LOWS]


def study(lab: Lab) -> None:
    """Play, show, answer."""
    silent = lab.compare("bridge", ways(), vs="usual")
    comes_in = lab.compare("bridge", ways(COMES_IN), vs=f"tips:{COMES_IN}")
    matches = lab.compare("bridge", ways(COMES_IN), vs=f"tips:{COMES_IN}", **MATCH)
    tables = {"the others never overcall": silent, "everybody overcalls": comes_in}
    lab.section(
        "By points",
        " ".join(f"If {name}, show {spoken(found)}." for name, found in tables.items()),
        chart(
            "What each range wins compared with the 15 to 17 of the tips",
            "points a board more than with 15 to 17",
            tables,
        ),
    )
    lab.section(
        "By IMPs",
        f"In a match where everybody overcalls, show {spoken(matches)}.",
        chart(
            "What each range wins in a match",
            "IMPs a board more than with 15 to 17",
            {"everybody overcalls": matches},
        ),
    )
    weak = {name: told(found, WEAK) for name, found in tables.items()}
    lab.answer(
        f"{spoken(silent)} points if the others never overcall, and {spoken(comes_in)} if "
        f"everybody does. Compared with the {named(USUAL)} of the tips, {named(WEAK)} "
        + " and ".join(f"{text} if {name}" for name, text in weak.items())
        + f"; in a match where everybody overcalls, it {told(matches, WEAK)}.",
        Number(named(best_and_ties(silent, LOWS)[0]), "points if the others never overcall"),
        Number(named(best_and_ties(comes_in, LOWS)[0]), "points if everybody overcalls"),
    )


def chart(finding: str, y: str, tables: dict[str, CompareResult]) -> Chart:
    """What each range wins compared with the usual one."""
    return Chart(
        finding,
        "lowest number of points for one notrump (the range goes two higher)",
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
    """What a range wins compared with the usual one; below 0 it loses."""
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
