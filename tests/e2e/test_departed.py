"""Somebody who has left the server is named in a command: Discord then sends no member."""

from collections.abc import Iterator

import pytest

from playground import Person, Playground, seed
from playground.command_data import GROUP, INTEGER, STRING, SUBCOMMAND, USER_OPTION
from playground.errors import Json
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import all_of, text
from tests.e2e.test_matches import challenge
from tests.tiers import every

FILLED = {INTEGER: 1, STRING: "1"}


def leaves(command: Json, name: str = "") -> Iterator[tuple[str, list[Json]]]:
    """Each command with its options, by its whole name."""
    called = f"{name} {command['name']}".strip()
    options = command.get("options", [])
    below = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    if not below:
        yield called, options
    for one in below:
        yield from leaves(one, called)


def naming(playground: Playground) -> dict[str, list[Json]]:
    """All commands that take a person."""
    return {
        name: options
        for command in playground.world.all_commands()
        for name, options in leaves(command)
        if any(option["type"] == USER_OPTION for option in options)
    }


def filled(options: list[Json], person: str, gone: int) -> dict[str, object]:
    """What is required, with who has left in one option for a person."""
    return {
        option["name"]: gone if option["name"] == person else FILLED.get(option["type"])
        for option in options
        if option["name"] == person or (option.get("required") and option["type"] in FILLED)
    }


async def test_every_command_that_takes_a_person(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Each of their options is answered with a sentence about them, and no error is logged."""
    boss = Person(playground, seed.OWNER_ID)
    somebody, gone = [one for one in people if one.id != boss.id][:2]
    playground.world.remove_member(gone.id)
    found = naming(playground)
    assert {"challenge", "salud", "profile", "versus", "history"} <= set(found)
    assert {"moderate bar", "moderate unbar"} <= set(found)
    for name, options in found.items():
        for person in (one["name"] for one in options if one["type"] == USER_OPTION):
            given = filled(options, person, gone.id)
            for other in options:
                if other.get("required") and other["type"] == USER_OPTION:
                    given.setdefault(other["name"], somebody.id)
            answer = await boss.command(name, given)
            assert answer.ok, (name, person, answer.error)
            assert answer.message is not None
            said = text(answer.message)
            assert said, (name, person)
            assert "Something went wrong" not in said, (name, person)
            assert "has changed" not in said, (name, person)
    assert " ERROR " not in bot.log.read_text()
    assert "Traceback" not in bot.log.read_text()


async def test_nobody_is_challenged_who_has_left(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """It says who is gone; nobody else is called, either."""
    gone = people[2]
    playground.world.remove_member(gone.id)
    options = {"opponent": people[1].id, "opponent2": gone.id}
    answer = await people[0].command("challenge", options)
    assert answer.message is not None
    assert text(answer.message).startswith(f"{gone.mention}: no longer in this server")
    assert playground.world.pings == []
    answer = await people[0].command("matches")
    assert answer.message is not None
    assert "in no match" in text(answer.message)


@pytest.mark.parametrize("command", every(["profile", "history", "versus"]))
async def test_who_has_left_is_still_known(
    playground: Playground, bot: BotProcess, people: list[Person], command: str
) -> None:
    """What they have played stays to be looked at."""
    table = await challenge(playground, people[:2])
    await table.turn()
    ada, gone = people[:2]
    name = playground.world.users[gone.id].username
    answer = await gone.command("resign", channel=table.channel)
    assert answer.message is not None
    await gone.press(answer.message["id"], "2:match:1:resign")
    await playground.wait_for(table.over)
    playground.world.remove_member(gone.id)
    answer = await ada.command(command, {"member": gone.id})
    assert answer.ok, answer.error
    assert answer.message is not None
    assert name.lower() in all_of(answer.message).lower()


async def test_a_bar_of_who_has_left_is_lifted(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Whoever leaves can be barred, and the bar lifted before they come back."""
    boss = Person(playground, seed.OWNER_ID)
    gone = next(one for one in people if one.id != boss.id)
    playground.world.remove_member(gone.id)
    for command, said in (
        ("moderate bar", "can't start or join"),
        ("moderate unbar", "can play here again"),
    ):
        answer = await boss.command(command, {"member": gone.id})
        assert answer.message is not None
        assert said in text(answer.message)
