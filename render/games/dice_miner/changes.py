"""What changed on the table over several turns, for pictures to mark."""

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
from render.games.dice_miner.last_turn import Last, Taken, seen


@dataclass(frozen=True, slots=True)
class Changes:
    """What was taken from the mountain, and which dice in hoards are new."""

    taken: tuple[tuple[Seat, Taken], ...] = ()
    """Who took what from the mountain as it is now, oldest first."""
    fresh: frozenset[str] = frozenset()
    """The names of dice that came into a hoard or show another face."""


NONE = Changes()


def changes(events: Iterable[Event], content: Content) -> Changes:
    """What these Events, oldest first, changed.

    A new mountain, or a roll of all dice, discards what was before.
    """
    found = NONE
    for event in events:
        found = _after(found, event, content)
    return found


def changes_of(last: Last | None) -> Changes:
    """What one turn changed."""
    if last is None:
        return NONE
    fresh = {taken.die.name for taken in last.taken} | {die.name for _, die in last.rerolled}
    if last.shared is not None:
        fresh.add(last.shared.die.name)
    return Changes(tuple((last.seat, taken) for taken in last.taken), frozenset(fresh))


def _after(found: Changes, event: Event, content: Content) -> Changes:
    match event:
        case DieTaken(seat=seat, rolled=rolled, place=place, slid=slid):
            taken = Taken(seen(rolled, content), place, slid)
            return Changes((*found.taken, (seat, taken)), found.fresh | {taken.die.name})
        case BeerShared(rolled=rolled):
            return replace(found, fresh=found.fresh | {content.name(rolled.die)})
        case DiceRerolled(after=after):
            names = {content.name(rolled.die) for rolled in after}
            return replace(found, fresh=found.fresh | names)
        case MountainFilled():
            return replace(found, taken=())
        case HoardsRolled():
            return replace(found, fresh=frozenset())
        case _:
            return found


def emptied(found: Changes) -> list[tuple[Seat, Taken, int]]:
    """Who took which die, and the place that is empty since then."""
    return [
        (seat, taken, taken.slid[-1][0] if taken.slid else taken.place)
        for seat, taken in found.taken
    ]


def slides(found: Changes, lying: Iterable[int]) -> list[tuple[int, int]]:
    """Each step, from place to place, that dice still on the mountain have slid."""
    ways: dict[int, list[int]] = {}
    for _, taken in found.taken:
        ways.pop(taken.place, None)
        for start, end in taken.slid:
            ways[end] = [*ways.pop(start, [start]), end]
    still = set(lying)
    return [step for place, way in sorted(ways.items()) if place in still for step in pairwise(way)]
