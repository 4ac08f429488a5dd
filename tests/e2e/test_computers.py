"""Computer players, from their seats to their moves, through the real client."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.games import load_games
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from cogs.app.client import SaludClient
from cogs.ui.computer_names import CHARACTERS
from engine.core.types import Level
from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, Table, all_of, answered, buttons, promises, text
from tests.match.machine import SetClock
from tests.patience import ANSWER_WITHIN
from tests.tiers import exhaustive
from tests.toy_game import TOY

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


@pytest.fixture
def asked_routes() -> Counter[str]:
    return Counter()


@pytest.fixture
async def playground(asked_routes: Counter[str]) -> AsyncIterator[Playground]:
    def count(method: str, route: str, *_: object) -> None:
        asked_routes[f"{method} {route}"] += 1

    place = Playground(on_exchange=count)
    place.interactions.answer_within = ANSWER_WITHIN
    await place.start()
    try:
        yield place
    finally:
        await place.stop()


@pytest.fixture
async def toy_bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    """A bot in this process with the toy as its only game and without automatic rounds."""
    games = load_games(packages=[TOY])
    async with bot_here(
        playground, tmp_path, monkeypatch, clock, games, take_back=0, tick=3600
    ) as client:
        yield client


async def begun(playground: Playground, people: list[Person]) -> Table:
    invitation: Json = await playground.wait_for(
        lambda: next((m for m in people[0].messages() if promises(m)), None)
    )
    channel = int(invitation["id"])
    await playground.wait_for(lambda: channel in playground.world.guild.channels)
    return Table(playground, people, channel)


async def wait_for_answer(playground: Playground, person: Person, sentence: str) -> None:
    await playground.wait_for(lambda: any(sentence in text for text in private(person)))


def names(match: Loaded) -> list[str]:
    return [
        CHARACTERS[computer.character].name
        for computer in match.roster.computers
        if computer is not None
    ]


def private(person: Person) -> list[str]:
    return [text(message) for message in answered(person)]


async def test_three_kings_play_to_the_end_and_one_board_shows_their_moves(
    playground: Playground, toy_bot: SaludClient, people: list[Person], asked_routes: Counter[str]
) -> None:
    """They think in another process, and a board says so meanwhile."""
    answer = await people[0].command("practice", {"public": True, "rivals": 3, "level": "king"})
    assert answer.ok, answer.error
    table = await begun(playground, people[:1])
    for _ in range(3):
        board = await table.ready()
        asked_routes.clear()
        await people[0].press(board["id"], next(iter(buttons(board, "2:move:"))))
        await playground.settled(quiet=0.3)
        assert asked_routes[POST] + asked_routes[EDIT] <= 4
    await table.play()
    match = await toy_bot.services.matches.load(1)
    assert {computer.level for computer in match.roster.computers if computer} == {Level.KING}
    added = [k.entry.token for k in match.log if k.entry.actor and "add" in k.entry.token]
    assert added == ["add 2"] * 6, 'the king plays "add 2" if it could think'


@exhaustive
async def test_thinking_kings_delay_no_one(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
) -> None:
    """They think for a minute; meanwhile others play a whole match, and a player resigns against
    one."""
    async with bot_here(
        playground,
        tmp_path,
        monkeypatch,
        clock,
        load_games(packages=[TOY]),
        take_back=0,
        tick=3600,
        thinking=60,
    ) as bot:
        for number in range(4):
            answer = await people[0].command("practice", {"public": True, "level": "king"})
            assert answer.ok, answer.error
            thinks = (number + 1, people[0].id, 1, ["add 1"], 10_000 + number)
            await bot.services.service.press(*thinks)
        assert all(match in bot.services.service.thoughts for match in range(1, 5))
        await bot.services.kit.boards.show(1)
        first: int = (await bot.services.matches.load(1)).record.place or 0
        (king,) = names(await bot.services.matches.load(1))
        boards = [text(message) for message in people[0].messages(first)]
        assert any(f"**{king}** is thinking…" in board for board in boards)
        await people[1].command("challenge", {"opponent": str(people[2].id)})
        invitation = [m for m in people[2].messages() if promises(m)][-1]
        await people[2].press(invitation["id"], "2:invitation:5:accept")
        channel = int(invitation["id"])
        await playground.wait_for(lambda: channel in playground.world.guild.channels)
        await Table(playground, people[1:3], channel).play()
        assert all(match in bot.services.service.thoughts for match in range(1, 5))
        await bot.services.service.resign(1, people[0].id)
        assert (await bot.services.matches.load(1)).status is Status.OVER


async def test_moves_of_three_computers_share_one_board(
    playground: Playground, toy_bot: SaludClient, people: list[Person], asked_routes: Counter[str]
) -> None:
    answer = await people[0].command("practice", {"public": True, "rivals": 3, "level": "foreman"})
    assert answer.ok, answer.error
    table = await begun(playground, people[:1])
    while table.over() is None:
        board = await table.ready()
        await playground.settled()
        asked_routes.clear()
        await people[0].press(board["id"], next(iter(buttons(board, "2:move:"))))
        await playground.settled()
        if table.over() is None:
            assert asked_routes[POST] + asked_routes[EDIT] == 1
    del toy_bot


@exhaustive
async def test_missing_level_is_replaced_by_the_next_and_the_answer_says_so(
    playground: Playground, toy_bot: SaludClient, people: list[Person]
) -> None:
    answer = await people[0].command("practice", {"public": True, "level": "miner"})
    assert answer.message is not None
    assert "no level **Miner**: the computers play at level **Apprentice**" in text(answer.message)
    match = await toy_bot.services.matches.load(1)
    assert [computer and computer.level for computer in match.roster.computers] == [
        None,
        Level.APPRENTICE,
    ]


@exhaustive
async def test_challenge_names_its_computers_and_is_played_to_the_end(
    playground: Playground, toy_bot: SaludClient, people: list[Person]
) -> None:
    options = {"opponent": str(people[1].id), "computers": 2, "level": "foreman"}
    answer = await people[0].command("challenge", options)
    assert answer.ok, answer.error
    (invitation,) = [m for m in people[1].messages() if promises(m)]
    assert text(invitation).count("(Foreman)") == 2
    await people[1].press(invitation["id"], "2:invitation:1:accept")
    table = await begun(playground, people[:2])
    first = await table.ready()
    assert "💬" in all_of(first), "a computer greets"
    ended = await table.play()
    match = await toy_bot.services.matches.load(1)
    assert match.seats == 4
    assert text(ended).count("💬") == 1


async def test_only_the_host_fills_an_open_table_with_computers(
    playground: Playground, toy_bot: SaludClient, people: list[Person]
) -> None:
    answer = await people[0].command("open", {"seats": 4, "computers": 1})
    assert answer.ok, answer.error
    (invitation,) = [m for m in people[1].messages() if promises(m)]
    message = str(invitation["id"])
    await people[1].press(message, "2:invitation:1:join")
    await people[1].press(message, "2:invitation:1:fill")
    await wait_for_answer(playground, people[1], "Only")
    answer = await people[0].press(message, "2:invitation:1:fill")
    assert answer.ok, answer.error
    table = await begun(playground, people[:2])
    await people[0].press(message, "2:invitation:1:fill", unseen=True)
    await people[2].press(message, "2:invitation:1:join", unseen=True)
    for person in (people[0], people[2]):
        await wait_for_answer(playground, person, "This match has already started.")
    match = await toy_bot.services.matches.load(1)
    assert [holder is None for holder in match.roster.holders] == [False, False, True, True]
    await table.play()


async def test_computers_that_take_over_play_at_the_server_s_level(
    playground: Playground, toy_bot: SaludClient, people: list[Person]
) -> None:
    answer = await people[0].command("settings", {"takeover": "apprentice"})
    assert answer.message is not None, answer.error
    assert "Computers that take over a seat play as: **Apprentice**" in text(answer.message)
    options = {"opponent": str(people[1].id), "opponent2": str(people[2].id)}
    await people[0].command("challenge", options)
    (invitation,) = [m for m in people[1].messages() if promises(m)]
    for person in people[1:3]:
        await person.press(invitation["id"], "2:invitation:1:accept")
    table = await begun(playground, people[:3])
    await table.ready()
    await toy_bot.services.service.resign(1, people[2].id)
    match = await toy_bot.services.matches.load(1)
    assert match.roster.level_of(2) is Level.APPRENTICE
