"""The price list: the best card of few lines, where that is known, and never a line too many."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

import cardsim
from cardsim.ask.comparisons import Difference
from cardsim.cli import main
from cardsim.games import game_names, load_game
from cardsim.runs.preparation import prepare
from cardsim.runs.run import play
from cardsim.runs.seating import Seated
from cardsim.search.learned import dropped_by, loaded, rules_of
from cardsim.search.lines import (
    Card,
    CardSearch,
    _some,
    _spoken,
    lines_of,
    rules_by_decision,
    said,
    sources_of,
)
from cardsim.studies import prices, three_of
from cardsim.workspace import load_strategy, strategy_files
from test_learn_exact import MOST, turn_worth

pytestmark = pytest.mark.usefixtures("workspace")
SEED = 5


@cache
def priced() -> cardsim.Learned:
    """Cards of Roll On for most points, begun with one who stops far too late."""
    return learned(lines=2)


def learned(**asked: Any) -> cardsim.Learned:
    asked |= {"start": "hold:stop_at=30", "by": "press:total", "measure": "points", "seed": SEED}
    return cardsim.learn("roll-on", 20_000, **{"threads": 1} | asked)


@pytest.mark.full
def test_the_best_rule_of_one_line_is_found() -> None:
    """Whoever wants most points stops at 20, as is known."""
    payoff = [float(k) for k in range(MOST + 1)]
    best = turn_worth(payoff)
    late = turn_worth(payoff, lambda total: total >= 30)

    (line,) = priced().rounds[0].words

    stop_at = int(next(word for word in line.split() if word.isdecimal()))
    assert turn_worth(payoff, lambda total: total >= stop_at) > best - 0.05
    _, low, high = priced().rounds[0].gain
    assert low - 0.05 < best - late < high + 0.05
    assert low > 0.3


@pytest.mark.full
def test_a_line_that_gains_nothing_is_not_added() -> None:
    """One number is all there is to know of Roll On for most points."""
    one, two = priced().rounds

    assert two.words == one.words
    assert two.gain[0] == 0


@pytest.mark.full
def test_cards_have_no_more_lines_than_were_asked_for() -> None:
    found = priced()

    assert [done.number for done in found.rounds] == [1, 2]
    assert all(len(done.words) <= done.number for done in found.rounds)
    assert found.card == list(found.rounds[-1].words)
    assert f"- {found.card[0]}" in found.text


@pytest.mark.full
def test_each_card_has_its_lines_at_most_and_its_file_plays_as_it_was_valued() -> None:
    asked: dict[str, Any] = {"unit": "hand", "vs": "usual", "seed": SEED}

    found = cardsim.learn("scat", 3000, lines=3, threads=1, **asked)

    spec = found.after.spec
    for done in found.rounds:
        player = loaded(done.text)
        again = play(prepare("scat", strategy=player, first=spec.first, hands=spec.hands, **asked))
        assert len(done.words) <= done.number
        assert again.headline == done.result.headline
    assert len(found.rounds[-1].words) > 1


@pytest.mark.full
def test_the_same_seed_finds_the_same_cards_and_a_file_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(priced().to_json(), "utf-8")

    kept = cardsim.load(path)
    assert isinstance(kept, cardsim.Learned)
    assert kept.rounds[0].words == priced().rounds[0].words
    assert learned(lines=2, threads=2).to_json() == priced().to_json()
    assert "--lines 2" in priced().command


@pytest.mark.parametrize(
    ("game", "line", "told"),
    [
        (
            "scat",
            "take discard where the top discard adds 3 or more points",
            "take the top discard if it adds 3 or more points",
        ),
        ("scat", "at knock: knock, holding 22 or more points", "knock with 22 or more points"),
        (
            "scat",
            "at draw source: draw stock, where the top discard adds at most 3 points, holding 17",
            "do not take the top discard if it adds at most 3 points, with 17",
        ),
        (
            "scat",
            "at knock: knock, holding 22, after at most 1 turn of your own",
            "knock with 22, on your first two turns",
        ),
        ("scat", "never knock after 0 turns of your own", "never knock on your first turn"),
        (
            "scat",
            "never knock after 2 to 4 turns of your own",
            "never knock on your third to fifth turn",
        ),
        (
            "scat",
            "take discard where the top discard adds 3 points after 1 or more turns of your own",
            "take the top discard if it adds 3 points from your second turn on",
        ),
        ("scat", "knock at 27 or more", "knock at 27 or more"),
        (
            "spades",
            "at bid: as count-bid does, with 2 spades",
            "bid as count-bid does, with 2 spades",
        ),
        ("spades", "play: throw high cards late", "throw high cards late"),
        (
            "gin-rummy",
            "row where the row's tile lowers your deadwood by 5 or more",
            "draw from the row if the row's tile lowers your deadwood by 5 or more",
        ),
        (
            "gin-rummy",
            "stock where the row's tile is in no meld, with a deadwood of 23 or more",
            "draw from the stock if the row's tile is in no meld, with a deadwood of 23 or more",
        ),
        (
            "gin-rummy",
            "at finish: as usual, leaving a deadwood of at most 15",
            "throw as usual, leaving a deadwood of at most 15",
        ),
        ("spades", "at play: as usual, after 0 cards in the trick", "play as usual, when you lead"),
        (
            "spades",
            "win it after 2 or more cards in the trick",
            "win it as the third or last to play",
        ),
        (
            "spades",
            "win it after at most 1 card in the trick",
            "win it as the first or second to play",
        ),
        (
            "spades",
            "at bid: as count-bid does, with 10 or the jack or the queen or the ace as highest",
            "bid as count-bid does, with 10 or higher as highest",
        ),
    ],
)
def test_a_line_is_said_as_a_player_would(game: str, line: str, told: str) -> None:
    assert said(line, load_game(game)) == told


def test_what_is_borrowed_counts_as_its_lines_and_those_it_names() -> None:
    """`level-2` in Scat has three numbers of its own, and goes on as `level-1`."""
    scat = load_game("scat")

    assert len(lines_of(load_strategy(scat, "level-2"))) == 3
    whole = {("level-2", ""), ("level-1", "")}
    assert sources_of(scat, ("level-2", ""), "threshold") == whole
    knock = ("level-2", "knock")
    assert sources_of(scat, knock, "threshold") == {knock}


def test_each_rule_is_about_the_decision_whose_verb_comes_first() -> None:
    """`after a knock take it if ...` says when to take, and what the house rules change is none."""
    scat = load_game("scat")
    rules = {n: rules_by_decision(scat, load_strategy(scat, n)) for n in ("level-1", "watchful")}

    assert {d: len(some) for d, some in rules["level-1"].items()} == {"knock": 1, "draw_source": 2}
    assert list(rules["watchful"]) == ["knock", "draw_source", "discard"]
    assert len(rules["watchful"]["knock"]) == 3
    assert rules_by_decision(scat, load_strategy(scat, "threshold")) == {}


def test_rules_without_a_verb_are_about_the_decision_that_no_other_names() -> None:
    """Once your side has its bid is no rule for bids."""
    spades = load_game("spades")

    rules = rules_by_decision(spades, load_strategy(spades, "sound-book"))

    assert [rule.split()[0] for rule in rules["bid"]] == ["bid", "bid"]
    assert [rule.split()[0] for rule in rules["play"]] == ["while", "once"]


def test_a_rule_that_a_parameter_drops_is_about_each_decision_that_takes_it() -> None:
    """In Square 9 one looks for three of a kind when one draws and when one places a card."""
    square = load_game("square-nine")
    by_rules = load_strategy(square, "by-rules")

    threes, pairs, points, edges = rules_of(by_rules)

    assert not any("without it" in rule for rule in rules_of(by_rules))
    assert list(dropped_by(by_rules).values()) == [
        ("lines", "ignore"),
        ("pair", "0"),
        ("take", "4"),
        ("order", "rows"),
    ]
    assert rules_by_decision(square, by_rules) == {
        "draw_source": [threes, pairs, points],
        "place": [threes, pairs, edges],
    }


@pytest.mark.parametrize("game", game_names())
def test_each_rule_that_can_be_dropped_names_another_value_of_a_parameter(game: str) -> None:
    played = load_game(game)

    for name in strategy_files(played) if played.decisions else ():
        strategy = load_strategy(played, name)
        options = {option.name: option for option in strategy.parameters}
        for parameter, value in dropped_by(strategy).values():
            assert options[parameter].check(value) != options[parameter].default


def test_a_word_is_told_by_how_the_strategy_plays() -> None:
    dump = load_strategy(load_game("ninety-nine"), "dump-high")

    line = _spoken("play card", dump.parameters[0], "TK49", dump)

    assert line == "play high cards first, then tens, kings, fours and nines"


def test_what_a_number_means_is_said_without_the_decision_if_it_says_what_is_done() -> None:
    take = load_strategy(load_game("gin-rummy"), "take-improve")
    delta, threshold = take.parameters

    assert _spoken("draw", delta, 5, take) == "take from the row only what saves 5 points or more"
    assert _spoken("finish", threshold, 6, take) == "knock with 6 points of deadwood or fewer"


def test_each_line_of_several_numbers_stands_alone() -> None:
    scat = load_game("scat")
    steady = load_strategy(scat, "steady")

    lines = lines_of(steady, rules_by_decision(scat, steady)["knock"])

    assert lines[1:3] == ("knock with 26 or more on the next three", "knock with 29 or more later")
    assert lines[3].startswith("without pennies left")
    assert len(lines) == 4


def test_one_decision_can_be_borrowed_from_who_makes_several(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`press-on` bids as `fine-count` with two other numbers; `level-2` has rules to knock by."""
    found = {}

    def shelved(search: CardSearch) -> cardsim.Learned:
        for name, part in search._lent():
            words = Card(search.game, search.start).with_part(name, part).words
            if (source := part.source) is not None:
                found[name, source.strategy.name, *sorted(source.given.items())] = words
        raise KeyboardInterrupt

    monkeypatch.setattr(CardSearch, "priced", shelved)
    for game in ("spades", "scat"):
        with pytest.raises(KeyboardInterrupt):
            cardsim.learn(game, 10, lines=8, unit="hand", seed=SEED)

    pressed = found["bid", "fine-count", ("modest_from", 9), ("nil_spade", 10)]
    assert len(pressed) == 2 + 5
    assert "bid nil with no spade above the 10" in pressed
    assert "bid one less if both come to 9 or more" in pressed
    lower = found["bid", "by-the-book", ("nil_spade", 12)]
    assert lower == ("bid nil with no spade above the queen",)
    assert found["play", "by-the-book", ("dodge", "late")] == (
        "throw high cards once the bid is made, but late: once the others have theirs",
    )
    assert found["play", "sound-book", ("lead", "book")][0].startswith("once your side has its bid")
    assert found["bid", "sound-book", ("together", 27)] == (
        "bid nil only with at most three spades",
    )
    assert len(found["bid", "sound-book"]) == 2
    assert len(found["knock", "level-2"]) == 3
    assert len(found["draw-source", "steady"]) == 3
    assert ("knock", "threshold-by-turn") not in found


class NothingForked:
    """What forks of no hand tell."""

    worth = ()

    def __add__(self, other: object) -> NothingForked:
        return self


@pytest.mark.parametrize(("game", "explores"), [("casino", [False]), ("scat", [False, True])])
@pytest.mark.full
def test_no_random_plays_where_they_leave_more_actions_than_can_be_played_on_with(
    game: str, explores: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of Casino full of loose cards has more captures than forks can try."""
    asked = []

    def fork(_search: CardSearch, _way: Any, **how: Any) -> NothingForked:
        asked.append(how.get("explores", False))
        return NothingForked()

    def shown(search: CardSearch) -> cardsim.Learned:
        assert not list(search._shown(Card(search.game, search.start), 1))
        raise KeyboardInterrupt

    monkeypatch.setattr(CardSearch, "fork", fork)
    monkeypatch.setattr(CardSearch, "priced", shown)
    with pytest.raises(KeyboardInterrupt):
        cardsim.learn(game, 10, lines=8, unit="hand", seed=SEED)

    assert asked == explores


def test_a_card_that_wins_nothing_for_certain_is_no_card() -> None:
    """`watchful` wins 17 in 100 more, 14 standard errors: a false alarm is none in a lifetime."""
    played = cardsim.compare("scat", "threshold", "random-legal", "watchful", n=2_000, seed=4)

    assert prices._winning(dict.fromkeys(three_of("scat"), played), 2) == [False, True]


def test_of_rules_that_one_number_drops_at_most_one_is_left_out() -> None:
    strategy = load_strategy(load_game("counter-cameroon"), "race-odds")

    dropped = _some(Seated(strategy, {}), "split")

    assert sorted(map(len, dropped)) == [0, 1, 1]


class Counted(NamedTuple):
    """Gains of cards over the card before, 0.01 to either side."""

    gains: tuple[float, ...]
    measure: Any = SimpleNamespace(in_per_cent=True, shown_times=100)

    def gap(self, first: int, second: int) -> Difference:
        gain = sum(self.gains[:first]) - sum(self.gains[:second])
        return Difference(first, second, gain, gain - 0.01, gain + 0.01, 1.0, False, 1.0)

    def cost(self, gap: Difference) -> str:
        return f"{100 * gap.value:.0f} in 100"


@pytest.mark.parametrize(("lost", "knee"), [(0.02, 1), (0.03, 0)])
def test_a_line_may_cost_a_quarter_of_what_it_wins_elsewhere(lost: float, knee: int) -> None:
    beginners, mixed, good = three_of("cheat")
    results: Any = {
        beginners: Counted((-lost,)),
        mixed: Counted((0.1,)),
        good: Counted((0.05,)),
    }

    assert prices._knee(results, [prices.LineCard(1, ("lie",))]) == knee
    told = f"5.0 (± 1.0) against good players, but costs {100 * lost:.0f} in 100 against beginners"
    assert prices._elsewhere(results, 1) == told


def test_a_page_says_what_is_new_on_a_card_unless_most_of_it_is() -> None:
    before = prices.LineCard(2, ("knock with 27", "take what adds 3"))

    longer = prices.LineCard(3, (*before.words, "throw no ace"))
    changed = prices.LineCard(3, ("knock with 22 at first", "knock with 27 later", before.words[1]))
    other = prices.LineCard(3, ("never knock", "take nothing", "throw low cards"))

    assert prices._new(longer, before) == "throw no ace"
    assert prices._new(changed, before) == (
        "knock with 22 at first; knock with 27 later, in place of: knock with 27"
    )
    assert prices._new(other, before) == "another card"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["scat", "--lines", "0"], "--lines must be a whole number from 1 to 12, not 0"),
        (["scat", "--lines", "x"], "--lines must be a whole number from 1 to 12, not x"),
        (["scat", "--lines", "13"], "--lines must be a whole number from 1 to 12, not 13"),
        (["scat", "--lines", "2", "--rounds", "3"], "--rounds cannot go with --lines"),
        (["scat", "--lines", "2", "--from", "all"], "--lines begins with one strategy"),
        (["scat", "--lines", "2", "--self-play"], "--lines cannot go with --self-play"),
        (["scat", "--lines", "2", "--safest"], "--lines cannot go with --safest"),
        (["high-card", "--lines", "2"], "nothing is known of what players of high-card think by"),
        (["dice-game", "--lines", "2"], "nobody decides anything in dice-game"),
    ],
)
def test_what_cannot_be_priced_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err.splitlines()[0]
