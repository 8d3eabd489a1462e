"""Advice in a place of a hand that a player describes."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim import UserError
from cardsim.cli import main
from cardsim.engine.table import Table
from cardsim.games import game_names, load_game
from cardsim.games.gin_rummy.rules import Rules
from cardsim.games.gin_rummy.state import DRAW, FINISH
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.sealed import CHECKSUM, checksum
from cardsim.table import advice_story, advising
from cardsim.table.advised import Advised, Believed, Elsewhere
from cardsim.table.positions import own_name, own_options, position, seen_table, told_by_words
from cardsim.table.saved_views import TABLE, is_same, plain_views, write
from edited import as_text, edits
from imagining import Point, assert_agrees, bytes_of, dealt_anew

GAME = load_game("gin-rummy")
EIGHT = "AS 2S 3S 7H 7D KC QD 9C"
ADVISED = [name for name in game_names() if load_game(name).decisions]
full, deep = pytest.mark.full, pytest.mark.deep
TOLD_HERE = ("ninety-nine", "scat")
"""Games whose decisions are compared, told by seed and by view; each takes as long to compile."""
TOLD_LATER = ("euchre", "gin-rummy", "spades", "square-nine")
TOLD = [name for name in ADVISED if told_by_words(load_game(name)) is not None]


def advised(**said: Any) -> Advised:
    """The advice of few worlds."""
    usual = {"worlds": 300, "seed": 5, "strategy": GAME.default_strategy}
    return cardsim.advise("gin-rummy", vs="usual", **{**usual, **said})


def placed(rules: Rules, said: Mapping[str, str]) -> Table:
    """A table at which the place waits."""
    words = told_by_words(GAME)
    assert words is not None
    table = Table(GAME, rules, 3, seed=4)
    own = own_options(GAME)
    known = {o.name: o.check(said[o.name]) if o.name in said else o.default for o in own}
    words.place(known, table)
    return table


# ---------------------------------------------------------------- what is advised


def test_who_can_have_gin_is_told_to_knock_with_it() -> None:
    found = advised(hand="AS 2S 3S 4S 7H 7D 7C KD", discard="5H")

    best, *others = found.choices
    assert best.told == "throw K♦ and knock"
    assert found.sentence.startswith("Throw K♦ and knock. Throwing ")
    assert " If from then on all " in found.sentence
    assert not any(choice.tied for choice in others)
    # What all others have, less what they have on average once they score nothing, and the bonus.
    assert 80 < best.value < 140


def test_a_tile_that_makes_a_meld_is_taken_from_the_row() -> None:
    found = advised(hand="AS 2S 3S 7H 7D KC QD", discard="7S 6D")

    assert found.decision == "draw"
    assert [choice.told for choice in found.choices] == ["take 7♠", "draw from the stock"]
    assert found.choices[1].cost_low > 30


def test_a_pair_and_a_run_are_kept_and_high_tiles_are_thrown() -> None:
    best, *_ = advised(hand=EIGHT, discard="5H 6D", worlds=3000).choices

    assert best.told in {"throw K♣", "throw Q♦", "throw 9♣"}


def test_less_of_the_best_choice_is_not_told_as_if_it_were_that() -> None:
    found = advised(hand="AS 2S 3S 4S 7H 7D 7S KD", discard="5H", worlds=400)

    assert found.sentence.startswith("Throw K♦ and knock. ")
    assert " Throwing K♦ and no more costs " in found.sentence


def test_the_same_seed_gives_the_same_advice_and_the_command_repeats_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = advised(hand=EIGHT, discard="5H 6D", strategy="stock-knock", players=2, gin_bonus=40)

    again = advised(hand=EIGHT, discard="5H 6D", strategy="stock-knock", players=2, gin_bonus=40)
    assert again == found
    assert main([*shlex.split(found.command)[1:], "--json", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(found.to_json())


def test_a_page_has_every_choice_with_what_it_costs(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "advise",
        "gin-rummy",
        "--vs=usual",
        "--strategy=take-improve",
        "--hand",
        EIGHT,
        "--discard=5H 6D",
        "--worlds=200",
    ]
    assert main([*words, "--seed", "1", "--quiet"]) == 0

    said = capsys.readouterr().out
    for tile in ("A♠", "2♠", "3♠", "7♥", "7♦", "K♣", "Q♦", "9♣"):
        assert f"  throw {tile} " in said
    assert "All play on as  take-improve" in said
    assert "\nAgain " in said


def test_a_story_has_what_each_choice_costs_what_may_come_and_who_sits_there() -> None:
    found = advised(hand=EIGHT, discard="5H 6D")
    company = [Elsewhere("against beginners", "throw 2♠", 3.0, 1.0, 5.0, 0.5, -1.0, 2.0)]
    likely = [Believed("player 2", "knock~ at 10", 0.75)]
    told = replace(found, elsewhere=tuple(company), believed=tuple(likely))

    seen, costs, chances, others = advice_story.story(replace(told, why="")).sections

    assert seen.table is not None
    assert ("Deadwood", "43") in seen.table.rows
    chart = costs.chart
    assert chart is not None
    (drawn,) = chart.series
    assert drawn.x == tuple(c.told for c in found.choices)
    assert drawn.low[1:] == tuple(c.cost_low for c in found.choices[1:])
    assert drawn.high[1:] == tuple(c.cost_high for c in found.choices[1:])
    assert costs.table is not None
    assert [row[0] for row in costs.table.rows] == [*drawn.x]
    assert chances.table is not None
    assert [len(row) for row in chances.table.rows] == [5] * len(found.likelihoods[1])
    assert f"{100 * found.unsure:.1f} percentage points" in chances.text
    assert others.text == "Player 2 probably knocks at 10 (75 %)."
    assert others.table is not None
    assert others.table.rows == (
        ("against beginners", "3.0 (1.0 to 5.0)", "throw 2♠", "0.5 (-1.0 to 2.0)"),
    )


@pytest.mark.full
def test_a_precision_imagines_as_many_hands_as_it_takes(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: dict[str, Any] = {"hand": EIGHT, "discard": "5H 6D", "vs": "usual", "seed": 5}
    said["strategy"] = GAME.default_strategy
    rough = cardsim.advise("gin-rummy", **said, precision=100)
    fine = cardsim.advise("gin-rummy", **said, precision=2)
    unreached = [*shlex.split(fine.command)[1:-4], "--seed", "5", "--precision", "0.001"]

    assert rough.worlds < fine.worlds
    assert fine.reached
    assert fine.choices[1].cost_high - fine.choices[1].cost <= 2
    assert cardsim.advise("gin-rummy", **said, worlds=fine.worlds) == fine
    monkeypatch.setattr(advising, "MOST_WORLDS", 3000)
    assert main(unreached) == 3
    assert "the precision was not reached in 3000 hands" in capsys.readouterr().err
    with pytest.raises(UserError, match="--worlds and --precision contradict"):
        cardsim.advise("gin-rummy", **said, precision=1, worlds=200)
    with pytest.raises(UserError, match="--precision must be a number from"):
        cardsim.advise("gin-rummy", **said, precision="x")


def test_places_in_a_match_add_up_and_the_first_is_what_is_won() -> None:
    found = cardsim.advise("scat", hand="7S 9S 4D", discard="KS", worlds=400, seed=3, vs="usual")

    assert found.choices[0].told == "take K♠"
    for choice in found.choices:
        chances = {chance.what: chance.value for chance in choice.chances}
        assert chances["you win the match"] == choice.value
        places = [value for what, value in chances.items() if what.startswith("you come ")]
        assert choice.value + sum(places) == pytest.approx(1)
        assert 0 < chances["you lose a life"] < 1


def test_a_call_that_cannot_be_made_is_said_to_fail() -> None:
    hand = "2S 3S 4D 5D 6D 2H 3H 4H 5H 2C 3C 4C 5C"

    found = cardsim.advise("spades", hand=hand, bids="3, 3, 3", worlds=100, seed=3, vs="usual")

    chances = {c.told: {one.what: one.value for one in c.chances} for c in found.choices}
    assert chances["bid 10"]["your side fails its bid"] > 0.95
    assert (
        chances["bid 10"]["your side fails its bid"] > chances["bid 1"]["your side fails its bid"]
    )


def test_who_has_more_than_half_of_the_points_within_reach_wins_most_games() -> None:
    """Wins of this game are counted where its column, in halves, is 1 or more."""
    mine = "4,4,4,3,3,3,3,3,3,3,3"

    found = cardsim.advise(
        "counter-cameroon", dice="1,4,2,6", marks=mine, worlds=200, seed=3, vs="usual"
    )

    assert found.choices[0].value > 0.95


def test_advice_is_read_back_with_its_chances(tmp_path: Path) -> None:
    found = cardsim.advise("scat", hand="7S 9S 4D", discard="KS", worlds=100, seed=3, vs="usual")
    (tmp_path / "advice.json").write_text(found.to_json())

    again = cardsim.load(tmp_path / "advice.json")
    assert isinstance(again, Advised)
    assert again.choices == found.choices
    assert "you lose a life" in found.frame().columns


def test_an_action_that_only_leads_on_is_no_choice() -> None:
    """Who takes a turn in Scat draws from somewhere, and is asked that at once."""
    found = cardsim.advise("scat", hand="7S 9S 4D", discard="KS", worlds=100, seed=3, vs="usual")

    assert {choice.told for choice in found.choices} == {"take K♠", "draw from the stock", "knock"}
    assert {choice.decision for choice in found.choices} == {"knock", "draw-source"}


# ---------------------------------------------------------------- where the player is


@pytest.mark.parametrize(
    ("said", "decision"),
    [
        ({"hand": "AS2S3S7H7DKCQD", "discard": "5H"}, DRAW),
        ({"hand": "AS2S3S7H7DKCQD", "discard": "5H 9D TC", "took": "4C 5C"}, DRAW),
        ({"hand": "AS2S3S7H7DKCQD9C", "discard": "5H 6D"}, FINISH),
        ({"hand": "AS2S3S7H7DKCQD9C", "discard": "5H 6D", "drew": "row"}, FINISH),
        ({"hand": "AS2S3S7H7DKCQD9C", "drew": "row"}, FINISH),
    ],
)
@pytest.mark.parametrize(
    "rules", [Rules(), Rules(upcard_offer=True), Rules(allow_return_discard=True)], ids=str
)
def test_what_is_imagined_agrees_with_what_was_said(
    said: dict[str, str], decision: int, rules: Rules
) -> None:
    table = placed(rules, said)

    assert table.decision == decision
    states = assert_agrees(GAME, Point(3, 3, table.rules, decision, table.states.copy()))
    hands, view = states["hand_of"][0], table.state
    held = [int(hand).bit_count() for hand in hands]
    assert held == view["hand_sizes"].tolist()
    assert sum(held) + int(view["row_size"]) + int(view["stock_size"]) == 52
    assert np.bitwise_and.reduce(hands[:3]) == 0


def test_a_tile_from_the_row_may_not_be_thrown() -> None:
    from_row = advised(hand=EIGHT, discard="5H 6D", drew="row")
    returned = advised(hand=EIGHT, discard="5H 6D", drew="row", allow_return_discard=True)

    assert "throw 9♣" not in {choice.told for choice in from_row.choices}
    assert "throw 9♣" in {choice.told for choice in returned.choices}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({}, "--hand must have 7 tiles, or 8 with the one just drawn, not 0"),
        ({"hand": "AS 2S"}, "--hand must have 7 tiles, or 8 with the one just drawn, not 2"),
        (
            {"hand": "AS 2S 3S 7H 7D KC QD"},
            "--discard must name the tiles of the row, the newest first",
        ),
        ({"hand": EIGHT}, "--discard must name the tiles of the row, the newest first"),
        (
            {"hand": "AS 2S 3S 7H 7D KC QD", "discard": "5H", "drew": "row"},
            "--drew row has no effect with 7 tiles; it needs 8",
        ),
        ({"hand": EIGHT, "discard": "AS"}, "A♠ is named more than once"),
        (
            {"hand": EIGHT, "discard": "5H", "took": "AC 2C 3C 4C 5C 6C 7C 8C"},
            "--took must have at most 7 tiles, not 8",
        ),
        ({"hand": EIGHT, "discard": "1H"}, "--discard must be cards*"),
        ({"hand": EIGHT, "drew": "hat"}, "--drew must be stock, row, not hat"),
        ({"hand": EIGHT, "worlds": 99}, "--worlds must be a whole number from 100 to *"),
        (
            {"hand": EIGHT, "discard": "5H", "strategy": "look-ahead"},
            "'look-ahead' looks ahead*",
        ),
        ({"hand": EIGHT, "tiles": "AC"}, "no option --tiles for advice on gin-rummy"),
        (
            {
                "hand": EIGHT,
                "discard": " ".join(r + s for r in "4568TJ" for s in "CDHS"),
                "players": 4,
            },
            "--discard has 24 tiles, and with 4 players the stock is used up then",
        ),
    ],
)
def test_what_is_no_place_is_refused_in_a_line(said: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError) as refused:
        advised(**said)

    told = str(refused.value)
    assert told.startswith(message.removesuffix("*")) if message.endswith("*") else told == message
    assert "\n" not in told


def test_tiles_are_read_as_they_are_shown_and_as_people_list_them() -> None:
    shown = advised(hand="A♠ 2♠ 3♠ 7♥ 7♦ K♣ Q♦ 10♣", discard="5♥, 6♦", worlds=100)

    assert shown == advised(hand="AS 2S 3S 7H 7D KC QD TC", discard="5H 6D", worlds=100)


def test_what_only_a_match_is_played_by_has_no_effect_on_a_hand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert (
        main(["advise", "gin-rummy", "--vs=usual", "--hand", EIGHT, "--discard=5H", "--target=50"])
        == 2
    )

    assert capsys.readouterr().err.startswith("cardsim: --target 50 has no effect")


def test_the_games_with_decisions_are_listed_and_no_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["advise", "--help"]) == 0
    _, listed = capsys.readouterr().out.split("\nCommands:\n")
    assert [line.split()[0] for line in listed.split("\n\n")[0].splitlines()] == ADVISED
    assert main(["advise", "dice-game"]) == 2
    assert capsys.readouterr().err.startswith("cardsim: nobody decides anything in dice-game")


@pytest.mark.kept(2, full=4)
@pytest.mark.parametrize("game", TOLD)
def test_the_examples_of_a_place_are_some(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = told_by_words(load_game(game))
    assert words is not None
    assert len(words.EXAMPLES) >= 2
    monkeypatch.chdir(tmp_path)
    for example, about in words.EXAMPLES:
        assert main(["advise", game, *shlex.split(example), "--worlds", "100", "--quiet"]) == 0
        assert about
        assert "What each choice costs" in capsys.readouterr().out


# ---------------------------------------------------------------- a hand of a run


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(
            game, marks=[] if game in TOLD_HERE else [full if game in TOLD_LATER else deep]
        )
        for game in ADVISED
    ],
)
def test_a_decision_of_a_run_and_its_saved_view_get_the_same_advice(
    game: str, tmp_path: Path
) -> None:
    shown = cardsim.replay(game, 3, seed=8, vs="usual")
    file = tmp_path / "hand.json"
    file.write_text(shown.to_json())
    step = 4

    replayed = cardsim.advise(game, replay=f"8:3:{step}", vs="usual", worlds=100, seed=2)
    own = load_game(game).default_strategy
    asked: dict[str, Any] = {"strategy": own, "vs": "usual", "worlds": 100, "seed": 2}
    viewed = cardsim.advise(game, view=f"{file}:{step}", **asked)

    assert replayed.choices == viewed.choices
    assert replayed.seen == viewed.seen
    assert replayed.sentence == viewed.sentence
    assert replayed.decision == shown.views[step - 1]["decision"]


def test_the_advice_on_a_run_is_repeated_by_its_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table: dict[str, Any] = {"vs": "chase-31", "players": 4, "start_lives": 2}
    found = cardsim.advise("scat", replay="8:3:5", worlds=100, seed=2, **table)
    file = tmp_path / "hand.json"
    file.write_text(cardsim.replay("scat", 3, seed=8, **table).to_json())
    viewed = cardsim.advise("scat", view=f"{file}:5", vs="chase-31", worlds=100, seed=2)

    assert "--vs chase-31" in found.command
    assert "--start-lives 2" not in viewed.command
    for one in (found, viewed):
        assert main([*shlex.split(one.command)[1:], "--json", "--quiet"]) == 0
        assert json.loads(capsys.readouterr().out) == json.loads(one.to_json())


def test_company_has_a_part_in_the_advice() -> None:
    alike = cardsim.advise("scat", replay="8:0:5", worlds=200, seed=2, vs="usual")
    others = cardsim.advise("scat", replay="8:0:2", worlds=200, seed=2, vs="chase-31")

    assert " If from then on all knock at 21, " in alike.sentence
    assert " you knock at 21 against two players who never knock " in others.sentence


def test_a_page_and_a_table_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["advise", "scat", "--vs=usual", "--replay", "8:3:5", "--worlds", "100", "--quiet"]
    for end in ("html", "csv", "json"):
        assert main([*words, "-o", str(tmp_path / f"a.{end}")]) == 0

    assert "What you see" in (tmp_path / "a.html").read_text("utf-8")
    assert "told" in (tmp_path / "a.csv").read_text("utf-8").splitlines()[0]
    assert "Your hand" in capsys.readouterr().out


@pytest.mark.full
def test_a_view_is_played_on_by_what_is_safest_with_as_many_players(tmp_path: Path) -> None:
    """In Cheat the safest way for five is another than for three."""
    file = tmp_path / "hand.json"
    file.write_text(cardsim.replay("cheat", players=5, seed=1, vs="usual").to_json(), "utf-8")

    place = position("cheat", replay=None, view=f"{file}:1", options={}, vs="usual")

    assert place.own.strategy == own_name(load_game("cheat"), players=5)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"replay": "8"}, "--replay must be SEED:HAND:STEP, three whole numbers, not 8"),
        ({"replay": "8:x:1"}, "--replay must be SEED:HAND:STEP, three whole numbers, not 8:x:1"),
        ({"replay": "8:3:0"}, "match 3 of seed 8 has * decisions, and none with number 0"),
        ({"replay": "8:3"}, "match 3 of seed 8 has * decisions: --replay SEED:HAND:STEP"),
        ({"replay": "8:3:1", "view": "x"}, "--replay and --view contradict: each tells where *"),
        ({"view": "nothing.json"}, "--view nothing.json cannot be read: No such file*"),
        ({"replay": "8:3:1", "strategy": "look-ahead"}, "'look-ahead' looks ahead or is not *"),
    ],
)
def test_what_is_no_decision_of_a_run_is_refused(said: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError) as refused:
        cardsim.advise("scat", **said)

    assert fnmatch(str(refused.value), message)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda _: "{}", "--view * has no view of a decision; *"),
        (lambda _: "\x00", "--view * has no view of a decision; *"),
        (lambda text: text.replace('"value": ', '"value": 1'), "--view *:2 was edited*"),
        (lambda text: text.replace('"players": 3', '"players": 4'), "--view *:2 was edited*"),
        (lambda text: text.replace('"game": "scat"', '"game": "chess"'), "--view *:2 was edited*"),
    ],
    ids=["empty", "no-text", "hand", "players", "game"],
)
def test_a_view_that_was_edited_is_refused(
    edit: Callable[[str], str], message: str, tmp_path: Path
) -> None:
    file = tmp_path / "hand.json"
    file.write_text(edit(cardsim.replay("scat", 3, seed=8, unit="hand", vs="usual").to_json()))

    with pytest.raises(UserError) as refused:
        cardsim.advise("scat", view=f"{file}:2")

    assert fnmatch(str(refused.value), message)


def test_a_view_whose_checksum_fits_is_refused_or_is_what_it_says(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    content = json.loads(cardsim.replay("spades", 3, seed=8, unit="hand", vs="usual").to_json())
    about = {name: content[name] for name in TABLE}
    own = {name: value for name, value in content["views"][9].items() if name != CHECKSUM}
    lost = 0

    for place, value, changed in islice(edits(about | own, seed=1, count=9), 0, None, 4):
        told = {name: value for name, value in changed.items() if name not in TABLE}
        table = {name: changed.get(name) for name in TABLE}
        try:
            seal = {CHECKSUM: checksum(table | told)}
        except ValueError:
            seal = {}
        file.write_text(as_text({**content, **table, "views": [told | seal]}), "utf-8")
        try:
            at = position("spades", replay=None, view=str(file), options={}, vs="usual").table
        except UserError:
            lost += 1
            continue
        assert is_same(told["view"], at.states.view(at.game.view)[0], at.game.view), (place, value)
        assert place[0] not in {"players", "seat", "game"}, value

    assert lost > 15


STANDS = [
    ("bridge", "rubber", {"games": [2], "below": [100], "totals": [10**9]}),
    ("casino", "match", {"scores": [10**6], "target": 7, "deals": 10**8}),
    ("cheat", "match", {"won": [30_000], "deals": 2**31}),
    ("euchre", "match", {"score": [10, 3], "target": 12, "deals": 5000}),
    ("gin-rummy", "match", {"scores": [10**8], "hands_won": [9999], "deals": 10**8}),
    ("scat", "match", {"lives": [9, 3, 3], "deals": None, "knocker_tie": 2, "miss_31_prob": 0.5}),
    ("spades", "match", {"score": [600, 20], "bags": [-30_000], "deals": 2**31}),
]


@pytest.mark.parametrize(("name", "unit", "wrong"), STANDS, ids=lambda it: str(it)[:9])
@pytest.mark.kept(1, full=3)
def test_a_match_stands_in_a_view_as_it_can_stand(
    name: str, unit: str, wrong: dict[str, Any]
) -> None:
    run = resolve(Request(name, unit=unit, seed=3, vs="usual"), 1)
    views = cardsim.replay(name, 1, seed=3, unit=unit, vs="usual").views

    for view in views:
        assert seen_table(run, view).seat == view["seat"]
    for view in (views[0], views[-1]):
        for field, value in wrong.items():
            if field in view["view"]:
                edited = {**view, "view": {**view["view"], field: value}}
                with pytest.raises(UserError, match=r"no hand that is played|of another table"):
                    seen_table(run, edited)


def test_a_view_of_many_asks_which_and_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    file.write_text(cardsim.replay("scat", 3, seed=8, unit="hand", vs="usual").to_json())

    with pytest.raises(UserError, match="decisions; name one, from "):
        cardsim.advise("scat", view=str(file))
    with pytest.raises(UserError, match="is of scat, and not of cheat"):
        cardsim.advise("cheat", view=f"{file}:1")
    with pytest.raises(UserError, match="--view and --players contradict"):
        cardsim.advise("scat", view=f"{file}:1", players=3)


@pytest.mark.parametrize("game", ADVISED)
def test_a_view_that_is_saved_and_read_is_the_same_to_the_last_bit(game: str) -> None:
    """Whatever its fields hold: sets of cards fill all of their bits."""
    known = load_game(game)
    state = np.zeros(1, known.state)
    state.view(np.uint8)[:] = np.random.default_rng(8).integers(0, 256, state.nbytes, np.uint8)
    for name in [n for n in known.view.names or () if known.view[n].base.kind in "bf"]:
        state[name] = 1
    about = {"game": game, "unit": "", "players": known.players[2], "rules": {}}
    ((saved),) = plain_views(about, [(0, known.decisions[0].name, state[0])], known)

    read = np.zeros(1, known.state)
    write(json.loads(json.dumps(saved["view"])), read[0], known.view)

    seen = [bytes_of(known.view, s.view(known.view)[0]) for s in (state, read)]
    assert seen[0] == seen[1]


@pytest.mark.kept(2, full=4)
@pytest.mark.parametrize("game", ADVISED)
def test_nothing_hidden_is_in_a_view(game: str) -> None:
    """The views of a hand and of one that differs in what is hidden are the same."""
    known = load_game(game)
    table, differ = Table(known, seed=8), 0
    about = {"game": game, "unit": "", "players": table.players, "rules": {}}
    for step in range(12):
        if table.over:
            break
        if table.waits_for_chance:
            table.happen()
            continue
        true = table.states.copy()
        other = dealt_anew(known, true, table.rules, hand=step)
        differ += other.tobytes() != true.tobytes()
        first, second = (
            plain_views(about, [(0, table.asks.name, state[0])], known) for state in (true, other)
        )
        assert first == second
        table.act(table.nth(0))
    assert differ or game == "counter-cameroon"
