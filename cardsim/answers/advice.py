"""Pages on how to play a game well: rules, and what each rule is worth.

The rules come from a strategy that `cardsim learn` wrote, or from a shipped one that wins more. To
value a rule, the same strategy plays the same hands without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardsim.answers.comparisons import CompareResult
from cardsim.answers.experiments import (
    Chart,
    Gap,
    Lab,
    Number,
    Series,
    Table,
    amount,
    by_players,
    joined,
)
from cardsim.answers.learned import ITEM, Learned
from cardsim.answers.robust import Robust, show, try_companies
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.runs import wording
from cardsim.runs.players_asked import Who
from cardsim.strategy import Strategy
from cardsim.workspace import borrowed, load_strategy, strategy_files

LEARNED, EQUILIBRIUM = "learned", "equilibrium"
SEARCH = "look-ahead"
WEIGHED = "as only a computer can"
"""What the file of a learned strategy says of weights."""
NO_PERSON = re.compile(r"random-.*|look-ahead|double-dummy")
"""Strategies that play as no person would, or could."""
ELSEWHERE = 30_000
"""The most hands that tell a gain at other tables, where all ways to play are tried."""
SEARCHED = 600
"""The most hands that are played by a search, which takes long, and no more than one in ten."""
WAYS = ("by the rules", "like the others")
MATCH = "match"
"""What is told besides, of games that usually are played for points."""
PRESETS = 2
"""House rules that are tried besides the standard game, the first that the game names."""


@dataclass(frozen=True)
class Rule:
    """A rule to play by.

    Attributes:
        text: what to do, without a full stop.
        without: who plays by all the others, and not by it.
    """

    text: str
    without: Who


def rules_of(strategy: Strategy) -> list[str]:
    """The rules that a learned strategy's file tells, one a line."""
    lines: list[str] = []
    for line in strategy.about.splitlines():
        if line.startswith(ITEM):
            lines.append(line.removeprefix(ITEM))
        elif lines and line.startswith("  "):
            lines[-1] += " " + line.strip()
    return lines


def by_decision(game: Game, name: str) -> Iterator[Rule]:
    """A learned strategy's rules, all those for a decision as one, where it has several.

    Without it that decision is made as the game's default strategy does.
    """
    learned = load_strategy(game, name)
    own = [d for d in learned.functions if d not in learned.inherited]
    for decision in own if len(own) > 1 else []:
        functions: dict[str, Any] = {d: borrowed(game.name, name, d) for d in own if d != decision}
        name_of = decision.replace("_", "-")
        yield Rule(
            f"the rule for {decision.replace('_', ' ')}",
            Strategy(
                game.name,
                name=f"{name} without {name_of}",
                plays=f"play~ the learned rules, but not of {name_of}",
                **functions,
            ),
        )


def advise(
    lab: Lab,
    name: str,
    *,
    players: Sequence[int],
    usual: int,
    strategy: str = "",
    rules: Sequence[Rule] = (),
) -> None:
    """Show the rules of a game, what they win, what each of them is worth, and beside what.

    Args:
        lab: plays.
        name: the game.
        players: the tables that are played.
        usual: that of the answer.
        strategy: the one to go by where nothing is shipped that was learned, or a person cannot
            follow it.
        rules: of that strategy; those that gain something for certain are told.
    """
    game = load_game(name)
    ways = [s for s in strategy_files(game) if not NO_PERSON.fullmatch(s)]
    first = [s for s in dict.fromkeys((LEARNED, strategy)) if s in ways]
    field = lab.compare(name, first + [s for s in ways if s not in first], players=usual)
    followed = strategy if rules else first[0]
    by_learned = followed == LEARNED and not rules
    tried = list(by_decision(game, LEARNED)) if by_learned else list(rules)
    contenders: list[Who] = [followed, game.default_strategy, *(rule.without for rule in tried)]
    tables = {n: lab.compare(name, contenders, players=n) for n in players}
    mine = tables[usual]
    pays = {k: rule.text for k, rule in enumerate(tried, 2) if mine.gap(0, k).low > 0}
    lines = rules_of(load_strategy(game, LEARNED)) if by_learned else list(pays.values())
    weighed = {w for w in ways if WEIGHED in " ".join(load_strategy(game, w).about.split())}
    known = try_companies(
        lab,
        field,
        strong=EQUILIBRIUM if EQUILIBRIUM in ways else first[0],
        too_complex=weighed - {LEARNED} if by_learned else weighed | {LEARNED},
    )
    origin = f"The strategy {followed} plays by them."
    if by_learned:
        others = wording.of_several(mine.spec.base.others[0].plays)
        origin = f"cardsim found them by itself, against players who {others}."
    safe = in_order(rules_of(load_strategy(game, known.safest)))
    show(lab, known, safe if known.safest != followed else "", times(field), f"{noun(field)} fewer")
    lab.section("The rules", f"{in_order(lines)} {origin}")
    what_they_win(lab, tables)
    if pays:
        what_each_is_worth(lab, tables, mine, pays)
    lab.section(
        "Beside other ways to play",
        f"{field.sentence}{beside_learned(field, followed)} {rivals(field, followed)}",
        beside("The rules beside other ways to play", field),
    )
    elsewhere(lab, field, best_of_both(field, followed), players)
    beside_search(lab, name, followed, usual)
    if LEARNED not in ways:
        sought = lab.learn(name, min(lab.n, ELSEWHERE), start=followed, players=usual)
        lab.section("What learning adds", what_learning_adds(game, sought, followed))
    if EQUILIBRIUM in ways:
        settled(lab, known.shown[-1].compared)
    answer(lab, known, mine, lines)


def answer(lab: Lab, known: Robust, mine: CompareResult, rules: Sequence[str]) -> None:
    """Say what to play if you do not know the others, and what the rules win if you do.

    Args:
        lab: shows.
        known: all ways to play, in several companies.
        mine: the usual table, with who plays by the rules first.
        rules: one a sentence.
    """
    followed = mine.contenders[0].player.strategy
    best = wording.outcome(mine.measure, mine.contenders[0].estimate)
    best += wording.beside_even(mine.measure)
    numbers = [Number.of(c.estimate, way) for c, way in zip(mine.contenders, WAYS, strict=False)]
    if MATCH in mine.game.units and not mine.measure.in_per_cent:
        usual = mine.spec.base.players
        matches = lab.run(mine.game.name, strategy=followed, players=usual, unit=MATCH)
        best += f", and {wording.outcome(matches.unit.won_by, matches.headline)}"
        best += wording.beside_even(matches.unit.won_by)
        numbers.append(Number.of(matches.headline, "of matches by the rules"))
    by_rules = f"{wording.against(mine.spec.base, None)}, {best}: {'; '.join(rules)}."
    if known.safest == followed:
        text = f"By these rules {by_rules}"
    else:
        wrong = known.if_wrong(known.names.index(followed))
        text = f"If you know that you play {by_rules} If you are wrong, {wrong}."
    lab.answer(f"{known.answer} {text}", *known.numbers, *numbers)


def what_they_win(lab: Lab, comparisons: Mapping[int, CompareResult]) -> None:
    """Show what who plays by the rules wins at each table, beside who plays like the others."""
    tables = list(comparisons.values())
    measure = tables[0].measure
    gains = {n: amount(c.gap(0, 1), times(c)) for n, c in comparisons.items()}
    more = f"{noun(tables[0])} more"
    gain = by_players(gains, more) if len(tables) > 1 else f"{next(iter(gains.values()))} {more}"
    if len(tables) > 1:
        series = tuple(
            Series.of(way, tuple(comparisons), [c.contenders[k].estimate for c in tables])
            for k, way in enumerate(WAYS)
        )
    else:
        series = (Series.of(measure.text, WAYS, [c.estimate for c in tables[0].contenders[:2]]),)
    lab.section(
        "What they win",
        f"Compared with playing like everyone else, you win {gain}.",
        Chart(
            "What you win by the rules, and by playing like the others",
            "players" if len(tables) > 1 else "how you play",
            measure.text,
            series,
            kind="line" if len(tables) > 1 else "points",
            percent=measure.in_per_cent,
        ),
    )


def what_each_is_worth(
    lab: Lab, comparisons: Mapping[int, CompareResult], mine: CompareResult, pays: Mapping[int, str]
) -> None:
    """Show what it costs to leave out a rule.

    Args:
        lab: shows.
        comparisons: at each table who plays by all rules, first, and others of whom each leaves
            one out.
        mine: that of the usual table.
        pays: the rules by the numbers of those who leave them out.
    """
    fewer = f"{noun(mine)} fewer"
    costs = tuple(
        (rule, *(loss(c.gap(0, k), times(c)) for c in comparisons.values()))
        for k, rule in pays.items()
    )
    gaps = [mine.gap(0, k) for k in pays]
    usual = f"{wording.counted(mine.spec.base.players)} players"
    lab.section(
        "What each rule is worth",
        f"Drop one rule and keep the rest, and you win this many {fewer}.",
        Chart(
            f"What it costs to leave a rule out, with {usual}",
            "rule",
            fewer,
            (Series.of_gaps(fewer, list(pays.values()), gaps, times(mine)),),
            kind="points",
        ),
        Table(
            f"What it costs to leave a rule out, in {noun(mine)}",
            ("rule", *(f"{n} players" for n in comparisons)),
            costs,
        ),
    )


def elsewhere(lab: Lab, field: CompareResult, way: str, players: Sequence[int]) -> None:
    """Show what a way to play gains on the best other one, at other tables and by house rules.

    Args:
        lab: plays.
        field: all ways to play, at the usual table.
        way: the one whose gain is told.
        players: the tables.
    """
    game, usual = field.game, field.spec.base.players
    names = [c.player.strategy for c in field.contenders]

    def play(**options: Any) -> CompareResult:
        hands = min(lab.n, ELSEWHERE)
        return lab.compare(game.name, names, n=hands, precision=None, **options)

    tables = {f"{n} players": field if n == usual else play(players=n) for n in players}
    for preset in list(game.presets)[1 : 1 + PRESETS]:
        n = game.preset_players.get(preset, usual)
        tables[f"{n} players, house rules {preset}"] = play(players=n, preset=preset)
    place = names.index(way)
    rows = []
    for table, compared in tables.items():
        best = next(c for c in compared.ranking if c is not compared.contenders[place])
        gap = compared.gap(place, compared.contenders.index(best))
        other = f"{wording.of_several(best.player.plays)} ({best.player.brief})"
        mine = str(compared.contenders[place].estimate)
        rows.append((table, mine, other, amount(gap, times(compared))))
    lab.section(
        "At other tables, and by other house rules",
        f"At each of these tables you {wording.of_several(field.contenders[place].player.plays)} "
        f"({way}), although it was made for one of them only. Next to it stands the best of the "
        "other ways to play. Where the gain is below 0, play that one.",
        table=Table(
            f"How much {way} is ahead of the best other way to play",
            (
                "players and house rules",
                field.measure.text,
                "the best other way",
                f"gain: {noun(field)} more",
            ),
            tuple(rows),
        ),
    )


def beside_search(lab: Lab, name: str, followed: str, players: int) -> None:
    """Show what a program that looks ahead wins beside the rules."""
    hands = min(max(lab.n // 10, 2), SEARCHED)
    compared = lab.compare(name, [followed, SEARCH], n=hands, precision=None, players=players)
    gap, back = compared.gap(1, 0), compared.gap(0, 1)
    difference = "which is no measurable difference from the rules"
    if gap.low > 0:
        difference = f"{amount(gap, times(compared))} {noun(compared)} more than by the rules"
    elif gap.high < 0:
        difference = f"{amount(back, times(compared))} {noun(compared)} fewer than by the rules"
    won = wording.outcome(compared.measure, compared.contenders[1].estimate)
    lab.section(
        "Beside a search",
        "A computer can do what no person can: `look-ahead` imagines the hidden cards again and "
        f"again at each decision, and plays out every choice. With it {won}, {difference} "
        f"({compared.hands} {compared.unit.plural}; with more imagined hands it wins more).",
    )


def what_learning_adds(game: Game, sought: Learned, followed: str) -> str:
    """What became of a search for better rules that began with a strategy."""
    text = (
        f"`{sought.command}` starts from these rules and looks for better ones. {sought.sentence}"
    )
    experts = dict.fromkeys(name for names in game.experts.values() for name in names)
    others = [name for name in experts if name != followed]
    if not sought.rules and others:
        text += f" In no situation did {joined(others, 'or')} turn out better."
    return text


def settled(lab: Lab, alike: CompareResult) -> None:
    """Show the rules that settle where everybody learns, and who wins more by another way."""
    names = [c.player.strategy for c in alike.contenders]
    place = names.index(EQUILIBRIUM)
    gaps = [alike.gap(k, place) for k in range(len(names)) if k != place]
    worst = max(gaps, key=lambda gap: gap.value)
    most = "nothing was found that wins more"
    if worst.value > 0:
        more = f"{amount(worst, times(alike))} {noun(alike)} more"
        most = f"no other way to play wins more than {more}"
    lab.section(
        "Where all play well",
        "When everyone learns, play settles on the rules of `equilibrium`: "
        + in_order(rules_of(load_strategy(alike.game, EQUILIBRIUM)))
        + f" Against players who all do this, {most}.",
        beside("Against others who have learned too", alike),
    )


def in_order(rules: Sequence[str]) -> str:
    """Rules as numbered sentences."""
    return " ".join(f"{k}. {rule[:1].upper()}{rule[1:]}." for k, rule in enumerate(rules, 1))


def beside(finding: str, comparison: CompareResult) -> Chart:
    """The strategies of a comparison side by side."""
    return Chart(
        finding,
        "strategy",
        comparison.measure.text,
        (Series.of_contenders(comparison),),
        kind="points",
        percent=comparison.measure.in_per_cent,
    )


def times(compared: CompareResult) -> float:
    """The factor of differences for people: 100 for shares."""
    return 100 if compared.measure.in_per_cent else compared.measure.times


def noun(compared: CompareResult) -> str:
    """What differences are counted in, such as matches in 100."""
    return wording.cost_text(compared.measure, "", compared.unit).strip()


def loss(gap: Gap, times: float) -> str:
    """What it costs to leave out a rule, as far as it costs or gains anything for certain."""
    if gap.low > 0:
        return amount(gap, times)
    return f"{amount(gap, times)}: dropping it wins" if gap.high < 0 else "no measurable difference"


def best_of_both(field: CompareResult, followed: str) -> str:
    """What was learned, but what the rules are of where that wins more for certain."""
    names = [c.player.strategy for c in field.contenders]
    if LEARNED not in names or followed == LEARNED:
        return followed
    gap = field.gap(names.index(followed), names.index(LEARNED))
    return followed if gap.low > 0 else LEARNED


def beside_learned(field: CompareResult, followed: str) -> str:
    """What was learned beside what the rules are of, where these are of another strategy."""
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


def strategies(names: Sequence[str]) -> str:
    """Some of them, as a sentence begins."""
    return f"The strateg{'y' if len(names) == 1 else 'ies'} {joined(names)}"


def rivals(field: CompareResult, followed: str) -> str:
    """The strategies that do as well as `followed`, or better, in a sentence."""
    place = [c.player.strategy for c in field.contenders].index(followed)
    gaps = [
        (c.player.brief, field.gap(place, k)) for k, c in enumerate(field.contenders) if k != place
    ]
    better = [name for name, gap in gaps if gap.high < 0]
    level = [name for name, gap in gaps if gap.low <= 0 <= gap.high]
    if better:
        return f"{strategies(better)} win{'s' if len(better) == 1 else ''} more."
    if level:
        do = "does" if len(level) == 1 else "do"
        reason = f"{field.hands} {field.unit.plural} cannot tell them apart"
        return f"{strategies(level)} {do} as well: {reason}."
    return f"None of the {wording.counted(len(gaps))} other ways to play wins as much."
