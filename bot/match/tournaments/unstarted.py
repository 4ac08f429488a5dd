"""More time for matches that could not start before the end of their round.

A process can be killed between creating a match and starting it, or the rules of its game can be
missing. If the round is over by then, nobody has had a turn: the round gets its whole time again.
The event names the tables, so that a file with it can be verified.
"""

from collections.abc import Sequence

from bot.match.tournaments.events import detail_of
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import TableId


def more_time(now: Tournament, unstarted: Sequence[TableId], at: int) -> str | None:
    """Return the detail of the EXTENDED event for tables whose match has not started at `at`.

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
