"""Ways to spoil messages and pings, each with the checks that must find it."""

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


def board_ahead_of_the_database(evidence: Evidence) -> None:
    revisions = evidence.transcript.revisions
    revisions[2] = replace(revisions[2], stored=Stored(0, 6, over=False))


def board_posted_twice(evidence: Evidence) -> None:
    revisions = evidence.transcript.revisions
    again = replace(revisions[2], message=5000, posted=False)
    revisions.insert(3, again)
    evidence.transcript.removals.append(
        replace(evidence.transcript.removals[0], message=5000, at=9e9)
    )


def older_board_after_a_newer_one(evidence: Evidence) -> None:
    revisions = evidence.transcript.revisions
    revisions[3], revisions[4] = revisions[4], revisions[3]


def _remaining(evidence: Evidence, kind: Kind) -> Remaining:
    remaining = evidence.transcript.remaining
    return next(r for r in remaining if r.snapshot is not None and r.snapshot.kind is kind)


def end_never_shown(evidence: Evidence) -> None:
    evidence.transcript.remaining.remove(_remaining(evidence, Kind.END))


def card_without_result(evidence: Evidence) -> None:
    remaining = evidence.transcript.remaining
    card = _remaining(evidence, Kind.CARD)
    snapshot = Snapshot(Kind.LOBBY, card.subject.number, None)
    remaining[remaining.index(card)] = replace(card, snapshot=snapshot)


def end_posted_twice(evidence: Evidence) -> None:
    end = _remaining(evidence, Kind.END)
    evidence.transcript.remaining.append(replace(end, message=5000))


def two_messages_with_one_nonce(evidence: Evidence) -> None:
    for number, sentence in enumerate(("Ben can't make it this time.", "Cat can't either.")):
        evidence.transcript.postings.append(Posting(5.0, 6000 + number, 77, "h1:7", sentence))


def two_pings_about_the_end(evidence: Evidence) -> None:
    transcript = evidence.transcript
    end = next(s for s in transcript.revisions if s.snapshot.kind is Kind.END)
    user = evidence.matches[end.snapshot.match].roster.people[0]
    transcript.pings += [(end.message, user)] * 2


def old_board_keeps_its_buttons(evidence: Evidence) -> None:
    end = _remaining(evidence, Kind.END)
    snapshot = Snapshot(Kind.BOARD, end.subject.number, 5)
    evidence.transcript.remaining.append(replace(end, message=5000, snapshot=snapshot))


def two_playable_boards_in_a_calm(evidence: Evidence) -> None:
    points = evidence.transcript.checkpoints
    points[0] = replace(points[0], boards=((1, 4), (2, 5)))


def ping_by_a_message_without_content(evidence: Evidence) -> None:
    message, user = first_call(evidence)
    push = Push(message, 9, user, "Salud", "#general", "", 0.0, is_ping=True)
    evidence.transcript.pushes.append(push)


def unknown_user_named(evidence: Evidence) -> None:
    evidence.transcript.unnamed.append("@unknown-user for ['5'] in '<@5> is back.'")


def _first_board(evidence: Evidence) -> int:
    revisions = evidence.transcript.revisions
    return next(n for n, revision in enumerate(revisions) if revision.snapshot.kind is Kind.BOARD)


def first_board_outside_a_thread(evidence: Evidence) -> None:
    revisions, first = evidence.transcript.revisions, _first_board(evidence)
    home = evidence.matches[revisions[first].snapshot.match].record.channel
    revisions[first] = replace(revisions[first], channel=home)


def first_board_in_a_thread_of_another_channel(evidence: Evidence) -> None:
    revisions, first = evidence.transcript.revisions, _first_board(evidence)
    evidence.transcript.rooms[99] = Room(TEXT, 98)
    revisions[first] = replace(revisions[first], channel=99)


def match_left_its_voice_channel(evidence: Evidence) -> None:
    board = evidence.transcript.revisions[_first_board(evidence)]
    home = evidence.matches[board.snapshot.match].record.channel
    evidence.transcript.rooms[home] = Room(VOICE, None)


def refused_board_posted_a_storm_later(evidence: Evidence) -> None:
    board = evidence.transcript.revisions[_first_board(evidence)].snapshot
    content = f"board of {board.match} at {board.seq}"
    transcript = evidence.transcript
    transcript.refused.append(Posting(5.0, 0, 0, "n", content))
    transcript.schedule.append((7.0, "-- storm"))
    transcript.postings.append(Posting(9.0, 6000, 77, "other", content))


def second_ping_for_a_turn(evidence: Evidence) -> None:
    pings = evidence.transcript.pings
    posted = {s.message for s in evidence.transcript.revisions if s.snapshot.kind is Kind.BOARD}
    pings.append(next(ping for ping in pings if ping[0] in posted))


def ping_for_an_own_press(evidence: Evidence) -> None:
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
    posted = {s.message for s in evidence.transcript.revisions if s.snapshot.kind is Kind.BOARD}
    return next(ping for ping in evidence.transcript.pings if ping[0] in posted)


def turn_without_a_ping(evidence: Evidence) -> None:
    evidence.transcript.pings.remove(first_call(evidence))


def second_ping_for_an_invitation(evidence: Evidence) -> None:
    evidence.transcript.pings.append(evidence.transcript.pings[0])


def invitation_without_a_ping(evidence: Evidence) -> None:
    del evidence.transcript.pings[0]


SPOILED_MESSAGES: dict[Spoil, set[str]] = {
    board_ahead_of_the_database: {"on disk"},
    board_posted_twice: {"once"},
    older_board_after_a_newer_one: {"onwards"},
    end_never_shown: {"posted"},
    card_without_result: {"posted"},
    end_posted_twice: {"posted"},
    two_messages_with_one_nonce: {"posted"},
    two_pings_about_the_end: {"pings"},
    old_board_keeps_its_buttons: {"posted"},
    two_playable_boards_in_a_calm: {"current"},
    second_ping_for_a_turn: {"pings"},
    ping_by_a_message_without_content: {"lock screens"},
    unknown_user_named: {"names"},
    first_board_outside_a_thread: {"places"},
    first_board_in_a_thread_of_another_channel: {"places"},
    match_left_its_voice_channel: {"places"},
    refused_board_posted_a_storm_later: {"nonces"},
    ping_for_an_own_press: {"pings"},
    turn_without_a_ping: {"called"},
    second_ping_for_an_invitation: {"invited"},
    invitation_without_a_ping: {"invited"},
}
