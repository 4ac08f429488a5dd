"""An app outside its servers: direct messages, groups, and servers that it has not joined."""

from typing import Any

import discord
import pytest
from discord import app_commands

from playground import Person, Playground, seed
from playground.model import TEXT, Channel, Guild
from playground.permissions import Permission
from tests.playground.conftest import Bot, Connect

OWNERS = "_integration_owners"


@pytest.fixture
def foreign(playground: Playground) -> Channel:
    """A channel of a server without the bot, of which Ada and Bruno are members."""
    world = playground.world
    guild: Guild = world.add_guild("The Quiet Valley")
    for person in (seed.ADA_ID, seed.BRUNO_ID):
        world.add_member(world.users[person], guild)
    world.set_bot_present(False, guild)
    return world.new_channel("ford", TEXT, guild)


@pytest.fixture
def group(playground: Playground) -> Channel:
    return playground.world.open_group([seed.ADA_ID, seed.BRUNO_ID, seed.CHLOE_ID])


class Press(discord.ui.Button[Any]):
    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()


def commands(heard: list[discord.Interaction]) -> Any:
    """Return a setup with a command for everywhere, which answers publicly, one for servers, and
    one for the bot's direct messages.
    """

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="For all places")
        @app_commands.allowed_installs(guilds=True, users=True)
        @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
        async def anywhere(interaction: discord.Interaction) -> None:
            heard.append(interaction)
            view = discord.ui.View(timeout=None)
            view.add_item(Press(label="Press", custom_id="press"))
            await interaction.response.send_message("Here", view=view)

        @bot.tree.command(description="For servers")
        @app_commands.allowed_installs(guilds=True, users=False)
        @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
        async def servers(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Here")

        @bot.tree.command(description="For direct messages")
        @app_commands.allowed_installs(guilds=True, users=False)
        @app_commands.allowed_contexts(guilds=False, dms=True, private_channels=True)
        async def direct(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Here")

    return setup


@pytest.fixture
def ada(playground: Playground) -> Person:
    return Person(playground, seed.ADA_ID)


async def test_commands_are_offered_where_contexts_and_installations_allow(
    playground: Playground, connect: Connect, ada: Person, foreign: Channel, group: Channel
) -> None:
    await connect(commands([]))
    world = playground.world
    places = (seed.TAVERN_ID, world.dm_with(ada.id).id, foreign.id, group.id)

    async def offered(name: str) -> tuple[bool, ...]:
        return tuple([(await ada.command(name, channel=place)).ok for place in places])

    assert await offered("anywhere") == (True, True, False, False)
    assert await offered("servers") == (True, False, False, False)
    assert await offered("direct") == (False, True, False, False)
    world.install(ada.id)
    assert await offered("anywhere") == (True, True, True, True)
    assert await offered("servers") == (True, False, False, False)
    assert await offered("direct") == (False, True, False, False)
    world.install(ada.id, installed=False)
    assert await offered("anywhere") == (True, True, False, False)


async def test_interactions_name_context_and_owners(
    playground: Playground, connect: Connect, ada: Person, foreign: Channel, group: Channel
) -> None:
    heard: list[discord.Interaction] = []
    await connect(commands(heard))
    world = playground.world
    direct = world.dm_with(ada.id)
    await ada.command("anywhere")
    await ada.command("anywhere", channel=direct.id)
    world.install(ada.id)
    for place in (seed.TAVERN_ID, direct.id, foreign.id, group.id):
        await ada.command("anywhere", channel=place)
    assert [getattr(interaction, OWNERS) for interaction in heard] == [
        {0: seed.GUILD_ID},
        {0: 0},
        {0: seed.GUILD_ID, 1: ada.id},
        {0: 0, 1: ada.id},
        {1: ada.id},
        {1: ada.id},
    ]
    contexts = [(one.context.guild, one.context.dm_channel) for one in heard[2:]]
    assert contexts == [(True, False), (False, True), (True, False), (False, False)]
    assert heard[-1].context.private_channel
    assert [one.guild_id for one in heard[2:]] == [seed.GUILD_ID, None, foreign.guild_id, None]
    assert [isinstance(one.user, discord.Member) for one in heard[2:]] == [True, False, True, False]
    assert isinstance(heard[-1].channel, discord.GroupChannel)
    assert heard[-1].app_permissions.attach_files
    assert not heard[-1].app_permissions.send_messages


async def test_pressers_inherit_the_owners_of_the_message(
    playground: Playground, connect: Connect, ada: Person, foreign: Channel
) -> None:
    """Everyone can use the buttons of an app that one member has installed."""
    bot = await connect(commands([]))
    playground.world.install(ada.id)
    answer = await ada.command("anywhere", channel=foreign.id)
    bruno = Person(playground, seed.BRUNO_ID)
    assert answer.message is not None
    await bruno.press(answer.message, "press")
    [*_, (pressed,)] = bot.events("interaction")
    assert pressed.user.id == bruno.id
    assert getattr(pressed, OWNERS) == {1: ada.id}
    assert not pressed.is_guild_integration()
    assert not pressed.is_user_integration()


async def test_guest_hears_nothing_and_reaches_no_channel(
    playground: Playground, connect: Connect, ada: Person, foreign: Channel, group: Channel
) -> None:
    bot = await connect(commands([]))
    playground.world.install(ada.id)
    for place in (foreign, group):
        await ada.command("anywhere", channel=place.id)
        ada.write("Hello", channel=place.id)
        with pytest.raises(discord.Forbidden) as refused:
            await bot.http.get_channel(place.id)
        assert refused.value.code == 50001
        with pytest.raises(discord.Forbidden):
            await bot.get_partial_messageable(place.id).send("Hello")
    await ada.command("anywhere")
    await playground.wait_for(lambda: bot.events("message"))
    assert {message.channel.id for (message,) in bot.events("message")} == {seed.TAVERN_ID}
    assert bot.get_guild(foreign.guild_id or 0) is None


@pytest.mark.parametrize("denied", [Permission.USE_EXTERNAL_APPS, Permission.SEND_MESSAGES])
async def test_guest_answers_are_private_without_the_permissions(
    playground: Playground, connect: Connect, ada: Person, foreign: Channel, denied: Permission
) -> None:
    heard: list[discord.Interaction] = []
    await connect(commands(heard))
    world = playground.world
    world.install(ada.id)
    shown = await ada.command("anywhere", channel=foreign.id)
    world.set_permissions(foreign.id, foreign.guild_id or 0, deny=denied)
    hidden = await ada.command("anywhere", channel=foreign.id)
    assert shown.message is not None
    assert hidden.message is not None
    assert (shown.message["flags"] & 64, hidden.message["flags"] & 64) == (0, 64)
    await heard[-1].followup.send("More")
    assert ada.messages(foreign.id)[-1]["flags"] & 64
    own = await ada.command("anywhere")
    world.set_permissions(seed.TAVERN_ID, seed.GUILD_ID, deny=denied)
    after = await ada.command("anywhere")
    assert own.message is not None
    assert after.message is not None
    assert (own.message["flags"] & 64, after.message["flags"] & 64) == (0, 0)


async def test_guest_has_five_follow_ups(
    playground: Playground, connect: Connect, ada: Person, group: Channel
) -> None:
    heard: list[discord.Interaction] = []
    await connect(commands(heard))
    playground.world.install(ada.id)
    await ada.command("anywhere", channel=group.id)
    for number in range(5):
        await heard[-1].followup.send(str(number))
    with pytest.raises(discord.HTTPException) as refused:
        await heard[-1].followup.send("5")
    assert refused.value.code == 40094
    await heard[-1].edit_original_response(content="Still editable")
    await ada.command("anywhere")
    for number in range(6):
        await heard[-1].followup.send(str(number))


async def test_direct_messages_resolve_no_members(
    playground: Playground, connect: Connect, ada: Person, group: Channel
) -> None:
    chosen: list[Any] = []

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Choose")
        @app_commands.allowed_installs(guilds=True, users=True)
        @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
        async def choose(interaction: discord.Interaction, user: discord.User) -> None:
            chosen.append(user)
            await interaction.response.send_message("Chosen", ephemeral=True)

    await connect(setup)
    playground.world.install(ada.id)
    await ada.command("choose", {"user": str(seed.BRUNO_ID)})
    await ada.command("choose", {"user": str(seed.BRUNO_ID)}, channel=group.id)
    assert [type(user) for user in chosen] == [discord.Member, discord.User]


async def test_wrong_contexts_are_refused(playground: Playground, connect: Connect) -> None:
    bot = await connect()
    wrongs: tuple[dict[str, list[int]], ...] = (
        {"contexts": [3]},
        {"integration_types": []},
        {"contexts": [1, 1]},
    )
    for wrong in wrongs:
        command: Any = {"name": "bad", "description": "Bad", "type": 1, **wrong}
        with pytest.raises(discord.HTTPException) as refused:
            await bot.http.bulk_upsert_global_commands(seed.BOT_ID, [command])
        assert refused.value.code == 50035
