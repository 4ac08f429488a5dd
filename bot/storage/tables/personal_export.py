"""Everything that is stored about a person, as `/mydata` shows and exports it."""

from collections.abc import Iterator
from typing import Any

from bot.match.forgetting import MOVES, STAYING_BARS, STAYING_DAYS, TYPED, PersonalData
from bot.match.log.events import EventKind
from bot.match.values.contribution import word_in
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.personal_data import HOLDINGS, By, UserColumn
from bot.storage.tables import bars, days
from bot.storage.tables.former_miners import guilds_of, matches_of, tenures


def personal_data(connection: Connection, user: UserId) -> PersonalData:
    """Everything that is stored about a user; tables without any of it are left out."""
    found = {one.name: _rows(connection, one, user) for one in HOLDINGS if one.exported}
    found[MOVES] = _moves(connection, user)
    found[TYPED] = _words(connection, user)
    found[STAYING_BARS] = _staying_bars(connection, user)
    found[STAYING_DAYS] = [
        {"game": game, "day": day} for game, day in days.of_forgotten(connection, user)
    ]
    return {name: rows for name, rows in found.items() if rows}


def _rows(connection: Connection, one: UserColumn, user: UserId) -> list[dict[str, object]]:
    """The rows of a table that name a user, with the columns that they may see."""
    columns = ", ".join(one.exported)
    sql = f"SELECT {columns} FROM {one.table} WHERE {one.user} = ?"  # noqa: S608 - our own words
    found: list[Any] = []
    for more, values in _conditions(connection, one, user):
        found += connection.execute(f"{sql}{more}", (user, *values)).fetchall()
    return [dict(zip(one.exported, row, strict=True)) for row in found]


def _conditions(
    connection: Connection, one: UserColumn, user: UserId
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Further conditions that let an index find the rows, with their values."""
    match one.by:
        case By.USER:
            yield "", ()
        case By.GUILD:
            for guild in guilds_of(connection, user):
                yield " AND guild = ?", (guild,)
        case By.MATCH:
            for match in matches_of(connection, user):
                yield f" AND {one.match} = ?", (match,)


def _moves(connection: Connection, user: UserId) -> list[dict[str, object]]:
    """What was decided for somebody, match by match, by themselves or by a computer."""
    moves: list[dict[str, object]] = []
    for match in matches_of(connection, user):
        for seat, first, end in tenures(connection, match, user):
            found = connection.execute(
                "SELECT seq, token, at FROM log WHERE match = ? AND seq >= ? AND seq < ?"
                " AND actor = ? ORDER BY seq",
                (match, first, end, seat),
            ).fetchall()
            moves += [
                {"match": match, "seq": seq, "token": token, "at": at} for seq, token, at in found
            ]
    return moves


def _words(connection: Connection, user: UserId) -> list[dict[str, object]]:
    """The words that somebody typed into the dice of matches."""
    found = connection.execute(
        "SELECT match, n, detail FROM match_event WHERE holder = ? AND kind = ? ORDER BY match",
        (user, EventKind.JOINED.value),
    ).fetchall()
    typed = ((match, n, word_in(detail)) for match, n, detail in found)
    return [{"match": match, "n": n, "word": word} for match, n, word in typed if word is not None]


def _staying_bars(connection: Connection, user: UserId) -> list[dict[str, object]]:
    """The bars against somebody that stayed when they were forgotten."""
    found = [
        (guild, bars.of_forgotten(connection, guild, user)) for guild in bars.guilds(connection)
    ]
    return [{"guild": guild, "at": at} for guild, at in found if at is not None]
