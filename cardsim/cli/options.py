"""Options of commands, with those that a game brings: its house rules and parameters.

Every value arrives as text; the request made of them checks it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from typer.models import ParameterInfo

from cardsim.errors import UserError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardsim.game import Game, Unit
    from cardsim.options.params import Option as Param
    from cardsim.runs.request import Request


@dataclass(frozen=True)
class GameOptions:
    """The game options that a command takes.

    Attributes:
        without: options of the table that it lacks.
        hero: True if parameters of the strategy under study are options.
        several: True if players, preset, house rules and parameters may have several values.
        plays: True if hands are played, by strategies and with a seed; else it asks a question.
        single: True if single hands are the default unit.
        situated: True if it takes the options that describe a position.
        writes: True if it has a flag for each format in which the game is written.
        needs_seed: True if a seed must be given.
        companies: True if `--vs` may be given repeatedly, to ask in several companies.
    """

    without: frozenset[str] = frozenset()
    hero: bool = True
    several: bool = False
    plays: bool = True
    single: bool = False
    situated: bool = False
    writes: bool = False
    needs_seed: bool = False
    companies: bool = False


T = TypeVar("T")
USUAL = GameOptions()
GAME, RULES, STRATEGY, DISPLAY = "Game", "House rules", "Strategy", "Display"
PLACE = "Where you are in the hand"
OUTPUT = "Output"
_METAVARS = {int: "N", float: "X", str: "WORD"}
NEGATIVE = "no__"
"""Prefix of the name of a flag that sets an option to false, beside one that takes values."""


@dataclass(frozen=True)
class Chosen:
    """A command line about a game.

    Attributes:
        table: players, unit, measure, preset, strategy, partner, vs, seats and seed, where the
            command has them.
        options: house rules, display options and parameters that were given.
        rest: the command's own options.
        several: options with several values where they take one, by flag.
    """

    game: str
    table: Mapping[str, Any]
    options: Mapping[str, Any]
    rest: Mapping[str, Any]
    several: Mapping[str, str] = field(default_factory=dict)
    kind: str = "run"

    @property
    def request(self) -> Request:
        """The request as one value."""
        from cardsim.runs.request import OWN, Request

        table = dict(self.table)
        question = table.pop("question", None)
        named = self.rest.get("strategies") or ([] if question is None else [question])
        asked = {flag: self.rest[flag] for flag in ("n", "precision", "vs") if flag in self.rest}
        if "worlds" in self.rest and "worlds" not in OWN[self.kind]:
            asked["n"] = self.rest["worlds"]
        # A repeatable option that is not given is an empty list.
        own = {n: v for n in OWN[self.kind] if (v := self.rest.get(n)) not in (None, [], ())}
        if isinstance(companies := table.get("vs"), list | tuple):
            table["vs"] = companies[0] if len(companies) == 1 else None
            own |= {"companies": tuple(companies)} if len(companies) > 1 else {}
        return Request(
            self.game,
            **asked,
            **table,
            options=self.options,
            kind=self.kind,
            named=tuple(named),
            own=own,
        )


def text(
    name: str,
    metavar: str,
    about: str,
    *flags: str,
    panel: str | None = GAME,
    words: Iterable[str] = (),
    hidden: bool = False,
    repeated: bool = False,
) -> inspect.Parameter:
    """Return an option with a value, which arrives as text and is checked later.

    Its flag is its name, unless others are given. A repeatable one arrives as a list.
    """
    option = typer.Option(
        *(flags or (_flag_of(name),)),
        help=about,
        metavar=metavar,
        rich_help_panel=panel,
        hidden=hidden,
        autocompletion=completed(words) if words else None,
    )
    kind = list[str] | None if repeated else str | None
    return _parameter(name, kind, option, None)


def hands(about: str) -> inspect.Parameter:
    """Return the option for a number of hands."""
    return text("n", "N", about, "-n", "--hands")


def output(about: str) -> inspect.Parameter:
    """Return the option for a file to write."""
    return text("output", "FILE", about, "-o", "--output", panel=OUTPUT)


def word(
    name: str,
    metavar: str,
    about: str,
    *,
    complete: Callable[..., list[str]] | None = None,
    several: bool = False,
) -> inspect.Parameter:
    """Return an argument without a flag, which may be left out; or one with several words."""
    argument = typer.Argument(
        metavar=metavar, help=about, rich_help_panel=GAME, autocompletion=complete
    )
    if several:
        return _parameter(name, list[str], argument, inspect.Parameter.empty)
    return _parameter(name, str | None, argument, None)


def flag(name: str, about: str, *flags: str, panel: str | None = GAME) -> inspect.Parameter:
    """Return an option without a value; its flag is its name, unless another is given."""
    option = typer.Option(*(flags or (_flag_of(name),)), help=about, rich_help_panel=panel)
    return _parameter(name, bool, option, False)


def _flag_of(name: str) -> str:
    return "--" + name.replace("_", "-")


def _parameter(name: str, kind: Any, info: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info]
    )


def info(parameter: inspect.Parameter) -> Any:
    """Return what Typer knows of a parameter, for another function with the same one."""
    declaration: ParameterInfo = parameter.annotation.__metadata__[0]
    return declaration


def panel_of(parameter: inspect.Parameter) -> str | None:
    """Return the heading of a parameter on the help page."""
    heading: str | None = info(parameter).rich_help_panel
    return heading


def completed(words: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a function that completes a word to one of these."""
    known = list(words)

    def complete(incomplete: str) -> list[str]:
        return [word for word in known if word.startswith(incomplete)]

    return complete


def complete_game(incomplete: str) -> list[str]:
    """Return the games that begin like this, for the shell."""
    from cardsim.games import game_files

    return completed(game_files())(incomplete)


def complete_experiment(incomplete: str) -> list[str]:
    """Return the experiments that begin like this, for the shell."""
    from cardsim.workspace import experiment_files

    return completed(experiment_files())(incomplete)


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game of `cardsim games`.", autocompletion=complete_game),
]
WORKERS = text(
    "workers",
    "N",
    "Play in so many processes instead of threads; no result depends on it",
    panel=OUTPUT,
)
DASK = text(
    "dask",
    "ADDRESS",
    "Play on the workers of this Dask scheduler, tcp://HOST:8786; needs cardsim[dask]",
    panel=OUTPUT,
)


@contextmanager
def executor(
    workers: str | None, dask: str | None, threads: str | None, *, quiet: bool
) -> Iterator[tuple[Executor | None, int]]:
    """Provide the executor of `--workers` and `--dask`, or None, and the number of threads."""
    from cardsim.cli import screen
    from cardsim.runs.workers import opened, places

    with opened(workers, dask, threads) as (player, count):
        if player is not None and dask is not None and not quiet:
            many = places(player, 1)
            tasks = f"{many} task{'s' if many > 1 else ''} at once"
            screen.say(f"Playing {tasks} at {dask}, where workers first compile what they lack ...")
        yield player, count


def played_by(
    rest: Mapping[str, Any], play: Callable[[Executor | None, int], T]
) -> Callable[[], T]:
    """Return `play` with the executor and threads that a command's options name."""

    def play_with_them() -> T:
        with executor(rest["workers"], rest["dask"], rest["threads"], quiet=rest["quiet"]) as who:
            return play(*who)

    return play_with_them


def declared(option: Param, panel: str) -> list[inspect.Parameter]:
    """Return the option of a house rule or a strategy's parameter."""
    from cardsim.options.params import shown

    about = option.help
    if not about.startswith(tuple(f"{c}:" for c in option.choices)):
        about = about[:1].upper() + about[1:]
    if option.kind is bool:
        name = option.flag.removeprefix("--")
        default = "yes" if option.default else "no"
        words = f"{about} [default {default}]".strip()
        option_of = typer.Option(f"--{name}/--no-{name}", help=words, rich_help_panel=panel)
        return [_parameter(option.name, bool | None, option_of, None)]
    usual = "" if option.language else f"; default {shown(option.default)}"
    about = f"{about} [{option.allowed}{usual}]".strip()
    metavar = option.language.metavar if option.language else _METAVARS[option.kind]
    return [text(option.name, metavar, about, option.flag, panel=panel, words=option.choices)]


def declared_several(option: Param, panel: str) -> list[inspect.Parameter]:
    """Return the option of a house rule or a parameter that may have several values."""
    from cardsim.options.params import shown

    if option.kind is not bool:
        return declared(option, panel)
    name = option.flag.removeprefix("--")
    about = f"{option.help[:1].upper()}{option.help[1:]}"
    default = shown(option.default)
    return [
        text(
            option.name,
            "WORD",
            f"{about} [true, false, or true,false; default {default}]".strip(),
            option.flag,
            panel=panel,
            words=("true", "false", "true,false"),
        ),
        flag(NEGATIVE + option.name, f"As --{name} false", f"--no-{name}", panel=panel),
    ]


def _seats_and_preset(game: Game) -> list[inspect.Parameter]:
    low, high, usual = game.players
    presets = list(game.presets)
    also = "".join(f", {n} with --preset {name}" for name, n in game.preset_players.items())
    seats = f"{low} to {high}; default {usual}{also}" if low < high else f"always {low}"
    return [
        text("players", "N", f"Seats at the table [{seats}]"),
        text(
            "preset",
            "NAME",
            f"A named set of house rules [{', '.join(presets)}; default {presets[0]}]",
            words=presets,
        ),
    ]


def table_options(game: Game, form: GameOptions) -> list[inspect.Parameter]:
    """Return the options for players, units, measures and deals."""
    players, preset = _seats_and_preset(game)
    fresh = "must be given" if form.needs_seed else "default a fresh one"
    return [
        players,
        text(
            "unit",
            "WORD",
            f"What is played and counted once [{', '.join(game.units)}; "
            f"default {game.single_unit if form.single else game.usual_unit}]",
            words=game.units,
        ),
        text(
            "measure", "NAME", f"What is asked for [{_measures(game)}]", words=_measure_names(game)
        ),
        preset,
        *_player_options(game, form),
        text("seed", "N", f"The deals: the same seed, the same deals [{fresh}]"),
    ]


def _player_options(game: Game, form: GameOptions) -> list[inspect.Parameter]:
    """Return the options that name the players."""
    from cardsim.workspace import strategy_files

    names = list(strategy_files(game))
    company, words = _company(game)
    # Without decisions these options are hidden, and refused with the reason.
    hidden = not game.decisions
    return [
        text(
            "strategy",
            "NAME",
            f"{'How you play on' if form.situated else 'How you play, in each seat in turn'} "
            f"[{', '.join(names)}, module:name or program:COMMAND; default "
            f"{game.default_strategy}]",
            words=names,
            hidden=hidden,
        ),
        *(
            [
                text(
                    "partner",
                    "NAME",
                    "Who is your partner [default who plays like you]",
                    words=names,
                    hidden=hidden,
                )
            ]
            if game.sides is not None
            else []
        ),
        text(
            "vs",
            "NAME",
            f"{company}; again to ask in another company too" if form.companies else company,
            repeated=form.companies,
            words=[*names, *words],
            hidden=hidden,
        ),
        text(
            "seats",
            "NAME",
            "Who sits in each seat instead, first to play first, with --seat for each of "
            "them: NAME, or NAME:parameter=value,... Each is compared with what all of them get "
            "in the same seat",
            "--seat",
            repeated=True,
            words=names,
            hidden=hidden,
        ),
    ]


def _company(game: Game) -> tuple[str, list[str]]:
    """Return the help of `--vs` with its default, and its words."""
    from cardsim.runs.company import FIELD, SAME, unsaid
    from cardsim.runs.company import USUAL as BY_DEFAULT

    default = unsaid(game)
    known = {
        FIELD: f"people; `cardsim games field {game.name}` lists them",
        SAME: "all like you",
        BY_DEFAULT: game.default_strategy,
    }
    words = [word for word in known if word != FIELD or default == FIELD]
    told = "; ".join(f"{word} ({known[word]})" for word in words)
    return f"How the others play: {told}; or NAME:parameter=value,... [default {default}]", words


def _units(game: Game) -> dict[str, Unit]:
    """Return the units of the standard game, by name."""
    return {name: unit(game.rules(), game.players[2]) for name, unit in game.units.items()}


def _measure_names(game: Game) -> list[str]:
    """Return the names of all measures of the standard game."""
    units = _units(game).values()
    return list(dict.fromkeys(m.name for unit in units for m in unit.measures))


def _measures(game: Game) -> str:
    """Return the measures of each unit in words, the one that wins it first."""
    parts, units = [], _units(game)
    display = {o.name: o.default for o in game.display_options}
    free = {n: {m.name for m in unit.told(display).measures} for n, unit in units.items()}
    for name, unit in units.items():
        names = [
            m.name if m.name in free[name] else f"{m.name} (with --{m.per.replace('_', '-')})"
            for m in unit.about("").measures
        ]
        parts.append(f"by {name}: {', '.join(names)}")
    return f"{'; '.join(parts)}; default the first"


def house_rules(game: Game, form: GameOptions) -> list[Param]:
    """Return the house rules that can affect the answer."""
    if form.plays:
        return list(game.options)
    matters = [question.depends for question in game.exact]
    return [o for o in game.options if any(names is None or o.name in names for names in matters)]


def written(name: str) -> inspect.Parameter:
    """Return the flag for a format that other programs read."""
    about = f"Print {name.upper()} instead of text, which other programs read"
    return flag(f"as_{name}", about, f"--{name}", panel=OUTPUT)


def several_values(
    game: Game, parameters: Iterable[Param], given: Mapping[str, Any]
) -> dict[str, str]:
    """Return the options that were given several values, as a sweep takes them, by flag."""
    from cardsim.options.params import Option as Param
    from cardsim.options.ranges import values_of

    low, high, usual = game.players
    presets = tuple(game.presets)
    known = [
        Param("players", usual, low=low, high=high),
        Param("preset", presets[0], choices=presets),
        *game.options,
        *parameters,
    ]
    values = {}
    for option in known:
        value = given.get(option.name)
        if isinstance(value, str) and ("," in value or ".." in value):
            with suppress(UserError):
                if len(values_of(option, value)) > 1:
                    values[option.flag] = value
    return values


def question_options(game: Game) -> list[inspect.Parameter]:
    """Return the options of a question that is solved exactly."""
    questions = [f"{q.name}: {q.help}" for q in game.exact]
    about = "What to solve; needed where there are several. " + "; ".join(questions)
    question = word("question", "QUESTION", about)
    return [question, *_seats_and_preset(game)]


def own_options(game: Game, words: Sequence[str]) -> tuple[Param, ...]:
    """Return the options of the question that these words name, or of the only one."""
    from cardsim.options.params import options_of

    named = [q for q in game.exact if q.name in words] or list(game.exact)[:1]
    return tuple(o for q in named if q.options is not None for o in options_of(q.options))
