"""“Test my notifications”: sends a test to the place of reminders, and reports whether it
arrived.
"""

from bot.match.timing.reminding import ReminderPlace, from_settings
from cogs.base.discord_errors import DISCORD_TROUBLE, reason
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.posting.messenger import send_direct, send_in_place
from cogs.posting.nonces import nonce_of
from cogs.posting.places import address
from cogs.posting.posted_message import Link


async def send_test(kit: Kit, ctx: Context) -> None:
    user = ctx.user
    reminders = from_settings(await kit.matches.store.user_settings(user))
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
        try:
            url = await send_direct(kit.client, user, text, nonce, link)
        except DISCORD_TROUBLE as error:
            answer = ctx.words.say(
                "🔕 It didn't arrive: I can't send you direct messages. Discord says "
                "“{reason}”. Allow them in this server's privacy settings. Until then I'll "
                "remind you where the match is played.",
                reason=reason(error),
            )
        else:
            answer = ctx.words.say("✅ It arrived in your direct messages: {url}", url=url)
        await ctx.tell(answer)
        return
    if not await kit.pings.claim(nonce, user, [user]):
        text = ctx.words.say("That's enough for now: try again in an hour. Nothing was sent.")
        await ctx.tell(text)
        return
    try:
        url = await send_in_place(
            kit.client, ctx.guild, ctx.channel, text, nonce, link, pings=[user]
        )
    except DISCORD_TROUBLE as error:
        answer = ctx.words.say(
            "🔕 It didn't arrive: I can't write here. Discord says “{reason}”. Whoever "
            "manages this server can allow it.",
            reason=reason(error),
        )
    else:
        answer = ctx.words.say(
            "✅ Sent, with a ping for you: {url}. Nothing told you? Check Discord's "
            "notification settings for this server and this channel.",
            url=url,
        )
    await ctx.tell(answer)
