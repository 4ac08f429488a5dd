"""A match with hidden hands: each player plays in a private session."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.game_register import GameRegister
from cogs.app.client import SaludClient
from playground import Person, Playground
from playground.model import EPHEMERAL
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, Table, buttons, tells_winner, text
from tests.e2e.test_matches import challenge
from tests.games.secret_hand.rules import SecretHand
from tests.match.machine import SetClock


@pytest.fixture
async def hidden_bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    games = GameRegister({"secret-hand": {1: SecretHand()}})
    async with bot_here(playground, tmp_path, monkeypatch, clock, games) as client:
        yield client


async def test_match_is_played_in_one_private_message_per_player(
    playground: Playground, hidden_bot: SaludClient, people: list[Person]
) -> None:
    players = people[:2]
    table = await challenge(playground, players)
    sessions: dict[int, Json] = {}
    for _ in range(40):
        await playground.settled()  # a session can be edited before the board
        await playground.wait_for(lambda: table.over() or table._ready())
        if table.over() is not None:
            break
        board = await table.ready()
        (opens,) = buttons(board, "2:panel:")
        person = table.to_act(board)[0]
        if person.id not in sessions:
            answer = await person.press(board["id"], opens)
            assert answer.ok, answer.error
            sessions[person.id] = await playground.wait_for(partial(_session, person, table))
        session = _session(person, table)
        assert session is not None
        assert session["id"] == sessions[person.id]["id"], "the session stays one message"
        moves = buttons(session, "2:session:")
        custom_id = next((custom_id for custom_id in moves if ":move:" in custom_id), None)
        if custom_id is None:
            custom_id = next(custom_id for custom_id in moves if custom_id.endswith(":open"))
        answer = await person.press(session["id"], custom_id)
        assert answer.ok, answer.error
        await playground.wait_for(partial(_gone, custom_id, person, table))
    ended = table.over()
    assert ended is not None
    assert tells_winner(ended)
    assert len(sessions) == len(players)
    last = [text(session) for p in players if (session := _session(p, table)) is not None]
    assert any("This match is over." in final for final in last)
    for person in players:
        own = [m for m in person.messages(table.channel) if m["flags"] & EPHEMERAL]
        assert [m["id"] for m in own if m["id"] != sessions[person.id]["id"]] == []


def _session(person: Person, table: Table) -> Json | None:
    own = [m for m in person.messages(table.channel) if m["flags"] & EPHEMERAL]
    return next((m for m in own if buttons(m, "2:session:") or "is over" in text(m)), None)


def _gone(custom_id: str, person: Person, table: Table) -> bool:
    """Return whether a player's session no longer offers this button."""
    session = _session(person, table)
    return session is not None and custom_id not in buttons(session)
