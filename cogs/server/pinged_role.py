"""The server's choice of a role to ping, and of the messages that ping it."""

from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.match.log.store_errors import StoreTrouble
from cogs.base.custom_ids import number_in
from cogs.base.markup import escaped, harmless
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.posting.role_pings import cannot_ping_line
from cogs.preferences.server_settings import (
    PING_KINDS,
    PING_ROLE,
    PINGING,
    RolePingKind,
    ServerSettings,
)
from cogs.screens.base import BadChoice
from texts import Words


async def pinged_role(
    kit: Kit, ctx: Context, choices: ServerSettings
) -> tuple[discord.Role | None, list[str]]:
    """Return the role, and a line if it was deleted, in which case the setting is dropped."""
    if not kit.role_pings.was_deleted(ctx.guild, choices.ping_role):
        return kit.role_pings.role(ctx.guild, choices.ping_role), []
    with suppress(StoreTrouble):  # then the next panel says it again
        await kit.preferences.choose(ctx.guild, {PING_ROLE: None})
    return None, [ctx.words.say("⚠️ The role that I pinged was deleted, so I ping nobody.")]


def role_warning(kit: Kit, role: discord.Role | None, words: Words) -> str:
    if role is None or kit.role_pings.can_ping(role):
        return ""
    return cannot_ping_line(role.id, words)


async def choose_role(kit: Kit, ctx: Context, values: Sequence[str]) -> str:
    """Ping the role chosen in the menu, or none; return a line about it.

    Raise BadChoice for a role that can't be a choice of members, and StoreTrouble.
    """
    words, number = ctx.words, number_in(values[0]) if values else None
    if number is None:
        await kit.preferences.choose(ctx.guild, {PING_ROLE: None})
        ctx.note_counted()
        return words.say("✅ I ping no role.")
    if number == ctx.guild:
        raise BadChoice(words.say("I never ping everyone: choose another role. Nothing changed."))
    role = kit.role_pings.role(ctx.guild, number)
    if role is None:
        raise BadChoice(words.say("I can't see this role. Nothing changed."))
    if role.managed:
        raise BadChoice(
            words.say(
                "<@&{role}> belongs to an app or to Discord, so members can't choose to have "
                "it. Choose another role. Nothing changed.",
                role=number,
            )
        )
    await kit.preferences.choose(ctx.guild, {PING_ROLE: str(number)})
    ctx.note_counted()
    return words.say(
        "✅ I ping <@&{role}> when there is something to join. Below you choose for which "
        "messages, and how often.",
        role=number,
    )


async def choose_ping_kinds(kit: Kit, ctx: Context, values: Sequence[str]) -> str:
    """Ping the role with these kinds of messages; return a line about it.

    Raise BadChoice for an unknown kind, and StoreTrouble.
    """
    words = ctx.words
    kinds = [kind for kind in RolePingKind if kind.value in values]
    if len(kinds) != len(set(values)):
        raise BadChoice(
            words.say(
                "“{typed}” isn't in the list: choose from it. Nothing changed.",
                typed=escaped(harmless(", ".join(values), 30)),
            )
        )
    value = ",".join(kind.value for kind in kinds) or NONE
    await kit.preferences.choose(ctx.guild, {PING_KINDS: value})
    ctx.note_counted()
    if not kinds:
        return words.say("✅ No message pings the role.")
    return words.say(
        "✅ These ping the role: {messages}.",
        messages=words.listed(words.say(PINGING[kind]) for kind in kinds),
    )


NONE = "none"
"""Stored if no kind of message pings: an empty value could not be told from a missing one."""
