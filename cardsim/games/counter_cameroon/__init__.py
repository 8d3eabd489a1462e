"""Counter-Cameroon, a race on eleven tracks with four dice.

Two players, each with a sheet of the categories 2 to 12. In turn throw four dice and part them
into two pairs; each pair's sum is a mark in that category of one's own sheet. The first to make
four marks in a category owns it, and later marks in it, by either player, are lost. When all are
owned, the owners count their points: 11 for 2 and 12, then 9, 7, 5 and 3, and 1 for 7. There is no
tie.

Sources: "Games you can play for free - Counter-Cameroon", a blog post (stickinsect.wordpress.com,
2010), which credits R. Knizia, "Dice Games Properly Explained" (1999).

Decisions taken where the sources are silent:
- An action is one of the three physical partings of the dice in the order thrown: first and second
  die, first and third, first and fourth make a pair. Partings with the same sums are all legal and
  do the same; `choices` leaves out the repeated ones.
- With `double-mark 1` equal sums make one mark, and if it is lost, one mark is wasted.
- `must-mark` forbids a split that records nothing while another records at least one mark; it does
  not ask for two.
- `early-stop` and `max-turns` are looked at after both marks of a turn. Where they end a game with
  equal points, both win together, which counts for neither as won.
- Points of one's own choice, 11 numbers from 0 to 999, may allow a tie: it is shared too.
- The winner under `standard` and `balanced` is counted in every game, whatever scoring is in force.
- The k-th roll of a game depends on seed, game and k alone.
"""

from __future__ import annotations

from cardsim.game import (
    Axis,
    Column,
    CountTable,
    Decision,
    Game,
    Measure,
    Question,
    Unit,
)
from cardsim.games.counter_cameroon import exact, features, play, rules, state, story
from cardsim.games.counter_cameroon.features import *  # noqa: F403
from cardsim.games.counter_cameroon.imagine import imagine
from cardsim.games.counter_cameroon.play import best_split
from cardsim.games.counter_cameroon.rules import BALANCED, STANDARD, Rules, seat_names
from cardsim.games.counter_cameroon.state import CATEGORIES, HIGHEST, LOWEST
from cardsim.options.params import options_of
from cardsim.usual_units import lasts, who, your_seat

__all__ = ["GAME", "best_split"]
__all__ += features.__all__

_SCORING = options_of(Rules)[0]
_CATEGORY = Axis("category", LOWEST, HIGHEST)


def _unit(rules: Rules, players: int) -> Unit:
    all_points = int(sum(_SCORING.numbers(rules.scoring)))
    names = seat_names(rules, players)
    hero = your_seat(names)
    tables = (
        CountTable(
            "you",
            (
                hero,
                Column("you_first", 0, 1, "whether you rolled first"),
                _result("result", ""),
                _result("result_standard", " by the standard scoring"),
                _result("result_balanced", " by the balanced scoring"),
                Column("same_winner", 0, 1, "whether both have the same winner"),
                Column("first_won", 0, 1, "whether who rolled first won"),
            ),
        ),
        CountTable("points", (Column("your_points", 0, all_points, "your points"),)),
        CountTable(
            "scores",
            (
                Column("your_standard", 0, sum(STANDARD), "in standard points"),
                Column("your_balanced", 0, sum(BALANCED), "in balanced points"),
                Column("your_categories", 0, CATEGORIES, "categories you won"),
            ),
        ),
        CountTable(
            "seats",
            (
                hero,
                Column("won", 0, 1, "how often a player wins, by who rolls first"),
                Column("points", 0, all_points, "points of a player, by who rolls first"),
            ),
            by_seat=True,
        ),
        CountTable("turns", (Column("turns", 1, rules.max_turns, "turns of both players"),)),
        CountTable("wasted", (Column("wasted", 0, 2 * rules.max_turns, "marks lost"),)),
        CountTable(
            "categories",
            (
                who("owner", "who won the category", names, "nobody"),
                Column("you_took", 0, 1, "share of games in which you win it"),
            ),
            by=_CATEGORY,
        ),
        CountTable(
            "decided",
            (Column("decided", 0, rules.max_turns, "turn in which it is won; 0 never"),),
            by=_CATEGORY,
        ),
    )
    measures = (
        _share("wins", "you win", "result", "you win {} of games", even=1 / players),
        _share(
            "wins_standard",
            "you win by the standard scoring",
            "result_standard",
            "by the standard scoring you win {} of games",
        ),
        _share(
            "wins_balanced",
            "you win by the balanced scoring",
            "result_balanced",
            "by the balanced scoring you win {} of games",
        ),
        _share(
            "same_winner",
            "both scorings have the same winner",
            "same_winner",
            "both scorings have the same winner in {} of games",
            neutral=True,
        ),
        _share(
            "first_wins",
            "who rolled first wins",
            "first_won",
            "who rolls first wins {} of games",
            neutral=True,
        ),
        _mean("points", "your points", ("points", "your_points"), "you get {} points a game"),
        _mean(
            "categories",
            "categories you win",
            ("scores", "your_categories"),
            "you win {} categories a game",
        ),
        lasts("turns", "turns", "a game"),
        Measure(
            "wasted",
            "marks that both players lose",
            "wasted",
            "wasted",
            neutral=True,
            you="both players together lose {} marks a game",
            cost="{} marks",
        ),
    )

    return Unit(
        "game",
        "games",
        tables,
        measures,
        objective="wins",
        shares=(("you", "result"),),
        by_seat=(("seats", "points"), ("categories", "you_took"), ("decided", "decided")),
        facts="Who rolls first wins {first_wins} of games.".format_map,
    )


def _result(name: str, scoring: str) -> Column:
    told = f"how the game ended for you{scoring}"
    return Column(name, 0, 2, told, scale=0.5, told=("lost", "shared", "won"))


def _share(
    name: str, text: str, column: str, you: str, *, even: float | None = None, neutral: bool = False
) -> Measure:
    return Measure(
        name,
        text,
        "you",
        column,
        at_least=1,
        lower_is_better=neutral,
        neutral=neutral,
        you=you,
        even=even,
    )


def _mean(name: str, text: str, column: tuple[str, str], you: str) -> Measure:
    noun = you.split("{} ")[1].split(maxsplit=1)[0]
    return Measure(name, text, *column, lower_is_better=False, you=you, cost=f"{{}} {noun}")


GAME = Game.of(
    __name__,
    __doc__,
    title="Counter-Cameroon",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(2, 2, 2),
    decisions=(
        Decision(
            "split",
            "which die makes a pair with the first: the second, third or fourth",
            ("first-and-second", "first-and-third", "first-and-fourth"),
        ),
    ),
    units={"game": _unit},
    default_strategy="max-points-live",
    imagine=imagine,
    words_ahead=40,
    settled=("players", "marks_to_win", "double_mark", "all_points", "room"),
    exact=(
        Question(
            "races",
            "the race for each category between players who do not look at the sheets",
            cost=exact.cost_of,
            solve=exact.answer,
            sentence=exact.sentence,
            options=exact.Players,
            depends=(
                "scoring",
                "double_mark",
                "must_mark",
                "early_stop",
                "max_turns",
                "marks_to_win",
                "first_player",
            ),
        ),
    ),
)
