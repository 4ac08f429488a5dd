"""Times of events and states, by the playground's clock.

The question "was this ping late?" needs a time, and three things make times uncertain:

- The bot's clock can be wrong by up to `skew` seconds, so the times that it stores are not exact.
- A recorder reads the database only now and then. If a match had 7 entries at one reading and 9 at
  the next, the eighth was stored at some time between the two.
- A restore undoes a whole life of the database (chaos.evidence).

So a Timeline answers with bounds or with spans: the earliest and latest time of an event, the least
and largest number of entries, or times at which something was certainly true. Checks
take the bound that favours the bot, because a check that fails without a fault is worse than one
that overlooks a fault once: the same fault will come again under another seed.
"""

import sys
from collections import defaultdict
from functools import cached_property

from bot.match.log.loaded import Loaded
from bot.match.timing.quiet_hours import Quiet
from chaos.evidence import Evidence, LifeEvidence
from chaos.spans import EVER, Spans, both, union
from chaos.transcript import Interaction, Post, Progress, Revision, Visibility

UNNOTICED = 90.0
"""Seconds of downtime that do not count (docs/pace.md)."""
_ZONE, _HOURS = "zone", "quiet"


class Timeline:
    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._transcript = evidence.transcript

    # ------------------------------------------------------------------ the bot and its matches

    @cached_property
    def down(self) -> Spans:
        spans, since = [], 0.0
        for at, up in self._transcript.ups:
            if up and at - since > UNNOTICED:
                spans.append((since, at))
            since = EVER if up else at
        return union(spans)

    @cached_property
    def _progress(self) -> dict[int, list[Progress]]:
        by_match = defaultdict(list)
        for progress in self._transcript.progress:
            by_match[progress.match].append(progress)
        for revision in self._transcript.revisions:
            if revision.stored is not None:
                stored, match = revision.stored, revision.snapshot.match
                by_match[match].append(Progress(revision.at, match, stored.seq, stored.events))
        return {match: sorted(progress, key=_at) for match, progress in by_match.items()}

    def of_event(self, life: LifeEvidence, match: int, n: int) -> tuple[float, float]:
        """Return the earliest and latest time at which a life could have stored a match event."""
        before, after = life.began, EVER
        for progress in self._progress.get(match, ()):
            if not life.began <= progress.at <= life.ended:
                continue
            if progress.events <= n:
                before = max(before, progress.at)
            else:
                after = min(after, progress.at)
        return before, after

    def entries(self, life: LifeEvidence, match: int, first: float, last: float) -> tuple[int, int]:
        """Return the least and largest number of a match's entries between two times of a life."""
        low, later = 0, None
        for progress in self._progress.get(match, ()):
            if not life.began <= progress.at <= life.ended:
                continue
            if progress.at <= first:
                low = progress.seq
            elif progress.at > last and later is None:
                later = progress.seq
        # Without a later reading, all entries of that life might have been stored by then.
        return low, sys.maxsize if later is None else later

    @property
    def skew(self) -> float:
        return self._transcript.skew

    @property
    def clicks(self) -> list[Interaction]:
        return self._transcript.clicks

    @property
    def left(self) -> list[tuple[float, int]]:
        """(time, user) for each user who left a server."""
        return self._transcript.left

    @property
    def visibility(self) -> list[Visibility]:
        return self._transcript.visibility

    @property
    def posts(self) -> list[Post]:
        return self._transcript.posts

    # ------------------------------------------------------------------ people

    @cached_property
    def _sights(self) -> dict[tuple[int, int], list[Visibility]]:
        sights = defaultdict(list)
        for sight in self._transcript.visibility:
            sights[sight.user, sight.channel].append(sight)
        return sights

    def sees(self, user: int, channel: int, until: float) -> Spans:
        """Return when a user could see a channel, until a moment.

        Discord does not report role changes to the bot, so a role that was taken and given back is
        ignored. Only a role that is still missing at the end counts.
        """
        visibility = self._sights.get((user, channel), [])
        spans, since = [], None
        past = [sight for sight in visibility if sight.at <= until]
        for place, sight in enumerate(past, 1):
            noticed = sight.reported or place == len(past)
            if sight.sees and since is None:
                since = sight.at
            elif not sight.sees and since is not None and noticed:
                spans.append((since, sight.at))
                since = None
        if since is not None:
            spans.append((since, until))
        return union(spans)

    def quiet(self, user: int, life: LifeEvidence, start: float, end: float) -> Spans:
        """Return the user's quiet hours from `start` to `end`, as set at `end`."""
        quiet: Quiet | None = None
        for used in self._transcript.commands:
            options = dict(used.named)
            sets_hours = used.user == user and used.command == "me" and _HOURS in options
            if sets_hours and life.began <= used.at and used.until < end:
                quiet = None
                if any("Quiet hours from" in line for line in used.told):
                    quiet = Quiet.parse(options[_ZONE], *options[_HOURS].split("-"))
        if quiet is None:
            return []
        spans: Spans = []
        for span in quiet.spans(int(start)):
            if span.start > end:
                break
            spans.append((float(span.start), float(span.end)))
        return self._certain(spans)

    def away(self, user: int, life: LifeEvidence) -> Spans:
        return self._certain(union(map(_floats, life.away.get(user, ()))))

    def _certain(self, spans: Spans) -> Spans:
        """Shorten each span by the clock error at both ends, so that the rest certainly lies
        inside.
        """
        skew = self._transcript.skew
        return [(a + skew, b - skew) for a, b in spans if a + skew < b - skew]

    # ------------------------------------------------------------------ boards

    @cached_property
    def _shown(self) -> dict[int, list[tuple[Revision, float]]]:
        """(revision, end) of each state of each message, by match."""
        last: dict[int, tuple[Revision, int]] = {}
        revisions: defaultdict[int, list[tuple[Revision, float]]] = defaultdict(list)
        for revision in self._transcript.revisions:
            if revision.message in last:
                before, place = last[revision.message]
                revisions[before.snapshot.match][place] = (before, revision.at)
            places = revisions[revision.snapshot.match]
            last[revision.message] = revision, len(places)
            places.append((revision, EVER))
        for removal in self._transcript.removals:
            if removal.message in last:
                revision, place = last[removal.message]
                if revision.at <= removal.at:
                    revisions[revision.snapshot.match][place] = (revision, removal.at)
        return revisions

    def called(self, match: int, user: int, seqs: range, until: float) -> Spans:
        """Return when the user saw a board that asked them to act, in one of the states `seqs`."""
        spans: Spans = []
        for revision, end in self._shown.get(match, ()):
            if user in revision.asked and revision.snapshot.seq in seqs:
                is_up = [(revision.at, min(end, until))]
                spans += both(is_up, self.sees(user, revision.channel, until))
        return union(spans)


def inherited_events(evidence: Evidence, place: int, match: int, loaded: Loaded) -> int:
    """Return how many events of a match a life inherited from the life before it."""
    if place == 0:
        return 0
    before = evidence.lives()[place - 1].matches.get(match)
    if before is None or before.record.seed != loaded.record.seed:
        return 0
    return _common(before.events, loaded.events)


def inherited_entries(evidence: Evidence, place: int, match: int, loaded: Loaded) -> int:
    if place == 0:
        return 0
    before = evidence.lives()[place - 1].matches.get(match)
    if before is None or before.record.seed != loaded.record.seed:
        return 0
    return _common(before.log, loaded.log)


def _common(first: object, second: object) -> int:
    assert isinstance(first, tuple), "logs and events are tuples"
    assert isinstance(second, tuple), "logs and events are tuples"
    pairs = enumerate(zip(first, second, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(first), len(second)))


def _at(progress: Progress) -> float:
    return progress.at


def _floats(span: tuple[int, int]) -> tuple[float, float]:
    return float(span[0]), float(span[1])
