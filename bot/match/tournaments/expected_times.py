"""The expected start and end of a tournament, for its event on Discord.

An end is an estimate: rounds without a set length last as long as their matches. The event's end
must lie in the future, so a tournament that lasts longer than expected moves it.
"""

import math
from dataclasses import dataclass

from bot.match.tournaments.progress import season_end
from bot.match.tournaments.state import Stage, Tournament, TournamentStatus
from bot.match.tournaments.terms import FEWEST, Format, Terms
from bot.match.values.times import DAY, HOUR

TURNS = 12
"""Turns that a match is reckoned to last if the round has no set length."""
MARGIN = 6 * HOUR
"""The end is moved when it is closer than this."""


@dataclass(frozen=True, slots=True)
class ExpectedTimes:
    """Times are in seconds since 1970."""

    start: int
    end: int
    has_begun: bool
    """Whether the tournament runs, or registration without a set end."""

    @property
    def due(self) -> int:
        """The time of the next look at the end."""
        return self.end - MARGIN


def expected_times(state: Tournament, at: int) -> ExpectedTimes:
    """Return the times to show at `at`. Midnight replaces an expected end that has passed."""
    is_running = state.status is TournamentStatus.RUNNING
    if is_running:
        start = at if state.started is None else state.started
    elif state.terms.closes is None:  # registration has begun, and its end is unknown
        start = state.created
    else:
        start = state.terms.closes
    # An unknown start is taken to be within a day, so that the end changes once a day at most.
    is_known = is_running or state.terms.closes is not None
    end = _end(state, start if is_known else -(-at // DAY) * DAY)
    if end <= at + MARGIN:
        end = ((at + MARGIN) // DAY + 1) * DAY
    return ExpectedTimes(start, max(end, start + HOUR), is_running or start <= at)


def _end(state: Tournament, begin: int) -> int:
    stage, length = state.stage, _round_seconds(state.terms)
    if state.is_league:
        return _season_end(state, stage, begin)
    people = max(sum(entrant.plays for entrant in state.entrants), FEWEST)
    planned = _rounds(state.terms, people)
    if state.status is not TournamentStatus.RUNNING or stage is None:
        return begin + planned * length
    seated = {(table.id.stage, table.id.round) for table in state.tables}
    ends = [end.until for end in stage.ends] or [_latest(state, stage) + length]
    return max(ends) + max(planned - len(seated), 0) * length


def _season_end(state: Tournament, stage: Stage | None, begin: int) -> int:
    if stage is not None:
        end = season_end(state, stage)
        if end is not None:
            return end
        begin = stage.began + stage.moved
    if state.terms.round_seconds is not None:
        return begin + state.terms.round_seconds
    return begin + _circle(state.terms.group, state.terms.seats) * _round_seconds(state.terms)


def _latest(state: Tournament, stage: Stage) -> int:
    return max((table.paired for table in state.tables_of(stage.number)), default=stage.began)


def _round_seconds(terms: Terms) -> int:
    if terms.round_seconds is not None:
        return terms.round_seconds
    return TURNS * (terms.pace.seconds or DAY)


def _rounds(terms: Terms, people: int) -> int:
    match terms.format:
        case Format.KNOCKOUT:
            return _knockout(people, terms.seats)
        case Format.SWISS:
            return terms.rounds or max((people - 1).bit_length(), 1)
        case Format.ROUND_ROBIN:
            return _circle(people, terms.seats)
        case Format.GROUPS:
            final = max(-(-people // terms.group), 1) * terms.advance
            return _circle(terms.group, terms.seats) + _knockout(final, terms.seats)
        case Format.LEAGUE:
            return _circle(terms.group, terms.seats)


def _knockout(people: int, seats: int) -> int:
    return max(math.ceil(math.log(max(people, 2), seats) - 1e-9), 1)


def _circle(people: int, seats: int) -> int:
    """Return the rounds in which each player meets all others, if the tables work out."""
    return max(math.ceil((people - 1) / (seats - 1)), 1)
