"""Commands: registering them, using them, completing their options."""

from typing import Any, Literal

import discord
import pytest
from discord import app_commands

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.playground.conftest import Bot, Clock, Connect, Rest

COMMANDS = f"/applications/{seed.BOT_ID}/commands"


def remembering(calls: list[Any]) -> Any:
    """A setup with one command of each kind, that answer privately and remember their arguments."""

    def setup(bot: Bot) -> None:
        tree = bot.tree

        @tree.command(description="Challenge somebody")
        async def challenge(
            interaction: discord.Interaction,
            opponent: discord.Member,
            rounds: app_commands.Range[int, 1, 9] = 3,
            pace: Literal["slow", "quick"] = "slow",
            where: discord.TextChannel | None = None,
            role: discord.Role | None = None,
            odds: float = 0.5,
            quiet: bool = False,
        ) -> None:
            calls.append((interaction, opponent, rounds, pace, where, role, odds, quiet))
            await interaction.response.send_message("Challenged", ephemeral=True)

        group = app_commands.Group(name="match", description="Matches")

        @group.command(description="Show one")
        async def show(interaction: discord.Interaction, number: int) -> None:
            calls.append(number)
            await interaction.response.send_message(f"Match {number}")

        @show.autocomplete("number")
        async def numbers(
            interaction: discord.Interaction, current: str
        ) -> list[app_commands.Choice[int]]:
            calls.append(current)
            return [
                app_commands.Choice(name=f"Match {n}", value=n)
                for n in (17, 18, 27)
                if current in str(n)
            ]

        tree.add_command(group)

        @tree.context_menu(name="Challenge them")
        async def menu(interaction: discord.Interaction, user: discord.Member) -> None:
            calls.append(user)
            await interaction.response.send_message("Yes", ephemeral=True)

        @tree.context_menu(name="Replay this")
        async def replay(interaction: discord.Interaction, message: discord.Message) -> None:
            calls.append(message)
            await interaction.response.send_message("Yes", ephemeral=True)

        @tree.command(description="For those in charge")
        @app_commands.default_permissions(manage_guild=True)
        @app_commands.guild_only()
        async def rule(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("So be it")

    return setup


async def test_options_arrive_resolved(connect: Connect, ada: Person) -> None:
    """Every kind of option, and everything else that the payload tells."""
    calls: list[Any] = []
    await connect(remembering(calls))
    options = {
        "opponent": seed.BRUNO_ID,
        "rounds": 5,
        "pace": "quick",
        "where": seed.QUARRY_ID,
        "role": seed.MODERATOR_ROLE_ID,
        "odds": 0.25,
        "quiet": True,
    }
    answer = await ada.command("challenge", options)
    assert answer.ok
    assert answer.kind == 4
    assert answer.message is not None
    assert answer.message["content"] == "Challenged"
    assert answer.message["flags"] & 64
    [(interaction, opponent, rounds, pace, where, role, odds, quiet)] = calls
    assert (opponent.id, opponent.display_name) == (seed.BRUNO_ID, "Bruno")
    assert (rounds, pace, odds, quiet) == (5, "quick", 0.25, True)
    assert where.id == seed.QUARRY_ID
    assert role.name == "Moderator"
    assert interaction.user.id == ada.id
    assert interaction.user.guild_permissions.send_messages
    assert interaction.permissions.send_messages
    assert interaction.app_permissions.send_messages
    assert interaction.channel_id == seed.TAVERN_ID
    assert interaction.locale is interaction.guild_locale is discord.Locale.american_english
    assert interaction.is_guild_integration()
    assert interaction.context.guild
    assert interaction.filesize_limit == 10 * 1024 * 1024


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({}, "opponent: This option is required. Specify a value."),
        ({"opponent": 1}, "There is no user 1."),
        ({"opponent": seed.BRUNO_ID, "rounds": 10}, "rounds: Must be at most 9."),
        ({"opponent": seed.BRUNO_ID, "rounds": 0}, "rounds: Must be at least 1."),
        ({"opponent": seed.BRUNO_ID, "rounds": "3"}, "rounds: Enter a valid value."),
        ({"opponent": seed.BRUNO_ID, "pace": "brisk"}, "pace: Enter a valid value."),
        ({"opponent": seed.BRUNO_ID, "stake": 1}, "The command has no option 'stake'."),
    ],
)
async def test_a_client_refuses_wrong_options(
    connect: Connect, ada: Person, options: Any, error: str
) -> None:
    """Nothing reaches the bot."""
    calls: list[Any] = []
    await connect(remembering(calls))
    answer = await ada.command("challenge", options)
    assert (answer.ok, answer.error) == (False, error)
    assert calls == []


async def test_a_subcommand_completes_its_option(connect: Connect, ada: Person) -> None:
    """The bot hears what was typed; the choices come back."""
    calls: list[Any] = []
    await connect(remembering(calls))
    choices = await ada.autocomplete("match show", "number", "7")
    assert choices == [{"name": "Match 17", "value": 17}, {"name": "Match 27", "value": 27}]
    answer = await ada.command("match show", {"number": 27})
    assert answer.message is not None
    assert answer.message["content"] == "Match 27"
    assert calls == ["7", 27]
    assert (await ada.command("match", {})).error == "One subcommand has to be chosen."
    assert (await ada.command("match hide", {})).error == "There is no command 'match hide'."


async def test_menus_on_people_and_messages(connect: Connect, ada: Person, bruno: Person) -> None:
    """The target arrives, a message with its content."""
    calls: list[Any] = []
    await connect(remembering(calls))
    assert (await ada.command("Challenge them", target=bruno.id)).ok
    said = bruno.write("What a throw")
    answer = await ada.command("Replay this", target=int(said["id"]))
    assert answer.ok
    assert answer.message is not None
    assert answer.message["type"] == 23
    assert calls[0].id == bruno.id
    assert (calls[1].id, calls[1].content) == (int(said["id"]), "What a throw")


async def test_permissions_hide_a_command(connect: Connect, playground: Playground) -> None:
    """default_member_permissions is kept to."""
    await connect(remembering([]))
    answer = await Person(playground, seed.ADA_ID).command("rule")
    assert answer.error == "You do not have permission to use this command here."
    assert (await Person(playground, seed.OWNER_ID).command("rule")).ok


async def test_a_command_that_is_gone_is_outdated(connect: Connect, ada: Person) -> None:
    """Old ids are refused as Discord words it."""
    bot = await connect(remembering([]))
    old = {"id": "1", "name": "challenge"}
    with pytest.raises(Exception, match="This command is outdated"):
        ada.playground.begin(ada.id, seed.TAVERN_ID, 2, old)
    bot.tree.clear_commands(guild=None)
    await bot.tree.sync()
    assert (await ada.command("challenge")).error == "There is no command 'challenge'."


async def test_syncing_keeps_ids(connect: Connect) -> None:
    """A bulk overwrite updates commands that keep their names."""
    bot = await connect(remembering([]))
    before = {command.name: command.id for command in await bot.tree.fetch_commands()}
    assert set(before) == {"challenge", "match", "Challenge them", "Replay this", "rule"}
    bot.tree.remove_command("rule")
    after = {command.name: command.id for command in await bot.tree.sync()}
    assert set(after) == set(before) - {"rule"}
    assert all(before[name] == after[name] for name in after)
    [one] = [command for command in await bot.tree.fetch_commands() if command.name == "match"]
    edited = await one.edit(description="All matches")
    assert (edited.id, edited.description) == (one.id, "All matches")
    await edited.delete()
    with pytest.raises(discord.NotFound) as caught:
        await bot.tree.fetch_command(one.id)
    assert caught.value.code == 10063


async def test_commands_of_the_server_stand_beside_the_global_ones(
    connect: Connect, ada: Person
) -> None:
    """Guild commands work like global ones."""
    bot = await connect(remembering([]))
    guild = discord.Object(seed.GUILD_ID)

    @bot.tree.command(description="Here only", guild=guild)
    async def here(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Here")

    await bot.tree.sync(guild=guild)
    answer = await ada.command("here")
    assert answer.message is not None
    assert answer.message["content"] == "Here"
    assert [command.name for command in await bot.tree.fetch_commands(guild=guild)] == ["here"]


class Greek(app_commands.Translator):
    """Knows one word."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Παίξε."""
        assert context is not None
        known = locale is discord.Locale.greek and string.message == "play"
        return "παίξε" if known else None


async def test_translations_are_kept(connect: Connect) -> None:
    """They are told only when asked for, as by Discord."""
    bot = await connect()

    @bot.tree.command(name=app_commands.locale_str("play"), description="Play")
    async def play(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Now")

    await bot.tree.set_translator(Greek())
    await bot.tree.sync()
    [listed] = await bot.tree.fetch_commands()
    assert listed.name_localizations == {}
    command = await bot.tree.fetch_command(listed.id)
    assert command.name_localizations == {discord.Locale.greek: "παίξε"}


def named(**more: Any) -> dict[str, Any]:
    """A command."""
    return {"name": "play", "description": "Play", **more}


def option(**more: Any) -> dict[str, Any]:
    """A string option."""
    return {"type": 3, "name": "text", "description": "Text", **more}


@pytest.mark.parametrize(
    ("command", "path"),
    [
        (named(name="Play"), "0/name"),
        (named(name="p" * 33), "0/name"),
        (named(name="play now"), "0/name"),
        (named(description=""), "0/description"),
        (named(description="d" * 101), "0/description"),
        (named(description=None), "0/description"),
        (named(options=[option(name=f"o{n}") for n in range(26)]), "0/options"),
        (named(options=[option(), option()]), "0/options/1/name"),
        (named(options=[option(), option(name="b", required=True)]), "0/options/1"),
        (named(options=[option(type=99)]), "0/options/0/type"),
        (
            named(options=[option(choices=[{"name": str(n), "value": "v"} for n in range(26)])]),
            "0/options/0/choices",
        ),
        (
            named(options=[option(choices=[{"name": "n" * 101, "value": "v"}])]),
            "0/options/0/choices/0/name",
        ),
        (
            named(options=[option(choices=[{"name": "n", "value": "v" * 101}])]),
            "0/options/0/choices/0/value",
        ),
        (
            named(options=[option(autocomplete=True, choices=[{"name": "n", "value": "v"}])]),
            "0/options/0",
        ),
        (named(name_localizations={"el": "p" * 33}), "0/name_localizations/el"),
        (named(options=[option(), {**option(name="sub"), "type": 1}]), "0/options"),
        (
            named(
                options=[
                    option(
                        name=f"o{n}",
                        choices=[{"name": f"{c:0100}", "value": "v" * 100} for c in range(3)],
                    )
                    for n in range(14)
                ]
            ),
            "0",
        ),
        ({"type": 2, "name": "Challenge", "description": "no"}, "0/description"),
    ],
)
async def test_commands_that_discord_refuses(rest: Rest, command: Any, path: str) -> None:
    """The errors object names the wrong field, and nothing is registered."""
    status, body = await rest("PUT", COMMANDS, json=[command])
    assert (status, body["code"], body["message"]) == (400, 50035, "Invalid Form Body")
    here = body["errors"]
    for step in path.split("/"):
        here = here[step]
    assert here["_errors"]
    assert await rest("GET", COMMANDS) == (200, [])


async def test_single_commands_can_be_made_and_their_names_are_unique(rest: Rest) -> None:
    """POST creates (201) or updates (200)."""
    status, made = await rest("POST", COMMANDS, json=named())
    assert status == 201
    status, again = await rest("POST", COMMANDS, json=named(description="Play now"))
    assert (status, again["id"]) == (200, made["id"])
    status, body = await rest("PUT", COMMANDS, json=[named(), named()])
    assert body["errors"]["1"]["_errors"][0]["code"] == "APPLICATION_COMMANDS_DUPLICATE_NAME"


async def test_too_many_menus(rest: Rest) -> None:
    """15 of a type, not 16."""
    menus = [{"type": 2, "name": f"Menu {n}"} for n in range(16)]
    assert (await rest("PUT", COMMANDS, json=menus))[0] == 400
    assert (await rest("PUT", COMMANDS, json=menus[1:]))[0] == 200


async def test_another_application_has_its_own(rest: Rest) -> None:
    """They are unknown here."""
    status, body = await rest("GET", "/applications/1/commands")
    assert (status, body["code"]) == (404, 10002)


@pytest.mark.parametrize("denied", [True, False])
async def test_resolved_member_has_permissions_of_the_channel(
    connect: Connect, ada: Person, playground: Playground, denied: bool
) -> None:
    """A challenger learns whether the other player can see the channel."""
    seen: list[discord.Permissions] = []

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Ask")
        async def challenge(interaction: discord.Interaction, who: discord.Member) -> None:
            seen.append(who.resolved_permissions or discord.Permissions())
            await interaction.response.send_message("Asked", ephemeral=True)

    await connect(setup)
    if denied:
        deny = Permission.VIEW_CHANNEL
        playground.world.set_permissions(seed.TAVERN_ID, seed.BRUNO_ID, deny=deny)
    assert (await ada.command("challenge", {"who": seed.BRUNO_ID})).ok
    assert [permissions.view_channel for permissions in seen] == [not denied]


async def test_200_new_commands_a_day_are_the_limit(rest: Rest, clock: Clock) -> None:
    def commands(start: int) -> list[dict[str, str]]:
        return [{"name": f"c{start + n}", "description": "x"} for n in range(100)]

    path = f"/applications/{seed.BOT_ID}/commands"
    for start in (0, 0, 100):
        assert (await rest("PUT", path, json=commands(start)))[0] == 200
    status, body = await rest("PUT", path, json=commands(101))
    assert (status, body["code"]) == (400, 30034)
    guild = f"/applications/{seed.BOT_ID}/guilds/{seed.GUILD_ID}/commands"
    assert (await rest("PUT", guild, json=commands(101)))[0] == 200, "each server has its own"
    clock.now += 24 * 3600
    assert (await rest("PUT", path, json=commands(101)))[0] == 200
