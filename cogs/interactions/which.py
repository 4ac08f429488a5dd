"""The private menu of a command that can mean several matches or tournaments.

Its custom_id contains the command and the options that the user gave, so it works after a restart,
in any process. The choice runs the command's own method with one more option, so the method checks
everything at the time of the choice: permissions, places, whose turn it is.

A custom_id has room for 100 characters. If the options need more, the command refuses with a
sentence instead, which names the option to add.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote, unquote

import discord
from discord import AppCommandOptionType, app_commands

from bot.match.values.errors import Refusal
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.base.text_limits import OPTIONS
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from texts import Words


def option_value(tournament: int) -> int:
    """Return the value of the option `tournament` that means this tournament of all servers.

    Positive values are numbers that a user typed; they count the server's own tournaments.
    """
    return -tournament


MEANT: Mapping[str, Callable[[int], int]] = {"match": int, "tournament": option_value}
"""The options that the menu can add, with the option's value for a choice in the menu; a command
has at most one of them.
"""
_NESTED = (
    AppCommandOptionType.subcommand.value,
    AppCommandOptionType.subcommand_group.value,
)

Command = app_commands.Command[Any, ..., Any]
Interaction = discord.Interaction[Any]
Run = Callable[[Interaction], Awaitable[None]]


class Unclear(Refusal):
    """A command can mean several things. Its user reads the `menu`, or else the sentence."""

    def __init__(self, menu: MessageLayout | None = None, **values: object) -> None:
        super().__init__(**values)
        self.menu = menu


def which_menu(
    interaction: Interaction,
    text: Callable[[str], str],
    hint: str,
    choices: Sequence[discord.SelectOption],
    words: Words,
) -> MessageLayout | None:
    """Return the menu, or None if the command can't be continued from one.

    `text` is the question; it gets the command, such as ``/tournament join``. The closed menu shows
    `hint`.
    """
    command = interaction.command
    if interaction.type is not discord.InteractionType.application_command or not choices:
        return None
    if not isinstance(command, app_commands.Command):
        return None
    given = [(name, value) for name, value in _given(interaction.data) if name not in MEANT]
    options = ",".join(f"{name}={value}" for name, value in given)
    if not families.WHICH.fits(command.qualified_name, options):
        return None
    custom_id = families.WHICH.spell(command.qualified_name, options)
    below = []
    if len(choices) > OPTIONS:
        below = [words.say("-# These are the first {count}. There are more.", count=OPTIONS)]
    menu = widgets.menu(custom_id, choices[:OPTIONS], hint=hint)
    return compose(texts=[text(f"/{command.qualified_name}")], below=below, rows=[[menu]])


async def continuation(
    interaction: Interaction, name: str, options: str, chosen: str
) -> Run | None:
    """Return a call of the command with these options and the chosen match or tournament.

    Return None if the command doesn't exist or doesn't take them. Raise Discord's refusal to name a
    user.
    """
    command = _command(interaction.client.tree, name)
    if command is None:
        return None
    parameters = {parameter.display_name: parameter for parameter in command.parameters}
    meant = next((name for name in MEANT if name in parameters), None)
    if meant is None or parameters[meant].required or meant in (given := dict(_pairs(options))):
        return None
    given[meant] = chosen
    required = {parameter.display_name for parameter in command.parameters if parameter.required}
    if not required <= given.keys() <= parameters.keys():
        return None
    try:
        values = {
            parameters[name].name: await _value(interaction, parameters[name], value)
            for name, value in given.items()
        }
    except ValueError:
        return None
    values[parameters[meant].name] = MEANT[meant](values[parameters[meant].name])
    binding = () if command.binding is None else (command.binding,)
    call: Callable[..., Awaitable[None]] = command.callback
    return lambda interaction: partial(call, *binding)(interaction, **values)


def _given(data: Any) -> Iterator[tuple[str, str]]:
    options: Sequence[Mapping[str, Any]] = dict(data or {}).get("options") or ()
    while options and options[0]["type"] in _NESTED:
        options = options[0].get("options") or ()
    return ((option["name"], quote(str(option["value"]), safe="")) for option in options)


def _pairs(options: str) -> Iterator[tuple[str, str]]:
    for pair in filter(None, options.split(",")):
        name, _, value = pair.partition("=")
        yield name, unquote(value)


def _command(tree: app_commands.CommandTree[Any], name: str) -> Command | None:
    first, *rest = name.split(" ")
    found = tree.get_command(first)
    for part in rest:
        found = found.get_command(part) if isinstance(found, app_commands.Group) else None
    return found if isinstance(found, app_commands.Command) else None


async def _value(interaction: Interaction, parameter: app_commands.Parameter, text: str) -> Any:
    """Return an option's value; raise ValueError if the option doesn't allow it."""
    value: Any = text
    match parameter.type:
        case AppCommandOptionType.user:
            return await named_user(interaction, _number(text))
        case AppCommandOptionType.integer:
            value = size = _number(text)
        case AppCommandOptionType.boolean if text in ("True", "False"):
            return text == "True"
        case AppCommandOptionType.string:
            size = len(text)
        case _:
            raise ValueError(text)
    low, high = parameter.min_value, parameter.max_value
    if not (low is None or low <= size) or not (high is None or size <= high):
        raise ValueError(text)
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        raise ValueError(text)
    return value


def _number(text: str) -> int:
    number = number_in(text)
    if number is None:
        raise ValueError(text)
    return number


async def named_user(interaction: Interaction, user: int) -> discord.Member | discord.User:
    """Return a member, or a user outside the server; raise ValueError if the bot is not in the
    server, or discord.NotFound for an unknown user.
    """
    if interaction.guild is None:
        raise ValueError(user)
    try:
        return await interaction.guild.fetch_member(user)
    except discord.NotFound:
        return await interaction.client.fetch_user(user)  # type: ignore[no-any-return]
