"""Every kind of change that a user can make, with a match for each in one database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import discord

from bot.app.puzzle_bundle import missing
from bot.match.log.events import MatchEventKind
from bot.match.people.servers import Bar
from bot.match.puzzles.store import PRACTICE_FROM, PuzzleStore
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, Pace
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.base.custom_ids import BoardVersion
from cogs.interactions.which import option_value
from tests.cogs.offline import Asking, command, hand_in, press
from tests.match.hours import SEAT, the_late, wait
from tests.match.tournaments.organizing import organizer
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World

NUMBER = 77_000
"""The interaction's id."""
FAY, GUS, HAL = 16, 17, 18


@dataclass(frozen=True)
class Act:
    user: int
    custom_id: str = ""
    """The custom_id of a button, a menu or a form."""
    values: Sequence[str] = ()
    command: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] | None = None
    """The fields of a submitted form."""
    guild: Any = None
    """The server, for acts that ask Discord for its members."""
    halfway: str = ""
    """Text of the answer if only the first of the act's two steps counted."""
    first: str = "match"
    """The table that the first step writes."""

    async def do(self, client: SaludClient, number: int = NUMBER) -> Asking:
        if self.fields is not None:
            return await hand_in(client, self.user, self.custom_id, number, self.fields)
        if self.command:
            return await command(client, self.user, self.command, number, self.options)
        return await press(client, self.user, self.custom_id, number, self.values, guild=self.guild)


def named(user: int) -> Any:
    """Return a user for a command's option; direct messages reach them."""

    async def send(*_: object, **__: object) -> None:
        return None

    mention = f"<@{user}>"
    return SimpleNamespace(
        id=user, bot=False, name="u", global_name=None, mention=mention, send=send
    )


def member(user: int) -> discord.Member:
    member = discord.Member.__new__(discord.Member)
    member._user, member.nick = named(user), None
    # Permissions in the channel of the command.
    member._permissions = discord.Permissions.all().value
    return member


def server() -> Any:
    async def fetch_member(user: int) -> discord.Member:
        return member(user)

    def unknown(_: int) -> None:
        return None

    return SimpleNamespace(fetch_member=fetch_member, get_thread=unknown, get_channel=unknown)


async def acts(world: World) -> dict[str, Act]:
    """Prepare a match for each act and return the acts by name; leave nothing to show."""
    acts: dict[str, Act] = {}
    await world.store.set_guild_settings(GUILD, {"place": "channel"})
    await _lateness(world, acts)
    await _moves(world, acts)
    await _lobby(world, acts)
    await _pauses(world, acts)
    _settings(acts)
    await _servers(world, acts)
    await _tournaments(world, acts)
    # The computers play their part of the day once here, not in each try.
    await world.daily.day_game(world.daily.games[0], world.daily.today())
    acts["begin the day"] = Act(
        HAL, command="daily", halfway="It counted, but I can't show it", first="day_match"
    )
    await _puzzles(world, acts)
    acts["forget"] = Act(GUS, families.MYDATA.spell("forget"))
    await world.toys.challenge(world.asked(GUS), [FAY])
    await world.begun(GUS, EVE)
    return acts


async def _puzzles(world: World, acts: dict[str, Act]) -> None:
    games = world.matches.games
    stock = (pair for name in games.names for pair in missing(games, name, ()))
    puzzle, text = next(pair for pair in stock if pair[0].key >= PRACTICE_FROM)
    await PuzzleStore(world.database).add([(puzzle, text)], "bundled")
    acts["answer a puzzle"] = Act(ANN, families.PUZZLE.spell(puzzle.key, "move 0", puzzle.game))


async def _moves(world: World, acts: dict[str, Act]) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    board = BoardVersion(match, 1)
    acts["move"] = Act(ANN, families.MOVE.spell(board, ("add 1",)))
    ticking = await world.begun(ANN, BEN)
    acts["tick in a menu"] = Act(
        ANN, families.MENU.spell(BoardVersion(ticking.record.id, ticking.seq), "choose"), ("add 1",)
    )
    acts["confirm"] = Act(ANN, families.CONFIRM.spell(board, ("add 2",)))
    acts["plan"] = Act(BEN, families.PLAN_FORM.spell(match), fields={"action": ["add 1"]})
    world.sql("INSERT INTO watch VALUES (?, ?, 'end')", match, DAN)
    acts["stop watching"] = Act(DAN, families.WATCH.spell(match, "stop"))
    acts["resign"] = Act(BEN, families.MATCH.spell(match, "resign"))
    other = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(other, "11 add 1")
    await world.planning.plan(other, CAT, ["add 2"])
    acts["take back"] = Act(ANN, families.UNDO.spell(BoardVersion(other, 2)))
    acts["forget a plan"] = Act(CAT, families.PLAN.spell(other, "leave"))
    acts["practise after the lesson"] = Act(HAL, families.TUTORIAL.spell(1, "", "practise"))
    practice = (await world.toys.practice(world.asked(ANN), 1)).record.id
    acts["move against a computer"] = Act(
        ANN, families.MOVE.spell(BoardVersion(practice, 1), ("add 1",))
    )
    acts["end"] = Act(DAN, command="moderate end", options={"match": other})


async def _lobby(world: World, acts: dict[str, Act]) -> None:
    invitation = (await world.toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    acts["accept"] = Act(BEN, families.INVITATION.spell(invitation, "accept"))
    acts["decline"] = Act(CAT, families.INVITATION.spell(invitation, "decline"))
    acts["cancel"] = Act(ANN, families.INVITATION.spell(invitation, "cancel"))
    last_seat = (await world.toys.challenge(world.asked(ANN), [BEN])).record.id
    acts["accept as the last"] = Act(BEN, families.INVITATION.spell(last_seat, "accept"))
    acts["decline as the last"] = Act(BEN, families.INVITATION.spell(last_seat, "decline"))
    table = (await world.toys.open_table(world.asked(ANN), 4)).record.id
    await world.toys.join(table, BEN, world.interaction())
    acts["join"] = Act(CAT, families.INVITATION.spell(table, "join"))
    acts["leave"] = Act(BEN, families.INVITATION.spell(table, "leave"))
    acts["start"] = Act(ANN, families.INVITATION.spell(table, "start"))
    finished = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(finished, ANN)
    acts["rematch"] = Act(BEN, families.MATCH.spell(finished, "rematch"))
    practice = (await world.toys.practice(world.asked(ANN), 1)).record.id
    await world.service.resign(practice, ANN)
    acts["rematch of a practice"] = Act(ANN, families.MATCH.spell(practice, "rematch"))
    acts["open"] = Act(DAN, command="open")
    options = {"opponent": member(EVE), "opponent2": member(FAY)}
    acts["challenge"] = Act(DAN, command="challenge", options=options)
    custom_id = families.CHALLENGE.spell("anyone", "toy")
    acts["challenge from a menu"] = Act(DAN, custom_id, (str(EVE),), guild=server())
    acts["practice"] = Act(DAN, command="practice")


async def _pauses(world: World, acts: dict[str, Act]) -> None:
    undecided = (await world.begun(ANN, BEN)).record.id
    loaded = await world.pace.pauses.pause(undecided, ANN)
    n = len(loaded.events) - 1
    acts["agree"] = Act(BEN, families.NOTICE.spell(undecided, n, "agree"))
    acts["decline a pause"] = Act(BEN, families.NOTICE.spell(undecided, n, "decline"))
    running = (await world.begun(ANN, BEN)).record.id
    acts["pause"] = Act(ANN, command="pause", options={"match": running})
    paused = (await world.begun(ANN, BEN)).record.id
    n = len((await world.pace.pauses.pause(paused, ANN)).events) - 1
    await world.pace.pauses.pause(paused, BEN)
    acts["end a pause"] = Act(BEN, families.NOTICE.spell(paused, n, "resume"))
    acts["resume"] = Act(ANN, command="resume", options={"match": paused})
    acts["away"] = Act(ANN, command="away", options={"until": "3"})
    await world.pace.absences.away(EVE, world.clock.now() + DAY)
    acts["back"] = Act(EVE, custom_ids.me("back"))


async def _lateness(world: World, acts: dict[str, Act]) -> None:
    duel = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await wait(world, seconds=DAY)
    lost, match = [(await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id for _ in range(2)]
    await wait(world, seconds=DAY)
    n = the_late(await world.matches.load(duel)).id
    acts["claim"] = Act(BEN, families.NOTICE.spell(duel, n, "claim"))
    late = the_late(await world.matches.load(lost))
    for user in (BEN, CAT):
        await world.pace.late.vote(lost, user, late.id, SEAT)
    events = (await world.matches.load(lost)).events
    n = next(event.n for event in events if event.kind is MatchEventKind.REPLACED)
    acts["take the seat back"] = Act(ANN, families.NOTICE.spell(lost, n, "back"))
    n = the_late(await world.matches.load(match)).id
    acts["vote"] = Act(BEN, families.NOTICE.spell(match, n, "wait"))
    acts["offer"] = Act(DAN, families.NOTICE.spell(match, n, "offer"))
    await world.pace.late.vote(match, CAT, n, SEAT)
    acts["vote that decides"] = Act(BEN, families.NOTICE.spell(match, n, "seat"))


def _settings(acts: dict[str, Act]) -> None:
    acts["toggle"] = Act(ANN, custom_ids.me("confirm", on=True))
    acts["wish"] = Act(ANN, families.ME_MENU.spell("times"), values=("3",))
    hours = {"zone": "Madrid", "from": "22:30", "until": "7:30"}
    acts["time"] = Act(ANN, families.ME_FORM.spell("time"), fields=hours)
    options = {"zone": "Europe/Athens", "quiet": "23-7", "confirm": True}
    acts["me"] = Act(ANN, command="me", options=options)
    acts["setting"] = Act(ANN, custom_ids.setting("noise"), values=("quiet",))
    acts["settings"] = Act(
        ANN, command="settings", options={"language": "es", "noise": "quiet", "pace": "day"}
    )
    acts["overview"] = Act(ANN, custom_ids.setting("overview", on=True))
    acts["morning"] = Act(ANN, custom_ids.setting("morning", on=True))
    acts["troubles"] = Act(ANN, custom_ids.setting("troubles"), values=("950",))


async def _servers(world: World, acts: dict[str, Act]) -> None:
    await world.toys.challenge(world.asked(FAY), [EVE])
    acts["bar"] = Act(
        ANN,
        command="moderate bar",
        options={"member": named(FAY)},
        halfway="`/moderate bar` once more",
        first="bar",
    )
    await world.servers.bar(GUILD, Bar(33, ANN, 5))
    acts["unbar"] = Act(ANN, command="moderate unbar", options={"member": named(33)})


async def _tournaments(world: World, acts: dict[str, Act]) -> None:
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
    options = {"name": "Cup", "format": "knockout", "game": "toy"}
    acts["announce"] = Act(ANN, command="tournament create", options=options)
    open_now = {"tournament": option_value(await announced(*people))}
    acts["enter"] = Act(EVE, command="tournament join", options=open_now)
    acts["go"] = Act(BEN, command="tournament leave", options=open_now)
    acts["edit"] = Act(ANN, command="tournament edit", options=open_now | {"name": "Cap"})
    acts["begin a tournament"] = Act(
        ANN,
        command="tournament start",
        options=open_now,
        halfway="It counted, but I can't show it",  # matches that begin later have other seeds
        first="tournament_event",
    )
    checking = await announced(*people, closes=closes, check_in=2)
    await service.advance(checking)
    # Check-in opens when the first player joins; the others join during check-in, so they count as
    # checked in.
    acts["check in"] = Act(ANN, families.TOURNAMENT.spell(checking, "here"))
    number = await announced(*people, days=2)
    await service.start(number, ANN)
    tournament = await service.load(number)
    running = {"tournament": option_value(number)}
    table = tournament.state.open_tables[0]
    acts["withdraw"] = Act(
        tournament.state.entrants[table.seats[0]].user, families.TOURNAMENT.spell(number, "out")
    )
    decided = {"table": str(table.id), "winner": "-", "reason": "So"}
    acts["adjudicate"] = Act(ANN, command="tournament adjudicate", options=running | decided)
    swapped = {"out": member(ANN), "into": member(EVE)}
    acts["substitute"] = Act(BEN, command="tournament substitute", options=running | swapped)
    acts["extend"] = Act(ANN, command="tournament extend", options=running | {"hours": 1})
    acts["call a tournament off"] = Act(ANN, command="tournament end", options=running)
