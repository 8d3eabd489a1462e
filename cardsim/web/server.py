"""The page on which a person plays or drills, served to this machine alone.

The page gets the seat's view (`cardsim.table_talk.Sight`, as the terminal draws it), and nothing
else of the hand. Its address has a token, so that no other page can play.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cardsim.errors import UserError
from cardsim.felt import as_data
from cardsim.output import opened
from cardsim.runs.company import Company, three_of
from cardsim.runs.strengths import named_companies
from cardsim.table.score_sheet import sheet_of
from cardsim.workspace import find_field

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

    from cardsim.runs.preparation import Resolved
    from cardsim.table.evening import Evening
    from cardsim.table.played import DecisionVerdict
    from cardsim.table_talk import Sight

HERE = "127.0.0.1"
MISSING = "--web needs Starlette and uvicorn, which are not installed"
POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'"
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; base-uri 'none'; form-action 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
FILES = {"": "table.html"} | {
    name: name for name in ("table.css", "felt.js", "drill.js", "table.js")
}
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
SOON = 0.02
"""Seconds between checks that the page is served."""
REDIRECT = (
    '<!doctype html><meta charset="utf-8"><title>cardsim</title>'
    '<meta http-equiv="refresh" content="0; url={0}"><a href="{0}">To your table</a>\n'
)
LATE = "the table has gone on since; here it is"


class Asked(NamedTuple):
    """A request of a page.

    Attributes:
        answer: takes the numbers, and returns plain data.
        posted: True if it changes something.
    """

    answer: Callable[..., dict[str, Any]]
    numbers: tuple[str, ...] = ()
    posted: bool = False


class PageRequests(Protocol):
    """Answers to a page's requests.

    Attributes:
        resumes: the command that goes on with what is left.
    """

    resumes: str

    @property
    def asked(self) -> dict[str, Asked]:
        """Return the requests by their path."""


class PageApi:
    """Answers to the requests of the page on which one plays, as plain data."""

    resumes = "cardsim play --resume --web"

    def __init__(self, evening: Evening, stop: Callable[[], None]) -> None:
        self.evening, self.stop = evening, stop
        self._coached = ""
        # A tab that shows another game takes no decision in this one.
        self._game = 0
        # Several threads answer requests, and there is one table.
        self._lock = threading.Lock()

    @property
    def asked(self) -> dict[str, Asked]:
        """The page's requests."""
        return {
            "table": Asked(self.table),
            "hints": Asked(self.hints),
            "look-back": Asked(self.look_back),
            "rules": Asked(self.rules),
            "stood": Asked(self.stood, ("nth",)),
            "again": Asked(self.again, ("game", "same", "company"), posted=True),
            "act": Asked(self.act, ("game", "turn", "nth"), posted=True),
            "leave": Asked(self.leave, posted=True),
        }

    def table(self) -> dict[str, Any]:
        """Return your present view, and the hands that are over."""
        with self._lock:
            return self._table()

    def act(self, game: int, turn: int, nth: int) -> dict[str, Any]:
        """Take a decision.

        Args:
            game: number of the game that the page shows.
            turn: number of decisions you had taken when you chose: a click that comes twice counts
                once.
            nth: index of the action among the legal ones.
        """
        with self._lock:
            sitting = self.evening.sitting
            here = (game, turn) == (self._game, len(sitting.turns))
            if not here or sitting.over or not 0 <= nth < sitting.table.count:
                return {**self._table(), "error": LATE}
            try:
                self._coached = self.evening.act(nth)
            except UserError as error:
                return {**self._table(), "error": str(error)}
            return self._table()

    def hints(self) -> dict[str, Any]:
        """Return the value of each legal action."""
        with self._lock:
            if self.evening.sitting.over:
                return {}
            try:
                return self.evening.hints()._asdict()
            except UserError as error:
                return {"about": f"There is no hint here: {error}.", "rows": [], "more": 0}

    def look_back(self) -> dict[str, Any]:
        """Return the costs of your decisions, once the game is over."""
        with self._lock:
            if not self.evening.sitting.over:
                return {}
            back = self.evening.look_back()
        return {
            "outcome": back.ended,
            "shares": back.shares,
            "decisions": [back.judged(verdict) for verdict in back.verdicts],
            "costly": back.losses(),
            "costly_at": [_place(back.verdicts, verdict) for verdict in back.costly],
            "command": back.command,
        }

    def stood(self, nth: int) -> dict[str, Any]:
        """Return what you saw at one of your decisions, once the game is over."""
        with self._lock:
            sitting = self.evening.sitting
            if not sitting.over or not 0 <= nth < len(sitting.turns):
                return {}
            turn = sitting.turns[nth]
            return {**seen(sitting.sight_at(turn)), "did": turn.word}

    def rules(self) -> dict[str, Any]:
        """Return the house rules: what each means, its value, and whether it is changed."""
        return rules_of(self.evening.sitting.run)

    def again(self, game: int, same: int, company: int) -> dict[str, Any]:
        """Begin another game.

        Args:
            game: number of the game that the page shows.
            same: 1 for the same cards and seat.
            company: number of the company, from 1; 0 for the same as now.
        """
        with self._lock:
            if game != self._game:
                return {**self._table(), "error": LATE}
            companies = self._companies()
            vs = companies[company - 1].vs if 0 < company <= len(companies) else ""
            try:
                self.evening = self.evening.again(same=same == 1, vs=vs)
            except UserError as error:
                return {**self._table(), "error": str(error)}
            self._coached = ""
            self._game += 1
            return self._table()

    def _companies(self) -> list[Company]:
        """Return the kinds of company of this game, if people's play is known."""
        game, spec = self.evening.sitting.game, self.evening.sitting.run.spec
        if find_field(game, spec.preset) is None:
            return []
        some = [one for one in three_of(game.name, spec.preset, spec.players) if one.vs]
        return [*some, *named_companies(game, spec.preset)]

    def leave(self) -> dict[str, Any]:
        """Stop the server; the game is kept."""
        self.stop()
        over = self.evening.sitting.over
        return {"said": "The game is over." if over else f"Your game is kept: {self.resumes}."}

    def _table(self) -> dict[str, Any]:
        sitting = self.evening.sitting
        return {
            "title": sitting.game.title,
            "unit": sitting.run.unit.name,
            "game": self._game,
            "names": sitting.names,
            "turn": len(sitting.turns),
            "ended": [one._asdict() for one in sitting.ended],
            "sheet": sheet_of(sitting)._asdict(),
            "coached": self._coached,
            "company": self.evening.kept.asked.get("vs", ""),
            "companies": [[one.name, one.vs] for one in self._companies()],
            "sight": None if sitting.over else seen(sitting.sight),
        }


def _place(verdicts: Sequence[DecisionVerdict], verdict: DecisionVerdict) -> int:
    return next(n for n, one in enumerate(verdicts) if one is verdict)


def seen(sight: Sight) -> dict[str, Any]:
    """Return a seat's view as plain data; its rows tell what the felt shows."""
    return {name: as_data(part) for name, part in sight._asdict().items() if name != "rows"}


def rules_of(run: Resolved) -> dict[str, Any]:
    """Return the house rules of a table: what each means, its value, and whether it is changed."""
    changed, about = run.spec.changed_rules(run.game), {o.name: o for o in run.game.options}
    return {
        "preset": run.spec.preset,
        "rules": [
            [name.replace("_", " "), _value(value), about[name].help, name in changed]
            for name, value in sorted(run.spec.rules, key=lambda rule: rule[0] not in changed)
        ],
    }


def _value(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value) or "none"


def application(page: PageRequests, token: str) -> Starlette:
    """Return the application with the page and its requests, under the token."""
    try:
        from starlette.applications import Starlette
        from starlette.middleware import Middleware
        from starlette.middleware.trustedhost import TrustedHostMiddleware
        from starlette.responses import JSONResponse, Response
        from starlette.routing import Route
    except ImportError:
        raise UserError(MISSING, hint="pip install 'cardsim[web]'") from None

    def file(name: str) -> Callable[[Request], Response]:
        path = Path(__file__).with_name(name)
        return lambda _: Response(
            path.read_text("utf-8"), headers=HEADERS, media_type=KINDS[path.suffix]
        )

    def data(answer: Callable[..., dict[str, Any]], *numbers: str) -> Callable[[Request], Response]:
        def answered(request: Request) -> Response:
            given = [request.query_params.get(name, "") for name in numbers]
            if not all(re.fullmatch("[0-9]{1,9}", text) for text in given):
                return Response("numbers are missing\n", 400, headers=HEADERS)
            return JSONResponse(answer(*map(int, given)), headers=HEADERS)

        return answered

    asked = [
        Route(
            f"/{token}/{at}",
            data(one.answer, *one.numbers),
            methods=["POST" if one.posted else "GET"],
        )
        for at, one in page.asked.items()
    ]
    files = [Route(f"/{token}/{at}", file(name)) for at, name in FILES.items()]
    # Under another host name a page elsewhere could send requests.
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=[HERE, "localhost"])
    return Starlette(routes=[*files, *asked], middleware=[hosts])


def serve(
    made: Callable[[Callable[[], None]], PageRequests], *, port: int, tell: Callable[[str], None]
) -> None:
    """Serve a page until you leave, and open it in a browser.

    `made` makes the page, given what ends the server. Port 0 is any free one.
    """
    token = secrets.token_urlsafe(16)

    def stop() -> None:
        server.should_exit = True

    page = made(stop)
    app = application(page, token)
    try:
        import uvicorn
    except ImportError:
        raise UserError(MISSING, hint="pip install 'cardsim[web]'") from None
    config = uvicorn.Config(
        app, log_level="error", access_log=False, lifespan="off", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HERE, port))
        except OSError as error:
            reason = f"--port {port} cannot be used: {(error.strerror or str(error)).lower()}"
            raise UserError(reason, hint="leave --port out, and a free one is taken") from None
        listening.listen()
        address = f"http://{HERE}:{listening.getsockname()[1]}/{token}/"
        tell(f"Play at {address}")
        tell(f"Ctrl-C stops; `{page.resumes}` goes on.")
        with redirecting(address) as file:

            def show() -> None:
                while not (server.started or server.should_exit):
                    time.sleep(SOON)
                if not opened(file.as_uri()):
                    tell("No browser could be opened: open the address yourself.")

            # A text browser returns only when it is left.
            threading.Thread(target=show, daemon=True).start()
            server.run(sockets=[listening])


@contextmanager
def redirecting(address: str) -> Iterator[Path]:
    """Provide a file that only you can read, and that redirects to an address.

    Others on the machine can see a browser's arguments, and would see the token there.
    """
    handle, name = tempfile.mkstemp(prefix="cardsim-", suffix=".html")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(REDIRECT.format(address))
    try:
        yield Path(name)
    finally:
        with suppress(FileNotFoundError):
            Path(name).unlink()
