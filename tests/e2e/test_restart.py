"""The bot is killed and restarted: every match continues, every button works."""

import asyncio
from pathlib import Path

from playground import Fault, Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Table, buttons, choices, menus, moves, text
from tests.e2e.test_matches import challenge, practice, resigned
from tests.patience import PATIENCE


async def test_match_continues_by_its_old_buttons_after_each_of_three_kills(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """tests/e2e/test_restore.py plays a match to its end after restarts."""
    table = await challenge(playground, people[:2])
    for _ in range(3):
        for _ in range(4):
            await table.turn()
        before = await table.ready()  # not between two boards
        await bot.kill()
        await bot.start()
        await playground.settled()
        after = await table.ready()
        assert (after["id"], buttons(after)) == (before["id"], buttons(before))
    await table.turn()
    assert "resigned" in text(await resigned(table))


async def test_board_deleted_while_down_is_posted_again(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """A moderator deletes it unnoticed; the match can be played on."""
    table = await challenge(playground, people[:2])
    await table.turn()
    await playground.settled()  # the previous board has lost its buttons
    board = await table.ready()
    pings = len(playground.world.pings)
    await bot.kill()
    home = playground.world.channel(int(board["channel_id"]))
    assert home is not None
    playground.world.delete(home.messages[int(board["id"])])
    assert table.board() is None
    await bot.start()
    await playground.wait_for(table.board)
    after = await table.ready()
    assert buttons(after) == buttons(board)
    assert len(playground.world.pings) == pings, "the turn has pinged its player before"
    await table.turn()


async def test_invitation_cancelled_right_before_a_kill_offers_nothing(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The bot is killed after the commit, before Discord has the edit."""
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    invitation = next(m for m in people[1].messages() if buttons(m, "2:invitation:"))
    edit = "/channels/{channel_id}/messages/{message_id}"
    held = asyncio.Event()
    playground.faults.append(Fault("PATCH", edit, status=0, delay=60, strike=held.set))
    pressing = asyncio.create_task(
        people[0].press(invitation["id"], "2:invitation:1:cancel", unseen=True)
    )
    async with asyncio.timeout(20):
        await held.wait()
    await bot.kill()
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)
    playground.faults.clear()
    await bot.start()

    def offers() -> bool:
        return any(buttons(message, "2:invitation:") for message in people[1].messages())

    await playground.wait_for(lambda: not offers())


async def test_invitation_works_after_a_restart(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    await bot.kill()
    await bot.start()
    invitation = next(m for m in people[1].messages() if buttons(m, "2:invitation:"))
    answer = await people[1].press(invitation["id"], "2:invitation:1:accept")
    assert answer.ok, answer.error
    table = Table(playground, people[:2], int(invitation["id"]))
    await table.turn()


async def test_open_form_counts_after_a_restart(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Only older versions' buttons open forms."""
    table = await practice(playground, people[1])
    table.taste = "forms"
    # One of them is free, and has magic to spend.
    board = await table.ready()
    heroes = [i for i in moves(board) if i.endswith(("hero alchemist", "hero surveyor"))]
    await table.press(people[1], board, heroes[0])
    while True:
        board = await table.ready()
        if open_menus := [i for i in menus(board) if "spend" in i or "keep" in i]:
            panel = open_menus[0].replace("2:menu:", "2:panel:").replace("keep 0", "keep")
            opened = await people[1].press(board["id"], panel, unseen=True)
            assert opened.ok, opened.error
            if opened.modal is not None:
                break
            await playground.settled()
        else:
            await table.turn()
    await bot.kill()
    await bot.start()
    before = table._look()
    answer = await people[1].submit(opened.modal, choices(opened.modal))
    assert answer.ok, answer.error
    await playground.wait_for(lambda: table._look() != before)


async def test_sigterm_ends_the_bot_with_code_0_and_no_traceback(
    playground: Playground, bot: BotProcess
) -> None:
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.log.read_text(encoding="utf-8")


async def test_sigterm_ends_a_hanging_login(playground: Playground, tmp_path: Path) -> None:
    """Discord does not answer at the start."""
    requested = asyncio.Event()
    hanging = Fault("GET", "/users/@me", status=0, delay=10 * PATIENCE, strike=requested.set)
    playground.faults.append(hanging)
    bot = BotProcess(playground, tmp_path)
    starting = asyncio.create_task(bot.start())
    async with asyncio.timeout(PATIENCE):
        await requested.wait()
        assert await bot.terminate() == 0
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
