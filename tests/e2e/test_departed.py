"""Commands that name a user who has left the server; Discord then sends no member."""

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
    called = f"{name} {command['name']}".strip()
    options = command.get("options", [])
    below = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    if not below:
        yield called, options
    for option in below:
        yield from leaves(option, called)


def naming(playground: Playground) -> dict[str, list[Json]]:
    return {
        name: options
        for command in playground.world.all_commands()
        for name, options in leaves(command)
        if any(option["type"] == USER_OPTION for option in options)
    }


def filled(options: list[Json], person: str, gone: int) -> dict[str, object]:
    """Return values for the required options, with the departed user in the option `person`."""
    return {
        option["name"]: gone if option["name"] == person else FILLED.get(option["type"])
        for option in options
        if option["name"] == person or (option.get("required") and option["type"] in FILLED)
    }


async def test_every_user_option_answers_a_departed_user_with_a_sentence(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    boss = Person(playground, seed.OWNER_ID)
    somebody, gone = [person for person in people if person.id != boss.id][:2]
    playground.world.remove_member(gone.id)
    commands_with_users = naming(playground)
    assert {"challenge", "salud", "profile", "versus", "history"} <= set(commands_with_users)
    assert {"moderate bar", "moderate unbar"} <= set(commands_with_users)
    for name, options in commands_with_users.items():
        for person in (option["name"] for option in options if option["type"] == USER_OPTION):
            given = filled(options, person, gone.id)
            for other in options:
                if other.get("required") and other["type"] == USER_OPTION:
                    given.setdefault(other["name"], somebody.id)
            answer = await boss.command(name, given)
            assert answer.ok, (name, person, answer.error)
            assert answer.message is not None
            answer_text = text(answer.message)
            assert answer_text, (name, person)
            assert "Something went wrong" not in answer_text, (name, person)
            assert "has changed" not in answer_text, (name, person)
    assert " ERROR " not in bot.log.read_text()
    assert "Traceback" not in bot.log.read_text()


async def test_challenge_of_a_departed_user_is_refused_and_pings_no_one(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
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
async def test_departed_user_s_statistics_can_be_seen(
    playground: Playground, bot: BotProcess, people: list[Person], command: str
) -> None:
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


async def test_departed_user_can_be_barred_and_unbarred(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    boss = Person(playground, seed.OWNER_ID)
    gone = next(person for person in people if person.id != boss.id)
    playground.world.remove_member(gone.id)
    for command, expected in (
        ("moderate bar", "can't start or join"),
        ("moderate unbar", "can play here again"),
    ):
        answer = await boss.command(command, {"member": gone.id})
        assert answer.message is not None
        assert expected in text(answer.message)
