"""Many small Discord servers, spread evenly over the bot's shards."""

from dataclasses import dataclass

from playground import Person, Playground, seed
from playground.model import TEXT, Channel, Guild, User

ROOM = 1 << 22
"""Distance between the ids of servers on neighbouring shards. Discord derives the shard from the
higher bits of an id.
"""
PEOPLE = 840_000_000_000_000_000


@dataclass(frozen=True, slots=True)
class SmallServer:
    guild: Guild
    channel: int


def founded(playground: Playground, count: int) -> list[SmallServer]:
    """Create servers. Each shard gets equally many if `count` is a multiple of the number of
    shards.
    """
    return [_create(playground, number) for number in range(1, count + 1)]


def _create(playground: Playground, number: int) -> SmallServer:
    world = playground.world
    guild = world.add_guild(f"Server {number}", number=seed.GUILD_ID + number * ROOM)
    channel = Channel(guild.id + 2, TEXT, "square", guild.id)
    world.add_channel(channel)
    return SmallServer(guild, channel.id)


def newcomer(playground: Playground, server: SmallServer, number: int, name: str = "") -> Person:
    name = name or f"Newcomer {number}"
    user = User(PEOPLE + number, f"newcomer{number}", name, f"{number:032x}")
    playground.world.add_member(user, server.guild)
    person = Person(playground, user.id)
    person.channel_id = server.channel
    return person
