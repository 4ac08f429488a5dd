"""Computing a value in a short-lived process.

Modules that only this process loads take no memory in the bot: pydantic, for example, which checks
settings and rules at the start, would keep 5 MiB as long as the bot runs.
"""

import os
import pickle
import sys
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def apart(compute: Callable[[], T]) -> T:
    """Return the value of `compute`, or raise the error that it raises; both must support pickle.

    Where forking is unsafe or impossible, or the process dies, compute the value in this one.
    """
    if threading.active_count() > 1 or not hasattr(os, "fork"):
        return compute()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    source, target = os.pipe()
    number = os.fork()
    if number == 0:
        os.close(source)
        _answer(target, compute)
    os.close(target)
    with os.fdopen(source, "rb") as answers:
        answer = answers.read()
    os.waitpid(number, 0)
    if not answer:
        return compute()
    value, error = pickle.loads(answer)  # noqa: S301 - our own process wrote it
    if error is not None:
        raise error
    computed: T = value
    return computed


def _answer(target: int, compute: Callable[[], object]) -> None:
    """Write the value or the error, and end this process; write nothing if that is impossible."""
    try:
        try:
            answer: tuple[object, Exception | None] = compute(), None
        except Exception as error:  # noqa: BLE001 - raised in the other process
            answer = None, error
        with os.fdopen(target, "wb") as answers:
            answers.write(pickle.dumps(answer, pickle.HIGHEST_PROTOCOL))
    finally:
        os._exit(0)
