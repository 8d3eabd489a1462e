"""The rules of every game are written down for its users, and agree with what is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cardsim
from cardsim import games
from cardsim.cli import main
from cardsim.errors import UserError
from cardsim.games import game_names, load_game, rules_text
from cardsim.workspace import strategy_files
from rules_in_views import REASONS
from written_rules import assert_complete, sections

PACKAGE = Path(cardsim.__file__).parent
WORKSHOP = re.compile(r"S00[0-9]|shared/|/work/")
"""Labels and folders of those who wrote the games, which say nothing to a user."""


@pytest.mark.parametrize("game", game_names())
def test_the_rules_have_all_headings_and_name_every_option_and_preset_as_it_is(game: str) -> None:
    assert_complete(load_game(game), rules_text(game))


@pytest.mark.parametrize("name", game_names())
def test_a_view_tells_every_house_rule_or_it_is_said_why_not(name: str) -> None:
    game = load_game(name)
    reasons = REASONS.get(name, {})

    assert {o.name for o in game.options} - {*game.view_help} == {*reasons}
    named = [
        field for reason in reasons.values() for field in re.findall(r"^`([a-z_.0-9]+)`", reason)
    ]
    assert {*named} <= {*game.view_help}


@pytest.mark.parametrize("game", game_names())
def test_the_baseline_strategies_of_the_rules_are_files(game: str) -> None:
    baselines = sections(rules_text(game))["13. Baseline strategies"]

    # A list may name several in front of its colon.
    heads = re.findall(r"(?:^|[.] )- ((?:`[a-z0-9-]+`(?:, )?)+):", baselines)
    named = re.findall(r"`([a-z0-9-]+)`", " ".join(heads))
    assert set(named) <= set(strategy_files(load_game(game)))
    assert bool(named) == bool(load_game(game).decisions)


@pytest.mark.parametrize("game", game_names())
def test_the_command_prints_the_rules_as_they_stand(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["games", "rules", game])

    said = capsys.readouterr()
    assert (status, said.err) == (0, "")
    assert said.out == rules_text(game)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.kept(6)
def test_the_page_of_a_game_says_how_to_read_its_rules(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["games", "show", game])

    assert f": `cardsim games rules {game}`\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "line", "hint"),
    [
        (["skat"], "no game called 'skat'; there are: bridge, casino, ", "did you mean 'scat'?"),
        (["Thirty-One"], "no game called 'Thirty-One'; there are: ", "did you mean 'scat'?"),
        ([], "missing argument 'GAME'", "`cardsim games rules --help` lists what there is"),
        (["scat", "gin"], "got unexpected extra argument", "`cardsim games rules --help`"),
    ],
)
def test_the_command_refuses_what_is_no_game(
    words: list[str], line: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["games", "rules", *words])

    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert said.err.startswith("cardsim: " + line)
    assert f"\nhint: {hint}" in said.err


def test_a_game_whose_rules_are_not_written_is_told_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "bare_game"
    bare.mkdir()
    (bare / "__init__.py").write_text("GAME = None\n")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])

    with pytest.raises(UserError, match="the rules of 'bare-game' are not written down") as error:
        rules_text("bare-game")

    assert str(bare / "RULES.md") in str(error.value)


def test_no_file_of_the_package_speaks_of_the_workshop() -> None:
    checkout = PACKAGE.parent
    folders = [PACKAGE, *(checkout / name for name in ("strategies", "experiments"))]
    texts = [f for folder in folders for f in folder.rglob("*") if f.suffix in (".py", ".md")]
    texts += checkout.glob("*.md")

    speaking = [str(f) for f in texts if WORKSHOP.search(f.read_text("utf-8"))]

    assert len(texts) > len(game_names())
    assert speaking == []
