"""Sets the scene: a playground with enough channels and people for all tables."""

from playground import Person, Playground
from playground.model import TEXT, Channel, User

CHANNELS = 4
"""Trouble in one channel leaves the other tables alone."""


HALL = "hall-"
"""How the names of these channels begin."""


def rooms(playground: Playground) -> list[int]:
    """The channels to play in, made here."""
    return [room(playground, number) for number in range(CHANNELS)]


def room(playground: Playground, number: int) -> int:
    """One such channel, made here."""
    world = playground.world
    name = f"{HALL}{number}"
    channel = Channel(world.snowflakes.new(), TEXT, name, world.guild.id, position=2 + number)
    world.add_channel(channel)
    return channel.id


def newcomer(playground: Playground, name: str, room: int) -> Person:
    """Somebody new in the server, who stays in one room."""
    world = playground.world
    number = world.snowflakes.new()
    world.add_member(User(number, name.lower(), name, f"{number:032x}"))
    person = Person(playground, number)
    person.channel_id = room
    return person
