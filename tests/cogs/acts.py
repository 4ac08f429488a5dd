"""Every kind of act that changes something, each on a match of its own in one database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import discord

from bot.match.log.events import EventKind
from bot.match.people.servers import Bar
from bot.match.tournaments.service import TournamentRequest
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, Pace
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.base.custom_ids import BoardVersion
from tests.cogs.offline import Asking, command, hand_in, press
from tests.match.hours import SEAT, the_late, wait
from tests.match.tournaments.organizing import organizer
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World

NUMBER = 77_000
"""The interaction of the act."""
FAY, GUS, HAL = 16, 17, 18


@dataclass(frozen=True)
class Act:
    """What somebody does."""

    user: int
    custom_id: str = ""
    """Of a button, a menu or a form."""
    values: Sequence[str] = ()
    command: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] | None = None
    """Of a form that is handed in."""
    halfway: str = ""
    """What the answer says where the first of two things counted, and the other did not."""
    first: str = "match"
    """The table in which that one is."""

    async def do(self, client: SaludClient, number: int = NUMBER) -> Asking:
        """Let it be done."""
        if self.fields is not None:
            return await hand_in(client, self.user, self.custom_id, number, self.fields)
        if self.command:
            return await command(client, self.user, self.command, number, self.options)
        return await press(client, self.user, self.custom_id, number, self.values)


def named(user: int) -> Any:
    """Somebody who is named in an option; direct messages reach them."""

    async def send(*_: object, **__: object) -> None:
        return None

    mention = f"<@{user}>"
    return SimpleNamespace(
        id=user, bot=False, name="u", global_name=None, mention=mention, send=send
    )


def member(user: int) -> discord.Member:
    """The same as a member of the server."""
    found = discord.Member.__new__(discord.Member)
    found._user, found.nick = named(user), None
    found._permissions = discord.Permissions.all().value  # those in the channel of the command
    return found


async def acts(world: World) -> dict[str, Act]:
    """Prepare a match for each, and name them; everything is shown that there is to show."""
    made: dict[str, Act] = {}
    await world.store.set_guild_settings(GUILD, {"place": "channel"})
    await _lateness(world, made)
    await _moves(world, made)
    await _lobby(world, made)
    await _pauses(world, made)
    _settings(made)
    await _servers(world, made)
    await _tournaments(world, made)
    # So that the house has played its part once, not in each try.
    await world.daily.fixed(world.daily.games[0], world.daily.today())
    made["begin the day"] = Act(
        HAL, command="daily", halfway="It counted, but I can't show it", first="day_match"
    )
    made["forget"] = Act(GUS, families.MYDATA.spell("forget"))
    await world.toys.challenge(world.asked(GUS), [FAY])
    await world.begun(GUS, EVE)
    return made


async def _moves(world: World, made: dict[str, Act]) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    board = BoardVersion(match, 1)
    made["move"] = Act(ANN, families.MOVE.spell(board, ("add 1",)))
    session = BoardVersion(match, 1, session=True)
    made["move in a session"] = Act(ANN, families.MOVE.spell(session, ("add 1",)))
    ticking = await world.begun(ANN, BEN)
    made["tick in a menu"] = Act(
        ANN, families.MENU.spell(BoardVersion(ticking.record.id, ticking.seq), "choose"), ("add 1",)
    )
    made["confirm"] = Act(ANN, families.CONFIRM.spell(board, ("add 2",)))
    made["plan"] = Act(BEN, families.PLAN_FORM.spell(match), fields={"action": ["add 1"]})
    made["resign"] = Act(BEN, families.MATCH.spell(match, "resign"))
    other = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(other, "11 add 1")
    await world.planning.plan(other, CAT, ["add 2"])
    made["take back"] = Act(ANN, families.UNDO.spell(BoardVersion(other, 2)))
    made["forget a plan"] = Act(CAT, families.PLAN.spell(other, "leave"))
    made["practise after the lesson"] = Act(HAL, families.TUTORIAL.spell(1, "", "practise"))
    practice = (await world.toys.practice(world.asked(ANN), 1)).record.id
    made["move against a computer"] = Act(
        ANN, families.MOVE.spell(BoardVersion(practice, 1), ("add 1",))
    )
    made["end"] = Act(DAN, command="moderate end", options={"match": other})


async def _lobby(world: World, made: dict[str, Act]) -> None:
    asked = (await world.toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    made["accept"] = Act(BEN, families.INVITATION.spell(asked, "accept"))
    made["decline"] = Act(CAT, families.INVITATION.spell(asked, "decline"))
    made["cancel"] = Act(ANN, families.INVITATION.spell(asked, "cancel"))
    last = (await world.toys.challenge(world.asked(ANN), [BEN])).record.id
    made["accept as the last"] = Act(BEN, families.INVITATION.spell(last, "accept"))
    made["decline as the last"] = Act(BEN, families.INVITATION.spell(last, "decline"))
    table = (await world.toys.open_table(world.asked(ANN), 4)).record.id
    await world.toys.join(table, BEN, world.interaction())
    made["join"] = Act(CAT, families.INVITATION.spell(table, "join"))
    made["leave"] = Act(BEN, families.INVITATION.spell(table, "leave"))
    made["start"] = Act(ANN, families.INVITATION.spell(table, "start"))
    over = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(over, ANN)
    made["rematch"] = Act(BEN, families.MATCH.spell(over, "rematch"))
    practice = (await world.toys.practice(world.asked(ANN), 1)).record.id
    await world.service.resign(practice, ANN)
    made["rematch of a practice"] = Act(ANN, families.MATCH.spell(practice, "rematch"))
    made["open"] = Act(DAN, command="open")
    options = {"opponent": member(EVE), "opponent2": member(FAY)}
    made["challenge"] = Act(DAN, command="challenge", options=options)
    made["practice"] = Act(DAN, command="practice")


async def _pauses(world: World, made: dict[str, Act]) -> None:
    asked = (await world.begun(ANN, BEN)).record.id
    loaded = await world.pace.pauses.pause(asked, ANN)
    n = len(loaded.events) - 1
    made["agree"] = Act(BEN, families.NOTICE.spell(asked, n, "agree"))
    made["decline a pause"] = Act(BEN, families.NOTICE.spell(asked, n, "decline"))
    running = (await world.begun(ANN, BEN)).record.id
    made["pause"] = Act(ANN, command="pause", options={"match": running})
    paused = (await world.begun(ANN, BEN)).record.id
    n = len((await world.pace.pauses.pause(paused, ANN)).events) - 1
    await world.pace.pauses.pause(paused, BEN)
    made["end a pause"] = Act(BEN, families.NOTICE.spell(paused, n, "resume"))
    made["resume"] = Act(ANN, command="resume", options={"match": paused})
    made["away"] = Act(ANN, command="away", options={"until": "3"})
    await world.pace.absences.away(EVE, world.clock.now() + DAY)
    made["back"] = Act(EVE, custom_ids.me("back"))


async def _lateness(world: World, made: dict[str, Act]) -> None:
    two = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await wait(world, seconds=DAY)
    lost, match = [(await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id for _ in range(2)]
    await wait(world, seconds=DAY)
    n = the_late(await world.matches.look(two)).id
    made["claim"] = Act(BEN, families.NOTICE.spell(two, n, "claim"))
    late = the_late(await world.matches.look(lost))
    for user in (BEN, CAT):
        await world.pace.late.vote(lost, user, late.id, SEAT)
    events = (await world.matches.look(lost)).events
    n = next(event.n for event in events if event.kind is EventKind.REPLACED)
    made["take the seat back"] = Act(ANN, families.NOTICE.spell(lost, n, "back"))
    n = the_late(await world.matches.look(match)).id
    made["vote"] = Act(BEN, families.NOTICE.spell(match, n, "wait"))
    made["offer"] = Act(DAN, families.NOTICE.spell(match, n, "offer"))
    await world.pace.late.vote(match, CAT, n, SEAT)
    made["vote that decides"] = Act(BEN, families.NOTICE.spell(match, n, "seat"))


def _settings(made: dict[str, Act]) -> None:
    made["toggle"] = Act(ANN, custom_ids.me("confirm", on=True))
    made["toggle of an older version"] = Act(ANN, custom_ids.me("text_mode"))
    made["wish"] = Act(ANN, families.ME_MENU.spell("times"), values=("3",))
    hours = {"zone": "Madrid", "from": "22:30", "until": "7:30"}
    made["time"] = Act(ANN, families.ME_FORM.spell("time"), fields=hours)
    options = {"zone": "Europe/Athens", "quiet": "23-7", "confirm": True}
    made["me"] = Act(ANN, command="me", options=options)
    made["setting"] = Act(ANN, custom_ids.setting("noise"), values=("quiet",))
    made["settings"] = Act(
        ANN, command="settings", options={"language": "es", "noise": "quiet", "pace": "day"}
    )
    made["overview"] = Act(ANN, custom_ids.setting("overview", on=True))
    made["morning"] = Act(ANN, custom_ids.setting("morning", on=True))
    made["troubles"] = Act(ANN, custom_ids.setting("troubles"), values=("950",))


async def _servers(world: World, made: dict[str, Act]) -> None:
    await world.toys.challenge(world.asked(FAY), [EVE])
    made["bar"] = Act(
        ANN,
        command="moderate bar",
        options={"member": named(FAY)},
        halfway="`/moderate bar` once more",
        first="bar",
    )
    await world.servers.bar(GUILD, Bar(33, ANN, 5))
    made["unbar"] = Act(ANN, command="moderate unbar", options={"member": named(33)})


async def _tournaments(world: World, made: dict[str, Act]) -> None:
    service = organizer(world)

    async def announced(*users: int, **values: object) -> int:
        request = TournamentRequest(GUILD, CHANNEL, ANN, world.interaction())
        terms = replace(Terms("Cup", "toy", Format.KNOCKOUT), **values)  # type: ignore[arg-type]
        number = (await service.create(request, terms)).row.id
        for user in users:
            await service.join(number, user)
        return number

    people = (ANN, BEN, CAT, DAN)
    closes = world.clock.now() + 3600
    asked = {"name": "Cup", "format": "knockout", "game": "toy"}
    made["announce"] = Act(ANN, command="tournament create", options=asked)
    open_now = {"tournament": await announced(*people)}
    made["enter"] = Act(EVE, command="tournament join", options=open_now)
    made["go"] = Act(BEN, command="tournament leave", options=open_now)
    made["edit"] = Act(ANN, command="tournament edit", options=open_now | {"name": "Cap"})
    made["begin a tournament"] = Act(
        ANN,
        command="tournament start",
        options=open_now,
        halfway="It counted, but I can't show it",  # matches that begin later have other seeds
        first="tournament_event",
    )
    checking = await announced(*people, closes=closes, check_in=2)
    await service.advance(checking)
    # Check-in opened when the first had joined; the others joined in it, so they are there.
    made["check in"] = Act(ANN, families.TOURNAMENT.spell(checking, "here"))
    number = await announced(*people, days=2)
    await service.start(number, ANN)
    known = await service.look(number)
    running = {"tournament": number}
    table = known.now.open_tables[0]
    made["withdraw"] = Act(
        known.now.entrants[table.seats[0]].user, families.TOURNAMENT.spell(number, "out")
    )
    decided = {"table": str(table.id), "winner": "-", "reason": "So"}
    made["adjudicate"] = Act(ANN, command="tournament adjudicate", options=running | decided)
    swapped = {"out": member(ANN), "into": member(EVE)}
    made["substitute"] = Act(BEN, command="tournament substitute", options=running | swapped)
    made["extend"] = Act(ANN, command="tournament extend", options=running | {"hours": 1})
    made["call a tournament off"] = Act(ANN, command="tournament end", options=running)
