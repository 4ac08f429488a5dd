"""Elapsed time of tournaments: downtimes move the end of a round and of check-in.

A turn's clock stands still while people can't reach the bot (`timekeeping/uptime.py`). The ends of
rounds follow the same downtimes, so a round lasts its whole time of uptime. Each end is stored with
the moment up to which downtimes are in it. If later downtimes move the end, an EXTENDED event that
no moderator caused says so. It names these downtimes, so that a file with it can be verified.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.tournaments.events import detail_of
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.tables import TableId
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, LONG_DOWNTIME, Span, runs_down

TURNS = 3
"""How many turns a player should have time for in a round."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """When a round ends; all times in seconds since 1970."""

    stage: int
    round: int
    until: int
    counted: int
    """Up to when downtimes are part of `until`."""

    def after(self, downtimes: Sequence[Span]) -> int:
        """Return when the round ends after these downtimes, ordered by start."""
        if self.until <= self.counted:
            return self.until
        return runs_down(self.counted, self.until - self.counted, downtimes)


def round_ends(now: Tournament) -> tuple[RoundEnd, ...]:
    """Return the ends of rounds that downtimes can still move.

    These are the latest round of the stage that is being played, and earlier ones with open tables.
    """
    stage = now.stage
    if now.status is not TournamentStatus.RUNNING or stage is None or stage.over is not None:
        return ()
    mine = [(number, until) for at, number, until in now.until if at == stage.number]
    latest = max((number for number, _ in mine), default=0)
    played = {one.id.round for one in now.open_tables if one.id.stage == stage.number}
    counted = {number: at for one, number, at in now.counted if one == stage.number}
    return tuple(
        RoundEnd(stage.number, number, until, counted[number])
        for number, until in mine
        if number == latest or number in played
    )


def check_in_end(now: Tournament, at: int) -> tuple[int, int] | None:
    """Return since when the time for check-in has run, and when it ends; None before it opens."""
    terms = now.terms
    if now.status is not TournamentStatus.OPEN or terms.closes is None:
        return None
    opened = terms.opens_check_in if now.check_in is None else now.check_in
    if opened is None or at < opened:
        return None
    return max(opened, now.closes_set), terms.closes


def counts_since(now: Tournament, at: int) -> int | None:
    """Return since when downtimes matter, in seconds since 1970; None if none can matter."""
    check_in = check_in_end(now, at)
    if check_in is not None:
        return check_in[0]
    return min((end.counted for end in round_ends(now)), default=None)


def extension(now: Tournament, at: int, up_to: int, downtimes: Sequence[Span]) -> str | None:
    """Return the detail of the EXTENDED event that follows at a time from downtimes.

    None if the ends stay as they are. `downtimes` are ordered by start; they are known up to the
    time `up_to`.
    """
    check_in = check_in_end(now, at)
    if check_in is not None:
        since, closes = check_in
        until = runs_down(since, max(closes - since, 0), downtimes)
        if not _moves(closes, until, at):
            return None
        return detail_of(until=until, up_to=up_to, down=_between(downtimes, since, until))
    ends = round_ends(now)
    moved = [(end, end.after(downtimes)) for end in ends]
    if not any(_moves(end.until, until, at) for end, until in moved):
        return None
    rounds = [[end.stage, end.round, until] for end, until in moved if until > end.until]
    latest = max(until for _, until in moved)
    first = min(end.counted for end in ends)
    down = _between(downtimes, first, latest)
    return detail_of(until=latest, rounds=rounds, up_to=up_to, down=down)


def _moves(before: int, until: int, at: int) -> bool:
    return until > before and (until - before >= LONG_DOWNTIME or before <= at)


def _between(downtimes: Sequence[Span], since: int, until: int) -> list[list[int]]:
    return [[*span] for span in downtimes if span.end > since and span.start < until]


def round_length(terms: Terms) -> int | None:
    """Return how many seconds a round lasts; None if it has no set end.

    In a league it is the longest that a round can be: larger groups have more rounds in a season.
    """
    seconds = terms.round_seconds
    return None if seconds is None else seconds // _fewest_rounds(terms)


def least_days(terms: Terms) -> int:
    """Return how many days a round, or a league's season, lasts if a round has one whole turn."""
    return -(-(terms.pace.seconds or 0) * _fewest_rounds(terms) // DAY)


def turns_in_round(terms: Terms) -> int | None:
    """Return how many whole turns of the pace a round has; None without a pace or a set end."""
    length, turn = round_length(terms), terms.pace.seconds
    return None if length is None or turn is None else length // turn


def _fewest_rounds(terms: Terms) -> int:
    """Return 1 or, for a league, how many rounds a season of the smallest groups has."""
    if terms.format is not Format.LEAGUE:
        return 1
    return -(-(terms.group - 1) // (terms.seats - 1))


def replay_seconds(terms: Terms) -> int:
    """Return how much time must be left in a round for a tied match to be played again.

    That is the time for a few turns, and half of the round at most: as much as the tied match had.
    """
    turns = TURNS * (terms.pace.seconds or DAY)
    return min(turns, (terms.round_seconds or 2 * turns) // 2)


def more_time(now: Tournament, unstarted: Sequence[TableId], at: int) -> str | None:
    """Return the detail of the EXTENDED event for tables whose match has not started at `at`.

    A process can be killed between creating a match and starting it, or the rules of its game can
    be missing. If the round is over by then, nobody has had a turn: the round gets its whole time
    again. The event names the tables, so that a file with it can be verified.

    `at` is in seconds since 1970. None unless all of them are open and their rounds are over.
    """
    lengths = []
    for named in unstarted:
        table, until = now.table(named), now.round_until(named.stage, named.round)
        if table is None or table.result is not None or until is None or at < until:
            return None
        lengths.append(until - table.paired)
    if not lengths:
        return None
    until = at + max(*lengths, 1)
    return detail_of(until=until, unstarted=[str(named) for named in sorted(unstarted)])
