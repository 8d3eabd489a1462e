"""Looking ahead among a company that is named: who sits there is not taken for the base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import Strategy, UserError
from cardsim.engine.look_ahead import against, room_of
from cardsim.engine.table import Table
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.kernels.intrinsics import copy_seen
from cardsim.kernels.jit import kernel
from cardsim.runs import preparation
from cardsim.runs.request import Request
from cardsim.runs.travel import packed
from cardsim.strategy import Member
from cardsim.workspace import complete, load_strategy
from typed import Write

pytestmark = pytest.mark.usefixtures("workspace")
PASS, BID, DOUBLE = range(3)
"""Rock, paper and scissors: who bids has more than who passes, and loses to who doubles."""


@pytest.fixture(scope="module")
def game() -> Game:
    """Three Ways, of whose hands there is nothing to imagine: the first seat throws unseen."""

    @kernel
    def imagine(view, _rules, _words, state):  # type: ignore[no-untyped-def]  # numba gives it its types
        copy_seen(view, state)

    return replace(load_game("three-ways"), imagine=imagine)


def doubles(_view: Any) -> int:
    """Double whatever is bid."""
    return 2


def asked_among(game: Game, company: dict[str, float]) -> Any:
    """What a search does whose base, who always passes, would be met by `company`."""
    known = {
        "passer": load_strategy(game, "rock"),
        "doubler": complete(game, Strategy("three-ways", throw=doubles)),
    }
    base = known["passer"]
    others = tuple(Member(known[name], {}, share) for name, share in company.items())
    room = room_of(game, *known.values())
    search = load_strategy(game, "look-ahead").based_on(base, room, others)
    table = Table(game, game.rules(luck=False), seed=4)
    return table.choice(search, worlds=200, doubt=0.0)


def test_a_search_whose_base_never_doubles_bids_into_those_who_do(game: Game) -> None:
    assert asked_among(game, {}) == BID


@pytest.mark.parametrize(
    ("doublers", "best"), [(1.0, PASS), (0.6, PASS), (0.1, BID)], ids=["all", "most", "few"]
)
def test_a_search_that_is_told_who_doubles_does_not_overbid(
    game: Game, doublers: float, best: int
) -> None:
    """To pass wins a half and what doubles beyond that; to bid wins where nobody doubles."""
    company = {"doubler": doublers, "passer": 1 - doublers}

    assert asked_among(game, {k: share for k, share in company.items() if share}) == best


# ---------------------------------------------------------------- who it is


def strategy_of(game: str, who: str, **asked: Any) -> Strategy:
    return preparation.resolve(Request(game, strategy=who, **asked), 1).strategies[0]


def shares_of(strategy: Strategy) -> list[tuple[str, float]]:
    return [(one.strategy.name, one.share) for one in strategy.others]


def test_where_nothing_is_said_its_base_sits_in_every_seat() -> None:
    assert strategy_of("scat", "look-ahead").others == ()
    assert strategy_of("scat", "look-ahead:others=base").others == ()


def test_a_result_of_before_others_could_be_named_is_played_on() -> None:
    strategy = strategy_of("scat", "look-ahead")
    values = {p.name: p.default for p in strategy.parameters}
    before = {name: value for name, value in values.items() if name != "others"}

    assert strategy.packed(before).tolist() == strategy.packed(values).tolist()


def test_a_word_of_vs_names_the_company(tmp_path: Path) -> None:
    company = tmp_path / "mine.toml"
    company.write_text(
        '[[member]]\nstrategy = "threshold:knock_threshold=25"\nweight = 3\n'
        '[[member]]\nstrategy = "chase-31"\n'
    )

    of_file = strategy_of("scat", f"look-ahead:others={company}")
    usual = strategy_of("scat", "look-ahead:others=usual")

    assert shares_of(of_file) == [("threshold", 0.75), ("chase-31", 0.25)]
    assert of_file.others[0].values["knock_threshold"] == 25
    assert shares_of(usual) == [("threshold", 1.0)]
    assert of_file.fingerprint != usual.fingerprint


def test_the_field_is_that_of_the_preset() -> None:
    three, classic = (
        {one.strategy.name for one in strategy_of("gin-rummy", FIELD, preset=preset).others}
        for preset in ("three-player-7", "classic-2p")
    )

    assert three != classic


FIELD = "look-ahead:others=field"


@pytest.mark.parametrize(
    ("sides", "draws"),
    [
        ((0, 1, 2), [[-1, 1, 2], [0, -1, 2], [0, 1, -1]]),
        ((0, 1, 0, 1), [[-1, 1, -1, 1], [0, -1, 0, -1]] * 2),
    ],
)
def test_partners_are_of_one_side(sides: Sequence[int], draws: list[list[int]]) -> None:
    drawn = against([Member(Strategy("scat"), {}, 1.0)], sides)

    assert drawn is not None
    assert drawn.draws == draws


def test_it_travels_with_its_company() -> None:
    strategy = strategy_of("scat", "look-ahead:others=field-0")

    sent = packed(strategy, strategy.fingerprint)

    arrived = sent.strategy
    assert [one.told for one in arrived.others] == [one.told for one in strategy.others]
    assert len(arrived.others) > 3


@pytest.mark.parametrize(
    ("others", "message"),
    [
        ("nobody", "--others: no strategy called 'nobody' for scat"),
        ("same", "--others must not be same: they would look ahead themselves"),
        ("field-9", "--others field-9: the field has no level 9"),
        ("watchful;steady", "--others must be base, usual, field, a strength, a strategy without "),
        ("watchful,steady", "--others must be base, usual, field, a strength, a strategy without "),
        ("mine.toml", "--others mine.toml cannot be read: No such file or directory"),
        (7, "--others must be base, usual, field, a strength, a strategy without parameters or "),
        (
            "look-ahead",
            "strategy 'look-ahead' looks ahead and cannot reckon with 'look-ahead', which looks ",
        ),
        (
            "slow",
            "strategy 'look-ahead' looks ahead and cannot reckon with 'slow', which is plain",
        ),
    ],
)
def test_a_company_that_cannot_be_asked_is_refused(
    write_strategy: Write, others: object, message: str
) -> None:
    write_strategy(
        "slow",
        "from cardsim import Strategy\n"
        "STRATEGY = Strategy('scat', compiled=False, knock=lambda view: view.value > 20)\n",
    )

    with pytest.raises(UserError) as error:
        cardsim.run("scat", 10, strategy="look-ahead", others=others)

    assert str(error.value).startswith(message)


def test_a_strategy_that_looks_ahead_may_not_have_a_parameter_called_others() -> None:
    def keen(view, future, others: int = 3):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return others

    with pytest.raises(UserError, match="looks ahead and cannot have a parameter 'others'"):
        cardsim.run("scat", 10, strategy=Strategy("any", every_decision=keen))


def test_a_sentence_names_the_company() -> None:
    run = preparation.resolve(Request("scat", strategy=FIELD), 1)

    assert "worlds (where threshold plays on against the field)" in run.spec.seats[0].plays
