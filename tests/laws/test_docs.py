"""What the documents name exists: files, and methods of classes."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.source import MODULES, PACKAGES, ROOT, facts
from tests.tiers import exhaustive

DOCS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]
FOREIGN = {"Asset", "Connection", "DiscordWebSocket", "Layout", "Route"}
"""Classes of libraries."""


@cache
def classes() -> dict[str, set[str]]:
    """What can be asked of each class of ours, with what it inherits, by its name."""
    found: dict[str, set[str]] = {}
    bases: dict[str, list[str]] = {}
    for module in MODULES:
        for defined in facts(module).classes:
            found.setdefault(defined.name, set()).update(defined.members)
            bases.setdefault(defined.name, []).extend(defined.bases)
    for name in found:
        for base in bases[name]:
            found[name] |= found.get(base, set())
    return found


@exhaustive
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
