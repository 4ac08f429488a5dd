"""A part of the tour: private practice, left and continued, to its shared end."""

import re

from cogs.base import custom_id_families as families
from tests.bounds.tour import Tour
from tests.bounds.wholeness import Json


async def in_private(tour: Tour) -> None:
    ann = tour.people[0]
    board = await tour.say(ann, "practice", game="dice-miner")
    match = int(next(tour.offered(board))[0].split(":")[2])
    await tour.try_all(ann, board, but="^2:session:")
    for _ in range(3):
        await tour.use(ann, board, _id(tour, board, ":move:"))
        if any(":undo" in custom_id for custom_id, _ in tour.offered(tour.now(board))):
            await tour.use(ann, board, _id(tour, board, ":undo"))
            await tour.use(ann, board, _id(tour, board, ":move:"))
        await tour.later(10)
    offer = await tour.say(ann, "practice", game="dice-miner")
    await tour.use(ann, offer, _id(tour, offer, ":open"))
    offer = await tour.say(ann, "practice", game="dice-miner")
    await tour.use(ann, offer, families.MATCH.spell(match, "new"))
    listed = await tour.say(ann, "matches")
    await tour.use(ann, listed, _id(tour, listed, "^2:session:"))
    board = await tour.say(ann, "board", match=match)
    question = await tour.say(ann, "resign", match=match)
    await tour.use(ann, question, families.MATCH.spell(match, "resign"))
    await tour.use(ann, board, families.SHARE.spell(match, "end", "now"))
    await tour.try_all(ann, board, but="^2:share:")


def _id(tour: Tour, message: Json | None, pattern: str) -> str:
    offered = (custom_id for custom_id, _ in tour.offered(tour.now(message)))
    return next(custom_id for custom_id in offered if re.search(pattern, custom_id))
