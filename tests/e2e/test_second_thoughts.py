"""Taking back, being asked before a move, planning ahead, and computers that wait."""

from pathlib import Path

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, Table, answered, buttons, text
from tests.e2e.test_matches import practice
from tests.e2e.test_presses import opened
from tests.tiers import exhaustive


def private(person: Person, channel: int) -> list[Json]:
    """What only this person sees, oldest first."""
    return answered(person, channel)


async def told(table: Table, person: Person, sentence: str) -> None:
    """Wait until the person has been told this in private."""
    await table.playground.wait_for(
        lambda: any(sentence in text(m) for m in private(person, table.channel))
    )


def one(found: dict[str, str], prefix: str) -> str:
    """The one button of that family."""
    (custom_id,) = [i for i in found if i.startswith(prefix)]
    return custom_id


async def turn_of(table: Table) -> tuple[Json, Person, Person, list[str]]:
    """The board, who is to act, who waits (of two), and the dice that can be taken."""
    board: Json = await table.ready()
    (mover,) = table.to_act(board)
    waiter = next(person for person in table.people if person is not mover)
    return board, mover, waiter, [i for i in buttons(board, "2:move:") if "take" in i]


async def turns_to(table: Table, person: Person, tells: str = "") -> Json:
    """The board once it asks this person, and tells this."""

    def asks() -> Json | None:
        board = table.board()
        if board is None or table.to_act(board) != [person]:
            return None
        return board if tells in text(board) else None

    board: Json = await table.playground.wait_for(asks)
    return board


async def test_a_pick_is_taken_back_and_made_again(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The moment before is back for its mover alone, and the next one is pinged once in all."""
    table = await opened(playground, people[:2])
    board, mover, waiter, takes = await turn_of(table)
    await table.press(mover, board, takes[0])
    board = await turns_to(table, waiter)
    assert private(mover, table.channel) == [], "the board below tells who is next"
    undo = one(buttons(board), "2:undo:")
    pings = len(playground.world.pings)
    await waiter.press(board["id"], undo)
    await told(table, waiter, f"Only {mover.mention}")

    answer = await mover.press(board["id"], undo)
    assert answer.ok, answer.error
    again = await turns_to(table, mover)
    assert again["id"] == board["id"], "it is an edit, which pings nobody"
    assert "took a move back" in text(again)
    assert sorted(i.split(":")[4] for i in buttons(again, "2:move:") if "take" in i) == sorted(
        i.split(":")[4] for i in takes
    )
    await mover.press(again["id"], undo, unseen=True)
    await told(table, mover, "already taken this move back")

    await table.press(mover, again, next(i for i in buttons(again, "2:move:") if "take" in i))
    await turns_to(table, waiter)
    assert len(playground.world.pings) == pings, "nobody was called a second time"
    board = await turns_to(table, waiter)
    await table.press(waiter, board, next(i for i in buttons(board, "2:move:") if "take" in i))
    await playground.settled()
    assert [user for _, user in playground.world.pings[pings:]] == [mover.id]
    await mover.press(board["id"], one(buttons(board), "2:undo:"), unseen=True)
    await told(table, mover, "Too late")


@exhaustive
async def test_who_wants_it_is_asked_before_a_move(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Nothing counts before Confirm; Cancel leaves it; an old question is refused."""
    table = await opened(playground, people[:2])
    board, mover, _, takes = await turn_of(table)
    await mover.command("me", {"confirm": True}, channel=table.channel)
    label = buttons(board)[takes[0]]

    async def asked(custom_id: str) -> Json:
        before = len(private(mover, table.channel))
        answer = await mover.press(board["id"], custom_id)
        assert answer.ok, answer.error
        await playground.wait_for(lambda: len(private(mover, table.channel)) > before)
        return private(mover, table.channel)[-1]

    first = await asked(takes[0])
    assert label in text(first)
    assert buttons(table.board() or {}) == buttons(board), "nothing has counted"
    await mover.press(first["id"], one(buttons(first), "2:cancel:"))
    await playground.wait_for(
        lambda: first["id"] not in [m["id"] for m in private(mover, table.channel)]
    )
    assert buttons(table.board() or {}) == buttons(board)

    second, third = await asked(takes[0]), await asked(takes[-1])
    await mover.press(third["id"], one(buttons(third), "2:confirm:"))
    await playground.wait_for(lambda: "took" in text(table.board() or {}))
    await playground.wait_for(
        lambda: third["id"] not in [m["id"] for m in private(mover, table.channel)]
    )
    assert text(table.board() or {}).count("took") == 1
    await mover.press(second["id"], one(buttons(second), "2:confirm:"))
    await told(table, mover, "It's not your turn")
    assert text(table.board() or {}).count("took") == 1


async def test_a_private_take_back_of_the_version_before(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The private message after a turn is posted no more; its button still takes the pick back."""
    table = await opened(playground, people[:2])
    board, mover, waiter, takes = await turn_of(table)
    await table.press(mover, board, takes[0])
    undo = one(buttons(await turns_to(table, waiter)), "2:undo:")
    mine = (await mover.command("matches", channel=table.channel)).message
    assert mine is not None
    await mover.press(mine["id"], undo, unseen=True)
    await turns_to(table, mover)
    await told(table, mover, "Taken back: it's your turn again.")


async def test_a_plan_is_carried_out_and_nobody_saw_it(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The die that was planned is taken when the turn comes, without a ping."""
    table = await opened(playground, people[:2])
    board, mover, waiter, takes = await turn_of(table)
    plan = one(buttons(board), "2:plan:")
    await mover.press(board["id"], plan)
    await told(table, mover, "It's your turn now")
    answer = await waiter.press(board["id"], plan)
    assert answer.modal is not None
    wanted = [takes[0].split(":")[4]], [takes[-1].split(":")[4]]
    before = [text(m) for m in mover.messages(table.channel)]
    answer = await waiter.submit(answer.modal, dict(zip(("first", "second"), wanted, strict=True)))
    assert answer.ok, answer.error
    await told(table, waiter, "Only you see it")
    assert [text(m) for m in mover.messages(table.channel)] == before
    shown = await waiter.command("plan", channel=table.channel)
    assert shown.message is not None
    assert "1." in text(shown.message)
    assert "2." in text(shown.message)

    pings = len(playground.world.pings)
    await table.press(mover, board, takes[0])
    board = await turns_to(table, mover, "had planned this")
    assert text(board).count("took") >= 2
    assert waiter.id not in [user for _, user in playground.world.pings[pings:]]
    assert "no plan" in text((await waiter.command("plan", channel=table.channel)).message or {})


@exhaustive
async def test_a_dropped_plan_calls_its_player(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Who is to act after all is pinged, and told why; a plan can be forgotten as well."""
    table = await opened(playground, people[:2])
    board, mover, waiter, takes = await turn_of(table)
    opened_form = await waiter.press(board["id"], one(buttons(board), "2:plan:"))
    assert opened_form.modal is not None
    token = takes[0].split(":")[4]
    await waiter.submit(opened_form.modal, {"first": [token]})
    await told(table, waiter, "Only you see it")
    pings = len(playground.world.pings)
    await table.press(mover, board, takes[0])
    board = await turns_to(table, waiter, "your plan was dropped")
    assert [user for _, user in playground.world.pings[pings:]] == [waiter.id]

    opened_form = await mover.press(board["id"], one(buttons(board), "2:plan:"))
    assert opened_form.modal is not None
    other = next(i for i in buttons(board, "2:move:") if "take" in i).split(":")[4]
    await mover.submit(opened_form.modal, {"first": [other]})
    await told(table, mover, "Only you see it")
    mine = private(mover, table.channel)[-1]
    await mover.press(
        mine["id"], one({i: i for i in buttons(mine) if i.endswith("leave")}, "2:plan:")
    )
    await told(table, mover, "Your plan is gone")


async def test_a_computer_waits_over_a_restart(
    playground: Playground, tmp_path: Path, people: list[Person]
) -> None:
    """In practice: the board says so, and it goes on by itself."""
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
            found = [m for m in people[1].messages(table.channel) if buttons(m, "2:undo:")]
            return found[-1] if found else None

        waiting = await playground.wait_for(waits)
        assert "A computer moves <t:" in text(waiting)
        await bot.kill()
        await bot.start()
        board = await table.ready()
        assert "**Pico** took" in text(board)
        assert [user for _, user in playground.world.pings] == []
