"""Changes in which channel a server is told what keeps the bot from working."""

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
    """Reads and writes that choice."""

    store: TroubleStore
    recorder: TroubleRecorder
    permissions: PermissionCheck

    async def channel(self, guild: int) -> int | None:
        """The channel; None if there is none. Raises StoreTrouble."""
        found = await self.store.channel(guild)
        return None if found is None else found.channel

    async def is_silenced(self, guild: int) -> bool:
        """Whether a channel is chosen and nothing can be told there. Raises StoreTrouble."""
        return await self.channel(guild) is not None and not await self.recorder.reaches(guild)

    async def choose(self, ctx: Context, values: Sequence[str]) -> str:
        """Tell troubles in the channel that was chosen in the menu, or nowhere if none was.

        Returns a line about it. Raises BadChoice if nothing can be posted there, and StoreTrouble.
        """
        wanted = number_in(values[0]) if values else None
        if wanted is not None:
            if not allowed(ctx.interaction.guild, [wanted]):
                raise BadChoice(ctx.words.say("I can't see this channel. Nothing changed."))
            lacked = self.permissions.kept_from_posting(ctx, wanted)
            if lacked:
                raise BadChoice("\n".join((*lacked, ctx.words.say("Nothing changed."))))

        async def write() -> None:
            if wanted is None:
                await self.store.drop_channel(ctx.guild)
            else:
                await self.store.put_channel(ctx.guild, wanted)

        async def is_written() -> bool:
            return await self.channel(ctx.guild) == wanted

        await confirmed_write(write, is_written)
        ctx.counted()
        if wanted is None:
            return ctx.words.say("✅ I no longer post this server's problems.")
        return ctx.words.say(
            "✅ I post this server's problems in <#{channel}>, and nothing while all is well.",
            channel=wanted,
        )
