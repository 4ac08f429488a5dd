"""Of boards: each is shown once, in order, after it was on disk, and current when all is calm."""

from collections import Counter, defaultdict

from chaos.evidence import Evidence
from chaos.transcript import Kind, Revision

INVITATIONS = (Kind.LOBBY, Kind.CARD)
"""What the message of an invitation shows, which is no board."""


def shown_too_early(evidence: Evidence) -> list[str]:
    """Messages that showed more than the database held at that moment."""
    found = []
    for revision in evidence.transcript.revisions:
        snapshot, stored = revision.snapshot, revision.stored
        name = f"message {revision.message} of match {snapshot.match}"
        if stored is None:
            found.append(f"{name}: there was no such match")
        elif snapshot.seq is not None and snapshot.seq > stored.seq:
            found.append(f"{name} told {snapshot.seq} entries, and {stored.seq} were stored")
        elif snapshot.kind in (Kind.END, Kind.CARD) and not stored.over:
            found.append(f"{name} told the end, and the match was not over")
    return found


def shown_twice(evidence: Evidence) -> list[str]:
    """Boards of the same moment in the same place, though nobody asked for another."""
    shown: defaultdict[tuple[int, int, Kind, int | None, int], set[int]] = defaultdict(set)
    deleted = evidence.transcript.deleted()
    for revision in evidence.transcript.revisions:
        snapshot = revision.snapshot
        events = revision.stored.events if revision.stored else 0
        if snapshot.kind not in INVITATIONS and revision.message not in deleted:
            key = (snapshot.match, revision.channel, snapshot.kind, snapshot.seq, events)
            shown[key].add(revision.message)
    surplus: Counter[int] = Counter()
    again = called_again(evidence)
    where: defaultdict[int, list[str]] = defaultdict(list)
    for (match, channel, kind, seq, _), found in shown.items():
        messages = {message for message in found if message not in again}
        if len(messages) > 1:
            surplus[match] += len(messages) - 1
            where[match].append(f"{kind.value} {seq} in {channel}: {sorted(messages)}")
    asked = evidence.transcript.asked
    return [
        f"match {match}: {'; '.join(where[match])} (asked for {asked.get(match, 0)} times)"
        for match, count in surplus.items()
        if count > asked.get(match, 0)
    ]


def called_again(evidence: Evidence) -> set[int]:
    """Boards posted again for people who may have missed the one before.

    They had left the server when that was posted, or left before anybody looked whether they saw
    it.
    """
    transcript = evidence.transcript
    absent: defaultdict[int, set[int]] = defaultdict(set)
    for message, user in transcript.missed:
        absent[message].add(user)
    before: dict[tuple[int, int | None], Revision] = {}
    found = set()
    for revision in transcript.revisions:
        if revision.posted and revision.snapshot.kind is Kind.BOARD:
            key = revision.snapshot.match, revision.snapshot.seq
            if (first := before.get(key)) is not None:
                left = {user for at, user in transcript.left if first.at <= at < revision.at}
                if {*first.asked, *revision.asked} & (left | absent[first.message]):
                    found.add(revision.message)
            before[key] = revision
    return found


def moved(evidence: Evidence) -> set[int]:
    """Boards that were posted in another place than the one before of the same match."""
    places: dict[int, int] = {}
    found = set()
    for revision in evidence.transcript.revisions:
        match = revision.snapshot.match
        if revision.posted and revision.snapshot.kind is Kind.BOARD:
            if places.setdefault(match, revision.channel) != revision.channel:
                found.add(revision.message)
            places[match] = revision.channel
    return found


def went_back(evidence: Evidence) -> list[str]:
    """Messages that began to show less than had been shown of the match before."""
    newest: dict[int, Revision] = {}
    found = []
    for revision in evidence.transcript.revisions:
        snapshot = revision.snapshot
        if snapshot.kind in INVITATIONS:
            continue
        before = newest.get(snapshot.match)
        if before is not None and _progress(revision) < _progress(before):
            found.append(
                f"match {snapshot.match}: message {revision.message} showed {snapshot.seq}"
                f" after message {before.message} had shown {before.snapshot.seq or 'the end'}"
            )
        else:
            newest[snapshot.match] = revision
    return found


def _progress(revision: Revision) -> float:
    return float("inf") if revision.snapshot.seq is None else revision.snapshot.seq


def not_current(evidence: Evidence) -> list[str]:
    """Matches that did not show their current board, and nothing else, when all was calm."""
    found = []
    for point in evidence.transcript.checkpoints:
        seqs = [seq for _, seq in point.boards]
        if seqs != [point.stored.seq]:
            found.append(
                f"match {point.match} stood at {point.stored.seq} and showed {seqs}"
                f" (messages {[message for message, _ in point.boards]})"
            )
    return found
