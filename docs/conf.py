"""The site: `python -m sphinx -W docs build/site`.

What stands in the README, in `RULES.md`, in docstrings and in the commands' help is not written a
second time. `make` writes these pages into `docs/made` before Sphinx reads them.
"""

from __future__ import annotations

import ast
import importlib
import io
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from cardsim.cli import main
from cardsim.cli.games import described
from cardsim.games import game_names, load_game, rules_text
from cardsim.version import VERSION

project, author, release = "cardsim", "cardsim contributors", VERSION
copyright = author  # noqa: A001
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme, html_title = "furo", "cardsim"
html_copy_source = html_show_search_summary = False  # the search works from files
exclude_patterns = ["games", "made/start.md"]
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
default_role = "code"

DOCS = Path(__file__).parent
ROOT = DOCS.parent
MADE = DOCS / "made"
TEXTS = {
    "contributing": ROOT / "CONTRIBUTING.md",
    "changelog": ROOT / "CHANGELOG.md",
    "benchmarks": ROOT / "tests" / "benchmarks" / "README.md",
    "strength": ROOT / "tests" / "benchmarks" / "STRENGTH.md",
    "tests": ROOT / "tests" / "README.md",
}
TEXTS |= {f"in-{path.parent.name}": path for path in sorted(ROOT.glob("cardsim/*/README.md"))}
"""The chapters for contributors are pages too."""
MOVED = {
    **{path.relative_to(ROOT).as_posix(): f"made/{name}.md" for name, path in TEXTS.items()},
    "docs/games/": "made/games.md",
    "reports/index.html": "made/gallery.md",
}
LINK = re.compile(r"\[([^]]*)\]\(([^)#:]+)\)")


def setup(app: Any) -> None:
    """Register what is done before Sphinx reads the pages, and after it has written the site."""
    app.connect("config-inited", lambda *_: make())
    # After napoleon, which writes the types of attributes with the modules that they lie in.
    app.connect("autodoc-process-docstring", _with_short_types, priority=900)
    app.connect("build-finished", lambda app, _: copy_gallery(Path(app.outdir)))


def _with_short_types(*told: Any) -> None:
    """Name the types of attributes as signatures do: `Result`."""
    lines = told[-1]
    lines[:] = [
        re.sub(r"(?:\w+\.)+(?=[A-Z])", "", line) if ":type: " in line else line for line in lines
    ]


def copy_gallery(site: Path) -> None:
    """Put the gallery beside the pages, as it is."""
    shutil.copytree(ROOT / "reports", site / "reports", dirs_exist_ok=True)


def make() -> None:
    """Write the pages that are made from the package."""
    shutil.rmtree(MADE, ignore_errors=True)
    for folder in ("games", "python"):
        (MADE / folder).mkdir(parents=True)
    start = {"start": ROOT / "README.md"}
    pages = {name: _read(path) for name, path in (TEXTS | start).items()}
    chapters = "\n".join(name for name in TEXTS if name.startswith("in-") or name == "tests")
    pages["contributing"] += f"\n```{{toctree}}\n:hidden:\n\n{chapters}\n```\n"
    names = list(game_names())
    pages |= {f"games/{name}": game_page(name) for name in names}
    pages["games"] = "\n".join(
        ["# Games", "", "```{toctree}", ":maxdepth: 1", "", *(f"games/{n}" for n in names), "```"]
    )
    pages["gallery"] = gallery()
    named = re.findall(
        r"^  ([a-z-]+)  ", told(["--help"]).partition("\nCommands:\n")[2], re.MULTILINE
    )
    pages["commands"] = "# Commands\n\n" + "".join(command(name) for name in named)
    pages |= python_pages()
    for name, text in pages.items():
        # The start is the first page, which includes it; the others lie one folder deeper.
        up = "" if name == "start" else "../" * (1 + name.count("/"))
        placed = text.replace("REPORTS/", f"{up}reports/").replace("PAGES/", up)
        (MADE / f"{name}.md").write_text(placed, "utf-8")


def _read(path: Path) -> str:
    """Read a page, with its links as they are on the site."""
    return LINK.sub(lambda found: _linked(found, path.parent), path.read_text("utf-8"))


def _linked(found: re.Match[str], folder: Path) -> str:
    """Return a link of a page in a folder as it is on the site."""
    text, target = found[1], os.path.relpath(folder / found[2], ROOT) + "/" * (found[2][-1] == "/")
    if target not in MOVED and target.startswith("reports/"):
        return f'<a href="REPORTS/{target.removeprefix("reports/")}">{text}</a>'
    return f"[{text}](PAGES/{MOVED.get(target) or target.removeprefix('docs/')})"


def game_page(name: str) -> str:
    """Write the page of a game: what is found out about it, its options, strategies and rules."""
    facts = described(load_game(name))
    parts = [f"# {facts['title']}", _read(DOCS / "games" / f"{name}.md")]
    begins = (f"{name}-", f"{name.rpartition('-')[2]}-")
    pages = sorted(p for p in (ROOT / "reports").glob("*.html") if p.name.startswith(begins))
    asked = [_page_link(page) for page in pages]
    parts += ["## All questions with their answers", "\n".join(asked)] if asked else []
    if facts["options"]:
        rows = [(f"`{o['flag']}`", o["help"], str(o["default"])) for o in facts["options"]]
        parts += ["## House rules", table(("option", "what it changes", "usually"), rows)]
    presets = [
        (f"`--preset {preset}`", ", ".join(f"{k} {v}" for k, v in rules.items()) or "as above")
        for preset, rules in facts["presets"].items()
    ]
    parts += ["## Presets", table(("preset", "house rules"), presets)] if presets else []
    strategies = [(f"`{s['name']}`", s["about"].partition("\n\n")[0]) for s in facts["strategies"]]
    parts += ["## Strategies", table(("strategy", "how it plays"), strategies)] * bool(strategies)
    rules = re.sub(r"^#", "##", rules_text(name), flags=re.MULTILINE)
    rules = re.sub(r"^```\w.*", "```text", rules, flags=re.MULTILINE)
    return "\n\n".join([*parts, re.sub(r"^## .*", "## The rules in full", rules, count=1)]) + "\n"


def gallery() -> str:
    """Write the list of all pages of the gallery, by their questions."""
    pages = sorted((ROOT / "reports").glob("*-*.html"))
    return "# Questions with their answers\n\n" + "".join(f"{_page_link(p)}\n" for p in pages)


def _page_link(page: Path) -> str:
    """Link to a page of the gallery, which Sphinx does not know, by its question."""
    asked = re.search("<h1[^>]*>(.*?)</h1>", page.read_text("utf-8"), re.DOTALL)
    told = " ".join(asked[1].split()) if asked else page.stem
    return f'- <a href="REPORTS/{page.name}">{told}</a>'


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Write a table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in line) + " |"
        for line in lines
    )


def command(name: str) -> str:
    """Write the section with a command's help."""
    game = ["scat"] if name in {"run", "sweep"} else []
    return f"## cardsim {name}\n\n```text\n{told([name, *game, '--help']).strip()}\n```\n\n"


def told(words: list[str]) -> str:
    """Return what a command prints."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        main(words)
    return printed.getvalue()


THEMES = {
    "questions": """Questions: run sweep compare in_companies tournament design tune review exact
        replay plan explore mix Request Workers UserError StrategyError""",
    "answers": """Answers: Answer Result SweepResult CompareResult InCompanies TournamentResult
        DesignResult TuneResult Review Exact Replay Plan Chart Series Number load list_runs load_run
        watch_runs""",
    "frames": """Hands as frames: hands hands_in_batches decisions decisions_in_batches flat
        interval Interval""",
    "play": """How to play: advise Advised calibrate Calibration learn Learned find_safest Safest
        self_play my_play LookBack fit Fit HandsWarning""",
    "games": """Games and strategies: list_games get_game rules list_strategies strategies
        get_strategy Strategy between one_of borrowed field Field Feature list_experiments
        experiment Experiment Findings""",
}
"""The pages of public names: title, and names in order."""
MODULES = {
    "plain": "A game as one class.",
    "rng": "What chance is, in games and strategies that are compiled.",
    "cards": "Cards, decks and their names.",
    "card_sets": "Sets of cards in one number.",
    "dice": "Dice.",
    "powers": "Exponentials, logarithms and powers.",
    "tricks": "Games of tricks.",
    "worlds": "Hands that are imagined.",
    "layout": "The state, the view and the outcome of a game.",
}
"""Modules that authors of games and strategies import."""


def python_pages() -> dict[str, str]:
    """Return the reference of Python: public names by theme, and the modules for authors."""
    pages = {f"python/{page}": _names(*theme.split(": ")) for page, theme in THEMES.items()}
    parts = ["# Modules for authors\n\nWhat files of games and strategies import.\n"]
    for name, about in MODULES.items():
        parts.append(f"\n## cardsim.{name}\n\n{about}\n\n```{{eval-rst}}\n")
        parts += [_directive(f"cardsim.{name}", one) for one in offered(name)]
        parts.append("```\n")
    pages["python/authors"] = "".join(parts)
    listed = "\n".join(pages)
    pages["python"] = f"# Python\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    return pages


def _names(title: str, names: str) -> str:
    parts = [_directive("cardsim", name) for name in names.split()]
    return f"# {title}\n\n```{{eval-rst}}\n{''.join(parts)}```\n"


def _directive(home: str, name: str) -> str:
    """Return what documents a name, from its docstring."""
    told = getattr(importlib.import_module(home), name)
    if not isinstance(told, type):
        return f".. auto{'data' if name.isupper() else 'function'}:: {home}.{name}\n\n"
    # A named tuple's docstring has its fields.
    members = "" if issubclass(told, tuple) else "   :members:\n"
    return f".. autoclass:: {home}.{name}\n{members}\n"


def offered(name: str) -> list[str]:
    """Return the names that a module is imported for: functions and classes, in order."""
    module = importlib.import_module(f"cardsim.{name}")
    if hasattr(module, "__all__"):
        return list(module.__all__)
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [n.name for n in tree.body if isinstance(n, kinds) and not n.name.startswith("_")]
