"""Changes on the table over several turns, to mark in pictures."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.core.types import Event, Seat
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.events import (
    BeerShared,
    DiceRerolled,
    DieTaken,
    HoardsRolled,
    MountainFilled,
)
from render.games.dice_miner.last_turn import Last, Taken, seen_die


@dataclass(frozen=True, slots=True)
class Changes:
    taken: tuple[tuple[Seat, Taken], ...] = ()
    """The dice taken from the current mountain and their takers, oldest first."""
    fresh: frozenset[str] = frozenset()
    """Names of dice that have joined a hoard or show another face."""


NONE = Changes()


def changes(events: Iterable[Event], content: Content) -> Changes:
    """Collect the changes from Events, oldest first.

    A new mountain, or a roll of all dice, discards earlier changes.
    """
    collected = NONE
    for event in events:
        collected = _after(collected, event, content)
    return collected


def changes_of(last: Last | None) -> Changes:
    if last is None:
        return NONE
    fresh = {taken.die.name for taken in last.taken} | {die.name for _, die in last.rerolled}
    if last.shared is not None:
        fresh.add(last.shared[1].name)
    return Changes(tuple((last.seat, taken) for taken in last.taken), frozenset(fresh))


def _after(before: Changes, event: Event, content: Content) -> Changes:
    match event:
        case DieTaken(seat=seat, rolled=rolled, place=place, slid=slid):
            taken = Taken(seen_die(rolled, content), place, slid)
            return Changes((*before.taken, (seat, taken)), before.fresh | {taken.die.name})
        case BeerShared(rolled=rolled):
            return replace(before, fresh=before.fresh | {content.name(rolled.die)})
        case DiceRerolled(after=after):
            names = {content.name(rolled.die) for rolled in after}
            return replace(before, fresh=before.fresh | names)
        case MountainFilled():
            return replace(before, taken=())
        case HoardsRolled():
            return replace(before, fresh=frozenset())
        case _:
            return before


def emptied(changed: Changes) -> list[tuple[Seat, Taken, int]]:
    return [
        (seat, taken, taken.slid[-1][0] if taken.slid else taken.place)
        for seat, taken in changed.taken
    ]


def slides(changed: Changes, lying: Iterable[int]) -> list[tuple[int, int]]:
    """Return the steps (from place, to place) by which dice still on the mountain have slid."""
    ways: dict[int, list[int]] = {}
    for _, taken in changed.taken:
        ways.pop(taken.place, None)
        for start, end in taken.slid:
            ways[end] = [*ways.pop(start, [start]), end]
    still = set(lying)
    return [step for place, way in sorted(ways.items()) if place in still for step in pairwise(way)]
