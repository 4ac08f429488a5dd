"""Imports, beyond the checks of import-linter: no cycles, and no hidden imports."""

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.source import MODULES, PACKAGES, facts


def circle(graph: Mapping[str, set[str]]) -> list[str] | None:
    """Return modules that import each other in a circle, or None."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        modules: list[str] = error.args[1]
        return modules
    return None


def test_no_circles() -> None:
    """Imports for types or inside functions count too."""
    graph = {module: set(facts(module).imports) - {module} for module in MODULES}
    assert sum(map(len, graph.values())) > 1000, "the imports are found"
    assert circle(graph) is None


def package_graph(top: str) -> dict[str, set[str]]:
    """Map each package in `top`, itself included, to the others there that its modules import."""
    package = {
        module: module if path.name == "__init__.py" else module.rpartition(".")[0]
        for module, path in MODULES.items()
        if f"{module}.".startswith(f"{top}.")
    }
    graph: dict[str, set[str]] = {name: set() for name in package.values()}
    for module, name in package.items():
        imported = {package[other] for other in facts(module).imports if other in package}
        graph[name] |= imported - {name}
    return graph


@pytest.mark.parametrize("top", ["bot.match", "bot.storage", "cogs"])
def test_packages_form_no_circle(top: str) -> None:
    """Otherwise no package could be understood, tested and moved with only those below it.

    A directory is a package; modules directly in `top` form one together.
    """
    graph = package_graph(top)
    assert sum(map(len, graph.values())) >= 5, "the imports are found"
    assert circle(graph) is None


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) is not None


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_imported_for_types_alone(package: str) -> None:
    """TYPE_CHECKING hides a circle; a port or a Protocol removes it."""
    hidden = [
        module
        for module in MODULES
        if module.split(".")[0] == package and facts(module).has_type_checking
    ]
    assert hidden == []
