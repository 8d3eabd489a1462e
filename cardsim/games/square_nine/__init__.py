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

from collections.abc import Mapping
from typing import Any

from cardsim.game import Column, CountTable, Decision, Game, Measure, Question, Unit
from cardsim.games.square_nine import exact, play, story
from cardsim.games.square_nine.imagine import imagine
from cardsim.games.square_nine.play import shown_with
from cardsim.games.square_nine.rules import PRESETS, Rules, objection
from cardsim.games.square_nine.state import CELLS, DISCARD_IT, ENDS, LAYOUT, OUTCOME, SEATS, WHOLE

__all__ = ["GAME", "shown_with"]

_END = Column("end", "end", 1, len(ENDS) - 1, "how the hand ended", labels=ENDS[1:])
_CELLS = tuple(f"cell-{cell}" for cell in range(CELLS))


def _scores(rules: Rules, hands: int) -> tuple[int, int]:
    """The lowest and highest sum of so many hands."""
    each = (0, 1, 10, rules.joker_value, rules.king_value)
    return CELLS * min(each) * hands, CELLS * max(each) * hands


def _columns(rules: Rules, players: int, hands: int, noun: str) -> dict[str, Column]:
    low, high = _scores(rules, hands)
    whole = WHOLE[players]
    won = f"share of the {noun} won; those who tie split it"
    return {
        "hero": Column("hero", "hero", 0, players - 1, "seat of the hero"),
        "hero_won": Column("hero_won", "hero_won", 0, whole, won, scale=1 / whole),
        "hero_score": Column("hero_score", "hero_score", low, high, "points of the hero"),
        "won": Column("won", "won", 0, whole, won, scale=1 / whole),
        "score": Column("score", "score", low, high, "points of the seat"),
    }


def _who_won(noun: str) -> tuple[Measure, Measure]:
    return (
        Measure(
            "hero_wins",
            f"the hero wins the {noun}",
            "hero",
            "hero_won",
            lower_is_better=False,
            as_share=True,
        ),
        Measure("hero_score", "points of the hero", "scores", "hero_score"),
    )


def _hand_unit(rules: Rules, players: int) -> Unit:
    low, high = _scores(rules, 1)
    most_turns = rules.max_turns or 200 * players
    column = _columns(rules, players, 1, "hand")
    closer = Column("closer", "closer", -1, players - 1, "seat that closed; -1 nobody")
    tables = (
        CountTable(
            "hero",
            (
                column["hero"],
                _END,
                Column("hero_closed", "hero_closed", 0, 1, "whether the hero closed"),
                column["hero_won"],
            ),
        ),
        CountTable("scores", (column["hero"], column["hero_score"])),
        CountTable("turns", (_END, Column("turns", "turns", 0, most_turns, "turns of all seats"))),
        CountTable(
            "closers",
            (
                closer,
                Column("closer_score", "closer_score", low, high, "points of the closer; 0 nobody"),
            ),
        ),
        CountTable(
            "lines",
            (Column("zeroed", "zeroed", 0, 8 * players, "lines of all seats that count nothing"),),
        ),
        CountTable("seats", (column["hero"], column["score"]), by_seat=True),
        CountTable("wins", (column["hero"], column["won"]), by_seat=True),
        CountTable(
            "seat_lines",
            (Column("lines", "lines", 0, 8, "lines of the seat that count nothing"),),
            by_seat=True,
        ),
    )
    closed = (("end", ENDS[1]),)
    measures = (
        *_who_won("hand"),
        Measure(
            "hero_closes",
            "the hero closes the hand",
            "hero",
            "hero_closed",
            at_least=1,
            lower_is_better=False,
        ),
        Measure("turns", "turns of all seats per hand", "turns", "turns"),
        Measure("turns_closed", "turns of a hand that is closed", "turns", "turns", where=closed),
        Measure("lines", "lines of all seats that count nothing", "lines", "zeroed"),
    )

    def sentence(n: Mapping[str, Any]) -> str:
        return (
            f"{n['hero']} wins {n['hero_wins']} of hands, {n['field']}; a fair share is "
            f"{100 / players:.4g} %. It scores {n['hero_score']} points."
        )

    return Unit(
        "hand",
        "hands",
        tables,
        measures,
        shares=(("turns", "end"), ("closers", "closer")),
        by_seat=(("seats", "score"), ("wins", "won")),
        sentence=sentence,
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    column = _columns(rules, players, rules.holes, "match")
    tables = (
        CountTable("hero", (column["hero"], column["hero_won"])),
        CountTable("scores", (column["hero"], column["hero_score"])),
        CountTable("seats", (column["hero"], column["score"]), by_seat=True),
        CountTable("wins", (column["hero"], column["won"]), by_seat=True),
    )

    def sentence(n: Mapping[str, Any]) -> str:
        return (
            f"{n['hero']} wins {n['hero_wins']} of matches, {n['field']}; a fair share is "
            f"{100 / players:.4g} %. It scores {n['hero_score']} points in {rules.holes} hands."
        )

    return Unit(
        "match",
        "matches",
        tables,
        _who_won("match"),
        shares=(),
        by_seat=(("seats", "score"), ("wins", "won")),
        sentence=sentence,
    )


GAME = Game(
    name="square-nine",
    title="Square 9",
    page=__doc__ or "",
    rules=Rules,
    presets=PRESETS,
    players=(2, SEATS, 2),
    layout=LAYOUT,
    outcome=OUTCOME,
    decisions=(
        Decision(
            "expose", "which of the own cells to turn up and keep open", _CELLS, play.apply_expose
        ),
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
            play.apply_place,
        ),
    ),
    start=play.start,
    deal=play.deal,
    observe=play.observe,
    legal=play.legal,
    close=play.close,
    next_hand=play.next_hand,
    score=play.score,
    units={"hand": _hand_unit, "match": _match_unit},
    narrate=story.narrate,
    tell=story.tell,
    default_strategy="low-card",
    imagine=imagine,
    objection=objection,
    exact=(
        Question(
            "untouched",
            "the pack, and what nine cards count before anybody has replaced one",
            cost=exact.cost,
            solve=exact.solve,
            sentence=exact.sentence,
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
