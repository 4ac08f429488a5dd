"""The SQL of puzzles.

A puzzle whose key begins with a digit below `PRACTICE_FROM` is kept for a day: only once its day is
over it serves for practice. So no one has practised with the puzzle of a day to come.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from bot.match.log.records import MatchId
from bot.match.people.recalculation import note_server
from bot.match.puzzles.errors import NoSuchPuzzle, PuzzleWithdrawn
from bot.match.puzzles.records import (
    DayOfPuzzles,
    PuzzleAnswer,
    PuzzleKey,
    PuzzleRecord,
    PuzzleResult,
    first_rating,
    rated_answer,
)
from bot.match.statistics.ratings import NEWCOMER, Rating
from bot.match.values.days import Day, shifted, start_of
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows, insert_all, insertion
from engine.core.puzzle_week import DAYS, Stocked, week
from engine.core.puzzles import Answer, Puzzle

PRACTICE_FROM = "8"
BATCH = 50
RECENT = 500
"""Number of the newest matches that can be mined."""
CONSENT = "puzzles"
"""User setting: "off" for people whose matches must not become puzzles."""
_OPEN = PuzzleResult.NEAR.value
_FREE = (
    "FROM puzzle WHERE game = ?1 AND withdrawn IS NULL"  # noqa: S608 - constant text
    f" AND (key >= '{PRACTICE_FROM}' OR EXISTS"
    " (SELECT 1 FROM puzzle_day WHERE puzzle_day.puzzle = puzzle.key AND puzzle_day.day < ?2))"
    " AND NOT EXISTS"
    " (SELECT 1 FROM puzzle_day WHERE puzzle_day.puzzle = puzzle.key AND puzzle_day.day >= ?2)"
)
"""SQL for the practice puzzles of a game on a day."""
_UNANSWERED = (
    " AND NOT EXISTS (SELECT 1 FROM puzzle_answer"  # noqa: S608 - constant text
    f" WHERE user = ?3 AND puzzle = puzzle.key AND result <> '{_OPEN}')"
)


@dataclass(frozen=True, slots=True)
class Mined:
    """A match from which puzzles are made."""

    match: MatchId
    people: tuple[UserId, ...]
    """Its players, without computers."""


@dataclass(frozen=True, slots=True)
class _Answered:
    user: UserId
    puzzle: PuzzleKey
    game: str
    n: int
    """Number of the person's earlier answers in this game."""
    day: Day | None
    at: int
    first: str
    second: str | None
    result: PuzzleResult
    of_puzzle: Rating
    """The puzzle's rating before this answer."""
    after: Rating


@dataclass(frozen=True, slots=True)
class _Rated:
    result: PuzzleResult
    after: Rating
    at: int


_AFTER = {"after.mu": "mu", "after.sigma": "sigma"}
ANSWERS = Rows(
    _Answered,
    "puzzle_answer",
    {"of_puzzle.mu": "puzzle_mu", "of_puzzle.sigma": "puzzle_sigma", **_AFTER},
)
RATED = Rows(_Rated, "puzzle_answer", _AFTER)
STOCK = Rows(Stocked, "puzzle", {"rating": "difficulty"})


class PuzzleStore(Repository):
    async def known(self, game: str) -> frozenset[PuzzleKey]:
        return frozenset(await self._database.column("SELECT key FROM puzzle WHERE game = ?", game))

    async def left_for_days(self, game: str) -> int:
        """Return the number of puzzles that are kept for a day and that no day has yet."""
        (count,) = await self._database.column(
            "SELECT COUNT(*) FROM puzzle WHERE game = ? AND withdrawn IS NULL AND key < ?"
            " AND NOT EXISTS (SELECT 1 FROM puzzle_day WHERE puzzle_day.puzzle = puzzle.key)",
            *(game, PRACTICE_FROM),
        )
        return int(count)

    async def add(
        self, puzzles: Iterable[tuple[Puzzle, str]], source: str, mined: Mined | None = None
    ) -> bool:
        """Add puzzles with their files; those that are known stay as they are.

        Return False, and add nothing, if they come from a match that must not be used any more:
        mining takes minutes, in which a player can refuse it or be forgotten.
        """
        rows = [
            {
                "key": one.key,
                "game": one.game,
                "kind": one.kind,
                "difficulty": one.rating,
                "mu": (rating := first_rating(one.rating)).mu,
                "sigma": rating.sigma,
                "source": source,
                "text": text,
            }
            for one, text in puzzles
        ]

        def work(connection: Connection) -> bool:
            if mined is not None and not _may_mine(connection, mined):
                return False
            insert_all(connection, "puzzle", rows, "ON CONFLICT DO NOTHING")
            return True

        return await self._database.writer.write(work)

    async def text(self, key: PuzzleKey) -> str:
        """Return a puzzle's file; raise NoSuchPuzzle or PuzzleWithdrawn."""
        rows = await self._database.rows("SELECT text, withdrawn FROM puzzle WHERE key = ?", key)
        if not rows:
            raise NoSuchPuzzle
        text, withdrawn = rows[0]
        if withdrawn is not None:
            raise PuzzleWithdrawn
        return str(text)

    async def of_day(self, game: str, day: Day) -> PuzzleKey | None:
        """Return the puzzle of a day that was chosen, also if it is withdrawn."""
        keys = await self._database.column(
            "SELECT puzzle FROM puzzle_day WHERE game = ? AND day = ?", game, day
        )
        return keys[0] if keys else None

    async def choose(self, game: str, day: Day) -> PuzzleKey | None:
        """Return the puzzle of a day; choose those of the rest of its week if there is none yet.

        Replace a withdrawn one. Return None if there are no puzzles.
        """
        row = await self._database.rows(
            "SELECT puzzle FROM puzzle_day JOIN puzzle ON puzzle.key = puzzle_day.puzzle"
            " WHERE puzzle_day.game = ? AND day = ? AND withdrawn IS NULL",
            game,
            day,
        )
        if row:
            return str(row[0][0])
        return await self._database.writer.write(lambda connection: _choose(connection, game, day))

    async def practice(self, game: str, user: UserId, today: Day) -> PuzzleKey | None:
        """Return the puzzle that fits the person's rating best and that they have not answered."""

        def work(connection: Connection) -> PuzzleKey | None:
            mu = _rating(connection, game, user)[0].mu
            found = [
                connection.execute(
                    f"SELECT key, mu {_FREE}{_UNANSWERED} AND mu {side} LIMIT 1",
                    (game, today, user, mu),
                ).fetchone()
                for side in (">= ?4 ORDER BY mu, key", "< ?4 ORDER BY mu DESC, key DESC")
            ]
            near = [row for row in found if row is not None]
            return min(near, key=lambda row: abs(row[1] - mu))[0] if near else None

        return await self._database.read(work)

    async def opened_in(self, game: str, day: Day, user: UserId, guild: int) -> None:
        if not await self._database.rows(
            "SELECT 1 FROM puzzle_guild WHERE guild = ? AND game = ? AND day = ? AND user = ?",
            *(guild, game, day, user),
        ):
            row = {"guild": guild, "game": game, "day": day, "user": user}

            def work(connection: Connection) -> None:
                note_server(connection, guild)
                connection.execute(*insertion("puzzle_guild", "ON CONFLICT DO NOTHING", **row))

            await self._database.writer.write(work)

    async def answer_of(self, user: UserId, key: PuzzleKey) -> PuzzleAnswer | None:
        return await self._database.read(lambda connection: _answer(connection, user, key))

    async def answer(
        self, user: UserId, puzzle: Puzzle, token: str, today: Day, now: int
    ) -> PuzzleAnswer:
        """Store an answer and both ratings; return the person's answer.

        An answered puzzle stays as it is. Raise NoSuchPuzzle for one that can't be answered yet,
        and PuzzleWithdrawn.
        """
        return await self._database.writer.write(
            lambda connection: _store(connection, user, puzzle, token, today, now)
        )

    async def choices(self, key: PuzzleKey) -> Counter[str]:
        """Return how many people answered each move at first."""
        rows = await self._database.rows(
            "SELECT first, COUNT(*) FROM puzzle_answer WHERE puzzle = ? GROUP BY first", key
        )
        return Counter(dict(rows))

    async def day_in_world(self, game: str, day: Day, user: UserId) -> DayOfPuzzles | None:
        """Return everyone's answers of a day, with the result of one person."""
        key = await self.of_day(game, day)
        if key is None:
            return None
        answers = Counter[tuple[str, PuzzleResult]]()
        for result in PuzzleResult:  # one at a time, which the index groups without sorting
            rows = await self._database.rows(
                "SELECT first, COUNT(*) FROM puzzle_answer"
                " WHERE puzzle = ? AND day = ? AND result = ? GROUP BY first",
                *(key, day, result.value),
            )
            answers.update({(first, result): count for first, count in rows})
        own = await self.answer_of(user, key)
        results = {user: own.result} if own is not None and own.day == day else {}
        return DayOfPuzzles(key, answers, results)

    async def day(self, game: str, day: Day, guild: int) -> DayOfPuzzles | None:
        """Return the answers of a day of everyone who opened its puzzle in a server."""
        key = await self.of_day(game, day)
        if key is None:
            return None
        rows = await self._database.rows(
            "SELECT at, here.user, first, result FROM puzzle_guild AS here"
            " JOIN puzzle_answer AS answered"
            " ON answered.user = here.user AND answered.puzzle = ?1 AND answered.day = here.day"
            " WHERE here.guild = ?2 AND here.game = ?3 AND here.day = ?4",
            *(key, guild, game, day),
        )
        rows.sort()
        results = {user: PuzzleResult(result) for _, user, _, result in rows}
        answers = Counter((first, results[user]) for _, user, first, _ in rows)
        return DayOfPuzzles(key, answers, results)

    async def record(self, game: str, user: UserId) -> PuzzleRecord | None:
        where = "WHERE user = ? AND game = ? AND result <> ? ORDER BY n"
        answers = await self._database.all(RATED, where, user, game, _OPEN)
        if not answers:
            return None
        solved = sum(answer.result.solved for answer in answers)
        ratings = tuple(answer.after for answer in answers)
        return PuzzleRecord(len(answers), solved, ratings, answers[0].at, answers[-1].at)

    async def days_of(self, game: str, user: UserId) -> dict[Day, PuzzleResult]:
        rows = await self._database.rows(
            "SELECT day, result FROM puzzle_answer WHERE user = ? AND game = ? AND day IS NOT NULL",
            *(user, game),
        )
        return {day: PuzzleResult(result) for day, result in sorted(rows)}

    async def excused(self, game: str, user: UserId) -> frozenset[Day]:
        """Return the days that interrupt no streak of a person: their puzzle was withdrawn, or the
        person had answered it before.
        """
        voided = await self._database.column(
            "SELECT day FROM puzzle_day WHERE game = ? AND voided = 1", game
        )
        answered = await self._database.rows(
            "SELECT puzzle_day.day, puzzle_answer.at FROM puzzle_answer"
            " JOIN puzzle_day ON puzzle_day.puzzle = puzzle_answer.puzzle"
            " WHERE puzzle_answer.user = ? AND puzzle_answer.game = ?",
            *(user, game),
        )
        return frozenset([*voided, *(day for day, at in answered if at < start_of(day))])

    async def next_to_mine(self, game: str) -> MatchId | None:
        """Return the newest match that is over and was not mined, among the last RECENT."""
        rows = await self._database.column(
            "SELECT id FROM match WHERE id > (SELECT MAX(id) FROM match) - ? AND game = ?"
            " AND status = 'over' AND day IS NULL AND private = 0 AND NOT EXISTS"
            " (SELECT 1 FROM puzzle_mined WHERE puzzle_mined.match = match.id)"
            " ORDER BY id DESC LIMIT 1",
            *(RECENT, game),
        )
        return rows[0] if rows else None

    async def take_to_mine(self, match: MatchId) -> bool:
        """Note that a match is mined; return False if it was before."""
        added = await self._database.execute(
            "INSERT INTO puzzle_mined (match) VALUES (?) ON CONFLICT DO NOTHING", match
        )
        return added == 1

    async def refuses(self, user: UserId) -> bool:
        """Return whether a person doesn't want their matches to become puzzles."""
        return await self._database.read(lambda connection: _refuses(connection, user))

    async def may_mine(self, mined: Mined) -> bool:
        """Return whether a match can be used: none of its players refuses it or is forgotten."""
        return await self._database.read(lambda connection: _may_mine(connection, mined))

    async def take_news(self, user: UserId) -> int:
        """Return the number of withdrawn puzzles that the person has not read about; forget it."""
        if not await self._database.rows("SELECT 1 FROM puzzle_news WHERE user = ?", user):
            return 0
        return await self._database.execute("DELETE FROM puzzle_news WHERE user = ?", user)

    async def withdraw(self, key: PuzzleKey, now: int) -> int:
        """Withdraw a puzzle and remove its answers; return their number. Raise NoSuchPuzzle.

        Each person is a transaction of its own, so after a failure call it again.
        """

        def begin(connection: Connection) -> None:
            if not connection.execute("SELECT 1 FROM puzzle WHERE key = ?", (key,)).fetchone():
                raise NoSuchPuzzle
            connection.execute(
                "UPDATE puzzle SET withdrawn = ? WHERE key = ? AND withdrawn IS NULL", (now, key)
            )
            connection.execute("UPDATE puzzle_day SET voided = 1 WHERE puzzle = ?", (key,))

        await self._database.writer.write(begin)
        removed = 0
        while users := await self._database.column(
            "SELECT user FROM puzzle_answer WHERE puzzle = ? LIMIT ?", key, BATCH
        ):
            for user in users:
                await self._database.writer.write(partial(_remove, user=user, key=key))
            removed += len(users)
        return removed


def _may_mine(connection: Connection, mined: Mined) -> bool:
    match = connection.execute("SELECT former FROM match WHERE id = ?", (mined.match,)).fetchone()
    if match is None or match[0]:
        return False
    return not any(_refuses(connection, user) for user in mined.people)


def _refuses(connection: Connection, user: UserId) -> bool:
    row = connection.execute(
        "SELECT 1 FROM user_setting WHERE user = ? AND name = ? AND value = 'off'", (user, CONSENT)
    ).fetchone()
    return row is not None


def _values(rating: Rating) -> tuple[float, float]:
    return rating.mu, rating.sigma


def _choose(connection: Connection, game: str, day: Day) -> PuzzleKey | None:
    stock = STOCK.all(connection, "WHERE game = ? AND withdrawn IS NULL", game)
    good = {one.key for one in stock}
    chosen: dict[Day, PuzzleKey] = dict(
        connection.execute("SELECT day, puzzle FROM puzzle_day WHERE game = ?", (game,)).fetchall()
    )
    if chosen.get(day) in good:
        return chosen[day]
    at = date.fromisoformat(day)
    monday = shifted(day, -at.weekday())
    days = [each for each in (shifted(monday, number) for number in range(DAYS)) if each >= day]
    missing = [each for each in days if chosen.get(each) not in good]
    keys = _for_days(connection, stock, (at.toordinal() - 1) // DAYS, chosen, len(missing))
    for each, key in zip(missing, keys, strict=False):
        connection.execute(
            "INSERT INTO puzzle_day (game, day, puzzle) VALUES (?1, ?2, ?3)"
            " ON CONFLICT (game, day) DO UPDATE SET puzzle = excluded.puzzle",
            (game, each, key),
        )
    return keys[0] if keys else None


def _for_days(
    connection: Connection,
    stock: Sequence[Stocked],
    number: int,
    chosen: Mapping[Day, PuzzleKey],
    most: int,
) -> tuple[PuzzleKey, ...]:
    """Prefer puzzles that are kept for a day, then those for practice, then used ones.

    Of the last two, prefer those that the fewest people know, then those used long ago.
    """
    latest = {chosen[day]: day for day in sorted(chosen)}
    kept = [one for one in stock if one.key < PRACTICE_FROM and one.key not in latest]
    keys = list(week(kept, number))[:most]
    for is_used in (False, True):
        others = [
            (_answers(connection, one.key), latest.get(one.key, ""), one.key, one)
            for one in stock
            if len(keys) < most
            and (one.key in latest) is is_used
            and (is_used or one.key >= PRACTICE_FROM)
        ]
        fewest = [one for *_, one in sorted(others)[: most - len(keys)]]
        keys += week(fewest, number)
    return tuple(keys)


def _answers(connection: Connection, key: PuzzleKey) -> int:
    select = "SELECT COUNT(*) FROM puzzle_answer WHERE puzzle = ?"
    return int(connection.execute(select, (key,)).fetchone()[0])


def _rating(connection: Connection, game: str, user: UserId) -> tuple[Rating, int]:
    """Return a person's rating, and the number of their next answer."""
    where = "WHERE user = ? AND game = ? ORDER BY n DESC LIMIT 1"
    last = ANSWERS.one(connection, where, user, game)
    return (NEWCOMER, 0) if last is None else (last.after, last.n + 1)


def _before(connection: Connection, user: UserId, game: str, n: int) -> Rating:
    row = connection.execute(
        "SELECT mu, sigma FROM puzzle_answer WHERE user = ? AND game = ? AND n < ?"
        " ORDER BY n DESC LIMIT 1",
        (user, game, n),
    ).fetchone()
    return NEWCOMER if row is None else Rating(*row)


def _answer(connection: Connection, user: UserId, key: PuzzleKey) -> PuzzleAnswer | None:
    answer = ANSWERS.one(connection, "WHERE user = ? AND puzzle = ?", user, key)
    if answer is None:
        return None
    before = _before(connection, user, answer.game, answer.n)
    return PuzzleAnswer(
        key, answer.day, answer.first, answer.second, answer.result, before, answer.after
    )


def _store(
    connection: Connection, user: UserId, puzzle: Puzzle, token: str, today: Day, now: int
) -> PuzzleAnswer:
    key, game = puzzle.key, puzzle.game
    row = connection.execute(
        "SELECT mu, sigma, withdrawn FROM puzzle WHERE key = ?", (key,)
    ).fetchone()
    if row is None:
        raise NoSuchPuzzle
    if row[2] is not None:
        raise PuzzleWithdrawn
    answered = _answer(connection, user, key)
    if answered is None:
        day = _day_of(connection, key, today)
        result = {
            Answer.RIGHT: PuzzleResult.RIGHT,
            Answer.NEAR: PuzzleResult.NEAR,
            Answer.WRONG: PuzzleResult.WRONG,
        }[puzzle.answer(token)]
        first, second = token, None
    elif answered.result is PuzzleResult.NEAR and token != answered.first:
        day, first, second = answered.day, answered.first, token
        is_right = puzzle.answer(token) is Answer.RIGHT
        result = PuzzleResult.SECOND if is_right else PuzzleResult.WRONG
    else:
        return answered
    before, n = _rating(connection, game, user)
    of_puzzle = Rating(row[0], row[1])
    person, changed = rated_answer(before, of_puzzle, result)
    answer = _Answered(user, key, game, n, day, now, first, second, result, of_puzzle, person)
    ANSWERS.insert(connection, [answer], replaces=("user", "puzzle"))
    connection.execute(
        "UPDATE puzzle SET mu = ?, sigma = ? WHERE key = ?", (*_values(changed), key)
    )
    return PuzzleAnswer(key, day, first, second, result, before, person)


def _day_of(connection: Connection, key: PuzzleKey, today: Day) -> Day | None:
    """Return today if the puzzle is today's, or None if it serves for practice.

    Raise NoSuchPuzzle if its day is still to come.
    """
    days = {
        day for (day,) in connection.execute("SELECT day FROM puzzle_day WHERE puzzle = ?", (key,))
    }
    if today in days:
        return today
    if any(day < today for day in days):
        return None
    if days or key < PRACTICE_FROM:
        raise NoSuchPuzzle
    return None


def _remove(connection: Connection, user: UserId, key: PuzzleKey) -> None:
    """Remove an answer, and rate the person's later ones as if it had never been there."""
    row = connection.execute(
        "SELECT game, n FROM puzzle_answer WHERE user = ? AND puzzle = ?", (user, key)
    ).fetchone()
    if row is None:
        return
    game, n = row
    rating = _before(connection, user, game, n)
    connection.execute("DELETE FROM puzzle_answer WHERE user = ? AND puzzle = ?", (user, key))
    where = "WHERE user = ? AND game = ? AND n > ? ORDER BY n"
    for later in ANSWERS.all(connection, where, user, game, n):
        rating, _ = rated_answer(rating, later.of_puzzle, later.result)
        connection.execute(
            "UPDATE puzzle_answer SET mu = ?, sigma = ? WHERE user = ? AND puzzle = ?",
            (*_values(rating), user, later.puzzle),
        )
    connection.execute(
        "INSERT INTO puzzle_news (user, puzzle) VALUES (?, ?) ON CONFLICT DO NOTHING", (user, key)
    )
