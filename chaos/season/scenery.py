"""Where a season is played: two servers, each with channels for all, for a role, and for few."""

from dataclasses import dataclass

from playground import Person, Playground
from playground.model import TEXT, Channel, Guild, Role, User
from playground.permissions import EVERYDAY, Permission

VIEW = int(Permission.VIEW_CHANNEL)
HALLS = 2
"""Channels of each server that all members see."""


@dataclass(frozen=True, slots=True)
class House:
    """A server of a season."""

    guild: Guild
    halls: tuple[int, ...]
    """Channels that all members see, and one that needs a role."""
    club: int
    """The one that needs the role."""
    den: int
    """A channel that nobody sees but the bot and whoever is let in."""
    role: int


def houses(playground: Playground) -> tuple[House, ...]:
    """Two servers, made here but for the first."""
    world = playground.world
    return tuple(_house(playground, guild) for guild in (world.guild, world.add_guild("Elsewhere")))


def _house(playground: Playground, guild: Guild) -> House:
    world = playground.world
    role = Role(world.snowflakes.new(), "Miner", int(EVERYDAY), 1)
    guild.roles[role.id] = role

    def channel(name: str) -> int:
        made = Channel(world.snowflakes.new(), TEXT, name, guild.id)
        world.add_channel(made)
        return made.id

    halls = [channel(f"hall-{number}") for number in range(HALLS)]
    club, den = channel("club"), channel("den")
    for closed in (club, den):
        world.set_permissions(closed, guild.id, deny=VIEW)
        world.set_permissions(closed, world.bot_id, allow=VIEW)
    world.set_permissions(club, role.id, allow=VIEW)
    return House(guild, (*halls, club), club, den, role.id)


def settle(playground: Playground, house: House, name: str, room: int) -> Person:
    """Somebody new in a server, with the role, who acts in one room."""
    world = playground.world
    number = world.snowflakes.new()
    world.add_member(User(number, name.lower(), name, f"{number:032x}"), house.guild)
    world.set_roles(number, [house.role], house.guild)
    person = Person(playground, number)
    person.channel_id = room
    return person
