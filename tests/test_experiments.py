"""Experiments: the shipped ones answer, one's own work the same, and errors name file and line."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from html import unescape
from math import inf, sqrt
from pathlib import Path

import numpy as np
import pytest

import cardsim
from cardsim import Result, SweepResult, UserError, experiment
from cardsim.cli import main
from cardsim.games import game_names, load_game
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.words import counted
from cardsim.show import findings_page, pages
from cardsim.show.findings_page import MOST_SAID
from cardsim.show.pages import html_of
from cardsim.statistics.designs import share_of_play
from cardsim.story import Chart, Number
from cardsim.studies import advice, prices, rankings
from cardsim.studies.advice import beside_learned
from cardsim.studies.experiments import ExperimentSpec, Findings, listed, load
from cardsim.studies.luck import LEAD, times_to_lead
from cardsim.tournaments import tournament_story
from cardsim.workspace import load_strategy

SHIPPED = [e.name for e in listed()]
REPORTS = Path(__file__).parent.parent / "reports"
FEW = 150
FEW_DECISIONS = 30
QUICK_GAMES = ("chinese-ten", "dice-game", "ninety-nine", "scat")
QUICK_SEARCH = "look-ahead:base={},worlds=2"

Write = Callable[[str], Path]

OWN = '''
    """Does a bold knock pay?

    Two values.
    """
    from cardsim import Chart, Experiment, Series
    from cardsim.studies.experiments import spoken

    def study(lab):
        sweep = lab.sweep("scat", knock_threshold="18,24")
        group = sweep.groups[0]
        chart = Chart("It does not", "value", "loses", (Series.of_group(group, "3"),), percent=True)
        lab.section("Both", "Two lines.", chart)
        lab.answer(f"Knock at {spoken(group)}.")

    EXPERIMENT = Experiment(study, n=5000)
'''


SAID_TWICE = OWN.replace('"Two lines."', '"Knock at 24. That is by 100 hands."').replace(
    'f"Knock at {spoken(group)}."', '"Knock at 24. It wins most."'
)


def tiers(name: str) -> list[pytest.MarkDecorator]:
    """One is in the default tier; of what is asked of every game alike, a few games are in full."""
    if name == "dice-game-length":
        return []
    of_every_game = {
        "-luck": ("bridge", "gin-rummy"),
        "-price-list": ("scat",),
        "-ranking": ("bridge",),
        # Points in one, and per cent in the other.
        "-trust": ("euchre", "scat"),
    }
    deep = any(name.endswith(e) and not name.startswith(g) for e, g in of_every_game.items())
    deep = deep or (name.endswith("-how-to-play") and not name.startswith(QUICK_GAMES))
    return [pytest.mark.deep if deep else pytest.mark.full]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write an experiment of one's own, `mine`."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "experiments" / "mine.py"
    path.parent.mkdir()

    def write(text: str) -> Path:
        path.write_text(inspect.cleandoc(text) + "\n")
        return path

    return write


@pytest.mark.parametrize("name", [pytest.param(name, marks=tiers(name)) for name in SHIPPED])
def test_a_shipped_experiment_answers_its_question(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "bridge-par":
        pytest.importorskip("endplay", reason="endplay is in the extra 'bridge'")
    for module in (advice, rankings):
        monkeypatch.setattr(module, "SEARCH", QUICK_SEARCH)
    monkeypatch.setattr(prices, "LINES", 1)

    found = experiment(name, FEW_DECISIONS if name.endswith("-trust") else FEW)

    assert found.question.endswith("?")
    assert found.answer.endswith(".")
    assert "nan" not in found.answer
    assert found.charts
    assert found.parts
    for chart in found.charts:
        _check(chart)
    assert json.loads(found.to_json())["answer"] == found.answer
    if name == "scat-how-to-play":
        (few,) = (part for part in found.sections if part.heading.endswith("in three lines"))
        assert few.text.startswith("These are easier to keep in mind.")
        assert f'The next line, "{load(name)[0].study.__globals__["CARD"].then}"' in few.text


@pytest.mark.parametrize("game", [g for g in game_names() if g not in ("dice-game", "scat")])
@pytest.mark.full
def test_whoever_leaves_out_a_rule_of_how_to_play_can_play(game: str) -> None:
    """All that is looked at before anything is compiled. Scat's page names none."""
    how = load(f"{game}-how-to-play")[0].study.__globals__

    for way in (how["BEST"], *(rule.without for rule in how["RULES"])):
        assert resolve(Request(game, strategy=way, vs="usual"), 1).strategies


def test_a_large_page_of_an_experiment_leaves_out_its_data(
    own: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    own(OWN)
    found = experiment("mine", 100)
    whole = html_of(found)

    monkeypatch.setattr(pages, "LARGEST", len(whole) - 1)

    short = html_of(found)
    assert b".csv" in whole
    assert b".csv" not in short
    assert len(short) < len(whole)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.kept(7)
def test_every_game_has_a_page_that_says_how_to_play_it_well(game: str) -> None:
    (question,) = (e.question for e in listed() if e.name == f"{game}-how-to-play")

    assert question.startswith("How do I play ")
    assert question.endswith(" well?")


def test_the_pages_of_spades_tell_one_number_for_a_nil_and_for_a_bid_of_both() -> None:
    bid = load_strategy(load_game("spades"), "fine-count").functions["bid"]
    nil = load("spades-nil")[0].study.__globals__
    how = load("spades-how-to-play")[0].study.__globals__

    assert inspect.signature(bid).parameters["nil_length"].default == 3
    assert nil["WAY"] == how["COUNT"] == "fine-count"
    assert nil["TEN"] == how["TEN"] == 10
    assert nil["LIMITS"] == "at most three spades and none above the ten"
    worth = inspect.signature(bid).parameters["nil_worth"].default
    (rule,) = (rule.text for rule in how["RULES"] if nil["LIMITS"] in rule.text)
    assert nil["bidding"](worth).removeprefix("bid nil with ") in rule
    bold = load("spades-how-bold")[0].study.__globals__
    assert bold["CAREFUL"] == how["CAREFUL"] == 9
    assert any("bid nine or more" in rule.text for rule in how["RULES"])
    assert bold["UP"] == inspect.signature(bid).parameters["boldness"].default
    assert any(f"rounded up {bold['rounding'](bold['UP'])[9:]}" in r.text for r in how["RULES"])


def test_both_pages_of_spades_go_for_the_set_as_long() -> None:
    how, asked = (load(f"spades-{end}")[0].study.__globals__ for end in ("how-to-play", "set"))

    spare = counted(asked["RULE"])

    assert asked["told"](asked["RULE"]).endswith(f"can spare at most {spare} tricks")
    assert any(f"can spare at most {spare} of those" in rule.text for rule in how["RULES"])


def test_the_page_on_leads_in_euchre_tries_the_rules_on_how_to_play() -> None:
    """What `fine-count` leaves out is played as by the default strategy."""
    how, lead = (load(f"euchre-{end}")[0].study.__globals__ for end in ("how-to-play", "lead"))
    euchre = load_game("euchre")

    assert "play" in load_strategy(euchre, how["BEST"]).inherited
    assert lead["BOOK"] == euchre.default_strategy
    assert "lead your highest trump if nobody can beat it" in lead["BY_THE_RULES"]["maker"]
    assert any("lead trumps only if nobody can beat them" in rule.text for rule in how["RULES"])


def test_both_pages_of_ninety_nine_tell_the_same_five_rules() -> None:
    told = load("ninety-nine-five-rules")[0].study.__globals__["RULES"]
    rules = load("ninety-nine-how-to-play")[0].study.__globals__["RULES"]

    assert {rule.without: rule.text.capitalize() for rule in rules} == {
        f"five-rules:{left_out}": text for left_out, text in told.items()
    }


@pytest.mark.parametrize("page", sorted(REPORTS.glob("*-price-list.html")), ids=lambda p: p.stem)
def test_how_to_play_has_the_card_that_is_worth_learning_by_the_price_list(page: Path) -> None:
    how = load(page.stem.replace("price-list", "how-to-play"))[0].study.__globals__
    rules = how["CARD"].lines if "CARD" in how else [rule.text for rule in how["RULES"]]

    card = re.search(r"<h2>[^<]* in \w+ lines?</h2>.*?</ol>", page.read_text("utf-8"), re.DOTALL)

    assert card is not None
    lines = [unescape(line) for line in re.findall(r"<li>(.*?)\.\s*</li>", card[0], re.DOTALL)]
    assert lines
    assert set(lines) <= {rule[:1].upper() + rule[1:] for rule in rules}


def test_every_game_with_strategies_has_a_ranking_by_one_file() -> None:
    rankings = {e.name: e for e in listed() if e.name.endswith("-ranking")}
    played = [name for name in game_names() if load_game(name).default_strategy]

    assert list(rankings) == [f"{name}-ranking" for name in played]
    assert len({e.path for e in rankings.values()}) == 1
    assert rankings["square-nine-ranking"].question == (
        "Which Square 9 strategy wins overall, and which would take over?"
    )
    assert (load("scat-ranking")[0].n, load("euchre-ranking")[0].n) == (20_000, 100_000)


def test_a_ranking_in_which_many_may_be_the_best_names_none_as_best() -> None:
    ways = [f"threshold:knock_threshold={k}" for k in (21, 22, 23, 24)]

    told = rankings.in_words(cardsim.tournament("scat", *ways, n=10, players=2, unit="hand"))

    assert told.startswith("These hands cannot tell: of four ways to play four may be the best. To")
    assert "it is best to" not in told


def test_a_ranking_says_what_players_do_and_names_strategies_last() -> None:
    ways = [f"threshold:knock_threshold={k}" for k in (21, 31)]
    found = cardsim.tournament("scat", *ways, n=40, players=2, unit="hand")

    told, did = rankings.in_words(found), ["knock at 21", "never knock"]

    assert "threshold" not in told.partition(rankings.NAMES)[0]
    sections = list(tournament_story.sections(found, did))
    tables = [sections[0].table, next(s for s in sections if "not know" in s.heading).table]
    for table in filter(None, tables):
        assert table.heads[-1] == "strategy"
        assert {row[0].partition(" ")[2] for row in table.rows} == {*did}
        assert {row[0][0] for row in table.rows} == {"1", "2"}
        assert all(row[-1].startswith("threshold") for row in table.rows)
    charts = [section.chart for section in sections if section.chart]
    drawn = {text for c in charts for s in c.series for text in (s.name, *s.x) if text}
    assert "threshold" not in " ".join(map(str, drawn))


def test_play_explains_what_a_coin_between_two_ways_does() -> None:
    """By hand: half a point either way against a spread of 2 is 1 part in 17."""
    assert share_of_play(1.0, 2.0, 1) == pytest.approx(0.25 / 4.25)
    assert share_of_play(1.0, 2.0, 4) == pytest.approx(4 / (4 + 16))
    # 1.2816 standard errors of a difference, each of spread sqrt(2) * 2.
    assert times_to_lead(1.0, 2.0) == pytest.approx(2 * (1.2816 * 2) ** 2, rel=1e-4)
    assert times_to_lead(0.0, 2.0) == inf


def test_the_better_one_leads_as_often_as_is_said() -> None:
    """20,000 evenings of two players; 4.5 standard errors, a false alarm once in 10^5."""
    gap, spread, rng = 0.1, 1.0, np.random.default_rng(3)
    count = round(times_to_lead(gap, spread))
    lead = rng.normal(count * gap, spread * sqrt(2 * count), 20_000) > 0

    assert lead.mean() == pytest.approx(LEAD, abs=4.5 * sqrt(LEAD * (1 - LEAD) / 20_000))


def test_a_file_of_ones_own_for_each_game_gives_way_to_one_for_a_game(own: Write) -> None:
    path = own('"""Why?"""\nfrom cardsim import Experiment\nEXPERIMENT = Experiment(print)')
    path.with_name("GAME-mine.py").write_text(path.read_text().replace("Why", "Why GAME"))
    path.rename(path.with_name("scat-mine.py"))
    mine = {e.name: e.question for e in listed() if e.name.endswith("-mine")}

    assert mine["scat-mine"] == "Why?"
    assert mine["spades-mine"] == "Why Spades?"


@pytest.mark.parametrize(
    ("page", "name"), [("euchre-alone", "alone_worth"), ("euchre-next", "next_worth")]
)
def test_a_page_quotes_the_counts_of_how_to_play(page: str, name: str) -> None:
    quoted = load(page)[0].study.__globals__["RULE"]
    rules = load_strategy(load_game("euchre"), "fine-count").parameters

    assert {p.name: p.default for p in rules}[name] == quoted


@pytest.mark.parametrize("game", ["chinese-ten", "counter-cameroon"])
@pytest.mark.full
def test_each_rule_to_play_by_is_worth_something(game: str) -> None:
    study = load(f"{game}-how-to-play")[0].study
    best, rules = (study.__globals__[name] for name in ("BEST", "RULES"))

    rest = [rule.without for rule in rules]
    compared = cardsim.compare(game, best, rest, vs="usual", n=12_000, seed=9)

    assert all(compared.gap(0, k).low > 0 for k in range(1, len(compared.contenders)))


@pytest.mark.full
def test_what_was_learned_is_said_to_fall_short_where_it_does() -> None:
    ways = ("learned", "equilibrium", "threshold")
    bold = cardsim.compare("scat", ways, vs="chase-31", n=4_000, seed=9)
    usual = cardsim.compare("scat", ways, n=4_000, seed=9, vs="usual")

    cost = bold.cost(bold.gap(1, 0))
    assert beside_learned(bold, "equilibrium") == (
        f" The strategy learned, which is too complex to play by hand, wins {cost} less than "
        "equilibrium."
    )
    assert beside_learned(usual, "learned") == ""


def _check(chart: Chart) -> None:
    for series in chart.series:
        assert len(series.x) == len(series.y) > 0
        if series.low:
            bounds = zip(series.low, series.y, series.high, strict=True)
            assert all(low <= y <= high for low, y, high in bounds)
    assert chart.frame().height == sum(len(s.x) for s in chart.series)


TABLED = """
    '''Who wins?'''
    from cardsim import Experiment
    from cardsim.story import Table

    def study(lab):
        found = lab.run("scat", 500)
        table = Table("who wins", ("who", "how often"), (("you", str(found.headline)),))
        lab.section("Both", "One row.", table=table)
        lab.answer("You.")

    EXPERIMENT = Experiment(study)
"""


def test_a_table_is_shown_wherever_the_answer_is(
    own: Write, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own(TABLED)

    assert main(["experiment", "run", "mine", "-o", "found.html", "--quiet"]) == 0
    found = experiment("mine")

    (section,) = found.sections
    assert section.table is not None
    ((who, often),) = section.table.rows
    assert f"  {who}  {often}" in capsys.readouterr().out
    page = (tmp_path / "found.html").read_text("utf-8")
    assert "<span>Who wins</span></caption>" in page
    assert often.split(" ")[0] in page
    assert json.loads(found.to_json())["sections"][0]["table"]["rows"] == [[who, often]]


ALONE = """
    '''Who wins?'''
    from cardsim import Experiment, Strategy, borrowed

    def study(lab):
        knock = borrowed("scat", "chase-31", "knock")
        mine = Strategy("scat", name="mine alone", plays="never knock~", knock=knock)
        lab.run("scat", 200, strategy="chase-31")
        lab.run("scat", 200, vs=mine)
        lab.compare("scat", ["chase-31", mine], n=200)
        lab.answer("You.")

    EXPERIMENT = Experiment(study)
"""


def test_a_part_that_no_command_can_give_again_says_so(own: Write) -> None:
    own(ALONE)

    found = experiment("mine")

    assert [part["command"] for part in found.to_dict()["parts"]] == [
        found.parts[0].command,
        None,
        None,
    ]
    page = html_of(found).decode()
    assert page.count("mine alone&#39; is a strategy of this experiment alone") == 2


def test_of_many_parts_a_page_has_commands_and_of_few_what_they_say_too() -> None:
    one = cardsim.run("dice-game", n=FEW, seed=1)
    spec = ExperimentSpec("many", FEW, 1)
    found = [
        Findings(spec, "How?", "", "So.", (), (one,) * n, 0.0) for n in (MOST_SAID, MOST_SAID + 1)
    ]
    few, many = (findings_page.page(each).rules.sheets[0] for each in found)

    assert [cell.text for cell in few.rows[0]] == [one.command, one.sentence]
    assert [cell.text for cell in many.rows[0]] == [one.command]
    assert (few.heads, many.heads) == (("Command", "What it says"), ("Command",))
    lines = f"{one.command}\n" * len(many.rows)
    assert f"<code>{lines}</code></pre>" in html_of(found[1]).decode()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("'a table'", "TypeError: a section takes a Table, not a table"),
        ('Table("a", ("b", "c"), (("d",),))', "ValueError: a row of 'a' has 1 of 2"),
        ('Table("a", ("b",), ((1,),))', "TypeError: what is told must be text, not 1"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_where_it_is_added(
    own: Write, wrong: str, message: str
) -> None:
    path = own(TABLED.replace("table=table", f"table={wrong}"))

    with pytest.raises(UserError, match=re.escape(f"{path}:8: {message}")):
        experiment("mine")


def test_the_same_seed_finds_the_same_on_any_number_of_threads(own: Write) -> None:
    own(OWN)

    found = [experiment("mine", seed=3, threads=t) for t in (1, 2)]

    assert found[0].to_json() == found[1].to_json()
    assert experiment("mine", seed=4).to_json() != found[0].to_json()


def test_ones_own_experiment_is_listed_and_run(
    own: Write, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own(OWN)

    assert main(["experiment", "list"]) == 0
    assert "Does a bold knock pay?" in capsys.readouterr().out
    assert main(["experiment", "run", "mine", "-o", "found.json", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Does a bold knock pay?\n\nKnock at ")
    assert "Again  cardsim experiment run mine -n 5000 --seed 1" in out
    assert json.loads((tmp_path / "found.json").read_text())["sections"][0]["heading"] == "Both"


PRECISE = """
    '''How soon is a share known, and a mean?'''
    from cardsim import Experiment

    def study(lab):
        lab.run("scat", unit="match", strategy="chase-31")
        lab.sweep("scat", unit="hand", knock_threshold="18,24")
        lab.run("scat", 600, unit="match", precision=None)
        lab.answer("Soon.")

    EXPERIMENT = Experiment(study, n=400_000, precision="3pp")
"""


def test_parts_are_played_to_a_precision_that_suits_their_measure(own: Write) -> None:
    own(PRECISE)

    found = experiment("mine")
    share, mean, fixed = found.parts

    assert isinstance(share, Result)
    assert isinstance(mean, SweepResult)
    assert isinstance(fixed, Result)
    assert (share.spec.precision, share.reached) == (0.03, True)
    assert share.headline.half <= 0.03
    # Twice the standard deviation of a hand takes the place of the share's 100 points.
    sd = sqrt(max(mean.groups[0].moments.variance(k) for k in range(2)))
    assert mean.spec.precision == pytest.approx(0.06 * sd, rel=0.5)
    assert mean.reached
    assert mean.groups[0].hands < found.spec.hands
    assert (fixed.spec.precision, fixed.hands) == (None, 600)
    assert found.spec.command == ("cardsim experiment run mine -n 400000 --precision 3pp --seed 1")
    assert b"hold at every look" in html_of(found)


def test_a_number_of_hands_alone_asks_for_no_precision(own: Write) -> None:
    own(PRECISE)

    found = experiment("mine", 800)

    assert found.spec.precision is None
    assert found.hands_played == (800, 800, 600)


def test_an_experiment_that_plays_a_number_of_hands_refuses_a_precision(own: Write) -> None:
    own(OWN)

    with pytest.raises(UserError, match="mine plays a number of hands and not to a precision"):
        experiment("mine", precision="1pp")


@pytest.mark.parametrize("wrong", ["much", "0.3", "60pp", 0, [1]])
def test_a_precision_that_is_none_is_refused(own: Write, wrong: object) -> None:
    own(PRECISE)

    with pytest.raises(UserError, match="precision must be percentage points"):
        experiment("mine", precision=wrong)


def test_the_file_beside_it_that_is_no_experiment_is_not_listed(own: Write) -> None:
    own("x = 1")

    assert "mine" not in [e.name for e in listed()]
    with pytest.raises(UserError, match=r"mine\.py: defines no EXPERIMENT"):
        experiment("mine")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def study(lab:\n    pass", r"mine\.py:1: the file does not parse"),
        ("import nothing_such", r"mine\.py:1: ModuleNotFoundError"),
    ],
)
def test_a_file_that_cannot_be_run_is_named_with_its_line(
    own: Write, text: str, message: str
) -> None:
    own(text)

    with pytest.raises(UserError, match=message):
        experiment("mine")


def test_an_error_in_a_study_shows_its_line_and_traceback(
    own: Write, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = own(OWN.replace('lab.answer(f"', "lab.answer(1 / 0 * f").replace('}.")', '}.")'))
    path.write_text(path.read_text().replace("lab.answer(1 / 0 * fK", 'lab.answer(1 / 0 * f"K'))

    assert main(["experiment", "run", "mine", "-n", "100", "-o", "x.csv", "--quiet"]) == 2

    told = capsys.readouterr().err
    assert f"{path}:13: ZeroDivisionError: division by zero" in told
    assert "in study" in told
    assert sorted(p.name for p in tmp_path.iterdir()) == ["experiments"]


@pytest.mark.parametrize(
    ("told", "value", "sure"),
    [
        ("5.2 (± 0.3) points", "5.2", "± 0.3"),
        ("1.7 (± 1.9) points", "at most 3.6", "1.7 ± 1.9"),
        ("0.4 % (± 0.6) points", "at most 1.0 %", "0.4 % ± 0.6"),
        ("never", "never", ""),
    ],
)
def test_a_cost_that_may_be_nothing_is_told_by_the_most_it_may_be(
    told: str, value: str, sure: str
) -> None:
    number = Number.of(told, "lost", is_cost=True)

    assert (number.value, number.sure) == (value, sure)
    assert Number.of(told, "won").value == told.partition(" (")[0]


def test_a_step_does_not_repeat_the_answer(own: Write) -> None:
    own(SAID_TWICE)

    (section,) = experiment("mine", 100).sections

    assert section.text == "That is by 100 hands."


def test_a_study_without_an_answer_is_an_error(own: Write) -> None:
    own(OWN.replace('lab.answer(f"Knock at {spoken(group)}.")', "pass"))

    with pytest.raises(UserError, match="ends without an answer"):
        experiment("mine", 100)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "scat-when-to-nock"], "did you mean 'scat-when-to-knock'?"),
        (["run", "mine", "-n", "0"], "n"),
        (["run", "mine", "--seed", "-1"], "seed"),
        (["run", "mine", "--threads", "0"], "threads"),
        (["run", "mine", "-o", "x.pdf"], "--output x.pdf must end in"),
        (["run", "mine", "-o", "experiments/mine.py.json/x.json"], "cannot be written"),
    ],
)
def test_bad_input_is_one_clear_line(
    own: Write, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    own(OWN)

    assert main(["experiment", *words]) == 2
    assert message in capsys.readouterr().err


NEVER_KNOCKS = """
from cardsim import Strategy

def knock(view, knock_threshold: int = 21):
    return view.value > 40 + knock_threshold

STRATEGY = Strategy(game="scat", knock=knock)
"""


@pytest.mark.full
def test_a_shipped_experiment_plays_shipped_strategies(
    own: Write, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Its words are about them; one's own experiments play one's own."""
    own(OWN)
    words = ["experiment", "run", "--json", "-n", "40", "--threads", "1"]
    assert main([*words, "scat-sit-first"]) == main([*words, "mine"]) == 0
    shipped, mine, _ = capsys.readouterr().out.split("\n")
    path = tmp_path / "strategies" / "scat" / "threshold.py"
    path.parent.mkdir(parents=True)
    path.write_text(NEVER_KNOCKS)

    assert main([*words, "scat-sit-first"]) == 0
    said = capsys.readouterr()
    assert said.out.strip() == shipped
    passed = f"{path} did not play: a shipped experiment plays the shipped threshold"
    assert said.err.count(passed) == 1

    assert main([*words, "mine"]) == 0
    said = capsys.readouterr()
    assert said.out.strip() != mine
    assert "did not play" not in said.err


def test_an_interrupted_part_is_not_taken_for_an_answer(
    own: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own(OWN)

    def interrupt(*_: object, **__: object) -> Findings:
        raise KeyboardInterrupt

    monkeypatch.setattr("cardsim.studies.experiments.sweeps.sweep", interrupt)

    assert main(["experiment", "run", "mine", "-o", "x.json", "--quiet"]) == 130
    assert not (tmp_path / "x.json").exists()


# ---------------------------------------------------------------- cells that are alike


@pytest.mark.full
def test_cells_that_the_game_makes_alike_cost_the_same_on_the_page_of_square_9() -> None:
    """`line-builder` takes the first of cells that do equally well: one edge would seem bad."""
    found = experiment("square-nine-which-cell", n=500, precision=None, seed=3)

    for section in found.sections:
        assert section.chart is not None
        rows = [series.y for series in section.chart.series]
        assert rows[0] == rows[2]
        assert all(row[0] == row[2] for row in rows)
        assert len({y for row in rows for y in row}) <= 4
