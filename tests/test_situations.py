"""Places in a hand that are told in words."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from typing import Any

import numpy as np
import pytest

from cardsim import UserError
from cardsim.cli import main
from cardsim.engine.table import Table
from cardsim.games import load_game
from cardsim.options.params import Value
from cardsim.table.positions import own_options, told_by_words
from harness import drawn_rules, part_of
from imagining import bytes_of, imagined, observed
from saying import SAYING

FEW, MANY, MOST = 6, 120, 50
"""Tables that are played at, by default and in the full tier, and decisions of each."""


def placed(game: str, rules: Any, players: int, unit: str | None, said: Mapping[str, Any]) -> Table:
    """A table at which the place waits that was said."""
    known, own = load_game(game), own_options(load_game(game))
    words = told_by_words(known)
    assert words is not None
    table = Table(known, rules, players, seed=4, unit=unit)
    unknown = {*said} - {o.name for o in own}
    assert not unknown
    values: dict[str, Value] = {
        o.name: o.check(said[o.name]) if said.get(o.name) not in {None, ""} else o.default
        for o in own
    }
    words.place(values, table)
    return table


def decisions(table: Table, chance: np.random.Generator, most: int) -> Iterator[Table]:
    """A table at each decision of a hand or match in which everybody does anything."""
    for _ in range(most):
        if table.waits_for_chance:
            table.happen()
        elif table.over:
            table.close()
            if not table.unit or not table.settle():
                return
            table.deal()
        else:
            yield table
            table.act(table.nth(int(chance.integers(table.count))))


UNSAID = {"cheat": ("past", "past_claims", "past_cards")}
"""What nobody has to say: claims of piles that are gone. The answer tells that it lacks them."""


def assert_comes_back(game: str, tables: int) -> set[str]:
    """Decisions by any house rules, said in words, come back byte for byte; which there were."""
    part, reached = part_of(game.replace("-", "_")), set[str]()
    for number in range(tables):
        rng = random.Random(f"{game} {number}")
        unit = rng.choice(["", *part.longer])
        rules, players = drawn_rules(part, rng, unit)
        true = Table(part.game, rules, players, seed=9, hand=number, unit=unit or None)
        said: Mapping[str, object] = {}
        for at in decisions(true, np.random.default_rng(number), MOST):
            said = SAYING[game](at, said)
            told = placed(game, rules, players, unit or None, said)
            reached.add(at.asks.name)
            seen, again = (
                bytes_of(part.game.view, t.states.view(part.game.view)[0]) for t in (at, told)
            )
            assert told.asks.name == at.asks.name, said
            apart = [n for n in seen if seen[n] != again[n]]
            assert [n for n in apart if n not in UNSAID.get(game, ())] == [], said
    return reached


@pytest.mark.kept(2)
@pytest.mark.parametrize("game", SAYING)
def test_what_a_seat_sees_can_be_said_in_words(game: str) -> None:
    assert assert_comes_back(game, FEW)


@pytest.mark.kept(0, full=4)
@pytest.mark.parametrize("game", SAYING)
def test_every_decision_of_a_game_can_be_said_in_words(game: str) -> None:
    reached = assert_comes_back(game, MANY)

    known = {decision.name for decision in load_game(game).decisions}
    assert known - reached <= {"farmer", "blind"}


def test_who_is_far_behind_is_asked_for_a_blind_nil_before_the_hand_is_told() -> None:
    said, rules = {"score": "0,300"}, load_game("spades").rules(blind_nil=True)
    hand = "2S 3S 4D 5D 6D 2H 3H 4H 5H 2C 3C 4C 5C"

    assert placed("spades", rules, 4, "match", said).asks.name == "blind"
    assert placed("spades", rules, 4, "match", {**said, "hand": hand}).asks.name == "bid"


def test_who_holds_only_nines_and_tens_may_throw_them_in() -> None:
    said = {"hand": "9C 9D TH TS 9S", "upcard": "AH", "seat": 3}
    rules = load_game("euchre").rules(farmers_hand=True)

    assert placed("euchre", rules, 4, None, said).asked == (2, "farmer")
    assert placed("euchre", rules, 4, None, {**said, "declined": True}).asked == (0, "order")


def test_the_cards_face_down_of_told_grids_are_those_that_were_told() -> None:
    said = {"grids": "7! ? ? K ? ? ? ? 3, ? ? ? ? 9! ? ? ? ?", "discard": "5"}

    table = placed("square-nine", None, 2, None, said)

    assert table.state["seats"]["face_down"][:2].tolist() == [6, 8]


def test_an_odd_number_of_marks_can_be_told_without_those_that_were_lost() -> None:
    said = {"dice": "1,3,4,6", "marks": "1,0,0,0,0,0,0,0,0,0,0"}

    assert int(placed("counter-cameroon", None, 2, None, said).state["turns"]) == 2


def test_who_captured_last_in_casino_is_who_was_said() -> None:
    said = {"hand": "9C TD", "table": "3S 4H KD", "captured": "6D 6C, 8H 8S", "last": 2}

    table = placed("casino", None, 2, None, said)

    assert int(table.state["last_capturer"]) == 1
    assert [int(pile).bit_count() for pile in table.state["piles"][:2]] == [2, 2]


@pytest.mark.kept(2)
@pytest.mark.parametrize("game", SAYING)
def test_what_is_imagined_agrees_with_the_examples_and_they_are_shown(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    known, words = load_game(game), told_by_words(load_game(game))
    assert words is not None
    assert main(["games", "show", game]) == 0
    shown = capsys.readouterr().out
    for example, _ in words.EXAMPLES:
        assert f"    cardsim advise {game} {example}" in shown
        said, players = said_in(example), known.players[2]
        table = placed(game, known.rules(), int(said.pop("players", players)), None, said)

        world = imagined(known, table.states.copy(), table.rules, hand=3)

        for states in (world, observed(known, world, table.rules)):
            seen = [bytes_of(known.view, s.view(known.view)[0]) for s in (table.states, states)]
            assert seen[0] == seen[1]


def said_in(example: str) -> dict[str, Any]:
    """The options of a command."""
    words = shlex.split(example)
    found: dict[str, Any] = {}
    for n, word in enumerate(words):
        if word.startswith("--"):
            following = words[n + 1] if n + 1 < len(words) else "--"
            found[word[2:].replace("-", "_")] = True if following[:2] == "--" else following
    return found


REFUSED: dict[str, list[tuple[dict[str, Any], str]]] = {
    "scat": [
        ({"points": "400,0,0"}, "--points has 400, and with 31 it is over"),
        ({}, "--discard must name the top discard, one card, not 0"),
        ({"discard": "KS"}, "--hand must name your cards"),
        ({"hand": "7S 9S"}, "--hand must have 3 cards, or 4 with the one just drawn, not 2"),
        ({"hand": "7S 9S 4D", "discard": "9S"}, "9S is in your hand and on the pile"),
        ({"hand": "7S 9S 9S", "discard": "KS"}, "9S is in your hand twice"),
        (
            {"hand": "7S 9S 4D", "discard": "KS", "lives": "3,3"},
            "--lives must be 3 numbers, not 3,3",
        ),
        (
            {"hand": "7S 9S 4D", "discard": "KS", "lives": "3,4,3"},
            "--lives must be from -1 (out) to 3, not 4",
        ),
        (
            {"hand": "7S 9S 4D", "discard": "KS", "lives": "3,-1,-1"},
            "--lives says that all others are out: the match is over",
        ),
        (
            {"hand": "7S 9S 4D", "discard": "KS", "lives": "-1,3,3"},
            "--lives says that seat 1, which is yours, is out",
        ),
        (
            {"hand": "7S 9S 4D", "discard": "KS", "seat": "4"},
            "--seat must be from 1 to 3 with 3 players, not 4",
        ),
        ({"hand": "7S 9S 4D", "discard": "KS", "knocker": "1"}, "--knocker 1 is you"),
        (
            {"hand": "7S 9S 4D", "discard": "KS", "knocker": "2"},
            "--knocker 2 has not had a turn yet",
        ),
        (
            {"hand": "7S 9S 4D", "discard": "KS", "played": "4C"},
            "--played and --discard contradict: each tells the turns before",
        ),
        ({"hand": "7S 9S 4D", "played": "4C"}, "--upcard must name the card that was turned up *"),
        (
            {"hand": "7S 9S 4D", "upcard": "KS", "played": "4C, 4C"},
            "4C is on the pile, and was thrown again",
        ),
        (
            {"hand": "7S 9S 4D", "upcard": "KS", "played": "take 4C, KS"},
            "seat 2 took KS, and seat 3 cannot throw it",
        ),
        (
            {"hand": "7S 9S KS", "upcard": "KS", "played": "take 4C, 5C"},
            "KS is in your hand, and seat 2 took it",
        ),
        (
            {"hand": "7S 9S 4D", "upcard": "KS", "played": "take 4C, 5C, 6C"},
            "you took KS, and it is not in your hand",
        ),
        (
            {"hand": "7S 9S 4D", "upcard": "KS", "played": "knock, knock"},
            "--played has a second knock in turn 2",
        ),
        (
            {"hand": "7S 9S 4D", "upcard": "KS", "played": "jump"},
            "--played has jump, which is no card",
        ),
        (
            {"hand": "7S 9S 4D", "upcard": "KS", "played": "?, take 5C"},
            "--played has 'take' after a card that you forgot, in turn 2",
        ),
        (
            {"hand": "7S 9S 4D 5H", "discard": "KS", "drew": "pile"},
            "--drew pile: 5H is not the top discard",
        ),
        (
            {"hand": "7S 9S 4D", "discard": "KS", "drew": "pile"},
            "--drew pile has no effect with 3 cards; it needs 4",
        ),
        (
            {"hand": "7S 9S 4D 5H", "discard": "KS", "throw": "5H"},
            "--throw 5H leaves no 31 to show",
        ),
    ],
    "cheat": [
        ({"claims": "1,-1,1,1"}, "--claims must be at least 0, not -1"),
        (
            {"claims": "1,1,1,1", "challenged": "0,1,0,0", "caught": "1,0,0,0"},
            "--caught has more than --challenged of *",
        ),
        ({"hand": "A 4 7", "doubt": True}, "--doubt needs a claim: --pile has none"),
        ({"hand": "A 4 7"}, "--sizes must make 52 cards with the 0 in the pile, not 42"),
        ({"hand": "A 4 7", "sizes": "4,16,16,16"}, "--sizes says that you hold 4 cards, *"),
        ({"hand": "A 4 1"}, "--hand must be ranks such as A 2 10 K, *, not A 4 1"),
        ({"hand": "A 4", "pile": "9 K"}, "--pile must have claims of 1 to 4 cards, not 9"),
        ({"hand": "A 4", "pile": "1 9, 1 K"}, "--pile must go on from 9 with 10, not K"),
        (
            {"hand": "A 4", "sizes": "2,0,25,25", "rank": "Q"},
            "--sizes says that seat 2 holds no card: then the game is over",
        ),
        (
            {"hand": "A 4", "sizes": "2,16,17,17", "claims": "4,4,4,5", "rank": "Q"},
            "--claims must be as seats claim in turn, not 4,4,4,5",
        ),
        (
            {"hand": "A 4", "sizes": "2,16,17,17", "claims": "4,4,4,4", "rank": "Q"},
            "--claims 4,4,4,4 means that 4 began the pile, not Q",
        ),
        (
            {"challenged": "0,1,0,0", "caught": "0,0,0,0", "wrong_challenges": "0,0,2,0"},
            "--wrong-challenges must be 1 in all, *",
        ),
        ({"hand": "A 4", "pile": "two K"}, "--pile must be claims with commas *, not two k"),
        (
            {"hand": "A A A A A", "sizes": "5,15,16,16"},
            "5 cards of rank A are said, more than there are",
        ),
        (
            {"hand": "A 4", "sizes": "2,16,17,17", "known": "1 K"},
            "--known has seat 1, *",
        ),
        (
            {"hand": "A 4", "sizes": "2,16,17,17", "claims": "1,1,1,1"},
            "--rank must name the rank that is to be claimed",
        ),
    ],
    "casino": [
        ({"scores": "25,3"}, "--scores has 25, and with 21 it is over"),
        ({"hand": "2S 3D 4C 5H", "sweeps": "0,60"}, "--sweeps must be at least 0, *, not 0,60"),
        ({}, "--hand must have 1 to 4 cards, not 0"),
        ({"hand": "4S 9H", "table": "9H"}, "9H is in your hand and on the table"),
        (
            {"hand": "4S", "table": "9H", "builds": "9 1 9H"},
            "9H is on the table and in *",
        ),
        (
            {"hand": "9C 9D 9H 9S", "builds": "9 2 4S 5D"},
            "nobody else can hold a card that takes the build of 9",
        ),
        ({"hand": "4S", "table": "9H", "builds": "9 4D"}, "--builds must be builds with commas *"),
        (
            {"hand": "4S", "builds": "9 1 4D 4H", "deal": 2},
            "--builds must be builds *",
        ),
        (
            {"hand": "4S 9H KD 2C", "table": "5D 3C 2H QS 8D"},
            "5 cards of the table are said*",
        ),
        ({"hand": "4S 9H KD 2C", "layout": "5D 3C"}, "--layout must have 4 cards, not 2"),
        (
            {"hand": "4S 9H KD", "layout": "5D 3C 2H QS", "played": "take KS with KH, trail 9C"},
            "--played has 'take KS with KH' in turn 1, which may not be played then",
        ),
        (
            {"hand": "4S 9H KD", "layout": "5D 3C 2H QS", "played": "eat KS"},
            "--played must be cards played *, not eat KS",
        ),
        (
            {"hand": "4S 9H KD QC", "layout": "5D 3C 2H QS", "played": "take QS with QC, trail 9C"},
            "--hand must have 3 cards, not 4",
        ),
        (
            {"hand": "4S 9H QC", "layout": "5D 3C 2H QS", "played": "take QS with QC, trail 9C"},
            "QC is in your hand and was seen before",
        ),
    ],
    "ninety-nine": [
        ({"hand": "2S 3D 4C", "sizes": "3,0,0"}, "--sizes says that all others are out: *"),
        ({"points": "1,-1,0"}, "--points must be at least 0, not -1"),
        ({}, "--hand must have the cards that you hold, not 0"),
        (
            {"hand": "4S 9H KD", "total": 120},
            "--total must be a whole number *",
        ),
        ({"hand": "4S 9H KD", "seat": 9}, "--seat must be from 1 to 3 with 3 players, not 9"),
        ({"hand": "4S 9H KD", "pennies": "3,0,0"}, "--pennies says that all others are out: *"),
        ({"hand": "QS QH QD", "total": 99}, "none of your cards may be played: *"),
        ({"hand": "4S 9H KD", "played": "9S"}, "--played ends where seat 2 plays, and yours is 1"),
        ({"hand": "4S 9H KD", "played": "9S twice"}, "--played must be cards played *"),
    ],
    "spades": [
        ({"score": "600,3"}, "--score has 600, and with 500 it is over"),
        ({}, "--hand must have 13 cards, not 0"),
        ({"hand": "AS", "bids": "14"}, "--bids has 14, which may not be bid then"),
        ({"hand": "AS", "bids": "many"}, "--bids must be bids with commas *, not many"),
        ({"hand": "AS", "bids": "blind"}, "--bids has 'blind', which may not be bid here"),
        ({"hand": "AS", "bids": "1, 2, 3, 4, 5"}, "--bids must be at most 4 *"),
        ({"hand": "AS", "bids": "1, 2", "played": "AC"}, "--played needs 4 bids, and --bids has 2"),
        ({"hand": "AS", "bids": "1, 2, 3, 4", "played": "AC AC"}, "AC was played twice"),
        (
            {"hand": "AS", "bids": "1, 2, 3, 4", "played": "AC AS"},
            "AS is in your hand and was played",
        ),
        (
            {"hand": "AS", "bids": "1, 2, 3, 4", "played": "AC 2D 3C 4C 5C 6C"},
            "seat 2 played 6C, and had none of that suit",
        ),
        (
            {
                "hand": "2S 3S 4S 5S 6S 7S 8S 9S TS",
                "bids": "3, 3, 3, 3",
                "played": "AC 2D 3D 4D KC 5D 6D 7D QC 8D 9D TD JC JD QD KD",
            },
            "no deal agrees with --played: *",
        ),
        ({"hand": "AS", "bags": "10,0"}, "--bags must be from 0 to 9, not 10"),
    ],
    "euchre": [
        ({"score": "99,3", "upcard": "TH"}, "--score has 99, and with 10 it is over"),
        ({"score": "3,-3", "upcard": "TH"}, "--score must be at least 0, not -3"),
        ({"hand": "JH AH KH QS 9C"}, "--upcard must name the card turned up, not 0 cards"),
        ({"hand": "8H AH KH QS 9C", "upcard": "TH"}, "8H is no card of Euchre"),
        ({"hand": "TH AH KH QS 9C", "upcard": "TH"}, "TH is in your hand and was turned up"),
        ({"hand": "AH KH QS 9C", "upcard": "TH"}, "--hand must have 5 cards, not 4"),
        (
            {"hand": "AH KH QS 9C JH", "upcard": "TH", "calls": "pass, pass, pass, pass, hearts"},
            "--calls has hearts, which may not be called then",
        ),
        (
            {"hand": "9H TH JH QH KH", "upcard": "AS", "calls": "order, pass, pass, pass"},
            "--calls has pass behind the call that made trumps",
        ),
        (
            {"hand": "AH KH QS 9C JH", "upcard": "TH", "calls": "jump"},
            "--calls has jump, which cannot be called then",
        ),
        (
            {"hand": "AH KH QS 9C JH", "upcard": "TH", "calls": "pass, pass", "played": "9S"},
            "--played needs trumps: --calls has nobody who makes them",
        ),
        (
            {"hand": "AH KH QS 9C JH", "upcard": "TH", "calls": "pass, pass", "laid_away": "9S"},
            "--laid-away 9S: nothing was ordered up",
        ),
    ],
    "bridge": [
        ({"below": "100,0"}, "--below has 100, and with 100 it is over"),
        ({"hand": "AKQ.J2.T98.765"}, "--hand must have 13 cards, not 11"),
        ({"hand": "AKQ.J2.T98"}, "--hand must be 13 cards or fewer, *, not AKQ.J2.T98"),
        ({"hand": "AAKQ.J2.T98.7654"}, "AS is in your hand twice"),
        ({"hand": "AKQ.J2.T98.76543", "auction": "1H P 1C"}, "--auction has 1C, which may not *"),
        ({"hand": "AKQ.J2.T98.76543", "auction": "8H"}, "--auction must be calls from *, not 8H"),
        ({"hand": "AKQ.J2.T98.76543", "auction": "P P P P"}, "--auction has four passes: *"),
        (
            {"hand": "AKQ.J2.T98.76543", "auction": "1H P P P P"},
            "--auction has P after three passes",
        ),
        (
            {"hand": "AKQ.J2.T98.76543", "auction": "1H", "played": "2C"},
            "--played needs a contract: --auction is not over",
        ),
        (
            {"hand": "AKQ.J2.T98.76543", "auction": "1H P P P", "played": "2C"},
            "--dummy must have 13 cards, not 0",
        ),
        (
            {"hand": "AKQ.J2.T98.76543", "auction": "1H P P P", "played": "AS"},
            "AS is in your hand and was played",
        ),
        (
            {"hand": "AK.J2.T98.76543", "dummy": "A.K.2.3", "auction": "1H P P P"},
            "AS is in your hand and in dummy",
        ),
        ({"deal": "N:AKQ.J2.T98.76543"}, "--deal*"),
        (
            {"deal": "N:AKQ.J2.T98.76543", "hand": "AK.2.3.4"},
            "--deal and --hand contradict: each tells your cards",
        ),
    ],
    "chinese-ten": [
        ({"hand": "7S"}, "--layout must have 4 cards, not 0"),
        ({"hand": "7S", "layout": "3D 6C TS 5H"}, "--hand must have 12 cards, not 1"),
        ({"hand": "7S", "layout": "3D 6C TS 7S"}, "7S is in your hand and in the layout"),
        ({"hand": "7S", "layout": "3D 6C TS 5H", "played": "a b c"}, "--played must be turns *"),
        (
            {"hand": "7S", "layout": "3D 6C TS 5H", "played": "4D 6C flips 4D"},
            "4D is among the cards played and among the cards flipped",
        ),
        (
            {"hand": "7S", "layout": "3D 6C TS 5H", "played": "4D flips QS"},
            "--hand must have 12 cards, not 1",
        ),
        (
            {
                "hand": "7S AH KD 4C 9H 2S JD 8C 8D 9D JC JH",
                "layout": "3D 6C TS 5H",
                "played": "4D flips QS",
            },
            "--played has a turn 1 that goes otherwise: 4D 6C QS",
        ),
    ],
    "square-nine": [
        ({}, "--discard must name one card, not 0"),
        ({"discard": "5", "grids": "? ? ?"}, "--grids must be the nine cards of every seat*"),
        ({"discard": "5", "hand": 2}, "--hand must be at most 1 here, not 2"),
        ({"discard": "5", "card": "7"}, "--card needs a turn, and the cells are not turned up yet"),
        ({"discard": "5", "opened": "10 K"}, "cells count from 1 to 9, and 10 is none"),
        ({"discard": "5", "opened": "1 X"}, "x is no rank"),
        ({"discard": "5", "opened": "1 K", "grids": "?"}, "--grids and --opened or --played *"),
        ({"discard": "5", "played": "7 thrown"}, "--played needs --opened: *"),
    ],
    "counter-cameroon": [
        ({}, "--dice must be 4 numbers from 1 to 6, not *"),
        ({"dice": "1,2,3,7"}, "--dice must be 4 numbers from 1 to 6, not 1,2,3,7"),
        ({"dice": "1,2,3"}, "--dice must be 4 numbers, not 1,2,3"),
        ({"dice": "1,2,3,4", "marks": "1,2"}, "--marks must be 11 numbers, not 1,2"),
        (
            {"dice": "1,2,3,4", "marks": "9,0,0,0,0,0,0,0,0,0,0"},
            "--marks and --theirs must be from 0 to 4 each, *",
        ),
        (
            {"dice": "1,2,3,4", "marks": "1,1,0,0,0,0,0,0,0,0,0", "turns": 9},
            "2 marks were not made in 8 rolls: --turns or --lost",
        ),
    ],
}


@pytest.mark.parametrize(
    ("game", "said", "message"), [(g, *case) for g, cases in REFUSED.items() for case in cases]
)
def test_what_is_no_place_is_refused_in_a_line(
    game: str, said: dict[str, Any], message: str
) -> None:
    known = load_game(game)

    with pytest.raises(UserError) as refused:
        placed(game, known.rules(), known.players[2], None, said)

    assert fnmatch(str(refused.value), message.replace("[", "[[]"))
