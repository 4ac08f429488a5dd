"""Computers at the table, from their seats to their moves, through the real client."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import load_games
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
def asked() -> Counter[str]:
    """How often the bot has asked Discord for what."""
    return Counter()


@pytest.fixture
async def playground(asked: Counter[str]) -> AsyncIterator[Playground]:
    """A playground whose requests are counted."""

    def count(method: str, route: str, *_: object) -> None:
        asked[f"{method} {route}"] += 1

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
    """The bot with the toy as its only game, in this process; it looks for nothing by itself."""
    games = load_games(packages=[TOY])
    async with bot_here(
        playground, tmp_path, monkeypatch, clock, games, take_back=0, tick=3600
    ) as client:
        yield client


async def begun(playground: Playground, people: list[Person]) -> Table:
    """The table of a match once its thread is there."""
    invitation: Json = await playground.wait_for(
        lambda: next((m for m in people[0].messages() if promises(m)), None)
    )
    channel = int(invitation["id"])
    await playground.wait_for(lambda: channel in playground.world.guild.channels)
    return Table(playground, people, channel)


async def told(playground: Playground, person: Person, sentence: str) -> None:
    """Wait until the person has been told this in private."""
    await playground.wait_for(lambda: any(sentence in one for one in private(person)))


def names(match: Loaded) -> list[str]:
    """What its computers are called."""
    return [CHARACTERS[one.character].name for one in match.roster.computers if one is not None]


def private(person: Person) -> list[str]:
    """What only this person was told."""
    return [text(message) for message in answered(person)]


async def test_kings_think_and_play_to_the_end(
    playground: Playground, toy_bot: SaludClient, people: list[Person], asked: Counter[str]
) -> None:
    """Three of them, in another process: a press is answered with a board that says so, and what
    they have done is told in one more, or in one for each where they took their time."""
    answer = await people[0].command("practice", {"rivals": 3, "level": "king"})
    assert answer.ok, answer.error
    table = await begun(playground, people[:1])
    for _ in range(3):
        board = await table.ready()
        asked.clear()
        await people[0].press(board["id"], next(iter(buttons(board, "2:move:"))))
        await playground.settled(quiet=0.3)
        assert asked[POST] + asked[EDIT] <= 4
    await table.play()
    match = await toy_bot.services.matches.look(1)
    assert {one.level for one in match.roster.computers if one} == {Level.KING}
    added = [k.entry.token for k in match.log if k.entry.actor and "add" in k.entry.token]
    assert added == ["add 2"] * 6, "so does the king alone, if it could think"


@exhaustive
async def test_nobody_waits_for_four_kings(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
) -> None:
    """They think for a minute: others play a whole match meanwhile, and their own people resign."""
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
            answer = await people[0].command("practice", {"level": "king"})
            assert answer.ok, answer.error
            thinks = (number + 1, people[0].id, 1, ["add 1"], 10_000 + number)
            await bot.services.service.press(*thinks)
        assert all(match in bot.services.service.thoughts for match in range(1, 5))
        await bot.services.boards.show(1)
        first: int = (await bot.services.matches.look(1)).record.place or 0
        (king,) = names(await bot.services.matches.look(1))
        boards = [text(message) for message in people[0].messages(first)]
        assert any(f"**{king}** is thinking…" in told for told in boards)
        await people[1].command("challenge", {"opponent": str(people[2].id)})
        invitation = [m for m in people[2].messages() if promises(m)][-1]
        await people[2].press(invitation["id"], "2:invitation:5:accept")
        channel = int(invitation["id"])
        await playground.wait_for(lambda: channel in playground.world.guild.channels)
        await Table(playground, people[1:3], channel).play()
        assert all(match in bot.services.service.thoughts for match in range(1, 5))
        await bot.services.service.resign(1, people[0].id)
        assert (await bot.services.matches.look(1)).status is Status.OVER


async def test_four_at_a_table_of_which_three_are_computers(
    playground: Playground, toy_bot: SaludClient, people: list[Person], asked: Counter[str]
) -> None:
    """One press, one board: all that they did stands on it."""
    answer = await people[0].command("practice", {"rivals": 3, "level": "foreman"})
    assert answer.ok, answer.error
    table = await begun(playground, people[:1])
    while table.over() is None:
        board = await table.ready()
        await playground.settled()
        asked.clear()
        await people[0].press(board["id"], next(iter(buttons(board, "2:move:"))))
        await playground.settled()
        if table.over() is None:
            assert asked[POST] + asked[EDIT] == 1
    del toy_bot


@exhaustive
async def test_a_level_that_a_game_has_not(
    playground: Playground, toy_bot: SaludClient, people: list[Person]
) -> None:
    """The answer says at which level its computers play instead."""
    answer = await people[0].command("practice", {"level": "miner"})
    assert answer.message is not None
    assert "no level **Miner**: the computers play at level **Apprentice**" in text(answer.message)
    match = await toy_bot.services.matches.look(1)
    assert [one and one.level for one in match.roster.computers] == [None, Level.APPRENTICE]


@exhaustive
async def test_a_challenge_with_computers(
    playground: Playground, toy_bot: SaludClient, people: list[Person]
) -> None:
    """They are named before anybody accepts; two people and two computers play to the end."""
    options = {"opponent": str(people[1].id), "computers": 2, "level": "foreman"}
    answer = await people[0].command("challenge", options)
    assert answer.ok, answer.error
    (invitation,) = [m for m in people[1].messages() if promises(m)]
    assert text(invitation).count("(Foreman)") == 2
    await people[1].press(invitation["id"], "2:invitation:1:accept")
    table = await begun(playground, people[:2])
    first = await table.ready()
    assert "💬" in all_of(first), "one of them greets"
    ended = await table.play()
    match = await toy_bot.services.matches.look(1)
    assert match.seats == 4
    assert text(ended).count("💬") == 1


async def test_computers_fill_an_open_table(
    playground: Playground, toy_bot: SaludClient, people: list[Person]
) -> None:
    """Its host alone may let them; a second tap, or somebody who comes late, is told so."""
    answer = await people[0].command("open", {"seats": 4, "computers": 1})
    assert answer.ok, answer.error
    (invitation,) = [m for m in people[1].messages() if promises(m)]
    message = str(invitation["id"])
    await people[1].press(message, "2:invitation:1:join")
    await people[1].press(message, "2:invitation:1:fill")
    await told(playground, people[1], "Only")
    answer = await people[0].press(message, "2:invitation:1:fill")
    assert answer.ok, answer.error
    table = await begun(playground, people[:2])
    await people[0].press(message, "2:invitation:1:fill", unseen=True)
    await people[2].press(message, "2:invitation:1:join", unseen=True)
    for person in (people[0], people[2]):
        await told(playground, person, "This match has already started.")
    match = await toy_bot.services.matches.look(1)
    assert [holder is None for holder in match.roster.holders] == [False, False, True, True]
    await table.play()


async def test_computers_that_take_over(
    playground: Playground, toy_bot: SaludClient, people: list[Person]
) -> None:
    """Play as the server has chosen, which its panel says."""
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
    match = await toy_bot.services.matches.look(1)
    assert match.roster.level_of(2) is Level.APPRENTICE
