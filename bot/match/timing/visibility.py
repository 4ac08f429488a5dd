"""Who can see where a match is shown: asked from time to time, and noted in the calls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.records import MatchId
from bot.match.timing.turn_alerts import Access, AccessCheck, TurnAlert, after_check, is_current

MOST = 50
"""How many matches are looked at in one tick; the rest waits for the next."""


class Visibility(Protocol):
    """Knows who can see what."""

    async def of(self, guild: int, place: int, user: UserId) -> AccessCheck:
        """Whether the user can see the channel or thread and press what is there."""


class TurnAlertStore(Protocol):
    """Where calls are kept; `Store.show` notes them with the board. Every write is one transaction.

    What comes of a change resets what is due of that person, in the same transaction.
    """

    async def of_match(self, match: MatchId) -> Mapping[UserId, TurnAlert]:
        """The latest call of everybody in a match."""

    async def due(self, now: int, most: int) -> tuple[MatchId, ...]:
        """Matches with somebody to look at, the longest overdue first; no frozen ones."""

    async def change(self, match: MatchId, before: TurnAlert, after: TurnAlert) -> bool:
        """Put one in place of another; False where that has changed since it was read."""

    async def look(self, match: MatchId, users: Sequence[UserId], now: int) -> None:
        """Look at these as soon as can be."""

    async def look_in(self, guild: int, now: int) -> None:
        """Look at everybody in the matches of a server as soon as can be."""

    async def told(self, match: MatchId) -> Mapping[int, int]:
        """When each notice of a match was first posted, in seconds since 1970, by its event."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look at a match found."""

    missed: tuple[UserId, ...] = ()
    """Those who must be called again: they are to act and can see the place by now, and the board
    was posted when they could not."""
    changed: bool = False
    """Whether what the board says of who sees it is no longer true."""


class TurnAlerts:
    """Keeps up to date who knows that a match waits for them."""

    def __init__(self, matches: Matches, store: TurnAlertStore, sight: Visibility) -> None:
        self._matches = matches
        self.store = store
        self.sight = sight

    async def due(self) -> tuple[MatchId, ...]:
        """Matches with somebody to look at now."""
        return await self.store.due(self._matches.clock.now(), MOST)

    async def look_at(self, match: MatchId, now: int | None = None) -> Looked:
        """Look at those of a match of whom it is time.

        `now` is the moment for which the look stands, where that was a moment ago.
        """
        loaded = await self._matches.look(match)
        if now is None:
            now = self._matches.clock.now()
        missed, changed = [], False
        for call in (await self.store.of_match(match)).values():
            if call.look is None or call.look > now:
                continue
            if not is_current(call, loaded):
                await self.store.change(match, call, replace(call, look=None))
            else:
                after = await self._look(loaded, call, now)
                changed |= (after.unseen, after.why) != (call.unseen, call.why)
                if after.missed and after.why is Access.YES:
                    missed.append(call.user)
        return Looked(tuple(missed), changed)

    async def _look(self, loaded: Loaded, call: TurnAlert, now: int) -> TurnAlert:
        """Their call after a look; as it was where another process looked at the same time."""
        record = loaded.record
        found = await self.sight.of(record.guild, record.place or record.channel, call.user)
        after = after_check(call, found, now, record.pace)
        return after if await self.store.change(record.id, call, after) else call

    async def blind_to(self, loaded: Loaded, place: int) -> tuple[UserId, ...]:
        """Those in the match who can't be shown to see that place and press what is there."""
        found = []
        for user in loaded.roster.people:
            sighting = await self.sight.of(loaded.record.guild, place, user)
            if sighting.sees is not Access.YES:
                found.append(user)
        return tuple(found)
