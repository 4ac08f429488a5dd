"""Actions of players and moderators: pure functions from a tournament to the event of an action.

The service appends these events, after further checks that need the store. `verify` (files.py)
calls the same functions for every action in a file: it accepts only what they return. They raise
a Refusal if the action is impossible.
"""

from collections.abc import Iterable

from bot.game_register import GameRegister
from bot.match.playing.report import harmless
from bot.match.tournaments import errors
from bot.match.tournaments.brackets import bracket_rounds, displaced_table
from bot.match.tournaments.checks import check_edit
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.fold import after
from bot.match.tournaments.progress import present
from bot.match.tournaments.rounds import has_matches_left
from bot.match.tournaments.state import (
    Entrant,
    EntrantStatus,
    StageKind,
    Tournament,
    TournamentStatus,
)
from bot.match.tournaments.tables import How, Table, TableId
from bot.match.tournaments.terms import FEWEST, Terms
from bot.match.values.players import UserId
from bot.match.values.times import HOUR

EXTENSION = 30 * 24
REASON = 200


def join(
    state: Tournament, at: int, user: UserId, withdrawn: Iterable[UserId | None]
) -> TournamentEvent:
    """Take part, wait for a place, or come back after vanishing.

    `withdrawn` are all players who have withdrawn so far, also those whose place others have now.
    """
    check_live(state)
    place = state.entrant_of(user)
    if user in state.reserves:
        raise errors.Waiting
    if not state.is_league and (
        user in withdrawn if place is None else place.standing is EntrantStatus.WITHDRAWN
    ):
        raise errors.Withdrawn
    if place is not None and place.plays:
        raise errors.Entered
    if place is not None and not may_come_back(state, place):
        raise errors.LeftOut
    return state.event(at, TournamentEventKind.JOINED, user=user)


def leave(state: Tournament, at: int, user: UserId) -> TournamentEvent:
    check_live(state)
    place = state.entrant_of(user)
    if user in state.reserves or (place and state.status is TournamentStatus.OPEN):
        return state.event(at, TournamentEventKind.LEFT, user=user)
    if place is None or place.standing is EntrantStatus.WITHDRAWN:
        raise errors.NotEntered
    return state.event(at, TournamentEventKind.WITHDREW, user=user)


def check_in(state: Tournament, at: int, user: UserId) -> TournamentEvent:
    check_live(state)
    if state.status is not TournamentStatus.OPEN or state.check_in is None:
        raise errors.NoCheckIn
    place = state.entrant_of(user)
    if place is None:
        raise errors.NotEntered
    if place.checked_in:
        raise errors.CheckedInAlready
    return state.event(at, TournamentEventKind.CHECKED_IN, user=user)


def edit(
    state: Tournament, at: int, by: UserId, terms: Terms, games: GameRegister | None
) -> TournamentEvent | None:
    """Return None if the terms stay the same; `games` as in `check_terms`."""
    check_live(state)
    new = check_edit(state, terms, games, at)
    if new == state.terms:
        return None
    return state.event(at, TournamentEventKind.EDITED, by=by, detail=detail_of(terms=new.text))


def check_start(state: Tournament, at: int) -> None:
    """Raise StartedAlready, or CheckInRuns while players who have not checked in were promised more
    time.
    """
    check_live(state)
    if state.status is not TournamentStatus.OPEN:
        raise errors.StartedAlready
    until = state.terms.closes
    missing = sum(not entrant.checked_in for entrant in state.entrants)
    if state.check_in is not None and until is not None and at < until and missing:
        raise errors.CheckInRuns(until=until, missing=missing, all=len(state.entrants))


def check_people(state: Tournament) -> None:
    if present(state) < FEWEST:
        raise errors.TooFewEntrants(least=FEWEST, present=present(state))


def cancel(state: Tournament, at: int, by: UserId) -> TournamentEvent:
    check_live(state)
    return state.event(at, TournamentEventKind.CANCELLED, by=by)


def reason_of(text: str) -> str:
    """Return a moderator's reason in its stored form."""
    words = harmless(" ".join(text.split()))
    if not 1 <= len(words) <= REASON:
        raise errors.NoReason(most=REASON)
    return words


def adjudicate(
    state: Tournament, at: int, by: UserId, table_id: TableId, winner: UserId | None, reason: str
) -> TournamentEvent | None:
    """Decide a table. Return None for a repeated press; `reason` is in its stored form."""
    table = state.table(table_id)
    check_running(state)
    if table is None or table.is_bye:
        raise errors.NoSuchTable
    _check_adjudicable(state, table)
    places: list[int] = []
    if winner is not None:
        entrant = state.entrant_of(winner)
        if entrant is None or entrant.number not in table.seats:
            raise errors.NotAtTable(user=winner)
        places = [1 if seat == entrant.number else 2 for seat in table.seats]
    if table.result and (table.result.how, table.result.places) == (
        How.ADJUDICATED,
        tuple(places),
    ):
        return None
    detail = detail_of(table=str(table_id), places=places, reason=reason)
    event = state.event(at, TournamentEventKind.ADJUDICATED, by=by, detail=detail)
    _check_built_on(state, event)
    return event


def check_substitute(state: Tournament, out: UserId, into: UserId) -> Entrant:
    """Return the place that `into` can get from `out`, as far as places decide."""
    check_running(state)
    place = state.entrant_of(out)
    if place is None:
        raise errors.NotEntrant(user=out)
    other = state.entrant_of(into)
    if other is not None and (other.number != place.number or place.plays):
        raise errors.HasPlace(user=into)
    return place


def substitute(
    state: Tournament, at: int, by: UserId, out: UserId, into: UserId
) -> TournamentEvent:
    place = check_substitute(state, out, into)
    detail = detail_of(entrant=place.number)
    event = state.event(at, TournamentEventKind.SUBSTITUTED, by=by, user=into, detail=detail)
    _check_playable(state, event, place)
    _check_built_on(state, event)
    return event


def extend(state: Tournament, at: int, by: UserId, hours: int, interaction: int) -> TournamentEvent:
    if not 1 <= hours <= EXTENSION:
        raise errors.BadExtension(most=EXTENSION)
    until = extended_from(state, at) + hours * HOUR
    detail = detail_of(until=until, interaction=interaction)
    return state.event(at, TournamentEventKind.EXTENDED, by=by, detail=detail)


def extended_from(state: Tournament, at: int) -> int:
    """Return the end that an extension moves, in seconds since 1970."""
    check_live(state)
    if state.status is TournamentStatus.OPEN:
        until = state.terms.closes
    else:
        open_rounds = {(table.id.stage, table.id.round) for table in state.open_tables}
        ends = (state.round_until(stage, number) for stage, number in open_rounds)
        until = max((end for end in ends if end is not None), default=None)
    if until is None:
        raise errors.NothingToExtend
    return max(until, at)  # a frozen match outlasts its round


def check_live(state: Tournament) -> None:
    if state.status not in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        raise errors.TournamentOver


def check_running(state: Tournament) -> None:
    check_live(state)
    if state.status is not TournamentStatus.RUNNING:
        raise errors.TournamentNotStarted


def may_come_back(state: Tournament, entrant: Entrant) -> bool:
    """Return whether the player of a place can rejoin.

    In a league they always can. Otherwise they must not have withdrawn, and must belong to the
    current stage.
    """
    if entrant.plays or state.is_league:
        return not entrant.plays
    groups = () if state.stage is None else state.stage.groups
    withdrew = entrant.standing is EntrantStatus.WITHDRAWN
    return not withdrew and any(entrant.number in group for group in groups)


def decidable(state: Tournament) -> list[Table]:
    if state.stage is None or state.stage.over is not None:
        return []
    tables = state.tables_of(state.stage.number)
    latest = {(table.id.group, table.id.round, table.id.number): table for table in tables}
    return [table for table in latest.values() if not table.is_bye]


def _check_adjudicable(state: Tournament, table: Table) -> None:
    """Raise StageOver, PlayedAgain or TooLate if later tables already depend on a result."""
    stage = state.stages[table.id.stage - 1]
    if stage.over is not None:
        raise errors.StageOver
    if stage.kind is not StageKind.KNOCKOUT or table.result is None:
        return
    games = [
        other.id for other in state.tables if other.id._replace(game=table.id.game) == table.id
    ]
    if max(games) != table.id:
        raise errors.PlayedAgain(table=max(games))
    later = (
        other
        for tables in bracket_rounds(state, stage)[table.id.round :]
        for other in tables
        if other.games
    )
    if any(set(other.entrants or ()) & set(table.seats) for other in later):
        raise errors.TooLate


def _check_playable(state: Tournament, event: TournamentEvent, place: Entrant) -> None:
    after_event = after(state, event)
    if after_event.is_league:
        if (
            not place.plays
            and sum(entrant.plays for entrant in after_event.entrants) > after_event.terms.most
        ):
            raise errors.PlacesTaken(most=after_event.terms.most)
    elif not has_matches_left(after_event, place.number):
        raise errors.PlaceDone(user=place.user)


def _check_built_on(state: Tournament, event: TournamentEvent) -> None:
    """Raise BuiltOn if seated tables of a knockout would contradict the results."""
    stage = state.stage
    if stage is None or stage.kind is not StageKind.KNOCKOUT:
        return
    table = displaced_table(after(state, event), stage)
    if table is not None and displaced_table(state, stage) is None:
        raise errors.BuiltOn(table=table.id)
