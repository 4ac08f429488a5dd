"""A part of the tour: a match of DYNAMINE with its tiles, places, cards, reasons and enlarged
mines."""

from tests.bounds.playing import private
from tests.bounds.tour import Tour

BOARDS = 6
"""The number of boards that are shown."""
APART = 7
"""Moves between two boards."""


async def dug_mines(tour: Tour) -> None:
    """Show boards with tiles, with places for a tile, and at the end; use everything on them."""
    people = tour.people[:4]
    names = ("opponent", "opponent2", "opponent3")
    given = {name: str(person.id) for name, person in zip(names, people[1:], strict=True)}
    await tour.say(people[0], "challenge", {**given, "game": "dynamine"})
    invitation = tour.newest(people[1], "2:invitation:")
    (accept,) = [
        custom_id for custom_id, _ in tour.offered(invitation) if custom_id.endswith(":accept")
    ]
    for person in people[1:]:
        await tour.use(person, invitation, accept)
    match = int(accept.split(":")[2])
    number = 0
    for _ in range(BOARDS):
        person, board = await tour.board(match)
        await tour.use(person, board, f"2:match:{match}:why")
        why, _ = private(tour, person, board, f"2:why:{match}")
        await tour.try_all(person, why, most=14)
        await tour.use(person, board, f"2:match:{match}:more")
        more, mine = private(tour, person, board, f"2:match:{match}:look mine")
        await tour.use(person, more, mine)
        await tour.use(person, board, f"2:match:{match}:look points")
        places = [
            custom_id for custom_id, _ in tour.offered(tour.now(more)) if ":look place" in custom_id
        ]
        for _ in range(APART):
            number += 1
            await tour.move(match, number, prefer=("take", "place"))
        for gone in places[:1]:
            await tour.use(person, more, gone)
    while await tour.move(match, number):
        number += 1
    await tour.board(match)
