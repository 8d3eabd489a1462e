"""One question in several companies: the answers of each, and one frame of all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim import UserError, in_companies
from cardsim.ask import companies_story
from cardsim.ask import in_companies as in_companies_
from cardsim.runs import told
from command_line import Command

FEW: dict[str, Any] = {"n": 500, "unit": "hand", "seed": 4}
COMPANIES = {"usual": "usual", "any": "random-legal", "two": ["threshold", "random-legal"]}


def test_a_comparison_is_made_in_each_company_with_the_same_hands() -> None:
    ways = "threshold", "chase-31"

    met = in_companies(cardsim.compare, "scat", *ways, companies=COMPANIES, players=3, **FEW)

    assert list(met) == ["usual", "any", "two"]
    assert met["any"] == cardsim.compare("scat", *ways, vs="random-legal", players=3, **FEW)
    frame = met.frame("strategies")
    assert frame["company"].to_list() == [name for name in COMPANIES for _ in ways]
    for name, answer in met.answers.items():
        alone = frame.filter(company=name).drop("company")
        assert alone.equals(answer.tables["strategies"])
        assert f"{name}: {answer.sentence}" in met.sentence.splitlines()
    assert met.to_pandas().columns[0] == "company"
    assert repr(met) == "<InCompanies in 3 companies: usual, any, two>"


def test_a_file_with_answers_to_two_questions_is_refused(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"vs": "usual", "unit": "hand"}
    one, other = (cardsim.run("scat", 30, seed=seed, **asked) for seed in (1, 2))
    file, companies = tmp_path / "met.json", {"a": "usual", "b": "threshold"}

    for second in (one, other):
        met = in_companies_.InCompanies({"a": one, "b": second}, companies)
        file.write_bytes(met.encoded(".json"))
        if second is one:
            assert cardsim.load(file) == met
        else:
            with pytest.raises(UserError, match="answers to several questions"):
                cardsim.load(file)


def test_a_command_asks_in_each_company_that_it_names(command: Command) -> None:
    words = "compare", "scat", "threshold", "chase-31", "--vs", "usual", "--vs", "random-legal"

    said = command(f"{' '.join(words)} --players 3 -n 500 --unit hand --seed 4 --quiet")

    assert said.status == 0
    met = in_companies(
        cardsim.compare, "scat", *words[2:4], companies=["usual", "random-legal"], **FEW
    )
    assert " ".join(said.out.split()).startswith(" ".join(met.sentence.split()))
    assert said.out.strip().endswith(f"Again      {met.command}")
    rows = [line.split() for line in said.out.splitlines()]
    assert [row[:2] for row in rows if row[:1] in (["usual"], ["random-legal"])] == [
        [name, c.player.brief] for name in met for c in met[name].ranking
    ]


WRONG_WORDS = {
    "company 'usual' is named twice": ("run", "--vs", "usual", "--vs", "usual"),
    "--vs is given twice": ("calibrate", "--vs", "usual", "--vs", "same"),
    "--live takes one --vs: readers of its page choose others there": (
        *("run", "--vs", "usual", "--vs", "same"),
        *("--live", "-o", "page.html"),
    ),
    "--hands-out takes one --vs: a file has the hands of one run": (
        *("run", "--vs", "usual", "--vs", "same"),
        *("--hands-out", "hands.parquet"),
    ),
}


@pytest.mark.parametrize("message", WRONG_WORDS)
def test_a_command_that_cannot_be_asked_in_companies_is_refused(
    command: Command, message: str
) -> None:
    kind, *words = WRONG_WORDS[message]

    said = command(" ".join([kind, "scat", *words]))

    assert (said.status, said.out) == (2, "")
    assert said.err.splitlines()[0] == f"cardsim: {message}"


def test_answers_in_companies_are_equal_if_their_contents_are() -> None:
    asked: dict[str, Any] = {"companies": ["usual", "random-legal"], **FEW}
    swept = in_companies(cardsim.sweep, "scat", knock_threshold="20,25", **asked)

    assert swept == in_companies(cardsim.sweep, "scat", knock_threshold="20,25", **asked)
    assert swept != in_companies(cardsim.sweep, "scat", knock_threshold="20,24", **asked)
    assert set(swept.frame()["company"]) == {"usual", "random-legal"}


def test_without_a_seed_all_companies_still_play_the_same_hands() -> None:
    met = in_companies(cardsim.run, "scat", n=10, unit="hand", companies=["usual", "same"])

    assert met["usual"].seed == met["same"].seed is not None


WRONG: dict[str, tuple[Any, dict[str, Any]]] = {
    "companies must name at least one": ([], {}),
    "company 'usual' is named twice": (["usual", "usual"], {}),
    'companies must be texts such as ["usual", "field"], or a mapping from names to what vs takes, '
    "not usual": ("usual", {}),
    'companies must be texts such as ["usual", "field"], or a mapping from names to what vs takes, '
    "not [3]": ([3], {}),
    "a company must have a name on one line, not 'two\\nlines'": ({"two\nlines": "usual"}, {}),
    "a company must have a name on one line, not ''": ({"": "usual"}, {}),
    "companies say who plays against you in each; it cannot go with vs": (
        ["usual"],
        {"vs": "same"},
    ),
    "--vs: no strategy called 'nobody' for scat": (["nobody"], {}),
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_no_company_is_refused(message: str) -> None:
    companies, more = WRONG[message]

    with pytest.raises(UserError) as caught:
        in_companies(cardsim.run, "scat", companies=companies, n=10, **more)

    assert str(caught.value).startswith(message)


def test_all_companies_are_looked_at_before_the_first_is_asked() -> None:
    def run(*_: object, **__: object) -> Any:
        pytest.fail("a question was asked")

    with pytest.raises(UserError, match="no strategy called 'nobody' for scat"):
        in_companies(run, "scat", companies={"first": "usual", "second": "nobody"})


def test_a_company_that_was_not_asked_is_named() -> None:
    met = in_companies(cardsim.run, "scat", n=10, unit="hand", companies=["usual"])

    with pytest.raises(UserError, match="there is no company 'usaul'; there are usual"):
        met["usaul"]
    with pytest.raises(UserError, match="there is no table 'rows'"):
        met.frame("rows")


def test_counts_of_outcomes_name_the_company() -> None:
    met = in_companies(cardsim.run, "scat", n=50, companies=["usual", "same"], seed=4)

    counts = met.counts()

    assert counts["company"].unique(maintain_order=True).to_list() == ["usual", "same"]
    own = counts.filter(pl.col("company") == "same").drop("company")
    assert own.select(met["same"].counts().columns).equals(met["same"].counts())


def precise() -> in_companies_.InCompanies[cardsim.Result]:
    """Runs that stopped by themselves, after more hands in one company than in the other."""
    asked: dict[str, Any] = {"companies": ["usual", "random-legal"], "unit": "hand", "seed": 4}
    return in_companies(cardsim.run, "scat", n=400_000, precision=0.005, **asked)


def test_each_company_has_its_own_number_of_hands_after_a_precision() -> None:
    met = precise()
    usual, any_legal = (f"{told.grouped(met[name].hands)} hands" for name in met)

    story = companies_story.story(met)

    assert met["usual"].hands > met["random-legal"].hands
    assert story.much == f"from {any_legal} to {usual}, in two companies"
    lines = [line.split(" of ")[0] for line in story.method[:2]]
    assert lines == [f"usual: {usual}", f"random-legal: {any_legal}"]


def test_more_hands_after_a_precision_are_as_many_in_all_companies() -> None:
    met = precise()

    longer = met.more(100)

    assert met["usual"].hands != met["random-legal"].hands
    assert f"-n {longer['usual'].hands} " in longer.command
    assert longer["usual"].hands == longer["random-legal"].hands
