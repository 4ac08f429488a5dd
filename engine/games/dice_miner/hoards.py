"""Hoards: dice with their faces, always in die order."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.core.types import Seat
from engine.games.dice_miner.content import Content, Face, Symbol
from engine.games.dice_miner.state import Rolled, State

Hoard = tuple[Rolled, ...]


def with_die(hoard: Hoard, rolled: Rolled) -> Hoard:
    return tuple(sorted((*hoard, rolled), key=lambda other: other.die))


def without_die(hoard: Hoard, die: int) -> Hoard:
    return tuple(rolled for rolled in hoard if rolled.die != die)


def with_faces(hoard: Hoard, faces: Mapping[int, int]) -> Hoard:
    return tuple(Rolled(rolled.die, faces.get(rolled.die, rolled.face)) for rolled in hoard)


def face_of(hoard: Hoard, die: int) -> int:
    return next(rolled.face for rolled in hoard if rolled.die == die)


def with_hoard(state: State, seat: Seat, hoard: Hoard) -> State:
    hoards = (*state.hoards[:seat], hoard, *state.hoards[seat + 1 :])
    return replace(state, hoards=hoards)


def hero_faces(content: Content, state: State, seat: Seat) -> tuple[Face, ...]:
    """Return the faces of the seat's hero; () before the draft (rules.md, Components)."""
    name = state.heroes[seat]
    return () if name is None else content.hero(name).faces


def faces(content: Content, state: State, seat: Seat) -> Iterator[Face]:
    """Yield all faces that the seat can use and score (rules.md, Components)."""
    for rolled in state.hoards[seat]:
        yield content.face(rolled.die, rolled.face)
    yield from hero_faces(content, state, seat)


def gems(content: Content, state: State, seat: Seat) -> int:
    return sum(face.count for face in faces(content, state, seat) if face.symbol is Symbol.GEM)


def chests_left(content: Content, state: State, seat: Seat, kept: tuple[int, ...]) -> int:
    """Return how many more dice the seat can keep, possibly negative (rules.md, Recovery)."""
    shown = [
        content.face(rolled.die, rolled.face)
        for rolled in state.hoards[seat]
        if rolled.die not in kept
    ]
    shown += hero_faces(content, state, seat)
    return sum(face.count for face in shown if face.symbol is Symbol.CHEST) - len(kept)
