"""Square 9, a nine-card golf.

Nine cards each, face down in a square. Everybody turns one up; that cell stays open. In turn take
the top discard or the top of the stock and put it in place of the open card or of one face down; a
card from the stock may be discarded instead. A cell once filled is final, but for the open one.
Who first has no card face down closes the hand, and everybody else has one more turn. Three cards
of equal rank in a row or on a diagonal count nothing; an ace counts 1, 2 to 10 their pips, jack and
queen 10, a king 0, a joker -2. The lowest score wins.

Sources: "Fun Games To Make Airport Waiting More Bearable!", a collection on the web, below "Airport
Waiting"; for variants the Heuchert family's page, 9cardgolf.ironsheep.biz, and others.

Decisions taken where the sources are silent:
- The shuffle is finished before anybody looks: what lies face down in a cell depends on seed and
  hand alone, not on who plays how.
- Cards are dealt singly: cell 0 of every seat, then cell 1, and so on. In the hands of a match the
  seat left of the dealer is the number of the hand modulo the players; he is dealt to, turns up and
  plays first.
- With several open cells a seat sees each card that it turns up before it chooses the next cell,
  also with `expose-order hidden`, which hides the cards of the others until all have chosen.
- A draw from an empty stock is legal. With `stock-exhausted end-hand` it ends the hand, and that
  turn does not count. With `reshuffle` it is illegal only at a table where all cards but the upcard
  were dealt, so that there are never discards to shuffle.
- A hand that is closed by the turn that reaches `max-turns` is closed.
- A seat that begins without a card face down (`open-cells 9`) closes with its first turn.
- With `joker-line keep-negative` a line of jokers does not zero: each counts its points.
- The hands of a match are the `holes`; the lowest sum wins it, and those who tie share it.
"""

from __future__ import annotations

from cardsim.game import (
    Column,
    CountTable,
    Decision,
    Game,
    Measure,
    Question,
    Unit,
    in_turn,
    numbered,
)
from cardsim.games.square_nine import ending, exact, features, play, rules, state, story
from cardsim.games.square_nine.ending import *  # noqa: F403
from cardsim.games.square_nine.features import *  # noqa: F403
from cardsim.games.square_nine.imagine import imagine
from cardsim.games.square_nine.play import shown_with
from cardsim.games.square_nine.rules import Rules
from cardsim.games.square_nine.state import CELLS, DISCARD_IT, ENDS, SEATS, WHOLE
from cardsim.usual_units import hand_end, lasts, share_won, who, you_win, your_seat

__all__ = ["GAME", "shown_with"]
__all__ += ending.__all__ + features.__all__

_CELLS = tuple(f"cell-{cell}" for cell in range(CELLS))


def _scores(rules: Rules, hands: int) -> tuple[int, int]:
    """Return the lowest and highest sum of `hands` hands."""
    each = (0, 1, 10, rules.joker_value, rules.king_value)
    return CELLS * min(each) * hands, CELLS * max(each) * hands


def _usual_tables(
    rules: Rules, players: int, hands: int, noun: str, *also: Column
) -> tuple[CountTable, CountTable, CountTable, CountTable]:
    """Return tables of your wins with the columns `also`, your score, all scores, and all wins."""
    names = in_turn(players) if noun == "hand" else numbered(players)
    hero, whole, (low, high) = your_seat(names), WHOLE[players], _scores(rules, hands)
    won = f"share of the {noun} won; those who tie split it"
    return (
        CountTable("you", (hero, *also, share_won("your_share", whole, won))),
        CountTable("scores", (hero, Column("your_score", low, high, "your points"))),
        CountTable(
            "seats",
            (hero, Column("score", low, high, "points of a player, by where he sits")),
            by_seat=True,
        ),
        CountTable("wins", (hero, share_won("won", whole, won)), by_seat=True),
    )


def _measures(noun: str, plural: str, players: int) -> tuple[Measure, Measure]:
    return (
        you_win("your_share", plural, players),
        Measure(
            "score",
            f"your points in a {noun}",
            "scores",
            "your_score",
            you=f"you have {{}} points a {noun}",
            cost=f"{{}} points a {noun}",
        ),
    )


def _hand_unit(rules: Rules, players: int) -> Unit:
    low, high = _scores(rules, 1)
    most_turns = rules.max_turns or 200 * players
    end = hand_end(ENDS)
    closed = Column("you_closed", 0, 1, "whether you closed")
    hero, scores, seats, wins = _usual_tables(rules, players, 1, "hand", end, closed)
    tables = (
        hero,
        scores,
        CountTable("turns", (end, Column("turns", 0, most_turns, "turns of all players"))),
        CountTable(
            "closers",
            (
                who("closer", "who closed", in_turn(players), "nobody"),
                Column("closer_score", low, high, "points of the closer; 0 nobody"),
            ),
        ),
        CountTable(
            "lines", (Column("zeroed", 0, 8 * players, "lines of all players that count nothing"),)
        ),
        seats,
        wins,
        CountTable(
            "seat_lines",
            (Column("lines", 0, 8, "a player's lines that count nothing"),),
            by_seat=True,
        ),
    )
    measures = (
        *_measures("hand", "hands", players),
        Measure(
            "closes",
            "you close the hand",
            "you",
            "you_closed",
            at_least=1,
            lower_is_better=False,
            you="you close {} of hands",
        ),
        lasts("turns", "turns", "a hand"),
        Measure(
            "turns_closed",
            "turns of a hand that is closed",
            "turns",
            "turns",
            where=(("end", ENDS[1]),),
            neutral=True,
            you="a hand that is closed lasts {} turns",
        ),
        Measure(
            "lines",
            "lines of all players that count nothing",
            "lines",
            "zeroed",
            neutral=True,
            you="all together have {} lines a hand that count nothing",
            cost="{} lines",
        ),
    )
    return Unit(
        "hand",
        "hands",
        tables,
        measures,
        objective="wins",
        shares=(("turns", "end"), ("closers", "closer")),
        by_seat=(("seats", "score"), ("wins", "won")),
        facts="You have {score} points a hand, and it lasts {turns} turns.".format_map,
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    return Unit(
        "match",
        "matches",
        tables=_usual_tables(rules, players, rules.holes, "match"),
        measures=_measures("match", "matches", players),
        objective="wins",
        shares=(),
        by_seat=(("seats", "score"), ("wins", "won")),
        facts="You have {score} points a match.".format_map,
        goes_on=1,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Square 9",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(2, SEATS, 2),
    decisions=(
        Decision("expose", "which of the own cells to turn up and keep open", _CELLS),
        Decision(
            "draw-source",
            "take the top discard? Otherwise a card is drawn from the stock",
            ("draw-stock", "take-discard"),
            play.apply_draw,
        ),
        Decision(
            "place",
            "where the card goes: an open cell or one face down; "
            f"a card from the stock may be discarded ({DISCARD_IT})",
            (*_CELLS, "discard-it"),
        ),
    ),
    units={"hand": _hand_unit, "match": _match_unit},
    default_strategy="low-card",
    imagine=imagine,
    exact=(
        Question(
            "untouched",
            "the pack, and what nine cards count before anybody has replaced one",
            cost=exact.cost,
            solve=exact.solve,
            sentence=exact.sentence,
            depends=(
                "decks",
                "jokers_per_deck",
                "joker_value",
                "king_value",
                "match_lines",
                "joker_line",
            ),
        ),
    ),
    words_ahead=48,
    settled=(
        "players",
        "match",
        "decks",
        "sources",
        "line_set",
        "line_ranks",
        "any_cell",
        "always",
        "last_turns",
        "turn_limit",
        "usual",
    ),
)
