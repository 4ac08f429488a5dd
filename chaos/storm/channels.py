"""The channels of a storm, one of each kind in Discord, and their members."""

from playground import Person, Playground
from playground.model import (
    FORUM,
    FORUMS,
    MEDIA,
    NEWS,
    PUBLIC_THREAD,
    STAGE,
    TEXT,
    VOICE,
    Channel,
    Thread,
    User,
)
from playground.seed import OWNER_ID

KINDS = (TEXT, NEWS, VOICE, STAGE, PUBLIC_THREAD, FORUM, MEDIA)
"""Kinds of channels to play in. A forum or media channel means one post in it.

A fault in one channel leaves the groups in the others alone.
"""
PREFIX = "hall-"
"""The prefix of channels, threads and posts to play in."""
HOME = "home-of-"
UNRELATED = "gossip"


def make_channels(playground: Playground) -> list[int]:
    playground.world.new_channel(UNRELATED)
    return [make_channel(playground, number) for number in range(len(KINDS))]


def make_channel(playground: Playground, number: int) -> int:
    world = playground.world
    kind, name = KINDS[number % len(KINDS)], f"{PREFIX}{number}"
    if kind in FORUMS:
        forum = world.new_channel(f"{HOME}{name}", kind)
        return playground.post(OWNER_ID, forum.id, name, "Who wants to play?").id
    if kind != PUBLIC_THREAD:
        return world.new_channel(name, kind).id
    home = world.new_channel(f"{HOME}{name}")
    thread = Channel(world.snowflakes.new(), kind, name, home.guild_id, home.id, OWNER_ID)
    now = world.clock()
    thread.thread = Thread(False, now, 10_080, now, active_at=now)
    world.add_channel(thread)
    return thread.id


def is_hall(channel: Channel) -> bool:
    """Return whether groups begin matches in a channel, thread or post."""
    return channel.name.startswith(PREFIX)


def new_member(playground: Playground, name: str, channel: int) -> Person:
    world = playground.world
    number = world.snowflakes.new()
    world.add_member(User(number, name.lower(), name, f"{number:032x}"))
    person = Person(playground, number)
    person.channel_id = channel
    return person
