"""Imagine worlds, play every action on in each of them, and take the one that does best.

A world is a whole hand that agrees with what the seat sees. In it the base strategy plays on in all
seats, by what each of them sees there, to the end of the hand or match, whatever that is won by;
worlds and later chance are the same for all actions. What the base remembers begins anew in each.

With `others` the base plays on in the own seat and the partner's alone, and a company in the
others: `field`, `usual`, a strength such as `club`, a strategy, or a file of members (`.toml`). Who
sits in a seat is then as likely as the shares and what was done make it, by what each member would
have done, with that member's own lapse.

An action is taken in place of the base's own where it gains more, on average over the worlds, than
`doubt` standard errors of that; of several the one that exceeds this by most. In Counter-Cameroon,
Ninety-Nine and Scat it doubts twice as much as elsewhere: with the usual doubt it lost to its base
there, for certain, against some of the people whom one meets (`tests/benchmarks/STRENGTH.md`). In
Cheat it loses to some with any doubt, so there it looks ahead only if you say from where on, such
as `last=100`. All are tried in four worlds, the better half of those that may still gain in four
more, the better half of these in eight more, and so on, up to `worlds`. It stops when nothing is
left to try, or one action is clearly better. Of more than 256 legal actions only the first 256 are
tried.

It looks ahead from where at most `last` are left, and plays as the base does before: cards of the
stock or deck (Chinese Ten, Gin Rummy, Ninety-Nine, Scat), cards in the own hand (Bridge, Spades,
Euchre) or to come into it (Casino), the fewest that somebody holds (Cheat), own cards face down
(Square 9), or categories that nobody owns (Counter-Cameroon). In the auction of Bridge it calls as
the base does unless `last` is 2000: in its worlds the others call as the base would, and nobody
doubles what he would double in truth. With calls it lost 131 points a board to its base among
players who double (`cardsim compare bridge weighed-cards look-ahead:base=weighed-cards,last=2000
--vs tips:overcalls=simple,penalty_double_hcp=12 -n 200 --seed 18`); with cards alone it has 35 +-
27 more than its base there (250 boards, seed 81). With `others=field` it knows of doublers and has
44 +- 84 less there with calls, and 2 +- 74 more against those of the field. That is not safe yet.

In Scat, Spades, Bridge, Euchre, Gin Rummy, Ninety-Nine, Chinese Ten and Cheat worlds are as likely
as what the others did makes them, if they play as the base does, but do anything else now and then.
In Cheat that is what they claimed, and believed, since the pile began. Compared with worlds of
which each is as likely it has so much more with `learned` as its base (`cardsim compare GAME
look-ahead:base=learned look-ahead:base=learned,believes=no --vs COMPANY --unit UNIT`):

  game    against  points a board or hand      units    seeds
  bridge  learned  20 +- 16                     2,000   31
  spades  learned  4.5 +- 2.2                   7,000   11, 21 (3,000) and 51
  spades  usual    -1.2 +- 2.7                  4,000   41 and 52
  euchre  learned  0.020 +- 0.013              12,000   21
  scat    learned  6.4 +- 3.4 matches in 100    1,000   1

In classic Gin it needs more worlds than the usual 16 to gain. With 64, and `learned-classic` as its
base, it has 2.3 +- 1.4 points a hand more than `learned-classic` against that, and 3.5 +- 1.3 more
than with `believes=no` (`--preset classic-2p`, 3,000 hands, seed 205). With 16 there is no
difference: 0.0 +- 0.75 against `learned`, 0.3 +- 0.8 against `usual` (3,000 each, seeds 202, 203).

Where the others play otherwise than the base, what they did tells less than it seems: hence the
large chance of doing anything else. In Ninety-Nine to weigh worlds made no difference when that was
tried, 0.05 +- 0.44 hands in 100 (12,000 hands, seed 21). In other games all worlds are as likely,
so that it does not think of what the others have kept and thrown. In Cheat it won 11 +- 9 games in
100 against `learned` (100 games, seed 101) when they were weighed, and lost 17 +- 7 against the
`planner`, who lies less than `learned` makes it believe (150 games, seed 102). And
everybody plays as the base does in them, unless `others` names a company: with a base that was made
to beat others it takes these for better than they are.

What it has more than its base, in points a board or hand (Scat: lives), if it reckons with that
base alone and with the field (`cardsim compare GAME BASE look-ahead:base=BASE
look-ahead:base=BASE,others=field --vs COMPANY --unit UNIT`; Bridge with cards alone):

  game    base           against  base alone        others=field      units, seed
  bridge  weighed-cards  base     80.7 +- 29.1      53.0 +- 33.1      250, 81
  bridge  weighed-cards  field    26.5 +- 27.5      58.3 +- 29.4      250, 81
  euchre  learned        base     0.023 +- 0.032    0.031 +- 0.037    1,500, 82
  euchre  learned        field    0.029 +- 0.036    0.019 +- 0.038    1,500, 82
  scat    watchful       base     0.008 +- 0.053    -0.013 +- 0.048   600, 82
  scat    watchful       field    0.018 +- 0.052    0.003 +- 0.046    600, 82

These intervals hold for all three together. In Ninety-Nine it has 1.3 +- 1.1 hands in 100 less than
`worth-keeping` in the field where it reckons with that, and 0.3 +- 0.7 less where it reckons with
its base (3,000 hands, seed 83). In Chinese Ten it has 1.6 +- 1.2 points a hand less than `learned`
against `throw-safe` where it reckons with the field, and 0.1 +- 0.8 less where it reckons with its
base (300 hands, seed 84); in 800 others 0.7 +- 0.8 and 0.1 +- 0.6 less. With the field it takes
twice as long in Scat, and every strategy of the field must be compiled. So nothing said means the
base alone.

At the table of `learned`, with that as its base, it has so much, and so much more than `learned` in
the same hands (`cardsim compare GAME look-ahead:base=learned learned --vs learned --unit UNIT`,
seed 301, Spades 302):

  game    worlds  units   has             more
  bridge  16       1,500  103 +- 15       98 +- 12 points a board
  casino  16       3,000  1.33 +- 0.20    1.55 +- 0.14 points a hand
  euchre  64      12,000  0.060 +- 0.031  0.072 +- 0.012 points a hand
  spades  64       2,500  32.5 +- 3.7     12.0 +- 4.9 points a hand more than `trick-odds`

With `trick-odds` as its base it has 27.7 +- 3.5 in Spades: the better base is not the one that
explains best what `learned` does.

With `plans` it does not play on as its base at its own next decisions, but takes what was worth
most in worlds before that look alike to it there; the others play on as before. That takes longer,
so the figures are at equal time, with 64 worlds without plans and fewer with them (`cardsim compare
GAME look-ahead:base=learned,worlds=WITH,plans=yes look-ahead:base=learned,worlds=64 --vs learned`):

  game    with  more with plans                 units    seeds
  spades  48    2.5 +- 1.1 points a hand        24,000   1101 (with 50), 1102 (46) and 1103
  bridge  38    3.0 +- 5.0 points a board       10,000   1121
  euchre  46    -0.006 +- 0.006 points a hand   30,000   1111

Plans change nothing where the base remembers anything.

With the strongest of each game as its base it was never worse than that for certain, at the base's
own table and against the field (`python -m pytest tests/benchmarks -k strength -s`; few hands), but
in Scat, where it lost 0.07 +- 0.04 lives a hand to `steady` with 16 worlds. With 64 worlds it
has 0.014 +- 0.013 lives a hand more than `watchful` among players of that, and with 128 0.029 +-
0.013 (6,000 hands, seed 613).

All actions in all worlds, with `doubt` 2, is what it did when the other figures here were measured.
To keep the better half takes half the games played on, and what it decides is as good: in Spades it
gains 0.9 +- 0.9 points a decision more, in Bridge 0.5 +- 0.4, in Euchre 0.001 +- 0.001 less and in
Chinese Ten 0.005 +- 0.011 less (some 300 decisions of each, valued in 800 worlds). With 16 worlds
it plays about twice as many hands a second: Spades 55 and 119, Bridge 129 and 304, Euchre 537 and
1,478, Casino 51 and 94, Chinese Ten 71 and 143 (base and others `learned`, one thread, in turns).

Result: against the default strategies, with the default as its base, usual players and rules, one
thread of a machine with other work; an even share is 50 % with 2 players and 33.3 % with 3
(`cardsim run GAME --vs usual --strategy look-ahead --worlds 16 -n 40000 --seed 1 --threads 1`):

  game                      units, 16 and 64     16 worlds         64 worlds         a second
  chinese-ten, points       40,000 and 10,000    +1.96 +- 0.21     +3.47 +- 0.42     298 and 94
  counter-cameroon, wins    30,000 and 9,000     50.6 % +- 0.6     53.5 % +- 1.0     252 and 102
  square-nine, wins         20,000 and 5,000     52.5 % +- 0.7     55.7 % +- 1.4     165 and 45
  ninety-nine, matches won  5,000 and 1,200      35.8 % +- 1.3     39.9 % +- 2.8     58 and 15
  ninety-nine, hands lost   60,000 and 15,000    32.1 % +- 0.4     30.5 % +- 0.7     1,156 and 451
  scat, matches won         2,000                35.3 % +- 2.1
  scat, lives in a hand     10,000               +0.04 +- 0.02
  spades, matches won       512 and 128          59.8 % +- 4.2     74.2 % +- 7.6     4 and 1
  spades, points a hand     20,000 and 6,000     +16.6 +- 1.1      +24.5 +- 2.1      300 and 102

In Spades `learned` wins 63.0 % +- 0.3 of matches against the default, and 6.9 +- 0.1 points a hand.
In Bridge 16 worlds win 70 +- 7 points a board against the default (8,000 boards), 64 worlds 81 +-
15 (2,000).
"""

import math
from typing import Annotated

from cardsim import Strategy, between, one_of
from cardsim.tricks import AUCTION
from cardsim.worlds import believe_nothing, plan_ahead, usual, worth

MOST, MOST_TRIED = 1000, 256
FIRST, HOPE = 4, 1.0
"""Worlds before the actions are first thinned out, after which each step doubles the number of
worlds. An action stays if it would gain when this many standard errors are added to its gain."""
CLEAR, FEWEST = 2.0, 8
"""It stops after at least `FEWEST` worlds if one action is left besides the base's own, and gains
`CLEAR` standard errors more than `doubt` asks for."""

SURER = 3.5
"""Standard errors to doubt where an action that seems better seldom is."""

MOST_LEFT = 1000
"""Calls count `AUCTION` cards more: `last` leaves them out unless it is so large."""

NO_YES = ("no", "yes")

Worlds = Annotated[int, between(2, MOST, "most worlds imagined at each decision")]
Last = Annotated[
    int, between(0, MOST_LEFT + AUCTION, "cards or turns left from which on it looks ahead")
]
Doubt = Annotated[float, between(0, 10, "standard errors that a better action must gain at least")]

Believes = Annotated[str, one_of(NO_YES, "weigh worlds by what the others did")]
Plans = Annotated[str, one_of(NO_YES, "find out in the worlds what to do at your next decisions")]


def spread(total, squares, number):
    """Return the standard error of a sum of `number` gains."""
    return math.sqrt(max(squares - total * total / number, 0.0) * number / max(number - 1, 1))


def better_half(scratch, tried, seen):
    """Keep the better half of the tried actions that may still gain, and return their number."""
    most, kept = (tried + 1) // 2, 0
    for k in range(tried):
        n = scratch.tried[k]
        total = scratch.total[n]
        if total + HOPE * spread(total, scratch.squares[n], seen) > 0:
            at = kept
            while at > 0 and scratch.total[scratch.tried[at - 1]] < total:
                if at < most:
                    scratch.tried[at] = scratch.tried[at - 1]
                at -= 1
            if at < most:
                scratch.tried[at] = n
                kept = min(kept + 1, most)
    return kept


def best_on_average(
    view,
    future,
    scratch,
    count_legal,
    nth_legal,
    left,
    worlds: Worlds = 16,
    doubt: Doubt = 1.75,
    last: Last = MOST_LEFT,
    believes: Believes = "yes",
    plans: Plans = "no",
):
    count = count_legal(view)
    if count == 1:
        return nth_legal(view, 0)
    if not believes:
        believe_nothing(future)
    if plans:
        plan_ahead(future)
    base = usual(future)
    if left(view) > last:
        return nth_legal(view, base)
    tried, seen, until = 0, 0, FIRST
    for n in range(min(count, MOST_TRIED)):
        if n != base:
            scratch.tried[tried] = n
            tried += 1
    while tried > 0 and seen < worlds:
        until = min(until, worlds)
        for world in range(seen, until):
            usually = worth(future, world, base)
            for k in range(tried):
                n = scratch.tried[k]
                gain = float(worth(future, world, n) - usually)
                scratch.total[n] += gain
                scratch.squares[n] += gain * gain
        seen, until = until, 2 * until
        if seen < worlds:
            tried = better_half(scratch, tried, seen)
        n = scratch.tried[0]
        least = (doubt + CLEAR) * spread(scratch.total[n], scratch.squares[n], seen)
        if tried == 1 and seen >= FEWEST and scratch.total[n] > least:
            break
    best, most = base, 0.0
    for k in range(tried):
        n = scratch.tried[k]
        sure = scratch.total[n] - doubt * spread(scratch.total[n], scratch.squares[n], seen)
        if sure > most:
            best, most = n, sure
    return nth_legal(view, best)


def plays(worlds, base, others):
    """Return how it plays: the others are named where they are not all as the base."""
    if others == "base":
        return f"look~ ahead in {worlds} worlds where all play on as {base}"
    against = {"field": "the field", "usual": "usual players"}.get(others, others)
    return f"look~ ahead in {worlds} worlds (where {base} plays on against {against})"


STRATEGY = Strategy(
    game="any",
    plays=plays,
    scratch=[
        ("tried", "i8", MOST_TRIED),
        ("total", "f8", MOST_TRIED),
        ("squares", "f8", MOST_TRIED),
    ],
    by_game={
        "cheat": {"last": 0},
        "counter-cameroon": {"doubt": SURER},
        "ninety-nine": {"doubt": SURER},
        "scat": {"doubt": SURER},
    },
    every_decision=best_on_average,
)
