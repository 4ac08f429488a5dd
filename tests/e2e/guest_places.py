"""Places outside the bot's servers."""

from playground import Person, Playground
from playground.model import TEXT, Channel


def direct(playground: Playground, person: Person) -> int:
    """Return the channel of the bot's direct messages with a person."""
    return playground.world.dm_with(person.id).id


def group(playground: Playground, *people: Person) -> int:
    return playground.world.open_group([person.id for person in people]).id


def foreign(playground: Playground, *people: Person) -> Channel:
    """Return a channel of a server that these people have joined, without the bot."""
    world = playground.world
    guild = world.add_guild("The Quiet Valley")
    world.set_bot_present(False, guild)
    for person in people:
        world.add_member(world.users[person.id], guild)
    return world.new_channel("ford", TEXT, guild)
