"""The server's choice of a channel for reports of problems."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.core.confirmed_write import confirmed_write
from bot.match.people.troubles import TroubleStore
from cogs.base.custom_ids import number_in
from cogs.interactions.context import Context
from cogs.posting.places import allowed
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.screens.base import BadChoice
from cogs.server.permission_check import PermissionCheck


@dataclass(eq=False)
class TroubleChannelChoice:
    store: TroubleStore
    recorder: TroubleRecorder
    permissions: PermissionCheck

    async def channel(self, guild: int) -> int | None:
        row = await self.store.channel(guild)
        return None if row is None else row.channel

    async def is_silenced(self, guild: int) -> bool:
        return await self.channel(guild) is not None and not await self.recorder.reaches(guild)

    async def choose(self, ctx: Context, values: Sequence[str]) -> str:
        """Report problems in the channel chosen in the menu, or nowhere; return a line about it.

        Raise BadChoice if nothing can be posted there, and StoreTrouble.
        """
        channel = number_in(values[0]) if values else None
        if channel is not None:
            if not allowed(ctx.interaction.guild, [channel]):
                raise BadChoice(ctx.words.say("I can't see this channel. Nothing changed."))
            missing = self.permissions.kept_from_posting(ctx, channel)
            if missing:
                raise BadChoice("\n".join((*missing, ctx.words.say("Nothing changed."))))

        async def write() -> None:
            if channel is None:
                await self.store.drop_channel(ctx.guild)
            else:
                await self.store.put_channel(ctx.guild, channel)

        async def is_written() -> bool:
            return await self.channel(ctx.guild) == channel

        await confirmed_write(write, is_written)
        ctx.counted()
        if channel is None:
            return ctx.words.say("✅ I no longer post this server's problems.")
        return ctx.words.say(
            "✅ I post this server's problems in <#{channel}>, and nothing while all is well.",
            channel=channel,
        )
