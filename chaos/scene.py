"""Sets the scene: a playground with enough channels and people for all tables."""

from playground import Person, Playground
from playground.model import TEXT, Channel, User

CHANNELS = 4
"""Trouble in one channel leaves the other tables alone."""


def rooms(playground: Playground) -> list[int]:
    """The channels to play in, made here."""
    world = playground.world
    made = []
    for number in range(CHANNELS):
        channel = Channel(
            world.snowflakes.new(), TEXT, f"hall-{number}", world.guild.id, position=2 + number
        )
        world.add_channel(channel)
        made.append(channel.id)
    return made


def newcomer(playground: Playground, name: str, room: int) -> Person:
    """Somebody new in the server, who stays in one room."""
    world = playground.world
    number = world.snowflakes.new()
    world.add_member(User(number, name.lower(), name, f"{number:032x}"))
    person = Person(playground, number)
    person.channel_id = room
    return person
