"""Compares two games of the same rules hand by hand: a class in Python and its kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.engine.table import Table
from cardsim.rehearsal import any_table
from cardsim.runs.game_under_test import MOST_STEPS, Subject, WrongError
from cardsim.runs.zero_sum import worth

ORDER = (
    "both must draw the same chance in the same order: below(n) is below(words, n), draw(pack) is "
    "cards.draw_card"
)
SHOWN_BY_ALL = {"seat", "players", "may"}


def check_against(subject: Subject, oracle: Subject) -> str:
    """Play hands of both games with the same chance and the same actions, by their words.

    House rules, fields of views and measures of the same name must agree, and so must the scores.
    """
    _check_alike(subject, oracle)
    draw, decided = subject.draw("against"), 0
    known = {o.name for o in subject.game.options}
    low, high = (
        f(subject.game.players[k], oracle.game.players[k]) for k, f in ((0, max), (1, min))
    )
    for hand in range(subject.hands):
        rules, _ = any_table(oracle.game, draw)
        values = {o.name: getattr(rules, o.name) for o in oracle.game.options if o.name in known}
        players = draw.randint(low, high)
        ours = subject.table(subject.game.rules(**values), players, hand)
        theirs = oracle.table(oracle.game.rules(**values), players, hand)
        while not theirs.over:
            _advance(ours)
            _advance(theirs)
            _check_point(subject, oracle, ours, theirs)
            word = draw.choice(sorted(theirs.choices.values()))
            for table in (ours, theirs):
                table.act(next(a for a, name in table.choices.items() if name == word))
            decided += 1
        _advance(ours)
        if not ours.over:
            raise _differ(subject, ours, f"goes on, and that of {oracle.game.name} is over")
        _check_won(subject, oracle, ours, theirs)
    return f"{subject.hands} hands with {decided} decisions"


def _check_alike(subject: Subject, oracle: Subject) -> None:
    ours, theirs = ({d.name for d in s.game.decisions} for s in (subject, oracle))
    if ours != theirs:
        raise WrongError(
            f"{subject.written('Decision(')}: the decisions are {', '.join(sorted(ours))}, and "
            f"those of {oracle.game.name} {', '.join(sorted(theirs))}",
            "give them the same names",
        )
    options = {o.name for o in subject.game.options}
    for option in oracle.game.options:
        if option.name not in options:
            raise WrongError(
                f"{subject.written('class Rules')}: there is no house rule {option.flag}, which "
                f"{oracle.game.name} has"
            )


def _advance(table: Table) -> None:
    for _ in range(MOST_STEPS):
        if not table.waits_for_chance:
            return
        table.happen()


def _differ(subject: Subject, table: Table, what: str, mend: str = ORDER) -> WrongError:
    hand = int(table.words["hand"][0])
    rules = ", ".join(
        f"{o.name} {getattr(table.house_rules, o.name)}" for o in subject.game.options
    )
    where = f"hand {hand} of seed {subject.seed} ({table.players} players, {rules or 'no rules'})"
    place = subject.written(f"def apply_{subject.game.decisions[0].function}", "def deal")
    return WrongError(f"{place}: {where} {what}", mend)


def _check_point(subject: Subject, oracle: Subject, ours: Table, theirs: Table) -> None:
    other = oracle.game.name
    if ours.over:
        raise _differ(subject, ours, f"is over, and that of {other} waits for '{theirs.asks.name}'")
    for what, one, two in (
        ("waits for", ours.asks.name, theirs.asks.name),
        ("waits for seat", ours.seat, theirs.seat),
        ("allows", *(", ".join(sorted(t.choices.values())) for t in (ours, theirs))),
    ):
        if one != two:
            raise _differ(subject, ours, f"{what} {one}, and that of {other} {what} {two}")
    ours_seen, theirs_seen = (_numbers(t) for t in (ours, theirs))
    for name in (ours_seen.keys() & theirs_seen.keys()) - SHOWN_BY_ALL:
        mine, its = ours_seen[name], theirs_seen[name]
        while its and its[-1] == -1:
            its.pop()
        if mine[: len(its)] != its:
            raise _differ(
                subject,
                ours,
                f"shows {name} {mine} to seat {ours.seat} at '{ours.asks.name}', and that of "
                f"{other} {its}",
            )


def _numbers(table: Table) -> dict[str, list[Any]]:
    view = table.states.view(table.game.view)[0]
    return {n: np.atleast_1d(view[n]).tolist() for n in view.dtype.names if not view[n].dtype.names}


def _check_won(subject: Subject, oracle: Subject, ours: Table, theirs: Table) -> None:
    units = []
    for table in (ours, theirs):
        table.close()
        game = table.game
        units.append(game.units[game.single_unit](table.house_rules, table.players))
    one, two = units
    pairs = [(one.won_by, two.won_by)]
    known = {m.name: m for m in two.measures if two.by_hand(m) and m is not two.won_by}
    pairs += [(m, known[m.name]) for m in one.measures if one.by_hand(m) and m.name in known]
    for hero in range(ours.players):
        rows = ours.outcome(hero), theirs.outcome(hero)
        for mine, other in pairs:
            values = [worth(*each) for each in ((one, mine, rows[0]), (two, other, rows[1]))]
            if abs(values[0] - values[1]) > 1e-9:  # noqa: PLR2004  (shares are parts of one)
                raise _differ(
                    subject,
                    ours,
                    f"ends with {mine.name} {values[0]:g} for seat {hero}, and that of "
                    f"{oracle.game.name} with {other.name} {values[1]:g}",
                )
