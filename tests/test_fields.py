"""The field of a game: who sits at its tables."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import UserError
from cardsim.games import load_game
from cardsim.runs.company import FIELD, listed_in, safest_of, three_of
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.workspace import WEIGHED, load_strategy, parse_player, shipped
from edited import as_text, edits
from typed import Command

FILES = sorted((shipped() / "strategies").glob("*/field*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_who_sits_in_a_field_is_there_with_the_parameters_that_it_names(file: Path) -> None:
    """All that is looked at before anything is compiled; the next test plays."""
    preset = file.stem.removeprefix("field").removeprefix("-") or None
    asked = Request(file.parent.name, preset=preset, strategy="random-legal", vs=FIELD)

    found = resolve(asked, 20).spec.drawn

    assert found is not None
    assert sum(found.shares) == pytest.approx(1)
    assert len(found.members) >= file.read_text("utf-8").count("[[member]]")


@pytest.mark.kept(2, full=4)
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_every_field_that_comes_with_a_game_can_be_played(file: Path) -> None:
    game, preset = file.parent.name, file.stem.removeprefix("field").removeprefix("-") or None
    found = cardsim.field(game, preset=preset)

    assert sum(member.share for member in found) == pytest.approx(1)
    assert found.about
    assert cardsim.get_strategy(game, found.safest).game == game
    assert found.safest == safest_of(load_game(game), preset)
    assert all(member.source for member in found if member.level == 0)
    assert cardsim.run(game, 20, vs=FIELD, preset=preset, seed=1, progress=False).hands >= 20


def test_a_member_with_a_range_is_as_many_as_it_has_values() -> None:
    found = cardsim.field("scat")
    knockers = [m for m in found if m.name.startswith("threshold")]

    assert [m.name for m in knockers] == [
        *(f"threshold:knock_threshold={at},lapse=0.02" for at in (18, 20)),
        "threshold:lapse=0.02",
        *(f"threshold:knock_threshold={at},lapse=0.02" for at in (22, 23, 25)),
    ]
    assert len({m.share for m in knockers}) == 1
    assert knockers[0].plays == "knock at 18, but lapse in 2 % of decisions"


def test_it_tells_how_each_member_fares_as_a_run_does() -> None:
    found = cardsim.field("scat", 500, seed=3, progress=False)
    alone = cardsim.run(
        "scat", 500, strategy="chase-31:lapse=0.02", vs=FIELD, seed=3, progress=False
    )

    (chaser,) = (m for m in found if m.name == "chase-31:lapse=0.02")
    assert chaser.fares == alone.headline
    assert f"{alone.headline}" in repr(found)
    assert found.frame()["value"].null_count() == 0


def test_the_command_shows_what_python_gives(command: Command) -> None:
    found = cardsim.field("scat", 200, seed=3, progress=False)

    said = command("games field scat -n 200 --seed 3 --json")
    assert json.loads(said.out) == json.loads(json.dumps(found.to_dict()))
    assert "Level 1, 36 % of players" in command("games field scat").out


def test_people_who_play_by_a_preset_may_have_a_field_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "strategies" / "scat"
    own.mkdir(parents=True)
    (tmp_path / "cardsim.toml").touch()
    (own / "field-cadillac.toml").write_text('[[member]]\nstrategy = "chase-31"\n')
    monkeypatch.chdir(tmp_path)

    found = cardsim.field("scat", preset="cadillac")
    assert [m.name for m in found] == ["chase-31"]
    assert "Level" not in repr(found)
    assert len(cardsim.field("scat")) > 1
    alone = cardsim.run("scat", 50, vs=FIELD, preset="cadillac", seed=1, progress=False)
    assert alone.spec.others[0].strategy == "chase-31"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("dice-game", "dice-game has no field: nobody decides anything in it"),
        ("nothing", "no game called 'nothing'"),
        ("scat --preset x", "no preset called 'x' for scat"),
        ("scat -n x", "-n must be a whole number"),
        ("scat --seed 3", "--seed changes nothing without -n"),
        ("scat -n 20 --seed x", "--seed must be"),
    ],
)
def test_what_no_field_can_answer_is_told_in_a_line(command: Command, words: str, why: str) -> None:
    said = command(f"games field {words}")

    assert said.status == 2
    assert said.out == ""
    assert why in " ".join(said.err.split())


@pytest.mark.parametrize("level", ["4", "9"])
def test_a_level_that_a_field_has_not_is_told_in_a_line(command: Command, level: str) -> None:
    said = command(f"run scat -n 20 --vs field-{level}")

    assert (said.status, said.out) == (2, "")
    assert f"--vs field-{level}: the field has no level {level}" in said.err
    assert "there are field-0, field-1, field-2, field-3" in said.err


def test_the_commonest_of_many_ways_is_told_first() -> None:
    said = cardsim.run("scat", 20, vs="field-1", seed=1, progress=False).sentence

    assert (
        "two people who knock at 30 and take a discard that adds 7, or 4 from 15 on, knock" in said
    )
    assert "or play otherwise, but lapse now and then" in said


def test_a_field_without_a_table_is_refused_in_python() -> None:
    with pytest.raises(UserError, match="--players changes nothing without -n"):
        cardsim.field("scat", players=4)


def test_the_safest_way_is_named_by_the_number_of_players(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "strategies" / "scat" / "field.toml"
    file.parent.mkdir(parents=True)
    ways = 'safest = { 2 = "threshold", 3 = "steady", 5 = "watchful" }'
    file.write_text(f'{ways}\n[[member]]\nstrategy = "chase-31"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    scat = load_game("scat")

    named = [safest_of(scat, None, players) for players in (2, 3, 4, 5, 16)]
    assert named == ["threshold", "steady", "steady", "watchful", "watchful"]
    assert safest_of(scat) == cardsim.field("scat").safest == "steady"
    assert [three_of("scat", None, players)[2].vs for players in (2, 6)] == [
        "threshold",
        "watchful",
    ]
    told = " ".join(command("games field scat").out.split())
    assert "threshold with 2 players; steady with 3 or 4 players; watchful with 5 or more" in told
    hand = "advise scat --hand AS,5S,9D --discard 3S --worlds 100 --seed 1 --players"
    for players, way in ((2, "threshold"), (4, "steady")):
        said = command(f"{hand} {players}")
        assert f"You play on as {way}" in " ".join(said.out.split())
        assert "--strategy" not in said.out


@pytest.mark.parametrize(
    ("safest", "why"),
    [
        ('{ 3 = "steady" }', "safest says nothing for 2 players"),
        ("{}", "safest says nothing for 2 players"),
        ('{ 2 = "steady", 17 = "steady" }', "safest is for 2 to 16 players, not 17"),
        ('{ 2 = "steady", x = "steady" }', "safest is for 2 to 16 players, not x"),
        ('{ 2 = "steady", 4 = 5 }', "safest must be text, not 5"),
        ('{ 2 = "stedy" }', "safest must be a strategy of scat, not stedy"),
        ("5", "safest must be text, not 5"),
    ],
)
def test_a_field_that_names_no_safest_way_for_all_is_refused(
    safest: str, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "people.toml"
    file.write_text(f'safest = {safest}\n[[member]]\nstrategy = "chase-31"\n', "utf-8")

    with pytest.raises(UserError, match=re.escape(why)):
        listed_in(file, load_game("scat"), name="people")


@pytest.mark.parametrize(
    ("casual", "why"),
    [
        ('"stedy"', "casual must be a strategy of scat, not stedy"),
        ("5", "people: casual must be text, not 5"),
    ],
)
def test_a_field_whose_casual_players_are_nobody_is_refused(
    casual: str, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "people.toml"
    file.write_text(f'casual = {casual}\n[[member]]\nstrategy = "chase-31"\n', "utf-8")

    with pytest.raises(UserError, match=re.escape(why)):
        listed_in(file, load_game("scat"), name="people")


SLIPS = {"cheat": "lapse", "scat": "lapse"}
"""How the better people of a field slip where it is not by a temperature: these weigh nothing."""
BEGINNERS_TOO = {"euchre", "scat"}
"""Games whose beginners slip in the same way."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_at_most_a_third_of_a_field_plays_as_no_person_can(file: Path) -> None:
    """And all of its levels above 0 slip."""
    game = load_game(file.parent.name)
    listed = listed_in(file, game, name=FIELD)
    weighed = 0.0
    for member, share in zip(listed.members, listed.shares, strict=True):
        name, given = parse_player(member["strategy"])
        weighed += share * (WEIGHED in " ".join(load_strategy(game, name).about.split()))
        slips = SLIPS.get(game.name, "temperature") in given
        assert slips == (member["level"] > 0 or game.name in BEGINNERS_TOO)

    assert weighed < 1 / 3
    assert (weighed > 0) == (game.name not in SLIPS)


def test_shares_of_levels_are_those_of_a_poisson() -> None:
    listed = listed_in(
        next(f for f in FILES if f.parent.name == "scat"), load_game("scat"), name=FIELD
    )
    by_level = [0.0] * 4
    for member, share in zip(listed.members, listed.shares, strict=True):
        by_level[member["level"]] += share

    assert by_level[1] / by_level[0] == pytest.approx(1.5)
    assert by_level[3] / by_level[2] == pytest.approx(1.5 / 3)
    assert load_game("scat").decisions


CONTENT: dict[str, Any] = {
    "about": "people who knock at 20 to 22, and some who have seen that",
    "plays": "knock~ at 20 to 22",
    "safest": "watchful",
    "member": [
        {"level": 0, "strategy": "threshold:knock_threshold=20..22", "weight": 3, "source": "a"},
        {"level": 0, "strategy": "chase-31", "weight": 1.5, "source": "b"},
        {"level": 1, "strategy": "suit-keeper", "source": "c"},
    ],
}


def as_toml(content: Mapping[str, Any]) -> str:
    """A file of a field; what JSON has no number for is one in TOML, too."""
    lines = [f"{key} = {as_text(value)}" for key, value in content.items() if key != "member"]
    members = content.get("member", [])
    if not isinstance(members, list) or not all(isinstance(m, dict) for m in members):
        return "\n".join([f"member = {as_text(members)}", *lines])
    for member in members:
        lines += ["[[member]]", *(f"{key} = {as_text(value)}" for key, value in member.items())]
    return "\n".join(lines)


@pytest.mark.full
def test_an_edit_of_a_field_is_refused_or_what_it_says_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "strategies" / "scat" / "field.toml"
    file.parent.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    refused = 0

    for place, value, changed in edits(CONTENT, seed=1, count=20):
        file.write_text(as_toml(changed), "utf-8")
        try:
            found = cardsim.field("scat")
        except UserError:
            refused += 1
            continue
        assert place not in {(), ("member",)}, value
        told = changed.get("about", ""), changed.get("safest", "")
        assert (found.about, found.safest) == told, (place, value)
        listed = changed["member"]
        assert {m.source for m in found} == {m.get("source", "") for m in listed}, (place, value)
        assert {m.level for m in found} == {m.get("level") for m in listed}, (place, value)
        shares = {m.source: sum(o.share for o in found if o.source == m.source) for m in found}
        first, second = (float(m.get("weight", 1)) for m in listed[:2])
        if listed[0].get("level") == listed[1].get("level"):
            ours, theirs = (shares[m.get("source", "")] for m in listed[:2])
            assert ours * second == pytest.approx(theirs * first), (place, value)
        assert sum(shares.values()) == pytest.approx(1)

    assert refused > 60
