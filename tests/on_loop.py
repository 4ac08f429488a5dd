"""The work of other threads on the event loop's own, for tests that open hundreds of databases.

aiosqlite gives each connection a thread, `asyncio.to_thread` takes one from a pool, and whoever
asks waits for two switches between threads. Here the loop does the work in its next turn: the order
stays, and so do all points at which other tasks may come in between. With threads, as the bot has
them: tests/storage, tests/bot, tests/e2e.
"""

import asyncio
import contextlib
import contextvars
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import aiosqlite
import pytest

_Work = tuple[asyncio.Future[Any] | None, Callable[[], object]]
_with_thread = aiosqlite.connect


class _NextTurn:
    """Takes the place of a connection's queue and of its thread."""

    def start(self) -> None:
        """There is no thread to start."""

    def put_nowait(self, work: _Work) -> None:
        """Run it in the loop's next turn; at once where a connection goes after its loop."""
        future, function = work
        if future is None:
            function()
        else:
            future.get_loop().call_soon(_run, future, function)


def _run(future: asyncio.Future[Any], function: Callable[[], object]) -> None:
    try:
        result = function()
    except BaseException as error:  # noqa: BLE001 - the one who waits gets it
        with contextlib.suppress(asyncio.InvalidStateError):
            future.set_exception(error)
    else:
        with contextlib.suppress(asyncio.InvalidStateError):
            future.set_result(result)


def connect(*where: Any, **how: Any) -> aiosqlite.Connection:
    """What `aiosqlite.connect` gives, without a thread."""
    connection = _with_thread(*where, **how)
    turn: Any = _NextTurn()
    connection._tx = connection._thread = turn
    return connection


async def to_thread(function: Callable[..., Any], /, *values: Any, **named: Any) -> Any:
    """What `asyncio.to_thread` gives, without a thread."""
    future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    context = contextvars.copy_context()
    _NextTurn().put_nowait((future, partial(context.run, function, *values, **named)))
    return await future


@pytest.fixture(scope="package", autouse=True)
def on_loop() -> Iterator[None]:
    """For all tests of the folder whose conftest.py imports it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiosqlite, "connect", connect)
        patch.setattr(asyncio, "to_thread", to_thread)
        yield
