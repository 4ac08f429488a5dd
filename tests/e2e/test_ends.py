"""The end of a match while the bot is killed: its card in the channel, and shared posts."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

from chaos.bot_processes import BotProcesses
from chaos.transcript import Transcript
from cogs.posting.leases import LEASE
from playground import Fault, Person, Playground
from playground.message_objects import message_json
from playground.seed import TAVERN_ID
from tests.e2e.audience import card_of, item, sharing
from tests.e2e.bot_process import BotProcess
from tests.e2e.cradle import Lent
from tests.e2e.players import Json, boards, buttons, text
from tests.patience import PATIENCE


async def test_killed_while_editing_the_card_still_completes_it(
    playground: Playground, tmp_path: Path, people: list[Person]
) -> None:
    """The bot is killed before and after it edits the card. A share pressed twice is
    posted once.
    """
    fleet = BotProcesses(playground, tmp_path, Transcript(), cold=False, source=Lent())
    await fleet.start()
    try:
        for match, methods in ((1, ("PATCH",)), (2, ("POST", "PATCH"))):
            answer = await people[0].command("challenge", {"opponent": str(people[1].id)})
            assert answer.ok, answer.error
            lobby = await playground.wait_for(partial(_invitation, people[1], match))
            await people[1].press(lobby["id"], f"2:invitation:{match}:accept")
            thread = await playground.wait_for(partial(_thread, playground, lobby))
            # The first board is the last message that the start of a match posts.
            await playground.wait_for(partial(boards, people[0], thread))
            question = await people[0].command("resign", channel=thread)
            assert question.message is not None
            route = "/channels/{channel_id}/messages"
            playground.faults += [
                Fault("POST", route, cut=True, done=True, strike=fleet.strike)
                if method == "POST"
                else Fault("PATCH", f"{route}/{{message_id}}", cut=True, strike=fleet.strike)
                for method in methods
            ]
            await people[0].press(question.message["id"], next(iter(buttons(question.message))))
            async with asyncio.timeout(PATIENCE):
                await fleet.struck()
            playground.faults.clear()
            await fleet.kill()
            await playground.forward(minutes=LEASE / 60)
            await fleet.start()
            card = await playground.wait_for(partial(card_of, people[2], match))
            assert card["id"] == lobby["id"]
            assert "resigned" in text(card)
            ends = [
                m for m in people[0].messages(thread) if f"2:match:{match}:rematch" in buttons(m)
            ]
            assert len(ends) == 1
        panel = await sharing(people[2], card)
        here = item(panel, "here")
        presses = [asyncio.create_task(people[2].press(panel["id"], here)) for _ in range(2)]
        await asyncio.wait(presses)

        def shared() -> list[Json]:
            return [m for m in people[0].messages(TAVERN_ID) if "Shared by" in text(m)]

        await playground.wait_for(shared)
        await playground.wait_for(lambda: "Shared: " in _private(playground, panel))
        assert len(shared()) == 1
    finally:
        await fleet.close()


async def test_invitation_unknown_after_a_kill_still_works_and_becomes_the_card(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    lobby: Json = await playground.wait_for(partial(_invitation, people[1], 1))
    await bot.kill()
    with closing(sqlite3.connect(bot.database)) as connection, connection:
        connection.execute("UPDATE match SET invitation = NULL")
        connection.execute("UPDATE message SET message = NULL, shown = 0, owner = 'killed'")
    await bot.start()
    other = (await people[1].command("leaderboard")).message
    assert other is not None
    await people[1].press(
        other["id"], "2:invitation:1:start", unseen=True
    )  # the press must not replace anything
    await playground.wait_for(partial(_told, people[1], "who made the invitation, can do that"))
    await people[1].press(lobby["id"], "2:invitation:1:accept")
    thread = await playground.wait_for(partial(_thread, playground, lobby))
    await playground.wait_for(partial(boards, people[0], thread))
    question = await people[0].command("resign", channel=thread)
    assert question.message is not None
    await people[0].press(question.message["id"], next(iter(buttons(question.message))))
    card: Json = await playground.wait_for(partial(card_of, people[2], 1))
    assert card["id"] == lobby["id"]


def _told(person: Person, words: str) -> bool:
    return any(words in text(message) for message in person.messages(TAVERN_ID))


def _invitation(person: Person, match: int) -> Json | None:
    invitations = (
        m for m in person.messages(TAVERN_ID) if f"2:invitation:{match}:accept" in buttons(m)
    )
    return next(invitations, None)


def _thread(playground: Playground, lobby: Json) -> int | None:
    number = int(lobby["id"])
    return number if number in playground.world.guild.channels else None


def _private(playground: Playground, message: Json) -> str:
    current = playground.world.find_message(int(message["id"]))
    assert current is not None
    return text(message_json(playground.world, current))
