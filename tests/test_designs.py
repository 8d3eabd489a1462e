"""Designs: what house rules do, in toys where it is known by hand."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim import UserError
from cardsim.ask import design_story
from cardsim.ask.designed import ABOUT, AIMS
from cardsim.ask.fields import beginner_of, field
from cardsim.cli.design import EXTRA
from cardsim.games import _forget
from cardsim.runs.sealed import sealed
from cardsim.statistics.designs import (
    HIGH,
    LOW,
    ForkSums,
    Gauge,
    course_of,
    pareto_front,
    share_of_luck,
    share_of_play,
    share_that_matters,
    widest_gap,
)
from edited import edited
from typed import Command

CONTEST = '''"""Contest: two players; a coin, a count or a race decides."""

from cardsim.plain import PlainGame, number, numbers, option


class Contest(PlainGame):
    seats = (2, 2, 2)
    decisions = {"move": ("low", "high")}
    sees = {
        "first": number("whether nobody has moved", 0, 1),
        "score": numbers("points of both", 0, 9, 2),
    }
    hidden = ()
    usual = "low"

    class Rules:
        kind: str = option("coin", "what decides", choices=("coin", "count", "race"))

    def deal(self, chance):
        self.points, self.seat, self.moves = [0, 0], 0, 0
        self.most = 20 if self.rules.kind == "race" else 2
        return "move"

    def observe(self):
        return {"first": int(self.moves == 0), "score": self.points}

    def apply(self, action, chance):
        self.moves += 1
        if self.rules.kind == "count":
            self.points[self.seat] += action == "high"
        elif self.moves == (1 if self.rules.kind == "race" else self.most):
            self.points[chance.below(2)] += 5
        self.seat = 1 - self.seat
        return "move" if self.moves < self.most else None

    def score(self):
        return self.shared([points == max(self.points) for points in self.points])


GAME = Contest.game(__name__)
'''
STRATEGY = '''"""Always {0}."""

from cardsim import Strategy


def move(view):
    return {1}


STRATEGY = Strategy(game="contest", plays="play~ {0}", move=move)
'''


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The current folder is a workspace with Contest."""
    root = tmp_path_factory.mktemp("contest")
    (root / "games" / "contest").mkdir(parents=True)
    (root / "games" / "contest" / "__init__.py").write_text(CONTEST)
    (root / "strategies" / "contest").mkdir(parents=True)
    for name, action in (("low", 0), ("high", 1)):
        file = root / "strategies" / "contest" / f"{name}.py"
        file.write_text(STRATEGY.format(name, action))
    alone = CONTEST.replace('numbers("points of both", 0, 9, 2)', 'number("own points", 0, 9)')
    alone = alone.replace('"score": self.points}', '"score": self.points[self.seat]}')
    (root / "games" / "contest_alone").mkdir()
    (root / "games" / "contest_alone" / "__init__.py").write_text(alone)
    shutil.copytree(root / "strategies" / "contest", root / "strategies" / "contest-alone")
    for file in (root / "strategies" / "contest-alone").iterdir():
        file.write_text(file.read_text().replace('game="contest"', 'game="contest-alone"'))
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(root)
        patched.setenv("COLUMNS", "80")
        yield root
    _forget("contest")
    _forget("contest-alone")


@pytest.fixture(scope="module")
def designed(contest: Path) -> Any:
    """A coin, a count and a race, whose players play low."""
    del contest
    return cardsim.design("contest", n=100, seed=1, kind="coin,count,race", threads=1)


def test_a_coin_is_all_luck_and_a_count_none(designed: Any) -> None:
    coin, count, race = designed.designs

    for design in (coin, race):
        assert design.gauges["luck"] == pytest.approx((1, 1, 1), abs=0.001)
    assert count.gauges["luck"].value == 0
    assert [d.best for d in designed.designs] == [(), ("high",), ()]
    assert "count high does best" in designed.sentence


def test_decisions_matter_only_where_they_decide(designed: Any) -> None:
    matters = [design.gauges["matters"] for design in designed.designs]

    assert [gauge.value for gauge in matters] == [0, 1, 0]
    assert matters[1].low == 1


def test_a_race_decided_by_its_first_move_is_dead_for_19_of_20(designed: Any) -> None:
    race = designed.designs[2].gauges

    assert race["after"].value == pytest.approx(0.95)
    assert race["changes"].value == race["comebacks"].value == 0
    assert race["length"] == (20, 20, 20)
    assert designed.length == "decisions"


def test_ties_are_shared_wins(designed: Any) -> None:
    assert [design.gauges["ties"].value for design in designed.designs] == [0, 1, 0]


def test_a_score_that_never_changes_is_told_in_words(designed: Any) -> None:
    count = designed.designs[1]

    assert "no running score" in count.silent["changes"]
    assert not {"changes", "comebacks", "after"} & set(count.gauges)
    assert designed.frame()["after"].to_list()[1] is None


def test_designs_of_several_rules_are_told_apart_in_a_sentence(designed: Any) -> None:
    more = tuple(replace(d, settings=(*d.settings, ("goal", 2))) for d in designed.designs)

    told = replace(designed, designs=more).sentence

    assert "with 'count, goal 2' high does best" in told
    assert "with count high does best" in designed.sentence


def test_a_chart_tells_its_values_as_its_table_does(designed: Any) -> None:
    section = next(s for s in design_story.story(designed).sections if s.chart)

    assert section.chart is not None
    assert section.table is not None
    cells = tuple(row[1].partition(" (")[0] for row in section.table.rows)
    assert section.chart.series[0].told == cells
    assert cells[2] == "20"


def test_a_chart_of_several_rules_has_their_values_and_names_them_once(designed: Any) -> None:
    more = tuple(replace(d, settings=(*d.settings, ("goal", 2))) for d in designed.designs)

    told = design_story.story(replace(designed, designs=more))

    chart = next(s.chart for s in told.sections if s.chart)
    assert chart.x.endswith(", goal")
    assert all(str(x).endswith(", 2") for x in chart.series[0].x)


def test_luck_next_to_all_is_not_told_as_all(designed: Any) -> None:
    nearly = {"luck": Gauge(0.998, 0.997, 0.999)}
    some = tuple(replace(d, gauges={**d.gauges, **nearly}) for d in designed.designs)

    numbers = design_story.story(replace(designed, designs=some)).numbers

    assert [number.value[:4] for number in numbers if "luck" in str(number)] == ["99.8"]


def test_a_saved_design_is_read_back(designed: Any, tmp_path: Path) -> None:
    designed.save(tmp_path / "design.json")
    designed.save(tmp_path / "design.html")

    again = cardsim.load(tmp_path / "design.json")

    assert again == designed
    assert again.command == designed.command
    assert "What cannot be told" in (tmp_path / "design.html").read_text()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("length", [5.0, 5.0, 5.0]),
        ("ties", [0.5, 0.4, 0.6]),
        ("seats", [0.9, 0.8, 1.0]),
        ("luck", [1.5, 1.0, 2.0]),
        ("matters", [0.5, -0.5, 0.6]),
    ],
)
def test_a_saved_design_says_what_its_counts_say(
    designed: Any, tmp_path: Path, name: str, value: list[float]
) -> None:
    content = json.loads(designed.encoded(".json"))
    file = tmp_path / "design.json"

    file.write_text(json.dumps(sealed(edited(content, ("designs", 0, "gauges", name), value))))

    with pytest.raises(UserError, match="is damaged, or from another version of its game"):
        cardsim.load(file)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("designs", 1, "ways", 0, "first"), 3),
        (("designs", 1, "ways", 0, "strategy"), "low"),
        (("designs", 1, "between"), ["low", "nobody"]),
        (("designs", 0, "silent", "length"), "nobody knows"),
    ],
)
def test_a_saved_design_compares_what_it_names(
    designed: Any, tmp_path: Path, place: tuple[Any, ...], value: Any
) -> None:
    content = json.loads(designed.encoded(".json"))
    file = tmp_path / "design.json"

    file.write_text(json.dumps(sealed(edited(content, place, value))))

    with pytest.raises(UserError, match="is damaged, or from another version of its game"):
        cardsim.load(file)


def test_the_command_plays_the_same_and_the_front_follows_the_aims(
    contest: Path, command: Command
) -> None:
    del contest
    words = "design contest --kind coin,race -n 40 --seed 1 --aims length:low --json --quiet"

    said = json.loads(command(words).out)
    again = json.loads(command(f"{said['command'].removeprefix('cardsim ')} --json --quiet").out)

    assert again == said
    assert [design["front"] for design in said["designs"]] == [True, False]


def test_a_score_of_ones_own_alone_is_no_running_score(contest: Path, command: Command) -> None:
    del contest

    said = command("design contest-alone low high --kind coin -n 40 --seed 1 --json --quiet")

    assert said.status == 0, said.err
    (design,) = json.loads(said.out)["designs"]
    assert "its view has no running score that changes" in design["silent"]["changes"]


def test_help_names_all_measures_that_can_be_aimed_at_and_the_usual_aims() -> None:
    (about,) = (p.annotation.__metadata__[0].help for p in EXTRA if p.name == "aims")
    named, _, usual = about.partition("; each with :low or :high [default ")

    assert named.partition(": ")[2].split(", ") == [*ABOUT]
    for part, way in (usual.partition(";")[0], LOW), (usual.partition(";")[2], HIGH):
        assert {*re.findall("[a-z]+", part)} - {"and", "low", "high"} == {
            name for name, aim in AIMS.items() if aim == way
        }


def test_one_design_is_shown_alone(contest: Path, command: Command) -> None:
    del contest

    said = command("design contest low --kind race -n 40 --seed 1 --quiet")

    assert said.status == 0
    assert "The front" not in said.out
    assert "Luck: it takes two strategies that differ; name them." in " ".join(said.out.split())


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("contest --kind coin,card", "--kind must be coin, count, race, not card"),
        ("contest low middle", "no strategy called 'middle'"),
        ("contest middle", "no strategy called 'middle'"),
        ("contest -n 0", "-n must be a whole number of at least 1"),
        ("contest --aims fun", "--aims must name measures"),
        ("contest --aims luck", "--aims luck must say luck:high or luck:low"),
        ("contest --standing first", "--standing first is no number for each of 2 sides"),
        ("contest --standing first,score", "--standing first,score takes two players, and two"),
        ("contest --standing lives", "the view of contest has no field 'lives'"),
        ("contest --matters -1", "--matters must be"),
        ("scat --score-mode points --start-lives 2,3", "--start-lives"),
        ("scat --preset scat,nonsense", "nonsense"),
    ],
)
def test_bad_input_is_one_line(contest: Path, command: Command, words: str, wrong: str) -> None:
    del contest

    said = command(f"design {words}")

    assert said.status == 2
    assert said.out == ""
    assert wrong in said.err.splitlines()[0]


def test_where_nobody_decides_all_is_luck_and_seats_are_told_by_who_wins() -> None:
    (alone,) = cardsim.design("dice-game", n=400, players=3, seed=1).designs

    assert alone.gauges["luck"] == (1, 1, 1)
    assert alone.gauges["seats"].high < 0.3
    assert alone.silent["matters"] == "nobody decides anything"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"n": 1}, "-n must be at least 40 to measure a design, not 1"),
        ({"n": 40, "aims": "seats:low,seats:high"}, "--aims names seats twice"),
    ],
)
def test_what_no_design_can_be_measured_by_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError, match=told):
        cardsim.design("scat", preset=["scat", "harsh-knock"], **given)


def test_parameters_are_no_rules() -> None:
    with pytest.raises(UserError, match="--knock-threshold is no house rule"):
        cardsim.design("scat", knock_threshold="17,21", n=40)


# ---------------------------------------------------------------- by hand


def test_the_course_of_a_score() -> None:
    standing = np.array([[0, 0], [1, 0], [1, 2], [1, 2], [3, 2], [3, 2], [4, 2], [5, 2]])

    won, lost = course_of(standing, 0), course_of(standing[:4], 0)

    assert won == (2, False, 0.5)
    assert lost == (1, True, 0.0)


def test_the_widest_gap_is_nothing_where_intervals_overlap() -> None:
    assert widest_gap([Gauge(0.5, 0.4, 0.6), Gauge(0.4, 0.3, 0.45)]) == pytest.approx((0.1, 0, 0.3))
    assert widest_gap([Gauge(0.5, 0.4, 0.6), Gauge(0.2, 0.1, 0.3)]).low == pytest.approx(0.1)


def test_luck_is_what_play_does_not_explain() -> None:
    """A gap of 1 between two ways: variance 1/4 between them, and 3/4 within."""
    luck = share_of_luck(Gauge(1, 0, 2), 0.75**0.5)

    assert luck == pytest.approx((0.75, 3 / 7, 1))


def test_a_situation_that_cannot_be_placed_widens_the_interval() -> None:
    """Three situations: one matters, one does not, one came too rarely."""
    forks = np.array([[100, 100, 5], [100, 100, 5]])
    more = np.stack([np.zeros((2, 3)), np.array([[-50, 0, -5], [-50, 0, -5]])], axis=2)
    possible = np.repeat(forks[:, :, None], 2, axis=2)
    sums = ForkSums(forks, forks, possible, more, np.abs(more))

    share = share_that_matters([sums], 0.2)

    assert share == pytest.approx((0.5, 200 / 410, 210 / 410))
    assert share_that_matters([ForkSums(*(x[:, 2:] for x in sums))], 0.2) is None


def test_a_design_leaves_the_front_only_if_another_is_surely_better() -> None:
    good, same, poor = Gauge(0.3, 0.2, 0.4), Gauge(0.4, 0.3, 0.5), Gauge(0.6, 0.5, 0.7)
    aims = {"ties": "low", "changes": "high"}

    assert pareto_front([{"ties": good}, {"ties": same}, {"ties": poor}], aims) == [
        True,
        True,
        False,
    ]
    both = [{"ties": good, "changes": good}, {"ties": poor, "changes": poor}]
    assert pareto_front(both, aims) == [True, True]


@pytest.mark.full
def test_luck_is_what_a_comparison_of_the_two_leaves() -> None:
    people = field("scat")
    ways = people.safest, beginner_of(people).name
    pair = cardsim.compare("scat", *ways, n=20_000, seed=2, vs="field")
    spread = math.hypot(*(one.estimate.sd for one in pair.contenders)) / math.sqrt(2)
    play = 100 * share_of_play(pair.gap(0, 1).value, spread, 1)

    (alone,) = cardsim.design("scat", n=20_000, seed=1, preset="scat").designs

    luck = alone.gauges["luck"]
    assert 100 * (1 - luck.high) - 1 < play < 100 * (1 - luck.low) + 1
