"""Checks of pings: exactly one for each turn that another player's move started, and no others."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.pings import Ping, allowed_receivers
from bot.match.values.players import UserId
from chaos.checks.boards import called_again, moved
from chaos.checks.panels import calls
from chaos.checks.presses import holder, planned
from chaos.evidence import Evidence
from chaos.transcript import Kind, Snapshot
from cogs.board.mentions import ended_by
from engine.core import driver
from engine.core.types import Seat
from playground.notified import push_faults

AWAY = 30.0
"""Seconds after which a player who leaves the server in a storm is back."""


NOTICE = "notice of "
MOMENT = 2.0
"""A board that was shown for less than this many seconds need not have pinged its player."""
AT_ONCE = 5
"""Seconds within which a player who took over a seat is called, unless they move first."""
_TAKES_OVER = re.compile(r"🔁 <@(?P<user>\d+)>, you play match #(?P<match>\d+)")


@dataclass(frozen=True, slots=True)
class Turn:
    user: UserId
    seat: Seat
    first: int
    """The seq at which the turn began."""
    last: int
    """The last seq at which the match still waited for the user."""
    own: bool
    """Whether the user's own press started the turn, so that it needs no ping."""


def turns(loaded: Loaded) -> list[Turn]:
    """Return all turns of all players, from the log alone.

    An undo can take a turn from a player, and the next pick gives it back. That is one turn, with
    one ping.
    """
    game, roster = loaded.game, loaded.roster
    full = len(roster.joined) == loaded.record.seats
    presser = roster.seat_of(roster.joined[-1] if full else roster.host)
    if loaded.record.table is not None:
        presser = None  # a tournament's match begins automatically
    resigned = {event.after_seq for event in loaded.events if event.kind is MatchEventKind.RESIGNED}
    states = [driver.start(game, loaded.seats).state]
    states += [advance.position.state for advance in loaded.advances()]
    begun: dict[Seat, tuple[int, bool]] = {}
    interrupted: dict[Seat, tuple[int, bool, int]] = {}
    every_turn = []
    for seq, state in enumerate(states):
        undone = False
        if seq:
            if seq - 1 in resigned:
                presser = None
            actor = loaded.log[seq - 1].entry.actor
            undone = loaded.log[seq - 1].entry.token == driver.UNDO
            if actor is not None and holder(loaded, actor, seq - 1) is not None:
                presser = actor
        if game.chance(state) is not None:
            continue
        now = game.to_act(state)
        for seat in [seat for seat in begun if seat not in now]:
            if undone:
                interrupted[seat] = (*begun.pop(seat), seq - 1)
            else:
                every_turn += _turn(loaded, seat, *begun.pop(seat), seq - 1)
        for seat in now - begun.keys():
            first, own = seq, seat == presser
            if not undone and seat in interrupted:
                first, own, _ = interrupted.pop(seat)
            begun[seat] = (first, own)
        if not undone:
            for seat, turn in interrupted.items():
                every_turn += _turn(loaded, seat, *turn)
            interrupted.clear()
    for seat, (first, own) in begun.items():
        every_turn += _turn(loaded, seat, first, own, loaded.seq)
    for seat, turn in interrupted.items():
        every_turn += _turn(loaded, seat, *turn)
    return every_turn


def _turn(loaded: Loaded, seat: Seat, first: int, own: bool, last: int) -> list[Turn]:
    # `first - 1`: a player who resigned immediately was called nevertheless.
    user = holder(loaded, seat, first - 1)
    first_holder = [] if user is None else [Turn(user, seat, first, last, own)]
    return first_holder + [
        Turn(user, seat, max(first, event.after_seq), last, own=False)
        for event in loaded.events
        if event.kind is MatchEventKind.HANDED and event.seat == seat
        if first <= event.after_seq <= last and (user := event.holder) is not None and user > 0
    ]


def _looks(evidence: Evidence) -> dict[int, Snapshot]:
    return {s.message: s.snapshot for s in evidence.transcript.revisions if s.posted}


def _calls(
    evidence: Evidence, pings: Sequence[tuple[int, int]]
) -> list[tuple[UserId, Snapshot | None]]:
    looks = _looks(evidence)
    return [(user, looks.get(message)) for message, user in pings]


def without_subject(evidence: Evidence) -> list[str]:
    return push_faults(evidence.transcript.pushes)


def unnamed(evidence: Evidence) -> list[str]:
    return evidence.transcript.unnamed


def too_many(evidence: Evidence) -> list[str]:
    """Return pings for no turn, for a player's own press, or for the same turn again.

    Players who left the server meanwhile can be called again, and all players can be after a board
    was moved to another place.
    """
    again = called_again(evidence) | moved(evidence) | _check_ins(evidence)
    again |= _take_overs(evidence).keys() | _notices(evidence)
    all_turns = {match: turns(loaded) for match, loaded in evidence.begun().items()}
    problems = []
    pinged: Counter[tuple[int, Turn]] = Counter()
    ends: Counter[tuple[int, UserId]] = Counter()
    for user, look in _calls(evidence, [p for p in evidence.transcript.pings if p[0] not in again]):
        if look is None:
            problems.append(f"user {user} was pinged by a message without buttons")
            continue
        if look.kind is Kind.LOBBY or look.match not in all_turns:
            continue
        if look.kind is Kind.END:
            ends[look.match, user] += 1
            continue
        seq = -1 if look.seq is None else look.seq
        name = f"match {look.match}: user {user} was pinged at {seq}"
        here = [t for t in all_turns[look.match] if t.user == user and t.first <= seq <= t.last]
        if not here:
            problems.append(f"{name} when it was not their turn")
        elif here[0].own:
            problems.append(f"{name} by their own press")
        else:
            pinged[look.match, here[0]] += 1
            if pinged[look.match, here[0]] > 1:
                problems.append(f"{name} again: {here[0]}")
    for (match, user), times in ends.items():
        loaded = evidence.matches[match]
        if times > 1 or user == ended_by(loaded) or user not in loaded.roster.had_part:
            problems.append(f"match {match}: user {user} got {times} pings about the end")
    return problems


def _take_overs(evidence: Evidence) -> dict[int, tuple[int, UserId]]:
    """Return (match, user) for each message that tells a user to play for another player."""
    by_message = {}
    for posting in evidence.transcript.postings:
        if (notice := _TAKES_OVER.match(posting.content)) is not None:
            by_message[posting.message] = int(notice["match"]), int(notice["user"])
    return by_message


def _notices(evidence: Evidence) -> set[int]:
    notices = (
        posting for posting in evidence.transcript.postings if posting.content.startswith(NOTICE)
    )
    return {posting.message for posting in notices}


def _check_ins(evidence: Evidence) -> set[int]:
    return {message for messages in calls(evidence).values() for message in messages}


def _came_and_moved(loaded: Loaded, turn: Turn) -> bool:
    if turn.last >= loaded.seq:
        return False
    record = loaded.log[turn.last]
    return record.entry.actor == turn.seat and any(
        event.kind is MatchEventKind.HANDED
        and (event.seat, event.holder) == (turn.seat, turn.user)
        and record.at - event.at <= AT_ONCE
        for event in loaded.events
    )


def _gave_way(loaded: Loaded, turn: Turn) -> bool:
    return any(
        event.kind is MatchEventKind.FORFEITED
        and (event.seat, event.holder) == (turn.seat, turn.user)
        and turn.first <= event.after_seq <= turn.last
        for event in loaded.events
    )


def too_few(evidence: Evidence) -> list[str]:
    """Return turns without a ping, except in matches where players resigned or asked for the board.

    Most matches of tournaments end by resigning, and a match that ends before its board is posted
    calls no one. Players who had left the server when the board was posted could not be pinged.
    """
    transcript = evidence.transcript
    called = {
        (look.match, user, look.seq)
        for user, look in _calls(evidence, [*transcript.pings, *transcript.missed])
        if look is not None and look.seq is not None
    }
    substitutes = {
        take_over
        for message, take_over in _take_overs(evidence).items()
        if (message, take_over[1]) in transcript.pings
    }
    past = reversed(transcript.revisions)
    ends = {
        revision.snapshot.match: revision.at
        for revision in past
        if revision.snapshot.kind is Kind.END
    }
    boards: defaultdict[int, set[int]] = defaultdict(set)
    for revision in transcript.revisions:
        # An edit can precede the post that pings; a player who resigns between them isn't called.
        end = ends.get(revision.snapshot.match, revision.at + MOMENT)
        is_board = revision.snapshot.kind is Kind.BOARD and revision.snapshot.seq is not None
        if is_board and revision.at + MOMENT <= end:
            boards[revision.snapshot.match].add(revision.snapshot.seq or 0)
    problems = []
    for match, loaded in evidence.begun().items():
        table = loaded.record.table is not None
        resigned = loaded.roster.resigned and not table
        if resigned or match in transcript.asked or loaded.record.day is not None:
            continue
        automatic = planned(loaded)
        for turn in turns(loaded):
            if turn.last == loaded.seq and loaded.status is not Status.OVER:
                continue  # the check "finished" reports unfinished matches
            if turn.first in automatic:
                continue  # their plan moved for them
            span = range(turn.first, turn.last + 1)
            if (match, turn.user) in substitutes:
                continue  # the message about the take-over pinged them
            if _came_and_moved(loaded, turn) or _gave_way(loaded, turn):
                continue  # the turn ended before the bot could call them
            if table and turn.last == loaded.seq and not boards[match].intersection(span):
                continue
            if not turn.own and not any((match, turn.user, seq) in called for seq in span):
                problems.append(f"match {match}: {turn} was not announced")
    return problems


def _is_surely_allowed(evidence: Evidence, loaded: Loaded, user: UserId) -> bool:
    """Return whether the limits allowed a ping even if all other possible pings happened."""
    others = [
        Ping(other_match.roster.host, guest, other_match.record.created)
        for other_match in evidence.matches.values()
        for guest in other_match.roster.invited
        if (other_match.record.id, guest) != (loaded.record.id, user)
    ]
    asked = [
        Ping(event.holder, other, event.at)
        for other_match in evidence.matches.values()
        for event in other_match.events
        if event.kind in (MatchEventKind.DECLINED, MatchEventKind.PAUSE_ASKED)
        and event.holder is not None
        for other in {other_match.roster.host, *other_match.roster.original} - {event.holder, None}
        if other is not None
    ]
    ends = [
        Ping(by, other, other_match.roster.ended or 0)
        for other_match in evidence.matches.values()
        if other_match.status is Status.OVER and (by := ended_by(other_match)) is not None
        for other in other_match.roster.had_part - {by}
    ]
    at = loaded.record.created
    return user in allowed_receivers([*others, *asked, *ends], loaded.roster.host, (user,), at)


def invitations(evidence: Evidence) -> list[str]:
    """Return users pinged twice by an invitation, or not pinged although the limits allowed it.

    Users who had left the server when it was posted could not be pinged.
    """
    left = {
        (revision.snapshot.match, user)
        for revision in evidence.transcript.revisions
        if revision.posted and revision.snapshot.kind is Kind.LOBBY
        for at, user in evidence.transcript.left
        if at <= revision.at <= at + AWAY
    }
    counts = Counter(
        (look.match, user)
        for user, look in _calls(evidence, evidence.transcript.pings)
        if look is not None and look.kind is Kind.LOBBY
    )
    problems = []
    for match, loaded in evidence.matches.items():
        for user in loaded.roster.invited:
            times = counts.pop((match, user), 0)
            missed = times == 0 and (match, user) not in left
            if times > 1 or (missed and _is_surely_allowed(evidence, loaded, user)):
                problems.append(f"match {match}: user {user} was invited by {times} pings")
    problems += [f"match {match}: user {user} was no guest" for match, user in counts]
    return problems
