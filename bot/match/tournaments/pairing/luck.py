"""Lots: numbers that follow from a published seed, so that anyone can draw them again."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def draw(seed: bytes, *parts: str | int) -> int:
    """Return the number drawn for these parts, from 0 to 2**64 - 1.

    Parts that differ in any way, even in how they are divided, draw independently.
    """
    text = "".join(f"{len(word)}:{word}" for word in map(_word, parts))
    digest = blake2b(len(seed).to_bytes(4, "big") + seed + text.encode(), digest_size=8)
    return int.from_bytes(digest.digest(), "big")


def shuffle(seed: bytes, label: str, items: Sequence[T]) -> tuple[T, ...]:
    by_lot = sorted(range(len(items)), key=lambda index: (draw(seed, label, index), index))
    return tuple(items[index] for index in by_lot)


def _word(part: str | int) -> str:
    return f"#{part}" if isinstance(part, int) else f"'{part}"
