"""Ways to spoil what was posted and who was pinged, with the checks that must find it."""

from collections.abc import Callable
from dataclasses import replace

from chaos.checks.pings import turns
from chaos.evidence import Evidence
from chaos.transcript import (
    Kind,
    Posting,
    Remaining,
    Room,
    Snapshot,
    Stored,
)
from playground.model import TEXT, VOICE, Push

Spoil = Callable[[Evidence], None]


def too_early(evidence: Evidence) -> None:
    """A board tells what is not stored."""
    revisions = evidence.transcript.revisions
    revisions[2] = replace(revisions[2], stored=Stored(0, 6, over=False))


def shown_twice(evidence: Evidence) -> None:
    """The same board again, in the same place."""
    revisions = evidence.transcript.revisions
    again = replace(revisions[2], message=5000, posted=False)
    revisions.insert(3, again)
    evidence.transcript.removals.append(
        replace(evidence.transcript.removals[0], message=5000, at=9e9)
    )


def went_back(evidence: Evidence) -> None:
    """An older board after a newer one."""
    revisions = evidence.transcript.revisions
    revisions[3], revisions[4] = revisions[4], revisions[3]


def _remaining(evidence: Evidence, kind: Kind) -> Remaining:
    """What the first match that is over still shows of a kind."""
    remaining = evidence.transcript.remaining
    return next(r for r in remaining if r.snapshot is not None and r.snapshot.kind is kind)


def no_end(evidence: Evidence) -> None:
    """The end was never shown."""
    evidence.transcript.remaining.remove(_remaining(evidence, Kind.END))


def no_result(evidence: Evidence) -> None:
    """The card never told how it ended."""
    remaining = evidence.transcript.remaining
    card = _remaining(evidence, Kind.CARD)
    snapshot = Snapshot(Kind.LOBBY, card.subject.number, None)
    remaining[remaining.index(card)] = replace(card, snapshot=snapshot)


def ended_twice(evidence: Evidence) -> None:
    """The end was posted again beside itself."""
    end = _remaining(evidence, Kind.END)
    evidence.transcript.remaining.append(replace(end, message=5000))


def same_nonce(evidence: Evidence) -> None:
    """Two lines to hosts went out under one nonce."""
    for number, said in enumerate(("Ben can't make it this time.", "Cat can't either.")):
        evidence.transcript.postings.append(Posting(5.0, 6000 + number, 77, "h1:7", said))


def told_the_end_twice(evidence: Evidence) -> None:
    """Somebody was pinged by the end, and again."""
    transcript = evidence.transcript
    end = next(s for s in transcript.revisions if s.snapshot.kind is Kind.END)
    user = evidence.matches[end.snapshot.match].roster.people[0]
    transcript.pings += [(end.message, user)] * 2


def board_left(evidence: Evidence) -> None:
    """An old board keeps its buttons."""
    end = _remaining(evidence, Kind.END)
    snapshot = Snapshot(Kind.BOARD, end.subject.number, 5)
    evidence.transcript.remaining.append(replace(end, message=5000, snapshot=snapshot))


def not_current(evidence: Evidence) -> None:
    """Two boards can be played on when all is calm."""
    points = evidence.transcript.checkpoints
    points[0] = replace(points[0], boards=((1, 4), (2, 5)))


def notified_blankly(evidence: Evidence) -> None:
    """A message without content pinged its reader."""
    message, user = first_call(evidence)
    push = Push(message, 9, user, "Salud", "#general", "", 0.0, is_ping=True)
    evidence.transcript.pushes.append(push)


def unnamed(evidence: Evidence) -> None:
    """A message names people whom clients don't know."""
    evidence.transcript.unnamed.append("@unknown-user for ['5'] in '<@5> is back.'")


def _first_board(evidence: Evidence) -> int:
    """Return the place of the first board in the list of revisions."""
    revisions = evidence.transcript.revisions
    return next(n for n, one in enumerate(revisions) if one.snapshot.kind is Kind.BOARD)


def played_in_the_channel(evidence: Evidence) -> None:
    """The first board is in a channel that has threads, and not in one."""
    revisions, first = evidence.transcript.revisions, _first_board(evidence)
    home = evidence.matches[revisions[first].snapshot.match].record.channel
    revisions[first] = replace(revisions[first], channel=home)


def played_elsewhere(evidence: Evidence) -> None:
    """The first board is in the thread of another channel."""
    revisions, first = evidence.transcript.revisions, _first_board(evidence)
    evidence.transcript.rooms[99] = Room(TEXT, 98)
    revisions[first] = replace(revisions[first], channel=99)


def left_its_voice_channel(evidence: Evidence) -> None:
    """A match that began in a voice channel is played in another channel."""
    board = evidence.transcript.revisions[_first_board(evidence)]
    home = evidence.matches[board.snapshot.match].record.channel
    evidence.transcript.rooms[home] = Room(VOICE, None)


def refused_for_good(evidence: Evidence) -> None:
    """A board had a nonce of one that was deleted, and was posted again a storm later."""
    board = evidence.transcript.revisions[_first_board(evidence)].snapshot
    content = f"board of {board.match} at {board.seq}"
    transcript = evidence.transcript
    transcript.refused.append(Posting(5.0, 0, 0, "n", content))
    transcript.schedule.append((7.0, "-- storm"))
    transcript.postings.append(Posting(9.0, 6000, 77, "other", content))


def pinged_again(evidence: Evidence) -> None:
    """A second ping for the same turn."""
    pings = evidence.transcript.pings
    posted = {s.message for s in evidence.transcript.revisions if s.snapshot.kind is Kind.BOARD}
    pings.append(next(ping for ping in pings if ping[0] in posted))


def pinged_for_an_own_press(evidence: Evidence) -> None:
    """A ping for a turn that the own press led to."""
    match, own = next(
        (match, turn)
        for match, loaded in evidence.matches.items()
        for turn in turns(loaded)
        if turn.own
    )
    look = Snapshot(Kind.BOARD, match, own.first)
    boards = [s.message for s in evidence.transcript.revisions if s.snapshot == look]
    evidence.transcript.pings.append((boards[0], own.user))


def first_call(evidence: Evidence) -> tuple[int, int]:
    """The message and the user of the first call to a turn."""
    posted = {s.message for s in evidence.transcript.revisions if s.snapshot.kind is Kind.BOARD}
    return next(ping for ping in evidence.transcript.pings if ping[0] in posted)


def not_called(evidence: Evidence) -> None:
    """A turn that nobody told of."""
    evidence.transcript.pings.remove(first_call(evidence))


def invited_twice(evidence: Evidence) -> None:
    """A second ping for an invitation."""
    evidence.transcript.pings.append(evidence.transcript.pings[0])


def not_invited(evidence: Evidence) -> None:
    """No ping for an invitation, though nothing else has pinged anybody that day."""
    del evidence.transcript.pings[0]


SPOILED_MESSAGES: dict[Spoil, set[str]] = {
    too_early: {"on disk"},
    shown_twice: {"once"},
    went_back: {"onwards"},
    no_end: {"posted"},
    no_result: {"posted"},
    ended_twice: {"posted"},
    same_nonce: {"posted"},
    told_the_end_twice: {"pings"},
    board_left: {"posted"},
    not_current: {"current"},
    pinged_again: {"pings"},
    notified_blankly: {"lock screens"},
    unnamed: {"names"},
    played_in_the_channel: {"places"},
    played_elsewhere: {"places"},
    left_its_voice_channel: {"places"},
    refused_for_good: {"nonces"},
    pinged_for_an_own_press: {"pings"},
    not_called: {"called"},
    invited_twice: {"invited"},
    not_invited: {"invited"},
}
