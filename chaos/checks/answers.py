"""Of answers: what somebody read in private is what the log says."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.match.lobby.errors import AlreadyStarted, RematchAsked
from bot.match.log.events import EventKind, MatchEvent
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.errors import NotYourTurn
from bot.match.timing import errors as timing_errors
from bot.match.values import errors
from bot.match.values.errors import AlreadyIn, InvitationClosed, Refusal
from chaos.custom_ids import INVITATION, PANELS, read
from chaos.evidence import Evidence, LifeEvidence
from chaos.timeline import Timeline
from chaos.transcript import Interaction
from engine.core import driver

SPEAKS = 30.0
"""Seconds of the playground's time by which an answer may precede or follow what it tells."""
FAILED = "Something went wrong"
DAILY = "daily"
"""Opens a private message that later presses change: its last words answer one of those."""
TOURNAMENTS = "tournament"
DENIALS = ("didn't count", "Nothing changed", "Nothing was planned")


@dataclass(frozen=True, slots=True)
class _Said:
    """One answer, and what it can be compared with."""

    timeline: Timeline
    life: LifeEvidence
    click: Interaction
    text: str

    @property
    def match(self) -> int | None:
        """The match that the press or the command names; None if it names none."""
        if self.click.command:
            named = dict(self.click.named).get("match", "")
            return int(named) if named.isdecimal() else None
        return read(self.click.custom_id).match

    @property
    def loaded(self) -> Loaded | None:
        """The match that was meant; None if there is none."""
        return None if self.match is None else self.life.matches.get(self.match)

    @property
    def user(self) -> int:
        """Who asked."""
        return self.click.user

    def counted(self) -> bool:
        """Whether this interaction has counted, as far as the log can tell."""
        number = self.click.interaction
        if any(press.interaction == number for press in self.life.presses):
            return True
        return any(
            event.kind is EventKind.JOINED and event.detail == str(number)
            for loaded in self.life.matches.values()
            for event in loaded.events
        )

    def did(self, *kinds: EventKind) -> bool:
        """Whether the match has an event of these kinds about whoever asked."""
        loaded = self.loaded
        events = () if loaded is None else loaded.events
        return any(event.kind in kinds and event.holder == self.user for event in events)

    def happened(self, *kinds: EventKind) -> bool:
        """Whether the match had an event of these kinds by then."""
        loaded = self.loaded
        events = () if loaded is None else loaded.events
        return any(event.kind in kinds and self.by_then(event) for event in events)

    def by_then(self, event: MatchEvent) -> bool:
        """Whether an event may have been stored when the answer was given."""
        assert self.match is not None, "the event is of a match"
        first, _ = self.timeline.of_event(self.life, self.match, event.n)
        return first <= self.click.until + SPEAKS

    def states(self) -> list[object]:
        """The States that the match may have been in while the answer was made."""
        loaded, match = self.loaded, self.match
        if loaded is None or match is None:
            return []
        low, high = self.timeline.entries(self.life, match, self.click.at - 1, self.click.until + 1)
        states = [driver.start(loaded.game, loaded.seats).state]
        states += [made.position.state for made in loaded.advances()]
        return list(states[low : min(high, loaded.seq) + 1])


def _waits_for_others(said: _Said) -> bool:
    """Whether there was a moment at which whoever asked did not have to act."""
    loaded = said.loaded
    if loaded is None:
        return True
    seats = [
        event.seat
        for event in loaded.events
        if event.kind in (EventKind.SEATED, EventKind.HANDED) and event.holder == said.user
    ]
    if not seats or said.happened(EventKind.HANDED, EventKind.STOOD_IN):
        return True
    game = loaded.game
    return any(
        game.chance(state) is not None or not set(seats) & game.to_act(state)
        for state in said.states()
    )


def _posted(said: _Said) -> bool:
    return said.click.interaction in said.life.opened


def _rematch(said: _Said) -> bool:
    """Whether there is a rematch, or was one that somebody called off or that ran out."""
    return any(
        match.roster.follows == said.match
        and (
            match.status is not Status.CALLED_OFF
            or match.roster.expired
            or _called_off(said, match)
        )
        for match in said.life.matches.values()
    )


def _called_off(said: _Said, match: Loaded) -> bool:
    told = (read(click.custom_id) for click in said.timeline.clicks)
    return any(
        one.family is INVITATION
        and one.match == match.record.id
        and one.verb in ("cancel", "decline")
        for one in told
    )


def _has_counted_before(said: _Said) -> bool:
    """Whether this person has a press in the match."""
    mine = {press.interaction for press in said.life.presses if press.match == said.match}
    return any(c.interaction in mine and c.user == said.user for c in said.timeline.clicks)


def _elsewhere(said: _Said) -> bool:
    loaded = said.loaded
    return loaded is None or loaded.record.guild != said.click.guild


def _outside(said: _Said) -> bool:
    """Whether whoever asked held no seat at some moment."""
    loaded = said.loaded
    if loaded is None:
        return True
    return said.user not in loaded.roster.holders or said.happened(
        EventKind.HANDED, EventKind.RESIGNED, EventKind.REPLACED, EventKind.FORFEITED
    )


def _expired(said: _Said) -> bool:
    expires = None if said.loaded is None else said.loaded.record.expires
    return expires is not None and said.click.until + said.timeline.skew >= expires


def _over(said: _Said) -> bool:
    loaded = said.loaded
    return loaded is None or loaded.status is not Status.RUNNING


TRUE_IF: dict[str, Callable[[_Said], bool]] = {
    "Your move has already counted": _has_counted_before,
    "You resigned.": lambda said: said.did(EventKind.RESIGNED),
    "The invitation is posted": _posted,
    "Your match has started": _posted,
    "Here it is:": _rematch,
    "The seat is yours again": lambda said: said.did(EventKind.RETURNED),
    "Your choice counts": lambda said: said.did(EventKind.VOTED),
    "The players of the match decide whether": lambda said: said.did(EventKind.OFFERED),
    "The others are asked. The pause": lambda said: said.did(EventKind.PAUSE_ASKED),
    "The match is paused.": lambda said: said.happened(EventKind.PAUSED),
    "The pause is over": lambda said: said.happened(EventKind.RESUMED),
    "It counted, but": lambda said: said.counted() or said.loaded is not None,
    FAILED: lambda _: False,
}
"""What an answer says, and when that is true."""

REASONS: dict[type[Refusal], Callable[[_Said], bool]] = {
    errors.NoSuchMatch: _elsewhere,
    errors.NotInMatch: _outside,
    NotYourTurn: _waits_for_others,
    errors.MatchOver: _over,
    errors.NotStarted: lambda said: True if said.loaded is None else not _began_before(said),
    AlreadyStarted: lambda said: said.happened(EventKind.STARTED),
    AlreadyIn: lambda said: said.did(EventKind.JOINED, EventKind.SEATED),
    InvitationClosed: lambda said: (
        said.happened(EventKind.CANCELLED, EventKind.EXPIRED, EventKind.DECLINED) or _expired(said)
    ),
    timing_errors.Paused: lambda said: said.happened(EventKind.PAUSED),
    timing_errors.OwnLateness: lambda said: said.did(EventKind.LATE),
    timing_errors.MovedMeanwhile: lambda said: said.happened(EventKind.LATE),
    timing_errors.SettledAlready: lambda said: said.happened(
        EventKind.WAITED,
        EventKind.STOOD_IN,
        EventKind.HANDED,
        EventKind.PAUSED,
        EventKind.PAUSE_DECLINED,
        EventKind.CLAIMED,
        EventKind.FORFEITED,
        EventKind.LATE,
    ),
    RematchAsked: lambda said: said.happened(EventKind.REMATCH),
}
"""When a refusal names the right reason; others can't be judged."""


def _began_before(said: _Said) -> bool:
    loaded, match = said.loaded, said.match
    assert loaded is not None, "the caller has looked"
    assert match is not None, "the caller has looked"
    started = [e for e in loaded.events if e.kind is EventKind.STARTED]
    if not started:
        return False
    _, stored = said.timeline.of_event(said.life, match, started[0].n)
    return stored < said.click.at - SPEAKS


def _pattern(sentence: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", ".*", re.escape(sentence)), re.DOTALL)


_REASONS = [(_pattern(kind.sentence), right) for kind, right in REASONS.items()]


def untrue(evidence: Evidence) -> list[str]:
    """Answers that say the opposite of what the log says."""
    timeline = Timeline(evidence)
    found = []
    for click in (*evidence.transcript.clicks, *evidence.transcript.commands):
        life = evidence.life_at(click.at)
        for text in click.told:
            said = _Said(timeline, life, click, text)
            wrong = _judged(said, evidence)
            if wrong:
                what = click.custom_id or f"/{click.command}"
                found.append(f"{click.user} was told {text!r} of {what}: {wrong}")
    return found


def _judged(said: _Said, evidence: Evidence) -> str:
    """What is wrong with an answer; empty if nothing is, or nobody can say."""
    if FAILED in said.text and not evidence.season:
        return ""  # in a storm the way to Discord may be cut in the middle of anything
    # Later presses change that message, so it may tell of those.
    if said.click.command == DAILY:
        return "that is not so" if FAILED in said.text else ""
    if said.click.command == TOURNAMENTS or read(said.click.custom_id).family in PANELS:
        return ""  # another check has them
    denied = any(denial in said.text for denial in DENIALS)
    if denied and (said.counted() or _opened(said)):
        return "it counted"
    for begins, right in TRUE_IF.items():
        if begins in said.text and not right(said):
            return "that is not so"
    for pattern, right in _REASONS:
        if pattern.fullmatch(said.text) and not right(said):
            return "that was not the reason"
    return ""


def _opened(said: _Said) -> bool:
    return bool(said.click.command) and _posted(said)


def rematches(evidence: Evidence) -> list[str]:
    """Matches with more than one rematch that was not called off."""
    found: dict[int, list[int]] = {}
    for match, loaded in evidence.matches.items():
        if loaded.roster.follows is not None:
            found.setdefault(loaded.roster.follows, []).append(match)
    return [
        f"match {old} has the rematches {new}" for old, new in sorted(found.items()) if len(new) > 1
    ]
