"""How far a run is: a bar on a terminal, now and then a line elsewhere."""

import time
from typing import Protocol, TextIO

_WIDTH = 30
_EVERY = 15.0
"""Seconds between two lines where there is no terminal."""


class Progress(Protocol):
    """Is told how far it is."""

    def show(self, done: int, whole: int, told: str) -> None:
        """So many of so many, with some words."""

    def end(self) -> None:
        """That was all."""


class _Bar:
    def __init__(self, to: TextIO) -> None:
        self._to = to
        self._wide = 0

    def show(self, done: int, whole: int, told: str) -> None:
        full = round(_WIDTH * done / whole)
        line = f"{'█' * full}{'·' * (_WIDTH - full)} {done}/{whole}  {told}"
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

    def show(self, done: int, whole: int, told: str) -> None:
        if time.monotonic() >= self._next:
            self._to.write(f"{done}/{whole}  {told}\n")
            self._to.flush()
            self._next = time.monotonic() + _EVERY

    def end(self) -> None:
        pass


def progress(to: TextIO) -> Progress:
    """The one that suits where it is shown."""
    return _Bar(to) if to.isatty() else _Lines(to)
