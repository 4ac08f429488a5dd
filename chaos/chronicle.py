"""When things were so by the playground's clock, whatever the bot's own clock said meanwhile."""

import sys
from collections import defaultdict
from functools import cached_property

from bot.match.loaded import Loaded
from bot.match.timing.quiet_hours import Quiet
from chaos.evidence import Chapter, Evidence
from chaos.spans import EVER, Spans, both, union
from chaos.transcript import Click, Known, Post, Showing, Sight

UNNOTICED = 90.0
"""Seconds for which a bot may be gone before anybody takes it for down (docs/pace.md)."""
_ZONE, _HOURS = "zone", "quiet"
"""The options of /me that set quiet hours."""


class Chronicle:
    """Answers when: made once from the evidence of a run."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._transcript = evidence.transcript

    # ------------------------------------------------------------------ the bot and its matches

    @cached_property
    def down(self) -> Spans:
        """When no bot ran or was connected, short breaks left out."""
        found, since = [], 0.0
        for at, up in self._transcript.ups:
            if up and at - since > UNNOTICED:
                found.append((since, at))
            since = EVER if up else at
        return union(found)

    @cached_property
    def _known(self) -> dict[int, list[Known]]:
        found = defaultdict(list)
        for known in self._transcript.known:
            found[known.match].append(known)
        for showing in self._transcript.showings:
            if showing.stored is not None:
                stored, match = showing.stored, showing.look.match
                found[match].append(Known(showing.at, match, stored.seq, stored.events))
        return {match: sorted(known, key=_at) for match, known in found.items()}

    def of_event(self, chapter: Chapter, match: int, n: int) -> tuple[float, float]:
        """Between which two moments a match event was stored in that life of the bot."""
        before, after = chapter.began, EVER
        for known in self._known.get(match, ()):
            if not chapter.began <= known.at <= chapter.ended:
                continue
            if known.events <= n:
                before = max(before, known.at)
            else:
                after = min(after, known.at)
        return before, after

    def entries(self, chapter: Chapter, match: int, first: float, last: float) -> tuple[int, int]:
        """How many entries a match had, at least and at most, between two moments of a life."""
        low, later = 0, None
        for known in self._known.get(match, ()):
            if not chapter.began <= known.at <= chapter.ended:
                continue
            if known.at <= first:
                low = known.seq
            elif known.at > last and later is None:
                later = known.seq
        # Nothing is known after it: whatever was stored by the end of that life may have been.
        return low, sys.maxsize if later is None else later

    @property
    def skew(self) -> float:
        """Seconds that the bot's clock was wrong by, at most."""
        return self._transcript.skew

    @property
    def clicks(self) -> list[Click]:
        """Every press."""
        return self._transcript.clicks

    @property
    def left(self) -> list[tuple[float, int]]:
        """When who left a server."""
        return self._transcript.left

    @property
    def sights(self) -> list[Sight]:
        """Who began or ceased to see what."""
        return self._transcript.sights

    @property
    def posts(self) -> list[Post]:
        """What was posted where everybody in a channel could read it."""
        return self._transcript.posts

    # ------------------------------------------------------------------ people

    @cached_property
    def _sights(self) -> dict[tuple[int, int], list[Sight]]:
        found = defaultdict(list)
        for sight in self._transcript.sights:
            found[sight.user, sight.channel].append(sight)
        return found

    def sees(self, user: int, channel: int, until: float) -> Spans:
        """When somebody saw a channel, up to a moment.

        No bot is told of a role that is taken and given back: only one that is missing at the
        end counts.
        """
        sights = self._sights.get((user, channel), [])
        found, since = [], None
        past = [sight for sight in sights if sight.at <= until]
        for place, sight in enumerate(past, 1):
            told = sight.kept or place == len(past)
            if sight.sees and since is None:
                since = sight.at
            elif not sight.sees and since is not None and told:
                found.append((since, sight.at))
                since = None
        if since is not None:
            found.append((since, until))
        return union(found)

    def quiet(self, user: int, chapter: Chapter, start: float, end: float) -> Spans:
        """When it was quiet for somebody, by the hours that they had set at the end."""
        quiet: Quiet | None = None
        for used in self._transcript.commands:
            options = dict(used.named)
            mine = used.user == user and used.command == "me" and _HOURS in options
            if mine and chapter.began <= used.at and used.until < end:
                quiet = None
                if any("Quiet hours from" in told for told in used.told):
                    quiet = Quiet.chosen(options[_ZONE], *options[_HOURS].split("-"))
        if quiet is None:
            return []
        found: Spans = []
        for span in quiet.spans(int(start)):
            if span.start > end:
                break
            found.append((float(span.start), float(span.end)))
        return self._certain(found)

    def away(self, user: int, chapter: Chapter) -> Spans:
        """When somebody was away."""
        return self._certain(union(map(_floats, chapter.away.get(user, ()))))

    def _certain(self, spans: Spans) -> Spans:
        """What is left of them whichever way the bot's clock was wrong."""
        skew = self._transcript.skew
        return [(a + skew, b - skew) for a, b in spans if a + skew < b - skew]

    # ------------------------------------------------------------------ boards

    @cached_property
    def _shown(self) -> dict[int, list[tuple[Showing, float]]]:
        """By match what each message showed, and until when."""
        last: dict[int, tuple[Showing, int]] = {}
        found: defaultdict[int, list[tuple[Showing, float]]] = defaultdict(list)
        for showing in self._transcript.showings:
            if showing.message in last:
                before, place = last[showing.message]
                found[before.look.match][place] = (before, showing.at)
            places = found[showing.look.match]
            last[showing.message] = showing, len(places)
            places.append((showing, EVER))
        for gone in self._transcript.gone:
            if gone.message in last:
                showing, place = last[gone.message]
                if showing.at <= gone.at:
                    found[showing.look.match][place] = (showing, gone.at)
        return found

    def called(self, match: int, user: int, seqs: range, until: float) -> Spans:
        """When a board that asked somebody to act hung where they saw it.

        It told one of these numbers of entries.
        """
        found: Spans = []
        for showing, end in self._shown.get(match, ()):
            if user in showing.asked and showing.look.seq in seqs:
                hung = [(showing.at, min(end, until))]
                found += both(hung, self.sees(user, showing.channel, until))
        return union(found)


def new_events(evidence: Evidence, place: int, match: int, loaded: Loaded) -> int:
    """The first event of a match that is of this life, and not of the copy that it began with."""
    if place == 0:
        return 0
    before = evidence.lives()[place - 1].matches.get(match)
    if before is None or before.record.seed != loaded.record.seed:
        return 0
    return _common(before.events, loaded.events)


def new_entries(evidence: Evidence, place: int, match: int, loaded: Loaded) -> int:
    """The same of the entries of its log."""
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


def _at(known: Known) -> float:
    return known.at


def _floats(span: tuple[int, int]) -> tuple[float, float]:
    return float(span[0]), float(span[1])
