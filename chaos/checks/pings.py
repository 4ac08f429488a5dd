"""Of pings: one for each turn that somebody else brought about, none for any other."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.pings import Ping, allowed
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
"""Seconds after which somebody who leaves the server in a storm is back."""


NOTICE = "notice of "
"""How what is known of a notice begins."""
MOMENT = 2.0
"""Seconds for which a board must have been shown, so that its player had to be called."""
AT_ONCE = 5
"""Seconds in which whoever comes into a seat is called, if they have not moved by then."""
_TAKES_OVER = re.compile(r"🔁 <@(?P<user>\d+)>, you play match #(?P<match>\d+)")


@dataclass(frozen=True, slots=True)
class Turn:
    """A time in which a person had to act."""

    user: UserId
    seat: Seat
    first: int
    """The seq at which it began."""
    last: int
    """The last seq at which the match still waited."""
    own: bool
    """Whether their own press led to it."""


def turns(loaded: Loaded) -> list[Turn]:
    """All turns of all people, from the log alone.

    A turn that is taken from somebody, as the pick before it was taken back, and given back by the
    next pick is one turn: nobody is called to it twice.
    """
    game, roster = loaded.game, loaded.roster
    full = len(roster.joined) == loaded.record.seats
    presser = roster.seat_of(roster.joined[-1] if full else roster.host)
    if loaded.record.table is not None:
        presser = None  # it began by itself
    resigned = {event.after_seq for event in loaded.events if event.kind is EventKind.RESIGNED}
    states = [driver.start(game, loaded.seats).state]
    states += [made.position.state for made in loaded.advances()]
    begun: dict[Seat, tuple[int, bool]] = {}
    taken: dict[Seat, tuple[int, bool, int]] = {}
    found = []
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
                taken[seat] = (*begun.pop(seat), seq - 1)
            else:
                found += _turn(loaded, seat, *begun.pop(seat), seq - 1)
        for seat in now - begun.keys():
            first, own = seq, seat == presser
            if not undone and seat in taken:
                first, own, _ = taken.pop(seat)
            begun[seat] = (first, own)
        if not undone:
            for seat, turn in taken.items():
                found += _turn(loaded, seat, *turn)
            taken.clear()
    for seat, (first, own) in begun.items():
        found += _turn(loaded, seat, first, own, loaded.seq)
    for seat, turn in taken.items():
        found += _turn(loaded, seat, *turn)
    return found


def _turn(loaded: Loaded, seat: Seat, first: int, own: bool, last: int) -> list[Turn]:
    """The turn of a seat, also of each who came into it meanwhile, as in a tournament."""
    user = holder(loaded, seat, first - 1)  # who resigned at once was called all the same
    found = [] if user is None else [Turn(user, seat, first, last, own)]
    return found + [
        Turn(user, seat, max(first, event.after_seq), last, own=False)
        for event in loaded.events
        if event.kind is EventKind.HANDED and event.seat == seat
        if first <= event.after_seq <= last and (user := event.holder) is not None and user > 0
    ]


def _looks(evidence: Evidence) -> dict[int, Snapshot]:
    """What each message showed when it was posted."""
    return {s.message: s.snapshot for s in evidence.transcript.revisions if s.posted}


def _calls(
    evidence: Evidence, pings: Sequence[tuple[int, int]]
) -> list[tuple[UserId, Snapshot | None]]:
    looks = _looks(evidence)
    return [(user, looks.get(message)) for message, user in pings]


def untold(evidence: Evidence) -> list[str]:
    """Return the notifications that are blank or don't name what they are about."""
    return push_faults(evidence.transcript.pushes)


def unnamed(evidence: Evidence) -> list[str]:
    """Return the public messages that show @unknown-user in place of a name."""
    return evidence.transcript.unnamed


def too_many(evidence: Evidence) -> list[str]:
    """Pings for no turn, for an own press, or for the same turn again.

    Whoever left the server meanwhile may be called again, and everybody is where somebody else
    takes the board to another place.
    """
    again = called_again(evidence) | moved(evidence) | _check_ins(evidence)
    again |= _take_overs(evidence).keys() | _notices(evidence)
    all_turns = {match: turns(loaded) for match, loaded in evidence.begun().items()}
    found = []
    seen: Counter[tuple[int, Turn]] = Counter()
    ends: Counter[tuple[int, UserId]] = Counter()
    for user, look in _calls(evidence, [p for p in evidence.transcript.pings if p[0] not in again]):
        if look is None:
            found.append(f"user {user} was pinged by a message without buttons")
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
            found.append(f"{name} and did not have to act")
        elif here[0].own:
            found.append(f"{name} by their own press")
        else:
            seen[look.match, here[0]] += 1
            if seen[look.match, here[0]] > 1:
                found.append(f"{name} again: {here[0]}")
    for (match, user), times in ends.items():
        loaded = evidence.matches[match]
        if times > 1 or user == ended_by(loaded) or user not in loaded.roster.had_part:
            found.append(f"match {match}: user {user} was told of the end by {times} pings")
    return found


def _take_overs(evidence: Evidence) -> dict[int, tuple[int, UserId]]:
    """The messages that tell somebody that they play for somebody else: the match, and who."""
    found = {}
    for posting in evidence.transcript.postings:
        if (told := _TAKES_OVER.match(posting.content)) is not None:
            found[posting.message] = int(told["match"]), int(told["user"])
    return found


def _notices(evidence: Evidence) -> set[int]:
    """The notices about matches, which another check has."""
    notices = (one for one in evidence.transcript.postings if one.content.startswith(NOTICE))
    return {posting.message for posting in notices}


def _check_ins(evidence: Evidence) -> set[int]:
    """The messages that call people to check in to a tournament, which another check has."""
    return {message for messages in calls(evidence).values() for message in messages}


def _came_and_moved(loaded: Loaded, turn: Turn) -> bool:
    """Whether somebody came into a seat and had moved before anybody could call them."""
    if turn.last >= loaded.seq:
        return False
    kept = loaded.log[turn.last]
    return kept.entry.actor == turn.seat and any(
        event.kind is EventKind.HANDED
        and (event.seat, event.holder) == (turn.seat, turn.user)
        and kept.at - event.at <= AT_ONCE
        for event in loaded.events
    )


def _gave_way(loaded: Loaded, turn: Turn) -> bool:
    """Whether somebody lost their seat during a turn, maybe before anybody could call them."""
    return any(
        event.kind is EventKind.FORFEITED
        and (event.seat, event.holder) == (turn.seat, turn.user)
        and turn.first <= event.after_seq <= turn.last
        for event in loaded.events
    )


def too_few(evidence: Evidence) -> list[str]:
    """Turns without a ping; not of matches in which people resigned or asked for the board.

    Those of tournaments are mostly resigned: what ended before its board came called nobody.
    Whoever had left the server when the board was posted could not be pinged.
    """
    transcript = evidence.transcript
    called = {
        (look.match, user, look.seq)
        for user, look in _calls(evidence, [*transcript.pings, *transcript.missed])
        if look is not None and look.seq is not None
    }
    substitutes = {
        one for number, one in _take_overs(evidence).items() if (number, one[1]) in transcript.pings
    }
    past = reversed(transcript.revisions)
    ends = {one.snapshot.match: one.at for one in past if one.snapshot.kind is Kind.END}
    shown: defaultdict[int, set[int]] = defaultdict(set)
    for one in transcript.revisions:
        # An edit can come before the post that pings; whoever resigns between them isn't called.
        end = ends.get(one.snapshot.match, one.at + MOMENT)
        is_board = one.snapshot.kind is Kind.BOARD and one.snapshot.seq is not None
        if is_board and one.at + MOMENT <= end:
            shown[one.snapshot.match].add(one.snapshot.seq or 0)
    found = []
    for match, loaded in evidence.begun().items():
        table = loaded.record.table is not None
        resigned = loaded.roster.resigned and not table
        if resigned or match in transcript.asked or loaded.record.day is not None:
            continue
        by_itself = planned(loaded)
        for turn in turns(loaded):
            if turn.last == loaded.seq and loaded.status is not Status.OVER:
                continue  # it is not over, which another check tells
            if turn.first in by_itself:
                continue  # their plan moved for them
            span = range(turn.first, turn.last + 1)
            if (match, turn.user) in substitutes or _came_and_moved(loaded, turn):
                continue
            if _gave_way(loaded, turn):
                continue
            if table and turn.last == loaded.seq and not shown[match].intersection(span):
                continue
            if not turn.own and not any((match, turn.user, seq) in called for seq in span):
                found.append(f"match {match}: {turn} was not announced")
    return found


def _might_be(evidence: Evidence, loaded: Loaded, user: UserId) -> bool:
    """Whether an invitation might ping somebody, even if all else that might have pinged did."""
    others = [
        Ping(one.roster.host, guest, one.record.created)
        for one in evidence.matches.values()
        for guest in one.roster.invited
        if (one.record.id, guest) != (loaded.record.id, user)
    ]
    asked = [
        Ping(event.holder, other, event.at)
        for one in evidence.matches.values()
        for event in one.events
        if event.kind in (EventKind.DECLINED, EventKind.PAUSE_ASKED) and event.holder is not None
        for other in {one.roster.host, *one.roster.original} - {event.holder, None}
        if other is not None
    ]
    ends = [
        Ping(by, other, one.roster.ended or 0)
        for one in evidence.matches.values()
        if one.status is Status.OVER and (by := ended_by(one)) is not None
        for other in one.roster.had_part - {by}
    ]
    at = loaded.record.created
    return user in allowed([*others, *asked, *ends], loaded.roster.host, (user,), at)


def invitations(evidence: Evidence) -> list[str]:
    """People who were pinged more than once by an invitation, or not although they might be.

    Whoever had left the server when it was posted could not be pinged.
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
    found = []
    for match, loaded in evidence.matches.items():
        for user in loaded.roster.invited:
            times = counts.pop((match, user), 0)
            missed = times == 0 and (match, user) not in left
            if times > 1 or (missed and _might_be(evidence, loaded, user)):
                found.append(f"match {match}: user {user} was invited by {times} pings")
    found += [f"match {match}: user {user} was no guest" for match, user in counts]
    return found
