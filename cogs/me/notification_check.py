"""“Test my notifications”: sends a test to the place of reminders, and reports whether it
arrived.
"""

from dataclasses import dataclass

from bot.match.timing.reminding import ReminderPlace, from_settings
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.posting.messenger import Messenger, Refused
from cogs.posting.nonces import nonce_of
from cogs.posting.places import address
from cogs.posting.posted_message import Link


@dataclass(eq=False)
class NotificationCheck:
    kit: Kit
    messenger: Messenger

    async def send(self, ctx: Context) -> None:
        user = ctx.user
        reminders = from_settings(await self.kit.matches.store.user_settings(user))
        text = ctx.words.say(
            "🔔 {user}, this is a test: your reminders arrive here.", user=f"<@{user}>"
        )
        nonce = nonce_of("test", ctx.interaction.id)
        place = "@me" if ctx.interaction.guild_id is None else ctx.interaction.guild_id
        # Translators: A button of a test notification: it leads back to where the test was started.
        link = Link(ctx.words.say("Back"), address(place, ctx.channel))
        if ctx.server is None and reminders.where is not ReminderPlace.DIRECT:
            text = ctx.words.say(
                "🔔 Your reminders arrive where each match is played. Test them there: in a server "
                "that has added me."
            )
            await ctx.tell(text)
            return
        if reminders.where is ReminderPlace.DIRECT:
            text = ctx.words.say("🔔 This is a test: your reminders arrive here.")
            sent = await self.messenger.direct(user, text, nonce, link)
            if isinstance(sent, Refused):
                answer = ctx.words.say(
                    "🔕 It didn't arrive: I can't send you direct messages. Discord says "
                    "“{reason}”. Allow them in this server's privacy settings. Until then I'll "
                    "remind you where the match is played.",
                    reason=sent.reason,
                )
            else:
                answer = ctx.words.say("✅ It arrived in your direct messages: {url}", url=sent.url)
            await ctx.tell(answer)
            return
        if not await self.kit.pings.claim(nonce, user, [user]):
            text = ctx.words.say("That's enough for now: try again in an hour. Nothing was sent.")
            await ctx.tell(text)
            return
        sent = await self.messenger.post(ctx.guild, ctx.channel, text, nonce, link, pings=[user])
        if isinstance(sent, Refused):
            answer = ctx.words.say(
                "🔕 It didn't arrive: I can't write here. Discord says “{reason}”. Whoever "
                "manages this server can allow it.",
                reason=sent.reason,
            )
        else:
            answer = ctx.words.say(
                "✅ Sent, with a ping for you: {url}. Nothing told you? Check Discord's "
                "notification settings for this server and this channel.",
                url=sent.url,
            )
        await ctx.tell(answer)
