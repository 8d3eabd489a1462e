"""What is lost by a strategy that an answer names, what gains on it, and who looked for that."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import cardsim
from cardsim.ask.certificates import FIELD, KNOWN, Certificate, finds, section_of
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.sealed import CHECKSUM, sealed
from cardsim.tournaments.tournament_story import sections

LOST = {"beginners": (1.9, 0.5, 3.3), "good players": (2.0, 1.5, 2.5)}
FOUND = Certificate("steady", LOST, "steady", (1.0, 0.5, 1.5), "answer-1", "learn, from two starts")


@pytest.fixture(scope="module")
def tournament() -> cardsim.TournamentResult:
    """Two ways to play that meet each other in few hands."""
    names = "threshold", "chase-31"
    return cardsim.tournament("scat", *names, n=100, players=2, seed=3, unit="hand")


def told(one: Certificate) -> str:
    """The text of its section, in points of Gin."""
    unit = resolve(Request("gin-rummy", seed=1), 1).unit
    section = one.section(unit, unit.measures[0])
    assert section.table is not None
    assert [row[0] for row in section.table.rows] == [*LOST]
    return section.text


def test_a_certificate_says_what_is_lost_and_what_gains_and_who_looked() -> None:
    text = told(FOUND)

    # In no company it may lose more than the interval holds.
    assert text.startswith("In the two companies that were tried it loses at most 2.0 (± 0.9) poi")
    assert "the best answer found gains 1.0 (± 0.5) points" in text
    assert "(learn, from two starts)" in text
    assert all(known.title in text for known in KNOWN.values())


def test_no_answer_is_told_where_none_gains_or_none_was_looked_for() -> None:
    none = Certificate("steady", LOST, "steady", (0.0, 0.0, 0.3), "", "learn, from two starts")
    unsought = Certificate("steady", LOST, "steady", None, "", "")

    assert "Nothing was found that surely gains on it (learn, from two starts)" in told(none)
    assert told(unsought).endswith("to whatever does best there.")


def test_a_tournament_says_what_the_winner_loses_in_each_company(
    tournament: cardsim.TournamentResult,
) -> None:
    found = {one["name"]: one for one in json.loads(tournament.to_json())[FIELD]}

    first = tournament.ranking[0].player.as_option
    number = [player.as_option for player in tournament.spec.players].index(first)
    risk = tournament.risks[number]
    assert {first, tournament.safest.player.as_option} == set(found)
    assert list(found[first]["lost"]) == ["players of threshold", "players of chase-31"]
    assert max(found[first]["lost"].values())[0] == risk.regret
    assert found[first]["gain"] is None
    assert found[first]["found_where_known"] == {k.title: k.found for k in KNOWN.values()}


def test_a_page_of_a_tournament_tells_them_in_one_table(
    tournament: cardsim.TournamentResult,
) -> None:
    (section,) = [s for s in sections(tournament) if s.heading == "How sure this is"]

    assert section.table is not None
    assert "in the two companies that were tried" in section.text
    assert [row[0] for row in section.table.rows] == [c.name for c in tournament.certificates]
    assert section.table.heads == ("strategy", "loses at most, lives in 100 hands", "most among")
    assert finds() not in section.text


def test_of_several_strategies_each_has_what_gains_on_it_and_who_looked() -> None:
    unit = resolve(Request("gin-rummy", seed=1), 1).unit
    none = replace(FOUND, name="outs", gain=(0.0, 0.0, 0.3), answer="", finder="learn")
    unsought = replace(FOUND, name="first", gain=None, answer="", finder="")

    section = section_of([FOUND, none, unsought], unit, unit.measures[0])

    assert section.table is not None
    lost = "2.00 (1.50 to 3.30)"
    assert section.table.rows == (
        ("steady", lost, "good players", "1.00 (0.50 to 1.50)", "learn, from two starts"),
        ("outs", lost, "good players", "none", "learn"),
        ("first", lost, "good players", "", "nobody"),
    )
    assert section.text.endswith(finds())


def test_an_older_file_without_certificates_is_read(
    tournament: cardsim.TournamentResult, tmp_path: Path
) -> None:
    content = json.loads(tournament.to_json())
    del content[CHECKSUM]
    changed = json.loads(json.dumps(content))
    changed[FIELD][0]["lost"]["players of threshold"][0] += 1
    del content[FIELD]
    for name, one in {"older": content, "changed": changed}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(sealed(one)), "utf-8")

    assert cardsim.load(tmp_path / "older.json") == tournament
    with pytest.raises(cardsim.UserError, match=r"changed\.json is damaged"):
        cardsim.load(tmp_path / "changed.json")
