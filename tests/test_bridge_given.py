"""Deals of Bridge that fit a description: what may be said, and what is dealt then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim import UserError
from cardsim.cli import delivery
from cardsim.games import load_game
from cardsim.show.stories import story_of
from checks import assert_mean

GIVEN = next(o for o in load_game("bridge").options if o.name == "given")
HONORS = {0: 4, 12: 3, 11: 2, 10: 1}
CASES = {
    "north 15-17 balanced, south 8+ with 5 hearts": "north 15-17 balanced, south 8+ 5+ hearts",
    "E 0-, ns 25+ and 8 spades": "east exactly 0, ns 25+ 8+ spades",
    "south 8+, north exactly 4 hearts 2-3 clubs": "south 8+, north 2-3 clubs exactly 4 hearts",
    "west =12 hcp unbalanced 1- diamonds": "west exactly 12 unbalanced 0-1 diamonds",
    "w 10+ points": "west 10+",
    "n 15 to 17, s 8 \u2013 10 and 5♥": "north 15-17, south 8-10 5+ hearts",
    "e 8- 2-3 ♠": "east 0-8 2-3 spades",
    "north 0+": "",
    "": "",
}


@pytest.mark.parametrize("said", CASES)
def test_what_means_the_same_is_kept_alike(said: str) -> None:
    kept = GIVEN.check(said)
    assert kept == CASES[said]
    assert GIVEN.check(kept) == kept


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("norht 15+", "--given must say north, .* or ew and what is held there, not 'norht 15"),
        ("north", "--given must say what north holds"),
        ("north 12", r"--given: north must have 12\+, 12-, exactly 12 or a range of points"),
        ("north 15-17 12+", "--given says the points of north twice"),
        ("north 5 hearts, n 2-3 hearts", "--given says the hearts of n twice"),
        ("ns balanced", "--given: ns are two hands, and only one can be balanced"),
        ("north 17-15", "--given: north cannot have 17-15"),
        ("south 14 clubs", "--given: south cannot have 14 clubs"),
        ("south 41+", r"--given: south cannot have 41\+"),
        ("south 5 harts", "--given cannot read '5 harts' of south"),
        ("south 100+", r"--given cannot read '100\+' of south"),
        (",", "--given must say north, .* not ','"),
        ("north 15-17,", "--given must say north"),
        (7, "--given must be seats and sides with what they hold, .* not 7"),
        ("north 15-17 south 8+", "--given cannot read '15-17 south 8.' of north"),
        ("north 37+", r"--given 'north 37\+' fits none of 20,000,000 deals"),
        ("north 30+, south 11+", r"no deal at all fits --given 'north 30\+, south 11\+'"),
        ("north 38+", "no deal at all fits"),
        ("ns 25+, ew 16+", "no deal at all fits"),
        ("north 20+, ns 0-19", "no deal at all fits"),
        ("north 12-, south 12-, ns 25+", "no deal at all fits"),
        ("n 9-, e 9-, s 9-, w 9-", "no deal at all fits"),
        ("north 5 spades 5 hearts 4 clubs", "no deal at all fits"),
        ("north 0-3 spades 0-3 hearts 0-3 clubs 0-3 diamonds", "no deal at all fits"),
        ("ns 8 hearts, east 6 hearts", "no deal at all fits"),
        ("south balanced 6 hearts", "no deal at all fits"),
        ("south unbalanced 4 hearts 3 spades 3 clubs 3 diamonds", "no deal at all fits"),
    ],
)
@pytest.mark.kept(17)
def test_what_cannot_be_dealt_is_said(said: Any, message: str) -> None:
    with pytest.raises(UserError, match=message):
        cardsim.run("bridge", 10, given=said)


def test_a_seat_without_a_comma_before_it_is_told_so() -> None:
    with pytest.raises(UserError) as caught:
        GIVEN.check("north 15-17 and south 8+")

    assert caught.value.hint == "a comma goes before 'south'"


def dealt(given: str) -> dict[int, dict[int, list[int]]]:
    """The cards of each seat in some boards, as each sees its own before the first card is led."""
    told = cardsim.decisions("bridge", 500, fields="hand", given=given, seed=4, vs="usual")
    hands: dict[int, dict[int, list[int]]] = {}
    for row in told.filter(pl.col("decision") == "call").iter_rows(named=True):
        cards = [card for card in range(52) if row["view_hand"] >> card & 1]
        hands.setdefault(row["hand"], {})[row["seat"]] = cards
    return hands


def points(*hands: list[int]) -> int:
    return sum(HONORS.get(card % 13, 0) for hand in hands for card in hand)


def suit(number: int, *hands: list[int]) -> int:
    return sum(card // 13 == number for hand in hands for card in hand)


def is_balanced(hand: list[int]) -> bool:
    return sorted(suit(k, hand) for k in range(4)) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])


def test_every_deal_fits() -> None:
    given = "north 15-17 balanced, south 8+ with 5 hearts, west unbalanced 0-2 clubs"
    for seats in dealt(given).values():
        north, east, south, west = (seats[seat] for seat in range(4))
        assert 15 <= points(north) <= 17
        assert is_balanced(north)
        assert points(south) >= 8
        assert suit(2, south) >= 5
        assert not is_balanced(west)
        assert suit(0, west) <= 2
        assert sorted(north + east + south + west) == [*range(52)]
    for seats in dealt("ew 20-22 exactly 8 spades, e 11+").values():
        assert 20 <= points(seats[1], seats[3]) <= 22
        assert suit(3, seats[1], seats[3]) == 8
        assert points(seats[1]) >= 11


@pytest.mark.parametrize(
    ("given", "share"),
    [
        ("ns 25+", 0.1753752764),
        ("ew 8 hearts", 0.2615085667),
        ("north balanced", 0.4760415243),
        ("west 15-17 balanced", 0.0486559881),
        ("south 12+", 0.3481715196),
        ("north 11-, east 11-, south 11-, west 11-", 0.0338338648),
    ],
)
@pytest.mark.kept(1)
def test_as_many_deals_fit_as_must(given: str, share: float) -> None:
    """False alarm 1e-6, false pass of one deal in 33 too many or too few 1e-6."""
    result = cardsim.run("bridge", 200_000, given=given, seed=6, strategy="pass-always", vs="usual")
    tried = result.estimates["tried"].value
    sd = (1 - share) ** 0.5 / share
    assert_mean((tried, sd, 200_000), 1 / share, resolves=0.03 / share)


@pytest.mark.full
def test_what_nothing_is_asked_of_is_dealt_as_ever() -> None:
    """Points of two who must hold 25 at least are those of two who do by chance."""
    told = cardsim.run("bridge", 200_000, given="ns 0-24", seed=3, vs="usual").tables["contracts"]
    usual = cardsim.run("bridge", 200_000, seed=3, vs="usual").tables["contracts"]
    ours = [t.filter(pl.col("level") == 0)["count"].sum() / 200_000 for t in (told, usual)]
    assert 0 < ours[1] < ours[0] < 0.06


def test_of_seats_that_are_named_those_who_play_alike_are_told_together() -> None:
    found = cardsim.run("bridge", 50, seats=["tips", "come-in"] * 2, seed=1, given="north 15-17")
    same = cardsim.run("bridge", 50, seats=["tips"] * 4, seed=1)

    assert "and are North, while East and West overcall with ten points and South bids by the " in (
        found.sentence
    )
    assert "and are North, while East, South and West bid by the tips," in same.sentence


@pytest.mark.parametrize(
    ("given", "place", "seat"),
    [
        ("south 12+, north 6-9", "South", 2),
        ("north 6-9, south 12+", "North", 0),
        ("ew 20+, n 5 spades", "East", 1),
        ("west balanced", "West", 3),
    ],
)
@pytest.mark.kept(1)
def test_you_are_who_is_named_first(given: str, place: str, seat: int, tmp_path: Path) -> None:
    named: dict[str, Any] = {
        "strategy": "pass-always",
        "partner": "come-in",
        "vs": "tips",
        "given": given,
    }
    found = cardsim.run("bridge", 400, seed=1, **named)

    assert f"If you always pass as {place}, with a partner who overcalls" in found.sentence
    hands = cardsim.hands("bridge", 20, seed=1, **named).select("seat", "strategy").unique()
    who = dict(hands.iter_rows())
    others = {s: "tips" for s in range(4) if s % 2 != seat % 2}
    assert who == {seat: "pass-always", (seat + 2) % 4: "come-in"} | others
    tmp_path.joinpath("found.json").write_text(found.to_json())
    saved = cardsim.load(tmp_path / "found.json")
    assert isinstance(saved, cardsim.Result)
    assert saved.spec == found.spec


def test_who_plays_like_the_others_is_told_what_the_cards_bring() -> None:
    ours = cardsim.run("bridge", 20_000, seed=1, given="ns 25+", vs="usual")
    theirs = cardsim.run("bridge", 20_000, seed=1, given="ew 25+", vs="usual")

    assert "your side wins" in ours.sentence
    assert ours.estimates["declares"].low > 0.9
    assert ours.headline.low > 250
    assert theirs.headline.low > 250


def test_you_keep_your_seat_in_a_sweep() -> None:
    with pytest.raises(UserError, match="the same seat at all points of a sweep"):
        cardsim.sweep("bridge", 100, given=["ns 25+", "ew 25+"], seed=1)


def test_where_all_places_must_be_alike_everybody_takes_each_seat() -> None:
    told = cardsim.tournament("bridge", "tips", "come-in", n=400, given="ns 25+", seed=1)
    match = cardsim.run("bridge", 10, unit="match", given="ns 25+", seed=1, vs="usual")

    assert told.spec.base.seat is None
    assert match.spec.seat is None
    assert "in each seat in turn" in match.spec.your_place


def test_boards_are_not_called_hands() -> None:
    found = cardsim.compare("bridge", ["tips", "pass-always"], n=50, seed=1, vs="usual")

    assert "Differ: the share of boards that came out" in " ".join(
        " ".join(delivery.told(found, story_of(found))).split()
    )


def test_other_hands_of_a_chicago_fit_too() -> None:
    told = cardsim.decisions(
        "bridge", 5, fields="hand", unit="chicago", given="n 20+", seed=2, vs="usual"
    )
    norths = told.filter((pl.col("decision") == "call") & (pl.col("seat") == 0))
    first = norths.group_by("hand", "view_hand").len()["view_hand"].to_list()
    assert len(first) >= 20
    assert all(points([c for c in range(52) if hand >> c & 1]) >= 20 for hand in first)
