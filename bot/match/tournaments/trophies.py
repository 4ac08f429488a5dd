"""Trophies of a tournament."""

from collections.abc import Sequence

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from bot.match.tournaments.records import TournamentRow, Trophy
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import EntrantNumber
from bot.match.values.players import is_person

PLACES = 3


def trophies(
    row: TournamentRow, state: Tournament, events: Sequence[TournamentEvent]
) -> tuple[Trophy, ...]:
    """Return the trophies won by these events; `state` is the tournament after them.

    The first three of a tournament, or of the top group of a league's season, win one if they are
    still in it and have played in it themselves.
    """
    won: list[Trophy] = []
    for event in events:
        values, stage = event.details, 0
        if event.kind is TournamentEventKind.FINISHED:
            lines = list(enumerate(values["places"]))
        elif event.kind is TournamentEventKind.STAGE_OVER and state.is_league:
            stage = values["stage"]
            lines = list(zip(values["order"][0], values["places"][0], strict=True))
        else:
            continue
        if all(place != 1 for _, place in lines):
            continue  # the first place is empty
        players = sum(place is not None for _, place in lines)
        won += (
            Trophy(
                row.id,
                stage,
                state.entrants[number].user,
                place,
                players,
                state.terms.name,
                state.terms.game,
                event.at,
            )
            for number, place in lines
            if place is not None and place <= PLACES and _has_earned(state, number, stage)
        )
    return tuple(won)


def _has_earned(state: Tournament, number: EntrantNumber, stage: int) -> bool:
    entrant = state.entrants[number]
    if not is_person(entrant.user) or not entrant.plays or not entrant.played:
        return False
    return any(
        number in table.seats and not table.is_bye and table.result and table.result.places
        for table in state.tables
        if stage in (0, table.id.stage)
    )
