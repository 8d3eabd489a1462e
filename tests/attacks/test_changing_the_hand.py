"""No strategy changes the hand that it sees, by whatever name it calls a part of it.

Each of the first four once put a neighbour out of a match of Scat, and the run said nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import cardsim
from attacks.conftest import Attack, compiled
from cardsim import Strategy

COMPILED = {
    "operator.setitem": """
        import operator

        def knock(view):
            operator.setitem(view.lives, 1, 0)  # here
            return True
        """,
    "an alias in a list": """
        import numpy as np

        def knock(view):
            kept = [np.zeros(16, np.int8)[:]]
            kept.append(view.lives[:])
            kept[1][1] = -1  # here
            return True
        """,
    "an alias in a dict": """
        import numpy as np

        def knock(view):
            kept = {1: view.lives[:]}
            kept[1][1] = -1  # here
            return True
        """,
    "an alias in a tuple": """
        def knock(view):
            kept = (view.lives, 3)
            kept[0][1] = -1  # here
            return True
        """,
    "a helper by another name": """
        def out(lives):
            lives[1] = 0  # here

        def knock(view):
            put = out
            put(view.lives)
            return True
        """,
    "a helper in a tuple": """
        def out(lives):
            lives[1] = 0  # here

        def other(lives):
            lives[1] = 0

        HELPERS = (out, out)

        def knock(view):
            HELPERS[1](view.lives)
            return True
        """,
    "a helper of a factory": """
        def out(lives):
            lives[1] = 0  # here

        def made(helper):
            def knock(view):
                helper(view.lives)
                return True
            return knock

        knock = made(out)
        """,
    "a function within": """
        def knock(view):
            lives = view.lives
            def out(k):
                lives[k] = 0  # here
                return k
            return out(1) > 0
        """,
    "operator.iadd": """
        import operator

        def knock(view):
            operator.iadd(view.lives, 1)  # here
            return True
        """,
    "an index": """
        def knock(view):
            view.lives[1] = 0  # here
            return True
        """,
    "a slice": """
        def knock(view):
            view.lives[1:3] = 0  # here
            return True
        """,
    "a sum in place": """
        def knock(view):
            lives = view.lives
            lives += 1  # here
            return True
        """,
    "one number of a sum in place": """
        def knock(view):
            view.lives[1] += 1  # here
            return True
        """,
    "a field": """
        def knock(view):
            view.turn = 9  # here
            return True
        """,
    "a field by its name": """
        def knock(view):
            view["turn"] = 9  # here
            return True
        """,
    "a field of an alias": """
        def knock(view):
            seen = (view, 1)[0]
            seen.turn = 9  # here
            return True
        """,
    "a sort": """
        def knock(view):
            view.hand.sort()  # here
            return True
        """,
    "a method taken first": """
        def knock(view):
            order = view.hand.sort  # here
            order()
            return True
        """,
    "the output of a ufunc": """
        import numpy as np

        def knock(view):
            np.add(view.lives, 1, view.lives)  # here
            return True
        """,
    "numbers seen as others": """
        import numpy as np

        def knock(view):
            view.lives.view(np.uint8)[1] = 0  # here
            return True
        """,
    "numbers seen as records": """
        import numpy as np

        ONE = np.dtype([("a", np.int8)])

        def knock(view):
            view.lives.view(ONE)[1].a = 0  # here
            return True
        """,
    "another shape": """
        def knock(view):
            view.lives.reshape(2, -1).T[1, 0] = 0  # here
            return True
        """,
    "either of two": """
        import numpy as np

        def knock(view):
            mine = np.zeros(8, np.int8)[:]
            lives = view.lives[:] if view.turn > 1 else mine
            lives[1] = 0  # here
            return True
        """,
    "a swap": """
        def knock(view):
            view.hand[0], view.hand[1] = view.hand[1], view.hand[0]  # here
            return True
        """,
    "a loop variable": """
        def knock(view):
            for view.lives[1] in range(3):  # here
                pass
            return True
        """,
}


@pytest.mark.parametrize("way", COMPILED)
@pytest.mark.kept(18)
def test_a_store_into_the_view_does_not_compile(refused: Attack, way: str) -> None:
    error = refused(COMPILED[way])

    lines = lines_of(COMPILED[way])
    assert "idea.py:" in str(error)
    place = int(str(error).split("idea.py:")[1].split(":")[0])
    assert lines[place - 1].endswith("# here"), (str(error), error.hint)
    if "records" not in way:
        assert "changes what a strategy may only read" in str(error)
        assert "view.hand.copy()" in (error.hint or "")


def lines_of(text: str) -> list[str]:
    return ["from cardsim import Strategy", *textwrap.dedent(text).splitlines()]


def test_a_store_in_a_helper_of_another_file_is_told_with_its_place(refused: Attack) -> None:
    error = refused(
        "from helper import out\n\ndef knock(view):\n    out(view.lives)\n    return True\n",
        helper="def out(lives):\n    lives[1] = 0\n",
    )

    assert "helper.py:2: changes what a strategy may only read" in str(error)
    assert "lives[1] = 0" in (error.hint or "")


def test_a_store_into_a_record_of_the_file_is_refused(refused: Attack) -> None:
    for store in (
        "TABLE[0].count = 3",
        "ONE.count = 3",
        "TABLE[0].rows[1] = 3",
        "BOTH[0][0].count = 3",
    ):
        error = refused(
            f"""
            import numpy as np

            TABLE = np.zeros(2, [("count", "i8"), ("rows", "i8", 3)])
            ONE = TABLE[1]
            BOTH = (TABLE, 3)

            def knock(view):
                {store}
                return True
            """
        )
        assert "changes what a strategy may only read" in str(error), store


def test_a_table_of_records_is_read(written: object) -> None:
    path = written(  # type: ignore[operator]
        """
        import numpy as np

        TABLE = np.array([(20, (1, 2, 3)), (21, (4, 5, 6))], [("count", "i8"), ("rows", "i8", 3)])
        ONE = TABLE[1]

        def knock(view):
            rows = ONE.rows[2] + TABLE.rows[0, 1]
            return view.value >= TABLE[1].count + rows - 8 + ONE.count - 21
        """
    )

    assert compiled(path)


def test_sorting_a_copy_works(written: object) -> None:
    path = written(  # type: ignore[operator]
        """
        import numpy as np

        def lowest(cards):
            cards.sort()
            cards[0] += 1
            return cards[0]

        def knock(view):
            cards = view.hand.copy()
            more = np.sort(view.hand)
            more[0] = lowest(cards)
            return more[0] > 3
        """
    )

    assert compiled(path)


def test_what_a_strategy_in_python_does_to_its_view_changes_nothing() -> None:
    def honest(view: object) -> bool:  # noqa: ARG001
        return True

    def greedy(view: object) -> bool:
        view.lives[:] = 0  # type: ignore[attr-defined]
        view.hand[:] = 0  # type: ignore[attr-defined]
        return True

    def crowd(views: object) -> object:
        views["lives"][:] = 0  # type: ignore[index]
        views["hand"][:] = 0  # type: ignore[index]
        return np.full(len(views), fill_value=True)  # type: ignore[arg-type]

    found = [
        cardsim.run("scat", 50, seed=1, unit="match", strategy=strategy, vs="usual")
        .tables["you"]
        .rows()
        for strategy in (
            Strategy("scat", knock=honest, compiled=False),
            Strategy("scat", knock=greedy, compiled=False),
            Strategy("scat", knock=crowd, vectorised=True),
        )
    ]

    assert found[0] == found[1] == found[2]


@pytest.mark.full
def test_numba_by_its_documented_means_refuses_the_same() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", "compile or refused or told", __file__],
        env={**os.environ, "CARDSIM_PLAIN_NUMBA": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )

    assert said.returncode == 0, said.stdout[-3000:]
