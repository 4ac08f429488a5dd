"""Checks of tournaments: one match per table, nothing lost, files that verify, secret seeds.

chaos/checks/panels.py checks their messages.
"""

from collections import Counter
from collections.abc import Iterator

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.tournaments.events import INELIGIBLE, TournamentEvent, TournamentEventKind
from bot.match.tournaments.files import BadTournament, verify, write
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
SAID: tuple[tuple[tuple[str, ...], tuple[TournamentEventKind, ...]], ...] = (
    (_JOINED, (TournamentEventKind.JOINED,)),
    (_LEFT, (TournamentEventKind.LEFT, TournamentEventKind.WITHDREW)),
    (("**{name}** has started",), (TournamentEventKind.STARTED,)),
    (("**{name}** has ended",), (TournamentEventKind.CANCELLED,)),
    (("Everybody is told that you did, and why: **{name}**",), (TournamentEventKind.ADJUDICATED,)),
    (("> now plays for <", "> is back in **"), (TournamentEventKind.SUBSTITUTED,)),
    (("more, and everybody is told",), (TournamentEventKind.EXTENDED,)),
)
"""Sentences that confirm an action, with the kinds of event that the action can cause."""
TOGGLES = ((TournamentEventKind.JOINED,), (TournamentEventKind.LEFT, TournamentEventKind.WITHDREW))
"""Kinds of events that a later event can remove from the history."""
OF_PEOPLE = (
    TournamentEventKind.JOINED,
    TournamentEventKind.LEFT,
    TournamentEventKind.WITHDREW,
    TournamentEventKind.CHECKED_IN,
)
OF_MODERATORS = (
    TournamentEventKind.EDITED,
    TournamentEventKind.STARTED,
    TournamentEventKind.CANCELLED,
    TournamentEventKind.ADJUDICATED,
    TournamentEventKind.EXTENDED,
    TournamentEventKind.SUBSTITUTED,
)


def tables_without_match(evidence: Evidence) -> list[str]:
    problems = []
    for number, rows in evidence.tournaments.items():
        state, name = fold(rows.events), f"tournament {number}"
        for table, times in Counter(table for table, _ in rows.matches).items():
            if times > 1:
                problems.append(f"{name}: table {table} has {times} matches")
        matches = dict(rows.matches)
        for text, match in rows.matches:
            seated = state.table(TableId.parse(text))
            loaded = evidence.matches.get(match)
            if seated is None:
                problems.append(f"{name}: match {match} is of table {text}, which was never seated")
            elif loaded is not None and not _sit_there(state, seated, loaded):
                people = loaded.roster.original
                problems.append(f"{name}: match {match} of table {text} began with {people}")
            elif loaded is not None and loaded.status is Status.RUNNING:
                problems += [f"{name}: {line}" for line in _left_behind(state, seated, loaded)]
        if state.status is not TournamentStatus.OVER:
            continue
        for seating in state.tables:
            decided = seating.result is not None and seating.result.how is How.ADJUDICATED
            if str(seating.id) not in matches and not seating.is_bye and not decided:
                problems.append(f"{name} is over, and table {seating.id} had no match")
    return problems


def _left_behind(state: Tournament, table: Table, loaded: Loaded) -> Iterator[str]:
    match = loaded.record.id
    if table.result is not None or state.status is TournamentStatus.OVER:
        yield f"match {match} runs on, and table {table.id} is decided"
    elif state.status is TournamentStatus.CALLED_OFF:
        if loaded.in_tournament:
            yield f"match {match} does not know that its tournament has ended"
    else:
        for number, holder in zip(table.seats, loaded.roster.holders, strict=True):
            entrant = state.entrants[number]
            if holder is not None and (holder != entrant.user or not entrant.plays):
                yield f"user {holder} sits in match {match}, in the place of user {entrant.user}"


def _sit_there(state: Tournament, table: Table, loaded: Loaded) -> bool:
    if loaded.position is None:
        return True
    seats = [state.entrants[entrant] for entrant in table.seats]
    held = loaded.roster.original
    return len(seats) == len(held) and all(
        user in (entrant.user, *entrant.before) for entrant, user in zip(seats, held, strict=True)
    )


def lost(evidence: Evidence) -> list[str]:
    answers = [*evidence.transcript.clicks, *evidence.transcript.commands]
    problems = []
    for number, rows in evidence.tournaments.items():
        events = _of_all_lives(evidence, number)
        problems += [f"tournament {number}: {line}" for line in _untrue(rows, events, answers)]
        problems += [f"tournament {number}: {line}" for line in _uncalled_for(rows, answers)]
        problems += [f"tournament {number}: {line}" for line in _unfinished(evidence, rows)]
    return problems


def _leaves(answer: Interaction) -> bool:
    pressed = read(answer.custom_id)
    return pressed.family is TOURNAMENT and pressed.verb == "leave"


def _of_all_lives(evidence: Evidence, number: int) -> frozenset[TournamentEvent]:
    lives = (life.tournaments.get(number) for life in evidence.lives())
    return frozenset(event for rows in lives if rows is not None for event in rows.events)


def _untrue(
    rows: TournamentRows, of_all_lives: frozenset[TournamentEvent], answers: list[Interaction]
) -> Iterator[str]:
    pressed = Counter(answer.user for answer in answers if _leaves(answer))
    for sentences, kinds in SAID:
        texts = [sentence.format(name=rows.name) for sentence in sentences]
        confirmed = Counter(
            answer.user
            for answer in answers
            if any(text in line and rows.name in line for line in answer.told for text in texts)
        )
        for user, times in confirmed.items():
            events = [e for e in of_all_lives if e.kind in kinds and user in (e.user, e.by)]
            if TournamentEventKind.ADJUDICATED in kinds:
                times = min(times, 1)  # repeating a decision changes nothing
            if kinds in TOGGLES:
                # Leaving before the start removes the join from the history. The answer to a press
                # can be lost, so all presses of Leave count.
                times -= pressed[user]
            if len(events) < times:
                yield f"user {user} read {texts[0]!r} {times} times for {len(events)} events"


def _uncalled_for(rows: TournamentRows, answers: list[Interaction]) -> Iterator[str]:
    acted = Counter(answer.user for answer in answers)
    host = rows.events[0].by
    did = Counter(
        event.user
        for event in rows.events
        if event.kind in OF_PEOPLE and event.details.get("why") != INELIGIBLE
    )
    for user, times in did.items():
        if user is not None and times > acted[user]:
            yield f"user {user} caused {times} events with {acted[user]} presses"
    for event in rows.events:
        if (
            event.kind in (TournamentEventKind.JOINED, TournamentEventKind.SUBSTITUTED)
            and event.user in rows.barred
        ):
            yield f"event {event.n} ({event.kind.value}) lets user {event.user} in, who is barred"
        if event.kind in OF_MODERATORS and event.by not in (None, host):
            yield f"event {event.n} ({event.kind.value}) was done by user {event.by}"


def _unfinished(evidence: Evidence, rows: TournamentRows) -> Iterator[str]:
    state, matches = fold(rows.events), dict(rows.matches)
    if state.status is not TournamentStatus.RUNNING:
        return
    with_boards = {
        remaining.subject.number
        for remaining in evidence.transcript.remaining
        if remaining.snapshot is not None and remaining.snapshot.kind is Kind.BOARD
    }
    if not state.open_tables:
        yield f"it is stuck after event {state.events - 1}"
    for table in state.open_tables:
        match = matches.get(str(table.id))
        loaded = None if match is None else evidence.matches.get(match)
        if loaded is None or loaded.status is not Status.RUNNING or match not in with_boards:
            yield f"table {table.id} is open, and its match {match} can't be played"


def not_verified(evidence: Evidence) -> list[str]:
    problems = []
    for life in evidence.past_lives:
        for number, rows in life.tournaments.items():
            try:
                verify(write(rows.events))
            except BadTournament as error:
                problems.append(f"tournament {number}, before a restore: {error}")
    for number, rows in evidence.tournaments.items():
        name = f"tournament {number}"
        try:
            verify(write(rows.events))
        except BadTournament as error:
            problems.append(f"{name}: {error}")
            continue
        for event in rows.events:
            if event.kind is TournamentEventKind.RESULT:
                state = fold(rows.events[: event.n])
                problems += [
                    f"{name}: {line}" for line in _other_result(evidence, state, rows, event)
                ]
    return problems


def _other_result(
    evidence: Evidence, state: Tournament, rows: TournamentRows, event: TournamentEvent
) -> Iterator[str]:
    values = event.details
    table, match = values["table"], values["match"]
    seated = state.table(TableId.parse(table))
    loaded = evidence.matches.get(match)
    if dict(rows.matches).get(table) != match or seated is None:
        yield f"event {event.n} decides table {table} by match {match}"
    elif loaded is None or loaded.status not in (Status.OVER, Status.CALLED_OFF):
        yield f"event {event.n} decides table {table} by match {match}, which is not over"
    else:
        users = [state.entrants[player].user for player in seated.seats]
        result = result_of(loaded, users)
        late = [seated.seats[seat] for seat in result.late]
        right = (list(result.places), result.how.value, late)
        if right != (values["places"], values["how"], values["late"]):
            yield f"event {event.n} says {values}, and match {match} ended with {right}"


def cut_short(evidence: Evidence) -> list[str]:
    """Return rounds and seasons that ended before their time.

    Downtimes of the bot, and time that a restore undid, don't count.
    """
    lost = [(life.copied, life.ended) for life in evidence.past_lives]
    stops = union([*Timeline(evidence).down, *lost])
    # Events have the bot's times, and its clock can be wrong.
    slack = SLACK + 2 * evidence.transcript.skew
    problems = []
    for number, rows in evidence.tournaments.items():
        for since, until, least, end in _spans(rows):
            lasted = length(without([(since, until)], stops))
            if lasted + slack < least:
                problems.append(
                    f"tournament {number}: {end}, after {lasted:.0f} of {least:.0f} seconds"
                )
    return problems


_Span = tuple[float, float, float, str]
"""Begin and end, the required seconds, and the end in words."""


def _spans(rows: TournamentRows) -> Iterator[_Span]:
    state = fold(rows.events)
    terms = fold(rows.events[:1]).terms
    began: dict[tuple[int, int], float] = {}
    for event in rows.events:
        values, at = event.details, float(event.at)
        seconds = float((terms.days or 0) * DAY)
        match event.kind:
            case TournamentEventKind.EDITED:
                terms = Terms.parse(values["terms"])
            case TournamentEventKind.PAIRED:
                for stage, round_ in {TableId.parse(table)[0::2][:2] for table in values["tables"]}:
                    before = began.get((stage, round_ - 1))
                    is_new = (stage, round_) not in began and values["until"] is not None
                    if before is not None and is_new and not state.is_league:
                        yield before, at, seconds, f"round {round_} of stage {stage} began"
                    began.setdefault((stage, round_), at)
            case TournamentEventKind.RESULT if values["how"] == How.DEADLINE.value:
                table = TableId.parse(values["table"])
                least = seconds
                if state.is_league:
                    # A round that begins late in its season still has at least half of its time.
                    rounds = max(other.id.round for other in state.tables_of(table.stage))
                    least = seconds / rounds / 2 if state.stages[table.stage - 1].over else 0.0
                since = began[table.stage, table.round]
                yield since, at, least, f"table {table} ended with its round"
            case TournamentEventKind.STAGE_OVER if state.is_league:
                stage_began = float(state.stages[values["stage"] - 1].began)
                yield stage_began, at, seconds, f"season {values['stage']} ended"
            case _:
                pass


def revealed_too_early(evidence: Evidence) -> list[str]:
    problems = []
    seeds = {rows.seed.hex(): number for number, rows in evidence.all_tournaments()}
    starts = {number: _start(evidence, number) for number in seeds.values()}
    for digits, number in seeds.items():
        if digits in evidence.log:
            problems.append(f"the seed of tournament {number} is in the log")
    for secret in evidence.transcript.secrets:
        tournament = seeds.get(secret.digits)
        if tournament is not None and secret.at < starts[tournament]:
            problems.append(
                f"message {secret.message} revealed the seed of tournament {tournament} too early"
            )
    for answer in (*evidence.transcript.clicks, *evidence.transcript.commands):
        revealed = {digits for line in answer.told for digits in DIGEST.findall(line)}
        problems += [
            f"user {answer.user} read the seed of tournament {seeds[digits]} too early"
            for digits in revealed & seeds.keys()
            if answer.at < starts[seeds[digits]]
        ]
    for number, rows in evidence.tournaments.items():
        before = fold(rows.events).started is None
        if before and rows.seed.hex() in write(rows.events):
            problems.append(f"the file of tournament {number} has its seed before the start")
    return problems


def _start(evidence: Evidence, number: int) -> float:
    lives = (life.tournaments.get(number) for life in evidence.lives())
    starts = (fold(rows.events).started for rows in lives if rows is not None)
    return min((float(at) for at in starts if at is not None), default=float("inf"))
