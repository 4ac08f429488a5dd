"""Rows on their way: what stands for them in a comparison, and texts that no database takes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

Row = tuple[Any, ...]
_SIZE = 16
_ALL = 1 << 8 * _SIZE


@dataclass(frozen=True, slots=True)
class Sum:
    """What many rows are together, in whatever order they come."""

    rows: int = 0
    digest: int = 0
    """The digests of all rows, added up."""

    def plus(self, rows: Sequence[Row]) -> "Sum":
        """With these rows as well."""
        added = sum(
            int.from_bytes(blake2b(repr(row).encode(), digest_size=_SIZE).digest()) for row in rows
        )
        return Sum(self.rows + len(rows), (self.digest + added) % _ALL)


def storable(rows: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """Rows as any database takes them, and those among them that had to be changed for it.

    A damaged file may hold text that is no UTF-8, which was read with `surrogateescape`, or a NUL;
    the bot writes neither. Each such character becomes U+FFFD.
    """
    taken, changed = [], []
    for row in rows:
        if all(map(_storable, row)):
            taken.append(row)
        else:
            taken.append(tuple(map(_mended, row)))
            changed.append(taken[-1])
    return taken, changed


def _storable(value: object) -> bool:
    if not isinstance(value, str):
        return True
    if "\0" in value:
        return False
    return value.isascii() or not any("\ud800" <= char <= "\udfff" for char in value)


def _mended(value: object) -> object:
    if not isinstance(value, str):
        return value
    return "".join(
        "\ufffd" if char == "\0" or "\ud800" <= char <= "\udfff" else char for char in value
    )
