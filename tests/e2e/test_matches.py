"""Whole matches against the real bot process, played by pressing offered buttons."""

import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.app.games import load_games
from engine.core import driver
from engine.core.types import Entry, Seat
from playground import Person, Playground
from playground.world import Event
from tests.e2e.audience import check_audience
from tests.e2e.bot_process import BotProcess
from tests.e2e.cradle import cradle
from tests.e2e.players import (
    Json,
    Table,
    alt_texts,
    buttons,
    complete,
    moves,
    newest,
    parts,
    promises,
    tells_winner,
    text,
)
from tests.e2e.thumbs import decisions, kinds, posted, told_presses
from tests.tiers import every

GAME = load_games().newest("dice-miner")


def offers_proof(message: Json) -> bool:
    return bool(buttons(message, "2:match:1:fair"))


def advances(bot: BotProcess, seats: int) -> list[driver.Advance[Any]]:
    connection = sqlite3.connect(bot.database)
    rows = connection.execute("SELECT seq, actor, token FROM log WHERE match = 1 ORDER BY seq")
    log = [Entry(*row) for row in rows]
    connection.close()
    return list(driver.replay(GAME, seats, log))


def last_to_join(bot: BotProcess, players: list[Person]) -> Seat:
    """Return the seat of the user who joined match 1 last: nearly simultaneous presses can
    change places."""
    connection = sqlite3.connect(bot.database)
    (user,) = connection.execute(
        "SELECT holder FROM match_event WHERE match = 1 AND kind = 'joined' ORDER BY n DESC"
    ).fetchone()
    connection.close()
    return next(seat for seat, person in enumerate(players) if person.id == user)


def _note_board(was_board: dict[int, bool], event: Event) -> None:
    if event.name == "MESSAGE_CREATE" and event.message is not None:
        content: Json = {"components": event.message.components, "content": ""}
        was_board[event.message.id] = bool(moves(content)) and event.message.reader_id is None


async def challenge(playground: Playground, people: list[Person], **more: str) -> Table:
    """Challenge as the first user, accept as all others; `more` are options of the command."""
    options = {
        name: str(person.id)
        for name, person in zip(("opponent", "opponent2", "opponent3"), people[1:], strict=False)
    }
    answer = await people[0].command("challenge", options | more)
    assert answer.ok, answer.error
    invitation = [m for m in people[1].messages() if buttons(m, "2:invitation:")][-1]
    accept = next(i for i in buttons(invitation) if i.endswith("accept"))
    for person in people[1:]:
        answer = await person.press(invitation["id"], accept)
        assert answer.ok, answer.error
    thread = await playground.wait_for(
        lambda: playground.world.guild.channels.get(int(invitation["id"]))
    )
    return Table(playground, people, thread.id)


async def practice(playground: Playground, person: Person) -> Table:
    """Begin a match against one computer, and return it once its thread exists."""
    place = playground.world.channel(person.channel_id)
    assert place is not None
    channels = playground.world.guild_of(place).channels
    before = set(channels)
    answer = await person.command("practice", {"public": True, "rivals": 1})
    assert answer.ok, answer.error
    threads = await playground.wait_for(lambda: set(channels) - before)
    return Table(playground, [person], max(threads))


async def resigned(table: Table) -> Json:
    answer = await table.people[0].command("resign", channel=table.channel)
    assert answer.message is not None
    await table.people[0].press(answer.message["id"], next(iter(buttons(answer.message))))
    ended: Json = await table.playground.wait_for(table.over)
    return ended


async def exported(bot: BotProcess, match: int) -> str:
    code, out = await run_bot("export", str(match), environment=bot.environment())
    assert code == 0
    return out


async def run_bot(*arguments: str, environment: Mapping[str, str] = os.environ) -> tuple[int, str]:
    """Run a command of the bot in a forked process; return its exit code and output."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "output"
        process = await cradle().start(environment, log, arguments)
        return await process.wait(), log.read_text(encoding="utf-8")


@pytest.mark.parametrize("seats", every([2, 3, 4]))
async def test_players_finish_a_match_that_verifies_within_the_documented_presses(
    seats: int, playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Two, three or four players. No decision takes more presses than docs/presses.md says; each
    turn is one board and one ping."""
    players = people[:seats]
    begun = playground.world.listeners
    was_board: dict[int, bool] = {}
    begun.append(lambda event: _note_board(was_board, event))
    table = await challenge(playground, players)
    ended = await table.play(prefer=":salud ")

    pings = playground.world.pings
    assert len(pings) == len(set(pings)), "a message pings a user twice"
    assert {user for _, user in pings} <= {person.id for person in players}

    assert table.forms == [], "no form is needed"
    taken = kinds(
        decisions(custom_id for user, custom_id in table.pressed if user == person.id)
        for person in players
    )
    most = told_presses()
    assert {kind for kind, times in taken.items() if max(times) > most[kind]} == set()
    assert {"hero", "turn", "salud"} <= taken.keys()
    facts_of_posts = posted(advances(bot, seats), GAME, starter=last_to_join(bot, players))
    assert sum(was_board.values()) == facts_of_posts.boards
    posts = [ping for ping in pings if was_board.get(ping[0])]
    assert len(posts) == facts_of_posts.pings
    last = [user for message, user in pings if message == int(ended["id"])]
    assert len(last) == seats - 1, "the end pings everyone but whoever ended it"
    # The thread has the id of its invitation.
    invited = [user for message, user in pings if message == table.channel]
    assert len(pings) == len(invited) + len(posts) + len(last), "nothing else pings"

    assert tells_winner(ended)
    assert len(alt_texts(ended)) == 2
    assert re.search("[0-9a-f]{32}", text(ended)) is None, "the proof is behind a button"
    assert (await players[0].press(ended["id"], "2:match:1:more")).ok
    more = await playground.wait_for(
        lambda: next(newest(players[0], table.channel, offers_proof), None)
    )
    assert (await players[0].press(more["id"], "2:match:1:fair")).ok
    proof = await playground.wait_for(
        lambda: next((m for m in players[0].messages(table.channel) if "✅" in text(m)), None)
    )
    assert proof["flags"] & 64
    assert re.search(r"Seed: `[0-9a-f]{64}`", text(proof))
    assert "still to be seen here" in text(proof)
    assert any(label == "Rematch" for label in buttons(ended).values())
    thread = playground.world.guild.channels[table.channel]
    await playground.wait_for(lambda: thread.thread is not None and thread.thread.archived)

    file = bot.log.with_name("one.match")
    file.write_text(await exported(bot, 1), encoding="utf-8")
    assert await run_bot("verify", str(file)) == (0, "verified\n")
    code, out = await run_bot("replay", str(file), "--json")
    assert code == 0
    facts = json.loads(out)
    assert facts["finished"] is True
    assert len(facts["rounds"]) == 3
    for points in facts["totals"]:
        figure = str(points).replace("-", "\N{MINUS SIGN}")
        assert f"{figure} point" in alt_texts(ended)[0]

    answer = await players[0].command("leaderboard")
    assert answer.message is not None
    assert alt_texts(answer.message)[0].count(", 1 match.") == seats
    if seats == 2:
        await check_audience(playground, table, ended, watcher=people[2])


async def test_only_the_newest_board_has_buttons_and_a_picture(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])

    def one_board() -> bool:
        messages = people[0].messages(table.channel)
        pictures = [alt for m in messages for alt in alt_texts(m) if "Excavation" in alt]
        offering = [m for m in messages if moves(m)]
        return len(offering) == 1 and len(pictures) <= 1

    for _ in range(12):
        await table.turn()
        await playground.settled()
        await playground.wait_for(one_board)


async def test_practice_runs_from_one_command_to_the_end_without_pings(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    ada = people[1]
    answer = await ada.command("practice", {"public": True, "rivals": 3})
    assert answer.ok, answer.error
    assert answer.message is not None
    place = re.search(r"channels/\d+/(\d+)", text(answer.message))
    assert place is not None
    table = Table(playground, [ada], int(place[1]))
    ended = await table.play()
    assert tells_winner(ended)
    assert ada.pings() == []
    answer = await ada.command("leaderboard")
    assert answer.message is not None
    assert "Nobody yet in this period." in text(answer.message)


async def test_rematch_invites_the_same_players_once_with_a_new_commitment(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    ended = await resigned(table)
    (first,) = [m for m in people[0].messages() if promises(m)]
    rematch = next(i for i in buttons(ended) if i.endswith("rematch"))
    answer = await people[1].press(ended["id"], rematch)
    assert answer.ok, answer.error
    invitation = await playground.wait_for(
        lambda: next((m for m in people[0].messages() if buttons(m, "2:invitation:2:")), None)
    )
    invitation = await complete(people[0], invitation)
    assert people[0].mention in text(invitation)
    assert len(promises(invitation)) == 1
    assert promises(invitation) != promises(first)
    again = await people[0].press(ended["id"], rematch)
    assert again.ok or "can't" in (again.error or "")
    await playground.settled()
    assert len([m for m in people[1].messages() if buttons(m, "2:invitation:")]) == 1


async def test_board_names_phase_and_letters_in_its_alt_text(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(2):
        await table.turn()
    board = await table.ready()
    assert "Excavation" in text(board)
    (alt,) = alt_texts(board)
    for label in buttons(board, "2:move:").values():
        letter = label.split(" · ")[0]
        assert re.search(rf"\b{letter}\b", alt), (letter, alt)
    assert len(parts(board)) <= 40
