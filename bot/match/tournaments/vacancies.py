"""Places of players who are gone: a reserve player takes them over, or they stay empty."""

from dataclasses import dataclass

from bot.match.tournaments.rounds import plays_on
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import Entrant, Stage, StageKind, Standing, Tournament
from bot.match.tournaments.tables import EntrantNumber
from bot.match.tournaments.terms import Format
from bot.match.values.players import UserId


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A place whose player is gone."""

    number: EntrantNumber
    successor: UserId | None
    """The reserve player who comes in; None: the player is dropped."""


def vacated(now: Tournament, stage: Stage) -> Vacancy | None:
    """Return the next place of a running stage that a reserve player takes over, or that its player
    is dropped from.

    Players who vanished are dropped from the next round on, or replaced from the reserve list.
    Players who withdrew are replaced once their running matches are over. A place without matches
    to come is left alone, because a reserve player would have nothing to play.
    """
    if stage.kind is StageKind.KNOCKOUT:
        return None
    reserve = _reserve(now, stage)
    for one in now.entrants:
        if one.plays and one.vanished:
            to_come = _has_matches_to_come(now, stage, one)
            if to_come or now.is_league:
                return Vacancy(one.number, reserve if to_come else None)
        elif reserve is not None and _may_be_filled(now, stage, one):
            return Vacancy(one.number, reserve)
    return None


def _reserve(now: Tournament, stage: Stage) -> UserId | None:
    """Return the first on the reserve list who has no place of their own to come back to."""
    if stage.is_first_edition:
        return now.reserves[0] if now.reserves else None
    return next((user for user in now.reserves if now.entrant_of(user) is None), None)


def _may_be_filled(now: Tournament, stage: Stage, one: Entrant) -> bool:
    """Return whether a reserve player can come in for a player who withdrew."""
    if one.standing is not Standing.WITHDRAWN or now.is_league or stage.is_first_edition:
        return False
    if all(one.number not in group for group in stage.groups):
        return False
    is_playing = any(one.number in table.seats for table in now.open_tables)
    return not is_playing and _has_matches_to_come(now, stage, one)


def _has_matches_to_come(now: Tournament, stage: Stage, one: Entrant) -> bool:
    """Return whether a place has matches to come: in this stage, or in the final after it."""
    if now.terms.format is Format.GROUPS and stage.is_first_edition:
        return True
    if plays_on(now, stage, one.number):
        return True
    return now.terms.format is Format.GROUPS and _reaches_final(now, stage, one)


def _reaches_final(now: Tournament, stage: Stage, one: Entrant) -> bool:
    """Return whether a place goes on to the final; False as long as its group plays."""
    group = next((n for n, group in enumerate(stage.groups) if one.number in group), None)
    if group is None or any(table.result is None for table in now.tables_of(stage.number, group)):
        return False
    if any(plays_on(now, stage, number) for number in stage.groups[group]):
        return False
    order = [line.entrant for line in standings(now, stage)[group]]
    staying = [number for number in order if number == one.number or now.entrants[number].plays]
    return staying.index(one.number) < now.terms.advance
