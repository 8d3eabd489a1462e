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

Sources: the two descriptions S000 and S001 (of one text) that the project began with, the article
arXiv:2407.05069 (Richeson and Richeson) for the limit of three dice and the end with one holder, and
the rules file `shared/rules/dice-game.md`, whose section 7 lists what the first two leave open.

Decisions taken where the sources are silent:
- A roll that would send the last units to the pot together leaves one with the roller
  (`wipe-out = roller-keeps-one`). With `reroll`, a game counts as having a wipe-out if any of its
  rolls was void; void rolls count neither as turns nor as dice.
- Dice act together. With `resolution = sequential-stop` they act in the order thrown until a single
  unit is left; those after it count as dice thrown.
- Seat 0 rolls first, and the turn passes to the left. With `first-player = random` the seats are
  still counted from seat 0, so that all win equally often.
- Which face means what is no option: only how many faces keep, pass and pay matters, and another
  number of them would be another game.
- `start-units` is at most 30.

Exactly: `cardsim exact dice-game`, an absorbing Markov chain over the units of each seat.
"""

from __future__ import annotations

from cardsim.game import Column, Game, Measure, Table, Unit
from cardsim.games.dice_game import batch, play, story
from cardsim.games.dice_game.rules import PRESETS, Display, Rules
from cardsim.games.dice_game.state import OUTCOME, STATE

def _game_unit(rules: Rules, players: int) -> Unit:
    # By the negative binomial law of the sixes, more dice than these have a chance below 1e-30.
    most = 24 * players * rules.start_units + 600
    columns = {
        "turns": Column("turns", "turns", 0, most, "rolls"),
        "visits": Column("visits", "visits", 0, players * most, "rolls and seats passed over"),
        "dice": Column("dice", "dice", 0, most, "dice thrown"),
        "zero_run": Column("zero_run", "zero_run", 0, most, "turns that the winner was without units, the longest time"),
    }
    winner = Column("winner", "winner", -1, players - 1, "seat that won; -1 nobody")
    wiped = Column("wiped", "wiped", 0, 1, "whether a roll would have left no unit")
    return Unit("game", "games",
        (*(Table(name, (column,)) for name, column in columns.items()), Table("end", (winner, wiped))),
        (Measure("turns", "turns per game", "turns", "turns"),), (), (), lambda n: f"A game lasts {n['turns']} turns.")

GAME = Game(
    name="dice-game",
    title="The Dice Game",
    page=__doc__ or "",
    rules=Rules,
    presets=PRESETS,
    players=(2, 16, 6),
    state=STATE,
    # Nobody decides, so nobody looks; all of it is open anyway.
    view=STATE,
    outcome=OUTCOME,
    view_help={},
    decisions=(),
    start=play.start,
    deal=play.deal,
    observe=play.observe,
    legal=play.legal,
    close=play.close,
    next_hand=play.next_hand,
    score=play.score,
    units={"game": _game_unit},
    narrate=story.narrate,
    tell=story.tell,
    default_strategy="",
    chance=play.roll,
    batch=batch.play_batch,
)
