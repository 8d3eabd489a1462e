"""Commands: the layout of their help, and commands made for one game.

A game's command is made when its name is read, because `--strategy` decides which options it has.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from cardsim.cli import options, screen
from cardsim.cli.options import DISPLAY, GAME, NEGATIVE, OUTPUT, PLACE, RULES, STRATEGY, USUAL
from cardsim.errors import UserError

if TYPE_CHECKING:
    from cardsim.game import Game
    from cardsim.options.params import Option as Param
    from cardsim.strategy import Strategy

Action = Callable[[options.Chosen], int]
LONGEST = 30
"""Longest name that shares its line with its meaning."""


class Command(TyperCommand):
    """A command whose help has a heading for each panel, whole names, and examples at the end.

    Typer would break lines at hyphens, and cut long names.
    """

    last_panel = "Options"
    """Heading of the panel that has `--help`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words; an option is never the value of another one."""
        _check_values(self.get_params(ctx), () if ctx.resilient_parsing else args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Carry out the command; prints of games and strategies go to stderr."""
        with screen.prints_apart():
            return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words behind the command; Typer puts required ones in braces."""
        return [piece.translate(_NO_BRACES) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options under their headings."""
        _write_options(self.get_params(ctx), self.last_panel, ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write commands to try."""
        _write_examples(ctx, formatter)


class CommandGroup(TyperGroup):
    """A group of commands, with help laid out like that of a command."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options of the group; a flag that is not given is false.

        For None, Typer loads its validation, which takes a third of the time of a help page.
        """
        parameters = super().get_params(ctx)
        for parameter in parameters:
            if parameter.default is None and getattr(parameter, "is_flag", False):
                parameter.default = False
        return parameters

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options under their headings, and then the commands."""
        _write_options(self.get_params(ctx), Command.last_panel, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write commands to try."""
        _write_examples(ctx, formatter)


class _GameCommand(Command):
    last_panel = OUTPUT


_NO_BRACES = str.maketrans("", "", "{}")


def _check_values(parameters: Iterable[Any], words: Iterable[str]) -> None:
    """Refuse an option in place of a value, before the parser takes it as one."""
    flags: dict[str, Any] = {}
    for parameter in parameters:
        flags |= dict.fromkeys((*parameter.opts, *parameter.secondary_opts), parameter)
    for word, following in itertools.pairwise(words):
        if following in flags and not getattr(flags.get(word), "is_flag", True):
            about = flags[word].help
            raise UserError(f"{word} needs a value, and {following} is an option", hint=about)


def _write_options(parameters: Iterable[Any], last: str, ctx: Any, formatter: Any) -> None:
    """Write parameters under the headings of their panels; `last` is that of most options."""
    panels: dict[str, list[tuple[str, str]]] = {}
    for parameter in parameters:
        record, usual = parameter.get_help_record(ctx), last
        if isinstance(parameter, TyperArgument):
            # Typer would add its type, a text.
            record, usual = (parameter.metavar or "", parameter.help or ""), "Arguments"
        if record is not None:
            panels.setdefault(parameter.rich_help_panel or usual, []).append(record)
    for heading, records in panels.items():
        formatter.write("\n".join(["", f"{heading}:", *_described(records, formatter.width), ""]))


def _write_examples(ctx: Any, formatter: Any) -> None:
    from cardsim.cli.examples import examples

    commands = examples(ctx.command_path.split()[1:])
    lines = []
    for command, about in commands:
        lines.append(f"  {command}")
        lines += textwrap.wrap(
            about, formatter.width, initial_indent=" " * 6, subsequent_indent=" " * 6
        )
    if commands:
        formatter.write("\n".join(["", "Examples:", *lines, ""]))


def _described(records: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Return the lines of names and their meanings.

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


@dataclass(frozen=True)
class CommandTemplate:
    """The source of the commands `run GAME`, `exact GAME` and so on.

    Attributes:
        action: carries a command out; its docstring is the help.
        extra: its options beside those of the game; a panel's options keep this order.
        form: selects the options of the game.
    """

    action: Action
    extra: Sequence[inspect.Parameter]
    form: options.GameOptions

    @property
    def name(self) -> str:
        """The word that is typed."""
        return str(getattr(self.action, "__name__", ""))

    @property
    def page(self) -> str:
        """The text of the help."""
        return inspect.getdoc(self.action) or ""


class Games(CommandGroup):
    """A group that has a command for each game."""

    told: ClassVar[CommandTemplate]

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  (as Typer calls it)
        """Return the names of the games."""
        from cardsim.games import game_files

        return list(game_files())

    def get_command(self, ctx: Any, cmd_name: str) -> Command | None:  # noqa: ARG002  (as Typer calls it)
        """Return a game for the list, without its options."""
        from cardsim.games import game_files

        files = game_files()
        if cmd_name not in files:
            return None
        # Games are loaded for this only where all are listed.
        hidden = self.told.form.situated and not _decides(cmd_name)
        return Command(cmd_name, help=_first_line(files[cmd_name]), hidden=hidden)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse options before the game: the next word would be taken as their value."""
        games = self.list_commands(ctx)
        wanted = next((word for word in args if not word.startswith("-")), None)
        later = [word for word in args if word in games]
        option = next((word for word in args if word.startswith("-")), None)
        if wanted is not None and wanted not in games and later and option is not None:
            message = f"the game comes before the options, so before {option}"
            hint = f"{ctx.command_path} {later[0]} {option} ..."
            raise UserError(message, hint=hint)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the named game, with the options that the words behind it leave."""
        from cardsim.declared import check_declared
        from cardsim.games import game_files, load_game

        name, *words = args
        if ctx.resilient_parsing and name not in game_files():
            return None, None, words
        game = load_game(name)
        check_declared(game, game.rules(), game.players[2])
        table, own = _options_of(game, words, self.told.form, strict=not ctx.resilient_parsing)
        about = f"{self.told.page}\n\n{_first_line(game_files()[name])}"
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name, cls=_GameCommand, help=about)(_command(self.told, game, table, own))
        return name, typer.main.get_command(app), words


def _decides(name: str) -> bool:
    """Return True if a game has decisions, or cannot be loaded."""
    from cardsim.games import load_game

    try:
        return bool(load_game(name).decisions)
    except UserError:
        return True


def for_games(
    action: Action, extra: Sequence[inspect.Parameter], form: options.GameOptions = USUAL
) -> typer.Typer:
    """Return the commands of all games that `action` carries out."""
    told = CommandTemplate(action, extra, form)
    kind = type("Games", (Games,), {"told": told})
    return typer.Typer(name=told.name, cls=kind, help=told.page.partition("\n")[0])


def _first_line(path: Path) -> str:
    """Return the first line of a game's page, without loading the game."""
    try:
        page = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    except (SyntaxError, ValueError):
        return "(its file does not parse)"
    return page.partition("\n")[0]


def _options_of(
    game: Game, words: Sequence[str], form: options.GameOptions, *, strict: bool
) -> tuple[list[inspect.Parameter], Sequence[Param]]:
    """Return the options of the table, and those of the strategy or the question."""
    if not form.plays:
        return options.question_options(game), options.own_options(game, words)
    table = [p for p in options.table_options(game, form) if p.name not in form.without]
    if form.hero and game.decisions:
        return table, hero(game, words, strict=strict).parameters
    if form.situated:
        from cardsim.table.positions import check_advised, own_options

        check_advised(game)
        return table, own_options(game)
    return table, ()


def _command(
    command_of: CommandTemplate,
    game: Game,
    table: Sequence[inspect.Parameter],
    parameters: Iterable[Param],
) -> Callable[..., int]:
    """Return the function of a game's command; its signature has all options."""
    extra, form = command_of.extra, command_of.form
    declared = options.declared_several if form.several else options.declared
    first = [p for p in extra if options.panel_of(p) == GAME]
    last = [p for p in extra if options.panel_of(p) != GAME]
    if form.writes:
        last += [options.written(name) for name in game.formats]
    rules = [p for o in options.house_rules(game, form) for p in declared(o, RULES)]
    told = game.display_options if form.plays else game.exact_display
    if form.single or DISPLAY in form.without:
        told = ()
    display = [p for o in told for p in options.declared(o, DISPLAY)]
    taken = {p.name for p in (*first, *table, *rules, *display, *last)}
    # A parameter whose name is taken can still be set, by `--strategy NAME:parameter=value`.
    free = [o for o in parameters if o.name not in taken]
    own = [p for o in free for p in declared(o, PLACE if form.situated else STRATEGY)]

    def command(**values: Any) -> int:
        given = {p.name: values.pop(p.name) for p in (*rules, *own, *display)}
        chosen = {n: v for n, v in given.items() if v is not None and not n.startswith(NEGATIVE)}
        for name in [n.removeprefix(NEGATIVE) for n in given if n.startswith(NEGATIVE)]:
            if given[NEGATIVE + name]:
                chosen[name] = f"{chosen[name]},false" if name in chosen else "false"
        players = {p.name: values.pop(p.name) for p in table}
        if form.single:
            players["unit"] = players["unit"] or game.single_unit
        several = {} if form.several else options.several_values(game, free, {**players, **chosen})
        return command_of.action(
            options.Chosen(game.name, players, chosen, values, several, command_of.name)
        )

    for rule in rules:
        if rule.name in {p.name for p in (*first, *table, *last)}:
            raise UserError(
                f"house rule '{rule.name}' of {game.name} must have another name: "
                f"`cardsim {command_of.name}` has an option of this one"
            )
    around = ([*own], []) if form.situated else ([], [*own])
    everything = [*around[0], *first, *table, *rules, *around[1], *display, *last]
    command.__signature__ = inspect.Signature(everything)  # type: ignore[attr-defined]  # for Typer
    command.__annotations__ = {p.name: p.annotation for p in everything}
    return command


def hero(game: Game, words: Sequence[str], *, strict: bool = True) -> Strategy:
    """Return the strategy that `--strategy` names; the default instead of a wrong one."""
    from cardsim.runs.strengths import alone
    from cardsim.workspace import load_strategy, parse_player

    name = game.default_strategy
    for word, following in itertools.pairwise([*words, ""]):
        if word == "--strategy" and following:
            name = following
        elif word.startswith("--strategy="):
            name = word.removeprefix("--strategy=")
    try:
        name = alone(game, name, "--strategy")
        return load_strategy(game, parse_player(name, label="--strategy")[0])
    except UserError:
        if strict:
            raise
        return load_strategy(game, game.default_strategy)
