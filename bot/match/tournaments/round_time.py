"""Downtimes in tournaments: they move the ends of rounds and of check-in.

A turn's clock stops while players can't reach the bot (`timekeeping/uptime.py`). If the ends of
rounds did not follow, a night without the bot would end rounds in which players still had time.

So a round lasts its full length of uptime. Each end is stored with the moment up to which downtimes
are included (`counted`), so that none counts twice. When later downtimes move the end, the
conductor appends an EXTENDED event without a moderator, which names them, so that a reader of the
tournament's file can verify it.
"""

from collections.abc import Sequence

from bot.match.tournaments.events import detail_of
from bot.match.tournaments.state import RoundEnd, Tournament, TournamentStatus
from bot.match.tournaments.tables import TableId
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, LONG_DOWNTIME, Span, runs_down

TURNS = 3
"""The number of turns for which a round should leave time."""


def round_ends(state: Tournament) -> tuple[RoundEnd, ...]:
    """Return the ends of rounds that downtimes can still move.

    These are the latest round of the current stage, and earlier ones with open tables.
    """
    stage = state.stage
    if state.status is not TournamentStatus.RUNNING or stage is None or stage.over is not None:
        return ()
    latest = max((end.round for end in stage.ends), default=0)
    open_rounds = {table.id.round for table in state.open_tables if table.id.stage == stage.number}
    return tuple(end for end in stage.ends if end.round == latest or end.round in open_rounds)


def check_in_end(state: Tournament, at: int) -> tuple[int, int] | None:
    terms = state.terms
    if state.status is not TournamentStatus.OPEN or terms.closes is None:
        return None
    opened = terms.opens_check_in if state.check_in is None else state.check_in
    if opened is None or at < opened:
        return None
    return max(opened, state.closes_set), terms.closes


def counts_since(state: Tournament, at: int) -> int | None:
    check_in = check_in_end(state, at)
    if check_in is not None:
        return check_in[0]
    return min((end.counted for end in round_ends(state)), default=None)


def extension(state: Tournament, at: int, up_to: int, downtimes: Sequence[Span]) -> str | None:
    """Return the detail of the EXTENDED event that downtimes lead to at `at`, if any.

    `downtimes` are ordered by start, and known up to `up_to`.
    """
    check_in = check_in_end(state, at)
    if check_in is not None:
        since, closes = check_in
        until = runs_down(since, max(closes - since, 0), downtimes)
        if not _moves(closes, until, at):
            return None
        return detail_of(until=until, up_to=up_to, down=_between(downtimes, since, until))
    ends = round_ends(state)
    moved = [(end, end.after(downtimes)) for end in ends]
    if not any(_moves(end.until, until, at) for end, until in moved):
        return None
    stage = state.stages[-1].number
    rounds = [[stage, end.round, until] for end, until in moved if until > end.until]
    latest = max(until for _, until in moved)
    first = min(end.counted for end in ends)
    down = _between(downtimes, first, latest)
    return detail_of(until=latest, rounds=rounds, up_to=up_to, down=down)


def _moves(before: int, until: int, at: int) -> bool:
    return until > before and (until - before >= LONG_DOWNTIME or before <= at)


def _between(downtimes: Sequence[Span], since: int, until: int) -> list[list[int]]:
    # The bot and a shard can have been down for exactly the same time.
    known = dict.fromkeys(downtimes)
    return [[*span] for span in known if span.end > since and span.start < until]


def round_length(terms: Terms) -> int | None:
    """Return the seconds of a round, if it has a set end.

    In a league this is the longest possible round: larger groups have more rounds in a season.
    """
    seconds = terms.round_seconds
    return None if seconds is None else seconds // _fewest_rounds(terms)


def least_days(terms: Terms) -> int:
    """Return the days of a round, or of a league's season, that give each round a whole turn."""
    return -(-(terms.pace.seconds or 0) * _fewest_rounds(terms) // DAY)


def turns_in_round(terms: Terms) -> int | None:
    length, turn = round_length(terms), terms.pace.seconds
    return None if length is None or turn is None else length // turn


def _fewest_rounds(terms: Terms) -> int:
    if terms.format is not Format.LEAGUE:
        return 1
    return -(-(terms.group - 1) // (terms.seats - 1))


def replay_seconds(terms: Terms) -> int:
    """Return the seconds that must be left in a round for the replay of a tie: a few turns, at most
    half of the round.
    """
    turns = TURNS * (terms.pace.seconds or DAY)
    return min(turns, (terms.round_seconds or 2 * turns) // 2)


def more_time(state: Tournament, unstarted: Sequence[TableId], at: int) -> str | None:
    """Return the detail of the EXTENDED event for tables whose match has not started at `at`.

    The creating process may have been killed, or the rules version may not be installed. Then no
    player has had a turn, so the round gets its full time again. Return None unless all tables are
    open and their rounds are over.
    """
    lengths = []
    for table_id in unstarted:
        table, until = state.table(table_id), state.round_until(table_id.stage, table_id.round)
        if table is None or table.result is not None or until is None or at < until:
            return None
        lengths.append(until - table.paired)
    if not lengths:
        return None
    until = at + max(*lengths, 1)
    return detail_of(until=until, unstarted=[str(table_id) for table_id in sorted(unstarted)])
