"""The page of a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardsim.show import parts, tournament_plots
from cardsim.show.page import Cell, Page, Section, Sheet
from cardsim.show.panel import INTERVAL, heading, noun
from cardsim.statistics import populations
from cardsim.story import Number
from cardsim.tournaments.standings import TournamentResult

MOST_ROWS = 150


def page(tournament: TournamentResult) -> Page:
    """The report of a tournament."""
    base, unit = tournament.spec.base, tournament.unit
    specs = [replace(base, seats=(p,) * len(base.seats)) for p in tournament.spec.players]
    matrix, crowd = tournament_plots.panels(tournament)
    count = len(tournament.entrants)
    files = [
        parts.download(f"{base.game}-strategies.csv", "every one", tournament.ranking_frame()),
        parts.download(f"{base.game}-gains.csv", "each among each", tournament.frame()),
        parts.download(f"{base.game}-tables.csv", "every table", tournament.tables_frame()),
    ]
    much = f"{parts.grouped(tournament.hands)} {unit.plural} at each table"
    return Page(
        kicker=parts.kicker(tournament.game, [base], much),
        title=f"{count} strategies of {tournament.game.title}: who wins, and who is left?",
        numbers=tuple(_numbers(tournament)),
        answer=tournament.sentence,
        sections=(
            Section("How they rank", sheets=(_ranking_sheet(tournament),)),
            Section("If you do not know the others", sheets=(_risk_sheet(tournament),)),
            *([_answers(tournament)] if tournament.answers else []),
            Section(matrix.title, (matrix,), sheets=(_gains_sheet(tournament),)),
            Section(crowd.title, (crowd,), paragraphs=(_left(tournament),)),
        ),
        brief=(parts.briefly(tournament.game),),
        rules=parts.rules_section(tournament.game, specs),
        method=tuple(_method(tournament)),
        command=tournament.command,
        facts=parts.facts(base, unit, tournament.hands, tournament.version),
        downloads=tuple(f for f in files if f is not None),
    )


def _numbers(tournament: TournamentResult) -> Iterator[Number]:
    best = tournament.ranking[0]
    what = f", with {best.player.brief} among all of them"
    yield parts.number(tournament.measure, best.estimate, what)
    most = max(tournament.entrants, key=lambda e: e.weight)
    sure = f"{100 * most.low:.0f} to {100 * most.high:.0f} %"
    what = f"is {most.player.brief} once players have copied whoever wins more"
    yield Number(f"{100 * most.weight:.0f} %", heading(what), sure)


def _left(tournament: TournamentResult) -> str:
    gain = tournament.left_to_gain
    text = tournament.text_of(gain, gain, gain).partition(" (")[0]
    if gain <= 0 or text.strip("0. ").startswith(tournament.unit.plural):
        return (
            "Where players are mixed by the weights, playing another of these strategies gains "
            "nothing that these hands could show."
        )
    return (
        f"In the mixture of the weights the best answer among these strategies still gains {text} "
        f"{noun(tournament.unit, tournament.measure)}."
    )


def _method(tournament: TournamentResult) -> Iterator[str]:
    spec, unit = tournament.spec, tournament.unit
    tables = len(tournament.companies)
    seats = "sides" if spec.base.sides else "players"
    yield (
        f"Each strategy played {parts.grouped(tournament.hands)} {unit.plural} of "
        f"{tournament.game.title} by computer against each of the {parts.grouped(tables)} ways in "
        f"which the other {seats} can play. {parts.IN_TURN}"
    )
    yield parts.chance(spec.base, unit)
    yield parts.FAIR
    yield (
        "Against the same others all strategies played the very same deals; against others they "
        "played other deals, so that their errors are their own. Where intervals hold together, "
        "it is by Bonferroni\N{RIGHT SINGLE QUOTATION MARK}s rule, for all pairs at once."
    )
    yield (
        "The weights are a mixture that loses to none of the strategies, by linear programming; "
        "their intervals come from payoffs drawn as far off as they may be."
        if spec.parties == populations.TWO
        else "The weights are the mixture in which the crowd settles, or its mean on the way, "
        "whichever leaves less to gain; their intervals come from payoffs drawn as far off as they "
        "may be."
    )


def _percent(value: float) -> Cell:
    return Cell(f"{100 * value:.1f} %" if value else "none", value)


def _ranking_sheet(tournament: TournamentResult) -> Sheet:
    ranking = tournament.ranking
    cells = parts.estimate_cells(tournament.measure, [e.estimate for e in ranking])
    rows = tuple(
        (
            Cell(e.player.brief),
            Cell(e.place, e.first + e.last / 1000),
            replace(cell, is_best=e is ranking[0]),
            replace(_percent(e.weight), note=f"{100 * e.low:.1f} % to {100 * e.high:.1f} %"),
            _percent(e.survives),
        )
        for e, cell in zip(ranking, cells, strict=True)
    )
    heads = ("Strategy", ">Place", f">Among all, {INTERVAL} alone", ">Weight", ">Takes over")
    caption = (
        "The best first. The interval of a value is that of the value alone; the differences "
        "behind a place hold together for all pairs, and a place such as 1 to 2 is one that the "
        "hands leave open. Weight: its "
        "share of a mixture that none of these does better against"
    )
    return Sheet(caption, heads, rows)


def _risk_sheet(tournament: TournamentResult) -> Sheet:
    among = tournament.who(len(tournament.entrants)) if tournament.spec.met else ""
    ranking = sorted(
        zip(tournament.entrants, tournament.risks, strict=True), key=lambda pair: pair[1].regret
    )
    order = [tournament.entrants.index(e) for e, _ in ranking]
    met = parts.estimate_cells(tournament.measure, [tournament.versus[k] for k in order if among])
    worst = parts.estimate_cells(tournament.measure, [risk.worst for _, risk in ranking])
    regrets = [(risk.regret, risk.low, risk.high) for _, risk in ranking]
    rows = tuple(
        (
            Cell(entrant.player.brief),
            *met[number : number + 1],
            replace(regret, is_best=not number),
            Cell(tournament.company(risk.regret_among)),
            least,
            Cell(tournament.company(risk.worst_among)),
        )
        for number, ((entrant, risk), least, regret) in enumerate(
            zip(ranking, worst, parts.gap_cells(tournament.measure, regrets), strict=True)
        )
    )
    short = f">Most regret, {noun(tournament.unit, tournament.measure)}"
    against = (f">{heading(among)}",) if among else ()
    heads = ("Strategy", *against, short, "Regret against", ">At worst", "Worst against")
    caption = (
        f"Where all others play one of these strategies{f', or {among}' if among else ''}: how "
        "far each falls short of the best in the same company, where that is most, and the least "
        "it gets. The "
        "safest first; all intervals of regret and of the worst hold together"
    )
    return Sheet(caption, heads, rows)


def _answers(tournament: TournamentResult) -> Section:
    """What was found against the winner, and against whoever takes over."""
    unit = tournament.unit
    paragraphs = []
    for answer in tournament.answers:
        paragraphs.append(answer.told(tournament.measure, unit))
        if answer.hands:
            hands = parts.grouped(answer.hands)
            paragraphs[-1] += f" That is in {hands} {unit.plural} from which nothing was learned."
        if answer.found and answer.rules:
            paragraphs += answer.rules
            paragraphs.append(f"Find it again: {answer.command}")
    return Section("Can the winner be beaten?", paragraphs=tuple(paragraphs))


def _gains_sheet(tournament: TournamentResult) -> Sheet:
    names = [e.player.brief for e in tournament.entrants]
    gains = sorted(tournament.gains, key=lambda g: -g.value)
    caption = (
        "One among others who all play alike, the largest gain first; the intervals hold together "
        "for all pairs"
    )
    if len(gains) > MOST_ROWS:
        caption += f"; the {MOST_ROWS} largest of {len(gains)}"
    gains = gains[:MOST_ROWS]
    cells = parts.gap_cells(tournament.measure, [(g.value, g.low, g.high) for g in gains])
    rows = tuple(
        (
            Cell(names[g.one]),
            Cell(names[g.among]),
            Cell("gains" if g.beats else "loses" if g.high < 0 else "open"),
            cell,
        )
        for g, cell in zip(gains, cells, strict=True)
    )
    what = heading(noun(tournament.unit, tournament.measure))
    return Sheet(caption, ("One", "Among", "Verdict", f">{what}"), rows, folded=True)
