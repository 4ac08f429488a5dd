"""Many small servers, which Discord spreads evenly over its shards."""

from dataclasses import dataclass

from playground import Person, Playground, seed
from playground.model import TEXT, Channel, Guild, User

ROOM = 1 << 22
"""From one id to the next that belongs to another shard."""
PEOPLE = 840_000_000_000_000_000
"""The id of the first who is there."""


@dataclass(frozen=True, slots=True)
class SmallServer:
    """A server with one channel."""

    guild: Guild
    channel: int


def founded(playground: Playground, count: int) -> list[SmallServer]:
    """So many servers; as many on each shard, if `count` is a multiple of their number."""
    return [_one(playground, number) for number in range(1, count + 1)]


def _one(playground: Playground, number: int) -> SmallServer:
    world = playground.world
    guild = world.add_guild(f"Server {number}", number=seed.GUILD_ID + number * ROOM)
    channel = Channel(guild.id + 2, TEXT, "square", guild.id)
    world.add_channel(channel)
    return SmallServer(guild, channel.id)


def newcomer(playground: Playground, server: SmallServer, number: int, name: str = "") -> Person:
    """Somebody who joins a server; `number` makes them different from all others."""
    name = name or f"Newcomer {number}"
    user = User(PEOPLE + number, f"newcomer{number}", name, f"{number:032x}")
    playground.world.add_member(user, server.guild)
    person = Person(playground, user.id)
    person.channel_id = server.channel
    return person
