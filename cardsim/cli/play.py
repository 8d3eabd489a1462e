"""`cardsim play GAME`: play it yourself, in the terminal."""

from __future__ import annotations

import re
import shlex
import textwrap
from contextlib import closing, redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardsim.cli import compiling, options, screen
from cardsim.cli.commands import for_games
from cardsim.errors import UserError, echoed
from cardsim.process.signals import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cardsim.game import Game
    from cardsim.table.evening import Evening, Hints
    from cardsim.table.looked_back import LookBack
    from cardsim.table.played import Sitting
    from cardsim.table_talk import Sight

COACH = options.flag("coach", "Say after each decision what it gave away", panel=options.OUTPUT)
PLAIN = options.flag(
    "plain", "One thing a line, cards in words: for a screen reader", panel=options.OUTPUT
)
WEB = options.flag(
    "web", "In the browser, on a page that this machine alone can open", panel=options.OUTPUT
)
PORT = options.text(
    "port",
    "N",
    "Where the page of --web is served, from 1024 to 65535 [default any that is free]",
    panel=options.OUTPUT,
)
Plain = Annotated[bool, options.info(PLAIN)]
Web = Annotated[bool, options.info(WEB)]
Port = Annotated[str | None, options.info(PORT)]
EXTRA = (
    options.text(
        "chair",
        "N",
        "Where you sit, 1 for the first to play [default drawn from the seed]",
        "--seat",
    ),
    COACH,
    PLAIN,
    WEB,
    PORT,
)
FORM = options.GameOptions(
    without=frozenset(("measure", "strategy", "seats", options.DISPLAY)), hero=False
)
KEYS = "Type a number, a card or the first letters; ? for hints, q to stop."
CONFIRM = "Enter does it, u takes it back."
PROMPT = "> "
NEWS = 12
"""Largest number of others' actions shown at once."""
LOWEST_PORT, HIGHEST_PORT = 1024, 65535
MOST_OF_A_FORM = 24
"""Actions of one form up to which each is listed."""
LONGEST_LIST = 60
"""Largest number of actions listed; more can be typed."""


def play(chosen: options.Chosen) -> int:
    """Play a game yourself, against any strategies.

    Type `?` for what each action is worth, `q` to stop. `cardsim play --resume` goes on. At the end
    you look back at your decisions and what each gave away.
    """
    from cardsim.runs.company import unsaid
    from cardsim.table.evening import Evening
    from cardsim.table.played import SavedGame, Sitting, new_file, sit_down, this_evening

    rest, port = chosen.rest, port_of(chosen.rest)
    table = {name: value for name, value in chosen.table.items() if value is not None}
    asked = {"game": chosen.game, "options": dict(chosen.options), **table}
    with compiling.announced(quiet=False):
        run, hand = sit_down(asked, _chair(rest["chair"]))
        sitting = Sitting(run, hand)
    against = unsaid(run.game, run.spec.preset)
    asked = {"vs": against, **asked, "seed": run.spec.seed}
    kept = SavedGame(asked, hand, day=this_evening())
    evening = Evening(sitting, kept, new_file(chosen.game), coach=rest["coach"])
    return _go_on(evening, port, plain=rest["plain"])


def _chair(said: str | None) -> int | None:
    if said is None:
        return None
    if not re.fullmatch(r"[1-9]\d{0,2}", said):
        raise UserError(f"--seat must be the number of a seat, from 1 on, not {echoed(said)}")
    return int(said) - 1


app = for_games(play, EXTRA, FORM)


@app.callback(invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
def resumed(
    context: typer.Context,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the game that you played last.")
    ] = False,
    coach: Annotated[bool, options.info(COACH)] = False,
    plain: Plain = False,
    web: Web = False,
    port: Port = None,
) -> int:
    """Play a game yourself, against any strategies."""
    if not resumes(context, resume=resume, port=port, coach=coach, plain=plain, web=web):
        return 0
    from cardsim.runs.preparation import resolve
    from cardsim.runs.request import Request
    from cardsim.table.evening import Evening
    from cardsim.table.played import last_kept
    from cardsim.table.played import resume as sit_again

    at = port_of({"web": web, "plain": plain, "port": port})
    with compiling.announced(quiet=False):
        file, kept = last_kept()
        sitting = sit_again(kept, resolve(Request(**kept.asked), 1))
        evening = Evening(sitting, kept, file, coach=coach)
    return _go_on(evening, at, plain=plain)


def resumes(context: typer.Context, *, resume: bool, port: str | None, **flags: bool) -> bool:
    """Return True if the last one is resumed; False if a game is named, behind which options go."""
    command, game = str(context.info_name), context.invoked_subcommand
    given = [f"--{name}" for name, said in flags.items() if said]
    given += [] if port is None else ["--port", port]
    if game is not None and resume:
        hint = shlex.join(["cardsim", command, "--resume", *given])
        raise UserError("--resume goes on where you stopped, and takes no game", hint=hint)
    if game is not None and given:
        hint = shlex.join(["cardsim", command, game, *given, "..."])
        raise UserError(f"the game comes before the options, so before {given[0]}", hint=hint)
    if game is None and not resume:
        raise UserError(f"which game? cardsim {command} scat", hint="`cardsim games` lists them")
    return resume


def port_of(rest: Mapping[str, Any]) -> int | None:
    """Return the port of the page, 0 for any free one; None for the terminal."""
    said = rest["port"]
    if not rest["web"]:
        if said is not None:
            raise UserError("--port is where the page of --web is served: say --web, too")
        return None
    if rest["plain"]:
        raise UserError("--plain is how the terminal is read out: leave it or --web out")
    if said is None:
        return 0
    if not re.fullmatch(r"\d{4,5}", said) or not LOWEST_PORT <= int(said) <= HIGHEST_PORT:
        allowed = f"a whole number from {LOWEST_PORT} to {HIGHEST_PORT}"
        raise UserError(f"--port must be {allowed}, not {echoed(said)}")
    return int(said)


def _go_on(evening: Evening, port: int | None, *, plain: bool) -> int:
    """Play in the browser, or in the terminal."""
    with closing(evening):
        if port is None:
            return _Terminal(evening, plain=plain).go_on()
        from cardsim.web.server import PageApi, serve

        serve(lambda stop: PageApi(evening, stop), port=port, tell=screen.say)
    return 0


class _Terminal:
    """You at a table in the terminal, with typed answers."""

    def __init__(self, evening: Evening, *, plain: bool) -> None:
        self.evening = evening
        self.drawn = DrawnTable(evening.sitting.game, evening.hints, plain=plain)
        self._ended = len(evening.sitting.ended)

    @property
    def sitting(self) -> Sitting:
        """You at the table."""
        return self.evening.sitting

    def go_on(self) -> int:
        screen.edit_lines()
        try:
            return self._play()
        except KeyboardInterrupt:
            screen.say("")
            screen.complain("interrupted; `cardsim play --resume` goes on")
            return INTERRUPTED

    def _play(self) -> int:
        self.drawn.show(self._heading())
        while True:
            self._tell_ended()
            if self.sitting.over:
                break
            sight = self.sitting.sight
            self.drawn.show(self.drawn.table(sight))
            nth = self.drawn.choice(sight)
            if nth is None:
                self.drawn.show(["Your game is kept. `cardsim play --resume` goes on with it."])
                return 0
            coached = self.evening.act(nth)
            if coached:
                self.drawn.show(filled("", coached))
        self.drawn.show(["", "Looking back at your decisions ..."])
        self.drawn.show(["", *looked_back(self.evening.look_back())])
        return 0

    def _heading(self) -> list[str]:
        sitting = self.sitting
        at = ", ".join(sitting.names)
        return [
            *filled("", f"{sitting.game.title}: one {sitting.run.unit.name}. At the table: {at}."),
            *filled("", KEYS),
        ]

    def _tell_ended(self) -> None:
        new = self.sitting.ended[self._ended :]
        # A player who is out sees only how the match ended.
        for ended in [one for one in new if one.played or one is self.sitting.ended[-1]]:
            story, heading = ended.lines, f"Hand {ended.number} is over; this is how it went."
            if not ended.played:
                story = story[-1:]
                heading = f"You were out. The others played on to hand {ended.number}."
            lines = [piece for line in story for piece in filled("", line)]
            self.drawn.show(["", heading, *lines])
        if new:
            self.drawn.forget()
        self._ended = len(self.sitting.ended)


class DrawnTable:
    """A table drawn in a terminal, and what is typed there.

    Attributes:
        hints: returns what is shown for `?`.
        plain: for a screen reader.
        keys: what one may type, in words.
        most: largest number of actions of the others that are shown at once.
    """

    def __init__(
        self,
        game: Game,
        hints: Callable[[], Hints],
        *,
        plain: bool,
        keys: str = KEYS,
        most: int = NEWS,
    ) -> None:
        self.game, self.hints, self.plain, self.keys = game, hints, plain, keys
        self.most = most
        self._did: tuple[tuple[str, str], ...] = ()

    def forget(self) -> None:
        """Begin a hand: everything that is done in it is new."""
        self._did = ()

    def show(self, lines: Sequence[str]) -> None:
        """Print lines."""
        from cardsim.table_talk import spoken

        text = "\n".join(lines)
        screen.emit(spoken(text) if self.plain else screen.in_suits(text))

    def table(self, sight: Sight) -> list[str]:
        """Return what you see, what you are asked and what you may do."""
        did = sight.did
        known = len(self._did)
        news = did[known:] if did[:known] == self._did else did
        self._did = did
        news = (*sight.shown, *news)
        shown = [*news[-self.most :], *sight.rows]
        space = 0 if self.plain else max(len(name) for name, _ in shown) + 2
        lines = [""]
        for name, text in shown:
            if name == sight.rows[0][0] and text == sight.rows[0][1] and news:
                lines.append("")
            head = f"{name[:1].upper()}{name[1:]}"
            lines += filled(f"{head}: " if self.plain and head else head.ljust(space), text)
        words = sight.words
        if len(words) > MOST_OF_A_FORM and self._has_form(words):
            return [*lines, "", sight.asks, *filled("  ", f"from {words[0]} to {words[-1]}")]
        return [*lines, "", sight.asks, *self._actions(words, sight.notes)]

    def _has_form(self, words: Sequence[str]) -> bool:
        """Return True if the actions have a form, by which a person can type each of them."""
        decisions = self.game.decisions
        forms = (d.actions for d in decisions if getattr(d.actions, "form", ""))
        return any({*words} <= {*actions} for actions in forms)

    def _actions(self, words: Sequence[str], notes: Sequence[str]) -> list[str]:
        from cardsim.table_talk import numeric

        said = [_noted(word, note) for word, note in zip(words, notes, strict=True)]
        if numeric(words):
            texts = said
        else:
            texts = [
                f"{n} {word}" if self.plain else f"{n}) {word}" for n, word in enumerate(said, 1)
            ]
        more = len(texts) - LONGEST_LIST
        if more > 0:
            texts = [*texts[:LONGEST_LIST], f"and {more} more: type a card to see those with it"]
        return (
            texts if self.plain else filled("  ", "   ".join(t.replace(" ", "\xa0") for t in texts))
        )

    # ------------------------------------------------------------ what is typed

    def choice(self, sight: Sight) -> int | None:
        """Return the index of the confirmed action; None to stop."""
        chosen: int | None = None
        while True:
            typed = _typed()
            if typed is None or typed.lower() == "quit":
                return None
            # `q` may also mean a queen.
            if typed.lower() == "q" and typed.upper() not in sight.words:
                return None
            if typed == "?":
                self.show(self._hints())
            elif typed.lower() == "u":
                line = (
                    "Nothing is chosen." if chosen is None else f"Not {sight.words[chosen]}, then."
                )
                chosen = None
                self.show([line])
            elif not typed:
                if chosen is not None:
                    return chosen
                self.show(filled("", self.keys, PROMPT))
            else:
                chosen = self._picked(typed, sight)

    def _picked(self, typed: str, sight: Sight) -> int | None:
        from cardsim.table_talk import numeric, picked

        words = sight.words
        matches = picked(typed, words)
        if len(matches) == 1:
            (nth,) = matches
            said = _noted(words[nth], sight.notes[nth])
            self.show(filled("", f"You: {said}. {CONFIRM}", PROMPT))
            return nth
        if matches:
            texts = [words[n] if numeric(words) else f"{n + 1}) {words[n]}" for n in matches]
            self.show(filled("", f"Which? {'   '.join(texts)}", PROMPT))
        else:
            self.show(filled("", f"'{echoed(typed)}' is none of these. {self.keys}", PROMPT))
        return None

    def _hints(self) -> list[str]:
        about, rows, more, why = self.hints()
        lines = [*filled("", about, PROMPT), *worths(rows, more, plain=self.plain)]
        return [*lines, *filled("", f"Why: {why}", PROMPT)] if why else lines


def worths(rows: Sequence[tuple[str, str, str, str]], more: int, *, plain: bool) -> list[str]:
    """Return lines of what each choice is worth, and of how many more there are."""
    if plain:
        lines = [f"{w}: {v}" + (f", costs {c}, {i}" if c else "") for w, v, c, i in rows]
    else:
        head = ("", "worth", "costs", "95 % interval")
        lines = screen.table(rows, head=head, flowing=(0,)) if rows else []
    return [*lines, f"  and {more} more that cost more"] if more > 0 else lines


def _noted(word: str, note: str) -> str:
    """Return an action with what it leads to."""
    return f"{word} ({note})" if note else word


def looked_back(back: LookBack) -> list[str]:
    """Return a look back for people: what it tells, and how to see it again."""
    from cardsim.table import look_back_story

    again = "Again" if back.kept.typed else "The same cards again"
    told = screen.told(look_back_story.story(back))
    return [*told, "", *screen.wrapped(f"{again}: {back.command}")]


def _typed() -> str | None:
    """Return a typed line without blanks around it; None at the end of the input."""
    try:
        with redirect_stdout(screen.stdout()):
            return input(PROMPT).strip()
    except (EOFError, RuntimeError):  # a RuntimeError where stdin is closed
        screen.emit("")
        return None
    except UnicodeDecodeError:
        return "?!"


def filled(head: str, text: str, before: str = "") -> list[str]:
    """Return the wrapped lines of a text behind its head, leaving room for `before`."""
    wide = max(screen.width() - len(head) - len(before), 20)
    lines = textwrap.wrap(text, wide, break_long_words=False, break_on_hyphens=False) or [""]
    lines = [line.replace("\xa0", " ") for line in lines]
    return [(head if n == 0 else " " * len(head)) + line for n, line in enumerate(lines)]
