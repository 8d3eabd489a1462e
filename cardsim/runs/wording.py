"""Results in a card player's words: how people played, and how it ended.

The player under study is "you". A strategy says how it plays (`Strategy.plays`), with a `~` after
each verb: "knock~ at 21" is "knocks at 21" of one player and "knock at 21" of several.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardsim.games import load_game
from cardsim.options.params import Settings, in_words, settings_text
from cardsim.runs.words import counted, listed
from cardsim.showing import short_count
from cardsim.statistics.stats import Estimate, ranged, rounded

if TYPE_CHECKING:
    from cardsim.game import Feature, Measure, Unit
    from cardsim.options.params import Value
    from cardsim.runs.spec import Player, RunSpec

HISSING = ("s", "x", "z", "o", "ch", "sh")
FLATLY = ("always", "never")
"""First words of a way to play that has no number."""
NUMBER = re.compile(r"\d+(?:\.\d+)?")
MOST_LONG = 3
"""Things that a sentence names, where each takes several words."""


def reaching(wanted: str, unit: Unit, needed: int | None, *, reached: bool) -> str:
    """Return a sentence on a precision, and on the hands that it needs if it was not reached."""
    if reached:
        return f" The precision of {wanted} was reached."
    return f" The precision of {wanted} was not reached{needing(needed, unit)}."


def needing(needed: int | None, unit: Unit) -> str:
    """Return the end of a sentence on a precision that was not reached: the hands it needs."""
    return f"; it needs about {short_count(needed)} {unit.plural}" if needed else ""


def of_several(plays: str) -> str:
    """Return how several players play, or you do: `knock at 21`."""
    return plays.replace("~", "")


def of_one(plays: str) -> str:
    """Return how one player plays: `knocks at 21`."""
    parts = plays.split("~")
    ends = ["es" if part.endswith(HISSING) else "s" for part in parts[:-1]]
    return "".join(part + end for part, end in zip(parts, [*ends, ""], strict=True))


def either(plays: Sequence[str]) -> str:
    """Join several ways to play in one phrase: `knock~ at 18 to 28 or never knock~`.

    Ways that differ in one number are told as one.
    """
    groups: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for how in dict.fromkeys(plays):
        groups.setdefault(tuple(NUMBER.split(how)), []).append(tuple(NUMBER.findall(how)))
    texts = []
    for words, numbers in groups.items():
        spans: list[str] = []
        for values in zip(*numbers, strict=True):
            some = sorted(set(values), key=float)
            spans.append(some[0] if len(some) == 1 else f"{some[0]} to {some[-1]}")
        texts.append("".join(w + s for w, s in zip(words, [*spans, ""], strict=True)))
    if len(texts) > MOST_LONG:
        texts[MOST_LONG:] = ["play~ otherwise"]
    return listed(texts, "or")


def opponents(player: Player, count: int) -> str:
    """Return players who play alike as a phrase: `two players who knock at 21`."""
    one, several = ("person", "people") if player.are_people else ("player", "players")
    if count == 1:
        return f"one {one} who {of_one(player.plays)}"
    return f"{counted(count)} {several} who {of_several(player.plays)}"


def clauses(*parts: str) -> str:
    """Join the parts of a sentence that are not empty with commas."""
    return ", ".join(filter(None, parts))


def if_you(way: str, company: str = "") -> str:
    """Return the opening of a sentence: `If you knock at 21 against two players ...`."""
    told = f"{way}," if company and "," in way else way
    return " ".join(filter(None, ("If you", told, company)))


def against(spec: RunSpec, friend: Player | None) -> str:
    """Describe your partner and opponents; only `limits` if you were alone.

    `friend` is your partner, if he plays differently from you.
    """
    if len(spec.seats) == 1:
        return limits(spec).removeprefix(", ")
    if spec.fixed:
        hero, *places = spec.places
        alike: dict[Player, list[str]] = {}
        for place, player in zip(places, spec.seats[1:], strict=True):
            alike.setdefault(player, []).append(place)
        parts = [
            f"{listed(who)} {of_one(how.plays) if len(who) == 1 else of_several(how.plays)}"
            for how, who in alike.items()
        ]
        return f"and are {hero}, while {listed(parts)}{limits(spec)}"
    parts = [] if spec.seat is None else [spec.your_place]
    if spec.partner is not None:
        how = "plays like you" if friend is None else of_one(friend.plays)
        parts.append(f"with a partner who {how}")
    others, word = counted(len(spec.others)), facing(spec)
    if spec.alike:
        who = "one player who plays" if len(spec.others) == 1 else f"{others} players who play"
        parts.append(f"{word} {who} like you")
    elif len(set(spec.others)) > 1:
        first, *rest = (of_one(player.plays) for player in spec.others)
        met = [f"one player who {first}", *(f"one who {how}" for how in rest)]
        parts.append(f"{word} {listed(met)}")
    else:
        parts.append(f"{word} {opponents(spec.others[0], len(spec.others))}")
    return f"{', '.join(parts)}{limits(spec)}"


def facing(spec: RunSpec) -> str:
    """Return the preposition for opponents: you play against those who lose what you win."""
    return "against" if load_game(spec.game).zero_sum else "at a table with"


def limits(spec: RunSpec) -> str:
    """Return what the house rules forbid any strategy, as the end of a clause."""
    game = load_game(spec.game)
    text = game.limits(game.rules(**dict(spec.rules)))
    return f", where {text}" if text else ""


def all_alike(spec: RunSpec) -> bool:
    """Return True if there are others, and all play like you."""
    alone = len(spec.seats) == 1
    alike = all(player == spec.hero for player in spec.seats)
    return alike and not alone and not spec.fixed and spec.seat is None


def nobody_ahead(spec: RunSpec) -> bool:
    """Return True if nobody has an edge: all play alike on equal sides in a zero-sum game."""
    return load_game(spec.game).zero_sum and all_alike(spec) and not spec.uneven


def outcome(measure: Measure, estimate: Estimate) -> str:
    """Return your outcome with the digits that a player needs: `you win 45.3 % (± 0.6) ...`.

    A measure with two sentences uses one above zero and the other below, and neither where the sign
    is not certain.
    """
    if isinstance(measure.you, str):
        sentence = measure.you or f"{measure.text}: {{}}"
        return sentence.format(amount(measure, estimate))
    ahead, behind = measure.you
    if estimate.low <= 0 <= estimate.high:
        value = ranged(*_scaled(measure, estimate), signed=True)
        return measure.level.format(cost_text(measure, value))
    mean, low, high = _scaled(measure, estimate)
    return (ahead if mean > 0 else behind).format(_unsigned(mean, low, high))


def amount(measure: Measure, estimate: Estimate) -> str:
    """Return an estimate of a measure, without its sign if it is multiplied."""
    if estimate.as_it_is or measure.times == 1:
        return str(estimate)
    return _unsigned(*_scaled(measure, estimate))


def signed(measure: Measure, estimate: Estimate) -> str:
    """Return an estimate of a measure with its sign, in the unit of its sentences."""
    if estimate.as_it_is or measure.times == 1:
        return str(estimate)
    return ranged(*_scaled(measure, estimate), signed=True)


def _scaled(measure: Measure, estimate: Estimate) -> tuple[float, float, float]:
    value, low, high = (measure.times * x for x in (estimate.value, estimate.low, estimate.high))
    return value, low, high


def _unsigned(value: float, low: float, high: float) -> str:
    return ranged(value, low, high) if value >= 0 else ranged(-value, -high, -low)


def judged(measure: Measure) -> str:
    """Return the measure by which ways to play are judged, and its direction."""
    return f"'{measure.text}' ({'less' if measure.lower_is_better else 'more'} is better)"


def beside_even(measure: Measure) -> str:
    """Return the even share, as the end of a sentence; empty if the measure has none."""
    if not measure.even:
        return ""
    even = f"{100 * measure.even:.3g} %" if measure.in_per_cent else f"{measure.even:.3g}"
    return f", where an even share is {even}"


def costs(unit: Unit, measure: Measure, value: float, low: float, high: float) -> str:
    """Return a difference with its interval as a cost: `5 (± 1) hands in 100`."""
    times = measure.shown_times
    text = rounded(times * value, times * (high - low) / 2)
    return cost_text(measure, text, unit)


def cost_text(measure: Measure, amount: str, unit: Unit | None = None) -> str:
    """Return an amount of a measure, with its noun."""
    if measure.in_per_cent and unit is not None:
        return f"{amount} {unit.plural} in 100"
    return measure.cost.format(amount)


def named(player: Player, name: str, value: Value) -> str:
    """Return a parameter's value, or the strategy's own word that needs no number: `never`."""
    text, said = in_words(value), of_several(player.plays)
    unsaid = name in player.told and type(value) in (int, float)
    return said.split()[0] if unsaid and said.split()[0] in FLATLY and text not in said else text


def way(player: Player, varied: Settings = ()) -> str:
    """Return how you play, after "to" or "you", with varied settings that it does not name."""
    unsaid = [(n, v) for n, v in varied if n not in player.told]
    return of_several(player.plays) + (f" with {settings_text(unsaid)}" if unsaid else "")


def situation(features: Sequence[Feature], ranges: Sequence[tuple[int, int]]) -> str:
    """Describe a situation, if at all: `holding 12 to 14 points, with 2 pennies left`."""
    parts = (f.told(low, high) for f, (low, high) in zip(features, ranges, strict=True))
    return ", ".join(filter(None, parts))
