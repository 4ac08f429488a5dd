"""Puzzles for solvers: today's, practice, answers, and what a solver sees afterwards.

The stock is read once per process, when it is first needed: files that the database does not have
yet are added. Puzzles never change, so the parsed ones are cached.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.matches import Matches
from bot.match.puzzles.errors import NoMorePuzzles, NoPuzzles, NoSuchPuzzle, NotAnswered
from bot.match.puzzles.records import PuzzleAnswer, PuzzleKey, PuzzleResult
from bot.match.puzzles.store import PuzzleStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.values.days import Day, day_at, end_of, start_of
from bot.match.values.players import UserId
from bot.match.values.streaks import streaks
from bot.match.values.times import Span
from engine.core.game import AnyGame
from engine.core.puzzlefile import read
from engine.core.puzzles import Puzzle

REMEMBERED = 64
"""Number of cached puzzles."""
BUNDLED = "bundled"
Stock = Callable[[str, Collection[PuzzleKey]], Iterable[tuple[Puzzle, str]]]
"""Returns the bundled puzzles of a game, except the given ones, with their files. Slow."""


def nothing(game: str, known: Collection[PuzzleKey]) -> Iterable[tuple[Puzzle, str]]:
    del game, known
    return ()


@dataclass(frozen=True, slots=True)
class OpenedPuzzle:
    game: AnyGame
    puzzle: Puzzle
    answer: PuzzleAnswer | None
    is_of_today: bool

    @property
    def is_done(self) -> bool:
        return self.answer is not None and self.answer.result is not PuzzleResult.NEAR


class PuzzleService:
    """Every method raises a Refusal or StoreTrouble."""

    def __init__(
        self,
        matches: Matches,
        store: PuzzleStore,
        deadlines: DeadlineStore,
        stock: Stock = nothing,
    ) -> None:
        self.store = store
        self._matches, self._deadlines, self._stock = matches, deadlines, stock
        self._read: set[str] = set()
        self._reading = asyncio.Lock()
        self._puzzles: OrderedDict[PuzzleKey, tuple[AnyGame, Puzzle]] = OrderedDict()

    @property
    def games(self) -> tuple[str, ...]:
        games = self._matches.games
        return tuple(name for name in games.names if games.newest(name).puzzle_kinds)

    def today(self) -> Day:
        return day_at(self._matches.clock.now())

    async def of_today(self, game: str, user: UserId, guild: int | None) -> OpenedPuzzle:
        """Return today's puzzle, the same in every process; raise NoPuzzles.

        In a server, note that the person opened it there.
        """
        await self._stocked(game)
        today = self.today()
        key = await self.store.choose(game, today)
        if key is None:
            raise NoPuzzles
        if guild is not None:
            await self.store.opened_in(game, today, user, guild)
        return await self.open(key, user)

    async def practice(self, game: str, user: UserId) -> OpenedPuzzle:
        """Return a puzzle of the person's level that they have not answered; raise NoMorePuzzles.

        One whose second try is open comes again.
        """
        await self._stocked(game)
        key = await self.store.practice(game, user, self.today())
        if key is None:
            raise NoMorePuzzles
        return await self.open(key, user)

    async def open(self, key: PuzzleKey, user: UserId) -> OpenedPuzzle:
        game, puzzle = await self._puzzle(key)
        answer = await self.store.answer_of(user, key)
        is_of_today = await self.store.of_day(puzzle.game, self.today()) == key
        return OpenedPuzzle(game, puzzle, answer, is_of_today)

    async def solution(self, key: PuzzleKey, user: UserId) -> OpenedPuzzle:
        """Return a puzzle for its solution; raise NotAnswered if the person doesn't know it yet."""
        opened = await self.open(key, user)
        if not opened.is_done:
            raise NotAnswered
        return opened

    async def answer(self, key: PuzzleKey, user: UserId, move: int) -> OpenedPuzzle:
        """Count an answer, the number of an offered move. A puzzle counts once: a later answer
        changes nothing.

        Raise NoSuchPuzzle if there is no such puzzle or move.
        """
        game, puzzle = await self._puzzle(key)
        offered = puzzle.offered()
        if move >= len(offered):
            raise NoSuchPuzzle
        now, token = self._matches.clock.now(), offered[move].token
        # Read first: nothing that can fail may follow the answer that counts.
        is_of_today = await self.store.of_day(puzzle.game, day_at(now)) == key

        async def found() -> PuzzleAnswer | None:
            stored = await self.store.answer_of(user, key)
            return stored if stored and token in (stored.first, stored.second) else None

        answer = await confirmed_write(
            lambda: self.store.answer(user, puzzle, token, day_at(now), now), found
        )
        return OpenedPuzzle(game, puzzle, answer, is_of_today)

    async def streak(self, game: str, user: UserId, until: Day | None = None) -> int:
        """Return the days in a row on which a person solved the puzzle of the day.

        Days away, and days whose puzzle was withdrawn or known to the person before, neither
        interrupt it nor count.
        """
        today = until or self.today()
        results = await self.store.days_of(game, user)
        solved = [day for day, result in results.items() if result.solved and day <= today]
        days = sorted(await self.store.excused(game, user))
        excused = [Span(start_of(day), end_of(day)) for day in days]
        absences = [*await self._deadlines.absences(user, 0), *excused]
        current, _ = streaks(solved, absences, today)
        return 0 if results.get(today) is PuzzleResult.WRONG else current

    async def puzzle(self, key: PuzzleKey) -> tuple[AnyGame, Puzzle]:
        return await self._puzzle(key)

    async def _puzzle(self, key: PuzzleKey) -> tuple[AnyGame, Puzzle]:
        text = await self.store.text(key)  # also asks whether it is withdrawn
        if key not in self._puzzles:
            game, puzzle = await asyncio.to_thread(read, text.encode(), self._matches.games.game)
            self._puzzles[key] = game, puzzle
            while len(self._puzzles) > REMEMBERED:
                self._puzzles.popitem(last=False)
        return self._puzzles[key]

    async def _stocked(self, game: str) -> None:
        if game in self._read:
            return
        async with self._reading:
            if game in self._read:
                return
            known = await self.store.known(game)
            new = await asyncio.to_thread(lambda: tuple(self._stock(game, known)))
            if new:
                await self.store.add(new, BUNDLED)
            self._read.add(game)
