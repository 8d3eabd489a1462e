"""Games of Euchre in Euchre Game Notation: read as hands that are typed in, and written."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardsim
from cardsim import UserError
from cardsim.games.euchre import egn
from cardsim.games.euchre.typed import noted
from cardsim.table.typed_hands import typed_hand
from cardsim.table.typed_text import asked_for, hands_in

FIRST: dict[str, Any] = {
    "dealNumber": 0,
    "initialState": {
        "dealer": 3,
        "upCard": "Ad",
        "kitty": ["9d", "9h", "Ks"],
        "playerCards": [
            ["Tc", "Kc", "Qd", "Kd", "Qs"],
            ["Ac", "9c", "Td", "Ah", "Ts"],
            ["Jc", "Jd", "Qh", "Kh", "9s"],
            ["Qc", "Th", "Jh", "As", "Js"],
        ],
    },
    "phases": [
        {
            "phaseNumber": 0,
            "type": "EUCHRE_BIDDING",
            "calls": ["Pass", "Pass", "Pass", "Order"],
            "isAlone": False,
            "discard": "Th",
        },
        {
            "phaseNumber": 1,
            "type": "TRICK_PLAY",
            "tricks": [
                ["Tc", "Ac", "Jc", "Qc"],
                ["Td", "Jd", "Ad", "Qd"],
                ["9s", "As", "Qs", "Ts"],
                ["Jh", "Kd", "9c", "Qh"],
                ["Js", "Kc", "Ah", "Kh"],
            ],
        },
    ],
}
GAME: dict[str, Any] = {
    "fileType": "Euchre Game Notation",
    "version": "1.4",
    "metadata": {
        "players": ["Ann", "Bo", "you", "Dee"],
        "initialScore": [4, 9],
        "ruleset": {"std": True, "canadian": False, "loner_lead": "LEFT_OF_DEALER"},
    },
    "deals": [FIRST],
}


def read(game: Any) -> egn.Game:
    return egn.read(json.dumps(game).encode(), "x.egn")


def changed(*path: Any, to: Any) -> Any:
    """The game with another value at a place."""
    game = deepcopy(GAME)
    at: Any = game
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return game


def test_a_deal_is_read_as_it_was_called_and_played() -> None:
    game = read(GAME)
    (deal,) = game.deals

    assert isinstance(deal, egn.Deal)
    assert (game.score, game.rules["stick_the_dealer"]) == ((4, 9), True)
    assert (deal.maker, deal.alone, len(deal.plays)) == (3, False, 20)
    assert deal.points == (0, 1)
    assert [seat for seat, _ in deal.plays[::4]] == [0, 1, 2, 3, 3]


def test_hands_follow_from_the_cards_that_were_played() -> None:
    bare = changed("deals", 0, "initialState", to={"dealer": 3, "upCard": "Ad"})
    (told,), (deal,) = read(GAME).deals, read(bare).deals

    assert isinstance(deal, egn.Deal)
    assert isinstance(told, egn.Deal)
    assert [{*hand} for hand in deal.hands] == [{*hand} for hand in told.hands]


def test_a_bower_and_a_nine_have_other_names_too() -> None:
    tricks = json.loads(
        json.dumps(FIRST["phases"][1]["tricks"])
        .replace("Jh", "L")
        .replace("Jd", "Rd")
        .replace("9", "N")
    )

    assert read(changed("deals", 0, "phases", 1, "tricks", to=tricks)).deals == read(GAME).deals


STATE, CALLED, PLAYED = (
    ("deals", 0, "initialState"),
    ("deals", 0, "phases", 0),
    ("deals", 0, "phases", 1),
)


@pytest.mark.parametrize(
    ("path", "to", "message"),
    [
        ((*STATE, "dealer"), 4, "deal 1: 'dealer' must be a seat, 0 to 3, not 4"),
        ((*STATE, "dealer"), True, "deal 1: 'dealer' must be a whole number, not True"),
        ((*STATE, "dealer"), 0, "deal 1: seat 1 plays Tc|deal 1: seat . .*"),
        ((*STATE, "upCard"), "Xx", "deal 1: the card that is turned up is not known"),
        ((*STATE, "upCard"), "1d", "deal 1: '1d' is no card; 9h and Js are some"),
        ((*STATE, "kitty"), ["9d", "9h", "Tc"], "deal 1: 'kitty' cannot be"),
        ((*STATE, "playerCards"), [["Ks"], [], [], []], "deal 1: seat 0 has 6 cards, not 5"),
        ((*CALLED, "calls"), ["Pass"] * 9, "deal 1: 'Pass' is called after the calls are over"),
        ((*CALLED, "calls"), ["Pass"] * 8, "deal 1: a card is laid away, and the upcard was not"),
        ((*CALLED, "calls"), [*["Pass"] * 4, "d"], "deal 1: seat 0 calls d, which was turned down"),
        ((*CALLED, "calls"), ["Hearts"], "deal 1: seat 0 cannot call 'Hearts' there"),
        ((*CALLED, "isAlone"), True, "deal 1: trick 1 must have 3 cards, not 4"),
        ((*CALLED, "aloneDefender"), 0, "deal 1: seat 0 defends alone, and no other plays alone"),
        ((*CALLED, "discard"), "Js", "deal 1: seat 3 .*|deal 1: Js is played, and is gone"),
        ((*PLAYED, "initialLead"), 1, "deal 1: seat 1 leads .*, and by the rules seat 0"),
        ((*PLAYED, "tricks", 0, 1), "Td", "deal 1: seat 1 plays Td and has c to follow"),
        ((*PLAYED, "tricks", 4, 1), "Tc", "deal 1: .*"),
        ((*PLAYED, "tricks", 2), ["9s"], "deal 1: trick 3 must have 4 cards, not 1"),
        ((*PLAYED, "tricks", 2, 0), "Xx", "deal 1: a card of trick 3 is not known"),
        ((*PLAYED, "isAlone"), True, "deal 1: 'isAlone' is not the same in both phases"),
        ((*PLAYED, "type"), "MISDEAL", "deal 1: its phases must be EUCHRE_BIDDING and TRICK_PLAY"),
        ((*PLAYED, "phaseNumber"), -1, "deal 1: 'dealNumber' and 'phaseNumber' must be whole"),
        ((*PLAYED, "phaseNumber"), "one", "deal 1: 'phaseNumber' must be a whole number, not one"),
    ],
)  # fmt: skip
def test_what_cannot_be_in_a_deal_is_told(path: tuple[Any, ...], to: Any, message: str) -> None:
    (deal,) = read(changed(*path, to=to)).deals

    assert isinstance(deal, UserError)
    with pytest.raises(UserError, match=message):
        raise deal
    assert "\n" not in str(deal)


@pytest.mark.parametrize(
    ("path", "to", "message"),
    [
        (("fileType",), "EMN", "x.egn is no Euchre Game Notation: 'fileType' must say so"),
        (("deals",), [], "x.egn: it has no deals"),
        (("metadata", "initialScore"), [0, -1], "'initialScore' must be two numbers of points"),
        (("metadata", "players"), ["Ann"], "'players' must be four names, not 1"),
        (("metadata", "ruleset", "joker"), True, "the rule 'joker: True' is not played here"),
        (("metadata", "ruleset", "loner_lead"), "ME", "'loner_lead' must be LEFT_OF_DEALER or"),
        (("metadata", "ruleset", "loner_lead"), {}, "'loner_lead' must be LEFT_OF_DEALER or"),
        (("metadata", "players", 1), ["Bo"], "'players' must be names, not "),
        (("version",), "2.0", "x.egn: its version is 2.0, and 1.4 is read"),
        (("version",), 1.4, "x.egn: 'version' must be a text, not 1.4"),
    ],
)  # fmt: skip
def test_what_is_no_game_of_euchre_is_refused(path: Any, to: Any, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read(changed(*path, to=to))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", "null", '{"fileType": NaN}', "[" * 100_000, '{"a": 1, "a": 2}', "9" * 5000],
)
def test_what_is_no_notation_is_one_line(text: str) -> None:
    with pytest.raises(UserError, match=r"x\.egn.* is no Euchre Game Notation") as refused:
        egn.read(text.encode(), "x.egn")

    assert len(str(refused.value)) < 200


def test_a_letter_that_is_edited_is_refused_or_shown_in_a_game() -> None:
    """Every card is told twice: what is accepted says the same cards as before."""
    text, draw, refused = json.dumps(GAME), Random(5), 0
    (known,) = read(GAME).deals
    assert isinstance(known, egn.Deal)
    for _ in range(600):
        at = draw.randrange(text.index('"deals"'), len(text))
        try:
            (deal,) = egn.read(
                (text[:at] + draw.choice('AKQJT9cdhs013"[]{},: ') + text[at + 1 :]).encode(), "x"
            ).deals
        except UserError as error:
            deal = error
        if isinstance(deal, UserError):
            refused += 1
        else:
            assert deal.plays == known.plays
            assert [{*hand} for hand in deal.hands] == [{*hand} for hand in known.hands]
    assert refused > 300


def test_scores_add_up_from_deal_to_deal() -> None:
    game = changed("deals", to=[FIRST] * 2)
    second = noted(json.dumps(game).encode(), "x.egn")[1]

    assert second.wrong is not None
    assert "deal 2: the game is over before it, at 4 to 10" in str(second.wrong)
    game["metadata"]["initialScore"] = [4, 5]
    first, second = noted(json.dumps(game).encode(), "x.egn")
    assert [line for _, line in first.lines if line.startswith("score")] == ["score: 4,5"]
    assert [line for _, line in second.lines if line.startswith("score")] == ["score: 4,6"]


def played(file: Path, seat: str) -> Any:
    (hand,) = asked_for(hands_in(file), "x", seat, "")
    return typed_hand(hand.lines, "x")


def test_a_deal_is_looked_back_at_from_the_seat_that_says_you(tmp_path: Path) -> None:
    file = tmp_path / "game.EGN"
    file.write_text(json.dumps(GAME), "utf-8")

    typed = played(file, "")

    assert [turn.word for turn in typed.turns][:2] == ["pass", "9♠"]
    assert typed.turns[0].state["score"].sum() == 13


def test_what_the_dealer_laid_away_must_be_told_of_his_own_hand(tmp_path: Path) -> None:
    game = changed(*CALLED, "discard", to=None)
    del game["deals"][0]["initialState"]["playerCards"]
    file = tmp_path / "game.egn"
    file.write_text(json.dumps(game), "utf-8")

    assert played(file, "Ann").turns
    with pytest.raises(UserError, match="say which card: 'Dee: 9H'"):
        played(file, "Dee")


@pytest.mark.parametrize("unit", ["hand", "match"])
def test_what_is_written_is_read_as_the_same_hands(tmp_path: Path, unit: str) -> None:
    shown = cardsim.replay("euchre", 5, seed=3, unit=unit, vs="usual")
    file = tmp_path / "game.egn"
    file.write_text(shown.written("egn"), "utf-8")

    hands = hands_in(file)

    told = "\n".join(line for hand in hands for _, line in hand.lines)
    cards = [e for e in shown.events if e.kind == "play"]
    assert [hand.wrong for hand in hands] == [None] * len(hands)
    assert len(hands) == sum(e.kind == "upcard" for e in shown.events)
    calls = [e for e in shown.events if e.kind in {"order", "name-trump"}]
    assert told.count("pass") == len([call for call in calls if call.values == (0,)])
    deals = [d for d in egn.read(file.read_bytes(), "x").deals if isinstance(d, egn.Deal)]
    assert sum(len(deal.plays) for deal in deals) == len(cards)


def test_rules_that_the_notation_has_no_words_for_are_not_written() -> None:
    shown = cardsim.replay("euchre", 5, seed=3, unit="hand", vs="usual", march_points=3)

    with pytest.raises(UserError, match="has no word for --march-points 3"):
        shown.written("egn")


@pytest.mark.parametrize("name", ["final", "league"])
def test_the_deals_of_a_file_are_played_as_they_lie(name: str) -> None:
    """The one has all hands; the other what was played, so that the rest is drawn."""
    file = Path(__file__).parent / "deals" / f"{name}.egn"
    deals = [deal for deal in egn.read(file.read_bytes(), "x").deals if isinstance(deal, egn.Deal)]

    for number, deal in enumerate(deals):
        shown = cardsim.replay(
            "euchre", 4 * number + 2, unit="hand", deals=str(file), seed=number, vs="usual"
        )
        state = shown.steps[0].after
        assert (int(state["dealer"]), int(state["upcard"])) == (3, deal.upcard)
        for k in range(4):
            told = sum(1 << card for card in deal.hands[(deal.dealer + 1 + k) % 4])
            held = int(state["hand_of"][k])
            assert held & told == told
            assert held.bit_count() == 5
    with pytest.raises(UserError, match="there are 4 hands, each from 4 seats: at most 16 can be"):
        cardsim.run("euchre", 17, unit="hand", deals=str(file), seed=1, vs="usual")
