"""The wrong person, the late press, the double click, the forged button."""

import asyncio
from typing import Any

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, Table, answered, buttons, text
from tests.e2e.test_matches import challenge
from tests.tiers import exhaustive


async def opened(playground: Playground, people: list[Person]) -> Table:
    table = await challenge(playground, people)
    for _ in people:
        await table.turn()
    await playground.settled()  # the bot edits older boards after it has posted a new one
    return table


def private(person: Person, channel: int) -> list[str]:
    return [text(message) for message in answered(person, channel)]


def same(before: Json | None, after: Json) -> bool:
    """Return whether two states of a message offer the same buttons."""
    return before is not None and (before["id"], buttons(before)) == (after["id"], buttons(after))


async def wait_for_answer(table: Table, person: Person, sentence: str) -> None:
    await table.playground.wait_for(
        lambda: any(sentence in answer for answer in private(person, table.channel))
    )


async def test_outsiders_and_waiting_players_are_told_why(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await opened(playground, people[:2])
    board = await table.ready()
    (mover,) = table.to_act(board)
    waiter = next(person for person in people[:2] if person is not mover)
    take = next(iter(buttons(board, "2:move:")))

    answer = await people[3].press(board["id"], take)
    assert answer.ok
    await wait_for_answer(table, people[3], "not in this match")
    answer = await waiter.press(board["id"], take)
    assert answer.ok
    await wait_for_answer(table, waiter, f"waiting for {mover.mention}")
    assert same(table.board(), board)
    assert private(mover, table.channel) == []


async def test_double_click_is_one_move(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await opened(playground, people[:2])
    board = await table.ready()
    (mover,) = table.to_act(board)
    take = next(iter(buttons(board, "2:move:")))
    await asyncio.gather(mover.press(board["id"], take), mover.press(board["id"], take))
    await wait_for_answer(table, mover, "already counted")
    await playground.wait_for(lambda: "took" in text(table.board() or {}))
    assert len(private(mover, table.channel)) == 1
    assert text(table.board() or {}).count("took") == 1


async def test_two_buttons_pressed_together_are_one_move(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await opened(playground, people[:2])
    board = await table.ready()
    (mover,) = table.to_act(board)
    takes = [i for i in buttons(board, "2:move:") if "take" in i]
    await asyncio.gather(*(mover.press(board["id"], take) for take in takes))
    await playground.wait_for(lambda: len(private(mover, table.channel)) == len(takes) - 1)
    await playground.wait_for(lambda: "took" in text(table.board() or {}))
    assert text(table.board() or {}).count("took") == 1


async def test_late_press_changes_nothing_and_links_to_the_board(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await opened(playground, people[:2])
    old = await table.ready()
    takes = [i for i in buttons(old, "2:move:") if "take" in i]
    (mover,) = table.to_act(old)
    await table.press(mover, old, takes[0])
    await playground.settled(0.3)
    new = await table.ready()
    message = playground.world.find_message(int(old["id"]))
    assert message is not None
    # A phone that was asleep can still show the old buttons.
    message.components = [{"type": 1, "id": 1, "components": [_button(takes[-1])]}]
    answer = await mover.press(message.id, takes[-1])
    assert answer.ok, answer.error
    await playground.wait_for(lambda: private(mover, table.channel))
    (private_text,) = private(mover, table.channel)
    if table.to_act(new) == [mover]:
        assert str(new["id"]) in private_text
    else:
        assert "already counted" in private_text or "waiting for" in private_text
    assert same(table.board(), new)


@exhaustive
async def test_unknown_button_is_answered_as_out_of_date(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await opened(playground, people[:2])
    board = await table.ready()
    message = playground.world.find_message(int(board["id"]))
    assert message is not None
    for custom_id in ("s0:old", "2:move:1:x:take t01", "2:panel:", "2:form:1:1:keep", "🍺"):
        message.components = [{"type": 1, "id": 1, "components": [_button(custom_id)]}]
        answer = await people[0].press(message.id, custom_id)
        assert answer.ok, (custom_id, answer.error)
    assert all("out of date" in answer for answer in private(people[0], table.channel))


async def test_forged_illegal_move_is_refused(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await opened(playground, people[:2])
    board = await table.ready()
    (mover,) = table.to_act(board)
    seq = next(iter(buttons(board, "2:move:"))).split(":")[3]
    message = playground.world.find_message(int(board["id"]))
    assert message is not None
    components = message.components
    for token in ("pass", "take t99", "done", "undo", "take t01,take t02", "salud t01 9"):
        message.components = [
            {"type": 1, "id": 1, "components": [_button(f"2:move:1:{seq}:{token}")]}
        ]
        answer = await mover.press(message.id, f"2:move:1:{seq}:{token}")
        assert answer.ok, (token, answer.error)
    message.components = components
    await playground.settled()
    assert all("rules don't allow" in answer for answer in private(mover, table.channel))
    assert table.board() is not None


def _button(custom_id: str) -> dict[str, Any]:
    return {"type": 2, "id": 2, "style": 1, "label": "old", "custom_id": custom_id}
