"""Puzzles with the real client: answered once, played out, posted, and compared the day after."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.app import assembly
from bot.app.games import load_games
from bot.app.puzzle_bundle import missing
from bot.match.puzzles.store import PRACTICE_FROM
from bot.match.values.days import end_of, shifted
from chaos.messages import parts
from cogs.app.client import SaludClient
from cogs.puzzles.layouts import LISTED
from engine.core.puzzles import Answer
from games.register import INSTALLED
from playground import Person, Playground, seed
from playground.model import EPHEMERAL, User
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, buttons, text
from tests.match.machine import SetClock

GAME = "dice-miner"
GAMES = load_games(packages=INSTALLED[:1])
Begin = Callable[[], AbstractAsyncContextManager[SaludClient]]


@pytest.fixture
def begin(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> Begin:
    return partial(bot_here, playground, tmp_path, monkeypatch, clock, GAMES)


async def test_day_from_question_to_table(
    playground: Playground, begin: Begin, people: list[Person], clock: SetClock
) -> None:
    ann, ben = people[:2]
    public = len(_public(ben))
    async with begin():
        question = await _asked(playground, ann)
        moves = list(buttons(question, "2:puzzle:"))
        assert len(moves) >= 2
        key = moves[0].split(":")[2]
    async with begin() as bot:  # the message from before the restart still works
        right = await _numbered(bot, key, Answer.RIGHT)
        wrong = await _numbered(bot, key, Answer.WRONG)
        hers = await _pressed(playground, ann, question, f"2:puzzle:{key}:move {right}", "Right!")
        assert "← you" in text(hers)
        assert "first to answer" in text(hers)
        assert not [custom_id for custom_id in buttons(hers, "2:puzzle:") if ":move" in custom_id]
        again = f"2:puzzle:{key}:move {wrong}"
        assert (await ann.forge(hers, again)).ok
        await playground.wait_for(lambda: "Nothing changed" in text(_last(ann)))
        assert "Right!" in text(_last(ann))
        line = await _pressed(
            playground, ann, _last(ann), f"2:puzzle:{key}:best 1", "After the best move"
        )
        if f"2:puzzle:{key}:best 02" in _enabled(line):
            assert (await ann.press(line["id"], f"2:puzzle:{key}:best 02")).ok
            line = await playground.wait_for(lambda: _saying(ann, "move** · 2 of"))
        await _pressed(playground, ann, line, f"2:puzzle:{key}:other 1", "After the tempting move")
        solution = await _pressed(
            playground, ann, _last(ann), f"2:puzzle:{key}:solution", "Your puzzle rating"
        )
        assert (await ann.press(solution["id"], f"2:puzzle:{key}:card")).ok
        await playground.wait_for(lambda: len(_public(ben)) == public + 1)
        card = _public(ben)[-1]
        assert "Solved at the first try" in text(card)
        (today,) = buttons(card, "2:puzzle:")
        assert (await ben.press(card["id"], today)).ok
        his = await playground.wait_for(lambda: _saying(ben, "Which?"))
        assert (await ben.forge(his, f"2:puzzle:{key}:solution")).ok
        await playground.wait_for(lambda: _saying(ben, "once you've answered"))
        await _pressed(playground, ben, his, f"2:puzzle:{key}:move {wrong}", "Not the best move")
        clock.time = end_of(bot.services.domain.puzzles.today())
        assert (await ann.command("puzzle", {"day": "yesterday"})).ok
        table = await playground.wait_for(lambda: _saying(ann, "The most popular mistake"))
        assert "**1** of **2** solved it" in text(table)
        assert (ann.pings(), ben.pings()) == ([], [])


async def test_practice_is_unlimited_and_withdrawal_is_told_once(
    playground: Playground, begin: Begin, people: list[Person]
) -> None:
    ann = people[0]
    async with begin() as bot:
        puzzles = bot.services.domain.puzzles
        question = await _asked(playground, ann)
        key = next(iter(buttons(question, "2:puzzle:"))).split(":")[2]
        right = await _numbered(bot, key, Answer.RIGHT)
        done = await _pressed(playground, ann, question, f"2:puzzle:{key}:move {right}", "Right!")
        practice = f"2:puzzle:-:practice:{GAME}"
        other = await _pressed(playground, ann, done, practice, "Practice puzzle")
        assert key not in str(buttons(other, "2:puzzle:"))
        await puzzles.store.withdraw(key, 5)
        assert (await ann.forge(other, f"2:puzzle:{key}:solution")).ok
        await playground.wait_for(lambda: _saying(ann, "faulty and has been withdrawn"))
        for is_told in (True, False):
            assert (await ann.command("puzzle", {})).ok
            shown = await playground.wait_for(lambda: _question(ann))
            assert ("A puzzle that you answered was faulty" in text(shown)) is is_told
            assert key not in str(buttons(shown, "2:puzzle:"))


async def test_day_of_a_known_puzzle_ends_no_row_and_is_known_to_the_fewest(
    playground: Playground,
    begin: Begin,
    people: list[Person],
    clock: SetClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two puzzles are left, from Friday to Sunday."""
    ann, ben = people[:2]
    puzzles = [one for one in missing(GAMES, GAME, ()) if one[0].key < PRACTICE_FROM]
    monkeypatch.setattr(assembly, "missing", lambda *_: puzzles[:2])
    clock.passes(end_of("2023-11-16") - clock.time)
    async with begin() as bot:
        store, today = bot.services.stores.puzzles, bot.services.domain.puzzles.today

        async def solved(person: Person) -> str:
            question = await _asked(playground, person)
            key = next(iter(buttons(question, "2:puzzle:"))).split(":")[2]
            right = await _numbered(bot, key, Answer.RIGHT)
            assert (await person.press(question["id"], f"2:puzzle:{key}:move {right}")).ok
            await playground.settled()
            return text(_last(person))

        async def next_day() -> None:
            clock.passes(end_of(today()) - clock.time)

        assert "1 day in a row" in await solved(ann)
        await solved(ben)
        await next_day()
        assert "2 days in a row" in await solved(ann)
        await next_day()
        known = (await ann.command("puzzle", {})).message
        assert known is not None
        assert "Right!" in text(known)
        days = [shifted(today(), -back) for back in (2, 1, 0)]
        first, second, third = [await store.of_day(GAME, day) for day in days]
        assert third == second != first, "only Ann has solved it"
        await next_day()
        await store.add(puzzles[2:4], "bundled")
        assert "3 days in a row" in await solved(ann)
        for _ in range(2):  # Tuesday has a new puzzle
            await next_day()
        known = (await ann.command("puzzle", {})).message
        assert known is not None
        assert "Right!" in text(known)
        assert "in a row" not in text(known), "a day was missed"


async def test_results_of_a_day_fetch_only_the_names_that_they_show(
    playground: Playground, begin: Begin, people: list[Person], clock: SetClock
) -> None:
    ann, world = people[0], playground.world
    users = [User(1000 + n, f"solver{n}", f"Solver {n}", None) for n in range(LISTED + 15)]
    for user in users:
        world.add_member(user)
    fetched: list[str] = []
    check = playground.on_exchange

    def note(method: str, route: str, *exchange: Any) -> None:
        if method == "GET" and route.endswith("/{user_id}"):
            fetched.append(route)
        if check is not None:
            check(method, route, *exchange)

    async with begin() as bot:
        puzzles = bot.services.domain.puzzles
        for user in users:
            opened = await puzzles.of_today(GAME, user.id, seed.GUILD_ID)
            await puzzles.answer(opened.puzzle.key, user.id, 0)
            clock.passes(1)
        clock.passes(end_of(puzzles.today()) - clock.time)
        playground.on_exchange = note
        assert (await ann.command("puzzle", {"day": "yesterday"})).ok
        await playground.settled()
        assert len(fetched) == LISTED
        table = text(_last(ann))
        assert f"Solver {LISTED - 1}**" in table
        assert "Miner" not in table
        assert "… and 15 more" in table


async def test_forged_presses_get_true_answers_and_change_nothing(
    playground: Playground, begin: Begin, people: list[Person]
) -> None:
    ann = people[0]
    async with begin() as bot:
        question = await _asked(playground, ann)
        key = next(iter(buttons(question, "2:puzzle:"))).split(":")[2]
        for custom_id in (f"2:puzzle:{key}:move 99", f"2:puzzle:{'0' * 16}:move 0"):
            assert (await ann.forge(question, custom_id)).ok
            await playground.wait_for(lambda: _saying(ann, "There is no such puzzle"))
        for custom_id in (f"2:puzzle:{key}:card", f"2:puzzle:{key}:best 1"):
            assert (await ann.forge(question, custom_id)).ok
            await playground.wait_for(lambda: _saying(ann, "once you've answered this puzzle"))
        assert await bot.services.domain.puzzles.store.record(GAME, ann.id) is None


async def test_mydata_keeps_a_player_s_matches_out_of_puzzles(
    playground: Playground, begin: Begin, people: list[Person]
) -> None:
    ann = people[0]
    async with begin() as bot:
        refuses = bot.services.stores.puzzles.refuses
        assert (await ann.command("mydata show", {})).ok
        shown = await playground.wait_for(lambda: _saying(ann, "can become puzzles"))
        await _pressed(playground, ann, shown, "2:mydata:puzzles-off", "No new puzzles are made")
        assert await refuses(ann.id)
        await _pressed(playground, ann, _last(ann), "2:mydata:puzzles-on", "can become puzzles")
        assert not await refuses(ann.id)


async def test_text_mode_adds_the_board_as_text(
    playground: Playground, begin: Begin, people: list[Person]
) -> None:
    ann = people[0]
    async with begin():
        pictured = text(await _asked(playground, ann))
        assert (await ann.command("me", {"text_mode": True})).ok
        assert len(text(await _asked(playground, ann))) > 2 * len(pictured)


async def _asked(playground: Playground, person: Person) -> Json:
    assert (await person.command("puzzle", {})).ok
    question: Json = await playground.wait_for(lambda: _question(person))
    return question


async def _pressed(
    playground: Playground, person: Person, message: Json, custom_id: str, saying: str
) -> Json:
    assert (await person.press(message["id"], custom_id)).ok
    answer: Json = await playground.wait_for(lambda: _saying(person, saying))
    return answer


async def _numbered(bot: SaludClient, key: str, answer: Answer) -> int:
    _, puzzle = await bot.services.domain.puzzles.puzzle(key)
    answers = [puzzle.answer(one.token) for one in puzzle.offered()]
    return answers.index(answer)


def _enabled(message: Json) -> list[str]:
    return [
        part["custom_id"]
        for part in parts(message)
        if "custom_id" in part and not part.get("disabled")
    ]


def _question(person: Person) -> Json | None:
    last = _last(person)
    moves = [custom_id for custom_id in buttons(last, "2:puzzle:") if ":move " in custom_id]
    return last if moves else None


def _saying(person: Person, words: str) -> Json | None:
    private = [message for message in person.messages() if message["flags"] & EPHEMERAL]
    return next((message for message in reversed(private) if words in text(message)), None)


def _last(person: Person) -> Json:
    return [message for message in person.messages() if message["flags"] & EPHEMERAL][-1]


def _public(person: Person) -> list[Json]:
    return [message for message in person.messages() if not message["flags"] & EPHEMERAL]
