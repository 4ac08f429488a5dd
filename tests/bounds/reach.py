"""Which call sites in `cogs` have sent something, so that tests can prove that none was missed.

A tour of the bot's messages proves nothing about a message that it never triggers. `sites`
finds, in the source, every call in `cogs` that makes or sends something. `Reached` looks at the
stack whenever a layout or form is made or a request is sent, and records the active calls. Call
sites that were never active are missing from the tour.

Without this check, a new message would silently escape the tests of Discord's limits.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import discord
import pytest
from discord import ui

from cogs.ui.layouts import MessageLayout
from tests.source import parse

ROOT = Path(__file__).parents[2]
SPEAKERS = {
    "MessageLayout",
    "Modal",
    "compose",
    "compose_notice",
    "create_thread",
    "edit_original_response",
    "modal",
    "reply",
    "respond",
    "send",
    "send_direct",
    "send_message",
    "send_modal",
}
"""Callables that make or send a message, a form or a thread. `cogs.interactions.answers.tell` also
counts.
"""

Span = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True, slots=True, order=True)
class Site:
    file: str
    """The path below the root."""
    function: str
    """The innermost enclosing function."""
    line: int


def unused_speakers() -> set[str]:
    called = {
        name
        for path in (ROOT / "cogs").rglob("*.py")
        for _, node in _calls(parse(path), "")
        if (name := _called_name(node)) is not None
    }
    return SPEAKERS - called


@cache
def sites() -> dict[Site, set[tuple[str, Span]]]:
    """Return every call of a speaker in `cogs`, with its code positions."""
    spans_by_site: dict[Site, set[tuple[str, Span]]] = {}
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        tree = parse(path)
        name = str(path.relative_to(ROOT))
        tells = name == "cogs/interactions/answers.py" or _imports(
            tree, "cogs.interactions.answers", "tell"
        )
        awaits = {id(n.value): n for n in ast.walk(tree) if isinstance(n, ast.Await)}
        for function, node in _calls(tree, ""):
            if not _speaks(node, tells=tells):
                continue
            spans = spans_by_site.setdefault(Site(name, function, node.lineno), set())
            for call in (node, awaits.get(id(node))):
                if call is not None:
                    span = (call.lineno, call.end_lineno, call.col_offset, call.end_col_offset)
                    spans.add((name, span))
    return spans_by_site


def _calls(node: ast.AST, function: str) -> Iterator[tuple[str, ast.Call]]:
    for inside in ast.iter_child_nodes(node):
        if isinstance(inside, ast.Call):
            yield function, inside
        if isinstance(inside, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _calls(inside, inside.name)
        else:
            yield from _calls(inside, function)


def _imports(tree: ast.Module, module: str, name: str) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == module
        and any(alias.name == name for alias in node.names)
        for node in tree.body
    )


def _called_name(node: ast.Call) -> str | None:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return None


def _speaks(node: ast.Call, *, tells: bool) -> bool:
    if isinstance(node.func, ast.Name) and node.func.id == "tell":
        return tells
    return _called_name(node) in SPEAKERS


@cache
def _span(code: CodeType, at: int) -> Span:
    return next(islice(code.co_positions(), at // 2, None))


@cache
def _in_cogs(file: str) -> str | None:
    path = Path(file)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT / "cogs") else None


class Reached:
    """A record of the calls in `cogs` that were active whenever something was made or sent."""

    def __init__(self) -> None:
        self._spans: set[tuple[str, Span]] = set()

    def look(self) -> None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            name = _in_cogs(frame.f_code.co_filename)
            if name is not None:
                self._spans.add((name, _span(frame.f_code, frame.f_lasti)))
            frame = frame.f_back

    def missed(self) -> Iterator[Site]:
        for site, spans in sites().items():
            if not spans & self._spans:
                yield site

    def listen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for owner, name in (
            (discord.http.HTTPClient, "request"),
            (discord.webhook.async_.AsyncWebhookAdapter, "request"),
        ):
            monkeypatch.setattr(owner, name, self._awaited(getattr(owner, name)))
        for speaker in (MessageLayout, ui.Modal):
            monkeypatch.setattr(speaker, "__init__", self._called(speaker.__init__))

    def _awaited(self, real: Any) -> Any:
        async def request(*args: Any, **values: Any) -> Any:
            self.look()
            return await real(*args, **values)

        return request

    def _called(self, real: Any) -> Any:
        def recording(*args: Any, **values: Any) -> None:
            self.look()
            real(*args, **values)

        return recording
