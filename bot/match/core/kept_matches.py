"""The matches in memory: those in which somebody may act next, and a few that are over."""

from collections import OrderedDict

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status

CACHED = 256
"""How many matches that go on are kept."""
CACHED_OVER = 32
"""How many that are over are kept: they are looked at now and then, and nobody waits for them."""


class KeptMatches:
    """Matches by their numbers; the ones that were asked for least lately go first."""

    def __init__(self) -> None:
        self._live: OrderedDict[MatchId, Loaded] = OrderedDict()
        self._over: OrderedDict[MatchId, Loaded] = OrderedDict()

    def get(self, match: MatchId) -> Loaded | None:
        """The match as it was kept; None if it is not in memory."""
        for kept in (self._live, self._over):
            if match in kept:
                kept.move_to_end(match)
                return kept[match]
        return None

    def put(self, loaded: Loaded) -> None:
        """Keep a match."""
        match = loaded.record.id
        self.drop(match)
        live = loaded.status in (Status.OPEN, Status.RUNNING)
        kept, most = (self._live, CACHED) if live else (self._over, CACHED_OVER)
        kept[match] = loaded
        while len(kept) > most:
            kept.popitem(last=False)

    def drop(self, match: MatchId) -> None:
        """Keep a match no longer."""
        self._live.pop(match, None)
        self._over.pop(match, None)
