"""The server's choice of a channel for reports of problems."""

from collections.abc import Sequence

from bot.match.core.confirmed_write import confirmed_write
from cogs.base.custom_ids import number_in
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.posting.places import existing_channels
from cogs.screens.base import BadChoice
from cogs.server.permission_check import kept_from_posting


async def trouble_channel(kit: Kit, guild: int) -> int | None:
    row = await kit.stores.troubles.channel(guild)
    return None if row is None else row.channel


async def is_silenced(kit: Kit, guild: int) -> bool:
    return await trouble_channel(kit, guild) is not None and not await kit.troubles.reaches(guild)


async def choose_trouble_channel(kit: Kit, ctx: Context, values: Sequence[str]) -> str:
    """Report problems in the channel chosen in the menu, or nowhere; return a line about it.

    Raise BadChoice if nothing can be posted there, and StoreTrouble.
    """
    channel = number_in(values[0]) if values else None
    if channel is not None:
        if not existing_channels(ctx.interaction.guild, [channel]):
            raise BadChoice(ctx.words.say("I can't see this channel. Nothing changed."))
        missing = kept_from_posting(kit, ctx, channel)
        if missing:
            raise BadChoice("\n".join((*missing, ctx.words.say("Nothing changed."))))

    async def write() -> None:
        if channel is None:
            await kit.stores.troubles.drop_channel(ctx.guild)
        else:
            await kit.stores.troubles.put_channel(ctx.guild, channel)

    async def is_written() -> bool:
        return await trouble_channel(kit, ctx.guild) == channel

    await confirmed_write(write, is_written)
    ctx.note_counted()
    if channel is None:
        return ctx.words.say("✅ I no longer post this server's problems.")
    return ctx.words.say(
        "✅ I post this server's problems in <#{channel}>, and nothing while all is well.",
        channel=channel,
    )
