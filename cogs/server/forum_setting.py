"""The server's choice of a forum where matches get posts."""

import logging
from collections.abc import Sequence

import discord

from cogs.base.custom_ids import number_in
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.forums.choice import (
    find_forum,
    forum_tags,
    lacks_tag,
    missing_in,
    no_tag,
    tag_names,
    usable_forum,
)
from cogs.forums.tags import MOST_TAGS, find_tags, make_tags
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.posting.permissions import missing_lines
from cogs.preferences.server_settings import FORUM, FORUM_TAGS, tags_as_text
from cogs.screens.base import BadChoice
from texts import Words

_log = logging.getLogger(__name__)


async def choose_forum(kit: Kit, ctx: Context, values: Sequence[str]) -> str:
    """Post new matches in the forum chosen in the menu, or in channels; return a line about it.

    Make missing tags, as far as that is allowed. Raise BadChoice if posts are impossible, and
    StoreTrouble.
    """
    guild, words = ctx.guild, ctx.words
    number = number_in(values[0]) if values else None
    if number is None:
        # Posts that exist keep their tags, so these stay known.
        await kit.preferences.choose(guild, {FORUM: None})
        ctx.note_counted()
        return words.say("✅ New matches are posted where someone starts them.")
    forum = find_forum(kit.client.get_guild(guild), number)
    unchanged = words.say("Nothing changed.")
    if forum is None:
        raise BadChoice(words.say("I can't see such a forum. Nothing changed."))
    if missing := missing_in(forum):
        raise BadChoice("\n".join([*missing_lines(forum.id, missing, words), unchanged]))
    settings = await kit.preferences.choices(guild)
    names = await tag_names(kit, guild)
    try:
        tags = await make_tags(forum, settings.forum_tags, names)
    except DISCORD_TROUBLE as error:
        _log.info("Could not make tags in forum %d: %s", forum.id, error)
        tags = find_tags(forum, settings.forum_tags, names)
    if lacks_tag(forum, kit.games, tags):
        raise BadChoice(f"{no_tag(forum, words)} {unchanged}")
    numbers = {use: tag.id for use, tag in tags.items()}
    await kit.preferences.choose(
        guild, {FORUM: str(forum.id), FORUM_TAGS: tags_as_text(numbers) or None}
    )
    ctx.note_counted()
    return words.say(
        "✅ New matches get posts in <#{forum}>. Running matches stay where they are.",
        forum=forum.id,
    )


async def forum_remarks(kit: Kit, ctx: Context) -> list[str]:
    """Return lines about an unusable forum, or about missing tags."""
    settings = await kit.preferences.choices(ctx.guild)
    forum, why = await usable_forum(kit, ctx.guild, ctx.words)
    if forum is None:
        return [why] if why else []
    names = await tag_names(kit, ctx.guild)
    tags = await forum_tags(kit, forum, settings)
    missing = [name for use, name in names.items() if use not in tags]
    return [_without(forum, missing, ctx.words)] if missing else []


def _without(forum: discord.ForumChannel, missing: Sequence[str], words: Words) -> str:
    text = words.count(
        "⚠️ Posts go without this tag: {tags}.",
        "⚠️ Posts go without these tags: {tags}.",
        len(missing),
        tags=words.listed(f"“{name}”" for name in missing),
    )
    if len(forum.available_tags) >= MOST_TAGS:
        how = words.say("The forum has {most} tags, Discord's limit.", most=MOST_TAGS)
    elif not forum.permissions_for(forum.guild.me).manage_channels:
        how = words.say(
            "Make them, or allow me **Manage Channels** in the forum and choose it again."
        )
    else:
        how = words.say("To have them, choose the forum again.")
    return f"{text} {how}"
