"""A match that can't be read, as its players and moderators meet it on Discord."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from playground.faults import Fault
from tests.e2e import in_process
from tests.e2e.players import Json, answered, boards, buttons, parts, text
from tests.e2e.test_lobby import invitation
from tests.e2e.test_nonces import brought
from tests.e2e.test_servers import answer_to, begin, use_control
from tests.e2e.test_threads_late import cup_in_channel, pass_time
from tests.match.machine import SetClock
from tests.tiers import every

bot = in_process.bot

ENDED = "A moderator ended this match without a result. Its log can't be read correctly"
FROZEN = "This match is frozen: its log can't be read correctly."
HINT = "As a moderator you can end it without a result:"
DAMAGE = {
    "a digest": "UPDATE log SET digest = 'ffff' WHERE match = ?",
    "a hole": "DELETE FROM log WHERE match = ? AND seq = 0",
    "the history": "UPDATE match_event SET kind = 'party' WHERE match = ? AND n = 0",
}


@pytest.fixture
def boss(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.OWNER_ID)


@pytest.fixture
def players(boss: Person, people: list[Person]) -> list[Person]:
    return [person for person in people if person is not boss]


async def freeze(bot: SaludClient, folder: Path, match: int, damage: str = "a digest") -> None:
    with closing(sqlite3.connect(folder / "salud.db")) as connection, connection:
        connection.execute(DAMAGE[damage], (match,))
    assert not await bot.services.matches.verify(match)


def message_of(person: Person, place: int, message: Json) -> Json:
    return next(m for m in person.messages(place) if m["id"] == message["id"])


async def pressed(bot: SaludClient, person: Person, board: Json, button: str) -> str:
    """Return the private answer to a press on a board, which may have lost its buttons."""
    assert (await person.press(board["id"], button, unseen=True)).ok
    await bot.services.kit.in_flight.idle()
    return text(answered(person, int(board["channel_id"]))[-1])


def is_usable(message: Json) -> bool:
    return any("custom_id" in part for part in parts(message))


@pytest.mark.parametrize("damage", every(list(DAMAGE)))
async def test_moderator_ends_a_frozen_match(
    bot: SaludClient,
    boss: Person,
    players: list[Person],
    clock: SetClock,
    tmp_path: Path,
    damage: str,
) -> None:
    ann, ben = players[:2]
    panel = await answer_to(boss, "settings")
    await use_control(bot, boss, panel, "2:setting:troubles", [str(seed.QUARRY_ID)])
    await begin(bot, ann, ben)
    await brought(bot)
    card = invitation(ann)
    place = int(card["id"])
    (board,) = boards(ann, place)
    await freeze(bot, tmp_path, 1, damage)
    await pass_time(bot, clock, 120)
    (report,) = [text(message) for message in boss.messages(seed.QUARRY_ID)]
    assert "Match #1 is frozen" in report
    assert "a moderator can end it without a result" in report

    button = next(iter(buttons(board, "2:match:")))
    refused = await pressed(bot, ann, board, button)
    assert refused.startswith(FROZEN)
    assert HINT not in refused
    assert FROZEN in text(await answer_to(ann, "board"))
    assert HINT in text(await answer_to(boss, "board", match=1))
    for person, whose in ((ann, "mine"), (boss, "server")):
        assert "❄️ #1 · frozen" in text(await answer_to(person, "matches", whose=whose))
    assert not (await ann.command("moderate end", {"match": 1})).ok
    offered = await boss.autocomplete("moderate end", "match", "1")
    assert [(choice["name"], choice["value"]) for choice in offered] == [("#1 · frozen", 1)]

    answer = text(await answer_to(boss, "moderate end", match=1))
    assert "Match #1 has ended without a result" in answer
    for where, message in ((place, board), (seed.TAVERN_ID, card)):
        shown = message_of(ben, where, message)
        assert ENDED in text(shown)
        assert not is_usable(shown)
    assert ENDED in await pressed(bot, ann, board, button)
    assert ENDED in text(await answer_to(boss, "moderate end", match=1))
    for command in ("board", "replay", "resign", "plan", "luck"):
        assert ENDED in text(await answer_to(ann, command, match=1))
    assert "You're in no match" in text(await answer_to(ann, "matches"))
    assert await boss.autocomplete("moderate end", "match", "1") == []
    await pass_time(bot, clock, 180)
    (report,) = [text(message) for message in boss.messages(seed.QUARRY_ID)]
    assert "All of this is settled" in report
    assert not boards(ann, place)


async def test_end_is_shown_once_discord_allows_it(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    players: list[Person],
    clock: SetClock,
    tmp_path: Path,
) -> None:
    await begin(bot, *players[:2])
    await brought(bot)
    card = invitation(boss)
    place = int(card["id"])
    (board,) = boards(boss, place)
    await freeze(bot, tmp_path, 1)
    fault = Fault("PATCH", "/channels/{channel_id}/messages/{message_id}", 503, times=1000)
    playground.faults.append(fault)
    assert "without a result" in text(await answer_to(boss, "moderate end", match=1))
    assert boards(boss, place)
    playground.faults.remove(fault)
    await pass_time(bot, clock, 3600, step=300)
    assert ENDED in text(message_of(boss, place, board))
    assert ENDED in text(message_of(boss, seed.TAVERN_ID, card))


async def test_moderator_ends_a_frozen_match_of_a_tournament(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    people: list[Person],
    tmp_path: Path,
) -> None:
    _, match = await cup_in_channel(playground, bot, boss, people)
    await freeze(bot, tmp_path, match)
    assert "has ended without a result" in text(await answer_to(boss, "moderate end", match=match))
    await brought(bot)
    tournament = await bot.services.domain.tournaments.load(1)
    (table,) = [
        table
        for table in tournament.state.tables
        if table.result is not None and table.result.match == match
    ]
    assert table.result is not None
    assert table.result.places == (), "no player gets anything"
    assert len(tournament.state.open_tables) == 1, "the other table goes on"


async def test_decided_table_ends_its_frozen_match(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    people: list[Person],
    tmp_path: Path,
) -> None:
    player, match = await cup_in_channel(playground, bot, boss, people)
    tournament = await bot.services.domain.tournaments.load(1)
    (table,) = [at for at, number in tournament.matches.items() if number == match]
    await freeze(bot, tmp_path, match)
    await answer_to(
        boss, "tournament adjudicate", table=str(table), winner=str(player.id), reason="frozen"
    )
    await brought(bot)
    assert ENDED in text(await answer_to(player, "board", match=match))


async def test_private_match_ends_for_its_player(
    bot: SaludClient, boss: Person, players: list[Person], tmp_path: Path
) -> None:
    ann = players[0]
    await answer_to(ann, "practice")
    assert "no such match" in text(await answer_to(boss, "moderate end", match=1))
    await freeze(bot, tmp_path, 1)
    assert "❄️ #1 · frozen" in text(await answer_to(ann, "matches"))
    assert "❄️" not in text(await answer_to(players[1], "matches", whose="server"))
    assert "has ended without a result" in text(await answer_to(boss, "moderate end", match=1))
    assert ENDED in text(await answer_to(ann, "board", match=1))
    assert "❄️" not in text(await answer_to(ann, "matches"))
