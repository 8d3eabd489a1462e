"""Fits companies and strategies to what people did."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardsim.ask.comparisons import CompareResult, compare
from cardsim.errors import UserError, echoed
from cardsim.options.params import parse_count
from cardsim.runs.company import mix, unsaid
from cardsim.statistics.mixtures import DRAWS, SMALLEST, sampled
from cardsim.statistics.stats import CONFIDENCE
from cardsim.strategy import LAPSE
from cardsim.table.fitted import (
    ANYTHING,
    COMPANY,
    STRATEGY,
    TABLE,
    Fit,
    Foretold,
    Person,
    Sitter,
    hundred,
)
from cardsim.table.foretold import (
    STRENGTHS,
    AskedCompany,
    Foretelling,
    Kinds,
    Slip,
    companies_of,
    foretelling,
    slips_of,
    table_of,
)
from cardsim.table.hands_read import HandsRead, hands_read
from cardsim.workspace import named_strategies

Array = np.ndarray[Any, Any]
FOLDS = 5
"""Parts of the hands; each is foretold from the others."""
PEOPLE_BEFORE = 10
"""People of the company that are taken as known before anything is seen."""
NOBODYS = 0.02
"""Share of people whom no strategy explains, before anything is seen."""
FEWER_DRAWS = 500
"""Draws in each fold."""


class HandsWarning(UserWarning):
    """Files and hands that were left out."""


def _nothing(_: str) -> None:
    """Tell nobody."""


class Evidence(NamedTuple):
    """Decisions as arrays, each of shape (decisions,).

    Attributes:
        person, hand, kind: number of the person, the hand and the kind of decision.
        fold: part of the hands.
        people: names.
        kinds: names of the decisions.
    """

    person: Array
    hand: Array
    kind: Array
    fold: Array
    people: list[str]
    kinds: list[str]

    @property
    def folds(self) -> int:
        """Number of parts."""
        return int(self.fold.max()) + 1


def fit(
    game: str,
    *files: str | Path,
    vs: str | None = None,
    seat: str = "",
    n: object = None,
    tell: Callable[[str], None] | None = None,
) -> Fit:
    """Hold strategies and companies against what people did, and fit the shares of a company.

    The answer's `skipped` has the files and hands that were left out. A `HandsWarning` names them,
    too, unless `tell` is given.

    Args:
        game: `scat`, or another of `cardsim games`.
        files: files of hands, or folders; by default what `cardsim play` kept.
        vs: the company whose members the people may be; the game's field by default.
        seat: name of the only person or seat that counts; all by default.
        n: hands or matches that strategies play against the people, to find what beats them; by
            default none.
        tell: called with what is being done, and with what is left out.

    Raises:
        UserError: nothing can be read, or the hands are not of one table of this game.
    """
    hands = None if n is None else parse_count(n)
    read = hands_read(game, [Path(file) for file in files], seat)
    left_out = [f"Left out: {line}" for line in read.skipped]
    if tell is None:
        tell = _nothing
        if left_out:
            warnings.warn("\n".join(left_out), HandsWarning, stacklevel=2)
    for line in left_out:
        tell(line)
    fitted = fit_of(read, vs=vs, files=tuple(map(str, files)), seat=seat, tell=tell)
    if hands is None:
        return fitted
    tell("Playing against them ...")
    return replace(fitted, against=_against(fitted, hands))


def fit_of(
    read: HandsRead,
    *,
    vs: str | None = None,
    files: tuple[str, ...] = (),
    seat: str = "",
    tell: Callable[[str], None] = _nothing,
) -> Fit:
    """Return the fit of decisions that were read. Arguments are those of `fit`."""
    run = read.run
    game, spec = run.game, run.spec
    name = vs or unsaid(game, spec.preset)
    kinds = Kinds(spec)
    companies = companies_of(kinds, game, name)
    if not companies[0].members:
        raise UserError(f"--vs {echoed(name)} names nobody who can be asked at single decisions")
    shipped = kinds.shipped()
    slips = slips_of(game)
    own = [member.slip for company in companies for member in company.members]
    heats = [slip.value for slip in (*slips, *own) if slip.name != LAPSE]
    tell(f"Asking {len(kinds.usable)} strategies at {len(read.decided)} decisions ...")
    told = foretelling(run, read.decided, kinds.usable, heats)
    evidence = _evidence(read)
    people = _fitted_people(evidence, told, companies[0], slips)
    numbers = sorted({*shipped, *people.kinds})
    foretellers = [
        *_strategies(evidence, told, numbers, slips),
        *_companies(told, companies),
        Foreteller(TABLE, "these people", "", people.same, people.held_out),
    ]
    several = len(foretellers)
    rows = [row for one in foretellers for row in _summed(evidence, told.legal, one, several)]
    return Fit(
        spec,
        name,
        files,
        seat,
        read.hands,
        evidence.folds,
        tuple(rows),
        _sitters(people, told, slips),
        _people(evidence, people, told, slips),
        read.left_out,
        companies[0].missing,
        read.evenings,
        read.skipped,
        kinds.unasked,
    )


def _evidence(read: HandsRead) -> Evidence:
    people, names = read.people, [decision.name for decision in read.run.game.decisions]
    person = np.array([people.index(one.person) for one in read.decided])
    hand = np.array([one.hand for one in read.decided])
    kind = np.array([one.turn.decision for one in read.decided])
    # Hands as they were played; numbers that nobody decided in leave no gap.
    order = np.unique(hand, return_inverse=True)[1]
    return Evidence(person, hand, kind, order % FOLDS, people, names)


# ---------------------------------------------------------------- foretelling


class Foreteller(NamedTuple):
    """Somebody who foretells decisions.

    Attributes:
        kind, name, plays: as in `Foretold`.
        same: how often it would have done the same, shape (decisions,).
        chance: chance that it gave to what was done, in held-out hands; shape (decisions,).
    """

    kind: str
    name: str
    plays: str
    same: Array
    chance: Array


def _strategies(
    evidence: Evidence, told: Foretelling, numbers: Sequence[int], slips: Sequence[Slip]
) -> Iterator[Foreteller]:
    """Yield each strategy with the slip that fits best in the other parts of the hands."""
    for number in numbers:
        chances = np.array([told.chances(number, slip) for slip in slips])
        logs = np.log(chances)
        held_out = np.zeros(len(evidence.hand))
        for fold in range(evidence.folds):
            inside = evidence.fold == fold
            others = ~inside if evidence.folds > 1 else inside
            best = int(logs[:, others].sum(axis=1).argmax())
            held_out[inside] = chances[best, inside]
        kind = told.kinds[number]
        yield Foreteller(STRATEGY, kind.name, kind.plays, told.alike[:, number], held_out)


def _companies(told: Foretelling, companies: Sequence[AskedCompany]) -> Iterator[Foreteller]:
    """Yield each company as it is, its members drawn anew at each decision."""
    for company in companies:
        if company.members:
            kinds = [member.kind for member in company.members]
            shares = np.array([member.share for member in company.members])
            each = [told.chances(member.kind, member.slip) for member in company.members]
            same = told.alike[:, kinds] @ shares
            yield Foreteller(COMPANY, company.name, "", same, shares @ np.array(each))


def _summed(evidence: Evidence, legal: Array, who: Foreteller, several: int) -> Iterator[Foretold]:
    """Yield rows for all decisions, and for each kind of which there are some.

    `several` foretellers are looked at together.
    """
    from scipy.stats import t

    loss, blind = -np.log(who.chance), np.log(legal)
    every = [("", np.ones(len(loss), bool))]
    present = np.unique(evidence.kind)
    if len(present) > 1:
        every += [(evidence.kinds[k], evidence.kind == k) for k in present]
    for decision, some in every:
        hand, many = evidence.hand[some], int(some.sum())
        share, half = _mean(who.same[some], hand)
        gain, wide = _mean((blind - loss)[some], hand)
        hands = len(np.unique(hand))
        # One-sided, and for all foretellers together (Bonferroni).
        far = t.ppf(1 - (1 - CONFIDENCE) / 2 / several, hands - 1) if hands > 1 else np.inf
        usual = t.ppf((1 + CONFIDENCE) / 2, hands - 1) if hands > 1 else np.nan
        sure = bool(gain > far * wide) and hands > 1
        about = who.kind, who.name, who.plays, decision, many, share, float(usual * half)
        yield Foretold(*about, float(loss[some].mean()), gain, sure)


def _mean(values: Array, hand: Array) -> tuple[float, float]:
    """Return a mean over decisions and its standard error, as hands are independent.

    Source: W. Cochran, "Sampling Techniques" (3rd edition, 1977), section 2.11: a ratio.
    """
    mean, hands = float(values.mean()), len(np.unique(hand))
    if hands == 1:
        return mean, np.nan
    off = np.bincount(hand - hand.min(), weights=values - mean)
    error = np.sqrt((off**2).sum() * hands / (hands - 1)) / len(values)
    return mean, float(error)


# ---------------------------------------------------------------- people


class People(NamedTuple):
    """People as members of a company.

    Attributes:
        kinds: number of the strategy of each member.
        before: share of each, and last of those whom nobody explains; shape (members + 1,).
        shares: drawn shares of the people, shape (draws, members + 1).
        belongs: probabilities by person, member and slip; shape (people, members, slips).
        nobodys: probability that nobody explains a person, shape (people,).
        same, held_out: how often the fitted people would have done the same, and the chance that
            they gave to it in held-out hands; shape (decisions,).
    """

    kinds: list[int]
    before: Array
    shares: Array
    belongs: Array
    nobodys: Array
    same: Array
    held_out: Array


def _fitted_people(
    evidence: Evidence, told: Foretelling, company: AskedCompany, slips: Sequence[Slip]
) -> People:
    shares: dict[int, float] = {}
    for member in company.members:
        shares[member.kind] = shares.get(member.kind, 0.0) + member.share
    kinds = [*shares]
    before = np.array([*((1 - NOBODYS) * share for share in shares.values()), NOBODYS])
    many, folds = len(evidence.people), evidence.folds
    place = evidence.person * folds + evidence.fold

    def by_place(chance: Array) -> Array:
        sums = np.bincount(place, weights=np.log(chance), minlength=many * folds)
        return sums.reshape(many, folds)

    chances = np.array([[told.chances(kind, slip) for slip in slips] for kind in kinds])
    logs = np.array([[by_place(chance) for chance in row] for row in chances])
    nobody = by_place(1 / told.legal)
    same, held_out = np.zeros(len(place)), np.zeros(len(place))
    for fold in range(folds):
        inside = np.flatnonzero(evidence.fold == fold)
        others = [f for f in range(folds) if f != fold] or [fold]
        belongs, nobodys, _ = _members(
            logs[..., others].sum(axis=3), nobody[:, others].sum(axis=1), before, FEWER_DRAWS
        )
        mine = belongs[evidence.person[inside]]
        own = np.einsum("dms,msd->d", mine, chances[:, :, inside])
        rest = nobodys[evidence.person[inside]] / told.legal[inside]
        held_out[inside] = own + rest
        same[inside] = np.einsum("dms,dm->d", mine, told.alike[inside][:, kinds]) + rest
    belongs, nobodys, drawn = _members(logs.sum(axis=3), nobody.sum(axis=1), before, DRAWS)
    return People(kinds, before, drawn, belongs, nobodys, same, held_out)


def _members(logs: Array, nobody: Array, before: Array, draws: int) -> tuple[Array, Array, Array]:
    """Return probabilities by person, member and slip, those of nobody, and drawn shares.

    Args:
        logs: log likelihoods, shape (members, slips, people). Slips are as likely at first.
        nobody: those of any legal action, shape (people,).
        before: share of each member, and of those whom nobody explains.
        draws: number of draws.
    """
    most = logs.max(axis=1, keepdims=True)
    weights = np.exp(logs - most)
    member = (most[:, 0] + np.log(weights.mean(axis=1))).T
    found = sampled(np.column_stack([member, nobody]), PEOPLE_BEFORE * before, draws=draws)
    slips = (weights / weights.sum(axis=1, keepdims=True)).transpose(2, 0, 1)
    return found.belongs[:, :-1, None] * slips, found.belongs[:, -1], found.shares


def _sitters(people: People, told: Foretelling, slips: Sequence[Slip]) -> tuple[Sitter, ...]:
    """Return the members by their shares, the largest first."""
    ends = [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]
    low, high = np.quantile(people.shares, ends, axis=0)
    expected = [*people.belongs.sum(axis=2).mean(axis=0), people.nobodys.mean()]
    found = []
    for m, (share, before) in enumerate(zip(expected, people.before, strict=True)):
        ends_of = float(share), float(low[m]), float(high[m]), float(before)
        if m == len(people.kinds):
            found.append(Sitter(ANYTHING, "take~ any legal action", *ends_of, {}))
            continue
        kind = told.kinds[people.kinds[m]]
        weights = people.belongs[:, m].mean(axis=0) / max(share, SMALLEST)
        each = dict(zip(slips, weights.tolist(), strict=True))
        found.append(Sitter(kind.name, kind.plays, *ends_of, each))
    return tuple(sorted(found, key=lambda one: -one.share))


def _people(
    evidence: Evidence, people: People, told: Foretelling, slips: Sequence[Slip]
) -> tuple[Person, ...]:
    """Return the people, those with most decisions first."""
    found = []
    for p, name in enumerate(evidence.people):
        own = evidence.person == p
        counts = len(np.unique(evidence.hand[own])), int(own.sum())
        by_member = people.belongs[p].sum(axis=1)
        m = int(by_member.argmax())
        if people.nobodys[p] > by_member[m]:
            found.append(Person(name, *counts, ANYTHING, float(people.nobodys[p]), "-"))
            continue
        slip = slips[int(people.belongs[p, m].argmax())]
        kind = told.kinds[people.kinds[m]]
        strays = _strays(slip, slips)
        found.append(Person(name, *counts, kind.name, float(by_member[m]), strays))
    return tuple(sorted(found, key=lambda one: -one.decisions))


def _strays(slip: Slip, slips: Sequence[Slip]) -> str:
    """Return a slip in words."""
    if slip.name == LAPSE:
        return f"anything in {hundred(slip.value)} of 100"
    heats = [one for one in slips if one.name != LAPSE]
    return f"as strength {STRENGTHS[heats.index(slip)]} does"


# ---------------------------------------------------------------- against them


def _against(fitted: Fit, hands: int) -> tuple[CompareResult, ...]:
    """Return all strategies against these people, and against the company that was fitted."""
    spec, game = fitted.spec, fitted.game
    table = table_of(spec)
    asked = {**table.pop("options"), **table, "unit": spec.unit, "n": hands, "progress": False}
    names, _ = named_strategies(game, ["all"], what="played")
    people = mix(fitted.as_company)
    return tuple(compare(game.name, *names, vs=who, **asked) for who in (people, fitted.vs))
