"""What is decided about somebody who is late, as match events."""

from collections.abc import Sequence
from dataclasses import replace

from bot.match.events import EventKind, MatchEvent, Void
from bot.match.holders import Holder
from bot.match.loaded import Loaded
from bot.match.roster import fold
from bot.match.timing.lateness import Choice, Lateness, Vote


class History:
    """Events that shall follow those of a match, each numbered and timed."""

    def __init__(self, loaded: Loaded, now: int) -> None:
        self._loaded = loaded
        self._now = now
        self.events: list[MatchEvent] = []

    def add(
        self,
        kind: EventKind,
        *,
        seat: int | None = None,
        holder: Holder = None,
        detail: str = "",
    ) -> None:
        """Let this happen next."""
        n = len(self._loaded.events) + len(self.events)
        seq = self._loaded.seq
        self.events.append(MatchEvent(n, seq, kind, self._now, seat, holder, detail))

    def after(self) -> Loaded:
        """The match with these events, as far as events alone change it."""
        return told(self._loaded, self.events)

    def settle(self, late: Lateness, vote: Vote) -> None:
        """Let happen what was chosen for somebody who is late."""
        match vote.choice:
            case Choice.WAIT:
                self.add(EventKind.WAITED, seat=late.seat, holder=late.user)
            case Choice.TURN:
                self.add(EventKind.STOOD_IN, seat=late.seat, holder=late.user)
            case Choice.SEAT | Choice.PERSON:
                self.add(EventKind.REPLACED, seat=late.seat, holder=late.user)
                self.add(EventKind.HANDED, seat=late.seat, holder=vote.person)
            case Choice.END:
                self.add(EventKind.VOIDED, detail=Void.VOTED.value)


def told(loaded: Loaded, events: Sequence[MatchEvent]) -> Loaded:
    """The match once these events have happened too."""
    history = (*loaded.events, *events)
    return replace(loaded, events=history, roster=fold(history))
