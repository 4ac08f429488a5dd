"""Pictures that were drawn lately: asked for again, they come from memory."""

from collections.abc import Callable, Hashable
from functools import partial, wraps
from typing import ParamSpec

from render.memory import Memory
from render.picture import Picture
from render.typography.runs import FONTS

ROOM = 2_000_000
"""How many bytes of pictures are kept at most: some forty boards."""
P = ParamSpec("P")

DRAWN: Memory[Picture] = Memory(ROOM, lambda picture: len(picture.data) + 2 * len(picture.alt))
FONTS.when_changed(DRAWN.clear)


def remembered(draw: Callable[P, Picture]) -> Callable[P, Picture]:
    """`draw`, but a picture that was drawn lately from equal arguments comes from memory.

    All arguments must be hashable but for lists, which count as tuples.
    """

    @wraps(draw)
    def found(*args: P.args, **kwargs: P.kwargs) -> Picture:
        named = tuple((name, _frozen(value)) for name, value in kwargs.items())
        key = _Key((draw, *map(_frozen, args), *named))
        return DRAWN.get(key, partial(draw, *args, **kwargs))

    return found


class _Key:
    """Facts that are hashed once, as a whole table of dice takes its time."""

    __slots__ = ("_facts", "_hash")

    def __init__(self, facts: tuple[Hashable, ...]) -> None:
        self._facts = facts
        self._hash = hash(facts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._facts == other._facts


def _frozen(value: object) -> Hashable:
    return tuple(value) if isinstance(value, list) else value
