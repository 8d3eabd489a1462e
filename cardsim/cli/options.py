"""The commands that depend on a game: its house rules and the hero's parameters are their options.

A game's command is made when it is named, from the words behind it, because `--strategy` decides
which options there are. Every value arrives as text; who uses it checks it.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from cardsim.errors import UserError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardsim.game import Game, Unit
    from cardsim.options.params import Option as Param
    from cardsim.runs.request import Request
    from cardsim.strategy import Strategy


@dataclass(frozen=True)
class Form:
    """How a command takes the options of a game.

    Attributes:
        without: options of the table that it has not.
        hero: whether the parameters of the strategy under study are options.
        several: whether players, preset, house rules and parameters may have several values.
        plays: whether hands are played, by strategies and with a seed; else it asks a question.
        single: whether single hands are played where nothing is said.
        situated: whether it takes the options by which a player says where he is in a hand.
        writes: whether it has a flag for each format in which the game is written.
        needs_seed: whether a seed must be given.
    """

    without: frozenset[str] = frozenset()
    hero: bool = True
    several: bool = False
    plays: bool = True
    single: bool = False
    situated: bool = False
    writes: bool = False
    needs_seed: bool = False


T = TypeVar("T")
USUAL = Form()
GAME, RULES, STRATEGY, DISPLAY = "Game", "House rules", "Strategy", "Display"
PLACE = "Where you are in the hand"
OUTPUT = "Output"
_METAVARS = {int: "N", float: "X", str: "WORD"}
NEGATIVE = "no__"
"""In front of an option's name: the flag that sets it to false, beside one that takes values."""
LONGEST = 30
"""Letters of the longest name that shares its line with what it means."""


@dataclass(frozen=True)
class Chosen:
    """What a command line says about a game.

    Attributes:
        game: its name.
        table: players, unit, measure, preset, strategy, partner, vs, seats and seed, as far as the
            command has them.
        options: house rules, display options and parameters that were given.
        rest: the command's own options.
        several: options that were given several values where they take one, by their flags.
        kind: the command.
    """

    game: str
    table: Mapping[str, Any]
    options: Mapping[str, Any]
    rest: Mapping[str, Any]
    several: Mapping[str, str] = field(default_factory=dict)
    kind: str = "run"

    @property
    def request(self) -> Request:
        """What is asked, as one value."""
        from cardsim.runs.request import OWN, Request

        table = dict(self.table)
        question = table.pop("question", None)
        named = self.rest.get("strategies") or ([] if question is None else [question])
        asked = {flag: self.rest[flag] for flag in ("n", "precision") if flag in self.rest}
        if "worlds" in self.rest:
            asked["n"] = self.rest["worlds"]
        # An option that may be repeated has an empty list where it is not given.
        own = {n: v for n in OWN[self.kind] if (v := self.rest[n]) not in (None, [], ())}
        return Request(
            self.game,
            **asked,
            **table,
            options=self.options,
            kind=self.kind,
            named=tuple(named),
            own=own,
        )


class _Panelled(click.Parameter):
    """An option or argument that stands under a heading of the help page."""

    panel = "Options"


class Option(_Panelled, click.Option):
    """An option."""


class Argument(_Panelled, click.Argument):
    """A word without a flag, which the help page tells of too."""

    panel = "Arguments"

    def __init__(self, declared: list[str], about: str, **rest: Any) -> None:
        super().__init__(declared, **rest)
        self.about = about

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:  # noqa: ARG002
        """Its name and what it means."""
        return self.metavar or "", self.about

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Its name, in brackets where it may be left out, and how often it may come."""
        name = self.metavar or ""
        return [(name if self.required else f"[{name}]") + ("..." if self.nargs < 0 else "")]

    def get_error_hint(self, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Its name, as the help page has it."""
        return f"'{self.metavar}'"


class _Page(click.Command):
    """A command whose help has a heading for each panel, every name whole, and ends with examples.

    Click would break lines at hyphens.
    """

    last_panel = "Options"
    """Where `--help` stands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; an option is never the value of another one."""
        flags: dict[str, click.Parameter] = {}
        for parameter in self.get_params(ctx):
            flags |= dict.fromkeys((*parameter.opts, *parameter.secondary_opts), parameter)
        for word, following in itertools.pairwise(() if ctx.resilient_parsing else args):
            if following in flags and not getattr(flags.get(word), "is_flag", True):
                # It would be taken for the value, and what comes after it blamed.
                about = getattr(flags[word], "help", None)
                raise UserError(f"{word} needs a value, and {following} is an option", hint=about)
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write commands to try."""
        from cardsim.cli.examples import examples

        found = examples(ctx.command_path.split()[1:])
        lines = []
        for command, about in found:
            lines.append(f"  {command}")
            lines += textwrap.wrap(
                about, formatter.width, initial_indent=" " * 6, subsequent_indent=" " * 6
            )
        if found:
            formatter.write("\n".join(["", "Examples:", *lines, ""]))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their headings."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                panels.setdefault(getattr(parameter, "panel", self.last_panel), []).append(record)
        for heading, records in panels.items():
            formatter.write(
                "\n".join(["", f"{heading}:", *_described(records, formatter.width), ""])
            )


class Command(_Page):
    """A command."""


class Group(_Page, click.Group):
    """A group of commands, in the order in which they were added."""

    command_class = Command

    def __init__(self, name: str, **rest: Any) -> None:
        super().__init__(name, no_args_is_help=False, **rest)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of the commands."""
        return list(self.commands)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


class _GameCommand(Command):
    last_panel = OUTPUT


def _described(records: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Names and what they mean.

    A long name has a line of its own, and nothing is broken at a hyphen.
    """
    space = min(max(len(name) for name, _ in records), LONGEST) + 4
    lines = []
    for name, about in records:
        meaning = textwrap.wrap(
            about, max(width - space, 20), break_on_hyphens=False, break_long_words=False
        )
        head = f"  {name}"
        if len(head) + 2 <= space and meaning:
            head = head.ljust(space) + meaning.pop(0)
        lines += [head, *(" " * space + line for line in meaning)]
    return lines


def text(
    name: str,
    *flags: str,
    about: str,
    metavar: str,
    panel: str = _Panelled.panel,
    words: Iterable[str] = (),
    hidden: bool = False,
    repeated: bool = False,
) -> Option:
    """An option that takes a value; it arrives as text and is checked by who uses it.

    One that may be repeated arrives as a tuple of them.
    """
    found = Option(
        [name, *flags],
        help=about,
        metavar=metavar,
        hidden=hidden,
        multiple=repeated,
        shell_complete=completed(words) if words else None,
    )
    found.panel = panel
    return found


def completed(words: Iterable[str]) -> Callable[..., list[CompletionItem]]:
    """What completes a word to one of these."""
    known = list(words)

    def complete(_: object, __: object, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(word) for word in known if word.startswith(incomplete)]

    return complete


def complete_game(_: object, __: object, incomplete: str) -> list[CompletionItem]:
    """The games that begin like this, for the shell."""
    from cardsim.games import game_files

    return completed(game_files())(_, __, incomplete)


def complete_experiment(_: object, __: object, incomplete: str) -> list[CompletionItem]:
    """The experiments that begin like this, for the shell."""
    from cardsim.workspace import experiment_files

    return completed(experiment_files())(_, __, incomplete)


def word(
    name: str,
    *,
    about: str,
    metavar: str,
    panel: str = Argument.panel,
    complete: Callable[..., list[CompletionItem]] | None = None,
    **rest: Any,
) -> Argument:
    """A word without a flag."""
    found = Argument([name], about, metavar=metavar, shell_complete=complete, **rest)
    found.panel = panel
    return found


def flag(name: str, *flags: str, about: str, panel: str = _Panelled.panel) -> Option:
    """An option without a value."""
    found = Option([name, *flags], is_flag=True, default=False, help=about)
    found.panel = panel
    return found


GAME_NAME = word("game", about="A game of `cardsim games`.", metavar="GAME", complete=complete_game)
WORKERS = text(
    "workers",
    "--workers",
    about="Play in so many processes instead of threads; no result depends on it",
    panel=OUTPUT,
    metavar="N",
)
DASK = text(
    "dask",
    "--dask",
    about="Play on the workers of this Dask scheduler, tcp://HOST:8786; needs cardsim[dask]",
    panel=OUTPUT,
    metavar="ADDRESS",
)


@contextmanager
def executor(
    workers: str | None, dask: str | None, threads: str | None, *, quiet: bool
) -> Iterator[Executor | None]:
    """Who plays, as `--workers`, `--dask` and `--threads` say; None for threads.

    Raises:
        UserError: they contradict, or one of them is wrong.
    """
    from cardsim.cli import screen
    from cardsim.runs.workers import opened, places

    with opened(workers, dask, threads) as found:
        if found is not None and dask is not None and not quiet:
            count = places(found, 1)
            tasks = f"{count} task{'s' if count > 1 else ''} at once"
            screen.say(f"Playing {tasks} at {dask}, where workers first compile what they lack ...")
        yield found


def played_by(rest: Mapping[str, Any], play: Callable[[Executor | None], T]) -> Callable[[], T]:
    """`play` with those who play, as the options of a command say."""

    def play_with_them() -> T:
        with executor(rest["workers"], rest["dask"], rest["threads"], quiet=rest["quiet"]) as found:
            return play(found)

    return play_with_them


def _declared(option: Param, panel: str) -> Option:
    """The option of a house rule or a strategy's parameter."""
    from cardsim.options.params import shown

    about = option.help
    if not about.startswith(tuple(f"{c}:" for c in option.choices)):
        about = about[:1].upper() + about[1:]
    name = option.flag.removeprefix("--")
    if option.kind is bool:
        default = "yes" if option.default else "no"
        words = f"{about} [default {default}]".strip()
        found = Option([option.name, f"--{name}/--no-{name}"], default=None, help=words)
        found.panel = panel
        return found
    usual = "" if option.language else f"; default {shown(option.default)}"
    about = f"{about} [{option.allowed}{usual}]".strip()
    metavar = option.language.metavar if option.language else _METAVARS[option.kind]
    return text(
        option.name, option.flag, about=about, panel=panel, metavar=metavar, words=option.choices
    )


def _declared_one(option: Param, panel: str) -> list[Option]:
    return [_declared(option, panel)]


def _declared_several(option: Param, panel: str) -> list[Option]:
    """The option of a house rule or a parameter that may have several values."""
    from cardsim.options.params import shown

    if option.kind is not bool:
        return [_declared(option, panel)]
    name = option.flag.removeprefix("--")
    about = f"{option.help[:1].upper()}{option.help[1:]}"
    default = shown(option.default)
    return [
        text(
            option.name,
            option.flag,
            about=f"{about} [true, false, or true,false; default {default}]".strip(),
            panel=panel,
            metavar="WORD",
            words=("true", "false", "true,false"),
        ),
        flag(NEGATIVE + option.name, f"--no-{name}", about=f"As --{name} false", panel=panel),
    ]


def _seats_and_preset(game: Game) -> list[Option]:
    low, high, usual = game.players
    presets = list(game.presets)
    also = "".join(f", {n} with --preset {name}" for name, n in game.preset_players.items())
    seats = f"{low} to {high}; default {usual}{also}" if low < high else f"always {low}"
    return [
        text(
            "players",
            "--players",
            about=f"Seats at the table [{seats}]",
            panel=GAME,
            metavar="N",
        ),
        text(
            "preset",
            "--preset",
            about=f"A named set of house rules [{', '.join(presets)}; default {presets[0]}]",
            panel=GAME,
            metavar="NAME",
            words=presets,
        ),
    ]


def _table_options(game: Game, form: Form) -> list[Option]:
    from cardsim.workspace import strategy_files

    names = list(strategy_files(game))
    many = "How the others play; NAME:parameter=value,... sets parameters"
    # Where nobody decides anything they are hidden, and refused with the reason.
    hidden = not game.decisions
    players, preset = _seats_and_preset(game)
    fresh = "must be given" if form.needs_seed else "default a fresh one"
    return [
        players,
        text(
            "unit",
            "--unit",
            about=f"What is played and counted once [{', '.join(game.units)}; "
            f"default {game.single_unit if form.single else game.usual_unit}]",
            panel=GAME,
            metavar="WORD",
            words=game.units,
        ),
        text(
            "measure",
            "--measure",
            about=f"What is asked for [{_measures(game)}]",
            panel=GAME,
            metavar="NAME",
            words=_measure_names(game),
        ),
        preset,
        text(
            "strategy",
            "--strategy",
            about=f"{'How you play on' if form.situated else 'How you play, in each seat in turn'} "
            f"[{', '.join(names)}, or module:name; default {game.default_strategy}]",
            panel=GAME,
            metavar="NAME",
            words=names,
            hidden=hidden,
        ),
        *(
            [
                text(
                    "partner",
                    "--partner",
                    about="Who is your partner [default who plays like you]",
                    panel=GAME,
                    metavar="NAME",
                    words=names,
                    hidden=hidden,
                )
            ]
            if game.sides is not None
            else []
        ),
        text(
            "vs",
            "--vs",
            about=f"{many} [default {game.default_strategy}]",
            panel=GAME,
            metavar="NAME",
            words=names,
            hidden=hidden,
        ),
        text(
            "seats",
            "--seat",
            repeated=True,
            about="Who sits in each seat instead, first to play first, with --seat for each of "
            "them: NAME, or NAME:parameter=value,... Each is compared with what all of them get "
            "in the same seat",
            panel=GAME,
            metavar="NAME",
            words=names,
            hidden=hidden,
        ),
        text(
            "seed",
            "--seed",
            about=f"The deals: the same seed, the same deals [{fresh}]",
            panel=GAME,
            metavar="N",
        ),
    ]


def _units(game: Game) -> dict[str, Unit]:
    """What can be recorded by the usual rules, by name."""
    return {name: unit(game.rules(), game.players[2]) for name, unit in game.units.items()}


def _measure_names(game: Game) -> list[str]:
    """The names of all measures by the usual rules."""
    units = _units(game).values()
    return list(dict.fromkeys(m.name for unit in units for m in unit.measures))


def _measures(game: Game) -> str:
    """The measures of each unit in words, what it is won by first."""
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


Action = Callable[[Chosen], int]


class Games(Group):
    """The commands `run GAME`, `exact GAME` and so on, one for each game.

    Args:
        action: carries a command out; its docstring is the group's help.
        extra: the options it has beside those of the game; a panel's options keep this order.
        form: which options of the game it has.
    """

    def __init__(
        self, action: Action, extra: Sequence[click.Parameter], form: Form = USUAL, **rest: Any
    ) -> None:
        self.action, self.extra, self.form = action, extra, form
        self.page = inspect.getdoc(action) or ""
        name = getattr(action, "__name__", "")
        super().__init__(name, help=self.page.splitlines()[0], **rest)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of the games."""
        from cardsim.games import game_files

        return list(game_files())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """A game for the list, without its options."""
        from cardsim.games import game_files, load_game

        files = game_files()
        if cmd_name not in files:
            return None
        # Games are loaded to be asked for advice only where all are listed.
        hidden = self.form.situated and not load_game(cmd_name).decisions
        return Command(cmd_name, help=_first_line(files[cmd_name]), hidden=hidden)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse options before the game: the word behind one would be its value."""
        games = self.list_commands(ctx)
        wanted = next((word for word in args if not word.startswith("-")), None)
        later = [word for word in args if word in games]
        option = next((word for word in args if word.startswith("-")), None)
        if wanted is not None and wanted not in games and later and option is not None:
            message = f"the game comes before the options, so before {option}"
            hint = f"{ctx.command_path} {later[0]} {option} ..."
            raise UserError(message, hint=hint)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The game that is named, with the options that the words behind it leave."""
        from cardsim.games import game_files, load_game

        name, *words = args
        if ctx.resilient_parsing and name not in game_files():
            return None, None, words
        game, form = load_game(name), self.form
        own: Sequence[Param] = ()
        if form.plays:
            table: list[click.Parameter] = [
                p for p in _table_options(game, form) if p.name not in form.without
            ]
            if form.hero and game.decisions:
                own = _hero(game, words, strict=not ctx.resilient_parsing).parameters
            elif form.situated:
                from cardsim.answers.positions import check_advised, own_options

                check_advised(game)
                own = own_options(game)
        else:
            table, own = _question_options(game), _own_options(game, words)
        command = _command(self.action, self.extra, game, table, own, form)
        command.help = f"{self.page}\n\n{_first_line(game_files()[name])}"
        return name, command, words


def _first_line(path: Path) -> str:
    """The first line of a game's page, without loading the game."""
    return (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").splitlines()[0]


def _command(
    action: Action,
    extra: Sequence[click.Parameter],
    game: Game,
    table: Sequence[click.Parameter],
    parameters: Iterable[Param],
    form: Form,
) -> Command:
    declared = _declared_several if form.several else _declared_one
    first = [p for p in extra if _panel(p) == GAME]
    last = [p for p in extra if _panel(p) != GAME]
    if form.writes:
        last += [_written(name) for name in game.formats]
    rules = [p for o in _house_rules(game, form) for p in declared(o, RULES)]
    told = game.display_options if form.plays else game.exact_display
    display = [
        _declared(o, DISPLAY) for o in (() if form.single or DISPLAY in form.without else told)
    ]
    taken = {p.name for p in (*first, *table, *rules, *display, *last)}
    # A parameter of a name that is taken is still to be set, by `--strategy NAME:parameter=value`.
    free = [o for o in parameters if o.name not in taken]
    own = [p for o in free for p in declared(o, PLACE if form.situated else STRATEGY)]

    kind = getattr(action, "__name__", "")

    def command(**values: Any) -> int:
        given = {p.name: values.pop(p.name) for p in (*rules, *placed, *own, *display)}
        options = {n: v for n, v in given.items() if v is not None and not n.startswith(NEGATIVE)}
        for name in [n.removeprefix(NEGATIVE) for n in given if n.startswith(NEGATIVE)]:
            if given[NEGATIVE + name]:
                options[name] = f"{options[name]},false" if name in options else "false"
        # An option that may be repeated has an empty list where it is not given.
        players = {p.name: values.pop(p.name) for p in table}
        if form.single:
            players["unit"] = players["unit"] or game.single_unit
        players = {name: value for name, value in players.items() if value not in ([], ())}
        _check_players(players)
        several = {} if form.several else _several(game, free, {**players, **options})
        return action(Chosen(game.name, players, options, values, several, kind))

    placed = own if form.situated else []
    own = [] if form.situated else own
    everything = [*placed, *first, *table, *rules, *own, *display, *last]
    return _GameCommand(game.name, params=everything, callback=command)


def _house_rules(game: Game, form: Form) -> list[Param]:
    """Those that can matter to what is asked."""
    if form.plays:
        return list(game.options)
    matters = [question.depends for question in game.exact]
    return [o for o in game.options if any(names is None or o.name in names for names in matters)]


def _written(name: str) -> Option:
    """The flag for a format that other programs read."""
    about = f"Print {name.upper()} instead of text, which other programs read"
    return flag(f"as_{name}", f"--{name}", about=about, panel=OUTPUT)


def _check_players(table: Mapping[str, Any]) -> None:
    """Refuse a player of no form that there is, by the option that names him."""
    from cardsim.runs.company import is_mixture
    from cardsim.workspace import parse_player

    for name in ("strategy", "partner"):
        if table.get(name) is not None:
            parse_player(table[name], label=f"--{name}")
    vs = table.get("vs")
    for who in () if vs is None or is_mixture(vs) else vs.split(";"):
        parse_player(who, label="--vs")
    for chair in table.get("seats") or ():
        # An empty one is told what it must be where the seats are looked at.
        if chair.strip():
            parse_player(chair, label="--seat")


def _several(game: Game, parameters: Iterable[Param], given: Mapping[str, Any]) -> dict[str, str]:
    """The options that were given several values as a sweep takes them, by their flags."""
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
    found = {}
    for option in known:
        value = given.get(option.name)
        if isinstance(value, str) and ("," in value or ".." in value):
            with suppress(UserError):
                if len(values_of(option, value)) > 1:
                    found[option.flag] = value
    return found


def _question_options(game: Game) -> list[click.Parameter]:
    questions = [f"{q.name}: {q.help}" for q in game.exact]
    about = "What to solve; needed where there are several. " + "; ".join(questions)
    question = word("question", about=about, panel=GAME, metavar="QUESTION", required=False)
    return [question, *_seats_and_preset(game)]


def _own_options(game: Game, words: Sequence[str]) -> tuple[Param, ...]:
    """The options of the question that these words name, or of the only one."""
    from cardsim.options.params import options_of

    named = [q for q in game.exact if q.name in words] or list(game.exact)[:1]
    return tuple(o for q in named if q.options is not None for o in options_of(q.options))


def _panel(parameter: click.Parameter) -> str:
    return str(getattr(parameter, "panel", ""))


def _hero(game: Game, words: Sequence[str], *, strict: bool = True) -> Strategy:
    """The strategy that `--strategy` names in these words; the default for one that is wrong.

    Raises:
        UserError: it is wrong, and that matters.
    """
    from cardsim.workspace import load_strategy, parse_player

    name = game.default_strategy
    for word, following in itertools.pairwise([*words, ""]):
        if word == "--strategy" and following:
            name = following
        elif word.startswith("--strategy="):
            name = word.removeprefix("--strategy=")
    try:
        return load_strategy(game, parse_player(name, label="--strategy")[0])
    except UserError:
        if strict:
            raise
        return load_strategy(game, game.default_strategy)


_OTHER_WORDS = {
    "--opponents": "--vs",
    "--opponent": "--vs",
    "--against": "--vs",
    "--others": "--vs",
    "--games": "--hands",
}
"""What people type, and what it is called here."""


def near_flag(word: str, parameters: Iterable[Any]) -> str | None:
    """A hint with the option that a word stands for or begins, one of the strategy first."""
    from cardsim.options.params import did_you_mean

    panels = {f: _panel(p) for p in parameters for f in p.opts if not getattr(p, "hidden", False)}
    if _OTHER_WORDS.get(word) in panels:
        return f"did you mean '{_OTHER_WORDS[word]}'?"
    longer = [flag for flag in panels if flag.startswith(f"{word}-")]
    longer.sort(key=lambda flag: panels[flag] != STRATEGY)
    return did_you_mean(longer[0], longer) if longer else None


def owner_of(word: str, words: Sequence[str]) -> str | None:
    """A hint with the strategies that have a parameter of this name; None where none has.

    Args:
        word: an option that the command does not have.
        words: the command line.
    """
    from cardsim.games import game_files, load_game
    from cardsim.options.params import did_you_mean
    from cardsim.workspace import load_strategy, strategy_files

    found = next((w for w in words if w in game_files()), None)
    if found is None or not load_game(found).decisions:
        return None
    game, name = load_game(found), word.removeprefix("--").replace("-", "_")
    plays = command_word(words) == "play"
    no_hero = bool({"compare", "tournament", "learn"} & {*words})
    owners: list[str] = []
    begun: dict[str, str] = {}
    for known in sorted(strategy_files(game), key=lambda n: n != game.default_strategy):
        # Some of the user's own may not load, and he asks for another one.
        with suppress(UserError):
            names = [p.name for p in load_strategy(game, known).parameters]
            begun |= {n: known for n in names if n.startswith(f"{name}_") and n not in begun}
            if name in names:
                owners.append(known)
    if not owners and no_hero and begun:
        longer, known = next(iter(begun.items()))
        return f"did you mean {known}:{longer}=VALUE?"
    if not owners:
        return None
    hero = _hero(game, words).name
    # The one that is called so, where there is one, and the default before the others.
    usual = (name.replace("_", "-"), game.default_strategy)
    owners.sort(key=lambda owner: owner not in usual)
    if plays:
        # You play yourself, so that only the others have parameters.
        value = next((v for w, v in itertools.pairwise(words) if w == word), "VALUE")
        return f"the others play by it: --vs {owners[0]}:{name}={value}"
    rest = f" and {len(owners) - 1} more" if len(owners) > 1 else ""
    if no_hero:
        return f"{word} belongs to strategy {owners[0]}{rest}"
    rest += f"; {hero} has no such number"
    near = did_you_mean(word, [p.flag for p in _hero(game, words).parameters])
    return f"{word} belongs to strategy {owners[0]}{rest}" + (f"; {near}" if near else "")


def command_word(words: Sequence[str]) -> str:
    """The first word that is no option: the command; empty if there is none."""
    return next((w for w in words if not w.startswith("-")), "")


_SAME = {"-n": "--hands", "-o": "--output"}
_REPEATED = frozenset(("--seat", "--by"))


def check_once(words: Sequence[str]) -> None:
    """Refuse an option that a command line gives twice.

    Raises:
        UserError: one is, or both `--x` and `--no-x` are.
    """
    seen: dict[str, str] = {}
    for word in words:
        if not word.startswith("-") or not word.strip("-")[:1].isalpha():
            continue
        flag = word.partition("=")[0]
        name = _SAME.get(flag, flag).replace("--no-", "--", 1)
        if name in seen and name not in _REPEATED:
            other = seen[name]
            raise UserError(
                f"{flag} is given twice" if other == flag else f"{other} and {flag} contradict"
            )
        seen[name] = flag
