"""Taking back, confirming a move, planning ahead, and computers that wait."""

from pathlib import Path

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, Table, answered, buttons, moves, text
from tests.e2e.test_matches import practice
from tests.e2e.test_presses import opened
from tests.tiers import exhaustive


def private_answers(person: Person, channel: int) -> list[Json]:
    return answered(person, channel)


async def wait_for_answer(table: Table, person: Person, sentence: str) -> None:
    await table.playground.wait_for(
        lambda: any(sentence in text(m) for m in private_answers(person, table.channel))
    )


def only_button(offered: dict[str, str], prefix: str) -> str:
    (custom_id,) = [i for i in offered if i.startswith(prefix)]
    return custom_id


async def turn_of(table: Table) -> tuple[Json, Person, Person, list[str]]:
    """Return the board, the player in turn, the other player, and the dice that can be taken."""
    board: Json = await table.ready()
    (mover,) = table.to_act(board)
    waiter = next(person for person in table.people if person is not mover)
    return board, mover, waiter, [i for i in buttons(board, "2:move:") if "take" in i]


async def turns_to(table: Table, person: Person, tells: str = "") -> Json:
    """Return the board once it is this player's turn and it contains this text."""

    def asks() -> Json | None:
        board = table.board()
        if board is None or table.to_act(board) != [person]:
            return None
        return board if tells in text(board) else None

    board: Json = await table.playground.wait_for(asks)
    return board


async def test_pick_is_taken_back_by_its_player_without_a_second_ping(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await opened(playground, people[:2])
    board, mover, waiter, takes = await turn_of(table)
    await table.press(mover, board, takes[0])
    board = await turns_to(table, waiter)
    assert private_answers(mover, table.channel) == [], (
        "no private message, because the board tells who is next"
    )
    undo = only_button(buttons(board), "2:undo:")
    pings = len(playground.world.pings)
    await waiter.press(board["id"], undo)
    await wait_for_answer(table, waiter, f"Only {mover.mention}")

    answer = await mover.press(board["id"], undo)
    assert answer.ok, answer.error
    again = await turns_to(table, mover)
    assert again["id"] == board["id"], "the board is edited, which pings no one"
    assert "took a move back" in text(again)
    assert sorted(i.split(":")[4] for i in buttons(again, "2:move:") if "take" in i) == sorted(
        i.split(":")[4] for i in takes
    )
    await mover.press(again["id"], undo, unseen=True)
    await wait_for_answer(table, mover, "already taken this move back")

    await table.press(mover, again, next(i for i in buttons(again, "2:move:") if "take" in i))
    await turns_to(table, waiter)
    assert len(playground.world.pings) == pings, "no player was pinged a second time"
    board = await turns_to(table, waiter)
    await table.press(waiter, board, next(i for i in buttons(board, "2:move:") if "take" in i))
    await playground.settled()
    assert [user for _, user in playground.world.pings[pings:]] == [mover.id]
    await mover.press(board["id"], only_button(buttons(board), "2:undo:"), unseen=True)
    await wait_for_answer(table, mover, "Too late")


@exhaustive
async def test_confirmation_counts_only_once_and_cancel_keeps_the_move(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await opened(playground, people[:2])
    board, mover, _, takes = await turn_of(table)
    await mover.command("me", {"confirm": True}, channel=table.channel)
    label = buttons(board)[takes[0]]

    async def asked(custom_id: str) -> Json:
        before = len(private_answers(mover, table.channel))
        answer = await mover.press(board["id"], custom_id)
        assert answer.ok, answer.error
        await playground.wait_for(lambda: len(private_answers(mover, table.channel)) > before)
        return private_answers(mover, table.channel)[-1]

    first = await asked(takes[0])
    assert label in text(first)
    assert buttons(table.board() or {}) == buttons(board), "nothing has counted"
    await mover.press(first["id"], only_button(buttons(first), "2:cancel:"))
    await playground.wait_for(
        lambda: first["id"] not in [m["id"] for m in private_answers(mover, table.channel)]
    )
    assert buttons(table.board() or {}) == buttons(board)

    second, third = await asked(takes[0]), await asked(takes[-1])
    await mover.press(third["id"], only_button(buttons(third), "2:confirm:"))
    await playground.wait_for(lambda: "took" in text(table.board() or {}))
    await playground.wait_for(
        lambda: third["id"] not in [m["id"] for m in private_answers(mover, table.channel)]
    )
    assert text(table.board() or {}).count("took") == 1
    await mover.press(second["id"], only_button(buttons(second), "2:confirm:"))
    await wait_for_answer(table, mover, "It's not your turn")
    assert text(table.board() or {}).count("took") == 1


async def test_take_back_button_of_an_old_private_message_works(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Such messages are no longer posted."""
    table = await opened(playground, people[:2])
    board, mover, waiter, takes = await turn_of(table)
    await table.press(mover, board, takes[0])
    undo = only_button(buttons(await turns_to(table, waiter)), "2:undo:")
    mine = (await mover.command("matches", channel=table.channel)).message
    assert mine is not None
    await mover.press(mine["id"], undo, unseen=True)
    await turns_to(table, mover)
    await wait_for_answer(table, mover, "Taken back: it's your turn again.")


async def test_plan_is_secret_and_carried_out_without_a_ping(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await opened(playground, people[:2])
    board, mover, waiter, takes = await turn_of(table)
    plan = only_button(buttons(board), "2:plan:")
    await mover.press(board["id"], plan)
    await wait_for_answer(table, mover, "It's your turn now")
    answer = await waiter.press(board["id"], plan)
    assert answer.modal is not None
    wanted = [takes[0].split(":")[4]], [takes[-1].split(":")[4]]
    before = [text(m) for m in mover.messages(table.channel)]
    answer = await waiter.submit(answer.modal, dict(zip(("first", "second"), wanted, strict=True)))
    assert answer.ok, answer.error
    await wait_for_answer(table, waiter, "Only you see it")
    assert [text(m) for m in mover.messages(table.channel)] == before
    plan_answer = await waiter.command("plan", channel=table.channel)
    assert plan_answer.message is not None
    assert "1." in text(plan_answer.message)
    assert "2." in text(plan_answer.message)

    pings = len(playground.world.pings)
    await table.press(mover, board, takes[0])
    board = await turns_to(table, mover, "had planned this")
    assert text(board).count("took") >= 2
    assert waiter.id not in [user for _, user in playground.world.pings[pings:]]
    assert "no plan" in text((await waiter.command("plan", channel=table.channel)).message or {})


@exhaustive
async def test_dropped_plan_pings_its_player_and_a_plan_can_be_forgotten(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await opened(playground, people[:2])
    board, mover, waiter, takes = await turn_of(table)
    opened_form = await waiter.press(board["id"], only_button(buttons(board), "2:plan:"))
    assert opened_form.modal is not None
    token = takes[0].split(":")[4]
    await waiter.submit(opened_form.modal, {"first": [token]})
    await wait_for_answer(table, waiter, "Only you see it")
    pings = len(playground.world.pings)
    await table.press(mover, board, takes[0])
    board = await turns_to(table, waiter, "your plan was dropped")
    assert [user for _, user in playground.world.pings[pings:]] == [waiter.id]

    opened_form = await mover.press(board["id"], only_button(buttons(board), "2:plan:"))
    assert opened_form.modal is not None
    other = next(i for i in buttons(board, "2:move:") if "take" in i).split(":")[4]
    await mover.submit(opened_form.modal, {"first": [other]})
    await wait_for_answer(table, mover, "Only you see it")
    mine = private_answers(mover, table.channel)[-1]
    await mover.press(
        mine["id"], only_button({i: i for i in buttons(mine) if i.endswith("leave")}, "2:plan:")
    )
    await wait_for_answer(table, mover, "Your plan is gone")


async def test_waiting_computer_moves_after_a_restart(
    playground: Playground, tmp_path: Path, people: list[Person]
) -> None:
    process = BotProcess(playground, tmp_path)
    process.settings = {"SALUD_TAKE_BACK": "4", "SALUD_TICK": "0.5"}
    async with process as bot:
        table = await practice(playground, people[1])
        while True:
            board: Json = await table.ready()
            takes = [i for i in buttons(board, "2:move:") if "take" in i]
            if takes:
                break
            await table.turn()
        await people[1].press(board["id"], takes[0])

        def waits() -> Json | None:
            waiting_boards = [m for m in people[1].messages(table.channel) if buttons(m, "2:undo:")]
            return waiting_boards[-1] if waiting_boards else None

        waiting = await playground.wait_for(waits)
        assert "is thinking… Changed your mind? Take it back now." in text(waiting)
        assert not moves(waiting), "every press of a move would be refused"
        await bot.kill()
        await bot.start()
        board = await table.ready()
        assert "**Pico** took" in text(board)
        assert [user for _, user in playground.world.pings] == []
