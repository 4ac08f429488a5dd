"""Tournaments end to end: a whole knockout, downtimes and restores."""

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
from tests.tiers import exhaustive

HOUR, DAY = 3600, 24 * 3600


async def test_knockout_runs_to_its_winner_and_pings_only_for_check_in_and_turns(
    playground: Playground,
    people: list[Person],
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boss, players = Person(playground, seed.OWNER_ID), people[:4]
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        answer = await boss.command(
            "tournament create",
            {"name": "Autumn Cup", "format": "knockout", "starts_in": 3, "check_in": 1, "seats": 2},
        )
        assert answer.ok
        panel = await playground.wait_for(lambda: _offering(boss, ":join"))
        assert "who loses is out" in text(panel)
        for person in players:
            assert (await person.press(panel["id"], _button(panel, ":join"))).ok
        await playground.wait_for(lambda: "4 are in" in text(_now(boss, panel)))
        assert [person.pings() for person in players] == [[]] * 4

        clock.time += 2 * HOUR + 60
        call = await playground.wait_for(lambda: _saying(boss, "about to start"))
        assert [person.pings() for person in players] == [[int(call["id"])]] * 4
        check_in = _button(_now(boss, panel), ":here")
        for person in players:
            assert (await person.press(panel["id"], check_in)).ok

        clock.time += HOUR
        played: list[str] = []
        for tables_left in (2, 1):
            tables = await playground.wait_for(partial(_running, boss, panel, tables_left, played))
            await _give_up(playground, bot, players, tables)
            played += tables
        end = await playground.wait_for(lambda: _saying(boss, "Congratulations!"))
        assert any("Champion" in alt for alt in alt_texts(end))
        assert "has won Autumn Cup!" in text(_now(boss, panel))
        assert all(int(end["id"]) not in person.pings() for person in people)
        tournament = await bot.services.domain.tournaments.load(1)
        (first,) = tournament.state.champions
        winner = Person(playground, tournament.state.entrants[first].user)
        assert (await winner.command("profile", {})).ok
        profile = await playground.wait_for(lambda: _saying(boss, "Autumn Cup · place 1 of 4"))
        assert "🏆" in text(profile)


async def test_moderators_cannot_skip_check_in_or_give_away_finished_places(
    playground: Playground,
    people: list[Person],
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boss = Person(playground, seed.OWNER_ID)
    players = [person for person in people if person.id != boss.id][:5]
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
        check_in = _button(_now(boss, panel), ":here")
        for person in players[:4]:
            assert (await person.press(panel["id"], check_in)).ok
        answer = await _answer(boss, "start", {})
        assert "1 of 5 players haven't checked in" in answer
        answer = await _answer(boss, "edit", {"starts_in": 1})
        assert "The start can only be later" in answer

        assert (await players[4].press(panel["id"], check_in)).ok
        playground.world.remove_member(players[0].id)  # so this player gets no seat
        clock.time += 60
        assert "has started" in await _answer(boss, "start", {})
        tables = await playground.wait_for(partial(_running, boss, panel, 2))
        tournament = await bot.services.domain.tournaments.load(1)
        assert players[0].id not in {entrant.user for entrant in tournament.state.entrants}
        await _give_up(playground, bot, players[1:], tables[:1])
        await playground.wait_for(partial(_running, boss, panel, 1))
        tournament = await bot.services.domain.tournaments.load(1)
        (lost,) = (table for table in tournament.state.tables if table.result is not None)
        out = next(seat for seat in lost.seats if lost.place_of(seat) == 2)
        names = {"out": str(tournament.state.entrants[out].user), "into": str(people[-1].id)}
        assert "has no match left" in await _answer(boss, "substitute", names)
        names["into"] = str(players[0].id)
        assert "isn't in this server" in await _answer(boss, "substitute", names)


async def _answer(person: Person, name: str, options: Mapping[str, object]) -> str:
    answer = await person.command(f"tournament {name}", options)
    assert answer.message is not None
    return text(answer.message)


def _running(boss: Person, panel: Json, count: int, before: Sequence[str] = ()) -> list[str] | None:
    """Return the panel's match links once it shows `count` new ones.

    The panel can still show one old link for a moment after both semi-finals were given up.
    """
    panel_text = text(_now(boss, panel))
    links = [line.split("(")[-1].rstrip(")") for line in panel_text.splitlines() if "⚔️" in line]
    are_new = all(link.startswith("http") and link not in before for link in links)
    return links if len(links) == count and are_new else None


async def _give_up(
    playground: Playground, bot: SaludClient, players: list[Person], links: list[str]
) -> None:
    """Make the player in turn resign in each of these threads."""
    for link in links:
        thread = int(link.split("/")[-1])
        board = await playground.wait_for(partial(_board, players, thread))
        match = int(next(iter(buttons(board, "2:match:"))).split(":")[2])
        loaded = await bot.services.matches.load(match)
        person = Person(playground, loaded.people_to_act[0])
        question = await person.command("resign", {"match": match}, channel=thread)
        assert question.message is not None
        (confirm,) = [
            custom_id for custom_id in buttons(question.message) if custom_id.endswith(":resign")
        ]
        assert (await person.press(question.message["id"], confirm)).ok


def _board(players: list[Person], thread: int) -> Json | None:
    boards = [
        message for message in players[0].messages(thread) if any(buttons(message, "2:match:"))
    ]
    return boards[-1] if boards else None


def _button(message: Json, suffix: str) -> str:
    (button,) = [
        custom_id for custom_id in buttons(message, "2:tournament:") if custom_id.endswith(suffix)
    ]
    return button


def _offering(person: Person, suffix: str) -> Json | None:
    return next(
        (
            message
            for message in person.messages(seed.TAVERN_ID)
            if any(custom_id.endswith(suffix) for custom_id in buttons(message, "2:tournament:"))
        ),
        None,
    )


def _saying(person: Person, words: str) -> Json | None:
    return next((m for m in person.messages(seed.TAVERN_ID) if words in text(m)), None)


def _now(person: Person, message: Json) -> Json:
    return next(m for m in person.messages(seed.TAVERN_ID) if m["id"] == message["id"])


@exhaustive
async def test_downtime_extends_a_round(
    playground: Playground, bot: BotProcess, people: list[Person], tmp_path: Path
) -> None:
    """No match ends if the bot is down at the end of a round, or if it was restored from a copy."""
    boss = Person(playground, seed.OWNER_ID)
    options = {"name": "Cup", "format": "knockout", "days": 3, "pace": "three days", "seats": 2}
    assert (await boss.command("tournament create", options)).ok
    panel = await playground.wait_for(lambda: _offering(boss, ":join"))
    for person in people[:4]:
        assert (await person.press(panel["id"], _button(panel, ":join"))).ok
    await playground.wait_for(lambda: "4 are in" in text(_now(boss, panel)))
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
    note = _saying(boss, "the round has as much more time")
    assert note is not None
    assert f"<t:{until}:f>" in text(note)

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
    """A decision of the lost generation had the same number, and its note still exists."""
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
    """The bot searches only the latest messages of a channel."""
    boss = Person(playground, seed.OWNER_ID)
    options = {"name": "Cup", "format": "knockout", "seats": 2}
    assert (await boss.command("tournament create", options)).ok
    panel = await playground.wait_for(lambda: _offering(boss, ":join"))
    copy = tmp_path / "copy.db"
    backup(str(bot.database), copy)
    assert (await people[0].press(panel["id"], _button(panel, ":join"))).ok
    await playground.wait_for(lambda: "1 is in" in text(_now(boss, panel)))
    for number in range(LOOKED_AT):
        boss.write(f"Message {number}")

    await put_back(bot, copy)
    await playground.wait_for(lambda: "Nobody is in yet" in text(_now(boss, panel)))
    await playground.settled()
    panels = [m for m in boss.messages(seed.TAVERN_ID) if any(buttons(m, "2:tournament:"))]
    assert [message["id"] for message in panels] == [panel["id"]]


def _moved_ends(person: Person) -> list[str]:
    texts = (text(message) for message in person.messages(seed.TAVERN_ID))
    return [text for text in texts if "has moved the end" in text]


OVER = "SELECT id FROM match WHERE status <> 'running'"
"""All ended matches."""
ENDS = """
SELECT json_extract(detail, '$.until') FROM tournament_event
WHERE kind = 'extended' ORDER BY n DESC
"""
"""The ends of the round as downtimes moved them, latest first."""


def _read(bot: BotProcess, sql: str) -> list[Any]:
    with closing(sqlite3.connect(bot.database)) as connection:
        return connection.execute(sql).fetchall()
