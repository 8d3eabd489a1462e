"""A review finds what is wrong with a strategy, and nothing where nothing is."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import cardsim
from cardsim import Strategy, UserError
from cardsim.ask.reviewed import Review, ReviewSpec, check_fine
from cardsim.ask.reviews import reviewed
from cardsim.cli import delivery
from cardsim.games import load_game
from cardsim.rng import uniform
from cardsim.runs import wording
from cardsim.runs.changed import Change, changed_run
from cardsim.runs.hands import play_hands
from cardsim.runs.preparation import compile_run, resolve
from cardsim.runs.request import Request
from cardsim.runs.rollouts import ActionValues, DecisionTable, Rollouts, asked_about
from cardsim.runs.sealed import sealed
from cardsim.show.pages import html_of
from cardsim.show.stories import story_of
from cardsim.showing import Progress
from cardsim.statistics.situations import (
    LEAST,
    Box,
    Half,
    boxes,
    found_in,
    mean_of,
    together,
)
from typed import Command

pytestmark = pytest.mark.usefixtures("workspace")
SEED = 3


def shy(view: Any) -> Any:
    """Take the discard unless it is a really good one."""
    return view.value < view.value_with_discard < view.value + 8


def hasty(view: Any) -> Any:
    """Knock at 12 on the first turn, and hardly later: by hand it does not pay."""
    return view.value >= (12 if view.own_turns == 0 else 31)


@pytest.mark.full
def test_a_good_discard_that_is_never_taken_is_what_costs_most() -> None:
    strategy = Strategy("scat", name="shy", plays="leave~ good cards", draw_source=shy)
    found = cardsim.review(
        "scat",
        200_000,
        unit="hand",
        strategy=strategy,
        seed=SEED,
        by="draw-source:gain,value",
        vs="usual",
    )

    top = found.situations[0]
    least, most = top.ranges[0]
    assert (top.asked.decision.name, top.asked.choices[top.better]) == (
        "draw-source",
        "take-discard",
    )
    assert (least, most) == (8, 12)
    assert top.rule is not None
    assert min(top.rule.low, top.cost.low) > 0.1
    assert "where the top discard adds 8 or more points" in found.sentence
    assert "choose take-discard instead" in found.sentence


@pytest.mark.full
def test_a_knock_at_twelve_on_the_first_turn_is_what_costs_most() -> None:
    strategy = Strategy("scat", name="hasty", plays="knock~ at once", knock=hasty)
    found = cardsim.review("scat", 200_000, unit="hand", strategy=strategy, seed=SEED, vs="usual")

    top = found.situations[0]
    value, turns, *others = top.ranges
    assert (top.asked.decision.name, top.asked.choices[top.better]) == ("knock", "continue")
    assert value[0] == 12
    # From 20 on it makes little difference, on the first turn.
    assert value[1] >= 15
    assert turns == (0, 0)
    assert others == [(0, 3), (2, 6)]
    assert "holding 12" in found.sentence
    assert "you choose knock, which costs" in found.sentence
    assert found.situations[0].cost.value == max(s.cost.value for s in found.situations)


def moody(view: Any, chance: Any) -> Any:
    """Knock at 12 on the first turn every other time, by chance."""
    return view.value >= (12 if view.own_turns == 0 and uniform(chance) < 0.5 else 31)


@pytest.mark.full
def test_who_draws_chance_is_reviewed_by_what_he_did() -> None:
    strategy = Strategy("scat", name="moody", plays="knock~ on a whim", knock=moody)
    one, two = (
        cardsim.review(
            "scat", 100_000, unit="hand", strategy=strategy, seed=SEED, threads=t, vs="usual"
        )
        for t in (1, 2)
    )

    top = one.situations[0]
    assert one.to_json() == two.to_json()
    assert (top.asked.decision.name, top.asked.choices[top.better]) == ("knock", "continue")
    assert top.ranges[0][0] == 12
    assert top.ranges[1] == (0, 0)
    often = {
        row["choice"]: row["often"]
        for row in one.cells()
        .filter(pl.col("own-turns") == 0, pl.col("value").is_between(12, 20), decision="knock")
        .group_by("choice")
        .agg(pl.col("often").sum())
        .to_dicts()
    }
    # Some 20,000 decisions: 0.05 is 14 standard errors.
    assert often["knock"] / sum(often.values()) == pytest.approx(0.5, abs=0.05)


OPTIMAL = {"strategy": "threshold:keep_from=8", "vs": "threshold:keep_from=0", "players": 2}
"""Against one who never swaps a card of seven is as good as another, and all others are better kept
or swapped: a seven beats as many as it loses to, and so does any card that comes in its place."""


def of_high_card(seed: int, n: int = 20_000, **asked: Any) -> Review:
    return cardsim.review(
        "high-card", n, seed=seed, threads=1, by="swap:value", **{**OPTIMAL, **asked}
    )


@pytest.mark.full
def test_the_best_strategy_of_a_toy_has_no_situation_that_costs_anything() -> None:
    """The interval of each situation misses on this side at most once in forty reviews.

    That three of twenty do so has a chance of 1.2 in a hundred.
    """
    found = [of_high_card(seed) for seed in range(20)]

    assert sum(bool(r.situations) for r in found) < 3
    assert all("no situation was found" in r.sentence for r in found if not r.situations)
    # Something was looked at, and would have been seen.
    assert all(r.looked_at == 13 for r in found)
    assert max(d.cost.high for r in found for d in r.decisions) < 0.02


@pytest.mark.parametrize(("kept", "wrong", "better"), [(10, (8, 9), "keep"), (6, (6, 6), "swap")])
def test_a_threshold_that_is_wrong_by_some_is_told_by_how_much(
    kept: int, wrong: tuple[int, int], better: str
) -> None:
    found = of_high_card(SEED, 200_000, strategy=f"threshold:keep_from={kept}")

    (top,) = found.situations
    low, high = top.ranges[0]
    # With a seven it makes no difference.
    assert (low, high) in {wrong, (7, wrong[1]), (wrong[0], 7)}
    assert top.asked.choices[top.better] == better
    assert top.rule is not None
    assert top.rule.low < top.cost.high
    assert top.rule.high > top.cost.low


def by_suit(view: Any) -> Any:
    """Swap red cards: what the card is worth does not matter."""
    return view.card // 13 % 2


def test_choices_that_are_as_good_are_not_told_apart() -> None:
    """Two players who swap by suit: a card that is kept wins as often as one that comes.

    Both halves together raise a false alarm once in forty reviews; three of twenty have a chance of
    1.2 in a hundred.
    """
    even = Strategy("high-card", name="by-suit", plays="swap~ red cards", swap=by_suit)
    asked: dict[str, Any] = {"strategy": even, "vs": even, "preset": "long"}
    found = [
        cardsim.review(
            "high-card",
            20_000,
            players=2,
            seed=seed,
            threads=1,
            by="swap:seat,swaps-left",
            **asked,
        )
        for seed in range(20)
    ]

    assert sum(bool(r.situations) for r in found) < 3
    assert all(r.looked_at == 6 for r in found)
    # There is luck in it, so that there might have been an alarm.
    assert all((r.cells()["error"] > 0).any() for r in found)


# ---------------------------------------------------------------- honest numbers


def made_up(rng: np.random.Generator, true: np.ndarray[Any, Any], hands: int) -> Rollouts:
    """Forks of hands in which a choice brings 1, 0 or -1 more, on average what is true there."""
    asked = asked_about(load_game("scat"), ["knock:value,own-turns"])[0]
    sums: dict[str, list[Any]] = {"forks": [], "tried": [], "more": [], "squares": []}
    for _ in range(2):
        forks = rng.multinomial(hands, np.full(true.size, 1 / true.size)).reshape(true.shape)
        ups = rng.binomial(forks, 0.25 + true / 2)
        downs = rng.binomial(forks - ups, (0.25 - true / 2) / (0.75 - true / 2))
        blank = np.zeros_like(forks)
        sums["forks"].append(forks)
        sums["tried"].append(np.stack([blank, forks], -1))
        sums["more"].append(np.stack([blank, ups - downs], -1))
        sums["squares"].append(np.stack([blank, (ups + downs).astype(float)], -1))
    forks, tried, more, squares = (np.array(v) for v in sums.values())
    own = np.stack([forks, np.zeros_like(forks)], -1)
    worth = ActionValues(asked, forks, forks, own, own + tried, tried, more, squares)
    return Rollouts(2 * hands, (hands, hands), (worth,), partial=False)


def spec_of(measure: str | None = None) -> ReviewSpec:
    return ReviewSpec(
        resolve(Request("scat", unit="hand", measure=measure, seed=1, vs="usual"), 1).spec
    )


@pytest.mark.full
def test_noise_alone_is_taken_for_something_once_in_forty_times_at_most() -> None:
    """Of 200 reviews more than 14 are a false alarm with a chance of one in a thousand."""
    rng, spec = np.random.default_rng(7), spec_of()
    true = np.zeros((30, 6))
    found = [reviewed(spec, made_up(rng, true, 20_000)) for _ in range(200)]

    assert sum(bool(r.situations) for r in found) <= 14
    assert sum(r.candidates for r in found) > 200


@pytest.mark.full
def test_what_costs_something_is_in_its_interval_all_at_once() -> None:
    """Of 200 reviews more than 22 have an interval that misses with a chance of one in 3000."""
    rng, spec = np.random.default_rng(11), spec_of()
    true = np.zeros((30, 6))
    true[5:12, 0:2], true[12:20, 0:3], true[20:, :] = 0.08, -0.1, 0.03
    misses = shown = 0
    for _ in range(200):
        found = reviewed(spec, made_up(rng, true, 20_000))
        step = found.unit.step(found.measure, {})
        missed = False
        for s in found.situations:
            (a, b), (c, d) = s.ranges
            exact = step * true[a - 2 : b - 1, c : d + 1].sum() / true.size
            missed |= not s.cost.low <= exact <= s.cost.high
            shown += 1
        misses += missed

    assert misses <= 22
    assert shown > 200


@pytest.mark.full
def test_what_all_boxes_are_worth_is_as_sure_as_it_says() -> None:
    """Of 200 more than 22 miss by 1.96 errors with a chance of one in 3000."""
    rng = np.random.default_rng(13)
    true = np.zeros((30, 6))
    true[5:12, 0:2], true[12:20, 0:3], true[20:, :] = 0.08, -0.1, 0.03
    misses = 0
    for _ in range(200):
        forked = made_up(rng, true, 20_000)
        (w,) = forked.worth
        first, second = (
            Half(20_000, w.possible[h], w.tried[h], w.more[h], w.squares[h]) for h in (0, 1)
        )
        found = found_in([(first, second)])
        exact = sum(true[f.box.cells].sum() for f in found) / true.size / 2
        amount = together(found)
        misses += abs(amount.value - exact) > 1.96 * amount.error

    assert misses <= 22
    assert exact > 0


def test_neighbours_with_the_same_advice_are_one_situation_and_others_are_not() -> None:
    rng, spec = np.random.default_rng(5), spec_of()
    true = np.full((30, 6), -0.2)
    true[5:12, 0:2], true[15:18, :] = 0.2, 0.2
    found = reviewed(spec, made_up(rng, true, 300_000))

    assert sorted(s.ranges for s in found.situations) == [
        ((7, 13), (0, 1)),
        ((17, 19), (0, 5)),
    ]


def test_a_few_forks_say_nothing() -> None:
    tried = np.zeros((4, 2), np.int64)
    tried[0, 1] = LEAST // 2 - 1
    half = Half(10_000, tried + 1, tried, 5 * tried, 25.0 * tried)

    assert boxes(half) == []
    enough = Half(10_000, tried + 1, 2 * tried, 10 * tried, 50.0 * tried)
    assert boxes(enough) == [Box((0,), (0,), 1)]
    # Nothing came of the others: the rule needs no limit.
    alone = Half(10_000, 2 * tried, 2 * tried, 10 * tried, 50.0 * tried)
    assert boxes(alone) == [Box((0,), (3,), 1)]


def test_a_mean_over_hands_counts_those_without_a_fork() -> None:
    values = np.r_[np.ones(30), -np.ones(10), np.zeros(60)]
    found = mean_of(values.sum(), (values**2).sum(), 100)

    assert found.value == pytest.approx(values.mean())
    assert found.error == pytest.approx(values.std(ddof=1) / 10)


# ---------------------------------------------------------------- a rule that is changed


def outcomes(run: Any, count: int = 3000) -> bytes:
    played = play_hands(compile_run(run), 0, count)
    assert played is not None
    return bytes(played.tobytes())


def changing(game: str, by: str, ranges: Any, choice: int) -> Change:
    (asked,) = asked_about(load_game(game), [by])
    return Change(asked, ranges, choice)


@pytest.mark.full
def test_a_strategy_with_one_choice_replaced_plays_as_one_that_is_written_so() -> None:
    run = resolve(Request("scat", unit="hand", vs="suit-keeper", seed=SEED), 1)
    patient = resolve(
        Request(
            "scat",
            unit="hand",
            vs="suit-keeper",
            seed=SEED,
            strategy="threshold:knock_threshold=25",
        ),
        1,
    )
    change = changing("scat", "knock:value", ((21, 24),), 0)

    changed = changed_run(run, [change])

    assert change.condition == "21 <= int(view.value) <= 24"
    assert outcomes(changed) == outcomes(patient) != outcomes(run)


def test_rules_that_are_changed_at_once_are_changed_one_after_the_other() -> None:
    run = resolve(Request("scat", unit="hand", seed=SEED, vs="usual"), 1)
    never = resolve(
        Request(
            "scat", unit="hand", seed=SEED, vs="threshold", strategy="threshold:knock_threshold=31"
        ),
        1,
    )
    changes = [changing("scat", "knock:value", r, 0) for r in (((21, 25),), ((26, 30),))]

    assert outcomes(changed_run(run, changes)) == outcomes(never)


def whim(view: Any, chance: Any, memory: Any, often: float = 0.5) -> Any:
    memory.asked += 1
    return uniform(chance) < often and memory.asked > 1 and view.value > 0


def kept_whim(view: Any, chance: Any, memory: Any, often: float = 0.5) -> Any:
    memory.asked += 1
    wanted = uniform(chance) < often and memory.asked > 1
    return 0 if view.value >= 20 else wanted


@pytest.mark.full
def test_what_it_remembers_and_its_chance_go_on_where_it_chooses_otherwise() -> None:
    memory = [("asked", "i8")]
    before = Strategy("scat", name="whim", knock=whim, memory=memory)
    after = Strategy("scat", name="whim", knock=kept_whim, memory=memory)
    asked: dict[str, Any] = {"unit": "match", "seed": SEED, "players": 2}
    run = resolve(
        Request("scat", strategy=before, options={"often": 0.7}, vs="random-play", **asked), 1
    )
    written = resolve(
        Request("scat", strategy=after, options={"often": 0.7}, vs="random-play", **asked), 1
    )

    changed = changed_run(run, [changing("scat", "knock:value", ((20, 31),), 0)])

    assert outcomes(changed, 300) == outcomes(written, 300) != outcomes(run, 300)


def test_a_choice_that_is_not_legal_is_left_as_it_was() -> None:
    """A card that was just taken from the discards may not be thrown, whatever the rule says."""
    run = resolve(Request("scat", unit="hand", seed=SEED, vs="usual"), 1)
    changed = changed_run(run, [changing("scat", "discard:value", ((2, 31),), 3)])

    assert outcomes(changed) != outcomes(run)


@pytest.mark.full
def test_what_an_expert_does_in_some_situations_is_played_as_he_would() -> None:
    run = resolve(Request("ninety-nine", seed=SEED, strategy="dump-high", vs="hover"), 1)
    (asked,) = asked_about(load_game("ninety-nine"), ["play-card:total"])
    expert = asked.choices.index("worth-keeping")
    as_he_does = resolve(Request("ninety-nine", seed=SEED, strategy="worth-keeping", vs="hover"), 1)

    always = changed_run(run, [Change(asked, ((0, 99),), expert)])
    never = changed_run(run, [Change(asked, ((0, 99),), asked.choices.index("dump-high"))])

    assert outcomes(always, 500) == outcomes(as_he_does, 500) != outcomes(run, 500)
    assert outcomes(never, 500) == outcomes(run, 500)


@pytest.mark.full
def test_where_cards_are_many_a_review_compares_what_experts_play(tmp_path: Path) -> None:
    found = cardsim.review(
        "chinese-ten", 20_000, strategy="greedy", seed=SEED, by="play-card:hand-size", vs="usual"
    )

    top = found.situations[0]
    assert top.asked.choices[top.better] == "forethought"
    assert "you choose otherwise than forethought does, which costs" in found.sentence
    assert top.rule is not None
    assert top.rule.low > 0
    assert found.frame()["chosen"].to_list()[0] is None
    assert "You choose most" not in html_of(found).decode()
    (tmp_path / "saved.json").write_text(found.to_json(), "utf-8")
    assert html_of(cardsim.load(tmp_path / "saved.json")) == html_of(found)


# ---------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("ranges", "told"),
    [
        ((12, 14, 1, 4), "holding 12 to 14 points, where the top discard adds 1 to 4 points"),
        ((2, 20, 0, 12), "holding at most 20 points"),
        ((2, 31, 8, 12), "where the top discard adds 8 or more points"),
        ((2, 31, 0, 12), ""),
    ],
)
def test_a_situation_is_told_as_people_say_it(ranges: tuple[int, ...], told: str) -> None:
    game = load_game("scat")
    (asked,) = asked_about(game, ["draw-source:value,gain"])
    pairs = list(zip(ranges[::2], ranges[1::2], strict=True))

    assert wording.situation(asked.features, pairs) == told


# ---------------------------------------------------------------- what comes of it


@pytest.fixture(scope="module")
def review() -> Review:
    """A strategy that knocks too early, by hand."""
    return cardsim.review(
        "scat",
        60_000,
        unit="hand",
        knock_threshold=15,
        seed=SEED,
        threads=1,
        by=["knock:value,own-turns", "draw-source:gain,value"],
        vs="usual",
    )


@pytest.mark.full
def test_the_same_bytes_come_of_one_thread_and_of_two(review: Review) -> None:
    again = cardsim.review(
        "scat",
        60_000,
        unit="hand",
        knock_threshold=15,
        seed=SEED,
        threads=2,
        by=["knock:value,own-turns", "draw-source:gain,value"],
        vs="usual",
    )

    assert again.to_json() == review.to_json()
    assert again == review
    assert html_of(again) == html_of(review)


def test_its_command_gives_it_again(review: Review, command: Command) -> None:
    said = command(f"{review.command.removeprefix('cardsim ')} --json --quiet")

    assert said.status == 0
    assert json.loads(said.out) == json.loads(review.to_json())


@pytest.mark.full
def test_a_saved_review_is_the_review(review: Review, tmp_path: Path, command: Command) -> None:
    file = tmp_path / "saved.json"
    file.write_text(review.to_json(), "utf-8")

    again = cardsim.load(file)

    assert isinstance(again, Review)
    assert again == review
    assert again.to_json() == review.to_json()
    assert again.counts().equals(review.counts())
    assert command(f"report {file}").status == 0
    assert file.with_suffix(".html").read_bytes() == html_of(review)


@pytest.mark.parametrize(
    "wrong", [{"value": 99}, {"value": -1}, {"choice": "fold"}, {"half": 2}, {"met": None}]
)
def test_a_damaged_review_is_refused_in_one_line(
    review: Review, tmp_path: Path, wrong: dict[str, Any]
) -> None:
    saved = json.loads(review.to_json())
    for name, value in wrong.items():
        saved["counts"]["knock"][name][0] = value
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(sealed(saved)), "utf-8")

    with pytest.raises(UserError, match="is damaged, or from another version of its game"):
        cardsim.load(file)


def test_its_frames_are_tidy_and_agree(review: Review) -> None:
    found, cells, counts = review.frame(), review.cells(), review.counts()
    decisions = review.decisions_frame()

    assert found["decision"][0] == "knock"
    assert found["better"][0] == "continue"
    assert (found["low"] > 0).all()
    assert found["value"].is_sorted(descending=True)
    assert decisions["decision"].to_list() == ["knock", "draw_source"]
    assert set(cells["decision"]) == {"knock", "draw_source"}
    # Gain is a feature of Scat, and a column.
    assert {"value", "own-turns", "gain_", "gain"} <= set(cells.columns)
    assert counts["more"].dtype == pl.Int64
    own = cells.filter(decision="knock", choice="knock")["often"].sum()
    assert 0 < own < 1
    assert cells.filter(decision="knock")["often"].sum() == pytest.approx(decisions["often"][0])


def test_what_a_rule_gains_is_what_two_runs_say_of_those_hands(review: Review) -> None:
    top = review.situations[0]
    run = resolve(
        Request("scat", unit="hand", seed=SEED, options={"knock_threshold": 15}, vs="usual"),
        60_000,
        first=60_000,
    )
    values = []
    for one in (run, changed_run(run, [top.change])):
        played = play_hands(compile_run(one), 60_000, 60_000)
        assert played is not None
        column = review.unit.column(review.measure)
        values.append(played[column.field].astype(float) * column.scale)
    gained = values[1] - values[0]

    assert top.rule is not None
    assert top.rule.value == pytest.approx(gained.mean())
    assert review.changed_hands == 60_000
    error = gained.std(ddof=1) / np.sqrt(60_000)
    assert 1.9 * error < top.rule.high - top.rule.value < 3 * error


def test_the_terminal_has_the_answer_the_situations_and_the_command(review: Review) -> None:
    text = "\n".join(delivery.told(review, story_of(review)))

    assert text.startswith("If you knock at 15, you give away ")
    assert "to first order" in text
    assert "\nWhat costs most\n" in text
    assert re.search(r"continue +\d+\.\d \(± \d\.\d\) +\d+\.\d+ \(± ", text)
    assert "what costs something for certain is shown, once" in text
    assert f"Again          {review.command}" in text


def test_its_page_has_a_picture_of_each_decision_and_a_table_below(review: Review) -> None:
    text = html_of(review).decode()

    assert text.count("<figure>") == 2
    assert "What is better at knock" in text
    assert "The numbers of the map of draw_source" in text
    assert "to first order" in text
    assert review.command.replace("'", "&#39;") in text
    assert len(text) < 400_000


def test_a_notebook_shows_it(review: Review) -> None:
    assert "<svg" in review._repr_html_()
    assert review.plot() is not None
    assert repr(review).startswith("<Review scat: If you knock at 15")
    assert review.to_pandas()["decision"].iloc[0] == "knock"


@pytest.mark.parametrize("suffix", [".html", ".json", ".csv", ".parquet"])
@pytest.mark.kept(2)
def test_its_file_is_by_the_suffix(suffix: str, command: Command, tmp_path: Path) -> None:
    file = tmp_path / f"review{suffix}"
    words = f"review high-card --players 2 --keep-from 12 --by swap:value -n 2e4 --seed 1 -o {file}"
    said = command(words)

    assert said.status == 0, said.err
    assert file.stat().st_size > 100
    if suffix == ".json":
        assert json.loads(file.read_text())["schema"] == "cardsim.review/4"
    if suffix == ".csv":
        assert pl.read_csv(file)["better"].to_list()[0] == "keep"
    if suffix == ".parquet":
        assert pl.read_parquet(file)["squares"].sum() > 0


def forks_of(asked: DecisionTable, each: int, cells: int) -> ActionValues:
    """As many forks in each of some situations."""
    forks = np.zeros((2, *asked.shape), np.int64)
    forks.reshape(2, -1)[:, :cells] = each
    none = np.zeros((*forks.shape, len(asked.choices)), np.int64)
    return ActionValues(asked, forks, forks, none, none, none, none, none.astype(np.float64))


def test_a_decision_that_hardly_comes_up_is_no_reason_to_refuse_all_else() -> None:
    game = load_game("scat")
    hammer, knock = asked_about(game, ["hammer:value", "knock:value"])
    unit = game.units["hand"](game.rules(), 3)
    often, rare = forks_of(knock, 1000, 5), forks_of(hammer, 1, 10)

    check_fine(Rollouts(20_000, (10_000, 10_000), (often, rare), partial=False), unit, named=False)

    for worth, named in (((often, rare), True), ((rare,), False)):
        with pytest.raises(UserError, match="forks lie in situations that got at most 2"):
            check_fine(Rollouts(20_000, (10_000, 10_000), worth, partial=False), unit, named=named)


@pytest.mark.full
def test_partners_may_be_reviewed_too() -> None:
    found = cardsim.review(
        "side-by-side", 20_000, unit="hand", strategy="thrifty:bid_from=5", seed=1, by="bid:seat"
    )

    assert [d.name for d in found.decisions] == ["bid"]
    assert found.situations
    assert found.situations[0].rule is not None


def test_with_named_seats_the_first_is_reviewed() -> None:
    seats = ["threshold:knock_threshold=14", "threshold", "suit-keeper"]
    found = cardsim.review("scat", 30_000, unit="hand", seats=seats, seed=SEED, by="knock:value")

    assert found.sentence.startswith("If you knock at 14, you give away ")
    assert "and are the first to play, while the second to play knocks at 21" in found.sentence
    assert found.situations[0].rule is not None
    assert "Where does threshold (knock-threshold 14) give most away?" in html_of(found).decode()
    assert "The first to play" in "\n".join(delivery.told(found, story_of(found)))


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "review scat --vs usual --by knok:value",
            "--by must name a decision of scat (*), not 'knok'",
        ),
        (
            "review scat --vs usual --by knock:valu",
            "--by knock must name features of scat, not 'valu'",
        ),
        ("review dice-game", "nobody decides anything in dice-game: there is nothing to review"),
        (
            "review high-card",
            "high-card does not say what its situations are told apart by; --by must",
        ),
        (
            "review side-by-side --by lay:seat",
            "--by lay: what may be chosen there has no names, so that choices cannot be told apart",
        ),
        (
            "review scat -n 300 --by knock:value,own-turns,turn --seed 1",
            "--by knock: situations are too many to be told apart, *, in 300 matches: half of *",
        ),
        ("review scat -n 0", "-n must be a whole number of at least 1, *"),
        (
            "review scat --by hammer:value -n 100",
            "in 100 matches you have no choice at hammer by these rules",
        ),
        ("review scat --knock-threshold 20..22", "--knock-threshold takes one value in a review*"),
        (
            "review scat --unit hand --measure turns -n 10",
            "--measure turns: neither more nor less of it is better to play for",
        ),
        ("review scat -o x.txt", "--output x.txt must end in *"),
    ],
)
@pytest.mark.kept(10)
def test_what_cannot_be_reviewed_is_said_in_a_line(
    words: str, message: str, command: Command
) -> None:
    said = command(words)
    first, *rest = [x for x in said.err.splitlines() if not x.startswith("Compiling ")]

    assert said.status == 2
    assert said.out == ""
    # What stands in brackets would be a set of letters to `fnmatch`.
    assert fnmatch(first.replace("[", "("), f"cardsim: {message}")
    assert all(line.startswith("hint: ") for line in rest)


def test_a_strategy_in_python_is_refused() -> None:
    plain = Strategy("scat", name="plain", compiled=False, knock=lambda view: view.value > 20)

    with pytest.raises(UserError, match="'plain' is in Python and cannot be played on"):
        cardsim.review("scat", 100, vs=plain)
    with pytest.raises(UserError, match="--by must be like knock:value"):
        cardsim.review("scat", 100, by=7)  # type: ignore[arg-type]


def names_taken(view: Any, count_legal: int = 21) -> Any:
    return view.value >= count_legal


def test_where_no_function_can_be_made_around_a_strategys_it_is_said() -> None:
    strategy = Strategy("scat", name="odd", knock=names_taken)
    found = cardsim.review(
        "scat",
        60_000,
        unit="hand",
        strategy=strategy,
        seed=SEED,
        by="knock:value",
        count_legal=15,
        vs="usual",
    )

    assert found.situations
    assert all(s.rule is None for s in found.situations)
    assert found.note == (
        "What each gains as a rule was not played: strategy 'odd' has a parameter 'count_legal', "
        "a name that is taken."
    )
    assert found.note in " ".join("\n".join(delivery.told(found, story_of(found))).split())


@pytest.mark.parametrize("phase", ["forks", "rules"])
@pytest.mark.kept(1)
def test_an_interrupted_review_gives_what_was_done(phase: str) -> None:
    hands = 10**9 if phase == "forks" else 10**6

    sent: list[Progress] = []

    def interrupt(far: Progress) -> None:
        # A second one would not wait for what is done.
        if not sent and (far.total == hands) == (phase == "forks"):
            sent.append(far)
            os.kill(os.getpid(), signal.SIGINT)

    found = cardsim.review(
        "scat",
        hands,
        unit="hand",
        knock_threshold=15,
        seed=SEED,
        by="knock:value",
        threads=1,
        progress=interrupt,
        vs="usual",
    )

    assert found.partial
    assert found.sentence.startswith(f"Interrupted after {found.hands} hands. If you knock at 15")
    assert (found.hands < hands) == (phase == "forks")
    assert (found.changed_hands < hands) or phase == "forks"
    # So few as were forked would be refused.
    assert f"-n {hands} " in found.command


def test_ctrl_c_has_its_status(command: Command) -> None:
    words = "review scat --vs usual --unit hand --by knock:value --seed 1 --threads 1 --quiet -n"
    assert command(f"{words} 1000").status == 0
    # By then it plays. While files are loaded, Python may lose what a signal raises.
    later = threading.Timer(3, os.kill, (os.getpid(), signal.SIGINT))
    later.start()
    said = command(f"{words} 1e9")
    later.join()

    assert said.status == 130
    assert said.out.startswith("Interrupted after ")


def test_too_few_hands_for_the_games_own_table_are_told_by_what_was_typed() -> None:
    with pytest.raises(UserError, match=r"^-n 200: the situations of [a-z_-]+ are too many"):
        cardsim.review("scat", 200, unit="hand", strategy="chase-31", seed=1)


def test_a_decision_may_be_named_as_a_strategy_writes_it() -> None:
    found = cardsim.review("scat", 3000, unit="hand", by="draw_source:value", seed=1, vs="usual")

    assert set(found.cells()["decision"]) == {"draw_source"}


def test_the_command_of_a_review_interrupted_too_early_asks_for_all_of_it() -> None:
    found = cardsim.review("scat", 20_000, unit="hand", seed=SEED, by="knock:value", vs="usual")
    early = replace(found, hands=30, partial=True, worth=tuple(map(_few, found.worth)))

    assert "-n 20000 " in early.command
    assert "-n 10000 " in replace(found, hands=10_000, partial=True).command


def _few(worth: ActionValues) -> ActionValues:
    return replace(worth, forks=np.minimum(worth.forks, 1))
