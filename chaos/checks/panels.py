"""Checks of tournament messages: one true panel, notes once and in order, cards without pings."""

from collections import Counter
from collections.abc import Iterator, Mapping

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from bot.match.tournaments.fold import fold
from bot.match.tournaments.state import TournamentStatus
from bot.match.values.times import HOUR
from chaos.evidence import Evidence, TournamentRows
from chaos.transcript import PanelSight, Role, Subject
from cogs.tournaments.notes import note_nonce
from engine.core.chance import commitment

NOTED = (
    TournamentEventKind.SUBSTITUTED,
    TournamentEventKind.ADJUDICATED,
    TournamentEventKind.EXTENDED,
    TournamentEventKind.DROPPED,
    TournamentEventKind.CANCELLED,
)
ROUNDED = 2.0
"""Seconds by which a note can seem to precede its event: the bot counts whole seconds."""


def not_shown(evidence: Evidence) -> list[str]:
    problems = []
    for number, rows in evidence.tournaments.items():
        name = f"tournament {number}"
        problems += [f"{name}: {line}" for line in _panel(evidence, number, rows)]
        problems += [f"{name}: {line}" for line in _notes(evidence, number, rows)]
        problems += [f"{name}: {line}" for line in _cards(evidence, rows)]
    return problems


def _panel(evidence: Evidence, number: int, rows: TournamentRows) -> Iterator[str]:
    deleted = evidence.transcript.deleted()
    sights: dict[int, PanelSight] = {}
    for sight in evidence.transcript.panels:
        if sight.tournament == number and sight.message not in deleted:
            sights[sight.message] = sight
    left = [
        remaining.message
        for remaining in evidence.transcript.remaining
        if remaining.subject == Subject(Role.TOURNAMENT, number)
    ]
    if len(sights) != 1 or len(left) > 1:
        yield f"its panel has no or several messages: {sorted({*sights, *left})}"
    now = fold(rows.events)
    for sight in sights.values():
        shows = sight.shows
        ends = now.status is TournamentStatus.CALLED_OFF and now.started is None
        if (shows is None and not ends) or shows not in (None, now.events):
            yield f"its panel {sight.message} shows {shows} of {now.events} events"
    pinged = {message for message, _ in evidence.transcript.pings}
    starts = next((e.n for e in rows.events if e.kind is TournamentEventKind.STARTED), now.events)
    restored = evidence.past_lives[-1].ended if evidence.past_lives else 0.0
    for sight in evidence.transcript.panels:
        if sight.tournament != number:
            continue
        if sight.message in pinged:
            yield f"its panel {sight.message} pinged a user"
        # A panel from before a restore can show events that the restore undid.
        early = sight.shows is not None and sight.shows <= starts and sight.at >= restored
        if early and set(sight.promised) != {now.commitment}:
            yield f"its panel {sight.message} promised {sight.promised} at event {sight.shows}"
    if (rows.shown, rows.told) != (now.events, now.events):
        yield f"of {now.events} events {rows.shown} are stored as shown, {rows.told} as announced"


def _notes(evidence: Evidence, number: int, rows: TournamentRows) -> Iterator[str]:
    posted = _posted(evidence)
    posted_at = {posting.message: posting.at for posting in evidence.transcript.postings}
    slack = ROUNDED + evidence.transcript.skew  # events have the times of the bot's clock
    now = fold(rows.events)
    order: list[int] = []
    for event in rows.events:
        messages = posted.get(note_nonce(number, event), [])
        is_required = event.kind in NOTED and _is_worth_telling(rows, event)
        is_required |= event.kind is TournamentEventKind.FINISHED and bool(now.champions)
        if len(messages) > 1 or (is_required and not messages):
            yield f"event {event.n} ({event.kind.value}) was announced by messages {messages}"
        if messages and posted_at[messages[0]] + slack < event.at:
            yield f"event {event.n} ({event.kind.value}) was announced early by {messages[0]}"
        order += messages[:1]
    if order != sorted(order):
        yield f"its notes came in the order {order}"
    called = Counter(
        user
        for message, user in evidence.transcript.pings
        if message in calls(evidence).get(number, ())
    )
    for event in rows.events:
        if event.kind is TournamentEventKind.CHECK_IN:
            entrants = fold(rows.events[: event.n + 1]).entrants
            checked_in = {e.user for e in rows.events if e.kind is TournamentEventKind.CHECKED_IN}
            for user in {entrant.user for entrant in entrants} - checked_in - called.keys():
                yield f"user {user} did not check in, and was never called to"
    yield from (f"user {user} was called {n} times" for user, n in called.items() if n > 1)


def _is_worth_telling(rows: TournamentRows, event: TournamentEvent) -> bool:
    """Return False for an extension of less than an hour, or of matches that had not started.

    Only the panel reports those.
    """
    if event.kind is not TournamentEventKind.EXTENDED or event.by is not None:
        return True
    before, now = fold(rows.events[: event.n]), fold(rows.events[: event.n + 1])
    if before.stage is None or now.stage is None:
        closes = before.terms.closes or 0
        return (now.terms.closes or 0) - closes >= HOUR
    return now.stage.moved - before.stage.moved >= HOUR


def _cards(evidence: Evidence, rows: TournamentRows) -> Iterator[str]:
    posted, pinged = _posted(evidence), {message for message, _ in evidence.transcript.pings}
    shown = {(secret.message, secret.digits) for secret in evidence.transcript.secrets}
    for table, match in rows.matches:
        messages = posted.get(f"i{match}", [])
        if len(messages) > 1:
            yield f"the card of table {table}, match {match}, has several messages: {messages}"
        loaded = evidence.matches.get(match)
        promised = None if loaded is None else commitment(loaded.record.seed)
        if promised is not None and any((message, promised) not in shown for message in messages):
            yield f"the card of table {table}, match {match}, does not promise its dice"
        if pinged.intersection(messages):
            yield f"the card of table {table}, match {match}, pinged a user"


def calls(evidence: Evidence) -> Mapping[int, tuple[int, ...]]:
    posted = _posted(evidence)
    return {
        number: tuple(
            message
            for event in rows.events
            if event.kind is TournamentEventKind.CHECK_IN
            for part in range(2)
            for message in posted.get(note_nonce(number, event, part), [])
        )
        for number, rows in evidence.tournaments.items()
    }


def _posted(evidence: Evidence) -> dict[str, list[int]]:
    by_nonce: dict[str, list[int]] = {}
    deleted = evidence.transcript.deleted()
    for posting in evidence.transcript.postings:
        messages = by_nonce.setdefault(posting.nonce, [])
        if posting.message not in messages and posting.message not in deleted:
            messages.append(posting.message)
    return by_nonce
