"""What a strategy may use, and what it is refused."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cardsim import UserError
from cardsim.compile import offered
from cardsim.engine.table import asker
from cardsim.games import game_names, load_game
from cardsim.kernels.jit import Entry
from cardsim.workspace import load_file

Written = Callable[..., Path]
LAST_LINE = "\n\nSTRATEGY = Strategy(game='scat', knock=knock)\n"


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """Writes a strategy for Scat, and modules beside it."""
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "strategies" / "scat"
    folder.mkdir(parents=True)

    def write(text: str, **modules: str) -> Path:
        for name, content in modules.items():
            (folder / f"{name}.py").write_text(textwrap.dedent(content))
        path = folder / "idea.py"
        head = "from cardsim import Strategy\n"
        path.write_text(head + textwrap.dedent(text) + LAST_LINE)
        return path

    return write


def compiled(path: Path, game: str = "scat") -> Entry:
    return load_file(path).compiled(load_game(game).decision("knock"), load_game(game).view)


def refusal(path: Path) -> UserError:
    with pytest.raises(UserError) as caught:
        compiled(path)
    return caught.value


# ---------------------------------------------------------------- the deal


DEAL_AGAIN = """
import numpy as np
from cardsim.cards import draw_cards, fresh_deck
from cardsim.rng import WORDS_DTYPE, place

def knock(view):
    deck, words = np.zeros(52, np.uint8), np.zeros(1, WORDS_DTYPE)
    fresh_deck(deck)
    place(words[0], np.uint64(1), np.uint64(0), np.uint32(0), np.uint32(0))
    draw_cards(deck, 0, 9, 52, words[0])
    return deck[3] == view.hand[0]
"""
WORD = "np.uint64(1), np.uint64(0), np.uint32(0), np.uint32(0), 0"
DISGUISES = {
    "a kernel by its name": (
        f"""
        import numpy as np
        from cardsim.rng import word_at

        def knock(view):
            return word_at({WORD}) > 7
        """,
        {},
    ),
    "a kernel under another name": (
        f"""
        import numpy as np
        from cardsim.rng import word_at as below

        def knock(view):
            return below({WORD}) > 7
        """,
        {},
    ),
    "the seat's chance, opened": (
        """
        from cardsim.rng import unsealed

        def knock(view, chance):
            return unsealed(chance).seed % 2 > 0
        """,
        {},
    ),
    "numba, extended": (
        """
        import numpy as np
        from numba.extending import overload
        from cardsim import rng

        opened = rng.unsealed

        @overload(np.busday_count)
        def word_at(chance):
            return lambda chance: opened(chance).seed

        def knock(view, chance):
            return np.busday_count(chance) % 2 > 0
        """,
        {},
    ),
    "a method added to arrays": (
        """
        from numba.core import types
        from numba.extending import overload_method

        @overload_method(types.Array, "peek")
        def word_at(array):
            return lambda array: array[4000]

        def knock(view):
            return view.hand.peek() > 3
        """,
        {},
    ),
    "in a module": (
        f"""
        import numpy as np
        from cardsim import rng

        def knock(view):
            return rng.word_at({WORD}) > 7
        """,
        {},
    ),
    "in a module of a module": (
        f"""
        import numpy as np
        import cardsim.rng

        def knock(view):
            return cardsim.rng.word_at({WORD}) > 7
        """,
        {},
    ),
    "in a module with another name": (
        f"""
        import numpy as np
        from cardsim import rng

        def knock(view):
            numbers = rng
            return numbers.word_at({WORD}) > 7
        """,
        {},
    ),
    "imported where it is used": (
        f"""
        import numpy as np

        def knock(view):
            from cardsim.rng import word_at
            return word_at({WORD}) > 7
        """,
        {},
    ),
    "as a default of a helper": (
        f"""
        import numpy as np
        from cardsim.rng import word_at

        def first(draw=word_at):
            return draw({WORD})

        def knock(view):
            return first() > 7
        """,
        {},
    ),
    "as an argument of a helper": (
        f"""
        import numpy as np
        from cardsim.rng import word_at

        def first(draw):
            return draw({WORD})

        def knock(view):
            return first(word_at) > 7
        """,
        {},
    ),
    "in a tuple": (
        f"""
        import numpy as np
        from cardsim.rng import word_at

        DRAWS = (word_at, 5)

        def knock(view):
            return DRAWS[0]({WORD}) > 7
        """,
        {},
    ),
    "in a closure": (
        f"""
        import numpy as np
        from cardsim.rng import word_at

        def knocker(draw):
            def knock(view):
                return draw({WORD}) > 7
            return knock

        knock = knocker(word_at)
        """,
        {},
    ),
    "in a function within": (
        f"""
        import numpy as np
        from cardsim.rng import word_at

        def knock(view):
            return sorted([1, 2], key=lambda k: k * word_at({WORD}))[0] == 1
        """,
        {},
    ),
    "in a helper": (
        f"""
        import numpy as np
        from cardsim.rng import word_at

        def first():
            return word_at({WORD})

        def knock(view):
            return first() > 7
        """,
        {},
    ),
    "in a kernel of one's own": (
        f"""
        import numpy as np
        from cardsim.kernels.jit import kernel
        from cardsim.rng import word_at

        @kernel
        def first():
            return word_at({WORD})

        def knock(view):
            return first() > 7
        """,
        {},
    ),
    "in a function of numba's": (
        f"""
        import numba
        import numpy as np
        from cardsim.rng import word_at

        @numba.njit(inline="always")
        def first():
            return word_at({WORD})

        def knock(view):
            return first() > 7
        """,
        {},
    ),
    "in a function of another file": (
        "from helper import first\n\ndef knock(view):\n    return first() > 7\n",
        {
            "helper": f"""
            import numpy as np
            from cardsim.rng import word_at

            def first():
                return word_at({WORD})
            """
        },
    ),
    "in another file": (
        f"""
        import numpy as np
        import helper

        def knock(view):
            return helper.rng.word_at({WORD}) > 7
        """,
        {"helper": "from cardsim import rng"},
    ),
    "in a function that says it is the package's": (
        """
        from helper import below

        def knock(view):
            return below() > 7
        """,
        {
            "helper": f"""
            import numpy as np
            from cardsim.rng import word_at

            def below():
                return word_at({WORD})

            below.__module__ = "cardsim.rng"
            """
        },
    ),
}


def test_a_strategy_that_deals_the_hand_again_is_refused(written: Written) -> None:
    path = written(DEAL_AGAIN)

    error = refusal(path)

    assert str(error) == f"{path}:9: a strategy cannot use 'cardsim.cards.fresh_deck'"
    assert "the line is: fresh_deck(deck)" in (error.hint or "")
    assert "below, uniform of cardsim.rng" in (error.hint or "")
    assert "numpy" in (error.hint or "")


@pytest.mark.parametrize("game", [g for g in game_names() if load_game(g).imagine is not None])
def test_a_strategy_cannot_imagine_hands(written: Written, game: str) -> None:
    path = written(
        f"""
        import numpy as np
        from cardsim.games import load_game

        imagine, STATE = load_game("{game}").imagine, load_game("{game}").state

        def knock(view, chance):
            states = np.zeros(1, STATE)
            imagine(view, 0, chance, states[0])
            return True
        """
    )

    error = refusal(path)

    assert f"a strategy cannot use 'cardsim.games.{game.replace('-', '_')}.imagine" in str(error)


@pytest.mark.parametrize("disguise", DISGUISES)
def test_random_words_that_are_not_the_seats_own_are_refused(
    written: Written, disguise: str
) -> None:
    text, modules = DISGUISES[disguise]
    path = written(text, **modules)

    error = refusal(path)

    assert re.match(rf"{re.escape(str(path.parent))}/(idea|helper)\.py(:\d+)?: ", str(error))
    assert re.search(r"word_at|draw\(|unseal|overload", f"{error} {error.hint}")


@pytest.mark.parametrize(
    ("imports", "used"),
    [
        ("from cardsim.rng import philox", "philox(1, 2, 3, 4, 5, 6)[0]"),
        ("from cardsim.games.scat.values import hand_value", "hand_value(view.hand)"),
        ("from cardsim.games.scat import play", "play.hand_value(view.hand)"),
        ("from cardsim.kernels.intrinsics import uncounted", "uncounted(view.hand)[0]"),
        ("from cardsim.kernels.card_bits import pick", "pick(view.legal, 70)"),
        ("import numba", "numba.carray(view.hand.ctypes, 99)[50]"),
        ("import numpy as np", "np.lib.stride_tricks.as_strided(view.hand, (99,), (1,))[50]"),
        ("import numpy as np", "np.frombuffer(view.hand, np.uint8)[0]"),
        ("", "view.hand.flat[99]"),
        ("", "view.hand.ctypes.data"),
        ("import time", "time.perf_counter()"),
        ("import os", "len(os.getcwd())"),
        ("import polars", "polars.UInt8.max()"),
        ("from scipy.special import ndtri", "ndtri(0.5)"),
        (
            (
                "import ctypes\nabs_ = ctypes.CDLL(None).abs\nabs_.argtypes = [ctypes.c_int]\n"
                "abs_.restype = ctypes.c_int"
            ),
            "abs_(-3)",
        ),
        ("import numba\n@numba.vectorize\ndef half(x):\n    return x / 2", "half(view.value)"),
        (
            (
                "import numba\n@numba.guvectorize(['void(f8[:], f8[:])'], '(n)->(n)')\n"
                "def half(x, y):\n    y[0] = x[0] / 2"
            ),
            "half(view.value_without.astype('f8'), view.value_without.astype('f8'))",
        ),
        (
            (
                "import numba\nfrom numba.experimental import jitclass\n"
                "@jitclass([('x', numba.int64)])\nclass Number:\n"
                "    def __init__(self):\n        self.x = 3"
            ),
            "Number().x",
        ),
        ("import numba\n@numba.cfunc('i8(i8)')\ndef half(x):\n    return x // 2", "half(4)"),
        (
            (
                "from numba.extending import intrinsic\nfrom numba import types\n"
                "@intrinsic\ndef number(context):\n"
                "    return types.int64(), lambda c, *_: c.get_constant(types.int64, 5)"
            ),
            "number()",
        ),
    ],
)
@pytest.mark.kept(15)
def test_what_is_not_offered_is_refused(written: Written, imports: str, used: str) -> None:
    path = written(f"{imports}\n\ndef knock(view):\n    return {used} > 3\n")

    error = refusal(path)

    line = path.read_text().splitlines().index(f"    return {used} > 3") + 1
    assert str(error).startswith(f"{path}:{line}: ")


def test_python_itself_is_refused(written: Written) -> None:
    path = written(
        """
        from numba import objmode

        def knock(view):
            with objmode(found="i8"):
                found = 5
            return found > 3
        """
    )

    assert str(refusal(path)).startswith(f"{path}:")


def test_the_bytes_between_the_fields_of_a_view_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Square 9 the cards that lie face down are there."""
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "idea.py"
    path.write_text(
        "import numpy as np\nfrom cardsim import Strategy\n\n\n"
        "def place(view):\n    return view.seats.view(np.uint8)[0]\n\n\n"
        "STRATEGY = Strategy(game='square-nine', place=place)\n"
    )

    game = load_game("square-nine")
    with pytest.raises(UserError) as caught:
        load_file(path).compiled(game.decision("place"), game.view)

    assert str(caught.value) == f"{path}:6: a strategy cannot use 'view'"


@pytest.mark.parametrize(
    ("imports", "used", "name"),
    [
        ("import numpy as np", "np.random.rand()", "numpy.random.rand"),
        ("from numpy import random as r", "r.randint(5)", "numpy.random.randint"),
        ("import random", "random.random()", "random"),
        ("import random", "random.randrange(2)", "random"),
        ("from random import random", "random()", "random.random"),
    ],
)
@pytest.mark.parametrize("where", ["in the file", "in a helper module", "in a kernel of one"])
def test_chance_that_no_seed_governs_is_refused(
    written: Written, imports: str, used: str, name: str, where: str
) -> None:
    draw = f"{imports}\n\ndef draw():\n    return {used}\n"
    if where == "in a kernel of one":
        draw = draw.replace("def ", "@kernel\ndef ")
        draw = "from cardsim.kernels.jit import kernel\n" + draw
    knock = "\ndef knock(view):\n    return draw() > 0.5\n"
    own = where == "in the file"
    path = (
        written(draw + knock) if own else written("from helper import draw\n" + knock, helper=draw)
    )

    error = refusal(path)

    file = path if own else path.with_name("helper.py")
    line = file.read_text().splitlines().index(f"    return {used}") + 1
    said = f"{file}:{line}: takes chance from '{name}', which no seed governs"
    assert str(error) == said
    assert f"return {used}" in (error.hint or "")
    assert "uniform(chance)" in (error.hint or "")


# ---------------------------------------------------------------- what may be used


@pytest.mark.parametrize(
    "text",
    [
        """
        import math
        import numpy as np
        from enum import IntEnum

        class Limit(IntEnum):
            LOW = 21

        TABLE = np.arange(40.0)
        BOTH = (3, np.ones(2))
        ERRORS = (ValueError, "too low")

        def knock(view):
            numbers = [k * k for k in range(4) if k != 2]
            total = sum([float(n) for n in numbers]) + np.array(numbers).sum()
            words = {"a": 1, "b": 2}
            try:
                total += TABLE[len(words) + BOTH[0]] + BOTH[1][1] + math.sqrt(4.0)
            except Exception:
                total = 0.0
            best = sorted(numbers, key=lambda k: -k)[0] + np.linalg.norm(TABLE)
            if total < -1.0:
                raise ValueError("too low")
            return view.value + total * best * 0 >= Limit.LOW.value
        """,
        """
        from collections import namedtuple
        from numba import literal_unroll, prange
        import numpy as np

        Pair = namedtuple("Pair", "low high")
        LIMITS = Pair(20, 21)

        def larger(a, b):
            return a if a > b else b

        def chosen(choose, pair):
            return choose(pair.low, pair.high)

        def knock(view):
            def twice(k):
                return 2 * k

            pair = Pair(LIMITS.low, LIMITS.high)
            limit = chosen(larger, pair) * twice(1) // 2
            for n in literal_unroll((1, 2.5)):
                limit += int(n) * 0
            for n in prange(3):
                limit += n * 0
            limit += np.array([float(n) for n in range(3)])[0]
            return view.value >= limit + np.int64(np.zeros(3).view(np.int64)[0])
        """,
        """
        import helper
        from helper import limit

        def knock(view):
            return view.value >= max(limit(view), helper.limit(view), helper.deeper.LIMIT)
        """,
    ],
    ids=["built-in", "functions and tuples", "other files"],
)
@pytest.mark.full
def test_what_is_offered_is_compiled_and_plays(written: Written, text: str) -> None:
    path = written(
        text,
        helper="""
        import numba
        import deeper

        def half(limit):
            return limit / 2

        @numba.njit
        def limit(view):
            return 2 * half(deeper.LIMIT)
        """,
        deeper="LIMIT = 21\n",
    )
    call = compiled(path)

    assert [action(call, value) for value in (20, 22)] == [0, 1]


def action(entry: Entry, value: float) -> int:
    from cardsim.rng import WORDS_DTYPE

    game = load_game("scat")
    views, words = np.zeros(1, game.view), np.zeros(1, WORDS_DTYPE)
    views["value"] = value
    return int(asker(game.view).call(views, words, np.zeros(1).ctypes.data, 0, entry.address))


def test_every_function_that_a_game_offers_is_named_where_something_is_refused(
    written: Written,
) -> None:
    for game in game_names():
        load_game(game)

    hint = refusal(written(DEAL_AGAIN)).hint or ""

    assert re.search(r"\bbest_split\b[^;]* of cardsim\.games\.counter_cameroon", hint)
    assert re.search(r"\bshown_with of cardsim\.games\.square_nine", hint)
    scat = {"describe_discard", "gain", "somebody_knocked"}
    assert set(offered.offered_by("cardsim.games.scat")) == scat
    assert set(offered.offered_by("cardsim.games.dice_game")) == set()


# ---------------------------------------------------------------- never past the end


@pytest.mark.parametrize(
    "used",
    [
        "only(view.turn + 64)",
        "only(view.turn - 1)",
        "holds(view.legal, view.turn + 64)",
        "pick(view.legal, view.turn)",
        "pick(view.legal, view.turn - 1)",
        "suits_of(view.legal, view.turn + 13)",
        "TABLE[lowest(view.legal)]",
    ],
)
def test_a_set_of_cards_is_never_left(written: Written, used: str) -> None:
    path = written(
        f"""
        import numpy as np
        from cardsim.card_sets import holds, lowest, only, pick, suits_of

        TABLE = np.zeros(52)

        def knock(view):
            return {used} == 0
        """
    )
    call = compiled(path)

    with pytest.raises(IndexError):
        action(call, 0)


def test_the_functions_of_card_sets_answer(written: Written) -> None:
    path = written(
        """
        from cardsim import card_sets
        from cardsim.card_sets import count, holds, lowest, only, pick, suits_of, without_lowest

        def knock(view):
            cards = only(3) | only(16) | only(51)
            return (
                count(cards) == 3
                and lowest(cards) == 3
                and lowest(view.legal) == 64
                and holds(cards, 16)
                and not holds(cards, 17)
                and pick(cards, 2) == 51
                and without_lowest(cards) == card_sets.only(16) | card_sets.only(51)
                and suits_of(cards, 3) == 3
                and suits_of(card_sets.FULL_PACK, 12) == 15
            )
        """
    )

    assert action(compiled(path), 0) == 1


def test_points_of_a_cell_or_a_rank_that_is_none_are_refused(tmp_path: Path) -> None:
    import cardsim

    path = tmp_path / "idea.py"
    path.write_text(
        "from cardsim import Strategy\nfrom cardsim.games.square_nine import shown_with\n\n\n"
        "def draw_source(view, place: int = 0, rank: int = 0):\n"
        "    return shown_with(view, place, rank) > 0\n\n\n"
        "STRATEGY = Strategy(game='square-nine', draw_source=draw_source)\n"
    )
    strategy = load_file(path)

    assert (
        cardsim.run(
            "square-nine", 10, seed=1, strategy=strategy, place=8, rank=13, vs="usual"
        ).hands
        == 10
    )
    for place, rank in ((9, 0), (-1, 0), (0, 14), (0, -1)):
        with pytest.raises(cardsim.StrategyError, match="no such"):
            cardsim.run("square-nine", 10, seed=1, strategy=strategy, place=place, rank=rank)


RECURSIONS = {
    "itself": (
        """
        def down(k):
            return 0 if k == 0 else 1 + down(k - 1)

        def knock(view):
            return down(1_000_000) > 3
        """,
        "down",
    ),
    "each other": (
        """
        def down(k):
            return 0 if k == 0 else 1 + along(k - 1)

        def along(k):
            return down(k)

        def knock(view):
            return down(1_000_000) > 3
        """,
        "down",
    ),
    "the decision": ("def knock(view):\n    return view.turn > 3 or knock(view)\n", "knock"),
    "through a module": (
        "import helper\n\ndef knock(view):\n    return helper.down(1_000_000) > 3\n",
        "down",
    ),
}


@pytest.mark.parametrize("whom", RECURSIONS)
def test_a_function_that_calls_itself_is_refused(written: Written, whom: str) -> None:
    text, name = RECURSIONS[whom]
    path = written(
        text,
        helper="""
        import helper

        def down(k):
            if k == 0:
                return 0
            return 1 + helper.down(k - 1)
        """,
    )

    error = refusal(path)

    assert f"'{name}' calls itself, which no function of a strategy may" in str(error)
    assert "write it as a loop" in (error.hint or "")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("np.take_along_axis(view.value_without, np.array([26]), 0)[0] > 3", "take_along_axis"),
        ("np.empty(3000)[500] > 0", "np.zeros and np.full make an array"),
        ("np.empty_like(view.hand)[0] > 0", "np.zeros_like and np.full_like"),
        ("1180591620717411303424", "has no place in 64 bits"),
    ],
)
@pytest.mark.kept(2)
def test_what_reads_beside_an_array_or_means_nothing_is_refused(
    written: Written, answer: str, said: str
) -> None:
    error = refusal(written(f"import numpy as np\n\ndef knock(view):\n    return {answer}\n"))

    assert said in f"{error} {error.hint}"
    assert "idea.py:" in str(error)
