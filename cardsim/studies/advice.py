"""Pages on how to play a game well: rules, and the gain of each rule.

The rules come from a strategy that `cardsim learn` wrote, or from a shipped one that wins more. To
value a rule, the same strategy plays the same hands without it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from cardsim.ask.comparisons import CompareResult
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.runs import wording
from cardsim.runs.company import FIELD, Company, safest_of
from cardsim.runs.seating import Who
from cardsim.runs.spec import Player
from cardsim.runs.words import capitalised, counted
from cardsim.search.learned import Learned, rules_of
from cardsim.story import Chart, Number, Series, Table
from cardsim.strategy import Strategy
from cardsim.studies.companies import (
    CompanyResult,
    Tried,
    all_playing,
    in_comparison,
    in_three,
    tried_ways,
)
from cardsim.studies.experiments import Lab, amount, by_players, in_few, joined
from cardsim.studies.level import Gap
from cardsim.workspace import NO_PERSON, WEIGHED, borrowed, load_strategy, strategy_files

LEARNED, EQUILIBRIUM = "learned", "equilibrium"
EACH = 5_000
"""Largest number of hands against players who all play one of the other strategies."""
SEARCH = "look-ahead:base={}"
"""A search whose players go on as the named strategy does."""
ELSE = re.compile(r"All else as `([^`]*)`")
"""The strategy that a learned one changes, as its file names it."""
ELSEWHERE = 30_000
"""Largest number of hands for a gain at other tables, where all strategies play."""
SEARCHED = 600
"""Largest number of hands played by a search, which takes long; never more than one in ten."""
BY_RULES, USUALLY = "by the rules", "the usual way"
MATCH = "match"
"""Unit reported besides, for games usually played for points."""
PRESETS = 2
"""House rules tried besides the standard game: the first ones that the game names."""


@dataclass(frozen=True)
class Rule:
    """A rule to play by.

    Attributes:
        text: what to do, without a full stop.
        without: a strategy that follows all rules but this one.
    """

    text: str
    without: Who


@dataclass(frozen=True)
class FewLines:
    """The card of few lines that is worth learning, as the price list of its game found it.

    Attributes:
        lines: its lines, without a full stop.
        way: a strategy that plays by them.
        then: the line that comes next; empty if none was found that gains for certain.
        more: a strategy that plays by that line, too.
    """

    lines: tuple[str, ...]
    way: Who
    then: str = ""
    more: Who = ""


def rules_with(game: Game, name: str) -> list[str]:
    """Return a strategy's rules, with those of the strategy that it otherwise plays as."""
    strategy = load_strategy(game, name)
    own = rules_of(strategy)
    base = ELSE.search(" ".join(strategy.about.split()))
    if base is None or base[1] not in strategy_files(game):
        return own
    said = {line.split(":")[0].split(" ")[0] for line in own}
    return own + [line for line in rules_with(game, base[1]) if line.split(" ")[0] not in said]


def by_decision(game: Game, name: str) -> Iterator[Rule]:
    """Yield a learned strategy's rules by decision, if it has rules for several.

    `without` makes that decision as the game's default strategy does.
    """
    learned = load_strategy(game, name)
    own = [d for d in learned.functions if d not in learned.inherited]
    for decision in own if len(own) > 1 else []:
        functions: dict[str, Any] = {d: borrowed(game.name, name, d) for d in own if d != decision}
        name_of = decision.replace("_", "-")
        yield Rule(
            decided(next(d.help for d in game.decisions if d.function == decision)),
            Strategy(
                game.name,
                name=f"{name} without {name_of}",
                plays=f"play~ the learned rules, but not of {name_of}",
                **functions,
            ),
        )


def decided(asked: str) -> str:
    """Return the subject of a decision, as a rule is named: `when to take the top discard`."""
    first = re.split("[?:;]", asked)[0]
    return f"when to {first}" if asked.startswith(f"{first}?") else first


def advise(
    lab: Lab,
    name: str,
    *,
    players: Sequence[int],
    usual: int,
    strategy: str = "",
    rules: Sequence[Rule] = (),
    card: FewLines | None = None,
    searched: int = SEARCHED,
) -> None:
    """Show what to play against unknown opponents, the rules, and the gain of each rule.

    Args:
        lab: the laboratory.
        name: name of the game.
        players: numbers of players to try.
        usual: number of players in the answer.
        strategy: strategy to follow if no learned one is shipped, or a person cannot follow that
            one.
        rules: rules of that strategy; those with a certain gain are shown. Without any, the rules
            are those in the file of the safest strategy.
        card: the card of few lines that is worth learning.
        searched: largest number of hands played by a search.
    """
    game = load_game(name)
    ways = [s for s in strategy_files(game) if not NO_PERSON.fullmatch(s)]
    first = [s for s in dict.fromkeys((LEARNED, strategy)) if s in ways]
    ways = first + [s for s in ways if s not in first]
    results = in_three(name, lambda vs: lab.compare(name, ways, players=usual, vs=vs))
    weighed = {w for w in ways if WEIGHED in " ".join(load_strategy(game, w).about.split())}
    # A strategy whose rules are shown can be followed, whatever its file says.
    known = companies_of(
        lab, results, (weighed | {LEARNED} if rules else weighed) - set(first[-1:])
    )
    field = results[known.mixed.company]
    safest = ways[known.safest]
    told = rules_of(load_strategy(game, safest))
    followed = strategy if rules else safest if told else first[0]
    tried = list(rules) or list(by_decision(game, followed))
    usually = next(w for w in (game.default_strategy, *ways) if w != followed)
    contenders: list[Who] = [followed, usually, *(rule.without for rule in tried)]
    tables = {n: lab.compare(name, contenders, players=n, vs=FIELD) for n in players}
    mine = tables[usual]
    pays = {k: rule.text for k, rule in enumerate(tried, 2) if mine.gap(0, k).low > 0}
    lines = list(pays.values()) if rules else rules_with(game, followed)
    show_companies(lab, known, results, () if safest == followed else told)
    text = f"The strategy `{followed}` plays by them."
    fewer = "" if card is None else in_few_lines(lab, contenders[:2], card, mine)
    if card is not None and card.way == followed:
        lab.section(f"{game.title}: the rules", f"{text} {fewer}", rules=lines)
    else:
        lab.section(f"{game.title}: the rules", text, rules=lines)
        if card is not None:
            title = game.title.partition(" (")[0]
            lab.section(f"{title} in {in_lines(len(card.lines))}", fewer, rules=card.lines)
    what_they_win(lab, tables)
    if pays:
        what_each_is_worth(lab, tables, mine, pays)
    lab.section(
        "Compared with other ways to play, in mixed company",
        f"{field.sentence}{beside_learned(field, followed) if rules else ''}",
        beside("All ways to play, in mixed company", field),
    )
    turned = elsewhere(lab, field, known, players)
    beside_search(lab, field, followed, most=searched)
    if LEARNED not in ways:
        sought = lab.learn(name, min(lab.n, ELSEWHERE), start=followed, players=usual, vs=FIELD)
        lab.section("What learning adds", what_learning_adds(game, sought, followed))
    if EQUILIBRIUM in ways:
        settled(lab, lab.compare(name, ways, players=usual, vs=EQUILIBRIUM))
    answer(lab, known, results, mine, turned, at=len(players) > 1)


def companies_of(
    lab: Lab, results: Mapping[Company, CompareResult], too_complex: Collection[str]
) -> Tried:
    """Return the strategies in the three companies, and against players who all play one of them.

    Strategies that no person can follow are not advised.
    """
    mixed = next(iter(results.values()))
    names = [c.player.strategy for c in mixed.contenders]
    told = [wording.of_several(c.player.plays) for c in mixed.contenders]
    three = {company.vs for company in results}
    others = [
        in_comparison(
            company,
            lab.compare(
                mixed.game.name,
                names,
                players=mixed.spec.base.players,
                vs=company.vs,
                n=min(lab.n, EACH),
                precision=None,
            ),
        )
        for company in (all_playing(mixed.game, name) for name in names if name not in three)
    ]
    known = tried_ways(results, told, names, too_complex=too_complex)
    safest = safest_of(mixed.game)
    named = names.index(safest) if safest in names else None
    return replace(known, more=tuple(others), named=named)


def spoken(player: Player) -> str:
    """Return how somebody plays, as after "you": `knock at 22 ... (`level-2`)`."""
    if player.plays.startswith("play~ the learned rules"):
        return f"play as `{player.strategy}` does"
    return f"{wording.of_several(player.plays)} (`{player.strategy}`)"


class Deviation(NamedTuple):
    """A better choice than the safest in one company: its gain there, and its cost elsewhere."""

    found: CompanyResult
    way: int
    gain: str
    wrong: str


def changes(known: Tried, results: Mapping[Company, CompareResult]) -> list[Deviation]:
    """Return the changes against known opponents, if the gain is certain and noticeable."""
    listed = []
    for found in known.three:
        way, compared = known.top(found), results[found.company]
        gap = None if way == known.safest else compared.gap(way, known.safest)
        if gap is not None and gap.low > 0 and gap.high > found.small:
            listed.append(Deviation(found, way, compared.cost(gap), known.at_most(way)))
    return listed


def show_companies(
    lab: Lab, known: Tried, results: Mapping[Company, CompareResult], rules: Sequence[str]
) -> None:
    """Show what to play against unknown opponents, and what to change against known ones.

    Args:
        lab: the laboratory.
        known: all strategies, in several companies.
        results: comparisons in the three companies.
        rules: rules of the safest strategy; empty where they are shown elsewhere.
    """
    field = results[known.mixed.company]
    measure = field.measure
    rows = []
    for way in known.order:
        amounts = [found.amount(way) for found in known.three]
        worst = known.worst(way)
        cost = f"{worst.behind[way].value * field.measure.shown_times:.1f}"
        rows.append((known.ways[way], *amounts, cost, worst.company.where, known.x[way]))
    worth = {known.safest, *map(known.top, known.three), field.contenders.index(field.ranking[0])}
    usual = known.x.index(field.game.default_strategy)
    shown = [way for way in known.order if way in worth or way == usual]
    lab.section(
        "If you do not know the others",
        f"{known.about} Besides, each of the {counted(len(known.ways))} ways to play meets "
        "players who all play one of the others. Two columns say what a way costs you at most, "
        "compared with the best way there, and where."
        + (f" The rules of `{known.x[known.safest]}`:" if rules else ""),
        replace(known, x=in_few(known.ways)).chart(
            f"What the ways worth playing win, and the usual one: {in_few(known.ways)[usual]}",
            "how you play",
            shown,
        ),
        Table(
            "What each way wins, the safest first",
            (
                "how you play",
                *(found.company.where for found in known.three),
                f"costs at most, {noun(field)} fewer",
                "there",
                "strategy",
            ),
            tuple(rows),
        ),
        rules,
    )
    found = changes(known, results)
    if not found:
        return
    lab.section(
        "If you know the others",
        "Then something else wins more than the safest way. The last column says what that costs "
        "you if you are wrong about them.",
        table=Table(
            f"What to play if you know the others; differences in {noun(field)}",
            (
                "the others",
                "how to play",
                measure.text,
                "gain on the safest way",
                "if you are wrong",
            ),
            tuple(
                (c.found.company.name, known.ways[c.way], c.found.amount(c.way), c.gain, c.wrong)
                for c in found
            ),
        ),
    )


def answer(
    lab: Lab,
    known: Tried,
    results: Mapping[Company, CompareResult],
    mine: CompareResult,
    turned: str,
    *,
    at: bool,
) -> None:
    """Answer what to play against unknown opponents, and what to change against known ones.

    Args:
        lab: the laboratory.
        known: all strategies, in several companies.
        results: comparisons in the three companies.
        mine: the comparison at the usual table, in mixed company; the first plays by the rules.
        turned: sentences on the tables where another strategy is certainly better.
        at: mention the number of players.
    """
    followed, way = mine.contenders[0].player.strategy, known.safest
    table = f"with {counted(mine.spec.base.players)} players, " if at else ""
    wins = f"{table}{known.wins(way)}."
    numbers = known.numbers_of(way)
    field, usual = results[known.mixed.company], known.x.index(mine.game.default_strategy)
    gap = None if way == usual else field.gap(way, usual)
    if gap is not None and gap.low > 0:
        more = field.cost(gap)
        wins = (
            f"in mixed company that wins {more} more than if you {known.ways[usual]}, the usual "
            f"way. {capitalised(wins)}"
        )
        numbers.insert(0, Number.of(more, "more than the usual way, in mixed company"))
    text = f"If you do not know the others, {known.ways[way]}: {wins}{beside_people(known, way)}"
    text += f" In these companies {known.at_most(way)}.{turned}"
    for change in changes(known, results):
        text += (
            f" If you know that you play {change.found.company.where}, {known.ways[change.way]}: "
            f"that wins {change.gain} more; if you are wrong, {change.wrong}."
        )
    won = wording.outcome(mine.measure, mine.contenders[0].estimate)
    same = known.x[way] == followed
    if MATCH in mine.game.units and not mine.measure.in_per_cent:
        seats = mine.spec.base.players
        matches = lab.run(mine.game.name, strategy=followed, players=seats, unit=MATCH, vs=FIELD)
        won += f", and {wording.outcome(matches.unit.won_by, matches.headline)}"
        won += wording.beside_even(matches.unit.won_by)
        numbers.append(Number.of(matches.headline, "of matches in mixed company, by the rules"))
        same = False
    if not same:
        text += f" By the rules below (`{followed}`), in mixed company {won}."
    lab.answer(text, *numbers)


def beside_people(known: Tried, way: int) -> str:
    """Return why a strategy wins less than an even share in mixed company, if computers do not."""
    mixed, even = known.mixed, known.mixed.measure.even
    if even is None or not mixed.measure.in_per_cent or mixed.estimates[way].high >= even:
        return ""
    if all(mixed.estimates[other].low <= even for other in known.too_complex):
        return ""
    return " It is less than an even share since many there reckon as only a computer can."


def what_they_win(lab: Lab, comparisons: Mapping[int, CompareResult]) -> None:
    """Show your results by the rules at each table, and those of the game's usual strategy."""
    tables = list(comparisons.values())
    ways, usual = (BY_RULES, USUALLY), tables[0].contenders[1].player.brief
    measure = tables[0].measure
    gains = {n: amount(c.gap(0, 1), c.measure.shown_times) for n, c in comparisons.items()}
    more = f"{noun(tables[0])} more"
    gain = by_players(gains, more) if len(tables) > 1 else f"{next(iter(gains.values()))} {more}"
    if len(tables) > 1:
        series = tuple(
            Series.of(way, tuple(comparisons), [c.contenders[k].estimate for c in tables])
            for k, way in enumerate(ways)
        )
    else:
        series = (Series.of(measure.text, ways, [c.estimate for c in tables[0].contenders[:2]]),)
    lab.section(
        "What they win",
        f"In mixed company, compared with {USUALLY} (`{usual}`), you win {gain}.",
        Chart(
            f"What you win by the rules, and by playing {USUALLY}, in mixed company",
            "players" if len(tables) > 1 else "how you play",
            measure.text,
            series,
            kind="line" if len(tables) > 1 else "points",
            percent=measure.in_per_cent,
        ),
    )


def in_lines(number: int) -> str:
    """Return a number of lines in words."""
    return f"{counted(number)} line{'s' * (number != 1)}"


def in_few_lines(lab: Lab, ways: Sequence[Who], card: FewLines, mine: CompareResult) -> str:
    """Return what the card of few lines wins, and what the next line would add.

    `ways` are the strategy that plays by the rules and the usual one; `mine` compares them at the
    usual table, in mixed company.
    """
    game, seats = mine.game.name, mine.spec.base.players
    listed = f"`cardsim experiment run {game}-price-list` shows what each line is worth."
    same, more = card.way == ways[0], [card.more] if card.then else []
    tried = [*ways, *([] if same else [card.way]), *more]
    compared = lab.compare(game, tried, players=seats, vs=FIELD)
    place, told = 0 if same else len(ways), ""
    if not same:
        gain, behind = compared.gap(place, 1), compared.gap(0, place)
        short = "as many, as far as can be told"
        if behind.low > 0 or behind.high < 0:
            word = "fewer" if behind.low > 0 else "more"
            short = f"{compared.cost(behind if behind.low > 0 else behind.turned())} {word}"
        these, win = ("These are", "they win") if len(card.lines) > 1 else ("This is", "it wins")
        told = (
            f"{these} easier to keep in mind. In mixed company {win} {compared.cost(gain)} more "
            f"than the usual way; compared with the rules above, {short}. "
        )
    if not card.then:
        return f"{told}No further line was found that gains for certain. {listed}"
    added = compared.gap(len(tried) - 1, place)
    much = compared.cost(added) if added.low > 0 else "nothing measurable"
    return f'{told}The next line, "{card.then}", would add {much}. {listed}'


def what_each_is_worth(
    lab: Lab, comparisons: Mapping[int, CompareResult], mine: CompareResult, pays: Mapping[int, str]
) -> None:
    """Show the cost of leaving out a rule.

    Args:
        lab: the laboratory.
        comparisons: at each table the strategy with all rules first, then those without one.
        mine: the comparison at the usual table.
        pays: rules by number of the contender without it.
    """
    fewer = f"{noun(mine)} fewer"
    costs = tuple(
        (rule, *(loss(c.gap(0, k), c.measure.shown_times) for c in comparisons.values()))
        for k, rule in pays.items()
    )
    gaps = [mine.gap(0, k) for k in pays]
    usual = f"{counted(mine.spec.base.players)} players"
    lab.section(
        "What each rule is worth",
        f"Drop one rule and keep the rest, and in mixed company you win this many {fewer}.",
        Chart(
            f"What it costs to leave a rule out, with {usual} in mixed company",
            "rule",
            fewer,
            (Series.of_gaps(fewer, in_few(list(pays.values())), gaps, mine.measure.shown_times),),
            kind="points",
        ),
        Table(
            f"What it costs to leave a rule out, in {noun(mine)}",
            ("rule", *(f"{n} players" for n in comparisons)),
            costs,
        ),
    )


def elsewhere(lab: Lab, field: CompareResult, known: Tried, players: Sequence[int]) -> str:
    """Show the safest way's gain over the best other one, at other tables and by house rules.

    Return a sentence, after a space, for each number of players with which another way that a
    person can follow is certainly better.

    Args:
        lab: the laboratory.
        field: comparison of all strategies at the usual table.
        known: the same strategies in several companies.
        players: numbers of players to try.
    """
    game, usual = field.game, field.spec.base.players
    names = [c.player.strategy for c in field.contenders]

    def play(**options: Any) -> CompareResult:
        hands = min(lab.n, ELSEWHERE)
        return lab.compare(game.name, names, n=hands, precision=None, vs=FIELD, **options)

    tables = {f"{n} players": field if n == usual else play(players=n) for n in players}
    for preset in list(game.presets)[1 : 1 + PRESETS]:
        n = game.preset_players.get(preset, usual)
        tables[f"{n} players, house rules {preset}"] = play(players=n, preset=preset)
    place, usual_rules = known.safest, field.spec.base.preset
    rows, turned = [], ""
    for table, compared in tables.items():
        best = next(c for c in compared.ranking if c is not compared.contenders[place])
        gap = compared.gap(place, compared.contenders.index(best))
        other = spoken(best.player)
        mine = str(compared.contenders[place].estimate)
        rows.append((table, mine, other, amount(gap, compared.measure.shown_times)))
        gaps = {k: compared.gap(k, place) for k in range(len(names)) if k != place}
        better = {k: g for k, g in gaps.items() if g.low > 0 and k not in known.too_complex}
        if better and compared is not field and compared.spec.base.preset == usual_rules:
            top = max(better, key=lambda k: better[k].value)
            won = compared.cost(better[top])
            turned += f" With {table}, in mixed company, {known.ways[top]}: that wins {won} more."
    lab.section(
        "At other tables, and by other house rules, in mixed company",
        "Does it pay to play like this there, too? If the last number has a minus and is larger "
        "than its ±, play the other way there.",
        table=Table(
            "How much this is ahead of the best other way to play",
            (
                "players and house rules",
                field.measure.text,
                "the best other way",
                f"gain: {noun(field)} more",
            ),
            tuple(rows),
        ),
    )
    return turned


def looks_ahead(game: Game) -> bool:
    """Return whether the usual search looks ahead in a game without being told from where on."""
    search = load_strategy(game, SEARCH.partition(":")[0])
    return any(option.name == "last" and option.default for option in search.parameters)


def beside_search(lab: Lab, field: CompareResult, followed: str, *, most: int) -> None:
    """Show the results of a program that looks ahead, compared with the rules.

    `followed` plays by the rules. `field` compares all at the usual table; the search plays on as
    the best of them, for `most` hands at the most. Nothing is shown of a game in which it is not to
    look ahead unless it is told to.
    """
    if not looks_ahead(field.game):
        return
    base, hands = field.ranking[0].player.strategy, min(max(lab.n // 10, 2), most)
    compared = lab.compare(
        field.game.name,
        [followed, SEARCH.format(base)],
        n=hands,
        precision=None,
        players=field.spec.base.players,
        vs=FIELD,
    )
    gap, times = compared.gap(1, 0), compared.measure.shown_times
    difference = "which is no measurable difference from the rules"
    if gap.low > 0:
        difference = f"{amount(gap, times)} {noun(compared)} more than by the rules"
    elif gap.high < 0:
        difference = f"{amount(gap.turned(), times)} {noun(compared)} fewer than by the rules"
    won = wording.outcome(compared.measure, compared.contenders[1].estimate)
    lab.section(
        "Compared with a search",
        "A program need not play by rules. `look-ahead` imagines what it cannot see a few times at "
        f"each decision, plays out every choice as `{base}` goes on, and takes the best. With it "
        f"{won}, {difference} ({compared.hands} {compared.unit.plural}).",
    )


def what_learning_adds(game: Game, sought: Learned, followed: str) -> str:
    """Return the outcome of a search for better rules that began with a strategy."""
    text = (
        f"`{sought.command}` starts from these rules and looks for better ones. {sought.sentence}"
    )
    experts = dict.fromkeys(name for names in game.experts.values() for name in names)
    others = [name for name in experts if name != followed]
    if not sought.rules and others:
        text += f" In no situation did {joined(others, 'or')} turn out better."
    return text


def settled(lab: Lab, alike: CompareResult) -> None:
    """Show the rules of the equilibrium, and who wins more by playing differently."""
    names = [c.player.strategy for c in alike.contenders]
    place = names.index(EQUILIBRIUM)
    gaps = [alike.gap(k, place) for k in range(len(names)) if k != place]
    worst = max(gaps, key=lambda gap: gap.value)
    most = f"none of the {counted(len(gaps))} other ways to play wins more"
    if worst.value > 0:
        more = f"{amount(worst, alike.measure.shown_times)} {noun(alike)} more"
        most = f"no other way to play wins more than {more}"
    lab.section(
        "Where all play well",
        f"When everyone learns, play settles on the rules of `equilibrium`. Against players who "
        f"all do this, {most}. The rules:",
        beside("Against others who have learned too", alike),
        rules=rules_of(load_strategy(alike.game, EQUILIBRIUM)),
    )


def beside(finding: str, comparison: CompareResult) -> Chart:
    """Return a chart of a comparison's strategies side by side, the best first."""
    ranking = comparison.ranking
    ways = in_few([wording.of_several(c.player.plays) for c in ranking])
    return Chart(
        finding,
        "how you play",
        comparison.measure.text,
        (Series.of("", ways, [c.estimate for c in ranking]),),
        kind="points",
        percent=comparison.measure.in_per_cent,
    )


def noun(compared: CompareResult) -> str:
    """Return the unit of differences, such as matches in 100."""
    return wording.cost_text(compared.measure, "", compared.unit).strip()


def loss(gap: Gap, times: float) -> str:
    """Return the cost of leaving out a rule, if its sign is certain."""
    if gap.low > 0:
        return amount(gap, times)
    return f"{amount(gap, times)}: dropping it wins" if gap.high < 0 else "no measurable difference"


def beside_learned(field: CompareResult, followed: str) -> str:
    """Return a sentence on the learned strategy, if the rules are of another one."""
    names = [c.player.strategy for c in field.contenders]
    if followed == LEARNED or LEARNED not in names:
        return ""
    begin = " The strategy learned, which is too complex to play by hand,"
    gap = field.gap(names.index(LEARNED), names.index(followed))
    if gap.low > 0:
        return f"{begin} wins {field.cost(gap)} more than {followed}."
    if gap.high < 0:
        return f"{begin} wins {field.cost(gap.turned())} less than {followed}."
    return f"{begin} makes no measurable difference."
