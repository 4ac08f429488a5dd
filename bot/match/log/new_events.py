"""Events that are about to be added to a match."""

from dataclasses import replace

from bot.match.log.events import EventKind, MatchEvent
from bot.match.log.loaded import Loaded
from bot.match.log.roster import fold
from bot.match.values.holders import Holder


class NewEvents:
    """A list of events that follow those of a match, numbered and timed as they are added."""

    def __init__(self, loaded: Loaded, now: int) -> None:
        self._loaded = loaded
        self._now = now
        self.events: list[MatchEvent] = []

    def add(
        self, kind: EventKind, *, seat: int | None = None, holder: Holder = None, detail: str = ""
    ) -> None:
        """Add an event."""
        n = len(self._loaded.events) + len(self.events)
        seq = self._loaded.seq
        self.events.append(MatchEvent(n, seq, kind, self._now, seat, holder, detail))

    def after(self) -> Loaded:
        """The match with these events; its log and position stay as they are."""
        history = (*self._loaded.events, *self.events)
        return replace(self._loaded, events=history, roster=fold(history))
