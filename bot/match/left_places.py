"""The places that matches have left: boards that were posted there and never noted may still have
their buttons.
"""

from typing import Protocol

from bot.match.records import MatchId


class LeftPlaces(Protocol):
    """Keeps the places that matches have left; Store.place adds them. May raise StoreTrouble."""

    async def due(self) -> tuple[MatchId, ...]:
        """Matches that have left places, but for where their current board still is."""

    async def of_match(self, match: MatchId) -> tuple[int, ...]:
        """The places that a match has left, without that of its current board."""

    async def tidied(self, match: MatchId, place: int) -> None:
        """Forget a place: nothing of the match can be pressed there any more."""
