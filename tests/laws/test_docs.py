"""The files and methods that the documents name exist."""

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
    """Return the members of each of our classes, including inherited ones."""
    members: dict[str, set[str]] = {}
    bases: dict[str, list[str]] = {}
    for module in MODULES:
        for defined in facts(module).classes:
            members.setdefault(defined.name, set()).update(defined.members)
            bases.setdefault(defined.name, []).extend(defined.bases)
    for name in members:
        for base in bases[name]:
            members[name] |= members.get(base, set())
    return members


@exhaustive
def test_every_documented_method_exists() -> None:
    members = classes()
    missing = {
        f"{path.name}: {owner}.{member}"
        for path in DOCS
        for owner, member in re.findall(
            r"`([A-Z]\w+)\.(\w+)(?:\(\))?`", path.read_text(encoding="utf-8")
        )
        if owner not in FOREIGN and member != "md" and member not in members.get(owner, set())
    }
    assert not missing


@cache
def modules() -> frozenset[str]:
    return frozenset(
        str(file.relative_to(ROOT))
        for root in (*PACKAGES, "tests")
        for file in (ROOT / root).rglob("*.py")
    )


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_every_documented_file_exists(path: Path) -> None:
    named = re.findall(r"`([a-z_][\w/]*\.py)`", path.read_text(encoding="utf-8"))
    files = modules()
    missing = {
        name
        for name in named
        if name not in files and not any(file.endswith(f"/{name}") for file in files)
    }
    assert not missing
