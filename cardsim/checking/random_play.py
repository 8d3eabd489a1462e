"""Checks of a game, step by step: random hands at random tables."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from cardsim.engine.deciding import seen_in
from cardsim.engine.imagined import dealt_anew
from cardsim.engine.table import Table
from cardsim.game import Unit
from cardsim.runs.game_under_test import MOST_STEPS, SkippedError, Subject, fields_of
from cardsim.runs.suspects import Files, chance_of, said_of
from cardsim.runs.zero_sum import SeatScores

MOST_LOOKED = 40
"""Decisions of a hand at which every action is tried."""
MOST_COMPARED = 1000
"""Decisions of a hand at which it is held against another, view by view."""
MOST_TRIED = 8
"""Actions tried at a decision."""
PROBES = (-1, -(1 << 62), 1 << 62)
"""Numbers that are hardly an action anywhere."""


# ---------------------------------------------------------------- what is written


def check_written(subject: Subject) -> str:
    """Look for misspelt names, and for house rules that no line reads."""
    files = Files(subject.game)
    for place, what, mend in (*files.misspelt(), *dict(files.unread()).values()):
        raise subject.wrong(place, what, mend)
    return f"{len(files.texts)} file{'s' if len(files.texts) > 1 else ''}"


# ---------------------------------------------------------------- step by step


def check_again(subject: Subject) -> str:
    """Check that hands are the same when played again, and draw no chance from elsewhere."""
    game, files = subject.game, Files(subject.game)
    draws, tables = files.draws(), list(subject.tables("again"))
    known = [draw for draw in draws if draw.is_random]
    otherwise = None
    for hand in range(len(tables) if not known else 0):
        rules, players, _ = tables[hand]
        one, other = (subject.table(rules, players, hand) for _ in range(2))
        if not _goes_alike(subject, one, other, subject.draw(f"again {hand}")):
            otherwise, known = hand, draws
            break
    for place, name, _ in known:
        raise subject.wrong(place, said_of(name), chance_of(game), fatal=True)
    if otherwise is not None:
        raise subject.wrong(
            subject.place("deal", game.deal),
            f"hand {otherwise} of seed {subject.seed} goes otherwise when it is played again",
            "nothing may stay from hand to hand, and all chance comes from the hand's own",
            fatal=True,
        )
    return f"{len(tables)}, each at a table of its own"


def _goes_alike(subject: Subject, one: Table, other: Table, draw: Random) -> bool:
    """Return True if a hand goes as it did before."""
    name = "deal"
    part: Any = subject.game.deal
    for _ in range(MOST_COMPARED):
        for table in (one, other):
            _check_following(subject, table, name, part)
        if one.decision != other.decision or one.over:
            break
        if one.waits_for_chance:
            one.happen()
            other.happen()
            name, part = "roll", subject.game.chance
            continue
        seen = [_seen(subject, table.states) for table in (one, other)]
        name, part = f"apply_{one.asks.function}", one.asks.apply
        if one.count != other.count or different(*seen):
            return False
        if one.count < 1:
            return True
        action = one.nth(draw.randrange(one.count))
        one.act(action)
        other.act(action)
    if one.decision != other.decision:
        return False
    one.close()
    other.close()
    ends = [[t.outcome(h).tobytes() for h in range(t.players)] for t in (one, other)]
    return not one.over or ends[0] == ends[1]


def check_hands(subject: Subject) -> str:
    """Check random legal play: the deal, legal actions, what follows, and the scores."""
    game, ended, decided, scores = subject.game, 0, 0, SeatScores()
    tables = list(subject.tables("hands"))
    for number in range(subject.hands):
        rules, players, draw = tables[number % len(tables)]
        for unit in _units(subject, number):
            table = subject.table(rules, players, number, unit)
            whole, decisions = _play(subject, table, draw, look=True)
            decided += decisions
            ended += whole
            if whole:
                name = unit or game.single_unit
                _check_outcomes(subject, table, game.units[name](rules, players))
            if whole and unit is None:
                scores.count(table, game.units[game.single_unit](rules, players))
    if not ended:
        raise subject.wrong(
            subject.place("apply", game.decisions[0].apply if game.decisions else game.chance),
            f"no hand ends within {MOST_STEPS} decisions at random",
            "every hand must end, however it is played: return OVER sooner or later",
            fatal=True,
        )
    if game.decisions and not decided:
        raise subject.wrong(
            subject.place("deal", game.deal),
            f"in {subject.hands} hands nobody decides anything",
            "deal returns the decision that comes first",
        )
    more = scores.check(subject)
    return f"{subject.hands} with {decided} decisions, at {len(tables)} tables{more}"


def _units(subject: Subject, number: int) -> list[str | None]:
    """Return the units to play: single hands, and now and then all others."""
    return [None, *subject.game.units] if number % 20 == 0 else [None]


def _play(subject: Subject, table: Table, draw: Random, *, look: bool = False) -> tuple[bool, int]:
    """Play a hand or a unit at random; return True if it ended, and its number of decisions."""
    decided = 0
    while True:
        _check_following(subject, table, "deal", subject.game.deal)
        while not table.over:
            if table.waits_for_chance:
                table.happen()
                _check_following(subject, table, "roll", subject.game.chance)
                continue
            if look and decided < MOST_LOOKED:
                _look(subject, table)
            decision = table.asks
            table.act(table.nth(draw.randrange(table.count)))
            _check_following(subject, table, f"apply_{decision.function}", decision.apply)
            decided += 1
            if decided > MOST_STEPS:
                return False, decided
        table.close()
        if not table.unit:
            return True, decided
        if not table.settle():
            return True, decided
        table.deal()


def _check_following(subject: Subject, table: Table, name: str, part: Any) -> None:
    """Check the return value of a kernel, and the seat that it left on turn."""
    if subject.plain is not None:
        name = name.partition("_")[0]
    seated = {"seat": table.seat, "players": table.players}
    subject.declared.check_following(name, part, table.decision, **seated)


def _look(subject: Subject, table: Table) -> None:
    """Check the legal actions of a decision, and their results."""
    decision, before = table.asks, table.states.tobytes()
    count = table.count
    place = subject.place("legal", decision.legal)
    if count < 1:
        raise subject.wrong(
            place,
            f"nothing is legal for seat {table.seat} at '{decision.name}'",
            "a seat that can do nothing is not asked",
            fatal=True,
        )
    listed = [table.nth(n) for n in range(min(count, 64))]
    if len(set(listed)) < len(listed):
        raise subject.wrong(
            subject.place("nth", decision.nth), f"nth gives an action of '{decision.name}' twice"
        )
    for action in listed:
        if not table.allows(action):
            raise subject.wrong(
                subject.place("nth", decision.nth),
                f"nth gives {action} at '{decision.name}', which legal refuses",
            )
    if len(listed) == count and not decision.wide:
        for action in (*PROBES, len(decision.actions)):
            if action not in listed and table.allows(action):
                raise subject.wrong(
                    place,
                    f"legal allows {action} at '{decision.name}', which is no action",
                    "legal is asked about any number, and must not trust it",
                )
    if decision.actions and any(a >= len(decision.actions) for a in listed):
        raise subject.wrong(place, f"'{decision.name}' has no word for action {max(listed)}")
    if table.states.tobytes() != before:
        raise subject.wrong(place, f"legal, count or nth of '{decision.name}' writes to its view")
    _check_look_again(subject, table)
    _try_each(subject, table, listed[:MOST_TRIED])


def _check_look_again(subject: Subject, table: Table) -> None:
    """Check that a seat that looks again sees the same."""
    saved, number = table.states.copy(), table.decision
    table.look(number)
    wrong = different(_seen(subject, saved), _seen(subject, table.states))
    if wrong:
        raise subject.wrong(
            subject.place("observe", subject.game.observe),
            f"view.{wrong} is another when the seat looks again",
            "observe sets a field, and does not add to it",
        )
    table.states[:] = saved


def _try_each(subject: Subject, table: Table, actions: list[Any]) -> None:
    """Try every action, from the same point."""
    decision = table.asks
    saved = table.states.copy(), table.words.copy(), table.chances.copy(), table.decision
    for action in actions:
        table.act(action)
        _check_following(subject, table, f"apply_{decision.function}", decision.apply)
        table.states[:], table.words[:], table.chances[:], table.decision = saved


def _seen(subject: Subject, states: np.ndarray[Any, Any]) -> Any:
    """Return the view of the seat on turn, a record."""
    return seen_in(states, subject.game.view)[0]


def different(ours: Any, theirs: Any) -> str:
    """Return the first field in which two records differ; empty if none does."""
    if ours.tobytes() == theirs.tobytes():
        return ""
    first, second = fields_of(ours), fields_of(theirs)
    return next((name for name in first if first[name] != second[name]), "")


def _check_outcomes(subject: Subject, table: Table, unit: Unit) -> None:
    """Check that the outcomes of a hand for each seat lie in the declared ranges."""
    hand = int(table.words["hand"][0])
    for hero in range(table.players):
        row = np.array([table.outcome(hero)])
        for counted in unit.tables:
            known = {"first": hand, "seed": subject.seed}
            subject.declared.check_outcomes(counted, row, table.players, **known)


# ---------------------------------------------------------------- what a deal leaves, what is seen


def check_deals(subject: Subject) -> str:
    """Check that a hand dealt after another goes as at a fresh table."""
    game, compared = subject.game, 0
    for rules, players, _ in subject.tables("deals"):
        used = subject.table(rules, players, 0)
        for hand in range(1, 9):
            _play(subject, used, subject.draw(f"deals {hand}"))
            used.words[:] = 0
            used.words["seed"], used.words["hand"] = subject.seed, hand
            if "board" in (game.state.names or ()):
                used.state["board"] = hand // players
            used.deal()
            fresh = subject.table(rules, players, hand)
            if not _check_same_hand(subject, used, fresh, subject.draw(f"played {hand}")):
                break
            compared += 1
    return f"{compared} that follow another hand"


def _check_same_hand(subject: Subject, used: Table, fresh: Table, draw: Random) -> bool:
    """Check that a hand goes as at a fresh table; return True if it ended."""
    place = subject.place("deal", subject.game.deal)
    mend = "deal resets all that a hand changes: `start` is called once for many hands"
    for step in range(MOST_COMPARED):
        if used.decision != fresh.decision:
            what = "what is decided" if step else "the first decision"
            raise subject.wrong(place, f"{what} depends on the hand before", mend)
        if used.over:
            break
        if used.waits_for_chance:
            used.happen()
            fresh.happen()
            continue
        wrong = different(_seen(subject, fresh.states), _seen(subject, used.states))
        if wrong:
            what = f"view.{wrong} depends on the hand before"
            raise subject.wrong(place, what, mend)
        if used.count != fresh.count:
            raise subject.wrong(place, "what is legal depends on the hand before", mend)
        action = fresh.nth(draw.randrange(fresh.count))
        used.act(action)
        fresh.act(action)
    else:
        return False
    used.close()
    fresh.close()
    if wrong := different(fresh.outcome(), used.outcome()):
        raise subject.wrong(place, f"outcome.{wrong} depends on the hand before", mend)
    return True


def check_views(subject: Subject) -> str:
    """Check that a seat's view stays the same when hidden things change.

    They are changed by `imagine`, if the game has one; else by what is declared `own` or `hidden`.
    """
    game = subject.game
    if not game.decisions:
        raise SkippedError("nobody decides anything, and so nobody sees anything")
    if game.imagine is not None:
        return f"hidden cards dealt anew by imagine at {_imagined(subject)} decisions"
    if game.layout.own:
        return f"what is others' own changed at {_changed(subject)} decisions"
    if subject.plain is not None:
        raise SkippedError("the class does not say what is `hidden`: () where nothing is")
    raise SkippedError("neither `imagine` nor own= in the layout says what others do not see")


def _points(subject: Subject, what: str) -> Iterator[tuple[Table, Random]]:
    """Yield tables that wait for a decision."""
    tables = list(subject.tables(what))
    for number in range(subject.hands):
        rules, players, draw = tables[number % len(tables)]
        table = subject.table(rules, players, number)
        for _ in range(MOST_LOOKED):
            while table.waits_for_chance:
                table.happen()
            if table.over:
                break
            yield table, draw
            table.act(table.nth(draw.randrange(table.count)))


def _check_unmoved(subject: Subject, table: Table, other: np.ndarray[Any, Any], what: str) -> None:
    """Check that the view of the seat on turn is the same in another state."""
    saved = table.states.copy()
    table.states[:] = other
    table.look(table.decision)
    wrong = different(_seen(subject, saved), _seen(subject, table.states))
    table.states[:] = saved
    if wrong:
        raise subject.wrong(
            subject.place("observe", subject.game.observe),
            f"view.{wrong} changes at '{table.asks.name}' with {what}",
            "observe writes what the seat on turn may see, and nothing else",
        )


def _imagined(subject: Subject) -> int:
    looked = 0
    for table, _ in _points(subject, "views"):
        other = dealt_anew(subject.game, table.states, table.rules, looked)
        ours, theirs = _seen(subject, table.states), _seen(subject, other)
        if wrong := different(ours, theirs):
            raise subject.wrong(
                subject.place("imagine", subject.game.imagine),
                f"view.{wrong} of an imagined hand is not what the seat saw at '{table.asks.name}'",
                "an imagined hand agrees with the view that it was imagined from",
            )
        _check_unmoved(subject, table, other, "cards that it does not see")
        looked += 1
    return looked


def _changed(subject: Subject) -> int:
    """Change what is others' own to that of another hand; return the number of decisions."""
    looked, tables = 0, list(subject.tables("views"))
    for number in range(subject.hands):
        rules, players, draw = tables[number % len(tables)]
        both = [subject.table(rules, players, hand) for hand in (number, number + 7919)]
        for _ in range(MOST_LOOKED):
            for table in both:
                while table.waits_for_chance:
                    table.happen()
            if any(table.over for table in both):
                break
            _check_unmoved(subject, both[0], *_own_changed(subject, *both))
            looked += 1
            for table in both:
                table.act(table.nth(draw.randrange(table.count)))
    return looked


def _own_changed(subject: Subject, table: Table, other: Table) -> tuple[Any, str]:
    changed = table.states.copy()
    for name in subject.game.layout.own:
        for seat in range(table.players):
            if seat != table.seat:
                changed[f"{name}_of"][0, seat] = other.states[f"{name}_of"][0, seat]
    return changed, f"the {' or '.join(subject.game.layout.own)} of others"
