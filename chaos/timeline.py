"""When things were so, by the playground's clock: that of the bot may have been wrong."""

import sys
from collections import defaultdict
from functools import cached_property

from bot.match.log.loaded import Loaded
from bot.match.timing.quiet_hours import Quiet
from chaos.evidence import Evidence, LifeEvidence
from chaos.spans import EVER, Spans, both, union
from chaos.transcript import Interaction, Post, Progress, Revision, Visibility

UNNOTICED = 90.0
"""Seconds for which a bot may be gone without counting as down (docs/pace.md)."""
_ZONE, _HOURS = "zone", "quiet"
"""The options of /me that set quiet hours."""


class Timeline:
    """Says when things were so; made once from the evidence of a run."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._transcript = evidence.transcript

    # ------------------------------------------------------------------ the bot and its matches

    @cached_property
    def down(self) -> Spans:
        """When no bot ran or none was connected, but for short breaks."""
        found, since = [], 0.0
        for at, up in self._transcript.ups:
            if up and at - since > UNNOTICED:
                found.append((since, at))
            since = EVER if up else at
        return union(found)

    @cached_property
    def _progress(self) -> dict[int, list[Progress]]:
        found = defaultdict(list)
        for known in self._transcript.progress:
            found[known.match].append(known)
        for revision in self._transcript.revisions:
            if revision.stored is not None:
                stored, match = revision.stored, revision.snapshot.match
                found[match].append(Progress(revision.at, match, stored.seq, stored.events))
        return {match: sorted(known, key=_at) for match, known in found.items()}

    def of_event(self, life: LifeEvidence, match: int, n: int) -> tuple[float, float]:
        """Between which two moments a match event was stored in that life."""
        before, after = life.began, EVER
        for known in self._progress.get(match, ()):
            if not life.began <= known.at <= life.ended:
                continue
            if known.events <= n:
                before = max(before, known.at)
            else:
                after = min(after, known.at)
        return before, after

    def entries(self, life: LifeEvidence, match: int, first: float, last: float) -> tuple[int, int]:
        """How many entries a match had, at least and at most, between two moments of a life."""
        low, later = 0, None
        for known in self._progress.get(match, ()):
            if not life.began <= known.at <= life.ended:
                continue
            if known.at <= first:
                low = known.seq
            elif known.at > last and later is None:
                later = known.seq
        # Nothing was noted after it: as many entries as that life ended with may have been stored.
        return low, sys.maxsize if later is None else later

    @property
    def skew(self) -> float:
        """Seconds that the bot's clock was wrong by, at most."""
        return self._transcript.skew

    @property
    def clicks(self) -> list[Interaction]:
        """Every press."""
        return self._transcript.clicks

    @property
    def left(self) -> list[tuple[float, int]]:
        """(at, user) of each who left a server."""
        return self._transcript.left

    @property
    def visibility(self) -> list[Visibility]:
        """Who began to see which channel, or ceased to."""
        return self._transcript.visibility

    @property
    def posts(self) -> list[Post]:
        """What was posted where everybody in a channel could read it."""
        return self._transcript.posts

    # ------------------------------------------------------------------ people

    @cached_property
    def _sights(self) -> dict[tuple[int, int], list[Visibility]]:
        found = defaultdict(list)
        for sight in self._transcript.visibility:
            found[sight.user, sight.channel].append(sight)
        return found

    def sees(self, user: int, channel: int, until: float) -> Spans:
        """When somebody saw a channel, up to a moment.

        No bot is told of a role that is taken and given back: only one that is missing at the
        end counts.
        """
        visibility = self._sights.get((user, channel), [])
        found, since = [], None
        past = [sight for sight in visibility if sight.at <= until]
        for place, sight in enumerate(past, 1):
            told = sight.reported or place == len(past)
            if sight.sees and since is None:
                since = sight.at
            elif not sight.sees and since is not None and told:
                found.append((since, sight.at))
                since = None
        if since is not None:
            found.append((since, until))
        return union(found)

    def quiet(self, user: int, life: LifeEvidence, start: float, end: float) -> Spans:
        """When it was quiet for somebody, by the hours that they had set at the end."""
        quiet: Quiet | None = None
        for used in self._transcript.commands:
            options = dict(used.named)
            mine = used.user == user and used.command == "me" and _HOURS in options
            if mine and life.began <= used.at and used.until < end:
                quiet = None
                if any("Quiet hours from" in told for told in used.told):
                    quiet = Quiet.parse(options[_ZONE], *options[_HOURS].split("-"))
        if quiet is None:
            return []
        found: Spans = []
        for span in quiet.spans(int(start)):
            if span.start > end:
                break
            found.append((float(span.start), float(span.end)))
        return self._certain(found)

    def away(self, user: int, life: LifeEvidence) -> Spans:
        """When somebody was away."""
        return self._certain(union(map(_floats, life.away.get(user, ()))))

    def _certain(self, spans: Spans) -> Spans:
        """The time that is in them however the bot's clock was wrong."""
        skew = self._transcript.skew
        return [(a + skew, b - skew) for a, b in spans if a + skew < b - skew]

    # ------------------------------------------------------------------ boards

    @cached_property
    def _shown(self) -> dict[int, list[tuple[Revision, float]]]:
        """By match: what each message showed, and until when."""
        last: dict[int, tuple[Revision, int]] = {}
        found: defaultdict[int, list[tuple[Revision, float]]] = defaultdict(list)
        for revision in self._transcript.revisions:
            if revision.message in last:
                before, place = last[revision.message]
                found[before.snapshot.match][place] = (before, revision.at)
            places = found[revision.snapshot.match]
            last[revision.message] = revision, len(places)
            places.append((revision, EVER))
        for removal in self._transcript.removals:
            if removal.message in last:
                revision, place = last[removal.message]
                if revision.at <= removal.at:
                    found[revision.snapshot.match][place] = (revision, removal.at)
        return found

    def called(self, match: int, user: int, seqs: range, until: float) -> Spans:
        """When a board that showed so many entries asked somebody to act, where they saw it."""
        found: Spans = []
        for revision, end in self._shown.get(match, ()):
            if user in revision.asked and revision.snapshot.seq in seqs:
                there = [(revision.at, min(end, until))]
                found += both(there, self.sees(user, revision.channel, until))
        return union(found)


def new_events(evidence: Evidence, place: int, match: int, loaded: Loaded) -> int:
    """How many events of a match the life began with, as the copy that was put back had them."""
    if place == 0:
        return 0
    before = evidence.lives()[place - 1].matches.get(match)
    if before is None or before.record.seed != loaded.record.seed:
        return 0
    return _common(before.events, loaded.events)


def new_entries(evidence: Evidence, place: int, match: int, loaded: Loaded) -> int:
    """How many entries of its log the life began with."""
    if place == 0:
        return 0
    before = evidence.lives()[place - 1].matches.get(match)
    if before is None or before.record.seed != loaded.record.seed:
        return 0
    return _common(before.log, loaded.log)


def _common(one: object, other: object) -> int:
    assert isinstance(one, tuple), "stored things are tuples"
    assert isinstance(other, tuple), "stored things are tuples"
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _at(known: Progress) -> float:
    return known.at


def _floats(span: tuple[int, int]) -> tuple[float, float]:
    return float(span[0]), float(span[1])
