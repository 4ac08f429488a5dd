"""A part of the tour: two matches of single-player games, one of them in a private session."""

from bot.match.lobby.lobby import Lobby
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.screens.base import SESSION
from engine.games.dice_grid.observation import Phase
from tests.bounds.playing import private
from tests.bounds.tour import Tour
from tests.games import GUESTS
from tests.match.world import GAMES


async def private_session(tour: Tour) -> None:
    """Move by the buttons of a session, with and without a confirmation."""
    bot, person = tour.bot.services, tour.people[0]
    lobby = Lobby(bot.matches, bot.service, "dice-grid")
    loaded = await lobby.alone(tour.asked(person))
    match = loaded.record.id
    await bot.kit.opener.post(loaded)
    for confirm in (True, False):
        while (loaded := await bot.matches.load(match)).observe().phase is not Phase.CHOOSE:
            await tour.move(match, 0)
        _, board = await tour.board(match)
        await tour.use(
            person, board, families.PANEL.spell(BoardVersion(match, loaded.seq), SESSION)
        )
        mine, button = private(tour, person, board, f"2:session:{match}:{loaded.seq}:move:")
        await tour.say(person, "me", confirm=confirm)
        await tour.use(person, mine, button)
        if confirm:
            opening = f"2:session:{match}:{loaded.seq}:confirm:"
            await tour.use(person, *private(tour, person, board, opening))
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
