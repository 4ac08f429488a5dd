"""What is stored about boards: how far Discord shows a match, and where old boards may be left."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.log.records import MatchId
from bot.match.timing.turn_alerts import TurnAlert


@dataclass(frozen=True, slots=True)
class Shown:
    """How far Discord shows a match: a projection of the log, never the truth."""

    seq: int
    """How many entries of the log the board shows; -1 before the first board."""
    base: int
    """The first entry that it tells about."""
    rounds: int
    """How many score sheets have been posted."""
    events: int
    """How many match events it shows."""
    message: int | None
    """The current board; None before the first."""
    place: int | None
    """The channel or thread of the current board."""
    stale: int | None = None
    """The board before it, until its picture and buttons are removed."""
    stale_place: int | None = None
    """The channel or thread of that one."""
    called: int = 0
    """How many entries a board showed when one last pinged somebody."""


class BoardStore(Protocol):
    """Stores how far matches are shown, and who may post their boards."""

    async def lease(self, match: MatchId, owner: str, now: int, until: int) -> bool:
        """Take the lease on a match's board; False if somebody else holds it.

        It ends at `until`, in seconds since 1970. Its owner may take it again to prolong it. A
        lease that ends much later was taken before the clock was put back, and counts no more.
        """

    async def abandoned(self, match: MatchId, owner: str) -> bool:
        """Whether somebody else took the lease and never released it."""

    async def release(self, match: MatchId, owner: str) -> None:
        """Release the lease, unless somebody else holds it by now."""

    async def shown(self, match: MatchId) -> Shown:
        """How far Discord shows a match."""

    async def show(
        self, match: MatchId, shown: Shown, owner: str, alerts: Sequence[TurnAlert] = ()
    ) -> bool:
        """Note how far Discord shows a match, and whom that alerts, if `owner` has the lease.

        False if it has not; then nothing is noted.
        """

    async def of_board(self, message: int) -> MatchId | None:
        """The running match whose current board this message is; None if it is no board."""

    async def unshown(self) -> tuple[MatchId, ...]:
        """Matches that have begun and are not shown completely; no frozen ones."""

    async def set_place(self, match: MatchId, place: int) -> None:
        """Note in which thread or channel a match is played."""

    async def set_invitation(self, match: MatchId, message: int, told: int | None = None) -> None:
        """Note the message of the invitation, and how many changes of its card it shows.

        None: that is not known, so the card counts as out of date.
        """

    async def first_id(self, generation: int, seen: int | None = None) -> int | None:
        """The smallest id that Discord is known to have given since a restore; None: none yet.

        `seen` is another id that it has given since then.
        """

    async def newest_generation(self) -> int:
        """The generation of the database; 0 if it was never restored from a copy."""


class LeftPlaces(Protocol):
    """The places that matches have moved away from, until no board with buttons is left there.

    `BoardStore.set_place` adds them. Every method may raise StoreTrouble.
    """

    async def due(self) -> tuple[MatchId, ...]:
        """Matches that have left places, the place of their current board not counted."""

    async def of_match(self, match: MatchId) -> tuple[int, ...]:
        """The places that a match has left, without the place of its current board."""

    async def tidied(self, match: MatchId, place: int) -> None:
        """Forget a place: no button of the match is left there."""
