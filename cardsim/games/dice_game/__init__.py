"""The Dice Game, a relative of Left Center Right.

Everybody starts with three units and in turn rolls a die for each unit held, with no upper limit.
1, 2 and 3 keep a unit, 4 gives it to the left, 5 to the right, 6 to the pot. Who has nothing is
passed over, but stays in the game and may be given something. When one unit is left outside the pot
its holder wins it all.

There is nothing to decide, so there are no strategies here: what can be chosen is the number of
players, the rules and the seat.

A turn is a roll; a seat that is passed over takes none, but is visited. All dice of a roll count,
also those thrown with the deciding one. A winner has come back from nothing if he was without units
after some turn; the length of that is counted in turns of all players.

Sources: "Fun Games To Make Airport Waiting More Bearable!", a collection on the web, below "Airport
Waiting"; Richeson and Richeson, arXiv:2407.05069, for the limit of three dice and the end with one
holder.

Decisions taken where the sources are silent:
- A roll that would send the last units to the pot together leaves one with the roller
  (`wipe-out = roller-keeps-one`). With `reroll`, a game counts as having a wipe-out if any of its
  rolls was void; void rolls count neither as turns nor as dice.
- Dice act together. With `resolution = sequential-stop` they act in the order thrown until a single
  unit is left; those after it count as dice thrown.
- The same player rolls first in every game, and the turn passes to the left. With
  `first-player = random` players are counted from the same place all the same, so that all win
  equally often.
- Which face means what is no option: only how many faces keep, pass and pay matters, and another
  number of them would be another game.
- `start-units` is at most 30.

Exactly: `cardsim exact dice-game`, an absorbing Markov chain over the units of each seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardsim.game import Column, CountTable, FigureTable, Game, Measure, Question, Solution, Unit
from cardsim.games.dice_game import batch, play, rules, state, story
from cardsim.games.dice_game.rules import Rules, seat_names
from cardsim.usual_units import lasts, who

_RANGE = (5, 50, 95)
"""Per cent of the games, for the quantiles of turns."""
_MINUTE = 60.0


def _game_unit(rules: Rules, players: int) -> Unit:
    # Only sixes end the game; with this many dice the chance of too few sixes is below 1e-30.
    most = 24 * players * rules.start_units + 600
    turns = Column("turns", 0, most, "turns: rolls that counted")
    visits = Column("visits", 0, players * most, "seats visited, with those passed over")
    dice = Column("dice", 0, most, "dice thrown")
    winner = who("winner", "who won", seat_names(rules, players), "nobody")
    wiped = Column("wiped", 0, 1, "whether a roll would have left no unit")
    zero_run = Column("zero_run", 0, most, "most turns in a row that the winner was without units")
    tables = (
        *(CountTable(column.name, (column,)) for column in (turns, visits, dice, zero_run)),
        CountTable("end", (winner, wiped)),
    )
    can_wipe_out = rules.end_condition == "one-unit-left" and rules.resolution == "simultaneous"
    measures = (
        lasts("turns", "turns", "a game"),
        *(
            Measure(
                f"turns_{per_cent}",
                f"{per_cent} % of games end by turn",
                "turns",
                "turns",
                quantile=per_cent / 100,
                neutral=True,
                you=f"{per_cent} % of games end by turn {{}}",
            )
            for per_cent in _RANGE
        ),
        Measure(
            "minutes",
            "minutes that a game lasts",
            "turns",
            "turns",
            per="seconds_per_turn",
            scale=1 / _MINUTE,
            neutral=True,
            you="a game lasts {} minutes",
            cost="{} minutes",
        ),
        Measure(
            "visits",
            "turns and seats passed over",
            "visits",
            "visits",
            neutral=True,
            you="a game has {} turns, with those of players without a unit",
            cost="{} turns",
        ),
        Measure(
            "dice",
            "dice thrown",
            "dice",
            "dice",
            neutral=True,
            you="{} dice are thrown in a game",
            cost="{} dice",
        ),
        *(
            [
                Measure(
                    "wiped",
                    "wipe-out of the last units",
                    "end",
                    "wiped",
                    at_least=1,
                    neutral=True,
                    you="a roll would wipe out the last units in {} of games",
                )
            ]
            if can_wipe_out
            else []
        ),
        Measure(
            "comeback",
            "winner came back from nothing",
            "zero_run",
            "zero_run",
            at_least=1,
            neutral=True,
            you="the winner had been without a unit in {} of games",
        ),
        Measure(
            "zero_run",
            "turns the winner had nothing",
            "zero_run",
            "zero_run",
            neutral=True,
            you="the winner had been without a unit for {} turns in a row",
            cost="{} turns",
        ),
        *(
            Measure(
                f"player_{seat + 1}_wins",
                f"{place} wins",
                "end",
                "winner",
                at_least=seat,
                at_most=seat,
                neutral=True,
                you=f"{place} wins {{}} of games",
                even=1 / players,
            )
            for seat, place in enumerate(seat_names(rules, players))
        ),
        *(
            Measure(
                f"player_{seat + 1}_money",
                f"money that {place} wins in a game",
                "end",
                "winner",
                at_least=seat,
                at_most=seat,
                per="stake",
                scale=players * rules.start_units,
                less=rules.start_units,
                neutral=True,
                you=(f"{place} wins {{}} in money a game", f"{place} loses {{}} in money a game"),
                cost="{} in money a game",
            )
            for seat, place in enumerate(seat_names(rules, players))
        ),
    )

    def facts(n: Mapping[str, Any]) -> str:
        low, high = (n[f"turns_{p}"].value for p in (_RANGE[0], _RANGE[-1]))
        return _length(
            f"{n['turns']} turns on average",
            (n["turns"].value, low, high),
            players=players,
            seconds=n["seconds_per_turn"],
        )

    return Unit(
        "game",
        "games",
        tables,
        measures,
        # Nobody decides, so nobody can win by playing well: people ask how long a game lasts.
        objective="turns",
        shares=(),
        by_seat=(),
        facts=facts,
    )


def _length(told: str, turns: tuple[float, float, float], *, players: int, seconds: float) -> str:
    """Return how long a game lasts, in words.

    Args:
        told: the mean in turns.
        turns: the mean, and the range that holds nine games in ten.
        players: seats at the table.
        seconds: the time of one turn.
    """
    mean, short, long = (_minutes(t * seconds) for t in turns)
    return (
        f"With {players} players a game lasts {told}, about {mean} minutes at "
        f"{seconds:g} seconds a turn; 9 games in 10 take {turns[1]:g} to {turns[2]:g} turns, "
        f"{short} to {long} minutes."
    )


def _minutes(seconds: float) -> str:
    minutes = seconds / _MINUTE
    return f"{minutes:.1f}" if minutes < 10 else f"{minutes:.0f}"


def _cost(rules: Rules, players: int, options: Mapping[str, Any]) -> float:
    from cardsim.games.dice_game import exact

    return exact.cost_of(rules, players, options)


def _solve(rules: Rules, players: int, options: Mapping[str, Any]) -> Solution:
    from cardsim.games.dice_game import exact

    return exact.answer(rules, players, options)


def _exact_sentence(
    n: Mapping[str, float],
    tables: Mapping[str, FigureTable],
    players: int,
    display: Mapping[str, Any],
) -> str:
    low, high = n[f"turns_{_RANGE[0]}"], n[f"turns_{_RANGE[-1]}"]
    return _length(
        f"{n['turns']:.6f} turns on average",
        (n["turns"], low, high),
        players=players,
        seconds=display["seconds_per_turn"],
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="The Dice Game",
    rules=rules,
    state=state,
    play=play,
    story=story,
    players=(2, 16, 6),
    decisions=(),
    units={"game": _game_unit},
    default_strategy="",
    batch=batch.play_batch,
    exact=(
        Question(
            "outcome",
            "how long a game lasts, and who wins it",
            cost=_cost,
            solve=_solve,
            sentence=_exact_sentence,
            unit="game",
            depends=(
                "start_units",
                "max_dice",
                "end_condition",
                "wipe_out",
                "resolution",
                "first_player",
            ),
        ),
    ),
)
