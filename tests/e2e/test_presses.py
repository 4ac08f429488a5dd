"""The wrong person, the late press, the double click, the forged button."""

import asyncio
from typing import Any

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, Table, answered, buttons, text
from tests.e2e.test_matches import challenge
from tests.tiers import exhaustive


async def opened(playground: Playground, people: list[Person]) -> Table:
    """A match of these people in its first excavation."""
    table = await challenge(playground, people)
    for _ in people:
        await table.turn()
    await playground.settled()  # the bot edits older boards after it has posted a new one
    return table


def private(person: Person, channel: int) -> list[str]:
    """What only this person has been told."""
    return [text(message) for message in answered(person, channel)]


def same(one: Json | None, other: Json) -> bool:
    """Whether a message still offers what it offered."""
    return one is not None and (one["id"], buttons(one)) == (other["id"], buttons(other))


async def told(table: Table, person: Person, sentence: str) -> None:
    """Wait until the person has been told this in private."""
    await table.playground.wait_for(
        lambda: any(sentence in said for said in private(person, table.channel))
    )


async def test_wrong_people_are_told_why(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Who doesn't play, and whose turn it isn't, is told so in private, and nothing changes."""
    table = await opened(playground, people[:2])
    board = table.board()
    assert board is not None
    (mover,) = table.to_act(board)
    waiter = next(person for person in people[:2] if person is not mover)
    take = next(iter(buttons(board, "2:move:")))

    answer = await people[3].press(board["id"], take)
    assert answer.ok
    await told(table, people[3], "not in this match")
    answer = await waiter.press(board["id"], take)
    assert answer.ok
    await told(table, waiter, f"waiting for {mover.mention}")
    assert same(table.board(), board)
    assert private(mover, table.channel) == []


async def test_a_double_click_is_one_move(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Two clicks at once on one button are one move, and the second click is told so."""
    table = await opened(playground, people[:2])
    board = table.board()
    assert board is not None
    (mover,) = table.to_act(board)
    take = next(iter(buttons(board, "2:move:")))
    await asyncio.gather(mover.press(board["id"], take), mover.press(board["id"], take))
    await told(table, mover, "already counted")
    await playground.wait_for(lambda: "took" in text(table.board() or {}))
    assert len(private(mover, table.channel)) == 1
    assert text(table.board() or {}).count("took") == 1


async def test_two_buttons_at_once_are_one_move(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Of two different buttons pressed at once one counts; the other is told that it does not."""
    table = await opened(playground, people[:2])
    board = table.board()
    assert board is not None
    (mover,) = table.to_act(board)
    takes = [i for i in buttons(board, "2:move:") if "take" in i]
    await asyncio.gather(*(mover.press(board["id"], take) for take in takes))
    await playground.wait_for(lambda: len(private(mover, table.channel)) == len(takes) - 1)
    await playground.wait_for(lambda: "took" in text(table.board() or {}))
    assert text(table.board() or {}).count("took") == 1


async def test_a_late_press_is_told_where_the_board_is(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """A button of a board that has moved on changes nothing and leads to the current board."""
    table = await opened(playground, people[:2])
    old = table.board()
    assert old is not None
    takes = [i for i in buttons(old, "2:move:") if "take" in i]
    (mover,) = table.to_act(old)
    await table.press(mover, old, takes[0])
    await playground.settled(0.3)
    new = table.board()
    assert new is not None
    message = playground.world.find_message(int(old["id"]))
    assert message is not None
    # A phone that was asleep may still show the old buttons.
    message.components = [{"type": 1, "id": 1, "components": [_button(takes[-1])]}]
    answer = await mover.press(message.id, takes[-1])
    assert answer.ok, answer.error
    await playground.wait_for(lambda: private(mover, table.channel))
    (said,) = private(mover, table.channel)
    if table.to_act(new) == [mover]:
        assert str(new["id"]) in said
    else:
        assert "already counted" in said or "waiting for" in said
    assert same(table.board(), new)


@exhaustive
async def test_a_button_of_another_time_is_answered(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """A custom_id that nobody knows gets an answer."""
    table = await opened(playground, people[:2])
    board = table.board()
    assert board is not None
    message = playground.world.find_message(int(board["id"]))
    assert message is not None
    for custom_id in ("s0:old", "2:move:1:x:take t01", "2:panel:", "2:form:1:1:keep", "🍺"):
        message.components = [{"type": 1, "id": 1, "components": [_button(custom_id)]}]
        answer = await people[0].press(message.id, custom_id)
        assert answer.ok, (custom_id, answer.error)
    assert all("out of date" in said for said in private(people[0], table.channel))


async def test_a_forged_move_changes_nothing(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """A well-spelled button that the rules don't allow is refused."""
    table = await opened(playground, people[:2])
    board = table.board()
    assert board is not None
    (mover,) = table.to_act(board)
    seq = next(iter(buttons(board, "2:move:"))).split(":")[3]
    message = playground.world.find_message(int(board["id"]))
    assert message is not None
    kept = message.components
    for token in ("pass", "take t99", "done", "undo", "take t01,take t02", "salud t01 9"):
        message.components = [
            {"type": 1, "id": 1, "components": [_button(f"2:move:1:{seq}:{token}")]}
        ]
        answer = await mover.press(message.id, f"2:move:1:{seq}:{token}")
        assert answer.ok, (token, answer.error)
    message.components = kept
    await playground.settled()
    assert all("rules don't allow" in said for said in private(mover, table.channel))
    assert table.board() is not None


def _button(custom_id: str) -> dict[str, Any]:
    return {"type": 2, "id": 2, "style": 1, "label": "old", "custom_id": custom_id}
