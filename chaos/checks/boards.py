"""Of boards: shown once, in order, after they were on disk, and the last one always."""

from collections import Counter, defaultdict

from bot.match.records import Status
from chaos.evidence import Evidence
from chaos.transcript import Kind, Showing

IN_CHANNEL = (Kind.LOBBY, Kind.CARD)
"""What the message of an invitation shows, which is no board."""
Place = tuple[int, int]
"""A match and a channel."""


def shown_too_early(evidence: Evidence) -> list[str]:
    """Messages that told more than the database held at that moment."""
    found = []
    for showing in evidence.transcript.showings:
        look, stored = showing.look, showing.stored
        name = f"message {showing.message} of match {look.match}"
        if stored is None:
            found.append(f"{name}: there was no such match")
        elif look.seq is not None and look.seq > stored.seq:
            found.append(f"{name} told {look.seq} entries, and {stored.seq} were stored")
        elif look.kind in (Kind.END, Kind.CARD) and not stored.over:
            found.append(f"{name} told the end, and the match was not over")
    return found


def shown_twice(evidence: Evidence) -> list[str]:
    """Boards that hang, or hung, beside themselves, though nobody asked for that."""
    shown: defaultdict[tuple[int, int, Kind, int | None, int], set[int]] = defaultdict(set)
    deleted = {gone.message for gone in evidence.transcript.gone if gone.deleted}
    for showing in evidence.transcript.showings:
        look = showing.look
        events = showing.stored.events if showing.stored else 0
        if look.kind not in IN_CHANNEL and showing.message not in deleted:
            key = (look.match, showing.channel, look.kind, look.seq, events)
            shown[key].add(showing.message)
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
    """Boards that were posted for people who had left the server when the one before was posted, or
    left before anybody looked whether they saw it."""
    transcript = evidence.transcript
    absent = {message: set[int]() for message, _ in transcript.missed}
    for message, user in transcript.missed:
        absent[message].add(user)
    before: dict[tuple[int, int | None], Showing] = {}
    found = set()
    for showing in transcript.showings:
        if showing.posted and showing.look.kind is Kind.BOARD:
            key = showing.look.match, showing.look.seq
            if (first := before.get(key)) is not None:
                left = {user for at, user in transcript.left if first.at <= at < showing.at}
                if {*first.asked, *showing.asked} & (left | absent.get(first.message, set())):
                    found.add(showing.message)
            before[key] = showing
    return found


def moved(evidence: Evidence) -> set[int]:
    """Boards that were posted in another place than the one before of the same match."""
    places: dict[int, int] = {}
    found = set()
    for showing in evidence.transcript.showings:
        match = showing.look.match
        if showing.posted and showing.look.kind is Kind.BOARD:
            if places.setdefault(match, showing.channel) != showing.channel:
                found.add(showing.message)
            places[match] = showing.channel
    return found


def went_back(evidence: Evidence) -> list[str]:
    """Showings of less than what had been shown of the match before."""
    newest: dict[int, Showing] = {}
    found = []
    for showing in evidence.transcript.showings:
        look = showing.look
        if look.kind in IN_CHANNEL:
            continue
        before = newest.get(look.match)
        if before is not None and _progress(showing) < _progress(before):
            found.append(
                f"match {look.match}: message {showing.message} showed {look.seq}"
                f" after message {before.message} had shown {before.look.seq or 'the end'}"
            )
        else:
            newest[look.match] = showing
    return found


def _progress(showing: Showing) -> float:
    return float("inf") if showing.look.seq is None else showing.look.seq


def _hanging(evidence: Evidence) -> dict[int, list[Showing]]:
    """What hangs of each match in the end, oldest message first."""
    last: dict[int, Showing] = {}
    for showing in evidence.transcript.showings:
        last[showing.message] = showing
    for gone in evidence.transcript.gone:
        showing_before = last.get(gone.message)
        if showing_before is not None and (gone.deleted or showing_before.at <= gone.at):
            del last[gone.message]
    hanging: defaultdict[int, list[Showing]] = defaultdict(list)
    for message in sorted(last):
        hanging[last[message].look.match].append(last[message])
    return hanging


def not_ended(evidence: Evidence) -> list[str]:
    """Matches that are over and don't show their end as the last thing, once.

    One whose end was shown and then deleted, with its channel, has shown it.
    """
    hanging = _hanging(evidence)
    deleted = {gone.message for gone in evidence.transcript.gone if gone.deleted}
    taken = {
        showing.look.match
        for showing in evidence.transcript.showings
        if showing.look.kind is Kind.END and showing.message in deleted
    }
    found = []
    for match, loaded in evidence.matches.items():
        if loaded.status is not Status.OVER:
            continue
        kinds = [s.look.kind.value for s in hanging.get(match, []) if s.look.kind not in IN_CHANNEL]
        if kinds != ["end"] and not (kinds == [] and match in taken):
            found.append(f"match {match} is over and shows {kinds}")
    return found


def no_result(evidence: Evidence) -> list[str]:
    """Matches that are over and whose card in the channel does not show the result.

    A card that was deleted, with its channel, need not.
    """
    hanging = _hanging(evidence)
    gone = {gone.message for gone in evidence.transcript.gone if gone.deleted}
    cards = {
        showing.look.match: showing.message
        for showing in evidence.transcript.showings
        if showing.look.kind is Kind.LOBBY
    }
    return [
        f"match {match} is over, and its card {cards[match]} does not tell that"
        for match, loaded in evidence.matches.items()
        if loaded.status is Status.OVER and match in cards and cards[match] not in gone
        if Kind.CARD not in [showing.look.kind for showing in hanging.get(match, [])]
    ]


def not_current(evidence: Evidence) -> list[str]:
    """Matches that did not show their current board, and nothing else, in calm weather."""
    found = []
    for point in evidence.transcript.checkpoints:
        seqs = [seq for _, seq in point.boards]
        if seqs != [point.stored.seq]:
            found.append(
                f"match {point.match} stood at {point.stored.seq} and showed {seqs}"
                f" (messages {[message for message, _ in point.boards]})"
            )
    return found
