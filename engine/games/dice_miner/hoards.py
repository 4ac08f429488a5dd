"""Hoards: dice with their faces, always in die order, and what they show."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.core.types import Seat
from engine.games.dice_miner.content import Content, Face, Symbol
from engine.games.dice_miner.state import Rolled, State

Hoard = tuple[Rolled, ...]
"""Dice in die order."""


def with_die(hoard: Hoard, rolled: Rolled) -> Hoard:
    """The hoard and this die."""
    return tuple(sorted((*hoard, rolled), key=lambda other: other.die))


def without_die(hoard: Hoard, die: int) -> Hoard:
    """The hoard without this die."""
    return tuple(rolled for rolled in hoard if rolled.die != die)


def with_faces(hoard: Hoard, faces: Mapping[int, int]) -> Hoard:
    """The hoard with new faces on some of its dice."""
    return tuple(Rolled(rolled.die, faces.get(rolled.die, rolled.face)) for rolled in hoard)


def face_of(hoard: Hoard, die: int) -> int:
    """The face that a die of the hoard shows."""
    return next(rolled.face for rolled in hoard if rolled.die == die)


def with_hoard(state: State, seat: Seat, hoard: Hoard) -> State:
    """The State with another hoard at this seat."""
    hoards = (*state.hoards[:seat], hoard, *state.hoards[seat + 1 :])
    return replace(state, hoards=hoards)


def hero_faces(content: Content, state: State, seat: Seat) -> tuple[Face, ...]:
    """The faces printed on the seat's hero; () before the draft (rules.md, Components)."""
    name = state.heroes[seat]
    return () if name is None else content.hero(name).faces


def faces(content: Content, state: State, seat: Seat) -> Iterator[Face]:
    """All faces that the seat may use and score (rules.md, Components)."""
    for rolled in state.hoards[seat]:
        yield content.face(rolled.die, rolled.face)
    yield from hero_faces(content, state, seat)


def gems(content: Content, state: State, seat: Seat) -> int:
    """Gems in the hoard and on the hero."""
    return sum(face.count for face in faces(content, state, seat) if face.symbol is Symbol.GEM)


def chests_left(content: Content, state: State, seat: Seat, kept: tuple[int, ...]) -> int:
    """How many more dice the seat may keep beside these (rules.md, Recovery).

    Chests on dice not kept and on the hero, less the dice kept; below 0 where that is too many.
    """
    shown = [
        content.face(rolled.die, rolled.face)
        for rolled in state.hoards[seat]
        if rolled.die not in kept
    ]
    shown += hero_faces(content, state, seat)
    return sum(face.count for face in shown if face.symbol is Symbol.CHEST) - len(kept)
