"""The server's forum for matches, and whether it can be used now."""

from collections.abc import Mapping

import discord

from bot.match.people.troubles import TroubleKind
from cogs.forums.tags import PostState, find_tags, names_of_tags, use_of_game
from cogs.games.installed import InstalledGames
from cogs.kit import Kit
from cogs.posting.permissions import IN_FORUM, Need, lacking, missing_line
from cogs.preferences.server_settings import ServerSettings
from texts import Words


def find_forum(guild: discord.Guild | None, number: int | None) -> discord.ForumChannel | None:
    """Return a forum that the bot can see. Media channels don't count."""
    channel = None if guild is None or number is None else guild.get_channel(number)
    if not isinstance(channel, discord.ForumChannel) or channel.is_media():
        return None
    return channel


def missing_in(forum: discord.ForumChannel) -> list[Need]:
    return lacking(forum.permissions_for(forum.guild.me), IN_FORUM)


def lacks_tag(
    forum: discord.ForumChannel, games: InstalledGames, tags: Mapping[str, object]
) -> bool:
    """Return whether the forum wants a tag on each post, and a match can be without one."""
    states = all(state.value in tags for state in PostState)
    each_game = all(use_of_game(game) in tags for game in games.names)
    return bool(forum.flags.require_tag) and not (states or each_game)


async def forum_for_match(
    kit: Kit, guild: int, words: Words
) -> tuple[discord.ForumChannel | None, str]:
    """Return the same as `usable_forum`, and report missing permissions to the server."""
    forum, why = await usable_forum(kit, guild, words)
    settings = await kit.preferences.choices(guild)
    chosen = find_forum(kit.client.get_guild(guild), settings.forum)
    if why and chosen is not None and missing_in(chosen):
        allowed = chosen.permissions_for(chosen.guild.me)
        await kit.troubles.report_lacking(guild, TroubleKind.FORUMS, chosen.id, allowed, IN_FORUM)
    return forum, why


async def usable_forum(
    kit: Kit, guild: int, words: Words
) -> tuple[discord.ForumChannel | None, str]:
    """Return the forum in which new matches get posts. If one is chosen and can't be used,
    return None and the reason.
    """
    settings = await kit.preferences.choices(guild)
    if settings.forum is None:
        return None, ""
    forum = find_forum(kit.client.get_guild(guild), settings.forum)
    if forum is None:
        text = words.say("⚠️ The forum for matches is gone, or I can't see it any more.")
        return None, text
    if missing := missing_in(forum):
        head = words.say("⚠️ I can't post matches in <#{forum}>:", forum=forum.id)
        return None, "\n".join([head, *(missing_line(need, words) for need in missing)])
    if lacks_tag(forum, kit.games, await forum_tags(kit, forum, settings)):
        return None, no_tag(forum, words)
    return forum, ""


async def forum_tags(
    kit: Kit, forum: discord.ForumChannel, settings: ServerSettings
) -> dict[str, discord.ForumTag]:
    return find_tags(forum, settings.forum_tags, await tag_names(kit, forum.guild.id))


async def tag_names(kit: Kit, guild: int) -> dict[str, str]:
    """Return the names of tags, in the language of public messages."""
    return names_of_tags(kit.games, await kit.preferences.words(guild))


def no_tag(forum: discord.ForumChannel, words: Words) -> str:
    return words.say(
        "⚠️ <#{forum}> wants a tag on each post, and has none for matches.", forum=forum.id
    )
