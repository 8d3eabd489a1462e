"""How to play a game well: a page made of rules that were learned, each with what it is worth.

The rules are those of a shipped strategy that `cardsim learn` wrote. What each is worth is played
afresh: the same strategy without it, in the same hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.answers.comparisons import CompareResult
from cardsim.answers.experiments import Chart, Lab, Number, Series, amount, by_players, joined
from cardsim.answers.learning import ITEM
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.runs import wording
from cardsim.strategy import Strategy
from cardsim.workspace import borrowed, load_strategy, strategy_files

LEARNED, EQUILIBRIUM = "learned", "equilibrium"
BY_CHANCE = ("random-legal", "look-ahead")
"""Strategies of any game, which are no way to play that a person could follow."""


def rules_of(strategy: Strategy) -> list[str]:
    """The rules that a learned strategy's file tells, one a line."""
    lines: list[str] = []
    for line in strategy.about.splitlines():
        if line.startswith(ITEM):
            lines.append(line.removeprefix(ITEM))
        elif lines and line.startswith("  "):
            lines[-1] += " " + line.strip()
    return lines


def without(game: Game, name: str, decision: str) -> Strategy:
    """A learned strategy that makes one decision as the game's default strategy does."""
    learned = load_strategy(game, name)
    own = [d for d in learned.functions if d not in learned.inherited and d != decision]
    functions: dict[str, Any] = {d: borrowed(game.name, name, d) for d in own}
    told = decision.replace("_", "-")
    return Strategy(
        game.name,
        name=f"{name} without {told}",
        plays=f"play~ by what was learned, but not of {told}",
        **functions,
    )


def advise(lab: Lab, name: str, *, players: Sequence[int], usual: int) -> None:
    """Show the rules of a game, what they win, what each of them is worth, and beside what.

    Args:
        lab: plays.
        name: the game.
        players: the tables that are played.
        usual: that of the answer.
    """
    game = load_game(name)
    learned = load_strategy(game, LEARNED)
    default = game.default_strategy
    own = [d for d in learned.functions if d not in learned.inherited]
    left_out = [without(game, LEARNED, d) for d in own] if len(own) > 1 else []
    known = [s for s in strategy_files(game) if s not in {LEARNED, *BY_CHANCE}]
    found = {n: lab.compare(name, [LEARNED, default, *left_out], players=n) for n in players}
    mine = found[usual]
    plural = mine.unit.plural
    lab.section(
        "The rules",
        in_order(rules_of(learned)) + " They were found by cardsim itself, against others who "
        f"{wording.of_several(mine.spec.base.others[0].plays)}.",
    )
    gains = {n: amount(c.gap(0, 1)) for n, c in found.items()}
    lab.section(
        "What they win",
        f"Beside who plays like the others, you win {by_players(gains, f'{plural} more in 100')}.",
        Chart(
            "What you win by the rules, and by playing like the others",
            "players",
            mine.measure.text,
            tuple(
                Series.of(told, tuple(players), [c.contenders[k].estimate for c in found.values()])
                for k, told in enumerate(("by the rules", "like the others"))
            ),
            percent=mine.measure.in_per_cent,
        ),
    )
    for k, decision in enumerate(own if left_out else [], 2):
        if mine.gap(0, k).low <= 0:
            # It may be no rule that was learned, and is worth nothing for certain.
            continue
        costs = {n: amount(c.gap(0, k)) for n, c in found.items()}
        lab.section(
            f"What the rule for {decision.replace('_', ' ')} is worth",
            f"Who decides that like the others, and plays by the other rules, wins "
            f"{by_players(costs, f'{plural} fewer in 100')}.",
        )
    field = lab.compare(name, [LEARNED, *known], players=usual)
    lab.section(
        "Beside every other way to play",
        field.sentence,
        beside("The rules beside the strategies that people wrote", field),
    )
    if EQUILIBRIUM in known:
        rest = [s for s in known if s != EQUILIBRIUM]
        alike = lab.compare(name, [EQUILIBRIUM, LEARNED, *rest], players=usual, vs=EQUILIBRIUM)
        worst = max(
            (alike.gap(k, 0) for k in range(1, len(alike.contenders))), key=lambda gap: gap.value
        )
        most = "nobody was found to win more by another way"
        if worst.value > 0:
            most = f"nobody wins more than {amount(worst)} {plural} more in 100 by another way"
        lab.section(
            "Where all play well",
            "Against people who learn too, other rules settle: "
            + in_order(rules_of(load_strategy(game, EQUILIBRIUM)))
            + f" Where all others play so, {most}.",
            beside("Against others who have learned, too", alike),
        )
    told = wording.outcome(mine.measure, mine.contenders[0].estimate)
    lab.answer(
        f"If you play by these rules {wording.against(mine.spec.base, None)}, {told}"
        f"{wording.beside_even(mine.measure)}: {'; '.join(rules_of(learned))}. {rivals(field)}",
        Number.of(mine.contenders[0].estimate, "by the rules"),
        Number.of(mine.contenders[1].estimate, "like the others"),
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


def rivals(field: CompareResult) -> str:
    """Who does as well as the first of a comparison, or better, as far as can be told."""
    gaps = [(c.player.brief, field.gap(0, k)) for k, c in enumerate(field.contenders) if k > 0]
    better = [name for name, gap in gaps if gap.high < 0]
    level = [name for name, gap in gaps if gap.low <= 0 <= gap.high]
    if better:
        return f"{joined(better)} win{'s' if len(better) == 1 else ''} more."
    if level:
        do = "does" if len(level) == 1 else "do"
        return (
            f"{joined(level)} {do} as well, as far as {field.hands} {field.unit.plural} can tell."
        )
    return "No way to play that people wrote wins as much."
