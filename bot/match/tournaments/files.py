"""A tournament as a file, with everything that proves its pairings and nothing that identifies
people.

UTF-8 text. The first line is ``salud-tournament 1``. Each following line is an event as a JSON
object with ``n``, ``kind``, ``at``, ``detail`` as in TournamentEvent, and ``by`` and ``user``.
These two are numbers that are valid in this file alone, from 1 in the order of appearance, instead
of user ids.

`verify` replays a file: each event must have a person or a match behind it, or be due work that
follows from the events before it (progress.py). Due work also needs a few facts from outside:
ratings, the version of the game's rules, absent players. Replay takes these from the event itself,
so a file can't prove them, nor the actions of people and the results of matches; each match has a
file of its own. The file proves everything else, above all the pairings: an operator who gives a
friend easier opponents produces an event that does not follow.

A stage that began under an earlier edition of the rules is an exception: an automatic event of it
that doesn't follow from today's rules is taken on trust, and `verify` lists it.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from bot.match.log.store_errors import CONTRADICTORY
from bot.match.tournaments.events import Events, TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.progress import Facts, due_events, present, start
from bot.match.tournaments.round_time import more_time
from bot.match.tournaments.state import EDITION, Tournament, TournamentStatus
from bot.match.tournaments.tables import How, Table, TableId
from bot.match.tournaments.terms import FEWEST
from bot.match.values.players import UserId
from bot.match.values.times import Span

HEADER = "salud-tournament 1"


class BadTournament(Exception): ...


def write(events: Iterable[TournamentEvent]) -> str:
    people: dict[UserId, int] = {}

    def number(user: UserId | None) -> int | None:
        return None if user is None else people.setdefault(user, len(people) + 1)

    lines = [
        json.dumps(
            {
                "n": event.n,
                "kind": event.kind.value,
                "at": event.at,
                "by": number(event.by),
                "user": number(event.user),
                "detail": event.details,
            },
            ensure_ascii=False,
        )
        for event in events
    ]
    return "\n".join((HEADER, *lines, ""))


def read(text: str) -> Events:
    header, *lines = text.splitlines()
    if header != HEADER:
        raise BadTournament(f"The first line is not “{HEADER}”.")
    return tuple(_event(number, line) for number, line in enumerate(lines, start=2))


def verify(text: str) -> Tournament:
    return replay_events(text).state


def replay_events(text: str) -> "Replay":
    """Replay a file in which every event has a person or a match behind it, follows, or is taken on
    trust.

    Raises BadTournament with a sentence that names the wrong event.
    """
    events = read(text)
    if not events:
        raise BadTournament("The file has no events.")
    try:
        replay = Replay(events[0])
        for event in events[1:]:
            replay.add(event)
    except Unexplained as error:
        raise BadTournament(str(error)) from error
    except CONTRADICTORY as error:
        raise BadTournament(f"Its events contradict each other: {error!r}") from error
    if replay.state.seed is not None:
        _check_seed(replay.state)
    return replay


def _check_seed(state: Tournament) -> None:
    assert state.seed is not None, "the caller has checked that"
    if hashlib.sha256(state.seed).hexdigest() != state.commitment:
        raise BadTournament("Its seed does not match the commitment from before the start.")


def _event(number: int, line: str) -> TournamentEvent:
    try:
        values: dict[str, Any] = json.loads(line)
        return TournamentEvent(
            values["n"],
            TournamentEventKind(values["kind"]),
            values["at"],
            values["by"],
            values["user"],
            detail_of(**values["detail"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadTournament(f"Line {number} is no event.") from error


OF_PEOPLE = frozenset(
    (
        TournamentEventKind.JOINED,
        TournamentEventKind.LEFT,
        TournamentEventKind.CHECKED_IN,
        TournamentEventKind.WITHDREW,
    )
)
OF_MODERATORS = frozenset(
    (
        TournamentEventKind.EDITED,
        TournamentEventKind.STARTED,
        TournamentEventKind.ADJUDICATED,
        TournamentEventKind.SUBSTITUTED,
        TournamentEventKind.EXTENDED,
        TournamentEventKind.CANCELLED,
    )
)
"""Actions of moderators. Some of these kinds are due work in other cases."""


class Unexplained(Exception):
    """An event that does not follow from those before it; the text is a sentence."""


class Replay:
    """A tournament after the events that were checked so far.

    Besides Unexplained, every method raises the errors of `fold`.
    """

    def __init__(self, first: TournamentEvent) -> None:
        self.state = fold((first,))
        self._latest = first.at
        self._rest: Events = ()
        """Work due together with the latest event, stored in the same transaction."""
        self.on_trust: list[int] = []
        """The numbers of automatic events that don't follow, from stages of earlier rules."""
        self._decided: dict[TableId, int] = {}
        self._table_of: dict[int, TableId] = {}

    def add(self, event: TournamentEvent) -> None:
        self._check(event)
        self.state = after(self.state, event)
        self._latest = event.at

    def _check(self, event: TournamentEvent) -> None:
        if self.state.status in (TournamentStatus.OVER, TournamentStatus.CALLED_OFF):
            raise Unexplained(f"{_name(event)} comes after the end of the tournament.")
        if self._rest:
            expected, *rest = self._rest
            self._rest = tuple(rest)
            if not _is(event, expected):
                self._trust(event, _other(event, expected))
        elif event.kind in OF_PEOPLE:
            if event.user is None:
                raise Unexplained(f"{_name(event)} names no player.")
        elif event.kind is TournamentEventKind.RESULT:
            self._check_result(event)
        elif event.by is not None:
            self._check_moderator(event)
        else:
            if event.kind is TournamentEventKind.STAGE and _edition(event) > EDITION:
                raise Unexplained(
                    f"{_name(event)} uses edition {_edition(event)} of the rules. This program "
                    f"knows them up to edition {EDITION}."
                )
            try:
                self._check_due(event)
            except Unexplained as unexplained:
                self._trust(event, unexplained)

    def _trust(self, event: TournamentEvent, unexplained: Unexplained) -> None:
        """Take an automatic event of a stage of earlier rules on trust. Raise `unexplained` if it
        is none.
        """
        if event.kind is TournamentEventKind.STAGE:
            edition = _edition(event)
        else:
            edition = EDITION if self.state.stage is None else self.state.stage.edition
        if event.by is not None or edition == EDITION:
            raise unexplained
        self.on_trust.append(event.n)
        self._rest = ()

    def _check_result(self, event: TournamentEvent) -> None:
        values = event.details
        table = self._seated(event)
        if table.id in self._decided or table.result is not None:
            before = self._decided.get(table.id)
            by = "when it was seated" if before is None else f"by event {before}"
            raise Unexplained(f"{_name(event)} decides table {table.id}, which was decided {by}.")
        if How(values["how"]) in (How.BYE, How.ADJUDICATED) or event.by is not None:
            raise Unexplained(f"{_name(event)} is no result of a match.")
        if not set(values["late"]) <= set(table.seats):
            raise Unexplained(f"{_name(event)} names players who don't sit at table {table.id}.")
        match = values["match"]
        if match is not None:
            other = self._table_of.setdefault(match, table.id)
            if other != table.id:
                raise Unexplained(f"{_name(event)} takes match {match}, which decided {other}.")
        self._decided[table.id] = event.n

    def _check_moderator(self, event: TournamentEvent) -> None:
        if event.kind not in OF_MODERATORS:
            raise Unexplained(f"{_name(event)} is no action of a moderator.")
        if event.kind is TournamentEventKind.ADJUDICATED:
            table = self._seated(event)
            if table.is_bye or self.state.stages[table.id.stage - 1].over is not None:
                raise Unexplained(
                    f"{_name(event)} decides table {table.id}, whose result is final."
                )
            self._decided[table.id] = event.n
        if event.kind is TournamentEventKind.STARTED:
            if self.state.status is not TournamentStatus.OPEN or present(self.state) < FEWEST:
                raise Unexplained(
                    f"{_name(event)} needs {FEWEST} players, and can happen only once."
                )
            due = start(self.state, self._facts(event, event.at))
            if not _is(event, due[0]):
                raise _other(event, due[0])
            self._rest = due[1:]

    def _seated(self, event: TournamentEvent) -> Table:
        values = event.details
        table = self.state.table(TableId.parse(values["table"]))
        if table is None:
            raise Unexplained(f"{_name(event)} decides table {values['table']}: no one sits there.")
        places = values["places"]
        if places and (
            len(places) != len(table.seats)
            or any(place not in range(1, len(places) + 1) for place in places)
        ):
            raise Unexplained(f"{_name(event)} has places {places} for {len(table.seats)} seats.")
        return table

    def _check_due(self, event: TournamentEvent) -> None:
        if event.kind is TournamentEventKind.EXTENDED and "unstarted" in event.details:
            unstarted = [TableId.parse(text) for text in event.details["unstarted"]]
            if more_time(self.state, unstarted, event.at) != event.detail:
                raise Unexplained(f"{_name(event)} gives time to tables that don't need it.")
            return
        due = due_events(self.state, self._facts(event, event.at))
        if not due:
            raise Unexplained(f"{_name(event)} has no moderator, but was not due.")
        if not _is(event, due[0]):
            # The end of a round counts from the moment when pairing began, and pairing takes a
            # while.
            sooner = _seconds_between(due[0], event)
            if not 0 < sooner <= event.at - self._latest:
                raise _other(event, due[0])
            due_before = due_events(self.state, self._facts(event, event.at - sooner))
            if not due_before or not _is(event, due_before[0]):
                raise _other(event, due[0])
            due = due_before
        self._rest = due[1:]

    def _facts(self, event: TournamentEvent, at: int) -> Facts:
        values, state = event.details, self.state
        seed, rules = state.seed or b"", state.rules or 0
        ratings: Mapping[UserId, float] = {}
        away = frozenset[UserId]()
        up_to: int | None = None
        downtimes: tuple[Span, ...] = ()
        if event.kind is TournamentEventKind.EXTENDED and "down" in values:
            downtimes = tuple(Span(*span) for span in values["down"])
            up_to = values["up_to"]
        elif event.kind is TournamentEventKind.STARTED:
            seed, rules = bytes.fromhex(values["seed"]), values["rules"]
            rated = zip(state.entrants, values["ratings"], strict=False)
            ratings = {entrant.user: rating for entrant, rating in rated if rating is not None}
        elif event.kind is TournamentEventKind.STAGE:
            away = frozenset(state.entrants[number].user for number in values["resting"])
        return Facts(at, seed, rules, ratings, away, up_to, downtimes)


def _seconds_between(due: TournamentEvent, event: TournamentEvent) -> int:
    """Return by how many seconds the end in an event is earlier than in the due work; 0 if either
    has no end.
    """
    due_end, event_end = due.details.get("until"), event.details.get("until")
    return 0 if due_end is None or event_end is None else int(due_end - event_end)


def _is(event: TournamentEvent, due: TournamentEvent) -> bool:
    if (event.kind, event.user) != (due.kind, due.user):
        return False
    values, expected = event.details, due.details
    match event.kind:
        case TournamentEventKind.STARTED:
            # The seed and the rules version are facts, which no file can prove.
            return all(values[name] == expected[name] for name in ("absent", "ratings"))
        case TournamentEventKind.STAGE:
            return bool({**values, "edition": EDITION} == expected)
        case _:
            return event.detail == due.detail


def _edition(event: TournamentEvent) -> int:
    """Return the edition of the rules under which a stage begins."""
    return int(event.details.get("edition", 1))


def _name(event: TournamentEvent) -> str:
    return f"Event {event.n} ({event.kind.value})"


def _other(event: TournamentEvent, due: TournamentEvent) -> Unexplained:
    actual, expected = _text(event.user, event.detail), _text(due.user, due.detail)
    if event.kind is due.kind:
        return Unexplained(
            f"{_name(event)} says {actual}, but {expected} follows from those before."
        )
    return Unexplained(
        f"{_name(event)} does not follow from those before it: then “{due.kind.value}” was due, "
        f"{expected}."
    )


def _text(user: UserId | None, detail: str) -> str:
    return detail if user is None else f"player {user} {detail}"
