"""Worlds for strategies that look ahead: hands in which the actions of a decision are tried.

A decision function gets them if it has an argument `future` without a default. A world is a whole
hand that agrees with what the seat sees. In any world any action can be taken, and a base strategy
then plays on in every seat. Nothing that is hidden from the seat affects it.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint64

from cardsim.kernels.intrinsics import (
    CACHE_LINE,
    address_of,
    number_from_address,
    record_at,
    sealing,
)
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import at_next_block, next_word, unsealed

FUTURE = np.dtype(
    [
        ("enter", np.uint64),
        ("plan", np.uint64),
        ("seen", np.uint64),
        ("work", np.uint64),
        ("key", np.uint64),
        ("decision", np.int64),
        ("drawn", np.int64),
        ("imagined", np.int64),
        ("plans", np.int64),
        ("particles", np.int64),
        ("moves", np.int64),
    ]
)
"""Addresses of the entry that plays on, of its plan, of the view and of memory to work in; the seed
of the worlds; the place of the waiting decision among all names; the number of worlds drawn with
weights so far; the number of the world imagined last, plus 1, or 0; whether the seat's own next
decisions are learned; the number of particles that draw worlds; and the most moves of each where
few moves are accepted."""
PLAN = np.dtype([("at", np.uint64)])
"""The address of the plan, behind the parameters of a strategy that looks ahead."""
ENTER = np.dtype([("enter", np.uint64)])
"""The first field of every plan: the address of the entry that plays on."""
FUTURE_KIND, sealed_future, unsealed_future, _ = sealing(FUTURE, "future")

PARTICLES = 16
"""Particles that draw worlds by default (`cardsim.engine.beliefs`)."""
NOT_WEIGHED = -1
"""Stands in place of the number of worlds drawn if they are not weighted: all are equally
likely."""
OUTSIDE = -1
"""Stands in place of a world's number to ask for the base strategy's action before any world."""
NO_PLANS, PLANS, PLANNED = range(3)
"""Values of `plans`: the seat plays on as the base does; its next decisions are to be learned; some
worlds have been learned from."""
_WORD, _LINE = uint64(32), uint64(CACHE_LINE - 1)
_SIZE = uint64(FUTURE.itemsize)
_future_at, _plan_at, _enter_at = record_at(FUTURE), record_at(PLAN), record_at(ENTER)


@inlined
def worth(future, world, n):
    """Return the value of the legal action number `n` in the world with this number, int64.

    It is the result of the unit that is played, by the measure that it is won by, in steps of that
    measure's column; more is better for the seat. World and later chance are the same for all
    actions, in whatever order they are asked for. Asking for another action in the same world at
    once is fastest, as that world is kept. With a number below 0 it is the value of the base
    strategy's own action in that world; `usual` returns its number.

    Raises:
        ValueError: the base strategy takes an illegal action or comes to no end, or there is no
            action of this number.
    """
    ahead = unsealed_future(future)
    return number_from_address(ahead.enter, (address_of(ahead), int64(world), int64(n)))


@inlined
def usual(future):
    """Return the number of the legal action that the base strategy takes, int64.

    Raises:
        ValueError: its action is not legal.
    """
    return worth(future, OUTSIDE, int64(0))


@inlined
def believe_nothing(future):
    """Make all worlds equally likely, whatever the others did; call it before any world."""
    unsealed_future(future).drawn = int64(NOT_WEIGHED)


@inlined
def plan_ahead(future):
    """Let worlds learn from each other what the seat does next; call it before any world.

    At its later decisions in a world, the seat takes the action of highest value so far in worlds
    that look alike to it there. The others play on as before. The value of an action then depends
    on what was asked before. Nothing changes where the base remembers anything.
    """
    unsealed_future(future).plans = int64(PLANS)


@kernel
def future_of(view, chance, memory, plan, decision):
    """Make the future of a seat that is to decide.

    Args:
        view: what it sees, in the state of the hand.
        chance: the seat's own, sealed; two words of it are used.
        memory: the address of memory to work in, uint64.
        plan: the address of a `PLAN`, uint64.
        decision: its place among the names of all decisions, in order.
    """
    prepared = _plan_at(plan).at
    if prepared == 0:
        raise ValueError("it looks ahead, which it can only do in a run")
    words = unsealed(at_next_block(chance))
    future = _future_at(memory)
    future.enter = _enter_at(prepared).enter
    future.plan = prepared
    future.seen = address_of(view)
    future.work = (memory + _SIZE + _LINE) & ~_LINE
    first = uint64(next_word(words))
    future.key = (first << _WORD) | uint64(next_word(words))
    future.decision = int64(decision)
    future.drawn, future.imagined, future.plans = int64(0), int64(0), int64(NO_PLANS)
    future.particles, future.moves = int64(PARTICLES), int64(0)
    return sealed_future(future)


def room_for(work: int) -> int:
    """Return the bytes of memory that a future needs, with `work` bytes to work in."""
    return FUTURE.itemsize + CACHE_LINE + -(-work // CACHE_LINE) * CACHE_LINE
