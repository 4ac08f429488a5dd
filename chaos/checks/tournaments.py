"""Of tournaments: a match for each table, nothing lost, files that verify, seeds that stay secret.

What everybody sees of them is in panels.py.
"""

from collections import Counter
from collections.abc import Iterator

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.tournaments.eligibility import INELIGIBLE
from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.tournaments.files import BadTournament, verify, written
from bot.match.tournaments.fold import fold
from bot.match.tournaments.matches import result_of
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.tables import How, Table, TableId
from bot.match.tournaments.terms import Terms
from bot.match.values.times import DAY
from chaos.checks.lateness import SLACK
from chaos.custom_ids import TOURNAMENT, read
from chaos.evidence import Evidence, TournamentRows
from chaos.messages import DIGEST
from chaos.spans import length, union, without
from chaos.timeline import Timeline
from chaos.transcript import Interaction, Kind

_JOINED = ("You're in **{name}**!", "**{name}** has no free place")
_LEFT = ("You've left **{name}**", "You've withdrawn from **{name}**")
SAID: tuple[tuple[tuple[str, ...], tuple[EventKind, ...]], ...] = (
    (_JOINED, (EventKind.JOINED,)),
    (_LEFT, (EventKind.LEFT, EventKind.WITHDREW)),
    (("**{name}** has started",), (EventKind.STARTED,)),
    (("**{name}** has ended",), (EventKind.CANCELLED,)),
    (("Everybody is told that you did, and why: **{name}**",), (EventKind.ADJUDICATED,)),
    (("> now plays for <", "> is back in **"), (EventKind.SUBSTITUTED,)),
    (("more, and everybody is told",), (EventKind.EXTENDED,)),
)
"""Answers by which somebody is told that something counted, and what must then have happened."""
TOGGLES = ((EventKind.JOINED,), (EventKind.LEFT, EventKind.WITHDREW))
"""Kinds of events that may be taken out of the history again."""
OF_PEOPLE = (EventKind.JOINED, EventKind.LEFT, EventKind.WITHDREW, EventKind.CHECKED_IN)
"""What only somebody themselves does."""
OF_MODERATORS = (
    EventKind.EDITED,
    EventKind.STARTED,
    EventKind.CANCELLED,
    EventKind.ADJUDICATED,
    EventKind.EXTENDED,
    EventKind.SUBSTITUTED,
)
"""What a moderator does: in a run each tournament is made by the only one."""


def tables_without_match(evidence: Evidence) -> list[str]:
    """Tables with two matches or with none, matches of others than those who were seated, seats
    that don't follow their places, and matches that run on for nothing."""
    found = []
    for number, rows in evidence.tournaments.items():
        now, name = fold(rows.events), f"tournament {number}"
        for table, times in Counter(table for table, _ in rows.matches).items():
            if times > 1:
                found.append(f"{name}: table {table} has {times} matches")
        matches = dict(rows.matches)
        for text, match in rows.matches:
            seated = now.table(TableId.parse(text))
            loaded = evidence.matches.get(match)
            if seated is None:
                found.append(f"{name}: match {match} is of table {text}, which was never seated")
            elif loaded is not None and not _sit_there(now, seated, loaded):
                people = loaded.roster.original
                found.append(f"{name}: match {match} of table {text} began with {people}")
            elif loaded is not None and loaded.status is Status.RUNNING:
                found += [f"{name}: {line}" for line in _left_behind(now, seated, loaded)]
        if now.status is not TournamentStatus.OVER:
            continue
        for one in now.tables:
            decided = one.result is not None and one.result.how is How.ADJUDICATED
            if str(one.id) not in matches and not one.is_bye and not decided:
                found.append(f"{name} is over, and table {one.id} had no match")
    return found


def _left_behind(now: Tournament, table: Table, loaded: Loaded) -> Iterator[str]:
    """Say where a running match has not followed its tournament."""
    match = loaded.record.id
    if table.result is not None or now.status is TournamentStatus.OVER:
        yield f"match {match} runs on, and table {table.id} is decided"
    elif now.status is TournamentStatus.CALLED_OFF:
        if loaded.in_tournament:
            yield f"match {match} has not heard that its tournament was ended"
    else:
        for number, holder in zip(table.seats, loaded.roster.holders, strict=True):
            one = now.entrants[number]
            if holder is not None and (holder != one.user or not one.plays):
                yield f"user {holder} sits in match {match}, in the place of user {one.user}"


def _sit_there(now: Tournament, table: Table, loaded: Loaded) -> bool:
    """Whether a match began with those of a table, in the order of seats."""
    if loaded.position is None:
        return True
    seats = [now.entrants[one] for one in table.seats]
    held = loaded.roster.original
    return len(seats) == len(held) and all(
        user in (one.user, *one.before) for one, user in zip(seats, held, strict=True)
    )


def lost(evidence: Evidence) -> list[str]:
    """What people were told and did not happen, what happened and nobody did, tournaments that
    have not come to their end."""
    answers = [*evidence.transcript.clicks, *evidence.transcript.commands]
    found = []
    for number, rows in evidence.tournaments.items():
        events = _of_all_lives(evidence, number)
        found += [f"tournament {number}: {line}" for line in _untrue(rows, events, answers)]
        found += [f"tournament {number}: {line}" for line in _uncalled_for(rows, answers)]
        found += [f"tournament {number}: {line}" for line in _unfinished(evidence, rows)]
    return found


def _leaves(answer: Interaction) -> bool:
    pressed = read(answer.custom_id)
    return pressed.family is TOURNAMENT and pressed.verb == "leave"


def _of_all_lives(evidence: Evidence, number: int) -> frozenset[TournamentEvent]:
    """Return the events of a tournament, also those that a restore has taken back."""
    lives = (life.tournaments.get(number) for life in evidence.lives())
    return frozenset(event for rows in lives if rows is not None for event in rows.events)


def _untrue(
    rows: TournamentRows, of_all_lives: frozenset[TournamentEvent], answers: list[Interaction]
) -> Iterator[str]:
    """Answers that say more than has happened."""
    pressed = Counter(one.user for one in answers if _leaves(one))
    for sentences, kinds in SAID:
        texts = [one.format(name=rows.name) for one in sentences]
        told = Counter(
            answer.user
            for answer in answers
            if any(text in said and rows.name in said for said in answer.told for text in texts)
        )
        for user, times in told.items():
            events = [e for e in of_all_lives if e.kind in kinds and user in (e.user, e.by)]
            if EventKind.ADJUDICATED in kinds:
                times = min(times, 1)  # to decide the same again changes nothing
            if kinds in TOGGLES:
                # Leaving before the start takes the join out of the history again. The answer to
                # a press may be lost, so all presses of Leave count.
                times -= pressed[user]
            if len(events) < times:
                yield f"user {user} was told {texts[0]!r} {times} times, in {len(events)} events"


def _uncalled_for(rows: TournamentRows, answers: list[Interaction]) -> Iterator[str]:
    """Events of people who pressed nothing, and of who is no moderator."""
    acted = Counter(answer.user for answer in answers)
    host = rows.events[0].by
    did = Counter(
        event.user
        for event in rows.events
        if event.kind in OF_PEOPLE and event.details.get("why") != INELIGIBLE
    )
    for user, times in did.items():
        if user is not None and times > acted[user]:
            yield f"user {user} did {times} things with {acted[user]} presses"
    for event in rows.events:
        if event.kind in (EventKind.JOINED, EventKind.SUBSTITUTED) and event.user in rows.barred:
            yield f"event {event.n} ({event.kind.value}) lets user {event.user} in, who is barred"
        if event.kind in OF_MODERATORS and event.by not in (None, host):
            yield f"event {event.n} ({event.kind.value}) was done by user {event.by}"


def _unfinished(evidence: Evidence, rows: TournamentRows) -> Iterator[str]:
    """That it was started and is not over, unless each open table has its match and its board."""
    now, matches = fold(rows.events), dict(rows.matches)
    if now.status is not TournamentStatus.RUNNING:
        return
    shown = {
        one.subject.number
        for one in evidence.transcript.remaining
        if one.snapshot is not None and one.snapshot.kind is Kind.BOARD
    }
    if not now.open_tables:
        yield f"it stands still after event {now.events - 1}"
    for table in now.open_tables:
        match = matches.get(str(table.id))
        loaded = None if match is None else evidence.matches.get(match)
        if loaded is None or loaded.status is not Status.RUNNING or match not in shown:
            yield f"table {table.id} is open, and its match {match} can't be played"


def not_verified(evidence: Evidence) -> list[str]:
    """Files that don't verify, and results that are not those of their match."""
    found = []
    for life in evidence.past_lives:
        for number, rows in life.tournaments.items():
            try:
                verify(written(rows.events))
            except BadTournament as error:
                found.append(f"tournament {number}, before a restore: {error}")
    for number, rows in evidence.tournaments.items():
        name = f"tournament {number}"
        try:
            verify(written(rows.events))
        except BadTournament as error:
            found.append(f"{name}: {error}")
            continue
        for event in rows.events:
            if event.kind is EventKind.RESULT:
                now = fold(rows.events[: event.n])
                found += [f"{name}: {line}" for line in _other_result(evidence, now, rows, event)]
    return found


def _other_result(
    evidence: Evidence, now: Tournament, rows: TournamentRows, event: TournamentEvent
) -> Iterator[str]:
    values = event.details
    table, match = values["table"], values["match"]
    seated = now.table(TableId.parse(table))
    loaded = evidence.matches.get(match)
    if dict(rows.matches).get(table) != match or seated is None:
        yield f"event {event.n} decides table {table} by match {match}"
    elif loaded is None or loaded.status not in (Status.OVER, Status.CALLED_OFF):
        yield f"event {event.n} decides table {table} by match {match}, which is not over"
    else:
        users = [now.entrants[one].user for one in seated.seats]
        result = result_of(loaded, users)
        late = [seated.seats[seat] for seat in result.late]
        right = (list(result.places), result.how.value, late)
        if right != (values["places"], values["how"], values["late"]):
            yield f"event {event.n} says {values}, and match {match} ended with {right}"


def cut_short(evidence: Evidence) -> list[str]:
    """Return rounds that were over before their days, and seasons that were.

    Only time counts in which people could reach the bot, and that no restore has taken back.
    """
    lost = [(life.copied, life.ended) for life in evidence.past_lives]
    stops = union([*Timeline(evidence).down, *lost])
    # The times of events are the bot's, whose clock may have been wrong.
    slack = SLACK + 2 * evidence.transcript.skew
    found = []
    for number, rows in evidence.tournaments.items():
        for since, until, least, what in _spans(rows):
            lasted = length(without([(since, until)], stops))
            if lasted + slack < least:
                found.append(
                    f"tournament {number}: {what}, after {lasted:.0f} of {least:.0f} seconds"
                )
    return found


_Span = tuple[float, float, float, str]
"""From when until when something lasted, the seconds for which it had to, and its end in words."""


def _spans(rows: TournamentRows) -> Iterator[_Span]:
    """Yield the rounds and seasons of a tournament that ended, if they have a length."""
    now = fold(rows.events)
    terms = fold(rows.events[:1]).terms
    began: dict[tuple[int, int], float] = {}
    for event in rows.events:
        values, at = event.details, float(event.at)
        seconds = float((terms.days or 0) * DAY)
        match event.kind:
            case EventKind.EDITED:
                terms = Terms.parse(values["terms"])
            case EventKind.PAIRED:
                for stage, round_ in {TableId.parse(table)[0::2][:2] for table in values["tables"]}:
                    before = began.get((stage, round_ - 1))
                    is_new = (stage, round_) not in began and values["until"] is not None
                    if before is not None and is_new and not now.is_league:
                        yield before, at, seconds, f"round {round_} of stage {stage} began"
                    began.setdefault((stage, round_), at)
            case EventKind.RESULT if values["how"] == How.DEADLINE.value:
                table = TableId.parse(values["table"])
                least = seconds
                if now.is_league:
                    # A round that begins late in its season has half of its time at least.
                    rounds = max(one.id.round for one in now.tables_of(table.stage))
                    least = seconds / rounds / 2 if now.stages[table.stage - 1].over else 0.0
                since = began[table.stage, table.round]
                yield since, at, least, f"table {table} ended with its round"
            case EventKind.STAGE_OVER if now.is_league:
                stage_began = float(now.stages[values["stage"] - 1].began)
                yield stage_began, at, seconds, f"season {values['stage']} ended"
            case _:
                pass


def told_too_early(evidence: Evidence) -> list[str]:
    """Seeds that were told before the start, or written into the log."""
    found = []
    seeds = {rows.seed.hex(): number for number, rows in evidence.all_tournaments()}
    starts = {number: _start(evidence, number) for number in seeds.values()}
    for digits, number in seeds.items():
        if digits in evidence.log:
            found.append(f"the seed of tournament {number} is in the log")
    for secret in evidence.transcript.secrets:
        one = seeds.get(secret.digits)
        if one is not None and secret.at < starts[one]:
            found.append(f"message {secret.message} told the seed of tournament {one} too early")
    for answer in (*evidence.transcript.clicks, *evidence.transcript.commands):
        told = {digits for said in answer.told for digits in DIGEST.findall(said)}
        found += [
            f"user {answer.user} was told the seed of tournament {seeds[digits]} too early"
            for digits in told & seeds.keys()
            if answer.at < starts[seeds[digits]]
        ]
    for number, rows in evidence.tournaments.items():
        before = fold(rows.events).started is None
        if before and rows.seed.hex() in written(rows.events):
            found.append(f"the file of tournament {number} has its seed before the start")
    return found


def _start(evidence: Evidence, number: int) -> float:
    """Return when a tournament first started: a restore can have taken that back. Never, if it has
    not started."""
    lives = (life.tournaments.get(number) for life in evidence.lives())
    starts = (fold(rows.events).started for rows in lives if rows is not None)
    return min((float(at) for at in starts if at is not None), default=float("inf"))
