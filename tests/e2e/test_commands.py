"""The commands around a match: /board, /matches, /resign, /leaderboard, /rules, /salud."""

import asyncio
import re
from typing import Any

from playground import Person, Playground, seed
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import (
    Json,
    Table,
    all_of,
    alt_texts,
    boards,
    buttons,
    choices,
    parts,
    tells_winner,
    text,
)
from tests.e2e.test_matches import challenge
from tests.patience import PATIENCE
from tests.tiers import exhaustive


async def answer_to(person: Person, command: str, channel: int, **options: object) -> str:
    answer = await person.command(command, options, channel=channel)
    assert answer.ok, answer.error
    assert answer.message is not None
    return all_of(answer.message)


async def with_a_beer(table: Table) -> tuple[Json, Person]:
    """Play until a player can share a beer; return the board and that player."""
    while True:
        board: Json = await table.ready()
        mover = table.to_act(board)[0]
        if any(":salud " in i for i in buttons(board, "2:move:")):
            return board, mover
        takes = [i for i in buttons(board, "2:move:") if "take" in i]
        faces = {part.get("custom_id"): part.get("emoji", {}) for part in parts(board)}
        beers = [i for i in takes if "_beer_" in faces[i].get("name", "")]
        await table.press(mover, board, (beers or takes or table.offered(mover, board))[0])


async def test_board_moves_to_where_it_is_asked_for_without_pings(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    await table.turn()
    before = await table.ready()
    (mover,) = table.to_act(before)
    pings = len(playground.world.pings)
    answer = await answer_to(mover, "board", seed.QUARRY_ID)
    assert "Here is the board" in answer
    (board,) = boards(people[0], seed.QUARRY_ID)
    assert buttons(board) == buttons(before)
    assert boards(people[0], table.channel) == []
    assert len(playground.world.pings) == pings, "players are not pinged by their own command"
    table.channel = seed.QUARRY_ID
    await table.turn()


async def test_matches_lists_only_own_matches_and_whose_turn_it_is(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    board = await table.ready()
    (mover,) = table.to_act(board)
    waiter = next(person for person in people[:2] if person is not mover)
    assert "your turn" in await answer_to(mover, "matches", seed.TAVERN_ID)
    async with asyncio.timeout(PATIENCE):  # the bot stores the place of a board after posting it
        while board["id"] not in await answer_to(mover, "matches", seed.TAVERN_ID):
            pass
    name = playground.world.users[mover.id].global_name
    assert f"waiting for **{name}**" in await answer_to(waiter, "matches", seed.TAVERN_ID)
    assert "in no match" in await answer_to(people[2], "matches", seed.TAVERN_ID)


async def test_resign_asks_first_and_ranks_the_player_last(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """In a match of three, a computer takes over the seat."""
    table = await challenge(playground, people[:3])
    await table.turn()
    quitter = people[2]
    answer = await quitter.command("resign", channel=table.channel)
    assert answer.message is not None
    assert "Really" in text(answer.message)
    (button,) = buttons(answer.message)
    await quitter.press(answer.message["id"], button)
    await playground.wait_for(
        lambda: any("resigned" in text(m) for m in people[0].messages(table.channel))
    )
    table.people = people[:2]
    ended = await table.play()
    assert tells_winner(ended)
    board = await answer_to(people[0], "leaderboard", seed.TAVERN_ID, by="rating")
    assert "You have 1 of the 3 matches" in board
    board = await answer_to(people[0], "leaderboard", seed.TAVERN_ID)
    # The others share the win if the computer won and they tied.
    assert re.search(r"Place [23]: Bruno, 0 wins, 1 match\.", board)


async def test_command_that_fits_several_matches_asks_which(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    await people[0].command("practice", {"public": True})
    await people[0].command("practice", {"public": True, "rivals": 2})
    assert "Which match do you mean?" in await answer_to(people[0], "resign", seed.TAVERN_ID)
    choices = await people[0].autocomplete("board", "match", "")
    assert [choice["value"] for choice in choices] == [2, 1]
    assert "Here is the board" in await answer_to(people[0], "board", seed.QUARRY_ID, match=1)
    assert "no such match" in await answer_to(people[0], "board", seed.QUARRY_ID, match=77)


@exhaustive
async def test_end_can_be_shown_again_after_its_message_was_deleted(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Players who resigned can do it too."""
    await people[0].command("practice", {"public": True})
    answer = await people[0].command("resign", {"match": 1})
    assert answer.message is not None
    (button,) = buttons(answer.message)
    await people[0].press(answer.message["id"], button)

    def ends(channel: int) -> list[Json]:
        return [m for m in people[0].messages(channel) if "2:match:1:rematch" in buttons(m)]

    channels = list(playground.world.guild.channels)
    (end,) = await playground.wait_for(lambda: [m for c in channels for m in ends(c)])
    place = playground.world.guild.channels[int(end["channel_id"])]
    playground.world.delete(place.messages[int(end["id"])])
    assert "Here is the board" in await answer_to(people[0], "board", seed.QUARRY_ID, match=1)
    assert len(ends(seed.QUARRY_ID)) == 1


@exhaustive
async def test_rules_and_help_are_private_and_by_topic(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    ada = people[0]
    assert "Three rounds" in await answer_to(ada, "rules", seed.TAVERN_ID)
    assert "Rockfall" in (await answer_to(ada, "rules", seed.TAVERN_ID, topic="scoring")).title()
    for book, topic, there in (("rules", "chests", "double chest"), ("help", "time", "/away")):
        page = (await ada.command(book)).message
        assert page is not None
        assert page["flags"] & 64, "only the reader sees it"
        assert any("Tunnel dice" in alt for alt in alt_texts(page)), "the pictures show the faces"
        answer = await ada.select(page, f"2:topics:{book}", [topic])
        assert answer.ok, answer.error

        def shown(there: str = there, page: dict[str, Any] = page) -> bool:
            now = next(m for m in ada.messages() if m["id"] == page["id"])
            return there in text(now)

        await playground.wait_for(shown)
        assert all(page["id"] not in [m["id"] for m in p.messages()] for p in people[1:])


async def test_salud_outside_of_a_turn_is_a_public_toast_without_pings(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    wild = Person(playground, seed.EMOJI_NAME_ID)
    answer = await wild.command("salud", {"friend": str(people[1].id)})
    assert answer.ok, answer.error
    assert answer.message is not None
    assert "¡Salud!" in text(answer.message)
    assert len(alt_texts(answer.message)) == 1
    assert answer.message in people[3].messages()
    assert playground.world.pings == []
    everyone = await people[0].command("salud")
    assert everyone.message is not None
    assert "everyone" in text(everyone.message)


@exhaustive
async def test_salud_in_your_turn_shares_your_beer(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    board, mover = await with_a_beer(table)
    friend = next(person for person in people[:2] if person is not mover)
    dice = await mover.autocomplete("salud", "die", "", channel=table.channel)
    answer = await mover.command(
        "salud", {"friend": str(friend.id), "die": dice[0]["value"]}, channel=table.channel
    )
    assert answer.ok, answer.error
    after = await playground.wait_for(
        lambda: next((b for b in [table.board()] if b and "shouts ¡Salud!" in text(b)), None)
    )
    assert after["id"] == board["id"], "the turn continues, so the board is edited in place"
    assert any(label for i, label in buttons(after).items() if "take" in i)


@exhaustive
async def test_salud_has_a_button_for_each_friend(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:3])
    board, mover = await with_a_beer(table)
    shouts = {i: label for i, label in buttons(board, "2:move:").items() if ":salud " in i}
    assert len(shouts) >= 2
    for custom_id, label in shouts.items():
        friend = playground.world.users[people[int(custom_id[-1])].id]
        assert (friend.global_name or friend.username) in label
    answer = await mover.press(board["id"], next(iter(shouts)))
    assert answer.modal is None
    await playground.wait_for(lambda: "shouts ¡Salud!" in text(table.board() or {}))


async def test_salud_button_of_an_older_version_opens_a_form_of_legal_choices(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:3])
    board, mover = await with_a_beer(table)
    seq = next(iter(buttons(board, "2:move:"))).split(":")[3]
    answer = await mover.press(board["id"], f"2:panel:1:{seq}:salud", unseen=True)
    assert answer.modal is not None
    names = [option["label"] for option in answer.modal.inputs()["friend"]["options"]]
    assert len(names) == 2
    answer = await mover.submit(answer.modal, choices(answer.modal))
    assert answer.ok, answer.error
    await playground.wait_for(lambda: "shouts ¡Salud!" in text(table.board() or {}))
