"""The two servers of a season, with channels for all members, for a role, and for a few."""

from dataclasses import dataclass

from playground import Person, Playground
from playground.model import TEXT, Channel, Guild, Role, User
from playground.permissions import EVERYDAY, Permission

VIEW = int(Permission.VIEW_CHANNEL)
PUBLIC = 2


@dataclass(frozen=True, slots=True)
class ServerSetup:
    guild: Guild
    channels: tuple[int, ...]
    """Channels that all members see; the last one needs the role."""
    hidden: int
    """A channel for the bot and members who are let in."""
    role: int


def make_servers(playground: Playground) -> tuple[ServerSetup, ...]:
    world = playground.world
    guilds = (world.guild, world.add_guild("Elsewhere"))
    return tuple(_set_up(playground, guild) for guild in guilds)


def _set_up(playground: Playground, guild: Guild) -> ServerSetup:
    world = playground.world
    role = Role(world.snowflakes.new(), "Miner", int(EVERYDAY), 1)
    guild.roles[role.id] = role

    def channel(name: str) -> int:
        added = Channel(world.snowflakes.new(), TEXT, name, guild.id)
        world.add_channel(added)
        return added.id

    public = [channel(f"hall-{number}") for number in range(PUBLIC)]
    club, hidden = channel("club"), channel("den")
    for closed in (club, hidden):
        world.set_permissions(closed, guild.id, deny=VIEW)
        world.set_permissions(closed, world.bot_id, allow=VIEW)
    world.set_permissions(club, role.id, allow=VIEW)
    return ServerSetup(guild, (*public, club), hidden, role.id)


def new_member(playground: Playground, server: ServerSetup, name: str, channel: int) -> Person:
    """Add a member with the role who acts in one channel."""
    world = playground.world
    number = world.snowflakes.new()
    world.add_member(User(number, name.lower(), name, f"{number:032x}"), server.guild)
    world.set_roles(number, [server.role], server.guild)
    person = Person(playground, number)
    person.channel_id = channel
    return person
