"""Hoards at one moment and their scores, for facts about Actions."""

from dataclasses import dataclass

from engine.core.types import Seat
from engine.games.dice_miner import hoards, scoring
from engine.games.dice_miner.content import FACES, Content, Face
from engine.games.dice_miner.state import Rolled, Score, State


@dataclass(frozen=True, slots=True)
class MeritTable:
    content: Content
    state: State
    seat: Seat

    @property
    def among(self) -> tuple[Seat, ...]:
        """Seats whose gems are compared: all, or those in a tie-break."""
        return self.state.tied or tuple(range(self.state.seats))

    def scores(self, state: State) -> dict[Seat, Score]:
        scores = scoring.scores(self.content, state, self.among)
        return dict(zip(self.among, scores, strict=True))

    def now(self, state: State) -> int:
        return self.scores(state)[self.seat].total

    def holding(self, seat: Seat, rolled: Rolled) -> State:
        hoard = hoards.with_die(self.state.hoards[seat], rolled)
        return hoards.with_hoard(self.state, seat, hoard)

    def showing(self, die: int, face: int) -> State:
        hoard = hoards.with_faces(self.state.hoards[self.seat], {die: face})
        return hoards.with_hoard(self.state, self.seat, hoard)

    def face(self, rolled: Rolled) -> Face:
        return self.content.face(rolled.die, rolled.face)

    def mine(self, die: int) -> Rolled:
        return Rolled(die, hoards.face_of(self.state.hoards[self.seat], die))


def each_face() -> range:
    return range(1, FACES + 1)
