"""A knockout of four with the real client: announced, joined and checked in to by pressing, begun
by itself, played to its end, and won."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.storage.sqlite.copies import backup
from cogs.app.client import SaludClient
from cogs.posting.posted_message import LOOKED_AT
from playground import Person, Playground, seed
from tests.e2e.bot_process import BotProcess
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, alt_texts, buttons, text
from tests.e2e.test_restore import put_back
from tests.match.machine import SetClock

HOUR, DAY = 3600, 24 * 3600


async def test_a_knockout(
    playground: Playground,
    people: list[Person],
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody is called but who has to check in and whose turn it is."""
    boss, players = Person(playground, seed.OWNER_ID), people[:4]
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        made = await boss.command(
            "tournament create",
            {"name": "Autumn Cup", "format": "knockout", "starts_in": 3, "check_in": 1, "seats": 2},
        )
        assert made.ok
        panel = await playground.wait_for(lambda: _offering(boss, ":join"))
        assert "who loses is out" in text(panel)
        for person in players:
            assert (await person.press(panel["id"], _button(panel, ":join"))).ok
        await playground.wait_for(lambda: "4 of 128 are in" in text(_now(boss, panel)))
        assert [person.pings() for person in players] == [[]] * 4

        clock.time += 2 * HOUR + 60
        call = await playground.wait_for(lambda: _saying(boss, "about to start"))
        assert [person.pings() for person in players] == [[int(call["id"])]] * 4
        here = _button(_now(boss, panel), ":here")
        for person in players:
            assert (await person.press(panel["id"], here)).ok

        clock.time += HOUR
        played: list[str] = []
        for left in (2, 1):
            tables = await playground.wait_for(partial(_running, boss, panel, left, played))
            await _give_up(playground, bot, players, tables)
            played += tables
        end = await playground.wait_for(lambda: _saying(boss, "Congratulations!"))
        assert any("Champion" in alt for alt in alt_texts(end))
        assert "has won Autumn Cup!" in text(_now(boss, panel))
        assert all(int(end["id"]) not in person.pings() for person in people)
        known = await bot.services.tournament_service.look(1)
        (first,) = known.now.champions
        winner = Person(playground, known.now.entrants[first].user)
        assert (await winner.command("profile", {})).ok
        profile = await playground.wait_for(lambda: _saying(boss, "Autumn Cup · place 1 of 4"))
        assert "🏆" in text(profile)


async def test_what_others_rely_on_is_refused_to_moderators(
    playground: Playground,
    people: list[Person],
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The start during check-in, and a place without matches; each says what depends on it.

    A player who has left the server by the start is not seated.
    """
    boss = Person(playground, seed.OWNER_ID)
    players = [one for one in people if one.id != boss.id][:5]
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        await boss.command(
            "tournament create",
            {"name": "Autumn Cup", "format": "knockout", "starts_in": 8, "check_in": 6, "seats": 2},
        )
        panel = await playground.wait_for(lambda: _offering(boss, ":join"))
        for person in players:
            assert (await person.press(panel["id"], _button(panel, ":join"))).ok
        clock.time += 2 * HOUR + 60
        await playground.wait_for(lambda: _saying(boss, "about to start"))
        here = _button(_now(boss, panel), ":here")
        for person in players[:4]:
            assert (await person.press(panel["id"], here)).ok
        said = await _answer(boss, "start", {})
        assert "1 of 5 players haven't checked in" in said
        said = await _answer(boss, "edit", {"starts_in": 1})
        assert "The start can only be later" in said

        assert (await players[4].press(panel["id"], here)).ok
        playground.world.remove_member(players[0].id)
        clock.time += 60
        assert "has started" in await _answer(boss, "start", {})
        tables = await playground.wait_for(partial(_running, boss, panel, 2))
        known = await bot.services.tournament_service.look(1)
        assert players[0].id not in {one.user for one in known.now.entrants}
        await _give_up(playground, bot, players[1:], tables[:1])
        await playground.wait_for(partial(_running, boss, panel, 1))
        known = await bot.services.tournament_service.look(1)
        (lost,) = (one for one in known.now.tables if one.result is not None)
        out = next(one for one in lost.seats if lost.place_of(one) == 2)
        names = {"out": str(known.now.entrants[out].user), "into": str(people[-1].id)}
        assert "has no match left" in await _answer(boss, "substitute", names)
        names["into"] = str(players[0].id)
        assert "isn't in this server" in await _answer(boss, "substitute", names)


async def _answer(person: Person, name: str, options: Mapping[str, object]) -> str:
    """Return the answer to a command about the tournament."""
    answer = await person.command(f"tournament {name}", options)
    assert answer.message is not None
    return text(answer.message)


def _running(boss: Person, panel: Json, many: int, before: Sequence[str] = ()) -> list[str] | None:
    """The addresses of the matches that the panel links to, as soon as there are so many, and none
    of those before: the panel can show one semi-final for a moment after both were given up."""
    shown = text(_now(boss, panel))
    links = [line.split("(")[-1].rstrip(")") for line in shown.splitlines() if "⚔️" in line]
    fresh = all(one.startswith("http") and one not in before for one in links)
    return links if len(links) == many and fresh else None


async def _give_up(
    playground: Playground, bot: SaludClient, players: list[Person], links: list[str]
) -> None:
    """Whoever is to act in each of these threads resigns there by pressing."""
    for link in links:
        thread = int(link.split("/")[-1])
        board = await playground.wait_for(partial(_board, players, thread))
        match = int(next(iter(buttons(board, "2:match:"))).split(":")[2])
        loaded = await bot.services.matches.look(match)
        person = Person(playground, loaded.people_to_act[0])
        asked = await person.command("resign", {"match": match}, channel=thread)
        assert asked.message is not None
        (sure,) = [one for one in buttons(asked.message) if one.endswith(":resign")]
        assert (await person.press(asked.message["id"], sure)).ok


def _board(players: list[Person], thread: int) -> Json | None:
    found = [one for one in players[0].messages(thread) if any(buttons(one, "2:match:"))]
    return found[-1] if found else None


def _button(message: Json, ends: str) -> str:
    (found,) = [one for one in buttons(message, "2:tournament:") if one.endswith(ends)]
    return found


def _offering(person: Person, ends: str) -> Json | None:
    return next(
        (
            one
            for one in person.messages(seed.TAVERN_ID)
            if any(custom_id.endswith(ends) for custom_id in buttons(one, "2:tournament:"))
        ),
        None,
    )


def _saying(person: Person, said: str) -> Json | None:
    return next((m for m in person.messages(seed.TAVERN_ID) if said in text(m)), None)


def _now(person: Person, message: Json) -> Json:
    """A message as it is now."""
    return next(m for m in person.messages(seed.TAVERN_ID) if m["id"] == message["id"])


async def test_downtime_extends_a_round(
    playground: Playground, bot: BotProcess, people: list[Person], tmp_path: Path
) -> None:
    """A bot that is down over the end of a round, and one that is restored, end no match."""
    boss = Person(playground, seed.OWNER_ID)
    options = {"name": "Cup", "format": "knockout", "days": 3, "pace": "three days", "seats": 2}
    assert (await boss.command("tournament create", options)).ok
    panel = await playground.wait_for(lambda: _offering(boss, ":join"))
    for person in people[:4]:
        assert (await person.press(panel["id"], _button(panel, ":join"))).ok
    await playground.wait_for(lambda: "4 of 128 are in" in text(_now(boss, panel)))
    assert (await boss.command("tournament start", {})).ok
    await playground.wait_for(partial(_running, boss, panel, 2))
    await playground.settled()

    await bot.kill()
    await playground.forward(days=4)
    await bot.start()
    await playground.wait_for(lambda: _saying(boss, "the round has as much more time"))
    await playground.settled()
    assert _running(boss, panel, 2)
    assert _read(bot, OVER) == []
    until = _read(bot, ENDS)[0][0]
    told = _saying(boss, "the round has as much more time")
    assert told is not None
    assert f"<t:{until}:f>" in text(told)

    copy = tmp_path / "copy.db"
    backup(str(bot.database), copy)
    await playground.forward(days=4)
    await playground.wait_for(lambda: len(_read(bot, OVER)) == 2)
    await put_back(bot, copy)
    await playground.wait_for(lambda: _read(bot, ENDS)[0][0] >= until + 4 * DAY)
    await playground.settled()
    assert _read(bot, OVER) == []


async def test_decision_after_a_restore_has_its_own_note(
    playground: Playground, bot: BotProcess, tmp_path: Path
) -> None:
    """A decision of the lost generation had the same number, and its note is still there."""
    boss = Person(playground, seed.OWNER_ID)
    options = {"name": "Cup", "format": "knockout", "starts_in": 48, "seats": 2}
    assert (await boss.command("tournament create", options)).ok
    await playground.wait_for(lambda: _offering(boss, ":join"))
    copy = tmp_path / "copy.db"
    backup(str(bot.database), copy)
    assert "1 hour more" in await _answer(boss, "extend", {"hours": 1})
    await playground.wait_for(lambda: len(_moved_ends(boss)) == 1)

    await put_back(bot, copy)
    await playground.settled()
    assert "2 hours more" in await _answer(boss, "extend", {"hours": 2})
    await playground.wait_for(lambda: len(_moved_ends(boss)) == 2)


async def test_panel_far_back_is_edited_after_a_restore(
    playground: Playground, bot: BotProcess, people: list[Person], tmp_path: Path
) -> None:
    """The bot looks for messages among the latest of a channel only."""
    boss = Person(playground, seed.OWNER_ID)
    options = {"name": "Cup", "format": "knockout", "seats": 2}
    assert (await boss.command("tournament create", options)).ok
    panel = await playground.wait_for(lambda: _offering(boss, ":join"))
    copy = tmp_path / "copy.db"
    backup(str(bot.database), copy)
    assert (await people[0].press(panel["id"], _button(panel, ":join"))).ok
    await playground.wait_for(lambda: "1 of 128 is in" in text(_now(boss, panel)))
    for number in range(LOOKED_AT):
        boss.write(f"Message {number}")

    await put_back(bot, copy)
    await playground.wait_for(lambda: "Nobody is in yet" in text(_now(boss, panel)))
    await playground.settled()
    panels = [m for m in boss.messages(seed.TAVERN_ID) if any(buttons(m, "2:tournament:"))]
    assert [one["id"] for one in panels] == [panel["id"]]


def _moved_ends(person: Person) -> list[str]:
    said = (text(message) for message in person.messages(seed.TAVERN_ID))
    return [one for one in said if "has moved the end" in one]


OVER = "SELECT id FROM match WHERE status <> 'running'"
"""The matches that have ended."""
ENDS = """
SELECT json_extract(detail, '$.until') FROM tournament_event
WHERE kind = 'extended' ORDER BY n DESC
"""
"""The ends of the round that downtimes have moved, the latest first."""


def _read(bot: BotProcess, sql: str) -> list[Any]:
    """What is in the bot's database."""
    with closing(sqlite3.connect(bot.database)) as connection:
        return connection.execute(sql).fetchall()
