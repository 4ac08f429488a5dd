"""Progress of a run: a bar on a terminal, otherwise an occasional line."""

import time
from typing import Protocol, TextIO

_WIDTH = 30
_EVERY = 15.0
"""Seconds between two lines without a terminal."""


class Progress(Protocol):
    """A display of progress."""

    def show(self, done: int, total: int, words: str) -> None:
        """Show that `n` of `total` are done, followed by a text."""

    def end(self) -> None: ...


class _Bar:
    def __init__(self, to: TextIO) -> None:
        self._to = to
        self._wide = 0

    def show(self, done: int, total: int, words: str) -> None:
        full = round(_WIDTH * done / total)
        line = f"{'█' * full}{'·' * (_WIDTH - full)} {done}/{total}  {words}"
        self._to.write("\r" + line.ljust(self._wide))
        self._to.flush()
        self._wide = len(line)

    def end(self) -> None:
        self._to.write("\r" + " " * self._wide + "\r")
        self._to.flush()


class _Lines:
    def __init__(self, to: TextIO) -> None:
        self._to = to
        self._next = time.monotonic() + _EVERY

    def show(self, done: int, total: int, words: str) -> None:
        if time.monotonic() >= self._next:
            self._to.write(f"{done}/{total}  {words}\n")
            self._to.flush()
            self._next = time.monotonic() + _EVERY

    def end(self) -> None:
        pass


def progress(to: TextIO) -> Progress:
    """Return a bar if the output is a terminal, otherwise lines."""
    return _Bar(to) if to.isatty() else _Lines(to)
