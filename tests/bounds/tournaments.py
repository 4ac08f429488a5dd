"""A part of the tour: tournaments of every format, with everything that can happen in them."""

from typing import Any

from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.terms import Format
from cogs.base import custom_id_families as families
from cogs.interactions.which import option_value
from playground import Person, seed
from playground.permissions import Permission
from tests.bounds.tour import DAY, HOUR, Tour
from tests.bounds.wholeness import Json

NAME = "*" * 60
CROWD = 6
"""The number of strangers in the largest tournament; `tests/cogs/test_tournament_panel.py` has
128."""


async def tournaments(tour: Tour) -> None:
    """Run a crowded check-in, a league, groups with a final, and all acts of moderators."""
    ann = tour.people[0]
    for command in ("standings", "mine", "past", "join"):
        await tour.say(ann, f"tournament {command}")
    await a_crowd(tour)
    await every_format(tour)
    await moderated(tour)
    await paused_for_long(tour)
    await tour.choices(ann, "")
    await tour.say(ann, "tournament standings")
    await tour.say(ann, "profile")
    await refused(tour)
    await tour.try_all(ann, await tour.say(ann, "tournament past"))


async def a_crowd(tour: Tour) -> None:
    ann, boss = tour.people[0], tour.boss
    everybody = (*tour.people, *tour.crowd[-CROWD:])
    number = await _make(
        tour, "swiss", starts_in=3, check_in=1, most=len(everybody) - 1, rounds=2, days=2
    )
    for person in everybody:
        await _verb(tour, person, number, "join")
    await _verb(tour, ann, number, "join")
    await tour.later(2 * HOUR)
    for person in everybody:
        await _verb(tour, person, number, "here")
    for person in (ann, tour.crowd[-1], boss):
        await tour.say(person, "tournament mine")
    await _verb(tour, tour.crowd[-1], number, "leave")
    await _verb(tour, tour.crowd[-1], number, "join")
    await tour.say(ann, "tournament join", tournament=option_value(number))
    await tour.say(ann, "tournament leave")
    await tour.later(HOUR)
    await tour.try_all(
        ann, await tour.say(ann, "tournament standings", tournament=option_value(number))
    )
    for person in (ann, tour.people[1], boss):
        await _verb(tour, person, number, "mine")
    for verb in ("stay", "out"):
        question = await tour.say(
            tour.people[1], "tournament leave", tournament=option_value(number)
        )
        await tour.use(tour.people[1], question, families.TOURNAMENT.spell(number, verb))
    await tour.say(tour.people[1], "tournament mine", tournament=option_value(number))
    await tour.say(tour.people[1], "tournament join", tournament=option_value(number))
    for _ in range(5):
        await tour.later(2 * DAY)
    assert (await tour.bot.services.domain.tournaments.load(number)).state.champions
    number = await _make(tour, "swiss", seats=3, pace="live")
    for person in tour.people[:3] + tour.crowd[:3]:
        await _verb(tour, person, number, "join")
    await tour.say(boss, "tournament start", tournament=option_value(number))
    for _ in range(5):
        await tour.later(10 * 60)
    await tour.say(boss, "tournament end", tournament=option_value(number))
    await tour.later(60)


async def every_format(tour: Tour) -> None:
    people = tour.people[:4]
    formats = (Format.KNOCKOUT, Format.LEAGUE, Format.GROUPS)
    for chosen in formats if tour.asks > 6 else formats[:2]:
        crowd = (*people, *tour.crowd[:3])
        number = await _make(tour, chosen.value, seats=2, seeding="lot")
        for person in crowd:
            await _verb(tour, person, number, "join")
        await tour.say(tour.boss, "tournament start", tournament=option_value(number))
        await tour.later(60)
        await tour.say(people[0], "tournament mine")
        await _play(tour, number)
        await tour.try_all(
            people[0],
            await tour.say(people[0], "tournament standings", tournament=option_value(number)),
        )
        await tour.say(people[0], "tournament export", tournament=option_value(number))
        if chosen is Format.LEAGUE:
            await tour.say(tour.crowd[20], "tournament join", tournament=option_value(number))
            await tour.say(tour.boss, "tournament end", tournament=option_value(number))
        await tour.later(60)
        panel = tour.newest(people[1], f"2:tournament:{number}:file")
        await tour.try_all(people[1], panel)


async def moderated(tour: Tour) -> None:
    boss, people = tour.boss, tour.people[:4]
    number = await _make(tour, "knockout", days=2)
    await tour.say(boss, "tournament edit", tournament=option_value(number), most=100, name=NAME)
    for person in people:
        await _verb(tour, person, number, "join")
    await tour.say(boss, "tournament start", tournament=option_value(number))
    await tour.later(60)
    service = tour.bot.services.domain.tournaments
    first, second = (await service.load(number)).state.open_tables
    entrants = (await service.load(number)).state.entrants
    given = {"tournament": option_value(number), "table": str(first.id)}
    for option, typed in (("table", ""), ("winner", "")):
        await boss.autocomplete("tournament adjudicate", option, typed, given)
    await tour.say(boss, "tournament adjudicate", given, winner="-", reason="*" * 200)
    winner = str(entrants[first.seats[0]].user)
    await tour.say(boss, "tournament adjudicate", given, winner=winner, reason="`|_" * 60)
    await tour.say(boss, "tournament adjudicate", given | {"table": "*"}, winner="-", reason="x")
    await tour.say(people[0], "tournament adjudicate", given, winner="-", reason="x")
    await tour.say(boss, "tournament extend", tournament=option_value(number), hours=5)
    match = (await service.load(number)).matches[second.id]
    to_act = (await tour.bot.services.matches.load(match)).people_to_act
    players = [entrants[seat].user for seat in second.seats]
    # First the one who must act, whose substitute gets a ping, then the other one.
    first_out, then_out = sorted(players, key=lambda user: user not in to_act)
    out = str(first_out)
    await tour.say(boss, "tournament substitute", {"out": out, "into": str(tour.crowd[5].id)})
    other = {"out": str(then_out), "into": str(tour.crowd[6].id)}
    await tour.say(boss, "tournament substitute", other)
    bot = {"out": out, "into": str(seed.BOT_ID)}
    await tour.say(boss, "tournament substitute", bot)
    await tour.say(boss, "tournament end", tournament=option_value(number))
    await tour.later(60)
    number = await _make(tour, "league")
    await tour.say(boss, "tournament end", tournament=option_value(number))
    await tour.later(60)


async def paused_for_long(tour: Tour) -> None:
    number = await _make(tour, "knockout", seats=2)
    for person in tour.people[:4]:
        await _verb(tour, person, number, "join")
    await tour.say(tour.boss, "tournament start", tournament=option_value(number))
    await tour.later(60)
    match = min((await tour.bot.services.domain.tournaments.load(number)).matches.values())
    for user in (await tour.bot.services.matches.load(match)).roster.people:
        await tour.say(tour.person(user), "pause", match=match)
    await tour.later(3 * DAY)
    await tour.board(match)
    await tour.say(tour.boss, "tournament end", tournament=option_value(number))
    await tour.later(60)


async def refused(tour: Tour) -> None:
    """Create a tournament without the permission to post, and use a command that fits two
    tournaments."""
    world = tour.playground.world
    for name in ("knockout", "swiss"):
        await _make(tour, name)
    await _event(tour)
    await tour.say(tour.people[0], "tournament join")
    world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=int(Permission.SEND_MESSAGES))
    await _make(tour, "knockout")
    world.set_permissions(seed.TAVERN_ID, seed.BOT_ID)
    for row in await tour.bot.services.stores.tournaments.of_guild(
        seed.GUILD_ID, (TournamentStatus.OPEN, TournamentStatus.RUNNING), 20
    ):
        await tour.say(tour.boss, "tournament end", tournament=option_value(row.id))
    await tour.later(2 * HOUR)


async def _event(tour: Tour) -> None:
    """Ask for a tournament's event with and without the permission, and delete it by hand."""
    world, clock = tour.playground.world, tour.playground.world.clock
    world.clock = lambda: float(tour.clock.now())  # the times of events must agree with the bot's
    number = await _make(tour, "league", event=True)
    await tour.say(tour.boss, "tournament edit", tournament=option_value(number), event=True)
    role = world.guild.roles[seed.BOT_ROLE_ID]
    allowed = role.permissions | Permission.CREATE_EVENTS
    world.change_role(role.id, permissions=allowed)
    await tour.idle()
    await tour.say(tour.boss, "tournament edit", tournament=option_value(number), event=True)
    for event in [*world.guild.scheduled_events.values()]:
        world.delete_scheduled_event(event)
    await tour.say(
        tour.boss, "tournament edit", tournament=option_value(number), name="Another", event=True
    )
    world.change_role(role.id, permissions=allowed & ~int(Permission.CREATE_EVENTS))
    await tour.say(tour.boss, "tournament end", tournament=option_value(number))
    await tour.idle()
    world.clock = clock


async def _make(tour: Tour, chosen: str, **options: Any) -> int:
    await tour.say(tour.boss, "tournament create", {"name": NAME, "format": chosen}, **options)
    (newest, *_) = await tour.bot.services.stores.tournaments.of_guild(
        seed.GUILD_ID, tuple(TournamentStatus), 1
    )
    return newest.id


async def _verb(tour: Tour, person: Person, number: int, verb: str) -> None:
    custom_id = families.TOURNAMENT.spell(number, verb)
    message: Json = tour.any(person, custom_id)[-1]
    await tour.use(person, message, custom_id)


async def _play(tour: Tour, number: int) -> None:
    """Resign as the last seat of each table until the tournament is over, or a league's first
    season."""
    service = tour.bot.services
    for _ in range(200):
        tournament = await service.domain.tournaments.load(number)
        if tournament.state.ended is not None or (
            len(tournament.state.stages) > 1 and tournament.state.is_league
        ):
            return
        for table in tournament.state.open_tables:
            match = tournament.matches.get(table.id)
            if match is not None:
                user = tournament.state.entrants[table.seats[-1]].user
                await service.service.resign(match, user)
        await tour.later(60)
    raise AssertionError("the tournament never ends")
