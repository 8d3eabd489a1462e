"""Options: what is allowed, and how a value reaches compiled code."""

from dataclasses import dataclass

import numpy as np
import pytest

from cardsim.errors import UserError
from cardsim.options.params import Option, check_seats, option, options_of, pack
from cardsim.options.ranges import values_and_range


@dataclass(frozen=True)
class Rules:
    """A rule that is a list of numbers, of which two have names, and a plain one."""

    scoring: str = option(
        "steep", "points", lists={"steep": (9, 3, 1), "flat": (1, 1, 1)}, low=0, high=99
    )
    target: int = option(7, "points that win", low=1)


SCORING = options_of(Rules)[0]


@pytest.mark.parametrize("value", ["4,0,99", " 4, 0 ,99", [4, 0, 99], (4, 0, 99), np.arange(3)])
def test_a_list_may_be_text_or_a_sequence(value: object) -> None:
    numbers = (0, 1, 2) if isinstance(value, np.ndarray) else (4, 0, 99)

    checked = SCORING.check(value)

    assert checked == ",".join(map(str, numbers))
    assert SCORING.numbers(checked) == numbers


def test_a_list_that_has_a_name_goes_by_it() -> None:
    assert SCORING.check("9,3,1") == SCORING.check("steep") == "steep"
    assert SCORING.numbers("flat") == (1, 1, 1)


def shown(value: object) -> object:
    """As an error tells it: what is empty would not be seen."""
    return "''" if value == "" else value


@pytest.mark.parametrize("value", ["", "1,2", "1,2,3,4", "1,2,x", "1,2,", "1,2,100", "1,2,-1", 7])
def test_what_is_no_such_list_is_refused_with_what_is_allowed(value: object) -> None:
    with pytest.raises(UserError) as error:
        SCORING.check(value)

    allowed = "steep, flat, or 3 whole numbers from 0 to 99 separated by commas"
    assert str(error.value) == f"--scoring must be {allowed}, not {shown(value)}"


def test_a_misspelt_name_of_a_list_is_recognised() -> None:
    with pytest.raises(UserError) as error:
        SCORING.check("steeep")

    assert error.value.hint == "did you mean 'steep'?"


def test_a_list_is_packed_as_an_array_beside_the_other_rules() -> None:
    packed = pack(Rules(scoring="5,0,6"))

    assert packed["scoring"].tolist() == [[5, 0, 6]]
    assert packed["target"].tolist() == [7]
    assert pack(Rules())["scoring"].tolist() == [[9, 3, 1]]


def test_a_list_on_the_command_line_reads_back() -> None:
    assert SCORING.words("4,0,99") == ["--scoring", "4,0,99"]


@dataclass(frozen=True)
class Tables:
    """A rule that each seat may have its own value of."""

    lapse: float = option(0.0, "chance of a lapse", low=0, high=1, per_seat=True)


LAPSE = options_of(Tables)[0]


@pytest.mark.parametrize("value", ["0,.5,1", " 0, 0.5 ,1", [0, 0.5, 1], (0, 0.5, 1)])
def test_a_number_may_be_given_for_each_seat(value: object) -> None:
    checked = LAPSE.check(value)

    assert checked == "0,0.5,1"
    assert pack(Tables(checked))["lapse"].tolist() == [[0, 0.5, 1] + [0] * 13]  # type: ignore[arg-type]


def test_one_number_is_for_all_seats() -> None:
    assert LAPSE.check("0.25") == LAPSE.check([0.25]) == 0.25
    assert pack(Tables(0.25))["lapse"].tolist() == [[0.25] * 16]


@pytest.mark.parametrize("value", ["", "0,", "0,2,0", "0,x", [0.1, -1], "none"])
def test_numbers_for_the_seats_are_checked_one_by_one(value: object) -> None:
    with pytest.raises(UserError) as error:
        LAPSE.check(value)

    allowed = "a number from 0 to 1, or one for each seat separated by commas"
    assert str(error.value) == f"--lapse must be {allowed}, not {shown(value)}"


def test_numbers_for_the_seats_are_as_many_as_there_are_seats() -> None:
    check_seats([LAPSE], {"lapse": "0,0.5,1"}, 3)
    check_seats([LAPSE], {"lapse": 0.5}, 4)

    with pytest.raises(UserError) as error:
        check_seats([LAPSE], {"lapse": "0,0.5,1"}, 4)

    message = "--lapse must be one number, or 4 for the 4 seats, not 0,0.5,1"
    assert str(error.value) == message


def test_a_word_that_looks_like_a_number_may_be_written_as_one() -> None:
    packs = Option("packs", "auto", choices=("auto", "1", "2"))

    assert packs.check(2) == packs.check("2") == "2"


def test_a_number_may_have_a_word_for_none_of_it() -> None:
    limit = Option("max_dice", "none", "most dice", low=1, high=6, word="none")

    assert limit.kind is int
    assert limit.allowed == "none, or a whole number from 1 to 6"
    assert [limit.check(v) for v in ("none", "3", 3)] == ["none", 3, 3]
    assert [limit.code(v) for v in ("none", 3)] == [0, 3]
    assert limit.words("none") == ["--max-dice", "none"]
    for wrong in ("0", "some", 7, True, ""):
        with pytest.raises(UserError, match="--max-dice must be none, or a whole number from 1"):
            limit.check(wrong)


def test_a_range_has_room_as_far_as_its_option_allows_on_either_side() -> None:
    threshold = Option("threshold", 9, low=3, high=20)
    _, found = values_and_range(threshold, "8..12:2")

    assert found is not None
    assert (found.room(up=False), found.room(up=True)) == (2, 4)
    assert found.wider(2, up=False).values == (4, 6, 8, 10, 12)
    assert found.wider(4, up=True).values == (8, 10, 12, 14, 16, 18, 20)
