"""Verifying stored matches in the background, a few at a time."""

from bot.match.core.matches import Matches


class Verifier:
    """Goes through all matches by number, again and again."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._last = 0
        """The last match that was verified."""

    async def verify_next(self, most: int) -> None:
        """Verify up to `most` of the next matches, off the event loop.

        One that does not replay is frozen and reported in the log. Raises StoreTrouble.
        """
        matches = await self._matches.store.after(self._last, most)
        for match in matches:
            await self._matches.verify(match)
        self._last = matches[-1] if matches else 0
