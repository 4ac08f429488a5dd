"""A part of the tour: a group without the bot, where one member has installed it."""

from cogs.base import custom_id_families as families
from playground.faults import Fault
from tests.bounds.tour import Tour

ANSWERS = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"


async def outside(tour: Tour) -> None:
    """Practise, share it while Discord refuses and then twice, and press what needs a server."""
    ann, ben = tour.people[:2]
    world = tour.playground.world
    world.install(ann.id)
    place = world.open_group([ann.id, ben.id]).id
    board = await tour.say(ann, "practice", game="dice-miner", rivals=1, channel=place)
    assert board is not None, "the match begins"
    match = int(next(tour.offered(board))[0].split(":")[2])
    await ann.forge(board, families.MATCH.spell(match, "resign"))
    await tour.idle()
    tour.playground.faults.append(Fault("PATCH", ANSWERS, 403))
    for _ in range(3):
        await ann.forge(board, families.SHARE.spell(match, "end", "now"))
        await tour.idle()
    post = tour.newest(ben, "2:replay:", place)
    await tour.try_all(ben, post)
    await ann.forge(board, families.CHALLENGE.spell(ben.id, "dice-miner"))
    for command in ("help", "profile", "history", "daily", "puzzle"):
        await tour.say(ann, command, channel=place)
    world.install(ann.id, installed=False)
    await tour.idle()
