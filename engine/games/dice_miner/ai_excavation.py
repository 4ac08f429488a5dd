"""The foreman's choice in the excavation: dice to take, beer to share."""

from collections import Counter
from dataclasses import replace
from math import fsum

from engine.core.types import Seat
from engine.games.dice_miner import hoards, mountain
from engine.games.dice_miner.actions import Action, Salud, SimpleAction, Take
from engine.games.dice_miner.ai_worth import (
    SeatOutlook,
    Shown,
    later_worth,
    outlook,
    shown_faces,
    worth,
)
from engine.games.dice_miner.content import FACES, Content, Face, Kind
from engine.games.dice_miner.mountain import Mountain
from engine.games.dice_miner.state import Excavation, State


class _Held:
    def __init__(self, seen: Shown, ahead: SeatOutlook) -> None:
        self.seen = seen
        self._ahead = ahead
        self._worth = worth(seen, ahead)

    def added(self, face: Face) -> float:
        more = self.seen.copy()
        more[face] += 1
        return worth(more, self._ahead) - self._worth


class Digger:
    def __init__(self, content: Content, state: State, stage: Excavation) -> None:
        self._content = content
        self._state = state
        self._stage = stage
        self._ahead = outlook(content, state, stage.seat)
        self._mine = _Held(shown_faces(content, state, stage.seat), self._ahead)
        self._later = {
            kind: later_worth(content, state, stage.seat, kind, self._ahead) for kind in Kind
        }

    def best(self, legal: tuple[Action, ...]) -> Action:
        return max(legal, key=self._values(legal).__getitem__)

    def _values(self, legal: tuple[Action, ...]) -> dict[Action, float]:
        values: dict[Action, float] = {}
        two: float | None = None
        for action in legal:
            match action:
                case Take(die):
                    values[action] = self._take(die)
                case SimpleAction.STOP:
                    values[action] = 0.0
                case Salud(die, friend):
                    if two is None:
                        two = self._two_takes()
                    values[action] = two - self._gift(die, friend)
                case _:
                    raise AssertionError("an excavation has no other Actions")
        return values

    def _take(self, die: int) -> float:
        """Return the worth of a die. For the first of two dice, add the worth of the best second
        one.
        """
        place = mountain.place_of(self._state.mountain, die)
        assert place is not None, "a die that can be taken must be on the mountain"
        if self._stage.salud and not self._stage.taken:
            return self._pair(place)
        return self._gain(self._state.mountain, place, self._mine)

    def _face(self, dice: Mountain, place: int) -> tuple[Face, Kind]:
        rolled = dice[place]
        assert rolled is not None, "a place must have a die to be rated"
        return self._content.face(rolled.die, rolled.face), self._content.kind(rolled.die)

    def _gain(self, dice: Mountain, place: int, mine: _Held) -> float:
        face, kind = self._face(dice, place)
        return mine.added(face) + self._later[kind]

    def _pair(self, place: int) -> float:
        rows = self._content.rows
        first = self._gain(self._state.mountain, place, self._mine)
        face, _ = self._face(self._state.mountain, place)
        mine = _Held(self._mine.seen + Counter((face,)), self._ahead)
        left, _ = mountain.take(rows, self._state.mountain, place)
        gains: dict[tuple[Face, Kind], float] = {}
        for other in mountain.takeable(rows, left, sides=True):
            seen = self._face(left, other)
            if seen not in gains:
                gains[seen] = self._gain(left, other, mine)
        return first + max(0.0, *gains.values()) if gains else first

    def _two_takes(self) -> float:
        places = mountain.takeable(self._content.rows, self._state.mountain, sides=True)
        return max(self._pair(place) for place in places)

    def _gift(self, die: int, friend: Seat) -> float:
        """Return the cost of giving a beer die away: its worth to the giver plus the friend's
        average gain.
        """
        content, state, seat = self._content, self._state, self._stage.seat
        kind = content.kind(die)
        beer = content.face(die, FACES)
        without = self._mine.seen.copy()
        without[beer] -= 1
        lost = _Held(without, self._ahead).added(beer) + self._later[kind]
        ahead = replace(self._ahead, rival_gems=hoards.gems(content, state, seat))
        theirs = _Held(shown_faces(content, state, friend), ahead)
        gained = later_worth(content, state, friend, kind, ahead)
        gained += (
            fsum(theirs.added(content.face(die, face)) for face in range(1, FACES + 1)) / FACES
        )
        return lost + gained * self._rivalry(friend)

    def _rivalry(self, friend: Seat) -> float:
        totals = self._state.totals
        rivals = [total for other, total in enumerate(totals) if other != self._stage.seat]
        return 1.0 if totals[friend] == max(rivals) else 0.6
