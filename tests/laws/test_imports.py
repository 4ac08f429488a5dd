"""What imports what, as far as import-linter doesn't say: no circles, and nothing hidden."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
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
    "tour",
)
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}


@cache
def tree(module: str) -> ast.Module:
    """What a module says."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imports(module: str) -> Iterator[str]:
    """The modules of ours that one imports anywhere: at the top, in a function, for types alone."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None, "no relative imports"
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                if inner in MODULES or node.module in MODULES:
                    yield inner if inner in MODULES else node.module


def circle(graph: Mapping[str, set[str]]) -> list[str] | None:
    """Modules that import each other in a circle; None if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return None


def test_no_circles() -> None:
    """No module imports one that imports it, not even for its types or in a function."""
    graph = {module: set(imports(module)) - {module} for module in MODULES}
    assert sum(map(len, graph.values())) > 1000, "the imports are found"
    assert circle(graph) is None


def test_a_circle_is_found() -> None:
    """Also a long one."""
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) is not None


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_imported_for_types_alone(package: str) -> None:
    """TYPE_CHECKING hides a circle; a port or a Protocol mends it."""
    hidden = [
        module
        for module in MODULES
        if module.split(".")[0] == package
        for node in ast.walk(tree(module))
        if (isinstance(node, ast.Name) and node.id == "TYPE_CHECKING")
        or (isinstance(node, ast.Attribute) and node.attr == "TYPE_CHECKING")
    ]
    assert hidden == []
