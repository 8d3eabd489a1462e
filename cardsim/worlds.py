"""Worlds for strategies that look ahead: what may come of a decision.

A decision function gets them if it has an argument `future` without a default. A world is a whole
hand that agrees with what the seat sees. In any world any action can be taken, and a base strategy
then plays on in every seat. Nothing that is hidden from the seat has a part in it.
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
"""Addresses of what plays on, of what it plays on by, of the view and of memory to work in; the
seed of the worlds; the place of the decision that waits among the names of all of them; how many
worlds have been drawn by what was seen; the number of the world imagined last, plus 1, or 0;
whether the seat's own next decisions are learned; how many particles draw worlds; and how often
each may be moved where few moves are accepted."""
PLAN = np.dtype([("at", np.uint64)])
"""What stands behind the parameters of a strategy that looks ahead: where its plan lies."""
ENTER = np.dtype([("enter", np.uint64)])
"""How every plan begins: with the address of what plays on."""
FUTURE_KIND, sealed_future, unsealed_future, _ = sealing(FUTURE, "future")

PARTICLES = 16
"""Particles that draw worlds where nothing else is asked for (`cardsim.engine.beliefs`)."""
NOT_WEIGHED = -1
"""In place of how many worlds were drawn: any is as likely as another."""
OUTSIDE = -1
"""In place of a world's number: it is asked what the base strategy does before any is imagined."""
NO_PLANS, PLANS, PLANNED = range(3)
"""The seat plays on as the base does; its next decisions are to be learned; some worlds are."""
_WORD, _LINE = uint64(32), uint64(CACHE_LINE - 1)
_SIZE = uint64(FUTURE.itemsize)
_future_at, _plan_at, _enter_at = record_at(FUTURE), record_at(PLAN), record_at(ENTER)


@inlined
def worth(future, world, n):
    """What the legal action number `n` is worth in the world with this number, int64.

    It is what becomes of the unit that is played, by the measure that it is won by, in steps of
    that measure's column; more is better for the seat. World and later chance are the same for
    all actions, and whatever is asked first. To ask for another action in the same world at once is
    quickest, as that world is kept. With a number below 0 it is what the base strategy
    would do in that world; `usual` tells its number.

    Raises:
        ValueError: the base strategy takes an illegal action or comes to no end, or there is no
            action of this number.
    """
    ahead = unsealed_future(future)
    return number_from_address(ahead.enter, (address_of(ahead), int64(world), int64(n)))


@inlined
def usual(future):
    """The number of the legal action that the base strategy takes, int64.

    Raises:
        ValueError: what it does is not legal.
    """
    return worth(future, OUTSIDE, int64(0))


@inlined
def believe_nothing(future):
    """Have all worlds be as likely, whatever the others did; before any world is asked for."""
    unsealed_future(future).drawn = int64(NOT_WEIGHED)


@inlined
def plan_ahead(future):
    """Have worlds learn from each other what the seat does next; before any is asked for.

    In each world it takes at its later decisions what was worth most so far in worlds that look
    alike to it there. The others play on as before. What an action is worth then depends on what
    was asked before. Nothing changes where the base remembers anything.
    """
    unsealed_future(future).plans = int64(PLANS)


@kernel
def future_of(view, chance, memory, plan, decision):
    """The future of a seat that is to decide.

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
    """Bytes of memory that a future needs, with so many to work in."""
    return FUTURE.itemsize + CACHE_LINE + -(-work // CACHE_LINE) * CACHE_LINE
