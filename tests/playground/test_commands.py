"""Commands: registration, use, and autocompletion of options."""

from typing import Any, Literal

import discord
import pytest
from discord import app_commands

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.playground.conftest import Bot, Clock, Connect, Rest

COMMANDS = f"/applications/{seed.BOT_ID}/commands"


def recording(calls: list[Any]) -> Any:
    """Return a setup with a command of each kind, which answers privately and records its
    arguments.
    """

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
    calls: list[Any] = []
    await connect(recording(calls))
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
async def test_client_refuses_wrong_options(
    connect: Connect, ada: Person, options: Any, error: str
) -> None:
    calls: list[Any] = []
    await connect(recording(calls))
    answer = await ada.command("challenge", options)
    assert (answer.ok, answer.error) == (False, error)
    assert calls == []


async def test_subcommand_autocompletes_its_option(connect: Connect, ada: Person) -> None:
    calls: list[Any] = []
    await connect(recording(calls))
    choices = await ada.autocomplete("match show", "number", "7")
    assert choices == [{"name": "Match 17", "value": 17}, {"name": "Match 27", "value": 27}]
    answer = await ada.command("match show", {"number": 27})
    assert answer.message is not None
    assert answer.message["content"] == "Match 27"
    assert calls == ["7", 27]
    assert (await ada.command("match", {})).error == "One subcommand has to be chosen."
    assert (await ada.command("match hide", {})).error == "There is no command 'match hide'."


async def test_context_menus_receive_their_target(
    connect: Connect, ada: Person, bruno: Person
) -> None:
    calls: list[Any] = []
    await connect(recording(calls))
    assert (await ada.menu("Challenge them", bruno.id)).ok
    message = bruno.write("What a throw")
    answer = await ada.menu("Replay this", message["id"], of_message=True)
    assert answer.ok
    assert answer.message is not None
    assert answer.message["type"] == 23
    assert calls[0].id == bruno.id
    assert (calls[1].id, calls[1].content) == (int(message["id"]), "What a throw")


async def test_client_sends_no_menu_for_a_message_or_command_that_offers_none(
    connect: Connect, ada: Person
) -> None:
    await connect(recording([]))
    private = (await ada.menu("Challenge them", ada.id)).message
    assert private is not None
    refused = await ada.menu("Replay this", private["id"], of_message=True)
    assert refused.error == "This message offers no commands here."
    message = ada.write("Elsewhere", channel=seed.QUARRY_ID)
    refused = await ada.menu("Replay this", message["id"], of_message=True)
    assert refused.error == "This message offers no commands here."
    assert (await ada.menu("Replay this", ada.id)).error == "There is no menu 'Replay this'."
    assert (await ada.command("Challenge them")).error == "There is no command 'Challenge them'."


@pytest.mark.parametrize("field", ["description", "options"])
@pytest.mark.parametrize("kind", [2, 3])
async def test_context_menus_have_no_description_and_no_options(
    rest: Rest, kind: int, field: str
) -> None:
    value: dict[str, Any] = {
        "description": "Ask them",
        "options": [{"type": 3, "name": "pace", "description": "How fast"}],
    }
    menu = {"type": kind, "name": "Ask Them", field: value[field]}
    status, body = await rest("PUT", COMMANDS, json=[menu])
    assert (status, list(body["errors"]["0"])) == (400, [field])


async def test_default_member_permissions_hide_a_command(
    connect: Connect, playground: Playground
) -> None:
    await connect(recording([]))
    answer = await Person(playground, seed.ADA_ID).command("rule")
    assert answer.error == "You do not have permission to use this command here."
    assert (await Person(playground, seed.OWNER_ID).command("rule")).ok


async def test_deleted_command_is_outdated(connect: Connect, ada: Person) -> None:
    bot = await connect(recording([]))
    old = {"id": "1", "name": "challenge"}
    with pytest.raises(Exception, match="This command is outdated"):
        ada.playground.begin(ada.id, seed.TAVERN_ID, 2, old)
    bot.tree.clear_commands(guild=None)
    await bot.tree.sync()
    assert (await ada.command("challenge")).error == "There is no command 'challenge'."


async def test_syncing_keeps_ids(connect: Connect) -> None:
    bot = await connect(recording([]))
    before = {command.name: command.id for command in await bot.tree.fetch_commands()}
    assert set(before) == {"challenge", "match", "Challenge them", "Replay this", "rule"}
    bot.tree.remove_command("rule")
    after = {command.name: command.id for command in await bot.tree.sync()}
    assert set(after) == set(before) - {"rule"}
    assert all(before[name] == after[name] for name in after)
    [match_command] = [
        command for command in await bot.tree.fetch_commands() if command.name == "match"
    ]
    edited = await match_command.edit(description="All matches")
    assert (edited.id, edited.description) == (match_command.id, "All matches")
    await edited.delete()
    with pytest.raises(discord.NotFound) as caught:
        await bot.tree.fetch_command(match_command.id)
    assert caught.value.code == 10063


async def test_guild_commands_work_beside_global_ones(connect: Connect, ada: Person) -> None:
    bot = await connect(recording([]))
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
    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        assert context is not None
        is_known = locale is discord.Locale.greek and string.message == "play"
        return "παίξε" if is_known else None


async def test_localizations_are_missing_from_the_command_list(connect: Connect) -> None:
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


def command_body(**more: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Play", **more}


def option(**more: Any) -> dict[str, Any]:
    return {"type": 3, "name": "text", "description": "Text", **more}


@pytest.mark.parametrize(
    ("command", "path"),
    [
        (command_body(name="Play"), "0/name"),
        (command_body(name="p" * 33), "0/name"),
        (command_body(name="play now"), "0/name"),
        (command_body(description=""), "0/description"),
        (command_body(description="d" * 101), "0/description"),
        (command_body(description=None), "0/description"),
        (command_body(options=[option(name=f"o{n}") for n in range(26)]), "0/options"),
        (command_body(options=[option(), option()]), "0/options/1/name"),
        (command_body(options=[option(), option(name="b", required=True)]), "0/options/1"),
        (command_body(options=[option(type=99)]), "0/options/0/type"),
        (
            command_body(
                options=[option(choices=[{"name": str(n), "value": "v"} for n in range(26)])]
            ),
            "0/options/0/choices",
        ),
        (
            command_body(options=[option(choices=[{"name": "n" * 101, "value": "v"}])]),
            "0/options/0/choices/0/name",
        ),
        (
            command_body(options=[option(choices=[{"name": "n", "value": "v" * 101}])]),
            "0/options/0/choices/0/value",
        ),
        (
            command_body(
                options=[option(autocomplete=True, choices=[{"name": "n", "value": "v"}])]
            ),
            "0/options/0",
        ),
        (command_body(name_localizations={"el": "p" * 33}), "0/name_localizations/el"),
        (command_body(options=[option(), {**option(name="sub"), "type": 1}]), "0/options"),
        (
            command_body(
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
async def test_invalid_command_is_refused_at_its_path(rest: Rest, command: Any, path: str) -> None:
    status, body = await rest("PUT", COMMANDS, json=[command])
    assert (status, body["code"], body["message"]) == (400, 50035, "Invalid Form Body")
    here = body["errors"]
    for step in path.split("/"):
        here = here[step]
    assert here["_errors"]
    assert await rest("GET", COMMANDS) == (200, [])


async def test_post_updates_a_command_of_the_same_name(rest: Rest) -> None:
    status, created = await rest("POST", COMMANDS, json=command_body())
    assert status == 201
    status, updated = await rest("POST", COMMANDS, json=command_body(description="Play now"))
    assert (status, updated["id"]) == (200, created["id"])
    status, body = await rest("PUT", COMMANDS, json=[command_body(), command_body()])
    assert body["errors"]["1"]["_errors"][0]["code"] == "APPLICATION_COMMANDS_DUPLICATE_NAME"


async def test_at_most_15_context_menus_of_a_type(rest: Rest) -> None:
    menus = [{"type": 2, "name": f"Menu {n}"} for n in range(16)]
    assert (await rest("PUT", COMMANDS, json=menus))[0] == 400
    assert (await rest("PUT", COMMANDS, json=menus[1:]))[0] == 200


async def test_commands_of_another_application_are_unknown(rest: Rest) -> None:
    status, body = await rest("GET", "/applications/1/commands")
    assert (status, body["code"]) == (404, 10002)


@pytest.mark.parametrize("denied", [True, False])
async def test_resolved_member_has_permissions_of_the_channel(
    connect: Connect, ada: Person, playground: Playground, denied: bool
) -> None:
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


async def test_at_most_200_new_commands_a_day(rest: Rest, clock: Clock) -> None:
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
