"""What people win by a tournament."""

from collections.abc import Sequence

from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.tournaments.records import TournamentRow, Trophy
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import EntrantNumber
from bot.match.values.players import is_person

PLACES = 3
"""The last place that wins something."""


def trophies(
    row: TournamentRow, now: Tournament, events: Sequence[TournamentEvent]
) -> tuple[Trophy, ...]:
    """What is won by these events; `now` is the tournament after them.

    The first three of a tournament, or of the first group of a season of a league, as far as they
    are still in it and have been in a match of it themselves.
    """
    found: list[Trophy] = []
    for event in events:
        values, stage = event.details, 0
        if event.kind is EventKind.FINISHED:
            lines = list(enumerate(values["places"]))
        elif event.kind is EventKind.STAGE_OVER and now.is_league:
            stage = values["stage"]
            lines = list(zip(values["order"][0], values["places"][0], strict=True))
        else:
            continue
        if all(place != 1 for _, place in lines):
            continue  # nobody has won anything
        among = sum(place is not None for _, place in lines)
        found += (
            Trophy(
                row.id,
                stage,
                now.entrants[number].user,
                place,
                among,
                now.terms.name,
                now.terms.game,
                event.at,
            )
            for number, place in lines
            if place is not None and place <= PLACES and _has_earned(now, number, stage)
        )
    return tuple(found)


def _has_earned(now: Tournament, number: EntrantNumber, stage: int) -> bool:
    """Return whether who has a place takes its trophy, of one stage or, if that is 0, of all."""
    one = now.entrants[number]
    if not is_person(one.user) or not one.plays or not one.played:
        return False
    return any(
        number in table.seats and not table.is_bye and table.result and table.result.places
        for table in now.tables
        if stage in (0, table.id.stage)
    )
