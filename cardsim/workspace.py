"""Finds strategies: first in the user's workspace, then among the shipped ones.

A workspace is the nearest folder upwards that has a `strategies/` folder (`homes`). Files are
loaded by path and never imported as packages. So a checkout, an editable install and a wheel behave
alike.
"""

from __future__ import annotations

import filecmp
import fnmatch
import inspect
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from cardsim.compile.sources import guarded, run_file, run_module, written
from cardsim.engine.deciding import asked, told
from cardsim.errors import UserError, echoed, visible
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.homes import is_run, packages, workspace
from cardsim.kernels.jit import Lent
from cardsim.options.params import Value, check_order, did_you_mean
from cardsim.options.plain import toml_of
from cardsim.own_features import check_features
from cardsim.own_parameters import given_to
from cardsim.process.once import LOADED, once
from cardsim.programs import PREFIX, Asks, Program, is_program, split_program
from cardsim.quantal import Worth, checked, worths_in
from cardsim.strategy import ANY_GAME, COMPILED, GIVEN_IN, PYTHON, Strategy

NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
FILES = "cardsim_"
"""Prefix of module names of user files."""
EACH_GAME = "GAME"
"""Placeholder for each game in the name of an experiment's file."""
EVERYBODY = "all"
"""Word for all strategies of a game."""
NO_PERSON = re.compile(r"random-.*|(highest|lowest)-legal|pass-always|look-ahead|double-dummy")
"""Strategies that play as no person would, or could."""
WEIGHED = "as only a computer can"
"""Text in the file of a learned strategy that uses weights."""
STRENGTHS = ("beginner", "casual", "club", "expert")
"""Words for players of a strength (`cardsim.runs.strengths`)."""
BY_STRENGTH = f"by strength there are {', '.join(STRENGTHS)}, and strength=0 to strength=100"
MEANING = re.compile(rf"same|usual|field(-\d)?|program|strength|{'|'.join(STRENGTHS)}")
"""Words for players of a table, which no strategy's file may have as its name."""
NAMES_CODE = re.compile(rf"(?<![\w.])([^\W\d][\w.]*:[^\W\d]\w*(?![\w=])|{PREFIX}.*)")
LENDER = "__lender__"
"""Attribute of a borrowed function: the lender's name, and the values of all its parameters."""
_NAMED: set[str] = set()
"""Strategies of modules, and programs, that were asked for in this process."""
_TOLD: set[Path] = set()
"""Files already announced as replacing shipped ones."""
_One = TypeVar("_One")


_PASSED_OVER: ContextVar[dict[str, Path] | None] = ContextVar("PASSED_OVER", default=None)
"""The result of `only_shipped` within its block; else None."""


@contextmanager
def only_shipped() -> Iterator[dict[str, Path]]:
    """Load only shipped strategies within the block.

    Yields the user's own files that were passed over for a shipped one of the same name, by name,
    as they come up.
    """
    passed_over: dict[str, Path] = {}
    token = _PASSED_OVER.set(passed_over)
    try:
        yield passed_over
    finally:
        _PASSED_OVER.reset(token)


def shipped() -> Path:
    """Return the folder of shipped files: in the package of a wheel, beside it in a checkout."""
    package = Path(__file__).parent
    bundled = package / "_bundled"
    return bundled if (bundled / "strategies").is_dir() else package.parent


def is_shipped(path: Path) -> bool:
    """Return True if a strategy's file comes with the package."""
    return path.is_relative_to(shipped() / "strategies")


def strategy_files(game: Game) -> dict[str, Path]:
    """Return the file of every strategy of a game by name; the user's own replace shipped ones.

    Strategies that play any game are included, unless the game has one of that name.
    """
    if not game.decisions:
        return {}
    return dict(
        sorted({**_files("strategies", ANY_GAME), **_files("strategies", game.name)}.items())
    )


def find_field(game: Game, preset: str | None = None) -> Path | None:
    """Return the file of a game's field, the mixture of people at its tables; or None.

    A preset may have a field of its own, `field-PRESET.toml`, or take that of another preset.
    """
    presets = (preset, game.preset_fields.get(preset or ""))
    return _first_of(game, [*(f"field-{of}.toml" for of in presets if of), "field.toml"])


def _first_of(game: Game, names: Iterable[str]) -> Path | None:
    """Return the first file of a game with one of these names, the user's own before shipped."""
    roots = [root for root in (workspace(), shipped()) if root is not None]
    files = [root / "strategies" / game.name / name for root in roots for name in names]
    return next(filter(Path.is_file, files), None)


def field_file(game: Game, preset: str | None = None) -> Path:
    """Return the file of a game's field; raise an error if it has none."""
    file = find_field(game, preset)
    if file is None and not game.decisions:
        raise UserError(f"{game.name} has no field: nobody decides anything in it")
    if file is None:
        raise UserError(f"{game.name} has no field: there is no strategies/{game.name}/field.toml")
    return file


def find_worths(game: Game) -> Path | None:
    """Return the file of what actions of a game are worth; or None."""
    return _first_of(game, ["worths.toml"])


def temper_of(game: Game) -> dict[str, Any]:
    """Return what the file of a game's worths says (`cardsim.quantal`); nothing if it has none."""
    file = find_worths(game)
    if file is None:
        return {}
    try:
        content = toml_of(file.read_bytes())
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else error
        raise UserError(f"{file} cannot be read: {what}") from None
    checked(game, content, str(file))
    check_data(content.get("base", ""), str(file))
    return content


def worths_of(game: Game) -> dict[str, Worth]:
    """Return what actions are worth in a game, by function of a strategy."""
    return worths_in(game, temper_of(game))


def named_strategies(
    game: Game, words: Iterable[_One], *, what: str
) -> tuple[list[_One | str], dict[str, str]]:
    """Return the strategies that words name, some of which name several.

    Args:
        game: the game.
        words: `all` for all usable strategies that are quick, patterns such as `chase-*`, and names
            or strategies.
        what: the operation, for the reason why one is left out.

    Returns:
        The words in order, with names in place of those that name several; and for each name that
        was left out the reason.
    """
    known, words = strategy_files(game), list(words)
    if sum(word == EVERYBODY for word in words) > 1:
        raise UserError(f"{EVERYBODY} is named twice")
    names: list[_One | str] = []
    left_out: dict[str, str] = {}
    for word in words:
        if not isinstance(word, str):
            names.append(word)
            continue
        if word == EVERYBODY and EVERYBODY not in known:
            left_out = {name: why for name in known if (why := _unusable(game, name, what))}
            some = [name for name in known if name not in left_out]
        elif set(word) & set("*?[") and ":" not in word:
            some = fnmatch.filter(known, word)
            if not some:
                raise UserError(f"no strategy of {game.name} is called like {echoed(word)}")
        else:
            names.append(word)
            continue
        names += [name for name in some if name not in (*words, *names)]
    return names, left_out


def _unusable(game: Game, name: str, what: str) -> str:
    """Return the reason why `all` leaves out a strategy; empty if it does not."""
    try:
        strategy = load_strategy(game, name)
        if strategy.looks_ahead or strategy.slow:
            why = "looks ahead, and takes long" if strategy.looks_ahead else "takes long"
            return f"{why}; it is {what} where it is named"
    except UserError as error:
        return f"cannot be used: {error}"
    return ""


def experiment_files() -> dict[str, Path]:
    """Return the file of every experiment by name; the user's own replace shipped ones.

    A file `GAME-ranking.py` serves every game that has shipped strategies.
    """
    own = {} if _PASSED_OVER.get() is not None else _own_files("experiments", "")
    folders = (shipped() / "strategies").iterdir()
    games = [f.name for f in folders if f.is_dir() and f.name != ANY_GAME]
    experiments: dict[str, Path] = {}
    for files in (_files_in(shipped(), "experiments", ""), own):
        for name, path in files.items():
            if name.startswith(EACH_GAME):
                experiments |= {name.replace(EACH_GAME, game, 1): path for game in games}
        experiments |= {
            name: path for name, path in files.items() if not name.startswith(EACH_GAME)
        }
    return dict(sorted(experiments.items()))


def _files(kind: str, folder: str) -> dict[str, Path]:
    files = _files_in(shipped(), kind, folder)
    for package in packages().values():
        files |= _files_in(package, kind, folder)
    if _PASSED_OVER.get() is None:
        files |= _own_files(kind, folder)
    return dict(sorted(files.items()))


def _own_files(kind: str, folder: str) -> dict[str, Path]:
    own = workspace(kind)
    if own is None or own == shipped():
        return {}
    return {name: file for name, file in _files_in(own, kind, folder).items() if is_run(file)}


def _files_in(root: Path, kind: str, folder: str) -> dict[str, Path]:
    files = sorted((root / kind / folder).glob("*.py"))
    return {path.stem: path for path in files if not path.name.startswith("_")}


def load_strategy(game: Game, name: str, *, label: str = "") -> Strategy:
    """Return the strategy of this name, completed from the game's default.

    A name with a colon is that of a module and of something in it, or a program with its command.
    A user's file that replaces a shipped one is announced once on stderr.

    `label` is the option that named it, for errors; none for a name by itself.
    """
    if not isinstance(name, str):
        raise UserError(f"a strategy must be named by a text, not {echoed(name)}")
    if ":" in name:
        _NAMED.add(name)
        return complete(game, _once(game, name, _program if is_program(name) else _strategy_in))
    files = strategy_files(game)
    wanted = name.removeprefix(f"{game.name}/")
    if wanted not in files:
        strengths = STRENGTHS if find_worths(game) else ()
        near = did_you_mean(wanted, [*files, *strengths])
        message = f"no strategy called '{echoed(name)}' for {game.name}"
        known = f"{game.name} has: {', '.join(files)}" + f"\n{BY_STRENGTH}" * bool(strengths)
        if label == "--vs":
            companies = "usual, field" if find_field(game) else "usual"
            known += f"\n{label} also takes {companies} and a file of strategies, NAME.toml"
        raise UserError(
            f"{label}: {message}" if label else message, hint=f"{near}\n{known}" if near else known
        )
    if MEANING.fullmatch(wanted):
        file = files[wanted]
        raise UserError(
            f"{file}: '{wanted}' stands for players of a table; give the file another name"
        )
    _say_replaced(files[wanted])
    strategy = load_file(files[wanted])
    folder = files[wanted].parent.name
    passed_over = _PASSED_OVER.get()
    own = {} if passed_over is None else _own_files("strategies", folder)
    if passed_over is not None and wanted in own:
        passed_over[wanted] = own[wanted]
    if strategy.game != folder:
        message = (
            f"{files[wanted]}: the strategy is for game '{strategy.game}', "
            f"but lies in the folder of '{folder}'"
        )
        raise UserError(message)
    return complete(game, strategy)


def _say_replaced(file: Path) -> None:
    """Announce once that a user's own file replaces a shipped one."""
    if file not in _TOLD and takes_place(file):
        _TOLD.add(file)
        if sys.stderr is not None:
            said = f"cardsim: {file} is played in place of the shipped {file.stem}"
            sys.stderr.write(f"{visible(said)}\n")


def takes_place(file: Path) -> bool:
    """Return True if a file is the user's own and replaces a different shipped one of its name.

    An unchanged copy, as in a clone of the project, does not count.
    """
    here = shipped(), *packages().values()
    if any(file.is_relative_to(root) for root in here):
        return False
    there = [root.joinpath("strategies", file.parent.name, file.name) for root in here]
    return any(
        other.is_file() and not (file.is_file() and filecmp.cmp(file, other, shallow=False))
        for other in there
    )


def check_data(text: str, what: str) -> None:
    """Refuse data that names a player in a module, or a program: data runs no code."""
    found = NAMES_CODE.search(text)
    if found is None:
        return
    if is_program(found[0]):
        raise UserError(
            f"{what} names {echoed(found[0])}, and starts nothing: only a command or your own "
            "Python names a program"
        )
    raise UserError(
        f"{what} names {echoed(found[0])}, and imports nothing: only a command or a program "
        "names a module"
    )


def check_recalled_command(command: str) -> None:
    """Refuse a saved command that runs code which this process was not asked for itself."""
    for flag, word in pairwise(shlex.split(command)):
        if flag == "--by":  # A decision and its questions: `knock:value`.
            continue
        for name in sorted(_NAMED, key=len, reverse=True):
            word = word.replace(name, "")  # noqa: PLW2901  (what is left of it)
        check_data(word, "a result that was saved")


def check_recalled(name: str) -> None:
    """Refuse a saved strategy that runs code, unless this process was asked for it itself."""
    if name not in _NAMED:
        check_data(name, "a result that was saved")


def get_strategy(game: str, name: str) -> Strategy:
    """Return a strategy by name, the user's own before a shipped one."""
    if isinstance(name, str) and "=" in name:
        raise UserError(f"name must be a strategy's name without parameters, not {echoed(name)}")
    return load_strategy(load_game(game), name)


def borrowed(game: str, strategy: str, decision: str, **parameters: Value) -> Callable[..., Any]:
    """Return another strategy's function for a decision, to call in one's own.

    It takes the view, and `chance`, `count_legal` and `nth_legal` if the other needs them.

    Args:
        game: the game's name.
        strategy: the strategy's name.
        decision: the function's name, with underscores; or that of a feature which the strategy
            brings.
        parameters: parameters of the other strategy, by default its own defaults.
    """
    lender = load_strategy(load_game(game), strategy)
    looks = {f.name.replace("-", "_"): f.look for some in lender.features.values() for f in some}
    if (look := looks.get(decision)) is not None:
        if parameters:
            raise UserError(f"borrowed {strategy}: {decision} takes no parameters")
        name, seen = look.__name__, next(iter(inspect.signature(look).parameters))
        text = f"def {name}({seen}):\n    return lent({seen})\n"
        seen_by = {"lent": Lent(look, partial(told, game))}
        return written(name, text, f"<{game}/{strategy}: {decision}>", seen_by)
    if decision not in lender.functions:
        known = [*lender.functions, *(name for name in looks if looks[name] is not None)]
        raise UserError(
            f"strategy '{strategy}' has no function '{echoed(decision)}'; it has: "
            f"{', '.join(known)}",
            hint=did_you_mean(decision, known),
        )
    given = given_to(lender.functions[decision])
    if not set(given) <= set(GIVEN_IN[PYTHON]):
        raise UserError(
            f"strategy '{strategy}' remembers or looks ahead, and its functions cannot be borrowed"
        )
    checked = checked_values(lender, parameters, label=f"borrowed {strategy}")
    check_order(lender.parameters, checked)
    packed = lender.packed(checked)
    values = [f"{n}={v!r}" for n, v in lender.arguments(decision, packed).items()]
    taken = ", ".join(["view", *given])
    text = f"def {decision}({taken}):\n    return lent({', '.join([taken, *values])})\n"
    function = lender.functions[decision]
    compiled = lender.ways[decision] == COMPILED
    lent = Lent(function, partial(asked, game, decision)) if compiled else function
    scope = {"lent": lent}
    made = written(decision, text, f"<{game}/{strategy}: {decision}>", scope)
    setattr(made, LENDER, (strategy, checked))
    return made


def _once(game: Game, name: str, make: Callable[[Game, str], Strategy]) -> Strategy:
    """Return what a function makes of a name, once per command."""
    done = LOADED.get()
    key = game.name, Path.cwd(), name
    if done is None or key not in done:
        made = make(game, name)
        if done is None:
            return made
        done[key] = made
    known: Strategy = done[key]
    return known


def _program(game: Game, name: str) -> Strategy:
    """Return the strategy that asks a program for each of its decisions."""
    program = Program(name)
    asks: dict[str, Any] = {
        d.function: Asks(program, game.name, d.function, d.actions, wide=d.wide)
        for d in game.decisions
    }
    plays = f"play~ as {name.removeprefix(PREFIX)} does".replace("{", "{{").replace("}", "}}")
    return Strategy(game.name, name=name, plays=plays, compiled=False, **asks)


def _strategy_in(game: Game, name: str) -> Strategy:
    """Return the strategy `module:name`, of a module that can be imported from here.

    It is a `Strategy`, or an object with a method for each of its decisions; a class is
    instantiated. Its methods are played in plain Python.
    """
    module_name, _, attribute = name.partition(":")
    module = guarded(lambda: _module(module_name), Path(module_name))
    if module is None:
        raise UserError(
            f"'{echoed(name)}' must be a strategy's name, name:parameter=value or module:name, and "
            f"there is no module '{echoed(module_name)}'",
            hint=f"a parameter has a value: {echoed(name)}=..."
            if module_name in strategy_files(game)
            else None,
        )
    strategy = getattr(module, attribute, None)
    if strategy is None:
        near = did_you_mean(attribute, vars(module))
        raise UserError(f"module '{module_name}' has no '{echoed(attribute)}'", hint=near)
    if isinstance(strategy, Strategy):
        return strategy.named(
            name, about=strategy.about or (module.__doc__ or "").strip(), path=None
        )
    about = (strategy.__doc__ or "").strip()
    if isinstance(strategy, type):
        strategy = guarded(strategy, Path(module_name))
    known = [d.function for d in game.decisions]
    functions = {n: getattr(strategy, n) for n in known if callable(getattr(strategy, n, None))}
    if not functions:
        raise UserError(
            f"'{name}' is no strategy for {game.name}: it has none of {', '.join(known)}",
            hint="it may be a Strategy, or a class or an object with a method for each decision",
        )
    return Strategy(game.name, name=name, about=about, compiled=False, **functions)


def _module(name: str) -> ModuleType | None:
    """Return a module that can be imported from here; None if there is none of this name."""
    try:
        return run_module(name, Path.cwd())
    except ModuleNotFoundError as error:
        if f"{name}.".startswith(f"{error.name}."):
            return None
        raise


def complete(game: Game, strategy: Strategy) -> Strategy:
    """Return a strategy with missing functions taken from the game's default.

    The default also plays on for a strategy that looks ahead and names no base.
    """
    whole = _whole(game, strategy)
    if not whole.looks_ahead:
        return whole
    base = game.default_strategy
    return whole.once(("usual base", base), lambda: whole.usually_on(base))


def _whole(game: Game, strategy: Strategy) -> Strategy:
    known = [d.function for d in game.decisions]
    if strategy.game == ANY_GAME:
        which = game.name, *known
        return strategy.once(which, lambda: strategy.for_game(game.name, known))
    if strategy.game != game.name:
        message = f"strategy '{strategy.name}' is for game '{strategy.game}', not '{game.name}'"
        raise UserError(message)
    for function in strategy.functions:
        if function not in known:
            message = (
                f"{game.name} has no decision '{function}' (strategy '{strategy.name}'); "
                f"it has: {', '.join(known)}"
            )
            raise UserError(message, hint=did_you_mean(function, known))
    if strategy.features:
        check_features(game, strategy.features, strategy=strategy.name)
    if all(function in strategy.functions for function in known):
        return strategy
    default = strategy_files(game).get(game.default_strategy)
    if default is not None and default == strategy.path:
        # The user's own file of the default's name may lack functions too.
        default = _files_in(shipped(), "strategies", game.name).get(game.default_strategy)
    if default is None:
        lacking = next(function for function in known if function not in strategy.functions)
        raise UserError(
            f"strategy '{strategy.name}' leaves out {lacking}, and {game.name} has no default "
            f"strategy that answers it: there is no other '{game.default_strategy}'"
        )
    baseline = complete(game, load_file(default))
    return strategy.once(("completed", baseline), lambda: strategy.completed(baseline))


def load_file(path: Path) -> Strategy:
    """Return the `STRATEGY` that a file defines, named after the file; its prints go to stderr.

    Raises:
        UserError: the file cannot be read or run, or defines no strategy; names the line.
    """
    if _PASSED_OVER.get() is None and is_shipped(path):
        # A shipped strategy borrows from shipped ones only.
        with only_shipped():
            return load_file(path)
    done = LOADED.get()
    if done is None:
        # Files that it borrows from are run once too. Its fingerprint depends on which objects are
        # met again, and so is the same as in a process that runs each file once.
        with once():
            return load_file(path)
    if path in done:
        loaded: Strategy = done[path]
        return loaded
    module = load_module(path, kind="strategy")
    strategy = getattr(module, "STRATEGY", None)
    if not isinstance(strategy, Strategy):
        message = (
            f"{path}: defines no STRATEGY; "
            "its last line should be like STRATEGY = Strategy(game=..., ...)"
        )
        raise UserError(message)
    about = (module.__doc__ or "").strip()
    named = strategy.named(path.stem, about=about, path=path)
    done[path] = named
    return named


def load_module(path: Path, *, kind: str) -> ModuleType:
    """Run a user's file as a module."""
    if path.exists() and not path.is_file():
        message = f"{path}: cannot be read: it is not a file"
        raise UserError(message)
    if path.suffix != ".py":
        message = f"{path}: not a Python file"
        raise UserError(message)
    return guarded(lambda: run_file(path, f"{FILES}{kind}_{path.stem}"), path)


def parse_player(text: str, *, label: str = "") -> tuple[str, dict[str, str]]:
    """Parse a strategy with parameters, such as `threshold:knock_threshold=25,x=1`.

    A strategy of a module is called `module:name`, and its parameters follow another colon. What
    follows `program:` is a command, which may end with `:seconds=NUMBER`.

    `label` is the option that gave it, for errors.
    """
    if is_program(text.strip()):
        return split_program(text.strip())
    name, _, rest = text.partition(":")
    attribute, _, further = rest.partition(":")
    if attribute.isidentifier() and MODULE.fullmatch(name):
        name, rest = f"{name}:{attribute}", further
    parameters: dict[str, str] = {}
    given = f"{label} '{echoed(text)}'".strip()
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        if not equals or not key.strip() or not value.strip():
            message = f"{given} must be a strategy's name, or name:parameter=value,parameter=value"
            raise UserError(message)
        parameter = key.strip().replace("-", "_")
        if parameter in parameters:
            message = f"{given} gives {echoed(parameter)} twice"
            raise UserError(message, hint="a parameter has one value; a sweep tries several")
        parameters[parameter] = value.strip()
    if not name.strip():
        raise UserError(f"{given} must begin with a strategy's name")
    return name.strip(), parameters


def checked_values(strategy: Strategy, given: Mapping[str, Any], *, label: str) -> dict[str, Value]:
    """Return the value of every parameter of a strategy, after checking those given.

    Args:
        strategy: the strategy.
        given: values by name, Python values or text.
        label: the option that gave the values, for errors: `--vs threshold`.
    """
    known = {p.name: p for p in strategy.parameters}
    for name in given:
        if name not in known:
            message = f"{label}: strategy '{strategy.name}' has no parameter '{echoed(name)}'"
            raise UserError(
                message, hint=did_you_mean(name, known) or f"it has: {', '.join(known) or 'none'}"
            )
    return {
        n: p.check(given[n], label=f"{label}: {n}" if label else None) if n in given else p.default
        for n, p in known.items()
    }
