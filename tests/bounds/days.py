"""A part of the tour: a daily puzzle with its results, and standings over days."""

from bot.match.daily.standings import DAYS, DaySpan
from bot.match.values.days import end_of
from cogs.base import custom_ids
from cogs.preferences.server_settings import MORNING_TABLES
from cogs.server.panel import CHECK, PanelPage
from tests.bounds.tour import HOUR, Tour


async def a_day(tour: Tour) -> None:
    """Play a day, post it, leave another unfinished, and compare both after midnight."""
    services, people = tour.bot.services, tour.people[:2]
    for number, person in enumerate(people):
        session = await tour.say(person, "daily")
        match, taste = int(next(tour.offered(tour.now(session)))[0].split(":")[2]), 0
        await tour.try_all(person, session, but=":results:")
        if number:
            continue
        while await tour.move(match, taste):
            taste += 1
        session = await tour.say(person, "daily")
        await tour.try_all(person, session, but=":results:")
    await tour.choices(people[0], "2")
    await standings(tour)
    await tour.later(end_of(services.domain.daily.today()) - tour.clock.time)
    for person in people:
        results = await tour.say(person, "daily", day="yesterday")
        await tour.try_all(person, results)
    await tour.say(people[0], "daily", day="*" * 200)
    session = await tour.say(people[0], "daily")
    match, taste = int(next(tour.offered(tour.now(session)))[0].split(":")[2]), 0
    while await tour.move(match, taste):
        taste += 1
    session = await tour.say(people[0], "daily")
    await tour.try_all(people[0], session, but=":(post|picture):")
    await tour.later(7 * HOUR)
    table = tour.newest(tour.boss, "2:day:")
    await tour.try_all(people[1], table)


async def standings(tour: Tour) -> None:
    """Show leaderboards of each period, a profile with days, and the table of the
    previous day."""
    boss, ann = tour.boss, tour.people[0]
    (game,) = tour.bot.services.games.daily
    for time in DaySpan:
        await tour.say(ann, "leaderboard", game=game, by=DAYS, time=time.value)
    board = await tour.say(ann, "leaderboard", game=game)
    await tour.try_all(ann, board)
    await tour.say(ann, "profile", game=game)
    panel = await tour.say(boss, "settings", morning=True)
    await tour.use(boss, panel, custom_ids.setting(PanelPage.START.value))
    await tour.use(boss, panel, custom_ids.setting(CHECK))
    await tour.say(boss, "settings", morning=False, noise="quiet")
    await tour.say(boss, "settings", morning=True)


async def puzzles(tour: Tour) -> None:
    """Answer puzzles rightly and wrongly, look at the solution, post it, and compare the day, also
    in the table of the day before.
    """
    ann, ben = tour.people[:2]
    domain = tour.bot.services.domain.puzzles
    panel = await tour.say(tour.boss, "settings", morning=True)
    await tour.use(tour.boss, panel, custom_ids.setting(MORNING_TABLES), ["both"])
    first = await tour.say(tour.boss, "puzzle")
    _, puzzle = await domain.puzzle(next(tour.offered(tour.now(first)))[0].split(":")[2])
    right = puzzle.offered().index(puzzle.best)
    await tour.use(tour.boss, first, f"2:puzzle:{puzzle.key}:move {right}")
    await tour.say(ann, "me", text_mode=True)
    for person in (ann, ben):
        await tour.try_all(person, await tour.say(person, "puzzle"), but=":(practice|today):")
    solution = await tour.say(ann, "puzzle")
    await tour.try_all(ann, solution, but=":(practice|today):")
    solution = await tour.say(ann, "puzzle")
    await tour.use(ann, solution, "2:puzzle:-:practice:dice-miner")
    await tour.try_all(ann, solution, but=":(card|practice)")
    await tour.say(ann, "profile", game="dice-miner")
    await tour.use(ann, await tour.say(ann, "mydata show"), "2:mydata:puzzles-off")
    (key,) = {await domain.store.of_day("dice-miner", domain.today())}
    await tour.later(end_of(domain.today()) - tour.clock.time)
    await tour.say(ann, "puzzle", day="yesterday")
    await tour.say(ann, "puzzle", day="*" * 200)
    await tour.later(7 * HOUR)
    table = tour.newest(tour.boss, "2:puzzle:-:today")
    await tour.try_all(ben, table)
    await domain.store.withdraw(key or "", tour.clock.time)
    await tour.say(ann, "puzzle", day="yesterday")
    await tour.say(ann, "puzzle")
    await tour.choices(ann, "2")
    await tour.later(end_of(domain.today()) - tour.clock.time)
    await tour.say(ann, "puzzle", day="yesterday")
