"""A position in Chinese Ten as a player describes it to get advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardsim.cards import PACK
from cardsim.errors import UserError
from cardsim.games.chinese_ten.state import (
    CAPTURE,
    FLIP_CAPTURE,
    LAID_OUT,
    NO_CARD,
    PLAY,
    REDEALS,
    STOCK,
    TAKE_THREE,
    TRAIL,
    TURNS,
)
from cardsim.options.params import Value, option
from cardsim.places import CARDS, card, cards, check_once, listed, named, others, stack, words_of

DONE = (
    "turns with commas between them: '7S 3D flips 5H' if the seven took the three, and the five "
    "that was flipped took nothing; 'KS three flips 2C 8D' where a king took the other three; at "
    "the end '7S ?' or '7S 3D flips 5H ?' where you are to choose what it takes"
)
LAID = STOCK - LAID_OUT
ASKED = -1
LAYOUTS = "layouts that went back into the deck, with commas between them"


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    hand: str = option("", "the cards that you hold still, in the order dealt", language=CARDS)
    layout: str = option("", "the four cards laid out at the start", language=CARDS)
    played: str = option("", f"the {DONE}", language=words_of(DONE))
    redealt: str = option("", LAYOUTS, language=words_of(LAYOUTS))


EXAMPLES = (
    (
        '--hand "7S AH KD 4C 9H 2S JD 8C" --layout "3D 6C TS 5H" --players 3',
        "which card to play first of all",
    ),
    (
        '--hand "7S AH KD 4C 9H 2S" --layout "3D 6C TS 5H" --played "4D 6C flips QS" --players 4',
        "with four players, after the first turn",
    ),
)


class Turn(NamedTuple):
    """A turn: cards by id, NO_CARD for none, ASKED for one that is to be chosen."""

    played: int
    took: int
    flipped: int
    flip_took: int


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it, for the seat on turn."""
    state, players = table.state, table.players
    hand, layout = cards(said, "hand"), cards(said, "layout")
    if len(layout) != LAID:
        raise UserError(f"--layout must have {LAID} cards, not {len(layout)}")
    turns = [_turn(told) for told in listed(said, "played")]
    flips = [turn.flipped for turn in turns if turn.flipped != NO_CARD]
    plays = [turn.played for turn in turns]
    check_once(
        [
            ("in your hand", hand),
            ("in the layout", layout),
            ("among the cards played", plays),
            ("among the cards flipped", flips),
        ]
    )
    first, share = int(state["first"]), TURNS // players
    is_open = bool(turns) and ASKED in turns[-1]
    seat = (first + len(turns) - is_open) % players
    if len(turns) > TURNS:
        raise UserError(f"--played has {len(turns)} turns, and the hand has {TURNS}")
    rest = others(range(PACK), hand, layout, plays, flips)
    dealt = [plays[(s - first) % players :: players] for s in range(players)]
    held = share - len(dealt[seat])
    if len(hand) != held:
        raise UserError(f"--hand must have {held} cards, not {len(hand)}")
    dealt[seat] += hand
    for own in dealt:
        own.extend(next(rest) for _ in range(share - len(own)))
    deck = [own[k] for k in range(share) for own in dealt] + layout + flips
    stack(table, [*deck, *rest])
    table.deal()
    _redealt(said, state)
    if {int(state["deck"][k]) for k in range(LAID_OUT, STOCK)} != {*layout}:
        raise UserError(f"--layout {named(layout)} goes back into the deck by these rules")
    for number, turn in enumerate(turns, 1):
        _take(table, turn, number, last=number == len(turns))
    if table.over:
        raise UserError("--played has all turns: the hand is over")


def _redealt(said: Mapping[str, Value], state: Any) -> None:
    """Write which layouts went back into the deck."""
    layouts = listed(said, "redealt")
    if len(layouts) > REDEALS:
        raise UserError(f"--redealt must have at most {REDEALS} layouts, not {len(layouts)}")
    for n, told in enumerate(layouts):
        ids = [card(word, "redealt") for word in told.split()]
        if len({*ids}) != LAID:
            raise UserError(f"--redealt must have layouts of {LAID} cards, not {told}")
        state["redealt"][n] = ids
    state["redeals"] = len(layouts)


def _turn(told: str) -> Turn:
    """Return a turn that the player described."""
    before, flips, behind = told.partition(" flips ")
    found = [_pair(part.split(), told) for part in ((before, behind) if flips else (before,))]
    return Turn(*found[0], *(found[1] if flips else (NO_CARD, NO_CARD)))


def _pair(words: Sequence[str], told: str) -> tuple[int, int]:
    if not 1 <= len(words) <= 2:
        raise UserError(f"--played must be {DONE}, not {told}")
    took = NO_CARD if len(words) == 1 else words[1]
    if isinstance(took, str):
        chosen = {"three": TAKE_THREE, "?": ASKED}
        took = chosen[took] if took in chosen else card(took, "played")
    return card(words[0], "played"), took


def _take(table: Any, turn: Turn, number: int, *, last: bool) -> None:
    """Take a described turn again."""
    state, at = table.state, int(table.state["turn"])
    wrong = UserError(f"--played has what cannot be in turn {number}")
    if table.decision != PLAY or not table.allows(turn.played):
        raise wrong
    table.act(turn.played)
    for decision, took in ((CAPTURE, turn.took), (FLIP_CAPTURE, turn.flip_took)):
        if took == ASKED and last and table.decision == decision:
            return
        if table.decision != decision:
            continue
        choice = TRAIL if took == NO_CARD and decision == CAPTURE else took
        if not table.allows(choice):
            raise wrong
        table.act(choice)
    if tuple(state["history"][at].tolist()) != turn:
        row = [c for c in state["history"][at].tolist() if c < PACK]
        raise UserError(f"--played has a turn {number} that goes otherwise: {named(row)}")
