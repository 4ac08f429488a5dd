"""The channels of a storm, and the people in them."""

from playground import Person, Playground
from playground.model import TEXT, Channel, User

CHANNELS = 4
"""A fault in one channel leaves the groups in the others alone."""
PREFIX = "hall-"
"""How the names of these channels begin."""


def make_channels(playground: Playground) -> list[int]:
    """New channels to play in, by id."""
    return [make_channel(playground, number) for number in range(CHANNELS)]


def make_channel(playground: Playground, number: int) -> int:
    """One such channel, by id."""
    world = playground.world
    name = f"{PREFIX}{number}"
    channel = Channel(world.snowflakes.new(), TEXT, name, world.guild.id, position=2 + number)
    world.add_channel(channel)
    return channel.id


def new_member(playground: Playground, name: str, channel: int) -> Person:
    """Somebody new in the server, who stays in one channel."""
    world = playground.world
    number = world.snowflakes.new()
    world.add_member(User(number, name.lower(), name, f"{number:032x}"))
    person = Person(playground, number)
    person.channel_id = channel
    return person
