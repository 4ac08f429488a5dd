"""The rows of statistics that follow from a finished match, written in a transaction of the caller.

Ratings of a game follow each other in the order in which its matches ended (by time, then number).
So a match that is stored late, because a clock was behind, changes the ratings of all later ones.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from bot.match.log.records import MatchId
from bot.match.statistics import result as match_stats
from bot.match.statistics.projections import Period, period_name
from bot.match.statistics.ratings import NEWCOMER, Rating, rate
from bot.match.statistics.result import EndedMatch, Result
from bot.match.values.players import UserId, is_person
from bot.storage.base.connection import Connection
from bot.storage.base.rows import Rows, insert_all, insertion

OF_A_MATCH = ("took_part", "result", "gift")
TABLES = (*OF_A_MATCH, "tally", "tally_count", "achievement")
_OF_A_PERSON = ("tally", "tally_count", "achievement")


@dataclass(frozen=True, slots=True)
class _Row:
    match: MatchId
    user: UserId
    guild: int
    game: str
    ended: int
    place: int | None
    points: int
    whole: bool
    fewest: bool
    mu: float | None
    sigma: float | None
    counted: str
    earned: str


_ROWS = Rows(_Row, "result")


def insert(connection: Connection, ending: EndedMatch) -> None:
    match, guild, game, ended = ending.match, ending.guild, ending.game, ending.ended
    insert_all(
        connection,
        "took_part",
        [
            {"guild": guild, "user": user, "game": game, "ended": ended, "match": match}
            for user in ending.people
        ],
    )
    for result in ending.results:
        _insert_result(connection, ending, result)
    if ending.results:
        users = {result.user for result in ending.results}
        count(connection, match, guild, game, ended, users)


def count(
    connection: Connection, match: MatchId, guild: int, game: str, ended: int, users: set[UserId]
) -> None:
    """Rate a match by its rows in `result`, and add these to the sums of its users."""
    _rate(connection, match, guild, game, ended)
    later = connection.execute(
        "SELECT DISTINCT ended, match FROM result WHERE guild = ? AND game = ?"
        " AND (ended, match) > (?, ?) ORDER BY ended, match",
        (guild, game, ended, match),
    ).fetchall()
    if not later:
        for user in users:
            _add(connection, _ROWS.all(connection, "WHERE match = ? AND user = ?", match, user))
        return
    # A clock was behind, or two matches ended within one second.
    for after, other in later:
        _rate(connection, other, guild, game, after)
        rows = connection.execute("SELECT user FROM result WHERE match = ?", (other,))
        users = users.union(user for (user,) in rows)
    for user in users:
        for table in _OF_A_PERSON:
            connection.execute(
                f"DELETE FROM {table} WHERE guild = ? AND user = ? AND game = ?",  # noqa: S608 - constant text
                (guild, user, game),
            )
        of_user = "WHERE guild = ? AND user = ? AND game = ? ORDER BY ended, match"
        _add(connection, _ROWS.all(connection, of_user, guild, user, game))


def forget(connection: Connection, user: UserId, match: MatchId, former: UserId) -> None:
    """Replace a user by their former miner in a match.

    Rows of other people stay unchanged, even after a rebuild. Call this for each match of the user,
    and then `forget_sums`.
    """
    connection.execute(
        "INSERT INTO kept_rating (match, user, mu, sigma)"
        " SELECT match, ?, before_mu, before_sigma FROM result"
        " WHERE match = ? AND user = ? AND before_mu IS NOT NULL",
        (former, match, user),
    )
    for statement in (
        "UPDATE took_part SET user = ? WHERE match = ? AND user = ?",
        "UPDATE result SET user = ?, earned = '' WHERE match = ? AND user = ?",
        "UPDATE gift SET giver = ? WHERE match = ? AND giver = ?",
        "UPDATE gift SET receiver = ? WHERE match = ? AND receiver = ?",
    ):
        connection.execute(statement, (former, match, user))


def forget_sums(connection: Connection, guild: int, user: UserId) -> None:
    for table in _OF_A_PERSON:
        connection.execute(f"DELETE FROM {table} WHERE guild = ? AND user = ?", (guild, user))  # noqa: S608 - constant text


def _insert_result(connection: Connection, ending: EndedMatch, result: Result) -> None:
    match, guild, game = ending.match, ending.guild, ending.game
    connection.execute(
        *insertion(
            "result",
            match=match,
            user=result.user,
            guild=guild,
            game=game,
            seat=result.seat,
            ended=ending.ended,
            place=result.place,
            points=result.points,
            fate=result.fate.value,
            whole=result.whole,
            fewest=result.fewest,
            rated=result.rated,
            stats=match_stats.written(result.stats),
            counted=json.dumps(dict(result.counted), separators=(",", ":")),
            earned=" ".join(name for name, _ in result.earned) if is_person(result.user) else "",
        )
    )
    insert_all(
        connection,
        "gift",
        [
            {
                "guild": guild,
                "giver": result.user,
                "game": game,
                "name": name,
                "receiver": receiver,
                "match": match,
                "count": number,
            }
            for name, receiver, number in result.stats.gifts
        ],
    )


def _rate(connection: Connection, match: MatchId, guild: int, game: str, ended: int) -> None:
    rows = connection.execute(
        "SELECT seat, user, place FROM result WHERE match = ? AND rated = 1", (match,)
    ).fetchall()
    # In the order of seats, which does not change when a person is forgotten.
    rivals = sorted(rows)
    if len(rivals) < 2:
        return
    before = [_rating(connection, match, guild, game, ended, user) for _, user, _ in rivals]
    after = rate(before, [place for _, _, place in rivals])
    connection.executemany(
        "UPDATE result SET before_mu = ?, before_sigma = ?, mu = ?, sigma = ?"
        " WHERE match = ? AND user = ?",
        [
            (old.mu, old.sigma, new.mu, new.sigma, match, user)
            for (_, user, _), old, new in zip(rivals, before, after, strict=True)
        ],
    )


def _rating(
    connection: Connection, match: MatchId, guild: int, game: str, ended: int, user: UserId
) -> Rating:
    if is_person(user):
        row = connection.execute(
            "SELECT mu, sigma FROM result WHERE guild = ? AND user = ? AND game = ?"
            " AND (ended, match) < (?, ?) AND mu IS NOT NULL"
            " ORDER BY ended DESC, match DESC LIMIT 1",
            (guild, user, game, ended, match),
        ).fetchone()
    else:
        row = connection.execute(
            "SELECT mu, sigma FROM kept_rating WHERE match = ? AND user = ?", (match, user)
        ).fetchone()
    return NEWCOMER if row is None else Rating(*row)


def _add(connection: Connection, rows: Iterable[_Row]) -> None:
    for row in rows:
        if not is_person(row.user):
            continue
        for period in Period:
            _add_to_tally(connection, row, period_name(period, row.ended))
        insert_all(
            connection,
            "achievement",
            [
                {
                    "guild": row.guild,
                    "user": row.user,
                    "game": row.game,
                    "name": name,
                    "match": row.match,
                }
                for name in row.earned.split()
            ],
            "ON CONFLICT DO NOTHING",
        )


def _add_to_tally(connection: Connection, row: _Row, period: str) -> None:
    whole = int(row.whole)
    rating = None
    if row.mu is not None and row.sigma is not None:
        rating = Rating(row.mu, row.sigma).shown
    better = "excluded.best < tally.best" if row.fewest else "excluded.best > tally.best"
    adding = (
        "ON CONFLICT (guild, user, game, period) DO UPDATE SET"
        " matches = tally.matches + 1,"
        " placed = tally.placed + excluded.placed, wins = tally.wins + excluded.wins,"
        " whole = tally.whole + excluded.whole, points = tally.points + excluded.points,"
        f" best_match = CASE WHEN tally.best IS NULL OR {better}"
        " THEN excluded.best_match ELSE tally.best_match END,"
        f" best = CASE WHEN tally.best IS NULL OR {better}"
        " THEN excluded.best ELSE tally.best END,"
        " rating = COALESCE(excluded.rating, tally.rating),"
        " rated = tally.rated + excluded.rated"
    )
    owner = {"guild": row.guild, "user": row.user, "game": row.game, "period": period}
    connection.execute(
        *insertion(
            "tally",
            adding,
            **owner,
            matches=1,
            placed=int(row.place is not None),
            wins=int(row.place == 1),
            whole=whole,
            points=row.points * whole,
            best=row.points if whole else None,
            best_match=row.match if whole else None,
            rating=rating,
            rated=int(rating is not None),
        )
    )
    insert_all(
        connection,
        "tally_count",
        [
            {**owner, "name": name, "count": count}
            for name, count in json.loads(row.counted).items()
        ],
        "ON CONFLICT (guild, user, game, period, name)"
        " DO UPDATE SET count = tally_count.count + excluded.count",
    )
