"""Checks of private answers: they must agree with the log."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.match.lobby.errors import AlreadyStarted, RematchAsked
from bot.match.log.events import MatchEvent, MatchEventKind
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
"""Seconds by which an answer can precede or follow the event that it reports."""
FAILED = "Something went wrong"
DAILY = "daily"
"""A command whose answer later presses edit, so its final text can be about such a press."""
TOURNAMENTS = "tournament"
DENIALS = ("didn't count", "Nothing changed", "Nothing was planned")


@dataclass(frozen=True, slots=True)
class _Said:
    timeline: Timeline
    life: LifeEvidence
    click: Interaction
    text: str

    @property
    def match(self) -> int | None:
        if self.click.command:
            named = dict(self.click.named).get("match", "")
            return int(named) if named.isdecimal() else None
        return read(self.click.custom_id).match

    @property
    def loaded(self) -> Loaded | None:
        return None if self.match is None else self.life.matches.get(self.match)

    @property
    def user(self) -> int:
        return self.click.user

    def counted(self) -> bool:
        number = self.click.interaction
        if any(press.interaction == number for press in self.life.presses):
            return True
        return any(
            event.kind is MatchEventKind.JOINED and event.detail == str(number)
            for loaded in self.life.matches.values()
            for event in loaded.events
        )

    def did(self, *kinds: MatchEventKind) -> bool:
        loaded = self.loaded
        events = () if loaded is None else loaded.events
        return any(event.kind in kinds and event.holder == self.user for event in events)

    def happened(self, *kinds: MatchEventKind) -> bool:
        loaded = self.loaded
        events = () if loaded is None else loaded.events
        return any(event.kind in kinds and self.by_then(event) for event in events)

    def by_then(self, event: MatchEvent) -> bool:
        assert self.match is not None, "the event is of a match"
        first, _ = self.timeline.of_event(self.life, self.match, event.n)
        return first <= self.click.until + SPEAKS

    def states(self) -> list[object]:
        loaded, match = self.loaded, self.match
        if loaded is None or match is None:
            return []
        low, high = self.timeline.entries(self.life, match, self.click.at - 1, self.click.until + 1)
        states = [driver.start(loaded.game, loaded.seats).state]
        states += [advance.position.state for advance in loaded.advances()]
        return list(states[low : min(high, loaded.seq) + 1])


def _waits_for_others(answer: _Said) -> bool:
    loaded = answer.loaded
    if loaded is None:
        return True
    seats = [
        event.seat
        for event in loaded.events
        if event.kind in (MatchEventKind.SEATED, MatchEventKind.HANDED)
        and event.holder == answer.user
    ]
    if not seats or answer.happened(MatchEventKind.HANDED, MatchEventKind.STOOD_IN):
        return True
    game = loaded.game
    return any(
        game.chance(state) is not None or not set(seats) & game.to_act(state)
        for state in answer.states()
    )


def _posted(answer: _Said) -> bool:
    return answer.click.interaction in answer.life.opened


def _rematch(answer: _Said) -> bool:
    return any(
        match.roster.follows == answer.match
        and (
            match.status is not Status.CALLED_OFF
            or match.roster.expired
            or _called_off(answer, match)
        )
        for match in answer.life.matches.values()
    )


def _called_off(answer: _Said, match: Loaded) -> bool:
    pressed = (read(click.custom_id) for click in answer.timeline.clicks)
    return any(
        button.family is INVITATION
        and button.match == match.record.id
        and button.verb in ("cancel", "decline")
        for button in pressed
    )


def _has_counted_before(answer: _Said) -> bool:
    in_match = {press.interaction for press in answer.life.presses if press.match == answer.match}
    return any(c.interaction in in_match and c.user == answer.user for c in answer.timeline.clicks)


def _elsewhere(answer: _Said) -> bool:
    loaded = answer.loaded
    return loaded is None or loaded.record.guild != answer.click.guild


def _outside(answer: _Said) -> bool:
    loaded = answer.loaded
    if loaded is None:
        return True
    return answer.user not in loaded.roster.holders or answer.happened(
        MatchEventKind.HANDED,
        MatchEventKind.RESIGNED,
        MatchEventKind.REPLACED,
        MatchEventKind.FORFEITED,
    )


def _expired(answer: _Said) -> bool:
    expires = None if answer.loaded is None else answer.loaded.record.expires
    return expires is not None and answer.click.until + answer.timeline.skew >= expires


def _over(answer: _Said) -> bool:
    loaded = answer.loaded
    return loaded is None or loaded.status is not Status.RUNNING


TRUE_IF: dict[str, Callable[[_Said], bool]] = {
    "Your move has already counted": _has_counted_before,
    "You resigned.": lambda said: said.did(MatchEventKind.RESIGNED),
    "The invitation is posted": _posted,
    "Your match has started": _posted,
    "Here it is:": _rematch,
    "The seat is yours again": lambda said: said.did(MatchEventKind.RETURNED),
    "Your choice counts": lambda said: said.did(MatchEventKind.VOTED),
    "The players of the match decide whether": lambda said: said.did(MatchEventKind.OFFERED),
    "The others are asked. The pause": lambda said: said.did(MatchEventKind.PAUSE_ASKED),
    "The match is paused.": lambda said: said.happened(MatchEventKind.PAUSED),
    "The pause is over": lambda said: said.happened(MatchEventKind.RESUMED),
    "It counted, but": lambda said: said.counted() or said.loaded is not None,
    FAILED: lambda _: False,
}

REASONS: dict[type[Refusal], Callable[[_Said], bool]] = {
    errors.NoSuchMatch: _elsewhere,
    errors.NotInMatch: _outside,
    NotYourTurn: _waits_for_others,
    errors.MatchOver: _over,
    errors.NotStarted: lambda said: True if said.loaded is None else not _began_before(said),
    AlreadyStarted: lambda said: said.happened(MatchEventKind.STARTED),
    AlreadyIn: lambda said: said.did(MatchEventKind.JOINED, MatchEventKind.SEATED),
    InvitationClosed: lambda said: (
        said.happened(MatchEventKind.CANCELLED, MatchEventKind.EXPIRED, MatchEventKind.DECLINED)
        or _expired(said)
    ),
    timing_errors.Paused: lambda said: said.happened(MatchEventKind.PAUSED),
    timing_errors.OwnLateness: lambda said: said.did(MatchEventKind.LATE),
    timing_errors.MovedMeanwhile: lambda said: said.happened(MatchEventKind.LATE),
    timing_errors.SettledAlready: lambda said: said.happened(
        MatchEventKind.WAITED,
        MatchEventKind.STOOD_IN,
        MatchEventKind.HANDED,
        MatchEventKind.PAUSED,
        MatchEventKind.PAUSE_DECLINED,
        MatchEventKind.CLAIMED,
        MatchEventKind.FORFEITED,
        MatchEventKind.LATE,
    ),
    RematchAsked: lambda said: said.happened(MatchEventKind.REMATCH),
}
"""Refusals, each with the condition under which its reason is true; others can't be judged."""


def _began_before(answer: _Said) -> bool:
    loaded, match = answer.loaded, answer.match
    assert loaded is not None, "the caller checks this"
    assert match is not None, "the caller checks this"
    started = [e for e in loaded.events if e.kind is MatchEventKind.STARTED]
    if not started:
        return False
    _, stored = answer.timeline.of_event(answer.life, match, started[0].n)
    return stored < answer.click.at - SPEAKS


def _pattern(sentence: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", ".*", re.escape(sentence)), re.DOTALL)


_REASONS = [(_pattern(kind.sentence), right) for kind, right in REASONS.items()]


def untrue(evidence: Evidence) -> list[str]:
    timeline = Timeline(evidence)
    problems = []
    for click in (*evidence.transcript.clicks, *evidence.transcript.commands):
        life = evidence.life_at(click.at)
        for text in click.told:
            answer = _Said(timeline, life, click, text)
            problem = _judged(answer, evidence)
            if problem:
                action = click.custom_id or f"/{click.command}"
                problems.append(f"user {click.user} read {text!r} after {action}: {problem}")
    return problems


def _judged(answer: _Said, evidence: Evidence) -> str:
    if FAILED in answer.text and not evidence.season:
        return ""  # a storm can cut the connection to Discord at any moment
    # Later presses edit that message, so it can be about those.
    if answer.click.command == DAILY:
        return "that is not true" if FAILED in answer.text else ""
    if answer.click.command == TOURNAMENTS or read(answer.click.custom_id).family in PANELS:
        return ""  # chaos/checks/tournaments.py judges those
    denied = any(denial in answer.text for denial in DENIALS)
    if denied and (answer.counted() or _opened(answer)):
        return "it counted"
    for begins, right in TRUE_IF.items():
        if begins in answer.text and not right(answer):
            return "that is not true"
    for pattern, right in _REASONS:
        if pattern.fullmatch(answer.text) and not right(answer):
            return "that was not the reason"
    return ""


def _opened(answer: _Said) -> bool:
    return bool(answer.click.command) and _posted(answer)


def rematches(evidence: Evidence) -> list[str]:
    by_match: dict[int, list[int]] = {}
    for match, loaded in evidence.matches.items():
        if loaded.roster.follows is not None:
            by_match.setdefault(loaded.roster.follows, []).append(match)
    return [
        f"match {old} has the rematches {new}"
        for old, new in sorted(by_match.items())
        if len(new) > 1
    ]
