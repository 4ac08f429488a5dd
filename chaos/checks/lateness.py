"""Checks of lateness: late players had their full time and could see that it was their turn.

The check recomputes a player's time from what they saw: the time for which a visible board asked
them to act, minus downtimes, pauses, absences and quiet hours.
"""

from dataclasses import dataclass

from bot.match.log.events import Forfeit, MatchEvent, MatchEventKind, Void
from bot.match.log.loaded import Loaded
from bot.match.timing.turn_alerts import GONE_FOR
from chaos.checks.pings import Turn, turns
from chaos.custom_ids import read
from chaos.evidence import Evidence, LifeEvidence
from chaos.spans import Spans, both, length, union, without
from chaos.timeline import Timeline, inherited_events
from engine.core.driver import UNDO

SLACK = 10.0
"""Tolerance in seconds: the bot counts whole seconds and checks only now and then."""
_AGAIN = (MatchEventKind.WAITED, MatchEventKind.HANDED, MatchEventKind.STARTED)
_COSTS = (MatchEventKind.CLAIMED, MatchEventKind.REPLACED, MatchEventKind.STOOD_IN)


@dataclass(frozen=True, slots=True)
class _Case:
    """One match in one life."""

    timeline: Timeline
    life: LifeEvidence
    match: int
    loaded: Loaded
    new: int
    """The number of events inherited from the previous life; later ones are new."""
    turns: tuple[Turn, ...]
    before: "_Case | None"
    """The same match in the previous life, from which it inherited its first events."""

    def when(self, n: int) -> tuple[float, float]:
        if self.before is not None and n < self.new:
            return self.before.when(n)
        return self.timeline.of_event(self.life, self.match, n)

    def time(self, late: MatchEvent) -> float:
        """Return for how many seconds a player could see their turn before they became late."""
        assert late.holder is not None, "a LATE event names the holder"
        user = late.holder
        _, until = self.when(late.n)
        seqs = range(self._since(late), late.after_seq + 1)
        had = self.timeline.called(self.match, user, seqs, until)
        had = both(had, [(self._given(late), until)])
        start = had[0][0] if had else until
        stops: Spans = [*self.timeline.down, *self._pauses(until)]
        stops += self.timeline.away(user, self.life)
        stops += self.timeline.quiet(user, self.life, start, until)
        return length(without(had, union(stops)))

    def _since(self, late: MatchEvent) -> int:
        """Return the first seq at which a board asks for this turn, or for the rest of it."""
        turns = [t for t in self.turns if t.seat == late.seat and t.first <= late.after_seq]
        first = turns[-1].first if turns else 0
        entries = [record.entry for record in self.loaded.log[: late.after_seq]]
        undone = {entry.seq - 1 for entry in entries if entry.token == UNDO}
        own = [
            entry.seq + 1
            for entry in entries
            if entry.actor == late.seat and entry.token != UNDO and entry.seq not in undone
        ]
        return max([first, *own])

    def _given(self, late: MatchEvent) -> float:
        """Return a moment before which the seat's clock cannot have run."""
        before = self.loaded.events[: late.n]
        again = [e for e in before if e.kind in _AGAIN and e.seat in (late.seat, None)]
        times = [self.when(e.n)[0] for e in again[-1:]]
        return max(times, default=self.life.began)

    def _pauses(self, until: float) -> Spans:
        spans: Spans = []
        since: float | None = None
        for event in self.loaded.events:
            first, last = self.when(event.n)
            if event.kind is MatchEventKind.PAUSED:
                since = last
            elif event.kind is MatchEventKind.RESUMED and since is not None:
                spans.append((since, first))
                since = None
        return union([*spans, *([] if since is None else [(since, until)])])

    def lates(self) -> list[MatchEvent]:
        return [e for e in self.loaded.events[self.new :] if e.kind is MatchEventKind.LATE]

    def unfair(self, late: MatchEvent) -> str:
        pace = self.loaded.record.pace.seconds
        if pace is None:
            return f"{self._name(late)} without a clock"
        if self._left_for_good(late):
            return ""
        had = self.time(late)
        if had + SLACK >= pace:
            return ""
        return f"{self._name(late)} after {had:.0f} of {pace} seconds in which they could see it"

    def _left_for_good(self, late: MatchEvent) -> bool:
        """Return whether the player had been out of the server so long that their clock ran.

        All their absences count together (docs/pace.md), including those of earlier turns.
        """
        _, until = self.when(late.n)
        absences: Spans = []
        for at, user in self.timeline.left:
            if user == late.holder and at < until:
                back = (s.at for s in self.timeline.visibility if s.user == user and s.sees)
                absences.append(
                    (
                        at,
                        min(
                            (returned for returned in back if at < returned <= until), default=until
                        ),
                    )
                )
        return length(union(absences)) + SLACK >= GONE_FOR

    def _name(self, event: MatchEvent) -> str:
        return f"match {self.match}, event {event.n}: user {event.holder} was late"

    # ------------------------------------------------------------------ consequences

    def costs(self) -> list[tuple[MatchEvent, MatchEvent | None]]:
        costs = []
        for event in self.loaded.events[self.new :]:
            forfeit = event.kind is MatchEventKind.FORFEITED and event.detail is Forfeit.LATE
            if event.kind in _COSTS or forfeit:
                costs.append((event, self._late_before(event)))
            elif event.kind is MatchEventKind.VOIDED and event.detail is Void.VOTED:
                earlier = self.loaded.events[: event.n]
                votes = [e for e in earlier if e.kind is MatchEventKind.VOTED]
                costs.append((event, self._late_before(votes[-1]) if votes else None))
        return costs

    def _late_before(self, event: MatchEvent) -> MatchEvent | None:
        earlier = self.loaded.events[: event.n]
        lates = [e for e in earlier if e.kind is MatchEventKind.LATE and e.seat == event.seat]
        return lates[-1] if lates else None

    def unheard(self, event: MatchEvent, late: MatchEvent | None) -> str:
        name = f"match {self.match}, event {event.n}: {event.kind.value}"
        if late is None or late.holder is None:
            return f"{name} against a player who was not late"
        if late.n >= self.new and self.unfair(late):
            return f"{name} against user {late.holder}, and {self.unfair(late)}"
        if not self._told(event, late):
            return f"{name}, and user {late.holder} saw no notice that they were late"
        between = self.loaded.log[late.after_seq : event.after_seq]
        if any(k.entry.token == UNDO and k.entry.actor != late.seat for k in between):
            return f"{name}, and user {late.holder} could not move, because a pick was taken back"
        return ""

    def _told(self, event: MatchEvent, late: MatchEvent) -> bool:
        notices = {
            other.n
            for other in self.loaded.events[late.n : event.n]
            if other.kind in (MatchEventKind.LATE, MatchEventKind.WARNED)
            and other.seat == late.seat
        }
        _, until = self.when(event.n)
        assert late.holder is not None, "a LATE event names the holder"
        for post in self.timeline.posts:
            buttons = [read(custom_id) for custom_id in post.custom_ids]
            if any(button.match == self.match and button.n in notices for button in buttons):
                visible = self.timeline.sees(late.holder, post.channel, until)
                if post.at <= until and both(visible, [(post.at, until)]):
                    return True
        return False


def _cases(evidence: Evidence) -> list[_Case]:
    timeline = Timeline(evidence)
    cases: list[_Case] = []
    last: dict[int, _Case] = {}
    for place, life in enumerate(evidence.lives()):
        for match, loaded in life.matches.items():
            if loaded.position is not None:
                new = inherited_events(evidence, place, match, loaded)
                every = tuple(turns(loaded))
                before = last.get(match)
                last[match] = _Case(timeline, life, match, loaded, new, every, before)
                cases.append(last[match])
    return cases


def late_too_early(evidence: Evidence) -> list[str]:
    problems = (case.unfair(late) for case in _cases(evidence) for late in case.lates())
    return [text for text in problems if text]


def lost_unheard(evidence: Evidence) -> list[str]:
    problems = (case.unheard(*cost) for case in _cases(evidence) for cost in case.costs())
    return [text for text in problems if text]
