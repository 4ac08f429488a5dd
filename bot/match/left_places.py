"""The places that matches have left: a board that was posted there and never noted may still have
its buttons.
"""

from typing import Protocol

from bot.match.types import MatchId


class LeftPlaces(Protocol):
    """Keeps them; a match leaves a place when Store.place gives it another. May raise
    StoreTrouble.
    """

    async def due(self) -> tuple[MatchId, ...]:
        """Matches that have left a place in which their current board is not shown."""

    async def of_match(self, match: MatchId) -> tuple[int, ...]:
        """Those places of a match."""

    async def tidied(self, match: MatchId, place: int) -> None:
        """Nothing of the match can be pressed there any more."""
