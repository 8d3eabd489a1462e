"""Chinese Ten, a fishing game.

Four cards lie on the table. In turn play a card from hand and flip the top card of the deck; each
takes one card of the table with which it makes ten, or that has its own rank if it is a 5, 10,
jack, queen or king, and else stays there. Captured red cards score: the ace 20, nine to king 10,
the others their pips; with three players the ace of spades scores 30, with four also the ace of
clubs 40. After 24 turns everybody wins or loses the difference from par, the points of the pack
divided by the players. One deal is one game.

Sources: "Games you can play for free - Chinese Ten", a blog post, and other public pages for what
it leaves open.

Decisions taken where the sources are silent:
- Cards are dealt singly from the dealer's left on, also when the dealer plays first; you sit in
  each seat in turn.
- A card that can capture must, from hand and from the deck; the player chooses what it takes where
  there are several. He is asked nothing where there is one.
- Partners that lie in the layout together stay until other cards take them.
- The fourth card takes a triple of the layout from the deck as well as from a hand, and whole.
  Three cards of a rank that come together later are no triple.
- A layout that is dealt again is looked at like the first, and its four cards are shuffled back
  into the deck without the hands.
- With `must-capture` false, who plays a card that can capture is asked whether it does. A fourth
  card that is trailed leaves its triple on the table to the end.
- Par stays the points of the whole pack divided by the players when cards are left unclaimed.
- Several seats with the most points share the win.
"""

from __future__ import annotations

from cardsim.cards import PACK, card_name
from cardsim.game import (
    Column,
    CountTable,
    Decision,
    Game,
    Measure,
    Question,
    Unit,
    in_turn,
)
from cardsim.games.chinese_ten import exact, features, play, rules, state, story
from cardsim.games.chinese_ten.features import *  # noqa: F403
from cardsim.games.chinese_ten.imagine import imagine
from cardsim.games.chinese_ten.memory import LIMITS, forget
from cardsim.games.chinese_ten.recall import rewind, seen
from cardsim.games.chinese_ten.rules import Rules
from cardsim.games.chinese_ten.state import LAYOUTS, REDEALS, SHARES
from cardsim.usual_units import pays, share_won, you_win, your_seat

__all__ = ["GAME"]
__all__ += features.__all__

_ACTIONS = (*(card_name(card) for card in range(PACK)), "take-three", "trail")
_MOST_POINTS = 280


def _seat_names(rules: Rules, players: int) -> tuple[str, ...]:
    if rules.first_player == "left-of-dealer":
        return in_turn(players)
    return (*in_turn(players + 1)[1:-1], "the dealer, first to play")


def _hand_unit(rules: Rules, players: int) -> Unit:
    hero = your_seat(_seat_names(rules, players))
    layout = Column("layout", 0, len(LAYOUTS) - 1, "whether the layout was special", labels=LAYOUTS)
    score = Column("score", 0, _MOST_POINTS, "points a player captures, by where he sits")
    your_share = share_won(
        "your_share", SHARES, "your share of the win: 1 / players with the most points"
    )
    your_net = Column(
        "your_net",
        -_MOST_POINTS,
        _MOST_POINTS * (players - 1),
        "points you capture, less par",
        scale=1 / players,
    )
    win = share_won("win", SHARES, "a player's share of the win, by where he sits", field="share")
    tables = (
        CountTable("you", (hero, your_share)),
        CountTable("net", (hero, your_net)),
        CountTable("seats", (hero, score), by_seat=True),
        CountTable("wins", (hero, win), by_seat=True),
        CountTable("layouts", (layout, score), by_seat=True),
        CountTable(
            "captures",
            (
                Column("by_hand", 0, 24, "cards played that captured"),
                Column("by_flip", 0, 24, "cards flipped that captured"),
            ),
        ),
        CountTable(
            "left",
            (
                layout,
                Column("redeals", 0, REDEALS, "layouts that went back into the deck"),
                Column("unclaimed", 0, PACK, "cards left on the table at the end"),
            ),
        ),
    )
    measures = (
        Measure(
            "net",
            "points you win over par in a hand",
            "net",
            "your_net",
            lower_is_better=False,
            you=("you win {} points over par a hand", "you stay {} points below par a hand"),
            cost="{} points a hand",
        ),
        you_win("your_share", "hands", players),
        pays("net", "your_net", "hand"),
        Measure(
            "by_hand",
            "cards played that capture, in a hand",
            "captures",
            "by_hand",
            neutral=True,
            you="{} cards played a hand capture something",
            cost="{} cards a hand",
        ),
        Measure(
            "by_flip",
            "cards flipped that capture, in a hand",
            "captures",
            "by_flip",
            neutral=True,
            you="{} cards flipped a hand capture something",
            cost="{} cards a hand",
        ),
    )
    return Unit(
        "hand",
        "hands",
        tables,
        measures,
        objective="net",
        shares=(("left", "layout"),),
        by_seat=(("seats", "score"), ("wins", "win")),
        facts=(
            "You have the most points in {wins} of hands, ties shared; "
            f"an even share is {100 / players:.3g} %."
        ).format_map,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Chinese Ten",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(2, 4, 2),
    decisions=(
        Decision(
            "play-card",
            "which card of the own hand to play; the action is the card",
            _ACTIONS,
            play.apply_play,
        ),
        Decision(
            "choose-capture",
            "the card played can take several, or with must-capture false need not take any: "
            "which card it takes; 52 takes the three of a triple, 53 none",
            _ACTIONS,
            play.apply_capture,
        ),
        Decision(
            "choose-flip-capture",
            "the card flipped can take several: which card it takes",
            _ACTIONS,
            play.apply_flip_capture,
        ),
    ),
    units={"hand": _hand_unit},
    seat_names=_seat_names,
    default_strategy="greedy",
    imagine=imagine,
    rewind=rewind,
    seen=seen,
    forget=forget,
    remembers=LIMITS,
    words_ahead=PACK,
    settled=("players", "values", "total", "share", "dealer", "first"),
    exact=(
        Question(
            "layout",
            "what four cards are laid out, and who can take some of them",
            cost=exact.cost,
            solve=exact.solve,
            sentence=exact.sentence,
            depends=(
                "club_ace_min_players",
                "spade_ace_min_players",
                "red_nine",
                "triple_layout",
                "four_alike_layout",
            ),
        ),
    ),
)
