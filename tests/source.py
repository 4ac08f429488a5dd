"""The project's code, for tests that read it. Each file is parsed once."""

import ast
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "bench",
    "bot",
    "chaos",
    "cogs",
    "engine",
    "games",
    "playground",
    "render",
    "texts",
    "tools",
    "tour",
)
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}


@dataclass(frozen=True)
class Class:
    """A class, as defined in a module."""

    name: str
    bases: tuple[str, ...]
    """Names of base classes without a dot."""
    members: frozenset[str]
    """Methods, fields, and attributes that methods set."""


@dataclass(frozen=True)
class Facts:
    """Facts about a module, in place of its syntax tree, which takes much memory."""

    imports: frozenset[str]
    """The project's modules that it imports: at the top, in functions, or for types."""
    has_type_checking: bool
    classes: tuple[Class, ...]


def parse(path: Path) -> ast.Module:
    """Parse a file.

    The garbage collector is off meanwhile. It would scan the growing tree again and again, which
    takes three times as long as parsing.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        if enabled:
            gc.enable()


@cache
def facts(module: str) -> Facts:
    """Return the facts about one of the project's modules."""
    nodes = list(ast.walk(parse(MODULES[module])))
    return Facts(
        frozenset(name for node in nodes for name in _imported(node)),
        any("TYPE_CHECKING" in (getattr(n, "id", ""), getattr(n, "attr", "")) for n in nodes),
        tuple(
            Class(
                node.name,
                tuple(base.id for base in node.bases if isinstance(base, ast.Name)),
                frozenset(_members(node)),
            )
            for node in nodes
            if isinstance(node, ast.ClassDef)
        ),
    )


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names if name.name in MODULES)
    elif isinstance(node, ast.ImportFrom):
        assert node.module is not None, "no relative imports"
        for name in node.names:
            inner = f"{node.module}.{name.name}"
            if inner in MODULES or node.module in MODULES:
                yield inner if inner in MODULES else node.module


def _members(node: ast.ClassDef) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part.name
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            yield part.target.id
        elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            yield part.attr
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
