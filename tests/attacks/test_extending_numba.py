"""No strategy extends numba: what compiled code means would depend on what was loaded before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardsim import UserError
from cardsim.workspace import load_file

BEFORE = """
import functools
from numba.core import types
from numba.core.imputils import lower_builtin, lower_cast, lower_constant, lower_getattr
from numba.core.typing import templates
from numba.experimental import structref
from numba.extending import (
    NativeValue, box, models, overload_attribute, overload_classmethod, register_jitable,
    register_model, type_callable, typeof_impl, unbox)
import numpy as np

class Mine(types.Type):
    pass

class Thing:
    pass

def lowered(context, builder, *rest):
    return rest[-1]
"""
WAYS = {
    "a template": """
@templates.infer
class T(templates.AbstractTemplate):
    key = "mine"
    def generic(self, args, kws): return None
""",
    "a template that says it is numba's": """
class T(templates.AbstractTemplate):
    __module__ = "numba.core.typing.builtins"
    key = "mine"
    def generic(self, args, kws): return None
templates.infer(T)
""",
    "a template without a function": """
T = type("T", (templates.ConcreteTemplate,), {"cases": [], "__module__": "numba.core"})
templates.infer_global(np.busday_offset)(T)
""",
    "attributes": """
@templates.infer_getattr
class T(templates.AttributeTemplate):
    __module__ = "numba.core"
    key = Mine
    def resolve_peek(self, a): return types.int64
""",
    "a part of a function": "lower_builtin(np.busday_count, Mine)(functools.partial(lowered))",
    "an object that is called": """
class Lowered:
    __name__ = "lowered"
    def __call__(self, *rest): return rest[-1]
lower_builtin(np.busday_count, Mine)(Lowered())
""",
    "a cast": "lower_cast(Mine, Mine)(lowered)",
    "a constant": "lower_constant(Mine)(lowered)",
    "an attribute": "lower_getattr(Mine, 'peek')(lowered)",
    "a type of what is called": """
@type_callable(np.busday_count)
def typed(context): return lambda x: types.int64
""",
    "a type of a thing": "typeof_impl.register(Thing)(lambda value, context: types.int64)",
    "a model": "register_model(Mine)(models.IntegerModel)",
    "another model of what there is": "register_model(types.DeferredType)(models.IntegerModel)",
    "a box": "box(Mine)(lambda kind, value, context: value)",
    "what is taken from a box": "unbox(Mine)(lambda kind, thing, context: NativeValue(None))",
    "an attribute of arrays": "overload_attribute(types.Array, 'peek')(lambda a: lambda a: 3)",
    "a method of a class": "overload_classmethod(types.Array, 'peek')(lambda c: lambda c: 3)",
    "a function for all": "register_jitable(lambda a: 3)",
    "a structure": "structref.register(type('S', (types.StructRef,), {}))",
}
USUAL = (
    "import numba.typed, numba.experimental",
    "import scipy.special, scipy.stats",
    "from cardsim.games.scat import *\nfrom cardsim.worlds import *\nimport cardsim.tricks",
    "import numba\n@numba.njit\ndef more():\n    return [3]\nmore()",
)


def loaded(written: Callable[..., Path], text: str) -> None:
    load_file(written(f"{text}\n\ndef knock(view):\n    return view.turn > 3\n"))


@pytest.mark.parametrize("way", WAYS)
def test_numba_is_not_extended(written: Callable[..., Path], way: str) -> None:
    with pytest.raises(UserError, match="a strategy cannot extend numba"):
        loaded(written, BEFORE + WAYS[way])


@pytest.mark.parametrize("text", USUAL)
def test_what_is_imported_may_do_so(written: Callable[..., Path], text: str) -> None:
    loaded(written, text)
