"""Puzzles: the same for all on a day, one answer that counts, ratings, streaks and withdrawal."""

import asyncio
from collections.abc import Collection, Iterable

import pytest

from bot.app import puzzle_mining
from bot.app.games import load_games
from bot.app.puzzle_bundle import missing
from bot.app.puzzle_mining import PuzzleMining
from bot.match.puzzles.errors import NoMorePuzzles, NoSuchPuzzle, NotAnswered, PuzzleWithdrawn
from bot.match.puzzles.records import PuzzleResult, first_rating, rated_answer
from bot.match.puzzles.service import OpenedPuzzle, PuzzleService
from bot.match.puzzles.store import CONSENT, PRACTICE_FROM, PuzzleStore
from bot.match.statistics.ratings import NEWCOMER, Rating
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.values.days import end_of
from engine.core.game import AnyGame
from engine.core.puzzles import Answer, Puzzle
from engine.core.types import Entry
from tests.match.world import ANN, BEN, CAT, GUILD, Side, World

GAME = "dice-miner"
STOCK = tuple(missing(load_games(), GAME, ()))


def stock(game: str, known: Collection[str]) -> Iterable[tuple[Puzzle, str]]:
    return [one for one in STOCK if one[0].game == game and one[0].key not in known]


def service(world: Side) -> PuzzleService:
    database = world.database
    return PuzzleService(
        world.matches,
        PuzzleStore(database),
        DeadlineStore(database),
        stock,
    )


async def today(world: Side, user: int = ANN, guild: int | None = GUILD) -> OpenedPuzzle:
    return await service(world).of_today(GAME, user, guild)


def move(opened: OpenedPuzzle, answer: Answer, *but: int) -> int:
    """Return the number of an offered move that is such an answer."""
    puzzle = opened.puzzle
    return next(
        number
        for number, candidate in enumerate(puzzle.offered())
        if puzzle.answer(candidate.token) is answer and number not in but
    )


async def solve(world: World, user: int, answer: Answer = Answer.RIGHT) -> OpenedPuzzle:
    opened = await today(world, user)
    return await service(world).answer(opened.puzzle.key, user, move(opened, answer))


def next_day(world: World) -> None:
    world.clock.passes(end_of(service(world).today()) - world.clock.time)


async def practised(world: World, user: int, answer: Answer) -> OpenedPuzzle:
    opened = await service(world).practice(GAME, user)
    return await service(world).answer(opened.puzzle.key, user, move(opened, answer))


async def practice_with_a_near_miss(world: World, user: int) -> OpenedPuzzle:
    while True:
        opened = await service(world).practice(GAME, user)
        answers = [opened.puzzle.answer(one.token) for one in opened.puzzle.offered()]
        if Answer.NEAR in answers:
            return opened
        await service(world).answer(opened.puzzle.key, user, move(opened, Answer.RIGHT))


async def test_every_process_serves_the_same_puzzle_of_a_day(world: World) -> None:
    other = await world.another()
    opened = await asyncio.gather(*(today(each, ANN) for each in (world, other, world, other)))
    assert len({one.puzzle.key for one in opened}) == 1
    assert all(one.is_of_today for one in opened)
    days = {opened[0].puzzle.key}
    for _ in range(6):
        next_day(world)
        days.add((await today(world)).puzzle.key)
    assert len(days) == 7


async def test_later_answers_change_nothing(world: World) -> None:
    done = await solve(world, ANN, Answer.WRONG)
    again = await solve(world, ANN, Answer.RIGHT)
    assert again.answer == done.answer
    assert done.answer is not None
    assert done.answer.result is PuzzleResult.WRONG
    assert done.answer.after.mu < done.answer.before.mu


async def test_simultaneous_presses_count_once(world: World) -> None:
    other = await world.another()
    opened = await today(world)
    presses = [
        service(side).answer(opened.puzzle.key, ANN, number)
        for side in (world, other)
        for number in (move(opened, Answer.RIGHT), move(opened, Answer.WRONG))
    ]
    answers = {one.answer for one in await asyncio.gather(*presses)}
    assert len(answers) == 1
    assert len(world.rows()["puzzle_answer"]) == 1


async def test_near_miss_has_a_second_try_and_counts_only_then(world: World) -> None:
    opened = await practice_with_a_near_miss(world, ANN)
    puzzles, key = service(world), opened.puzzle.key
    before = await puzzles.store.record(GAME, ANN)
    near = move(opened, Answer.NEAR)
    for _ in range(2):  # the same press again is no second try
        first = await puzzles.answer(key, ANN, near)
        assert not first.is_done
        assert first.answer is not None
        assert first.answer.result is PuzzleResult.NEAR
    assert await puzzles.store.record(GAME, ANN) == before
    with pytest.raises(NotAnswered):
        await puzzles.solution(key, ANN)
    assert (await puzzles.practice(GAME, ANN)).puzzle.key == key, "it comes again"
    second = await puzzles.answer(key, ANN, move(opened, Answer.RIGHT))
    assert second.answer is not None
    assert second.answer.result is PuzzleResult.SECOND
    assert (await puzzles.solution(key, ANN)).answer == second.answer


async def test_practice_never_repeats_nor_shows_a_day_to_come(world: World) -> None:
    of_today = await today(world)
    seen: list[str] = []
    free = [one for one, _ in STOCK if one.key >= PRACTICE_FROM]
    for _ in free:
        seen.append((await practised(world, ANN, Answer.RIGHT)).puzzle.key)  # noqa: PERF401
    with pytest.raises(NoMorePuzzles):
        await service(world).practice(GAME, ANN)
    assert len(set(seen)) == len(seen)
    assert of_today.puzzle.key not in seen
    assert all(key >= PRACTICE_FROM for key in seen)


async def test_practice_fits_the_rating(world: World) -> None:
    await today(world)
    for _ in range(3):
        await practised(world, ANN, Answer.WRONG)
        await practised(world, BEN, Answer.RIGHT)
    easy = (await service(world).practice(GAME, ANN)).puzzle
    hard = (await service(world).practice(GAME, BEN)).puzzle
    assert easy.rating < hard.rating


async def test_puzzle_of_a_day_to_come_cannot_be_answered(world: World) -> None:
    await today(world)
    days = {row[1]: row[2] for row in world.rows()["puzzle_day"]}
    with pytest.raises(NoSuchPuzzle):
        await service(world).answer(days[max(days)], ANN, 0)
    with pytest.raises(NoSuchPuzzle):
        await service(world).answer("0" * 16, ANN, 0)
    with pytest.raises(NoSuchPuzzle):
        await service(world).answer(days[min(days)], ANN, 99)


async def test_late_answer_counts_as_practice(world: World) -> None:
    opened = await today(world)
    next_day(world)
    late = await service(world).answer(opened.puzzle.key, ANN, move(opened, Answer.RIGHT))
    assert late.answer is not None
    assert late.answer.day is None
    assert await service(world).streak(GAME, ANN) == 0


async def test_streak_ends_with_a_wrong_answer(world: World) -> None:
    for expected in (1, 2):
        await solve(world, ANN)
        assert await service(world).streak(GAME, ANN) == expected
        next_day(world)
    assert await service(world).streak(GAME, ANN) == 2
    await solve(world, ANN, Answer.WRONG)
    assert await service(world).streak(GAME, ANN) == 0


async def test_day_has_solvers_of_the_server_and_the_most_popular_mistake(world: World) -> None:
    await solve(world, ANN)
    wrong = await solve(world, BEN, Answer.WRONG)
    puzzles = service(world)
    elsewhere = await puzzles.of_today(GAME, CAT, 950)
    await puzzles.answer(elsewhere.puzzle.key, CAT, move(elsewhere, Answer.RIGHT))
    day = await puzzles.store.day(GAME, puzzles.today(), GUILD)
    assert day is not None
    assert wrong.answer is not None
    assert (set(day.results), day.answered, day.solved) == ({ANN, BEN}, 2, 1)
    assert day.mistake == wrong.answer.first
    assert sum((await puzzles.store.choices(day.puzzle)).values()) == 3


async def test_withdrawal_leaves_ratings_and_streaks_as_if_it_had_never_been(world: World) -> None:
    puzzles = service(world)
    await solve(world, ANN)
    next_day(world)
    faulty = await solve(world, ANN, Answer.WRONG)
    await practised(world, ANN, Answer.RIGHT)
    key = faulty.puzzle.key
    before = [row for row in world.rows()["puzzle_answer"] if row[1] != key]
    assert await puzzles.store.withdraw(key, 5) == 1
    assert await puzzles.store.withdraw(key, 6) == 0
    with pytest.raises(PuzzleWithdrawn):
        await puzzles.answer(key, BEN, 0)
    record = await puzzles.store.record(GAME, ANN)
    assert record is not None
    assert record.answered == len(before) == 2
    rating = NEWCOMER
    for row in sorted(before, key=lambda row: row[3]):
        rating, _ = rated_answer(rating, Rating(row[9], row[10]), PuzzleResult(row[8]))
    assert record.ratings[-1] == rating
    assert await puzzles.streak(GAME, ANN) == 1
    assert await puzzles.store.take_news(ANN) == 1
    assert await puzzles.store.take_news(ANN) == 0
    replaced = await today(world, BEN)
    assert replaced.puzzle.key != key
    next_day(world)
    await solve(world, ANN)
    assert await puzzles.streak(GAME, ANN) == 2


async def test_new_stock_adds_puzzles_and_keeps_withdrawn_ones_withdrawn(world: World) -> None:
    opened = await today(world)
    store = service(world).store
    await store.withdraw(opened.puzzle.key, 5)
    await store.add(STOCK, "bundled")
    with pytest.raises(PuzzleWithdrawn):
        await service(world).open(opened.puzzle.key, ANN)


@pytest.mark.parametrize("difficulty", [1000, 1500, 2000])
def test_right_answers_raise_the_person_and_lower_the_puzzle(difficulty: int) -> None:
    puzzle = first_rating(difficulty)
    for result, sign in ((PuzzleResult.RIGHT, 1), (PuzzleResult.WRONG, -1)):
        person, after = rated_answer(NEWCOMER, puzzle, result)
        assert sign * (person.mu - NEWCOMER.mu) > 0 > sign * (after.mu - puzzle.mu)
        assert person.sigma < NEWCOMER.sigma
    assert rated_answer(NEWCOMER, puzzle, PuzzleResult.NEAR) == (NEWCOMER, puzzle)


class EasyMiner:
    """Finds puzzles of the stock in every match."""

    def __init__(self) -> None:
        self.mined: list[int] = []
        self.played: list[str] = []
        """Games of which computers have played a match."""

    async def mine(self, game: AnyGame, seats: int, log: tuple[Entry, ...]) -> tuple[Puzzle, ...]:
        del game
        self.mined.append(len(log))
        return (STOCK[len(self.mined)][0],) if seats > 1 else ()

    async def mine_own(self, game: AnyGame, seed: bytes) -> tuple[Puzzle, ...]:
        del seed
        self.played.append(game.info.name)
        return (STOCK[0][0],)


async def test_only_finished_matches_of_people_who_agree_are_mined_and_once(world: World) -> None:
    miner, store = EasyMiner(), PuzzleStore(world.database)
    mining = PuzzleMining(world.matches, store, miner)
    running = await world.begun(ANN, BEN, lobby=world.dice)
    assert await mining.once() == 1, "from computers"
    assert miner.mined == []
    await world.play(running.record.id)
    refused = await world.begun(ANN, CAT, lobby=world.dice)
    await world.play(refused.record.id)
    await world.store.set_user_settings(CAT, {CONSENT: "off"})
    assert await mining.once() == 0, "the newest match, which Cat doesn't allow"
    assert await mining.once() == 1
    assert len(miner.mined) == 1
    assert await mining.once() == 1
    assert len(miner.mined) == 1, "from computers again"
    assert len(await store.known(GAME)) == 2


async def test_computers_play_for_more_while_few_puzzles_are_left_for_days(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Puzzles of past days, for practice and withdrawn ones don't count."""
    monkeypatch.setattr(puzzle_mining, "ENOUGH", 1)
    monkeypatch.setattr(puzzle_mining, "FOR_DAYS", 3)
    store, miner = PuzzleStore(world.database), EasyMiner()
    mining = PuzzleMining(world.matches, store, miner)
    kept = [one for one in STOCK if one[0].key < PRACTICE_FROM][:5]
    await store.add([one for one in STOCK if one[0].key >= PRACTICE_FROM], "bundled")
    await store.add(kept, "bundled")
    world.clock.passes(end_of("2023-11-18") - world.clock.time)  # so a Sunday
    assert await store.choose(GAME, "2023-11-19")
    await store.withdraw(kept[0][0].key, 5)
    await mining.once()
    assert GAME not in miner.played, "three are left"
    next_day(world)
    await store.choose(GAME, "2023-11-20")
    await mining.once()
    assert GAME in miner.played
