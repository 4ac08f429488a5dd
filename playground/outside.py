"""Places outside the bot's servers, to try what works there."""

from playground import seed
from playground.model import TEXT
from playground.world import World

PEOPLE = (seed.OWNER_ID, seed.ADA_ID, seed.BRUNO_ID, seed.CHLOE_ID)


def add_outside(world: World) -> None:
    """Add a server without the bot, a group, and direct messages with the bot, for some people."""
    guild = world.add_guild("The Quiet Valley")
    world.set_bot_present(False, guild)
    for person in PEOPLE:
        if person not in guild.members:
            world.add_member(world.users[person], guild)
    world.new_channel("ford", TEXT, guild)
    world.open_group(PEOPLE, "Night shift")
    for person in PEOPLE:
        world.dm_with(person)
