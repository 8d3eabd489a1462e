"""Cheat, also called BS or I Doubt It.

All cards are dealt. In turn each lays one to four cards face down and says of what rank they are:
aces first, then twos, and so on, kings before aces. The cards may be others. Whoever does not
believe it says so before the next claim, and they are shown: if one of them is of another rank, the
player who laid them takes the whole pile, else the one who doubted. The first without cards wins.

Sources: a collection of card games on the web, below "Cheat Card Game Rules Uk", which names the
game and a relative of the classroom, "Trichez!"; and public pages for the rules and their variants.

Decisions taken where the sources are silent:
- Of several who doubt a claim the nearest clockwise challenges, and those behind him are not asked.
- The number of cards is always told truly, and nobody may pass.
- The last cards must survive the challenge before the win counts, also with the last claim allowed.
- After `max-plays` claims nobody wins; such games are real where everybody always challenges.
- In a match every seat claims first in one game. Who wins most games wins it, and those with as
  many share it; if nobody has won a game all share it. The cards are dealt from the first on.
- In the classroom game a wrong accusation costs the pile, a pile that is taken goes under the
  stack with the card played first on top, and nobody looks at a stack.
"""

from __future__ import annotations

from cardsim.cards import RANKS
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
from cardsim.games.cheat import exact, features, play, rules, state, story
from cardsim.games.cheat.features import *  # noqa: F403
from cardsim.games.cheat.imagine import imagine
from cardsim.games.cheat.recall import rewind, seen, settle
from cardsim.games.cheat.rules import MOST_CARDS, Rules, cards_in_play
from cardsim.games.cheat.state import SHARES
from cardsim.usual_units import Counted, lasting, mean, share_won, who, you_win, your_seat

__all__ = ["GAME"]
__all__ += features.__all__


def seat_names(rules: Rules, players: int) -> tuple[str, ...]:
    """Return "the first to play", "the second to play" ... "the last to play"."""
    return in_turn(players, last="the last to play")


def _game_unit(rules: Rules, players: int) -> Unit:
    names = seat_names(rules, players)
    most = rules.max_plays
    your_win = Column("your_win", 0, 1, "whether you win")
    numbers = (
        lasting("plays", most, "a game", "claims in a game"),
        _number("lies", most, "false claims", "a game has {} false claims", "{} false claims"),
        _number("challenges", most, "challenges", "a game has {} challenges", "{} challenges"),
        _number(
            *("rightly", most, "challenges of false claims"),
            *("{} challenges in a game are right", "{} challenges"),
        ),
    )
    wrong = mean(
        "wrong",
        Column("your_wrong", 0, most, "your challenges of true claims"),
        you="you challenge {} true claims in a game",
        cost="{} true claims challenged in a game",
    )
    left = mean(
        "left",
        Column("your_left", 0, cards_in_play(rules), "cards that you have left"),
        you="you have {} cards left",
        cost="{} cards left",
    )
    cards_left = Column(
        "cards_left", 0, cards_in_play(rules), "cards that a player has left, by seat"
    )
    return Unit(
        "game",
        "games",
        tables=(
            CountTable("you", (your_seat(names), your_win)),
            CountTable("winner", (your_seat(names), who("winner", "who won", names, "nobody"))),
            *(number.table for number in numbers),
            wrong.table,
            CountTable("seats", (cards_left,), by_seat=True),
        ),
        measures=(
            Measure(
                "wins",
                "you win",
                "you",
                "your_win",
                at_least=1,
                lower_is_better=False,
                you="you win {} of games",
                even=1 / players,
            ),
            *(number.measure for number in numbers),
            Measure(
                "draws",
                "nobody wins",
                "winner",
                "winner",
                at_most=-1,
                neutral=True,
                you="nobody wins {} of games",
            ),
            wrong.measure,
        ),
        objective="wins",
        shares=(("winner", "winner"),),
        by_seat=(("seats", "cards_left"),),
        facts=(
            "A game has {plays} claims, {lies} of them false, and {challenges} challenges; nobody "
            "wins {draws} of games."
        ).format_map,
        leads=left,
    )


def _number(name: str, most: int, what: str, you: str, cost: str) -> Counted:
    """Return an outcome that counts something in a game and is neither good nor bad."""
    column = Column(name, 0, most, what)
    return mean(name, column, text=f"{name} in a game", neutral=True, you=you, cost=cost)


def _match_unit(rules: Rules, players: int) -> Unit:
    your_share = share_won("your_share", SHARES, "your share of the win")
    win = share_won("win", SHARES, "a player's share of the win", field="share")
    won = Column("won", 0, players, "games that a player wins")
    drawn = Column("draws", 0, players, "games that nobody wins")
    return Unit(
        "match",
        "matches",
        tables=(
            CountTable("you", (your_seat(numbered(players)), your_share)),
            CountTable("draws", (drawn,)),
            CountTable("seats", (win, won), by_seat=True),
        ),
        measures=(
            you_win("your_share", "matches", players),
            Measure(
                "draws",
                "games that nobody wins",
                "draws",
                "draws",
                neutral=True,
                you="nobody wins {} games of a match",
                cost="{} games of a match",
            ),
        ),
        objective="wins",
        shares=(("seats", "won"),),
        by_seat=(("seats", "win"), ("seats", "won")),
        facts="Nobody wins {draws} games of a match.".format_map,
        goes_on=1,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Cheat",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(2, 10, 4),
    decisions=(
        Decision(
            "rank",
            "the rank to claim: to begin a round any, 0 aces to 12 kings; else 0 the last one "
            "again, 1 one up, 2 one down",
            tuple(RANKS),
            legal=play.legal_rank,
            tell=story.told_rank,
        ),
        Decision(
            "count",
            "how many cards to lay, at least one",
            tuple(map(str, range(MOST_CARDS + 1))),
            legal=play.legal_count,
            count=play.count_counts,
            nth=play.nth_count,
        ),
        Decision(
            "card",
            "a card to lay, by its rank; the next one's rank is the same or higher",
            tuple(RANKS),
            legal=play.legal_card,
            observe=play.observe_card,
        ),
        Decision(
            "challenge",
            "whether to challenge a claim",
            ("pass", "challenge"),
            legal=play.legal_challenge,
        ),
    ),
    units={"game": _game_unit, "match": _match_unit},
    default_strategy="planner",
    seat_names=seat_names,
    imagine=imagine,
    rewind=rewind,
    seen=seen,
    settle=settle,
    words_ahead=52,
    exact=(
        Question(
            "hand",
            "which ranks a hand lacks, and what it can refute",
            cost=exact.cost,
            solve=exact.solve,
            sentence=exact.sentence,
            depends=("classroom_trichez", "packs", "max_cards", "claim_rank", "first_rank"),
        ),
    ),
    settled=(
        *("players", "packs", "mode", "match", "max_plays", "max_cards", "first_rank"),
        "winner_claims",
    ),
)
