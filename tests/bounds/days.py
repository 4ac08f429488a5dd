"""A part of the tour: a puzzle of the day, whole, and its results."""

from dataclasses import replace

from bot.match.daily.days import end_of
from bot.match.daily.house import HouseHere
from cogs.daily.cog import DailyCommands
from tests.bounds.tour import Tour
from tests.cogs.test_daily import WITH_DAY
from tests.match.world import GAMES


async def a_day(tour: Tour) -> None:
    """Played, posted, left by somebody else, and compared after midnight."""
    bot, services, people = tour.bot, tour.bot.services, tour.people[:2]
    before = services.matches.games, services.games._register
    games = replace(WITH_DAY, packages={**GAMES.packages, **WITH_DAY.packages})
    services.matches.games = services.games._register = games
    services.daily.house = HouseHere()
    if bot.tree.get_command("daily") is None:
        await bot.add_cog(DailyCommands(bot))
        await bot.tree.sync()
    for number, person in enumerate(people):
        session = await tour.say(person, "daily")
        while session is not None and number == 0:
            moves = [one for one, _ in tour.offered(tour.now(session)) if ":move:" in one]
            if not moves:
                break
            await tour.use(person, session, moves[0])
        await tour.try_all(person, session, but=":results:")
    await tour.choices(people[0], "2")
    await tour.later(end_of(services.daily.today()) - tour.clock.time)
    for person in people:
        results = await tour.say(person, "daily", day="yesterday")
        await tour.try_all(person, results)
    await tour.try_all(people[0], session, but=":move:")
    await tour.say(people[0], "daily", day="*" * 200)
    services.matches.games, services.games._register = before
