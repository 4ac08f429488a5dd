"""A tournament as a file, with everything that proves its pairings and nothing that identifies
people.

UTF-8 text. The first line is ``salud-tournament 1``. Each following line is an event as a JSON
object with ``n``, ``kind``, ``at``, ``detail`` as in TournamentEvent, and ``by`` and ``user``.
These two are numbers that are valid in this file alone, from 1 in the order of appearance, instead
of user ids.

`verify` replays a file: each event must be an action that the bot allows (actions.py), the result
of a match at a table that needs one, or due work that follows from the events before it
(progress.py), and its line must be the one that `write` writes. Some facts come from outside.
Replay takes them from the event itself, so a file can't prove them; docs/tournaments.md lists
them. The file proves everything else, above all the pairings: an operator who gives a friend
easier opponents produces an event that does not follow.

A stage that began under an earlier edition of the rules is an exception: an automatic event of it
that doesn't follow from today's rules is taken on trust, and `verify` lists it.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from math import isfinite
from typing import Any, get_args, get_type_hints

from bot.game_register import GameRegister
from bot.match.log.store_errors import CONTRADICTORY
from bot.match.tournaments.actions import (
    adjudicate,
    cancel,
    check_in,
    check_people,
    check_start,
    edit,
    extend,
    extended_from,
    join,
    leave,
    reason_of,
    substitute,
)
from bot.match.tournaments.checks import check_terms
from bot.match.tournaments.events import (
    INELIGIBLE,
    Events,
    TournamentEvent,
    TournamentEventKind,
    detail_of,
)
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.progress import Facts, due_events, start
from bot.match.tournaments.round_time import more_time
from bot.match.tournaments.state import EDITION, Tournament, TournamentStatus
from bot.match.tournaments.tables import How, Table, TableId
from bot.match.tournaments.terms import Terms
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import HOUR, Span

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
    events = tuple(_event(number, line) for number, line in enumerate(lines, start=2))
    written = write(events).splitlines()[1:]
    for number, pair in enumerate(zip(lines, written, strict=False), start=2):
        if pair[0] != pair[1]:
            raise BadTournament(f"Line {number} is spelled as this bot doesn't write it.")
    return events


def verify(text: str) -> Tournament:
    return replay_events(text).state


def replay_events(text: str, games: GameRegister | None = None) -> "Replay":
    """Replay a file. Each event must be an allowed action, the result of a match, or due work, or
    it is taken on trust. Without the game among `games`, the limits of the game are, too.

    Raises BadTournament with a sentence that names the wrong event.
    """
    events = read(text)
    if not events:
        raise BadTournament("The file has no events.")
    try:
        replay = Replay(events[0], games)
        for event in events[1:]:
            replay.add(event)
    except Unexplained as error:
        raise BadTournament(str(error)) from error
    except CONTRADICTORY as error:
        raise BadTournament(f"Its events contradict each other: {error!r}") from error
    return replay


def _event(number: int, line: str) -> TournamentEvent:
    try:
        values: dict[str, Any] = json.loads(line)
        people = (values[name] for name in ("by", "user") if values[name] is not None)
        if not all(map(_is_number, (values["n"], values["at"], *people))):
            raise ValueError(line)
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


AUTOMATIC = frozenset(
    (
        TournamentEventKind.STAGE,
        TournamentEventKind.PAIRED,
        TournamentEventKind.DROPPED,
        TournamentEventKind.SUBSTITUTED,
        TournamentEventKind.EXTENDED,
        TournamentEventKind.STAGE_OVER,
        TournamentEventKind.FINISHED,
    )
)
"""Due work of a stage. Some of these kinds are actions of moderators in other cases."""
NUMBERED_EDITION = 3
"""The edition of the first release that numbers tournaments by server, as CREATED says."""


OF_PEOPLE = frozenset(
    (
        TournamentEventKind.JOINED,
        TournamentEventKind.LEFT,
        TournamentEventKind.CHECKED_IN,
        TournamentEventKind.WITHDREW,
    )
)
COMMITMENT = re.compile("[0-9a-f]{64}")
SLACK = 5
"""Seconds by which times of related events could differ in release 0.3.0."""
PAIRING = 60
"""The longest time that a pairing can take, in seconds."""
RoundId = tuple[int, int]
"""The numbers of a stage and a round."""


class Unexplained(Exception):
    """An event that does not follow from those before it; the text is a sentence."""


class Replay:
    """A tournament after the events that were checked so far.

    Besides Unexplained, every method raises the errors of `fold`.
    """

    def __init__(self, first: TournamentEvent, games: GameRegister | None = None) -> None:
        self.state = fold((first,))
        self._games = games
        self._latest = first.at
        self._rest: Events = ()
        """Work due together with the latest event, stored in the same transaction."""
        self.on_trust: list[int] = []
        """The numbers of automatic events that don't follow, from stages of earlier rules."""
        self._decided: dict[TableId, int] = {}
        self._table_of: dict[int, TableId] = {}
        self._withdrawn: set[UserId | None] = set()
        self._interactions: set[int] = set()
        """The interactions that extended it. Discord can deliver one twice."""
        self._ended: set[RoundId] = set()
        """Rounds that were extended after their end. Matches can have been stopped before that."""
        self._editions = NUMBERED_EDITION if "numbered" in first.details else 1
        """The earliest edition of the next stage."""
        self._check_created(first)

    def add(self, event: TournamentEvent) -> None:
        self._check(event)
        if event.kind is TournamentEventKind.EXTENDED:
            self._ended |= {
                (stage.number, end.round)
                for stage in self.state.stages
                for end in stage.ends
                if end.until <= event.at
            }
        elif event.kind is TournamentEventKind.WITHDREW:
            self._withdrawn.add(event.user)
        self.state = after(self.state, event)
        self._latest = max(event.at, self._latest)

    def _check_created(self, event: TournamentEvent) -> None:
        values, terms = event.details, _terms(event.details["terms"])
        known = {"terms": terms.text, "commitment": self.state.commitment}
        if "numbered" in values:
            known["numbered"] = "by server"
        if (
            event.by is None
            or event.user is not None
            or detail_of(**known) != event.detail
            or not COMMITMENT.fullmatch(self.state.commitment)
        ):
            raise Unexplained(f"{_name(event)} doesn't create a tournament.")
        with _allowed(event):
            if check_terms(terms, self._games_of(terms), event.at) != terms:
                raise Unexplained(f"{_name(event)} has terms that this bot doesn't store.")

    def _games_of(self, terms: Terms) -> GameRegister | None:
        """Return the games if the one of these terms is among them."""
        return self._games if self._games and terms.game in self._games.names else None

    def _check(self, event: TournamentEvent) -> None:
        if self.state.status in (TournamentStatus.OVER, TournamentStatus.CALLED_OFF):
            raise Unexplained(f"{_name(event)} comes after the end of the tournament.")
        if event.at < self._latest - SLACK:
            raise Unexplained(f"{_name(event)} is older than the events before it.")
        if self._rest:
            expected, *rest = self._rest
            self._rest = tuple(rest)
            if not _is(event, expected) or event.at > self._latest + SLACK:
                self._trust(event, _other(event, expected))
        elif event.kind is TournamentEventKind.RESULT:
            self._check_result(event)
        elif event.by is not None:
            with _allowed(event):
                self._check_moderator(event, event.by)
        elif event.user is not None and event.kind in OF_PEOPLE:
            with _allowed(event):
                self._check_player(event, event.user)
        else:
            try:
                self._check_due(event)
            except Unexplained as unexplained:
                self._trust(event, unexplained)
        if event.kind is TournamentEventKind.STAGE:
            self._check_edition(event)

    def _check_edition(self, event: TournamentEvent) -> None:
        edition = _edition(event)
        if edition > EDITION:
            raise Unexplained(
                f"{_name(event)} uses edition {edition} of the rules. This program "
                f"knows them up to edition {EDITION}."
            )
        if edition < self._editions:
            raise Unexplained(
                f"{_name(event)} uses edition {edition} of the rules, older than its tournament."
            )
        self._editions = edition

    def _trust(self, event: TournamentEvent, unexplained: Unexplained) -> None:
        """Take an automatic event of a stage of earlier rules on trust. Raise `unexplained` if it
        is none.
        """
        if event.kind is TournamentEventKind.STAGE:
            edition = _edition(event)
        else:
            edition = EDITION if self.state.stage is None else self.state.stage.edition
        if event.by is not None or edition >= EDITION or event.kind not in AUTOMATIC:
            raise unexplained
        self.on_trust.append(event.n)
        self._rest = ()

    def _check_player(self, event: TournamentEvent, user: UserId) -> None:
        state, at = self.state, event.at
        match event.kind:
            case TournamentEventKind.JOINED:
                expected = join(state, at, user, self._withdrawn)
            case TournamentEventKind.CHECKED_IN:
                expected = check_in(state, at, user)
            case _:
                expected = leave(state, at, user)
                if event.details:
                    expected = replace(expected, detail=detail_of(why=INELIGIBLE))
        _check_same(event, expected)

    def _check_result(self, event: TournamentEvent) -> None:
        values = event.details
        table = self._seated(event)
        if table.id in self._decided or table.result is not None:
            before = self._decided.get(table.id)
            by = "when it was seated" if before is None else f"by event {before}"
            raise Unexplained(f"{_name(event)} decides table {table.id}, which was decided {by}.")
        how, match, places = How(values["how"]), values["match"], values["places"]
        if how in (How.BYE, How.ADJUDICATED) or event.by is not None or not _is_number(match):
            raise Unexplained(f"{_name(event)} is no result of a match.")
        if places and sorted(places) != [1 + sum(p < q for p in places) for q in sorted(places)]:
            raise Unexplained(f"{_name(event)} has places {places}, which no match leads to.")
        if how is How.DEADLINE and not self._is_over(table, event.at):
            raise Unexplained(f"{_name(event)} says that a round was over, which it was not.")
        late = [seat for seat in table.seats if seat in values["late"]]
        if len(late) != len(values["late"]):
            raise Unexplained(f"{_name(event)} names players who don't sit at table {table.id}.")
        detail = detail_of(
            table=str(table.id), places=places, how=how.value, match=match, late=late
        )
        _check_same(event, self.state.event(event.at, event.kind, detail=detail))
        other = self._table_of.setdefault(match, table.id)
        if other != table.id:
            raise Unexplained(f"{_name(event)} takes match {match}, which decided {other}.")
        self._decided[table.id] = event.n

    def _is_over(self, table: Table, at: int) -> bool:
        """Return whether the round of a table can have ended by `at`."""
        until = self.state.round_until(table.id.stage, table.id.round)
        ended = (table.id.stage, table.id.round) in self._ended
        return until is not None and (until <= at or ended)

    def _check_moderator(self, event: TournamentEvent, by: UserId) -> None:
        values, state, at = event.details, self.state, event.at
        expected: TournamentEvent | None
        match event.kind:
            case TournamentEventKind.EDITED:
                terms = _terms(values["terms"])
                expected = edit(state, at, by, terms, self._games_of(terms))
            case TournamentEventKind.STARTED:
                check_start(state, at)
                check_people(state)
                started, *rest = start(state, self._facts(event, at))
                self._rest = tuple(rest)
                self._check_facts(event)
                expected = replace(started, by=by)
            case TournamentEventKind.ADJUDICATED:
                table, words = self._seated(event), values["reason"]
                seats = zip(table.seats, values["places"], strict=False)
                first = next((seat for seat, place in seats if place == 1), None)
                winner = None if first is None else state.entrants[first].user
                # Words are deleted when one of the people is forgotten.
                reason = reason_of(words) if words else ""
                expected = adjudicate(state, at, by, table.id, winner, reason)
                self._decided[table.id] = event.n
            case TournamentEventKind.SUBSTITUTED:
                number, into = values["entrant"], event.user
                if into is None or number not in range(len(state.entrants)):
                    raise Unexplained(f"{_name(event)} names no player, or no place.")
                expected = substitute(state, at, by, state.entrants[number].user, into)
            case TournamentEventKind.EXTENDED:
                interaction = values["interaction"]
                hours, seconds = divmod(values["until"] - extended_from(state, at), HOUR)
                if seconds or not _is_number(interaction) or interaction in self._interactions:
                    raise Unexplained(f"{_name(event)} moves an end by no whole hours, or twice.")
                self._interactions |= {interaction} - {0}
                expected = extend(state, at, by, hours, interaction)
            case TournamentEventKind.CANCELLED:
                expected = cancel(state, at, by)
            case _:
                raise Unexplained(f"{_name(event)} is no action of a moderator.")
        _check_same(event, expected)

    def _check_facts(self, event: TournamentEvent) -> None:
        """Check the seed, the version of the rules and the ratings of STARTED."""
        values, terms = event.details, self.state.terms
        rules, games = values["rules"], self._games_of(terms)
        if hashlib.sha256(bytes.fromhex(values["seed"])).hexdigest() != self.state.commitment:
            raise Unexplained("Its seed does not match the commitment from before the start.")
        if not _is_number(rules) or rules < 1 or (games and rules > max(games.games[terms.game])):
            raise Unexplained(f"{_name(event)} names version {rules} of the game's rules.")
        for rating in values["ratings"]:
            if rating is not None and not (type(rating) in (int, float) and isfinite(rating)):
                raise Unexplained(f"{_name(event)} has the rating {rating}.")

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
            unstarted = {TableId.parse(text) for text in event.details["unstarted"]}
            detail = more_time(self.state, sorted(unstarted), event.at)
            if (event.user, event.detail) != (None, detail):
                raise Unexplained(f"{_name(event)} gives time to tables that don't need it.")
            return
        facts = self._facts(event, event.at)
        self._check_downtimes(event, facts)
        if event.kind is TournamentEventKind.STARTED:
            self._check_facts(event)
        due = due_events(self.state, facts)
        if not due:
            raise Unexplained(f"{_name(event)} has no moderator, but was not due.")
        if not _is(event, due[0]):
            # In release 0.3.0 the end of a round counts from the moment when pairing began, and
            # the event is dated when pairing has ended.
            sooner = _seconds_between(due[0], event)
            if not 0 < sooner <= min(event.at - self._latest, PAIRING):
                raise _other(event, due[0])
            due_before = due_events(self.state, self._facts(event, event.at - sooner))
            if not due_before or not _is(event, due_before[0]):
                raise _other(event, due[0])
            due = due_before
        self._rest = due[1:]

    def _check_downtimes(self, event: TournamentEvent, facts: Facts) -> None:
        """Check that downtimes are ordered, differ, and were over by the time of the event."""
        if facts.up_to is None:
            return
        is_known = _is_number(facts.up_to) and facts.up_to <= facts.at
        are_known = all(
            _is_number(span.start) and _is_number(span.end) and span.start < span.end <= facts.up_to
            for span in facts.downtimes
        )
        if not (is_known and are_known and all(a < b for a, b in pairwise(facts.downtimes))):
            raise Unexplained(f"{_name(event)} names downtimes that can't have been known.")

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
    if (event.kind, event.by, event.user) != (due.kind, due.by, due.user):
        return False
    if event.kind is TournamentEventKind.STAGE:
        return detail_of(**{**event.details, "edition": EDITION}) == due.detail
    return event.detail == due.detail


def _check_same(event: TournamentEvent, expected: TournamentEvent | None) -> None:
    if event == expected:
        return
    if expected is None:
        raise Unexplained(f"{_name(event)} changes nothing, so this bot would not store it.")
    raise _other(event, expected)


@contextmanager
def _allowed(event: TournamentEvent) -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        raise Unexplained(f"{_name(event)} is refused by this bot ({refusal}).") from refusal


def _terms(text: str) -> Terms:
    """Return terms whose values have the right types; raise ValueError, among others."""
    terms, types = Terms.parse(text), get_type_hints(Terms)
    if any(type(getattr(terms, name)) not in (get_args(t) or (t,)) for name, t in types.items()):
        raise ValueError(text)
    return terms


def _is_number(value: object) -> bool:
    return type(value) is int


def _edition(event: TournamentEvent) -> int:
    """Return the edition of the rules under which a stage begins."""
    edition = event.details.get("edition", 1)
    if not _is_number(edition):
        raise Unexplained(f"{_name(event)} names no edition of the rules.")
    return int(edition)


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
