"""The ladder of a league: in which order its people come into groups, season after season."""

from collections.abc import Collection

from bot.match.tournaments.pairing.groups import divisions, ladder_after
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import EntrantNumber

Numbers = tuple[EntrantNumber, ...]


def ladder(now: Tournament) -> Numbers:
    """Everybody who ever was in a group, the best first, after the seasons that are over.

    Those who joined later follow in the order of joining.
    """
    found: Numbers = ()
    for stage in now.stages:
        new = (one for group in stage.groups for one in group if one not in found)
        found = (*found, *new)
        if stage.over is not None:
            found = ladder_after(found, stage.order, now.terms.movers)
    return (*found, *(one.number for one in now.entrants if one.number not in found))


def next_groups(now: Tournament, resting: Collection[EntrantNumber]) -> tuple[Numbers, ...]:
    """The groups of the next season: without those who are gone or rest, who keep their places."""
    active = tuple(one for one in ladder(now) if now.entrants[one].plays and one not in resting)
    return divisions(active, now.terms.group)
