"""A part of the tour: a match with hidden hands, and a match of a single-player game."""

from bot.match.lobby.lobby import Lobby
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.screens.base import SESSION
from cogs.screens.plain import CHOOSE
from tests.bounds.playing import private
from tests.bounds.tour import Tour
from tests.games import GUESTS
from tests.match.world import GAMES


async def hidden_hands(tour: Tour) -> None:
    """Let every player move in their own session, by its buttons and by the form of many
    actions."""
    bot, people = tour.bot.services, tour.people[:3]
    bot.matches.games = GAMES
    lobby = Lobby(bot.matches, bot.service, "secret-hand")
    loaded = await lobby.challenge(tour.asked(people[0]), [person.id for person in people[1:]])
    for person in people[1:]:
        tour.interaction += 1
        loaded = await lobby.join(loaded.record.id, person.id, tour.interaction)
    match = loaded.record.id
    await bot.kit.opener.post(loaded)
    for move in range(4):
        loaded = await bot.matches.look(match)
        person, board = await tour.board(match)
        await tour.use(
            person, board, families.PANEL.spell(BoardVersion(match, loaded.seq), SESSION)
        )
        version = BoardVersion(match, loaded.seq, session=True)
        mine, button = private(tour, person, board, f"2:session:{match}:{loaded.seq}:move:")
        if move == 1:
            await tour.say(person, "me", confirm=True)
            await tour.use(person, mine, button)
            opening = f"2:session:{match}:{loaded.seq}:confirm:"
            await tour.use(person, *private(tour, person, board, opening))
            await tour.say(person, "me", confirm=False)
        elif move:
            await tour.use(person, mine, button)
        else:
            opening = families.PANEL.spell(version, CHOOSE)
            await tour.submit(person, await person.press(mine["id"], opening, unseen=True))
        offered = [custom_id for custom_id, _ in tour.offered(tour.now(mine))]
        assert offered, "the session goes on"
        assert button not in offered
    while await tour.move(match, 0):
        pass
    await tour.board(match)


async def played_alone(tour: Tour) -> None:
    bot, person = tour.bot.services, tour.people[0]
    bot.matches.games = GAMES
    lobby = Lobby(bot.matches, bot.service, GUESTS[-1].info.name)
    loaded = await lobby.alone(tour.asked(person))
    await bot.kit.opener.post(loaded)
    number = 0
    while await tour.move(loaded.record.id, number):
        number += 1
    await tour.board(loaded.record.id)
