"""The entries “Challenge”, “Profile” and “Versus” in the menu of a member."""

from functools import partial

import pytest

from bot.match.people.servers import Bar
from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from playground.client_events import usable_commands
from playground.model import EPHEMERAL
from playground.permissions import Permission
from tests.e2e.in_process import bot as bot
from tests.e2e.players import Json, buttons, text
from tests.e2e.test_challenge_menu import invitations, is_told


async def used(person: Person, name: str, target: int, channel: int | None = None) -> Json:
    answer = await person.menu(name, target, channel=channel)
    assert answer.message is not None, answer.error
    return answer.message


async def test_challenge_asks_nothing_and_names_the_game_of_both(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, ben = people[:2]
    answer = await used(ann, "Challenge", ben.id)
    assert "The invitation is posted" in text(answer)
    assert "The game is **Dice Miner**" in text(answer)
    (invitation,) = invitations(ben)
    assert "challenges **Ada**" in text(invitation)
    assert len(ben.pings()) == 1
    (cancel,) = buttons(answer)
    await ann.press(answer, cancel)
    await ann.command("challenge", {"opponent": str(ben.id), "game": "dynamine"})
    await bot.services.domain.lobby.join(2, ben.id, 10**18)
    await bot.services.service.resign(2, ann.id)
    assert "The game is **DYNAMINE**" in text(await used(ann, "Challenge", ben.id))


async def test_challenge_refuses_what_the_command_refuses(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, ben = people[:2]
    world = playground.world
    world.set_permissions(seed.TAVERN_ID, ben.id, deny=int(Permission.VIEW_CHANNEL))
    for user, words in (
        (ann.id, "You can't challenge yourself"),
        (seed.BOT_ID, "Bots don't play"),
        (ben.id, "can't see this channel"),
    ):
        assert words in text(await used(ann, "Challenge", user))
    world.set_permissions(seed.TAVERN_ID, ben.id)
    barred = Bar(ann.id, seed.OWNER_ID, 1)
    await bot.services.stores.servers.bar(seed.GUILD_ID, barred)
    assert "barred" in text(await used(ann, "Challenge", ben.id))
    assert invitations(ben) == []
    assert ben.pings() == []


async def test_challenge_in_a_matchs_thread_begins_outside(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, ben, cat = people[:3]
    await used(ann, "Challenge", ben.id)
    (invitation,) = invitations(ben)
    await ben.press(invitation, "2:invitation:1:accept")
    thread = int(invitation["id"])
    await playground.wait_for(lambda: thread in playground.world.guild.channels)
    await ben.menu("Challenge", cat.id, channel=thread)
    await playground.wait_for(partial(is_told, ben, "The invitation is posted", thread))
    assert invitations(cat) != []
    assert invitations(cat, thread) == []


async def test_profile_and_versus_answer_in_private(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, ben = people[:2]
    page = await used(ann, "Profile", ben.id)
    assert page["flags"] & EPHEMERAL
    (custom_id,) = buttons(page)
    assert custom_id.startswith(f"2:challenge:{ben.id}:")
    assert (await used(ann, "Versus", ben.id))["flags"] & EPHEMERAL
    assert "That's you" in text(await used(ann, "Versus", ann.id))
    for name in ("Profile", "Versus"):
        assert "Bots don't play" in text(await used(ann, name, seed.BOT_ID))
    refused = (await ann.command("profile", {"member": str(seed.BOT_ID)})).message
    assert refused is not None
    assert refused["flags"] & EPHEMERAL
    assert "Bots don't play" in text(refused)


@pytest.mark.parametrize(
    ("locale", "names"),
    [
        ("en-US", ["Challenge", "Profile", "Versus"]),
        ("es-ES", ["Desafiar", "Perfil", "Cara a cara"]),
    ],
)
async def test_menus_are_in_the_readers_language(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    locale: str,
    names: list[str],
) -> None:
    world, reader = playground.world, people[0].id
    world.locales[reader] = locale
    menus = [command for command in usable_commands(world, reader) if command["type"] == 2]
    assert sorted(menu["name_localized"] for menu in menus) == sorted(names)


async def test_help_says_where_the_menus_are(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    for topic in ("play", "best"):
        page = (await people[0].command("help", {"topic": topic})).message
        assert page is not None
        assert "**Challenge**, **Profile**, and **Versus**" in text(page)
