"""A part of the tour: a puzzle of the day, whole, its results, and standings over days."""

from dataclasses import replace

from bot.match.daily.days import end_of
from bot.match.daily.house import HouseHere
from bot.match.daily.standings import DAYS, DaySpan
from cogs.daily.cog import DailyCommands
from cogs.interactions import custom_ids
from tests.bounds.tour import HOUR, Tour
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
    await standings(tour)
    await tour.later(end_of(services.daily.today()) - tour.clock.time)
    for person in people:
        results = await tour.say(person, "daily", day="yesterday")
        await tour.try_all(person, results)
    await tour.try_all(people[0], session, but=":move:")
    await tour.say(people[0], "daily", day="*" * 200)
    await tour.later(7 * HOUR)
    table = tour.newest(tour.boss, "2:day:")
    await tour.try_all(people[1], table)
    services.matches.games, services.games._register = before


async def standings(tour: Tour) -> None:
    """Of each span, a profile with days, and the table of the day before as a server wants it."""
    boss, ann = tour.boss, tour.people[0]
    (game,) = tour.bot.services.games.daily
    for time in DaySpan:
        await tour.say(ann, "leaderboard", game=game, by=DAYS, time=time.value)
    board = await tour.say(ann, "leaderboard", game=game)
    await tour.try_all(ann, board)
    await tour.say(ann, "profile", game=game)
    shown = await tour.say(boss, "settings", morning=True)
    await tour.use(boss, shown, custom_ids.setting("check"))
    await tour.say(boss, "settings", morning=False, noise="quiet")
    await tour.say(boss, "settings", morning=True)
