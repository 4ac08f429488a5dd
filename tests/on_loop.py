"""Database threads replaced by the event loop, for tests that open hundreds of databases.

aiosqlite gives each connection a thread, and `asyncio.to_thread` takes one from a pool, so each
call waits for two thread switches. Here the loop does the work in its next iteration. The order of
calls and all points at which other tasks can run stay the same. tests/storage, tests/bot and
tests/e2e use real threads, as the bot does.
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
    """A replacement for a connection's queue and thread."""

    def start(self) -> None:
        """Do nothing, because there is no thread."""

    def put_nowait(self, work: _Work) -> None:
        """Run the work in the loop's next iteration, or immediately if the loop is closed."""
        future, function = work
        if future is None:
            function()
        else:
            future.get_loop().call_soon(_run, future, function)


def _run(future: asyncio.Future[Any], function: Callable[[], object]) -> None:
    try:
        result = function()
    except BaseException as error:  # noqa: BLE001 - the caller gets it
        with contextlib.suppress(asyncio.InvalidStateError):
            future.set_exception(error)
    else:
        with contextlib.suppress(asyncio.InvalidStateError):
            future.set_result(result)


def connect(*args: Any, **kwargs: Any) -> aiosqlite.Connection:
    """Return a connection like `aiosqlite.connect`, without a thread."""
    connection = _with_thread(*args, **kwargs)
    turn: Any = _NextTurn()
    connection._tx = connection._thread = turn
    return connection


async def to_thread(function: Callable[..., Any], /, *values: Any, **kwargs: Any) -> Any:
    """Call a function like `asyncio.to_thread`, without a thread."""
    future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    context = contextvars.copy_context()
    _NextTurn().put_nowait((future, partial(context.run, function, *values, **kwargs)))
    return await future


@pytest.fixture(scope="package", autouse=True)
def on_loop() -> Iterator[None]:
    """Apply to all tests of a folder whose conftest.py imports this fixture."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiosqlite, "connect", connect)
        patch.setattr(asyncio, "to_thread", to_thread)
        yield
