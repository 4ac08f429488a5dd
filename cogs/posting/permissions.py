"""Permissions that the bot needs in a channel, and the features that depend on them."""

from collections.abc import Iterable
from dataclasses import dataclass

import discord

from texts import Words, mark


@dataclass(frozen=True, slots=True)
class Need:
    flag: str
    name: str
    breaks: str
    """A clause that says what does not work without it."""
    vital: bool = False
    """Whether matches are impossible without it."""


SEE = Need(
    "view_channel",
    mark("View Channel"),
    mark("I can't do anything here"),
    vital=True,
)
SEND = Need(
    "send_messages",
    mark("Send Messages"),
    mark("no invitations, and no boards in the channel itself"),
    vital=True,
)
SEND_IN_THREADS = Need(
    "send_messages_in_threads",
    mark("Send Messages in Threads"),
    mark("no boards in threads, so matches are played in the channel itself"),
)
THREADS = Need(
    "create_public_threads",
    mark("Create Public Threads"),
    mark("no thread for each match, so matches are played in the channel itself"),
)
FILES = Need(
    "attach_files",
    mark("Attach Files"),
    mark("no pictures, and so no boards"),
    vital=True,
)
HISTORY = Need(
    "read_message_history",
    mark("Read Message History"),
    mark("after a lost connection, a board may appear here twice"),
)
ARCHIVE = Need(
    "manage_threads",
    mark("Manage Threads"),
    mark("locked threads aren't archived when their match is over"),
)
PIN = Need(
    "pin_messages",
    mark("Pin Messages"),
    mark("the overview of whose turn it is can't be pinned"),
)
MENTION = Need(
    "mention_everyone",
    mark("Mention @everyone, @here, and All Roles"),
    mark("the role that this server chose can't be pinged"),
)
EVENTS = Need(
    "create_events",
    mark("Create Events"),
    mark("tournaments can't be among this server's events"),
)
NEEDS = (SEE, SEND, SEND_IN_THREADS, THREADS, FILES, HISTORY, ARCHIVE, PIN, MENTION, EVENTS)


def name_of(flag: str, words: Words, known: Iterable[Need] = NEEDS) -> str:
    for need in known:
        if need.flag == flag:
            return words.say(need.name)
    return flag


def needs(*, in_thread: bool, threads: bool = True, overview: bool = False) -> tuple[Need, ...]:
    """Return the required permissions in a place, the most important first."""
    if in_thread:
        vital_here = Need(SEND_IN_THREADS.flag, SEND_IN_THREADS.name, SEND.breaks, vital=True)
        return (SEE, vital_here, FILES, HISTORY)
    required = [SEE, SEND, FILES]
    if threads:
        required += [THREADS, SEND_IN_THREADS, ARCHIVE]
    required.append(HISTORY)
    if overview:
        required.append(PIN)
    return tuple(required)


IN_FORUM = (
    SEE,
    Need(SEND.flag, mark("Create Posts"), mark("no posts for matches"), vital=True),
    Need(
        SEND_IN_THREADS.flag,
        SEND_IN_THREADS.name,
        mark("no boards in the posts of matches"),
        vital=True,
    ),
    FILES,
    Need(
        HISTORY.flag,
        HISTORY.name,
        mark("after a lost connection, a post may appear twice"),
        vital=True,
    ),
)
"""Permissions for posts in a forum. Discord's clients call Send Messages by another name there."""


def lacking(permissions: discord.Permissions, required: tuple[Need, ...]) -> list[Need]:
    """Return the missing permissions; only View Channel if that is missing, because Discord then
    denies all others.
    """
    if not permissions.view_channel:
        return [SEE]
    return [need for need in required if not getattr(permissions, need.flag)]


def missing_line(need: Need, words: Words) -> str:
    values = {"permission": words.say(need.name), "broken": words.say(need.breaks)}
    if need.vital:
        return words.say("❌ **{permission}**: {broken}.", **values)
    return words.say("⚠️ **{permission}**: {broken}.", **values)


def for_texts(missing: list[Need]) -> list[Need]:
    return [need for need in missing if need.vital and need.flag != "attach_files"]


def missing_lines(channel: int, missing: list[Need], words: Words) -> list[str]:
    if not missing:
        return [words.say("✅ <#{channel}>: nothing is missing.", channel=channel)]
    return [
        words.say("<#{channel}>: this is missing.", channel=channel),
        *(missing_line(need, words) for need in missing),
    ]
