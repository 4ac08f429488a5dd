"""SQL stays in stores, even if a store shares its module with a service.

A statement is allowed in a store class, in a function of a Connection, which runs in a store's
transaction, in private functions beside a store, and in constants for these.
"""

import ast
import re

from tests.source import MODULES

STATEMENT = re.compile(r"(SELECT|INSERT INTO|INSERT OR|UPDATE|DELETE FROM) ")
PRODUCT = ("bot", "cogs", "engine", "games", "render", "texts")
MAPPED = {"all", "insert", "one", "select", "update"}
"""Methods of a constant `Rows` that run or return a statement."""
ELSEWHERE = {"bot.match.rebuild.targets"}
"""Computes statistics in an SQLite database in memory."""


def has_sql(part: ast.stmt) -> bool:
    return any(map(is_statement, ast.walk(part)))


def is_statement(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return STATEMENT.match(text) is not None
        case ast.Call(func=ast.Name("insertion" | "insert_all")):
            return True
        case ast.Call(func=ast.Attribute(ast.Name(rows) | ast.Attribute(attr=rows), method)):
            return rows.isupper() and method in MAPPED
        case _:
            return False


def is_store(part: ast.stmt) -> bool:
    return isinstance(part, ast.ClassDef) and (
        part.name.endswith("Store") or "Repository" in map(ast.unparse, part.bases)
    )


def is_allowed(part: ast.stmt, *, beside_store: bool) -> bool:
    match part:
        case ast.FunctionDef(name=name) if beside_store and name.startswith("_"):
            return True
        case ast.FunctionDef(args=ast.arguments(args=[first, *_])):
            return first.annotation is not None and ast.unparse(first.annotation) == "Connection"
        case ast.Assign() | ast.AnnAssign():
            return True
        case _:
            return is_store(part)


def misplaced(source: str) -> list[int]:
    """Return the first lines of the functions and classes with a statement in the wrong place."""
    parts = ast.parse(source).body
    beside_store = any(map(is_store, parts))
    return [
        part.lineno
        for part in parts
        if has_sql(part) and not is_allowed(part, beside_store=beside_store)
    ]


def test_misplaced_statements_are_found() -> None:
    assert misplaced('class A(Repository):\n    b = "SELECT 1"') == []
    assert misplaced('def a(connection: Connection):\n    b("UPDATE c")') == []
    assert misplaced('class A:\n    b = "SELECT 1"') == [1]
    assert misplaced('def a(b):\n    c("DELETE FROM d")') == [1]
    assert misplaced('def a(b):\n    ROWS.one(b, "")') == [1]
    assert misplaced("def a(b):\n    c.ROWS.insert(b, d)") == [1]
    assert misplaced('def a(b):\n    insertion("d")') == [1]


def test_sql_is_only_in_stores() -> None:
    found = [
        f"{path}:{line}"
        for module, path in MODULES.items()
        if module.split(".")[0] in PRODUCT
        and not module.startswith("bot.storage.")
        and module not in ELSEWHERE
        for line in misplaced(path.read_text(encoding="utf-8"))
    ]
    assert found == []
