"""The tags of a forum that the bot applies: one for each game, one for each state of a match.

The server's settings keep the id of each tag, so a tag that moderators rename stays in use. If a
tag was never made, or was deleted, another of the same name serves. Otherwise posts go without.
"""

from collections.abc import Mapping, Sequence
from enum import Enum

import discord

from bot.match.log.records import Record, Status
from cogs.base.text_limits import cut
from cogs.games.installed import InstalledGames
from texts import Words

MOST_TAGS = 20
"""Discord's limit of tags in a forum."""
MOST_APPLIED = 5
"""Discord's limit of tags on a post."""
TAG_NAME = 20
"""Discord's limit of characters in a tag's name."""


class PostState(Enum):
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


_STATES = {Status.OPEN: PostState.OPEN, Status.RUNNING: PostState.RUNNING}

Tags = Mapping[str, int]
"""Ids of tags by use: the value of a PostState, or `use_of_game`."""


def use_of_game(game: str) -> str:
    return f"game:{game}"


def names_of_tags(games: InstalledGames, words: Words) -> dict[str, str]:
    """Return the names of all tags by use, the most important first."""
    states = {
        # Translators: A tag of a post in a forum: people can still join the match. At most 20
        # characters.
        PostState.OPEN: words.say("Open"),
        # Translators: A tag of a post in a forum. At most 20 characters.
        PostState.RUNNING: words.say("Running"),
        # Translators: A tag of a post in a forum. At most 20 characters.
        PostState.FINISHED: words.say("Finished"),
    }
    names = {state.value: name for state, name in states.items()}
    names |= {use_of_game(game): games.title(game) for game in games.names}
    return {use: cut(name, TAG_NAME) for use, name in names.items()}


def find_tags(
    forum: discord.ForumChannel, stored: Tags, names: Mapping[str, str]
) -> dict[str, discord.ForumTag]:
    """Return the forum's tags by use, but no missing ones, and none that the bot can't apply."""
    moderates = forum.permissions_for(forum.guild.me).manage_threads
    usable = [tag for tag in forum.available_tags if moderates or not tag.moderated]
    by_id = {tag.id: tag for tag in usable}
    by_name = {tag.name.casefold(): tag for tag in usable}
    found = {
        use: by_id.get(stored.get(use, 0)) or by_name.get(name.casefold())
        for use, name in names.items()
    }
    return {use: tag for use, tag in found.items() if tag is not None}


async def make_tags(
    forum: discord.ForumChannel, stored: Tags, names: Mapping[str, str]
) -> dict[str, discord.ForumTag]:
    """Create missing tags, as many as there is room for; return all by use.

    Raise Discord's refusals.
    """
    fetched = await forum.guild.fetch_channel(forum.id)  # the whole list is replaced below
    forum = fetched if isinstance(fetched, discord.ForumChannel) else forum
    existing = find_tags(forum, stored, names)
    taken = {tag.name.casefold() for tag in forum.available_tags}  # also tags the bot can't apply
    missing = [
        name for use, name in names.items() if use not in existing and name.casefold() not in taken
    ][: max(0, MOST_TAGS - len(forum.available_tags))]
    if not missing or not forum.permissions_for(forum.guild.me).manage_channels:
        return existing
    new = [discord.ForumTag(name=name) for name in missing]
    changed = await forum.edit(available_tags=[*forum.available_tags, *new])
    return existing if changed is None else find_tags(changed, stored, names)


def tags_of_post(
    tags: Mapping[str, discord.ForumTag],
    record: Record,
    status: Status,
    before: Sequence[discord.ForumTag] = (),
) -> list[discord.ForumTag]:
    """Return the tags of a match's post. Tags that it had `before` stay if they are others'."""
    state = _STATES.get(status, PostState.FINISHED)
    uses = (use_of_game(record.game), state.value)
    own = {tag.id for tag in tags.values()}
    wanted = [tags[use] for use in uses if use in tags]
    others = [tag for tag in before if tag.id not in own]
    return [*wanted, *others][:MOST_APPLIED]
