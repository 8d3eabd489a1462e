"""The stories of learning and of the search for the safest strategy."""

from __future__ import annotations

from collections.abc import Iterator

from cardsim.ask.certificates import finds
from cardsim.runs import told, wording
from cardsim.runs.words import capitalised
from cardsim.search.learned import Learned
from cardsim.search.safest import Safest
from cardsim.story import Chart, Number, Section, Series, Story, Table

LEARNED = (
    "Each hand was played on from one of your decisions in it with every other choice. What won "
    "more became a rule, and other hands said whether it holds."
)
TUNED = (
    "Before that the numbers of all strategies that come with the game were tuned at this table, "
    "on hands of their own."
)
PLANNED = (
    "Then plans of two parts were tried, which bring about what others may answer, such as a wrong "
    "challenge, and play otherwise from then on."
)
SEARCHED = (
    "At the end a strategy that looks ahead and the result each played a few hands of this table, "
    "the same ones. Other hands tell what it gains."
)
CARDS = (
    "Lines were tried one by one: what hands show that were played on with every other choice, the "
    "rules of other strategies, and other numbers. A line was added if it gained in hands that all "
    "cards played, and other hands say what each card is worth."
)
SAFEST = (
    "All ways to play met every company in the same hands. Then the best answers were looked for "
    "to the mixture that a crowd settles on, to the company that is hardest for one who does not "
    "know it, and to the safest way so far. An answer that gained enough in fresh hands was played "
    "on with. The safest way was chosen in fresh hands, and the numbers come from others."
)


def learned_story(learned: Learned) -> Story:
    """Tell the rules that were learned, and how well they do."""
    game, spec = learned.game, learned.after.spec
    return Story(
        question=f"How do you play {game.title} well?",
        answer=learned.sentence,
        numbers=tuple(_learned_numbers(learned)),
        sections=tuple(_learned_sections(learned)),
        much=learned.done if learned.by_lines else f"{learned.done} of learning",
        specs=(spec,),
        method=(
            CARDS if learned.by_lines else LEARNED,
            *([TUNED] if learned.tuned else []),
            *([PLANNED] if learned.planned else []),
            *([SEARCHED] if learned.searched else []),
            finds(),
        ),
        files=((f"{spec.game}-rounds.csv", "every round", learned.frame()),),
        asked=(("Seed", str(learned.seed)),),
    )


def _learned_numbers(learned: Learned) -> Iterator[Number]:
    """Give what the rules get, and what they gain; in self-play what an answer to them gains."""
    unit, measure = learned.after.unit, learned.after.measure
    if learned.bound is not None:
        cost = wording.costs(unit, measure, *learned.bound)
        yield Number.of(cost, "gained by the best other answer that was found", is_cost=True)
        return
    by = "by the strategy that it started from"
    if learned.is_new:
        by = "by these rules" if learned.rules else f"as {learned.tuned}"
    yield told.number(measure, learned.after.headline, f", {by}")
    if learned.better:
        cost = wording.costs(unit, measure, *learned.gain)
        yield Number.of(cost, "gained on the strategy that it started from")


def _learned_sections(learned: Learned) -> Iterator[Section]:
    """Give the rules, and how well they do."""
    if learned.by_lines and learned.card:
        yield Section("The card", "", rules=tuple(learned.card))
    elif learned.rules:
        rules = ("; ".join(lines) for lines in learned.words.values())
        yield Section("The rules", "", rules=tuple(rules))
    before = learned.before
    results = {f"started from {before.spec.hero.as_option}": before}
    if learned.rules:
        results |= {"learned": learned.full, "made simpler": learned.after}
    elif learned.tuned:
        results |= {"tuned": learned.after}
    hands = f"{learned.after.hands} {learned.after.unit.plural}"
    if learned.by_lines:
        yield Section(
            "What each line is worth",
            f"All cards played the same {hands}, in which no line was chosen. Whatever a card "
            f"does not say is played as `{before.spec.hero.as_option}` plays.",
            _rounds(learned),
            _prices(learned),
        )
        return
    yield Section(
        "How learning went",
        f"Each played the same {hands}, from which nothing was learned.",
        _rounds(learned) if learned.rounds else None,
        Table(
            f"In {hands} from which nothing was learned",
            ("", learned.after.measure.text),
            tuple(
                zip(results, told.cells(r.headline.parts for r in results.values()), strict=True)
            ),
            numbers=(1,),
        ),
    )


def _prices(learned: Learned) -> Table:
    """Return the lines that each card adds, and what they are worth."""
    measure, rows = learned.after.measure, []
    before: tuple[str, ...] = ()
    results = told.cells(done.result.headline.parts for done in learned.rounds)
    for done, result in zip(learned.rounds, results, strict=True):
        new = "; ".join(line for line in done.words if line not in before)
        gone = "; ".join(line for line in before if line not in done.words)
        new += f" (in place of: {gone})" if gone else ""
        gain = told.cells(told.gap_texts(measure, [done.gain])) if done.words != before else ["0"]
        rows.append((str(done.number), new or "no further line", result, *gain))
        before = done.words
    adds = "saves" if measure.lower_is_better else "adds"
    heads = ("lines", "new ones", measure.text, f"{adds}, {told.noun(learned.after.unit, measure)}")
    return Table("What each further line adds", heads, tuple(rows), numbers=(2, 3))


def _rounds(learned: Learned) -> Chart:
    """Return how well the rules of each round did, or each card by the number of its lines."""
    measure = learned.after.measure
    by = "number of lines" if learned.by_lines else "rules of each round"
    played = Series.of(
        "", [r.number for r in learned.rounds], [r.result.headline for r in learned.rounds]
    )
    return Chart(
        f"{capitalised(measure.text)}, by the {by}, in fresh hands",
        "lines" if learned.by_lines else "round",
        measure.text,
        (played,),
        percent=measure.in_per_cent,
        reference=(learned.before.headline.value, "the strategy that it started from"),
    )


def safest_story(safest: Safest) -> Story:
    """Tell which strategy is safest, and what can be taken from it."""
    game, spec, first = safest.game, safest.result.spec, safest.standings[0]
    numbers = [
        told.number(
            safest.measure, safest.result.headline, f", {first.name} against {safest.companies[0]}"
        ),
        told.number(safest.measure, first.risk.worst, ", in its worst company"),
    ]
    if first.risk.regret > 0:
        numbers.append(
            Number.of(safest.regret(first), "lost by not knowing the others", is_cost=True)
        )
    return Story(
        question=f"{game.title}: what should you play if you do not know the others?",
        answer=safest.sentence,
        numbers=tuple(numbers),
        sections=tuple(_safest_sections(safest)),
        much=f"{safest.done} of answers",
        specs=(spec,),
        method=(SAFEST,),
        files=((f"{spec.game}-companies.csv", "each in every company", safest.frame()),),
        asked=(("Seed", str(safest.seed)),),
    )


def _safest_sections(safest: Safest) -> Iterator[Section]:
    """Give what all ways risk, what the safest gets everywhere, and the answers to it."""
    first = safest.standings[0]
    yield _risks(safest)
    yield Section(
        f"What {first.name} gets in each company",
        "",
        table=Table(
            f"What {first.name} gets in each company",
            ("the others", safest.measure.text),
            tuple(
                zip(safest.companies, told.cells(got.parts for got in first.values), strict=True)
            ),
            numbers=(1,),
        ),
    )
    if first.risk.regrets:
        yield safest.certificate.section(safest.unit, safest.measure)
    if safest.sought:
        yield _answers(safest)
    if len(safest.mixture) > 1:
        yield Section(
            "Players who know all these ways",
            "In this mixture nobody gains by changing to another.",
            table=Table(
                "The mixture on which they settle",
                ("strategy", "share"),
                tuple((name, f"{100 * share:.1f} %") for name, share in safest.mixture),
                numbers=(1,),
            ),
        )


def _risks(safest: Safest) -> Section:
    """Tell what each way loses at most, and what it gets at worst."""
    companies, measure, ways = safest.companies, safest.measure, safest.standings
    risks = [way.risk for way in ways]
    regrets = [(risk.regret, risk.low, risk.high) for risk in risks]
    noun = told.noun(safest.unit, measure)
    rows = zip(
        [way.name for way in ways],
        told.cells(told.gap_texts(measure, regrets)),
        [companies[risk.regret_among] for risk in risks],
        told.cells(told.estimate_texts(measure, [risk.worst for risk in risks])),
        [companies[risk.worst_among] for risk in risks],
        ["yes" if way.readable else "no" for way in ways],
        strict=True,
    )
    ends = zip(*regrets, strict=True)
    value, low, high = (tuple(measure.shown_times * x for x in end) for end in ends)
    return Section(
        "If you do not know the others",
        "Most regret is how far each falls short of the best in the same company, where that is "
        f"most, in {safest.result.hands} {safest.unit.plural} from which nothing was learned. All "
        "intervals of a column hold together.",
        Chart(
            "What not knowing the others costs at most",
            "strategy",
            f"most regret, {noun}",
            (Series("", tuple(way.name for way in ways), value, low, high),),
            kind="points",
            interval="intervals, which hold for all companies together",
        ),
        Table(
            "What not knowing the others costs, and the least that each gets; the safest first",
            ("strategy", f"most regret, {noun}", "against", "at worst", "against", "by hand"),
            tuple(rows),
            numbers=(1, 3),
            best=(0,),
        ),
    )


def _answers(safest: Safest) -> Section:
    """Tell which answers were looked for, and what they gain."""
    gains = told.cells(told.gap_texts(safest.measure, [s.gain for s in safest.sought]))
    rows = tuple(
        (
            str(s.round) if s.round else "last",
            s.to,
            s.start,
            s.name or "none",
            gain if s.name else "nothing",
            "yes" if s.added else "no",
        )
        for s, gain in zip(safest.sought, gains, strict=True)
    )
    gains_in = f"gains, {told.noun(safest.unit, safest.measure)}"
    heads = ("round", "answer to", "begun with", "found", gains_in, "played on")
    return Section(
        "The best answers that were found",
        "",
        table=Table("The answers that were looked for", heads, rows, numbers=(4,)),
    )
