"""Notifications on phones, and the members of a match's thread."""

from typing import Any

import pytest

from chaos.acting import press
from chaos.custom_ids import read
from chaos.message_tracker import content_of, snapshot_of
from cogs.posting.posted_message import MessagePlace
from playground import Person, Playground
from playground.faults import Fault
from playground.model import RECIPIENT_ADD
from playground.notified import unknown_users
from playground.seed import QUARRY_ID
from playground.world import Event
from tests.e2e.audience import card_of, item, sharing
from tests.e2e.bot_process import BotProcess
from tests.e2e.in_process import bot_here
from tests.e2e.later import later
from tests.e2e.players import boards, buttons, parts, text
from tests.e2e.test_matches import challenge
from tests.e2e.test_pace import begin, latest, press_of, split, wait_for
from tests.match.machine import SetClock
from tests.tiers import every, exhaustive


async def test_lock_screen_names_match_and_opponent(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    users = playground.world.users
    first, second = (users[person.id].global_name for person in people[:2])
    table = await challenge(playground, people[:2])
    await playground.settled()
    invited = [push.preview for push in people[1].pushes()]
    assert invited[0] == f"⚔️ {first} challenges you to Dice Miner: match #1 @{second}"
    pinged = len(people[0].pushes()) + len(people[1].pushes())
    while len(people[0].pushes()) + len(people[1].pushes()) == pinged:
        await table.turn()
        await playground.settled()
    push = playground.world.pushes[-1]
    called, other = (first, second) if push.user_id == people[0].id else (second, first)
    assert push.preview.startswith(f"🎲 Your turn now in match #1 against {other} (")
    assert push.preview.endswith(f"@{called}")


async def test_notice_is_one_request_and_names_people_and_match(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    thread = await begin(playground, people[:2], "day")
    board = boards(people[0], thread)[-1]
    late, (other,) = split(people[:2], board)
    updated: list[int] = []

    def note(event: Event) -> None:
        if event.name == "MESSAGE_UPDATE" and event.message is not None:
            updated.append(event.message.id)

    playground.world.listeners.append(note)
    await later(playground, hours=26)
    notice = await wait_for(playground, late, thread, "your time in match")
    await playground.settled()
    assert int(notice["id"]) not in updated
    users = playground.world.users
    name, opponent = (users[person.id].global_name for person in (late, other))
    line = f"⏰ @{name}, your time in match #1 against {opponent} is up."
    for person in (late, other):
        (push,) = [p for p in person.pushes() if p.message_id == int(notice["id"])]
        assert push.preview.startswith(line)
        assert push.is_ping
    (link,) = [part["url"] for part in parts(notice) if "url" in part]
    assert link.endswith(board["id"])
    assert (await other.press(notice["id"], press_of(notice, "wait"))).ok
    await playground.settled()
    settled = latest(late, thread, "ran out of time in match")
    assert settled is not None
    assert settled["id"] == notice["id"]
    assert "The others wait" in text(settled)


async def test_share_is_one_request_and_names_who_left(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    answer = await people[0].command("resign", channel=table.channel)
    assert answer.message is not None
    (yes,) = buttons(answer.message)
    assert (await people[0].press(answer.message["id"], yes)).ok
    card = await playground.wait_for(lambda: card_of(people[2]))
    panel = await sharing(people[2], card)
    changed: list[tuple[str, str]] = []

    def note(event: Event) -> None:
        if event.message is not None and event.message.channel_id == QUARRY_ID:
            changed.append((event.name, event.message.content))

    playground.world.listeners.append(note)
    answer = await people[2].select(panel["id"], item(panel, "where"), [str(QUARRY_ID)])
    assert answer.ok, answer.error
    await playground.settled()
    assert changed == [("MESSAGE_CREATE", "")]
    (post,) = [m for m in people[2].messages(QUARRY_ID) if "Shared by" in text(m)]
    name = playground.world.users[people[0].id].global_name
    assert f"{name} resigned" in text(post)
    assert f"<@{people[0].id}>" in text(card)


async def test_start_adds_all_players_and_pings_only_the_called(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:3])
    await playground.settled()
    thread = playground.world.channel(table.channel)
    assert thread is not None
    assert thread.thread is not None
    players = {person.id for person in people[:3]}
    assert players <= thread.thread.members.keys()
    assert [m for m in thread.messages.values() if m.kind == RECIPIENT_ADD] == []
    pings = [user for number, user in playground.world.pings if number in thread.messages]
    assert len(pings) == len(set(pings)) < len(players), (
        "the player whose press began the match isn't pinged"
    )


async def test_line_of_text_does_not_stay(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(3):
        await table.turn()
    await playground.settled()
    assert [m["content"] for m in people[0].messages(table.channel) if m["content"]] == []
    assert unknown_users(playground.world) == []


@pytest.mark.parametrize("away", every([600, 10]), ids=["nonce forgotten", "soon"])
async def test_restart_completes_board_that_is_only_a_line(
    playground: Playground,
    people: list[Person],
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
    away: int,
) -> None:
    """The bot is killed between the post that pings and the edit."""
    edit = MessagePlace.edit

    async def killed(*_: object, **__: object) -> bool:
        raise ConnectionError("the process is gone")

    async with bot_here(playground, tmp_path, monkeypatch, clock):
        table = await challenge(playground, people[:2])
        await playground.settled()
        (board,) = boards(people[0], table.channel)
        monkeypatch.setattr(MessagePlace, "edit", killed)
        pings = len(playground.world.pings)
        while len(playground.world.pings) == pings:
            person = table.to_act(board)[0]
            await person.press(board["id"], table.offered(person, board)[0])
            await playground.settled()
            board = boards(people[0], table.channel)[-1]
    thread = playground.world.channel(table.channel)
    assert thread is not None
    bare = [m for m in thread.messages.values() if m.content and not m.is_ephemeral]
    assert len(bare) == 1, [m.content for m in bare]
    pings = len(playground.world.pings)
    monkeypatch.setattr(MessagePlace, "edit", edit)
    clock.time += away
    await playground.forward(minutes=away / 60)
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        await playground.wait_for(lambda: not bare[0].content)
        await playground.settled()
        assert [board["id"] for board in boards(people[0], table.channel)] == [str(bare[0].id)]
        assert len(playground.world.pings) == pings, "no player is pinged twice"


@exhaustive
async def test_restart_leaves_line_of_a_turn_that_is_over(
    playground: Playground,
    people: list[Person],
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
) -> None:
    """The player used the line's buttons to move; only the next board shows the result."""
    edit, post = MessagePlace.edit, MessagePlace.post

    async def killed(*_: object, **__: object) -> Any:
        raise ConnectionError("the process is gone")

    async with bot_here(playground, tmp_path, monkeypatch, clock):
        table = await challenge(playground, people[:3])
        await playground.settled()
        (board,) = boards(people[0], table.channel)
        monkeypatch.setattr(MessagePlace, "edit", killed)
        pings = len(playground.world.pings)
        while len(playground.world.pings) == pings:
            person = table.to_act(board)[0]
            await person.press(board["id"], table.offered(person, board)[0])
            await playground.settled()
            board = boards(people[0], table.channel)[-1]
        line, user = playground.world.pings[-1]
        message = playground.world.find_message(line)
        assert message is not None
        assert message.content
        monkeypatch.setattr(MessagePlace, "post", killed)
        (person,) = [person for person in people if person.id == user]
        moves = [i for i in buttons(content_of(message)) if read(i).is_played]
        await press(person, line, moves[0])
        await playground.settled()
    monkeypatch.setattr(MessagePlace, "edit", edit)
    monkeypatch.setattr(MessagePlace, "post", post)
    seqs: list[int | None] = []

    def note(event: Event) -> None:
        if event.message is not None and event.message.id == line:
            snapshot = snapshot_of(content_of(event.message))
            seqs.append(None if snapshot is None else snapshot.seq)

    playground.world.listeners.append(note)
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        await playground.wait_for(lambda: seqs and seqs[-1] is None)
        await playground.settled()
        (board,) = boards(people[0], table.channel)
        assert int(board["id"]) != line
        assert seqs == [None], "the line loses its buttons without showing a later state"


REFUSED_EDITS = Fault(
    "PATCH", "/channels/{channel_id}/messages/{message_id}", status=400, times=1000
)


async def test_board_is_posted_whole_where_discord_refuses_its_edit(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    await playground.settled()
    playground.faults.append(REFUSED_EDITS)
    pings = len(playground.world.pings)
    while len(playground.world.pings) == pings:
        await table.turn()
        await playground.settled()
    line = playground.world.pings[-1][0]
    assert playground.world.find_message(line) is None, "the line is gone"
    assert len(playground.world.pings) == pings + 1
    await playground.wait_for(lambda: table.board())
    playground.faults.clear()
    await table.turn()
    await playground.settled(due=True)
    assert len(boards(people[0], table.channel)) == 1


@exhaustive
async def test_restart_posts_board_whole_where_discord_refuses_edit_of_its_line(
    playground: Playground,
    people: list[Person],
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
) -> None:
    edit = MessagePlace.edit

    async def killed(*_: object, **__: object) -> bool:
        raise ConnectionError("the process is gone")

    async with bot_here(playground, tmp_path, monkeypatch, clock):
        table = await challenge(playground, people[:2])
        await playground.settled()
        (board,) = boards(people[0], table.channel)
        monkeypatch.setattr(MessagePlace, "edit", killed)
        pings = len(playground.world.pings)
        while len(playground.world.pings) == pings:
            person = table.to_act(board)[0]
            await person.press(board["id"], table.offered(person, board)[0])
            await playground.settled()
            board = boards(people[0], table.channel)[-1]
    pings = len(playground.world.pings)
    monkeypatch.setattr(MessagePlace, "edit", edit)
    playground.faults.append(REFUSED_EDITS)
    clock.time += 600
    await playground.forward(minutes=10)
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        await playground.wait_for(lambda: boards(people[0], table.channel)[-1]["id"] != board["id"])
        playground.faults.clear()
        await playground.settled()
        assert len(playground.world.pings) == pings, "no player is pinged twice"
