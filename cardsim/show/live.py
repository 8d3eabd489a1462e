"""The part of a page at which readers try their own table: the game plays in their browser.

What plays there is checked twice against this machine. Before it is written, Node plays some
tables, where there is a Node, and the bytes of all outcomes must be equal. And each time that the
page is opened it plays a few hands and compares them before it says anything.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from cardsim.ask.comparisons import CompareResult
from cardsim.ask.swept import SweepResult
from cardsim.errors import UserError
from cardsim.forgetting import REMEMBERS
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.kernels import cache
from cardsim.quantal import TEMPERATURE
from cardsim.runs.company import FIELD, SAME, safest_of, unsaid
from cardsim.runs.live import LiveGame, checksum, live_game
from cardsim.runs.result import Result
from cardsim.runs.seating import Who
from cardsim.runs.spec import Player, RunSpec
from cardsim.show.gallery import HOW_TO_PLAY
from cardsim.show.page import Playing, file_text, packed
from cardsim.studies.experiments import Findings, unnamed
from cardsim.table.replayed import Replay, replay_of
from cardsim.workspace import find_field, parse_player

START, ENGINE, NUMBERS, WORKER, PAGE = (
    "live_start.js",
    "live_engine.js",
    "live_numbers.js",
    "live_worker.js",
    "live_page.js",
)
TABLES, HANDS = 12, 500
"""Tables that Node plays before a page is written, and hands of each."""
OPENED, SOME = 3, 64
"""Tables that a page plays when it is opened, and hands of each."""
SHOWN, MOST_LINES, MOST_LETTERS = 8, 250, 50_000
"""Hands that a page tells move by move; moves of one, above which it tells single hands in place of
matches; and letters of all, above which it tells fewer."""
MOST_BYTES = 250_000
"""Size of a page with its game."""
PRIME, OFFSET = 16777619, 2166136261
"""Of the hash FNV-1a (RFC 9923), by which a page compares hands; sha256 takes more of a browser."""

Asked = SweepResult | CompareResult
Part = Result | Asked


@dataclass(frozen=True)
class Live:
    """A game in a page.

    Attributes:
        start: the setting that the page begins with; what it leaves out is as usual.
    """

    game: LiveGame
    start: Mapping[str, Any]

    @cached_property
    def tables(self) -> list[dict[str, Any]]:
        """Settings by which two machines are compared; the usual one first."""
        draw = Random(self.game.game.name)  # noqa: S311  no secret
        return [usual(self.game), *(self.game.some(draw) for _ in range(TABLES - 1))]

    @cached_property
    def told(self) -> str:
        """Everything that the page knows, packed."""
        checks = [
            {
                "setting": setting,
                "seed": "1",
                "first": "0",
                "hands": SOME,
                "sum": _hash(self.game.played(setting, seed=1, first=0, hands=SOME).tobytes()),
            }
            for setting in self.tables[:OPENED]
        ]
        described = {**self.game.described, "start": dict(self.start)}
        everything = {"told": described, "checks": checks, "shown": self.shown}
        return packed(json.dumps(everything).encode())

    @cached_property
    def shown(self) -> dict[str, Any]:
        """Some hands of the table that the page begins with, move by move.

        They are told here, since a game's words are in Python. The page deals each of them, too,
        and shows them only if every byte of their outcomes is as it was here.
        """
        setting = {k: v for k, v in self.start.items() if k not in {"seed", "chart"}}
        seed = int(self.start.get("seed", "1"))
        first = self._replay(setting, seed, 0)
        game = self.game.game
        single = [u for u in game.units if not game.units[u](game.rules(), game.players[2]).goes_on]
        if len(first.lines) > MOST_LINES and single:
            setting["unit"] = single[0]
        told: list[dict[str, Any]] = []
        for hand in range(SHOWN):
            one = self._replay(setting, seed, hand)
            told.append(
                {"seats": one.heading[1:], "lines": list(one.moves), "results": one.results}
            )
            if len(json.dumps(told)) > MOST_LETTERS:
                break
        hands = []
        for hand in range(len(told)):
            played = self.game.played(setting, seed=seed, first=hand, hands=1).tobytes()
            alone = {"setting": setting, "seed": str(seed), "first": str(hand), "hands": 1}
            hands.append({**alone, "sum": _hash(played)})
        return {"hands": hands, "told": told}

    def _replay(self, setting: Mapping[str, Any], seed: int, hand: int) -> Replay:
        """Replay a hand, which must be the one that is counted."""
        one = replay_of(self.game.run_of(setting, seed=seed, hands=hand + 1), hand)
        played = self.game.played(setting, seed=seed, first=hand, hands=1)
        if one.trace.outcome.tobytes() != played[0].tobytes():
            raise UserError(
                f"{one.name} of {self.game.game.name} is shown otherwise than it is counted",
                hint="nothing was written; this is a mistake of cardsim's",
            )
        return one

    @property
    def playing(self) -> Playing:
        """The part of the page."""
        # Pages of one game could share a module in a file beside them. But a page from a disk
        # cannot check the hash of another file, since browsers take each file for an origin of its
        # own; with 'self' in place of hashes any file of the folder could run in the page.
        return playing(self.told, packed(self.game.module.code))

    def check(self) -> bool:
        """Have Node play some tables, and compare; return False where there is no Node.

        Raises:
            UserError: it plays other hands than this machine, or none.
        """
        node = shutil.which("node")
        if node is None:
            return False
        code = hashlib.sha256(self.game.module.code).hexdigest()
        told = json.dumps([self.game.described, self.tables])
        file = cache.cached_file(
            ("live", code, file_text(ENGINE), file_text(NUMBERS), told), ".json"
        )
        if cache.read_cached(file) is not None:
            return True
        jobs = [
            {"setting": setting, "seed": str(k), "first": str(100 * k), "hands": HANDS}
            for k, setting in enumerate(self.tables)
        ]
        for job, found in zip(jobs, played_by_node(node, self.game, jobs), strict=True):
            here = self.game.played(
                job["setting"],  # type: ignore[arg-type]  # as it was made
                seed=int(str(job["seed"])),
                first=int(str(job["first"])),
                hands=HANDS,
            )
            if found.get("sum") != checksum(here):
                raise UserError(
                    f"{self.game.game.name} in WebAssembly does not play the hands that it plays "
                    f"here, at {json.dumps(job['setting'])}: {found.get('wrong', 'they differ')}",
                    hint="nothing was written; this is a mistake of cardsim's, or of a new numba",
                )
        cache.keep(file, b"{}")
        return True


def playing(told: str, code: str) -> Playing:
    """Return the part of a page that plays a module."""
    worker = "".join(_bare(file_text(name)) for name in (ENGINE, NUMBERS, WORKER))
    page = _bare(file_text(NUMBERS) + file_text(PAGE))
    data = {
        "live-worker": packed(worker.encode()),
        "live-told": told,
        "live-code": code,
        "live-page": packed(page.encode()),
    }
    return Playing(data, _bare(file_text(START)), page)


def live_of(answer: Any, also: Iterable[Who] = ()) -> Live:
    """Return the game of a run or a sweep for its page, which begins with what was asked.

    Readers can choose the strategies of `also` beside those of the table and of the field.
    """
    if isinstance(answer, Findings):
        return _of_findings(answer, also)
    return _of_part(answer, also)


def _of_part(answer: Part, also: Iterable[Who], offered: Iterable[Who] = ()) -> Live:
    """Return the game of one result, which begins where it did best.

    Args:
        answer: the result.
        also: strategies that readers must find there, too.
        offered: strategies that they find there if a page can play them.
    """
    spec: RunSpec = answer.spec if isinstance(answer, Result) else answer.spec.base
    game = load_game(spec.game)
    _check_seats(spec)
    named, words = [*also], []
    they: dict[str, Any] = {}
    if spec.seats:
        named += [spec.hero.strategy]
        if spec.drawn is not None:
            words = [spec.met]
            they = {"company": spec.met}
        elif spec.alike or not spec.others:
            they = {"company": SAME}
        else:
            named += [spec.others[0].strategy]
            they = _seat(spec.others[0])
    start: dict[str, Any] = {
        "players": spec.players,
        "unit": spec.unit,
        "seed": str(spec.seed),
        "rules": {n: v for n, v in spec.rules if v != {o.name: o for o in game.options}[n].default},
    }
    if spec.seats:
        start |= {"you": _seat(spec.hero), "they": they}
    if isinstance(answer, SweepResult):
        _begin_at_best(start, answer, game)
    elif isinstance(answer, CompareResult):
        best = answer.ranking[0].player
        named += [best.strategy]
        # An experiment's own strategies have no file, and a page cannot play them.
        own = unnamed(answer)
        names = (contender.player.strategy for contender in answer.contenders)
        offered = [*offered, *(name for name in names if name not in own)]
        start |= {"you": _seat(best), **_varied(answer, best)}
    live = live_game(game, [*named, *offered], words)
    asked_for = [who if isinstance(who, str) else getattr(who, "name", "") for who in named]
    fitted = live.fitted([parse_player(name)[0] for name in asked_for if name])
    company = start.get("they", {}).get("company", SAME)
    if company not in {SAME, *fitted.companies}:
        if spec.met != unsaid(game, spec.preset):
            raise UserError(f"--vs {spec.met} has strategies that no page can play")
        start["they"] = usual(fitted)["they"]
    return Live(fitted, start)


def _varied(answer: CompareResult, best: Player) -> dict[str, Any]:
    """Return the chart's axis: a number in which those that play like the best differ from it."""
    for name, value in best.parameters:
        for contender in answer.contenders:
            player = contender.player
            if (
                player.strategy == best.strategy
                and dict(player.parameters).get(name, value) != value
            ):
                return {"chart": f"you.{name}"}
    return {}


def _begin_at_best(start: dict[str, Any], answer: SweepResult, game: Game) -> None:
    """Begin a sweep's page at its best point, with its first axis as the chart's.

    The players are no choice: they are that axis only where nothing else varies.
    """
    names = [axis.name for axis in answer.spec.axes]
    start["chart"] = _axis(min(names, key="players".__eq__), game)
    usually = ("players", game.players[2])
    groups = [g for g in answer.groups if usually in g.circumstances]
    for name, value in [*groups, *answer.groups][0].best.settings:
        where = _axis(name, game).partition(".")[0]
        if where == "players":
            start["players"] = value
        elif name != "preset":
            (start["rules"] if where == "rule" else start["you"]["values"])[name] = value


def _check_seats(spec: RunSpec) -> None:
    """Refuse a table that the controls of a page cannot show."""
    why = _why_no_table(spec)
    if why:
        raise UserError(why)


def _why_no_table(spec: RunSpec) -> str:
    if any(TEMPERATURE in dict(player.parameters) for player in spec.seats):
        return "in a page players slip by a lapse alone, and not by a temperature"
    if any(REMEMBERS in dict(player.parameters) for player in spec.seats):
        return "in a page players remember all that they see"
    if spec.fixed and spec.seats:
        return "with --seat there is no page to try your table: it takes --vs"
    if spec.seats and (spec.partner not in {None, spec.hero} or len(set(spec.others)) > 1):
        return "in a page that plays, your partner plays like you, and the others alike"
    return ""


def _of_findings(findings: Findings, also: Iterable[Who]) -> Live:
    """Return the game of an experiment, with its safest strategy to choose.

    It begins with what the experiment asks about, or on a page about how to play at the usual
    table, where you play by the rules of the page.
    """
    names = {part.game.name for part in findings.parts}
    if len(names) != 1:
        raise UserError(
            f"{findings.spec.name} is about {len(names)} games, and a page plays one of them"
        )
    game = findings.game
    safest = [safest_of(game)] if find_field(game) is not None else []
    asked = None if findings.spec.name.endswith(HOW_TO_PLAY) else _asked(findings)
    if asked is None:
        followed = _followed(findings)
        live = live_game(game, [*also, *safest, *followed]).fitted([])
        you = [{"strategy": name, "values": {}} for name in followed if name in live.strategies]
        return Live(live, usual(live) | ({"you": you[0]} if you else {}))
    live_part = _of_part(asked, also, safest)
    rule = _varied_rule(findings)
    return replace(live_part, start={**live_part.start, "chart": rule}) if rule else live_part


def _followed(findings: Findings) -> list[str]:
    """Return the strategy whose rules a page gives, if there is one.

    It is compared with what leaves out one rule, which no file has.
    """
    compared = [part for part in findings.parts if isinstance(part, CompareResult)]
    return [p.contenders[0].player.strategy for p in compared if unnamed(p)][:1]


def _asked(findings: Findings) -> Asked | None:
    """Return the result that shows best what the experiment is about; None if there is none.

    That is the first comparison or sweep in mixed company, else the first of all.
    """
    asked = [part for part in findings.parts if isinstance(part, SweepResult | CompareResult)]
    fit = [part for part in asked if not _why_no_table(part.spec.base)]
    mixed = [part for part in fit if part.spec.base.met == FIELD]
    return next(iter([*mixed, *fit]), None)


def _varied_rule(findings: Findings) -> str:
    """Return the chart's axis where comparisons differ in a house rule; else the empty text."""
    specs = [part.spec.base for part in findings.parts if isinstance(part, CompareResult)]
    swept = any(isinstance(part, SweepResult) for part in findings.parts)
    for name, value in specs[0].rules if specs and not swept else ():
        if any(dict(spec.rules)[name] != value for spec in specs):
            return f"rule.{name}"
    return ""


def _seat(player: Player) -> dict[str, Any]:
    return {"strategy": player.strategy, "values": dict(player.changed)}


def _axis(name: str, game: Game) -> str:
    """Return an axis of a sweep as the page names it."""
    if name == "players":
        return name
    return f"rule.{name}" if name in {o.name for o in game.options} else f"you.{name}"


def usual(game: LiveGame) -> dict[str, Any]:
    """Return the setting that a page begins with where nothing is said."""
    rules = game.game
    setting: dict[str, Any] = {"players": rules.players[2], "unit": rules.usual_unit, "rules": {}}
    if game.strategies:
        setting["you"] = {"strategy": rules.default_strategy, "values": {}}
        field = next(iter(game.companies), "")
        setting["they"] = {"company": field} if field else dict(setting["you"])
    return setting


def played_by_node(
    node: str, game: LiveGame, jobs: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return what Node plays of the module.

    Args:
        node: its path.
        game: the game.
        jobs: of each table its `setting`, `seed`, `first` and `hands`; with `counted` it tells the
            estimates of all measures as the page does, too.

    Returns:
        Of each job `sum`, the sha256 of its outcomes, and `parts`; or `wrong`, what went wrong.
    """
    given = {
        "code": base64.b64encode(game.module.code).decode(),
        "told": game.described,
        "jobs": jobs,
    }
    script = "".join(map(file_text, (ENGINE, NUMBERS, "live_check.js")))
    done = subprocess.run(  # noqa: S603  our own script
        [node, "-e", script], input=json.dumps(given).encode(), capture_output=True, check=False
    )
    if done.returncode != 0:
        last = done.stderr.decode(errors="replace").strip().splitlines() or ["nothing was said"]
        raise UserError(f"{node} cannot play {game.game.name}: {last[-1]}")
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def _bare(script: str) -> str:
    """Return a script without its comments, which have lines of their own, and indentation."""
    lines = (line.strip() for line in script.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


def _hash(content: bytes) -> int:
    found = OFFSET
    for byte in content:
        found = (found ^ byte) * PRIME & 0xFFFFFFFF
    return found
