"""Checks of places: the place of a match's first board, and boards that Discord refused."""

from chaos.evidence import Evidence
from chaos.transcript import Denial, Kind, Posting, Revision, Role
from playground.model import NEWS, TEXT

WITH_THREADS = (TEXT, NEWS)
HEARD = 5.0
"""Seconds until the bot hears that it has a permission again."""
STORM = "-- storm"
"""The line of the schedule that ends a calm."""
_BOARD = f"{Role.BOARD.value} of "


def elsewhere(evidence: Evidence) -> list[str]:
    """Return matches whose first board is in the wrong place.

    In a channel with threads, the right place is the match's thread. The channel itself is right if
    a player asked for the board there, the bot lacked a permission, or a moderator deleted the
    invitation from which the thread would have been made. A match with a post in a forum begins
    there. Everywhere else the right place is the
    channel, thread or post where the match began, unless it was deleted.
    """
    transcript = evidence.transcript
    problems = []
    for match, board in _first_boards(evidence).items():
        loaded = evidence.begun().get(match)
        if loaded is None or match in transcript.asked:
            continue
        if loaded.record.is_post:
            if board.channel != loaded.record.home:
                problems.append(f"match {match}: its first board is not in its post")
            continue
        home = loaded.record.channel
        here, room = transcript.rooms.get(board.channel), transcript.rooms.get(home)
        if room is None or here is None:
            continue
        name = f"match {match}: its first board is in {board.channel}"
        if room.kind not in WITH_THREADS:
            if board.channel != home:
                problems.append(f"{name}, and it began in {home}, which has no threads")
        elif here.parent == home:
            continue
        elif board.channel != home:
            problems.append(f"{name}, which is not a thread of {home}")
        elif not _is_excused(evidence, match, home, loaded.roster.started or 0, board.at):
            problems.append(f"{name}, and not in a thread of it")
    return problems


def _first_boards(evidence: Evidence) -> dict[int, Revision]:
    boards: dict[int, Revision] = {}
    for revision in evidence.transcript.revisions:
        if revision.posted and revision.snapshot.kind in (Kind.BOARD, Kind.END):
            boards.setdefault(revision.snapshot.match, revision)
    return boards


def _is_excused(evidence: Evidence, match: int, home: int, started: float, at: float) -> bool:
    transcript = evidence.transcript
    deleted = {removal.message for removal in transcript.removals if removal.deleted}
    invitations = {
        revision.message
        for revision in transcript.revisions
        if revision.snapshot.match == match and revision.snapshot.kind is Kind.LOBBY
    }
    if invitations & deleted:
        return True
    return any(_covers(denial, home, started, at) for denial in transcript.denials)


def _covers(denial: Denial, home: int, started: float, at: float) -> bool:
    """Return whether a denial could have kept the bot from making a thread between two times."""
    return denial.channel in (None, home) and denial.began <= at and started <= denial.ended + HEARD


def refused_for_good(evidence: Evidence) -> list[str]:
    """Return boards never posted again after Discord refused them.

    Discord refuses a board if an earlier message with the same nonce was deleted. The bot has time
    until the next storm, because every match shows its board in the calm before it. A finished
    match can show its end in another message.
    """
    transcript = evidence.transcript
    storms = [at for at, line in transcript.schedule if line == STORM]
    ended = {
        remaining.subject.number
        for remaining in transcript.remaining
        if remaining.subject.role is Role.BOARD
    }
    problems = []
    for refusal in transcript.refused:
        if not refusal.content.startswith(_BOARD):
            continue
        until = next((at for at in storms if at > refusal.at), float("inf"))
        again = any(
            _subject(posting) == _subject(refusal) and refusal.at <= posting.at <= until
            for posting in transcript.postings
        )
        if not again and not (until == float("inf") and int(_subject(refusal)) in ended):
            problems.append(
                f"{refusal.content} was refused at {refusal.at:.0f} under the nonce"
                f" {refusal.nonce}, and not posted again"
            )
    return problems


def _subject(posting: Posting) -> str:
    number, _, _ = posting.content.removeprefix(_BOARD).partition(" at ")
    return number if posting.content.startswith(_BOARD) else ""
