"""Checks of boards: stored before shown, shown once and in order, and current in each calm."""

from collections import Counter, defaultdict

from chaos.evidence import Evidence
from chaos.transcript import Kind, Revision

INVITATIONS = (Kind.LOBBY, Kind.CARD)


def shown_too_early(evidence: Evidence) -> list[str]:
    problems = []
    for revision in evidence.transcript.revisions:
        snapshot, stored = revision.snapshot, revision.stored
        name = f"message {revision.message} of match {snapshot.match}"
        if stored is None:
            problems.append(f"{name}: there was no such match")
        elif snapshot.seq is not None and snapshot.seq > stored.seq:
            problems.append(f"{name} showed {snapshot.seq} entries when {stored.seq} were stored")
        elif snapshot.kind in (Kind.END, Kind.CARD) and not stored.over:
            problems.append(f"{name} showed the end before the match was over")
    return problems


def shown_twice(evidence: Evidence) -> list[str]:
    """Return boards that show the same state in the same place, and that no player asked for."""
    by_state: defaultdict[tuple[int, int, Kind, int | None, int], set[int]] = defaultdict(set)
    deleted = evidence.transcript.deleted()
    for revision in evidence.transcript.revisions:
        snapshot = revision.snapshot
        events = revision.stored.events if revision.stored else 0
        if snapshot.kind not in INVITATIONS and revision.message not in deleted:
            key = (snapshot.match, revision.channel, snapshot.kind, snapshot.seq, events)
            by_state[key].add(revision.message)
    surplus: Counter[int] = Counter()
    again = called_again(evidence)
    where: defaultdict[int, list[str]] = defaultdict(list)
    for (match, channel, kind, seq, _), posted in by_state.items():
        messages = {message for message in posted if message not in again}
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
    """Return boards posted again for players who might have missed the previous one.

    Such players were not in the server when the board was posted, or left it before the bot checked
    whether they saw the board.
    """
    transcript = evidence.transcript
    absent: defaultdict[int, set[int]] = defaultdict(set)
    for message, user in transcript.missed:
        absent[message].add(user)
    before: dict[tuple[int, int | None], Revision] = {}
    boards = set()
    for revision in transcript.revisions:
        if revision.posted and revision.snapshot.kind is Kind.BOARD:
            key = revision.snapshot.match, revision.snapshot.seq
            if (first := before.get(key)) is not None:
                left = {user for at, user in transcript.left if first.at <= at < revision.at}
                if {*first.asked, *revision.asked} & (left | absent[first.message]):
                    boards.add(revision.message)
            before[key] = revision
    return boards


def moved(evidence: Evidence) -> set[int]:
    places: dict[int, int] = {}
    boards = set()
    for revision in evidence.transcript.revisions:
        match = revision.snapshot.match
        if revision.posted and revision.snapshot.kind is Kind.BOARD:
            if places.setdefault(match, revision.channel) != revision.channel:
                boards.add(revision.message)
            places[match] = revision.channel
    return boards


def went_back(evidence: Evidence) -> list[str]:
    newest: dict[int, Revision] = {}
    problems = []
    for revision in evidence.transcript.revisions:
        snapshot = revision.snapshot
        if snapshot.kind in INVITATIONS:
            continue
        before = newest.get(snapshot.match)
        if before is not None and _progress(revision) < _progress(before):
            problems.append(
                f"match {snapshot.match}: message {revision.message} showed {snapshot.seq}"
                f" after message {before.message} had shown {before.snapshot.seq or 'the end'}"
            )
        else:
            newest[snapshot.match] = revision
    return problems


def _progress(revision: Revision) -> float:
    return float("inf") if revision.snapshot.seq is None else revision.snapshot.seq


def not_current(evidence: Evidence) -> list[str]:
    problems = []
    for point in evidence.transcript.checkpoints:
        seqs = [seq for _, seq in point.boards]
        if seqs != [point.stored.seq]:
            problems.append(
                f"match {point.match} was at {point.stored.seq} and showed {seqs}"
                f" (messages {[message for message, _ in point.boards]})"
            )
    return problems
