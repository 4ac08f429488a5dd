"""What the documents name exists: files, and methods of classes."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.laws.test_imports import MODULES, PACKAGES, tree

ROOT = Path(__file__).parents[2]
DOCS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]
FOREIGN = {"Asset", "Connection", "DiscordWebSocket", "Layout", "Route"}
"""Classes of libraries."""


@cache
def classes() -> dict[str, set[str]]:
    """What can be asked of each class of ours, with what it inherits, by its name."""
    found: dict[str, set[str]] = {}
    bases: dict[str, list[str]] = {}
    for module in MODULES:
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, set()).update(_members(node))
                names = [base.id for base in node.bases if isinstance(base, ast.Name)]
                bases.setdefault(node.name, []).extend(names)
    for name in found:
        for base in bases[name]:
            found[name] |= found.get(base, set())
    return found


def _members(node: ast.ClassDef) -> set[str]:
    names = set()
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(part.name)
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            names.add(part.target.id)
        elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            names.add(part.attr)
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.id)
    return names


def test_every_method_exists() -> None:
    """`Class.member` names a class of ours that has it."""
    known = classes()
    gone = {
        f"{path.name}: {owner}.{member}"
        for path in DOCS
        for owner, member in re.findall(
            r"`([A-Z]\w+)\.(\w+)(?:\(\))?`", path.read_text(encoding="utf-8")
        )
        if owner not in FOREIGN and member != "md" and member not in known.get(owner, set())
    }
    assert not gone


@cache
def modules() -> frozenset[str]:
    """The paths of all Python files."""
    return frozenset(
        str(file.relative_to(ROOT))
        for root in (*PACKAGES, "tests")
        for file in (ROOT / root).rglob("*.py")
    )


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_every_file_exists(path: Path) -> None:
    """As a path from the root, or as the end of one."""
    named = re.findall(r"`([a-z_][\w/]*\.py)`", path.read_text(encoding="utf-8"))
    files = modules()
    gone = {
        name
        for name in named
        if name not in files and not any(file.endswith(f"/{name}") for file in files)
    }
    assert not gone
