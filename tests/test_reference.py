"""The reference on the site, and the types that a user's script sees."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cardsim

ROOT = Path(__file__).parents[1]
CONF = ROOT / "docs" / "conf.py"
pytestmark = pytest.mark.skipif(not CONF.exists(), reason="the tests run without the docs")
DIRECTIVE = re.compile(r"\.\. auto(?:class|data|function):: (\S+)")


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    conf: dict[str, Any] = runpy.run_path(str(CONF))
    made: dict[str, str] = conf["python_pages"]()
    return made


def test_the_reference_lists_every_public_name_once(pages: dict[str, str]) -> None:
    listed = [name for text in pages.values() for name in DIRECTIVE.findall(text)]
    public = [f"cardsim.{name}" for name in dir(cardsim) if name != "__version__"]

    assert sorted(name for name in listed if name.count(".") == 1) == public
    assert len(listed) == len(set(listed))


def test_the_reference_has_what_authors_import(pages: dict[str, str]) -> None:
    authors = DIRECTIVE.findall(pages["python/authors"])
    homes = {name.rpartition(".")[0].partition(".")[2] for name in authors}

    assert homes >= {"plain", "rng", "tricks", "worlds", "layout", "card_sets"}
    assert {"cardsim.plain.PlainGame", "cardsim.rng.below", "cardsim.layout.lay_out"} <= {*authors}


@pytest.mark.full
def test_the_site_is_built_and_its_search_finds_what_authors_import(tmp_path: Path) -> None:
    sphinx = "sphinx", "--quiet", "--fail-on-warning", "--keep-going"
    built = [sys.executable, "-m", *sphinx, str(ROOT / "docs"), str(tmp_path / "site")]

    subprocess.run(built, check=True, cwd=ROOT)

    index = (tmp_path / "site" / "searchindex.js").read_text("utf-8")
    page = (tmp_path / "site" / "made" / "python" / "play.html").read_text("utf-8")
    text = re.sub(r"<[^>]*>", "", page)
    assert '"PlainGame"' in index
    assert "cardsim.table.advised.Advised" not in text
    assert "cardsim.Advised(" in text
    assert not re.findall(r"cardsim\.[a-z_]+\.[a-z_.]*[A-Z]\w+", text)


SCRIPT = """
from collections.abc import Iterator
from pathlib import Path

import polars as pl

import cardsim

result: cardsim.Result = cardsim.run("scat", n=1000, knock_threshold=25, seed=1)
estimate: float = result["loses"].value
frame: pl.DataFrame = result.frame()
needed: int | None = result.needed
print(result.sentence, estimate, frame, needed, result == result.more(10))
swept: cardsim.SweepResult = cardsim.sweep("scat", knock_threshold=range(18, 24))
compared: cardsim.CompareResult = cardsim.compare("scat", "threshold", ["chase-31"], n="10k")
met: cardsim.InCompanies[cardsim.CompareResult] = cardsim.in_companies(
    cardsim.compare, "scat", "threshold", "chase-31", companies=["usual", "field"]
)
print(met["usual"].best.player.brief, swept.best["knock_threshold"], compared.best)
planned: cardsim.Plan = cardsim.plan("scat", "compare", "threshold", "chase-31", difference="1pp")
played: cardsim.TournamentResult = cardsim.tournament("scat", "threshold", "chase-31")
designed: cardsim.DesignResult = cardsim.design("scat", "threshold", "chase-31", start_lives=[2, 3])
tuned: cardsim.TuneResult = cardsim.tune("scat", "take-margin", n=20_000)
reviewed: cardsim.Review = cardsim.review("scat", n=10_000, by="knock:value")
law: cardsim.Exact = cardsim.exact("dice-game", players=4)
turns: float = law.figures["turns"]
shown: cardsim.Replay = cardsim.replay("scat", hand=7, seed=1)
advised: cardsim.Advised = cardsim.advise("scat", hand="7H 8H 9H")
calibrated: cardsim.Calibration = cardsim.calibrate("scat")
learned: cardsim.Learned = cardsim.learn("scat")
mine: cardsim.Learned = cardsim.self_play("scat")
safest: cardsim.Safest = cardsim.find_safest("scat")
fitted: cardsim.Fit = cardsim.fit("scat", "evening.txt")
left_out: type[UserWarning] = cardsim.HandsWarning
looked: cardsim.LookBack | object = cardsim.my_play()
rows: pl.DataFrame = cardsim.hands("scat", n=100)
batches: Iterator[pl.DataFrame] = cardsim.hands_in_batches("scat", n=100)
decided: pl.DataFrame = cardsim.decisions("scat", n=100, fields=["value"])
more: Iterator[pl.DataFrame] = cardsim.decisions_in_batches("scat", n=100)
cardsim.flat(rows).write_csv("hands.csv")
span: cardsim.Interval = cardsim.interval(rows, "change", by="hand")
print(span.low, span.high, span.clusters, planned.hands, planned.seconds, turns)
names = cardsim.list_games(), cardsim.list_strategies("scat"), cardsim.list_experiments()
print(names, cardsim.rules("scat"), cardsim.strategies("scat"), cardsim.get_game("scat"))
field: cardsim.Field = cardsim.field("scat")
way: cardsim.Strategy = cardsim.get_strategy("scat", "threshold")
cardsim.run("scat", strategy=way, vs=cardsim.mix({"threshold": 1.0, "chase-31": 2.0}))
with cardsim.Workers(2) as workers:
    cardsim.run("scat", n=10, executor=workers)
try:
    again = cardsim.load("scat.json")
except (cardsim.StrategyError, cardsim.UserError) as error:
    print(error)
asked: cardsim.Request = result.request
answer: cardsim.Answer = result
answer.save(Path("scat.json"))
print(cardsim.list_runs(), cardsim.load_run, cardsim.watch_runs, cardsim.explore)
print(cardsim.__version__)
print(cardsim.borrowed, cardsim.between(1, 2), cardsim.one_of(["a", "b"]), cardsim.experiment)
print(cardsim.Experiment, cardsim.Findings, cardsim.Feature)
print(cardsim.Chart, cardsim.Number, cardsim.Series)
"""


@pytest.mark.full
def test_a_users_script_that_uses_each_public_name_is_strictly_typed(tmp_path: Path) -> None:
    used = set(re.findall(r"cardsim\.(\w+)", SCRIPT))
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, "utf-8")
    strictly = "--strict", "--follow-imports=silent", "--config-file=", "--no-incremental"

    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *strictly, str(script)],
        capture_output=True,
        text=True,
        check=False,
        env={"MYPYPATH": str(ROOT), "PATH": ""},
        cwd=tmp_path,
    )

    assert used == set(dir(cardsim))
    assert checked.returncode == 0, checked.stdout + checked.stderr
