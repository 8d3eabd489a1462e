"""The imports of each module of the package, read from its text, and all that it thus depends on.

A module depends on its imports, wherever they are written, on what these import, and on the
packages that it lies in, because importing it runs them. That is its closure.

Nothing is guessed. A module that looks for files or modules by itself depends on the whole package
with all its files, unless `SEARCHES` names it.
"""

from __future__ import annotations

import ast
import hashlib
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

PACKAGE = "cardsim"
FOLDER = Path(__file__).parents[1]
"""The folder of this package."""
SEARCHES: Mapping[str, frozenset[str]] = {
    # Names of `cardsim` itself are looked up only on use: see `Source.lazy`.
    "cardsim": frozenset({"import_module", "__file__", "open"}),
    # Answers and pages, which are only needed once all is played.
    "cardsim.process.above": frozenset({"import_module"}),
    # A game is found by its name. What is compiled for it is followed to its functions.
    "cardsim.games": frozenset(
        {"import_module", "modules", "__path__", "__file__", "read_text", "find_spec"}
    ),
    "cardsim.homes": frozenset({"find_spec"}),
    # The user's files, which have fingerprints, and text whose scope is followed.
    "cardsim.compile.sources": frozenset(
        {"exec", "exec_module", "get_data", "import_module", "module_from_spec", "modules"}
        | {"__spec__", "__file__", "find_spec"}
    ),
    # These ask whose a module is, and what it offers: none of that is in the code.
    "cardsim.kernels.origins": frozenset({"__file__", "__spec__"}),
    "cardsim.compile.fingerprint": frozenset({"modules", "read_bytes"}),
    "cardsim.compile.offered": frozenset({"modules", "open"}),
    # It adds an empty module, which numba wants to find.
    "cardsim.kernels.numba_insides": frozenset({"modules"}),
    # The files of the cache.
    "cardsim.kernels.cache": frozenset({"read_bytes", "open"}),
    # The sources themselves.
    "cardsim.kernels.imports": frozenset(
        {"__cached__", "__file__", "__import__", "__loader__", "__path__", "__spec__", "modules"}
        | {"read_bytes"}
    ),
    "cardsim.kernels.code_key": frozenset({"__file__", "modules", "read_bytes"}),
    # A file of deals that the user names.
    "cardsim.deal_files": frozenset({"read_bytes"}),
}
"""Modules that look for files or modules by themselves, and the names by which they do. The
comments say why nothing compiled depends on more than the closure all the same."""

_SEARCHING = {
    *("__import__", "import_module", "find_spec", "spec_from_file_location", "module_from_spec"),
    *("exec_module", "load_module", "run_path", "run_module", "exec", "eval"),
    *("__file__", "__path__", "__spec__", "__loader__", "__cached__", "modules"),
    *("pkgutil", "runpy", "resources", "get_data", "get_source"),
    *("open", "read_text", "read_bytes", "read_csv", "read_parquet", "read_json"),
    *("fromfile", "memmap", "loadtxt", "genfromtxt", "open_memmap"),
}
"""Names without one of which code cannot find a file or a module, except by an import."""
_LOADING = "load"
"""Attribute of an imported module by which code can find a file: `np.load`."""


_TELLING = {("Game", "of"): "story", ("Decision",): "tell"}
"""Arguments through which a game's package gives functions that only describe the game. They are
never compiled."""
_TOLD = "?"
"""Prefix of the name of a module that is only used to describe a game."""
_CHANGES = "!"
"""Mark among the names of a source that may change other modules when it is loaded."""
_CHANGING = {"setattr", "delattr", "vars", "globals", "exec", "eval", "__dict__"}


class Source(NamedTuple):
    """The dependencies that a source names.

    Attributes:
        content: its hash.
        names: what it names that may be a module of the package, relative ones with dots before
            them; with `.*` behind it where all that lies in it may be used, with `?` before it
            where it only describes a game. `!` where the source may change other modules.
        searches: the names by which it looks for files or modules by itself.
        lazy: whether it defines `__getattr__`, so that a name of it may come from anywhere.
    """

    content: str
    names: tuple[str, ...]
    searches: tuple[str, ...]
    lazy: bool


class Tree:
    """The sources of a package, as they lie in a folder.

    Args:
        folder: the package's.
        games: other folders with games, as in `cardsim.games.__path__`.
        read: known sources by module; one of the same content is not read again.
        since: when the modules were imported, or before that, in nanoseconds; a source that was
            changed later may differ from what runs. None: they are not imported.
    """

    def __init__(
        self,
        folder: Path,
        games: Iterable[Path] = (),
        *,
        read: Mapping[str, Source] = MappingProxyType({}),
        since: int | None = None,
    ) -> None:
        self.folder, self.games, self.since = folder, tuple(games), since
        self.sources = dict(read)
        self.has_news = False
        self._hashes: dict[tuple[str, int, int, int], str] = {}
        self._checked: set[str] = set()
        self._files: dict[str, Path] = {}
        self._imports: dict[str, frozenset[str] | None] = {}

    def file_of(self, module: str) -> Path | None:
        """Return the file of a module of the package; None if there is no such module."""
        if module not in self._files:
            file = self._found(module)
            if file is None:
                # It may be written yet.
                return None
            self._files[module] = Path(file)
        return self._files[module]

    def _found(self, module: str) -> str | None:
        home, _, name = module.rpartition(".")
        if not home:
            places = [str(self.folder)] if name == PACKAGE else []
        elif (holder := self.file_of(home)) is None or holder.name != "__init__.py":
            # Something in a module that is no package is no module.
            places = []
        else:
            further = map(str, self.games) if home == f"{PACKAGE}.games" else ()
            places = [os.path.join(folder, name) for folder in (str(holder.parent), *further)]  # noqa: PTH118
        # Without `Path`, which takes ten times as long: hundreds of names are asked for.
        files = (place + end for place in places for end in (f"{os.sep}__init__.py", ".py"))
        return next(filter(os.path.isfile, files), None)

    def source(self, module: str) -> Source:
        """Read the source of a module, unless it is known already."""
        if module not in self._checked:
            file = self.file_of(module)
            assert file is not None  # noqa: S101  (asked only of modules)
            text = file.read_bytes()
            known, content = self.sources.get(module), _hash(text)
            if known is None or known.content != content:
                self.sources[module] = Source(content, *_read(text))
                self.has_news = True
            self._checked.add(module)
        return self.sources[module]

    def closure(self, roots: Iterable[str]) -> frozenset[str] | None:
        """Return some modules with all that they depend on; None for the whole package.

        Raises:
            OSError: a source cannot be read.
        """
        modules: set[str] = set()
        waiting = list(roots)
        while waiting:
            module = waiting.pop()
            if module in modules:
                continue
            modules.add(module)
            imported = self.imports(module)
            if imported is None:
                return None
            waiting += imported - modules
        return frozenset(modules)

    def imports(self, module: str) -> frozenset[str] | None:
        """Return the modules that one imports, and its package; None where any may be imported."""
        if module not in self._imports:
            self._imports[module] = self._resolved(module)
        return self._imports[module]

    def _resolved(self, module: str) -> frozenset[str] | None:
        file = self.file_of(module)
        if file is None or not SEARCHES.get(module, frozenset()).issuperset(
            self.source(module).searches
        ):
            return None
        package = module if file.name == "__init__.py" else module.rpartition(".")[0]
        names = {module.rpartition(".")[0]}
        for written in self.source(module).names:
            name = written.removeprefix(_TOLD)
            dots = len(name) - len(name.lstrip("."))
            base = package.rsplit(".", dots - 1)[0] if dots else ""
            meant = ".".join(filter(None, (base, name.lstrip("."))))
            named = self._meant(meant)
            if named is None:
                return None
            if name != written:
                named = {told for told in named if _CHANGES in self.source(told).names}
            names |= named
        return frozenset(names - {""})

    def _meant(self, name: str) -> set[str] | None:
        """Return the modules that a dotted name passes through; None where it may lead to any."""
        modules = ""
        for part in name.split("."):
            further = f"{modules}.{part}" if modules else part
            if part == "*":
                return {modules, *self._beneath(modules)} if modules else set()
            if self.file_of(further) is None:
                if not modules:
                    return set()
                is_any = self.source(modules).lazy or self._has_other(modules, part)
                return None if is_any else {modules}
            modules = further
        return {modules}

    def _has_other(self, package: str, name: str) -> bool:
        """Return whether a package has a library or a folder of this name, which is no source."""
        file = self.file_of(package)
        if file is None or file.name != "__init__.py":
            return False
        return any(inner.split(".")[0] == name for inner in os.listdir(file.parent))  # noqa: PTH208

    def _beneath(self, module: str) -> Iterator[str]:
        """Yield the modules in a package."""
        file = self.file_of(module)
        if file is None or file.name != "__init__.py":
            return
        for inner in file.parent.rglob("*.py"):
            names = inner.relative_to(file.parent).with_suffix("").parts
            yield ".".join((module, *(n for n in names if n != "__init__")))

    def digest(self, roots: Iterable[str], *, whole: bool = False) -> str:
        """Return a hash of the sources that some modules depend on; random if one has just changed.

        Args:
            roots: the modules.
            whole: whether they depend on the whole package, with files that are no source.
        """
        try:
            modules = None if whole else self.closure(roots)
            if modules is None:
                told: list[tuple[str, ...]] = [
                    (file, self._hash_of(file)) for file in self._all_files()
                ]
            else:
                told = [(module, *self._told(module)) for module in sorted(modules)]
        except (OSError, SyntaxError, ValueError):
            return secrets.token_hex()
        return _hash(repr(told).encode())

    def _all_files(self) -> list[str]:
        files_below = []
        for top in (self.folder, *self.games):
            for folder, inner, files in os.walk(top):
                inner[:] = sorted({*inner} - {"__pycache__", "_bundled"})
                files_below += [f"{folder}{os.sep}{file}" for file in sorted(files)]
        return files_below

    def _told(self, module: str) -> tuple[str, str]:
        """Return the name of a module's file, on which relative imports depend, and its hash."""
        file = self.file_of(module)
        if file is None or self._is_new(file):
            return "", secrets.token_hex()
        return file.name, self.source(module).content

    def _hash_of(self, file: str) -> str:
        if self._is_new(file):
            return secrets.token_hex()
        state = os.stat(file)  # noqa: PTH116  a path object for each takes longer than to ask
        stamp = file, state.st_mtime_ns, state.st_ctime_ns, state.st_size
        if stamp not in self._hashes:
            self._hashes[stamp] = _hash(Path(file).read_bytes())
        return self._hashes[stamp]

    def _is_new(self, file: Path | str) -> bool:
        """Return whether a file was changed after it was imported, so that something else runs."""
        if self.since is None:
            return False
        state = os.stat(file)  # noqa: PTH116
        # Both: a copy may keep the time at which its original was written.
        return max(state.st_mtime_ns, state.st_ctime_ns) > self.since


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _read(text: bytes) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Read a source: its names, its searches, and whether it is lazy."""
    reader = _Reader()
    tree = ast.parse(text)
    reader.visit(tree)
    lazy = any(isinstance(n, ast.FunctionDef) and n.name == "__getattr__" for n in tree.body)
    names = {*reader.modules(), *([_CHANGES] if _changes_others(tree) else [])}
    return tuple(sorted(names)), tuple(sorted(reader.searches)), lazy


def _changes_others(tree: ast.Module) -> bool:
    """Return whether a source may change other modules: it sets parts, or calls at its top."""
    calls = any(isinstance(n, ast.Expr) and isinstance(n.value, ast.Call) for n in tree.body)
    items = any(
        isinstance(target, ast.Subscript)
        for n in tree.body
        for target in (n.targets if isinstance(n, ast.Assign) else [getattr(n, "target", None)])
    )
    return calls or items or any(map(_sets_parts, ast.walk(tree)))


def _sets_parts(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
        return True
    return getattr(node, "id", getattr(node, "attr", "")) in _CHANGING


class _Reader(ast.NodeVisitor):
    """A collector of a source's imports, of the names it uses of them, and of its searches."""

    def __init__(self) -> None:
        self.searches: set[str] = set()
        self._imported: set[str] = set()
        self._bound: dict[str, set[str]] = {}
        self._used: set[tuple[str, str]] = set()
        self._tells: set[str] = set()

    def modules(self) -> Iterator[str]:
        """Yield every name that may be a module of the package."""
        taken = {f"{of}.{used}" for name, used in self._used for of in self._bound.get(name, ())}
        only_tells = self._tells - {name for name, _ in self._used}
        told = {of for name in only_tells for of in self._bound.get(name, ())}
        for name in self._imported | taken:
            if name.startswith(".") or name.split(".")[0] == PACKAGE:
                yield _TOLD + name if name in told - taken else name

    def visit_If(self, node: ast.If) -> None:
        """Visit a condition, but skip what is imported only for type checkers."""
        if getattr(node.test, "id", getattr(node.test, "attr", "")) == "TYPE_CHECKING":
            for statement in node.orelse:
                self.visit(statement)
        else:
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        """Note the modules of an import."""
        for alias in node.names:
            self._imported.add(alias.name)
            first = alias.name.split(".")[0]
            self._bind(alias.asname or first, alias.name if alias.asname else first)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Note what is taken from a module, since it may be a module itself."""
        base = "." * node.level + (node.module or "")
        for alias in node.names:
            name = base + ("" if base.endswith(".") else ".") + alias.name
            self._imported.add(name)
            self._bind(alias.asname or alias.name, name)

    def _bind(self, name: str, module: str) -> None:
        self._bound.setdefault(name, set()).add(module)
        self._look_at(*module.split("."), loading=False)

    def visit_Call(self, node: ast.Call) -> None:
        """Note an import by a name that is written out, and arguments that only describe a game."""
        called, given = node.func, node.args
        telling = _TELLING.get(tuple(_chain(called)))
        tells = [k for k in node.keywords if k.arg == telling and _chain(k.value)]
        self._tells |= {_chain(k.value)[0] for k in tells}
        node.keywords = [k for k in node.keywords if k not in tells]
        if isinstance(called, ast.Attribute) and called.attr == "open":
            self.searches.add("open")
        if (
            getattr(called, "attr", getattr(called, "id", "")) == "import_module"
            and len(given) == 1
            and not node.keywords
            and isinstance(given[0], ast.Constant)
            and isinstance(given[0].value, str)
        ):
            self._imported.add(given[0].value)
        else:
            self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Note a chain of names that begins with what may be a module."""
        chain, inner = [node.attr], node.value
        while isinstance(inner, ast.Attribute):
            chain.append(inner.attr)
            inner = inner.value
        # A field may be called `open`, too.
        self._look_at(
            *(n for n in chain if n != "open"),
            loading=isinstance(inner, ast.Name) and inner.id in self._bound,
        )
        if isinstance(inner, ast.Name):
            self._look_at(inner.id, loading=False)
            self._used.add((inner.id, ".".join(reversed(chain))))
        else:
            self.visit(inner)

    def visit_Name(self, node: ast.Name) -> None:
        """Note a name that stands alone: everything in it may be used."""
        self._look_at(node.id, loading=False)
        self._used.add((node.id, "*"))

    def visit_Constant(self, node: ast.Constant) -> None:
        """Note a text that may be the name of a special attribute."""
        if isinstance(node.value, str) and node.value.startswith("__"):
            self._look_at(node.value, loading=False)

    def _look_at(self, *names: str, loading: bool) -> None:
        self.searches |= _SEARCHING & set(names)
        if loading:
            self.searches |= {_LOADING} & set(names)


def _chain(node: ast.expr) -> list[str]:
    """Return the names of `a.b.c`, one after the other; none of anything else."""
    if isinstance(node, ast.Name):
        return [node.id]
    before = _chain(node.value) if isinstance(node, ast.Attribute) else []
    return [*before, node.attr] if before and isinstance(node, ast.Attribute) else []


@cache
def package_hash() -> str:
    """Return a hash of all modules of this package, less those that have no part in playing."""
    digest = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*.py")):
        if not {"_bundled", "cli"} & set(path.relative_to(FOLDER).parts):
            digest.update(str(path.relative_to(FOLDER)).encode() + path.read_bytes())
    return digest.hexdigest()
