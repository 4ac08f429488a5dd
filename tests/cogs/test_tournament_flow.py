"""A tournament on Discord, from its announcement to its winner's card."""

from collections.abc import AsyncIterator, Mapping
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match.log.records import Status
from bot.match.people.servers import Bar
from bot.match.sharding.ownership import Ownership
from bot.match.tournaments.events import EventKind, detail_of
from bot.match.tournaments.service import decidable
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.tables import Table
from bot.match.values.times import DAY
from cogs.app.client import SaludClient
from cogs.app.guild_events import GuildEvents
from cogs.base import custom_id_families as families
from cogs.runtime.jobs import Job
from tests.cogs.channels import Channels, Posted, Process, text_of
from tests.cogs.offline import Asking, command, offline, press
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World

PEOPLE = (ANN, BEN, CAT, DAN)
NO_MODERATOR = discord.Permissions.all() & ~discord.Permissions(
    moderate_members=True, manage_guild=True, administrator=True
)


class Stage:
    """A server, and one process of the bot."""

    def __init__(self, world: World, client: SaludClient) -> None:
        self.world = world
        self.client = client
        self.channels = Channels(world.clock)
        self.process = Process(client, self.channels)
        self.number = 1000
        self.tournament = 1

    @property
    def posted(self) -> list[str]:
        """All that has been posted in the channel, and by whom it was posted is left out."""
        return [text_of(one.first) for one in self.channels.posts if one.place == CHANNEL]

    @property
    def panel(self) -> str:
        """What the panel shows."""
        (found,) = [one for one in self.up if "made by" in text_of(one.components)]
        return text_of(found.components)

    @property
    def up(self) -> list[Posted]:
        """The messages of the channel that are there."""
        return [one for one in self.channels.messages.values() if one.place == CHANNEL]

    async def do(self, what: str, /, user: int = ANN, **options: Any) -> str:
        """A subcommand; gives what its user is told."""
        self.number += 1
        asking = await command(self.client, user, f"tournament {what}", self.number, options)
        return "\n".join(asking.told)

    async def press(self, user: int, custom_id: str, **options: Any) -> Asking:
        """Somebody presses a button."""
        self.number += 1
        return await press(self.client, user, custom_id, self.number, **options)

    async def verb(self, user: int, verb: str) -> str:
        """Somebody presses a button of the panel; gives what they are told."""
        asking = await self.press(user, families.TOURNAMENT.spell(self.tournament, verb))
        return "\n".join(asking.told)

    async def later(self, seconds: int = 0) -> None:
        """Let time pass while the bot is up, and all that is due be done."""
        self.world.clock.time += seconds
        for _ in range(3):
            await self.process.round()
            self.world.clock.passes(70)

    async def made(self, **options: Any) -> None:
        """A tournament of the toy game that four people have joined."""
        await self.do(
            "create", **({"name": "Autumn Cup", "format": "knockout", "game": "toy"} | options)
        )
        for user in PEOPLE:
            await self.verb(user, "join")

    async def table(self, number: int = 0) -> Table:
        """An open table."""
        known = await self.client.services.tournament_service.look(self.tournament)
        return known.now.open_tables[number]

    async def now(self) -> Tournament:
        """The tournament as it is."""
        return (await self.client.services.tournament_service.look(self.tournament)).now

    @property
    def cards(self) -> list[str]:
        """The cards of its matches, as they were posted."""
        return [text for text in self.posted if "## ⚔️" in text or "opens a table" in text]

    @property
    def boards(self) -> list[str]:
        """What has been posted in threads."""
        return [text_of(one.first) for one in self.channels.posts if one.place != CHANNEL]

    async def resign(self, seconds: int | None = None) -> None:
        """Who sits last at the first open table resigns, so that the first one wins."""
        known = await self.client.services.tournament_service.look(self.tournament)
        table = known.now.open_tables[0]
        user = known.now.entrants[max(table.seats)].user
        await self.world.service.resign(known.matches[table.id], user)
        if seconds is None:
            await self.later()
        else:
            self.world.clock.passes(seconds)
            await self.process.round()


@pytest.fixture
async def stage(world: World) -> AsyncIterator[Stage]:
    """Where everybody may do everything."""
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        yield Stage(world, client)


async def test_a_knockout(stage: Stage) -> None:
    """It is announced, joined, checked in to, begins by itself, and has a winner in the end."""
    now = stage.world.clock.now()
    said = await stage.do(
        "create", name="Autumn Cup", format="knockout", game="toy", starts_in=3, check_in=1
    )
    assert "is posted: https://discord.com/channels/" in said
    assert f"<t:{now + 3 * 3600}:f>" in stage.panel
    for user in PEOPLE:
        assert "You're in **Autumn Cup**!" in await stage.verb(user, "join")
    assert "4 of 128 are in" in stage.panel
    assert "already in" in await stage.verb(ANN, "join")
    assert len(stage.channels.posts) == 1, "the panel is edited"

    await stage.later(2 * 3600)
    (call,) = stage.channels.posts[1:]
    assert sorted(call.pings) == sorted(PEOPLE)
    assert "about to start" in text_of(call.first)
    for user in PEOPLE:
        assert "checked in" in await stage.verb(user, "here")
    assert len(stage.channels.posts) == 2

    await stage.later(3600)
    cards = [one for one in stage.channels.posts if "## ⚔️" in text_of(one.first)]
    assert len(cards) == 2
    assert all(one.pings == () for one in cards)
    assert "Autumn Cup · Semi-finals" in text_of(cards[0].components)
    boards = [one for one in stage.channels.posts if one.place != CHANNEL]
    assert len(boards) == 2
    assert all(len(one.pings) == 1 for one in boards), "who must act, and nobody else"
    assert "Autumn Cup · Semi-finals" in text_of(boards[0].components)
    assert stage.panel.count("⚔️") == 2
    assert stage.panel.count("https://discord.com/channels/") == 2, "the links have come"

    assert "Semi-finals" in await stage.do("mine", user=BEN)
    semi_final = await stage.table()
    await stage.resign()
    known = await stage.client.services.tournament_service.look(1)
    out = known.now.entrants[max(semi_final.seats)].user
    through = known.now.entrants[min(semi_final.seats)].user
    assert "You're out of it" in await stage.do("mine", user=out)
    assert "begins by itself" in await stage.do("mine", user=through)
    for _ in range(2):
        await stage.resign()
    assert "has won Autumn Cup!" in stage.panel
    (card,) = [one for one in stage.channels.posts if "Congratulations!" in text_of(one.first)]
    assert card.pings == ()
    assert "winner-1" in text_of(card.first)
    winner = stage.client.services.tournament_service
    assert (await winner.look(1)).now.status is TournamentStatus.OVER
    assert "Autumn Cup" in await stage.do("past")
    for user in PEOPLE:
        trophies = await stage.client.services.stores.tournaments.trophies(GUILD, user, 5)
        assert [one.name for one in trophies] in ([], ["Autumn Cup"])


async def test_final_after_groups_names_its_tournament_everywhere(stage: Stage) -> None:
    """On its card, its thread and its first board, which all stay as they were posted."""
    await stage.made(format="groups")
    await stage.do("start")
    await stage.process.round()
    while (now := await stage.now()).stages[-1].number == 1 and now.open_tables:
        cards, boards = len(stage.cards), len(stage.boards)
        await stage.resign(seconds=1)  # the end is shown a moment before the final is made
        stage.world.clock.passes(1)
        await stage.process.round()
    assert now.stages[-1].number == 2
    final = (await stage.now()).open_tables[0]
    new = stage.cards[cards:]
    assert new
    assert all("Autumn Cup · Final" in text for text in new)
    assert "opens a table" not in "".join(stage.posted)
    assert "Autumn Cup · Final" in stage.boards[boards:][-1]
    service = stage.client.services.tournament_service
    match = (await service.look(1)).matches[final.id]
    place = (await stage.world.matches.look(match)).record.place
    assert place is not None
    assert stage.channels.names[place].endswith("· Autumn Cup")


async def test_what_can_be_looked_at(stage: Stage) -> None:
    """Standings by pages, one's own part, past tournaments and the file."""
    assert "no tournament here" in await stage.do("standings")
    assert "You're in no tournament" in await stage.do("mine")
    assert "No tournament has ended" in await stage.do("past")
    await stage.made(format="round robin")
    assert "hasn't started" in await stage.do("standings")
    assert "Nothing to do for now" in await stage.do("mine")
    assert "You're not in this tournament." in await stage.verb(EVE, "mine")
    await stage.do("start")
    await stage.later()
    assert "1. **" in await stage.do("standings")
    page = await stage.press(BEN, families.TOURNAMENT_PAGE.spell(1, "last"))
    assert "Place 1 of 4" in await stage.verb(BEN, "mine")
    assert page.sent[0][2], "a picture"
    beyond = await stage.press(BEN, families.TOURNAMENT_PAGE.spell(1, 99), private=True)
    assert beyond.edited
    file = await stage.press(EVE, families.TOURNAMENT.spell(1, "file"))
    ((name, data),) = file.sent[0][2]
    assert name == "T1.tournament"
    assert data.startswith(b"salud-tournament 1\n")
    assert str(ANN).encode() + b"," not in data
    assert "no such tournament" in "".join(
        (await stage.press(ANN, families.TOURNAMENT.spell(9, "mine"))).told
    )
    await stage.do("end")
    past = await stage.do("past")
    assert "Autumn Cup" in past
    looked = await stage.press(
        BEN, families.TOURNAMENTS.spell("look", 0), values=["1"], private=True
    )
    assert "1. **" in looked.told[0]


async def test_leaving(stage: Stage) -> None:
    """At once before the start; after it only when one is sure, and not by a stale button."""
    await stage.made()
    assert "You've left" in await stage.verb(DAN, "leave")
    assert "3 of 128" in stage.panel
    assert "not in this tournament" in await stage.verb(DAN, "leave")
    await stage.verb(DAN, "join")
    await stage.do("start")
    await stage.later()
    posts = len(stage.channels.posts)
    asked = await stage.press(DAN, families.TOURNAMENT.spell(1, "leave"))
    assert "for good" in asked.told[0]
    stayed = await stage.press(DAN, families.TOURNAMENT.spell(1, "stay"), private=True)
    assert "You stay" in stayed.told[0]
    out = await stage.press(DAN, families.TOURNAMENT.spell(1, "out"), private=True)
    assert "You've withdrawn" in out.told[0]
    again = await stage.press(DAN, families.TOURNAMENT.spell(1, "out"), private=True)
    assert "not in this tournament" in again.told[0]
    assert "already started" not in await stage.verb(EVE, "join"), "they wait in reserve"
    await stage.later()
    assert stage.panel.count("⚔️") == 1, "their match is lost"
    assert len(stage.channels.posts) >= posts


async def test_what_moderators_decide(stage: Stage) -> None:
    """Everybody is told who did what and why, in a message that pings nobody."""
    await stage.made(days=3)
    await stage.do("start")
    await stage.later()
    known = await stage.client.services.tournament_service.look(1)
    first, second = known.now.open_tables
    winner = known.now.entrants[first.seats[0]].user
    assert "Decided" in await stage.do(
        "adjudicate",
        table=str(first.id),
        winner=str(winner),
        reason="*They* <@15> agreed",
        tournament=None,
    )
    assert "1 hour more" in await stage.do("extend", hours=1)
    loser = known.now.entrants[second.seats[0]].user
    asked = {"out": member(loser), "into": member(EVE)}
    assert "now plays for" in await stage.do("substitute", **asked)
    assert "already has a place" in await stage.do("substitute", **asked | {"out": member(winner)})
    await stage.later()
    notes = [one for one in stage.channels.posts if text_of(one.first).count("**Autumn Cup**")]
    assert [one.pings for one in notes] == [()] * 3
    adjudicated, extended, substituted = (text_of(one.first) for one in notes)
    assert f"<@{ANN}> decided for <@{winner}>" in adjudicated
    assert r"\\*They\\* … agreed" in adjudicated, "a reason can't be markup, nor name an id"
    assert f"<@{ANN}> has moved the end" in extended
    assert f"lets <@{EVE}> play on for <@{loser}>" in substituted
    assert "is changed" in await stage.do("edit", name="Winter Cup")
    assert "Winter Cup" in stage.panel
    edited = f"<@{ANN}> has changed **Autumn Cup**:\\nThe new name: Winter Cup"
    assert edited in stage.posted[-1]
    assert "only its name" in await stage.do("edit", seats=3)
    assert "has ended" in await stage.do("end")
    assert f"<@{ANN}> has ended **Winter Cup**" in stage.posted[-1]
    assert "no tournament here" in await stage.do("end")


async def test_a_match_is_not_ended_behind_its_tournament(stage: Stage) -> None:
    """`/moderate end` would leave its table without a result; once that is decided, it may."""
    await stage.made()
    await stage.do("start")
    await stage.later()
    known = await stage.client.services.tournament_service.look(1)
    match = known.matches[known.now.open_tables[0].id]
    asking = await command(stage.client, ANN, "moderate end", 90, {"match": match})
    assert "`/tournament adjudicate` decides it" in "\n".join(asking.told)
    assert (await stage.world.matches.look(match)).status is Status.RUNNING
    await stage.do("end")
    asking = await command(stage.client, ANN, "moderate end", 91, {"match": match})
    assert "has ended without a result" in "\n".join(asking.told)


async def test_barred_players_are_out_and_the_channel_reads_it(stage: Stage) -> None:
    """It does not read that a moderator has barred them."""
    await stage.made(format="swiss", rounds=2)
    await stage.verb(EVE, "join")
    await stage.do("start")
    await stage.later()
    await stage.world.servers.bar(GUILD, Bar(ANN, EVE, 1))
    while (await stage.now()).open_tables[0].id.round == 1:
        await stage.resign()
    (note,) = [
        one for one in stage.channels.posts if "can't take part any more" in text_of(one.first)
    ]
    assert f"<@{ANN}> can't take part any more" in text_of(note.first)
    assert "barred" not in text_of(note.first)
    assert note.pings == ()
    assert "You've withdrawn" in await stage.do("mine", user=ANN, tournament=1)


async def test_boards_say_that_their_tournament_was_ended(stage: Stage) -> None:
    await stage.made()
    await stage.do("start")
    await stage.later()
    await stage.do("end")
    await stage.later()
    boards = [one for one in stage.channels.messages.values() if one.place != CHANNEL]
    assert boards
    assert all("This match goes on as any other" in text_of(one.components) for one in boards)


async def test_tables_that_are_played_again_are_not_offered(stage: Stage) -> None:
    await stage.made()
    await stage.do("start")
    await stage.later()
    service = stage.client.services.tournament_service
    known = await service.look(1)
    first, second = known.now.open_tables
    detail = detail_of(table=str(first.id), places=[1, 1], reason="tied")
    event = service.event(known, EventKind.ADJUDICATED, by=ANN, detail=detail)
    await service.tournaments.append(known, (event,))
    await stage.later()
    now = await stage.now()
    assert [str(one.id) for one in decidable(now)] == [f"{first.id}.2", str(second.id)]
    said = await stage.do("adjudicate", table=str(first.id), winner="-", reason="so")
    assert f"decide table {first.id}.2 instead" in said


async def test_only_moderators(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody else is told so, and nothing changes."""
    await stage.made()
    monkeypatch.setattr(discord.Permissions, "all", lambda: NO_MODERATOR)
    asked: Mapping[str, Mapping[str, Any]] = {
        "create": {"name": "Mine", "format": "swiss"},
        "edit": {"name": "Mine"},
        "start": {},
        "end": {},
        "adjudicate": {"table": "1.0.1.1", "winner": "-", "reason": "so"},
        "substitute": {"out": member(ANN), "into": member(EVE)},
        "extend": {"hours": 1},
    }
    for name, options in asked.items():
        assert "Only moderators" in await stage.do(name, **options), name
    known = await stage.client.services.tournament_service.look(1)
    assert known.now.events == 5


async def test_which_one(stage: Stage) -> None:
    """Of several, the one that fits; else they are named, and one can be chosen."""
    await stage.made()
    await stage.do("create", name="Winter Cup", format="swiss", game="toy")
    assert "You're in **Winter Cup**" in await stage.do("join", user=ANN)
    assert "Which one? Name the tournament:" in await stage.do("standings")
    assert "Which one?" in await stage.do("leave", user=ANN)
    assert "You've left **Autumn Cup**" in await stage.do("leave", user=ANN, tournament=1)
    assert "no such tournament" in await stage.do("join", tournament=77)


async def test_tables_of_two_tournaments(stage: Stage) -> None:
    """A moderator is offered the tables of both, and what they choose says of which it is."""
    await stage.made()
    await stage.do("start")
    await stage.do("create", name="Winter Cup", format="swiss", game="toy")
    second = (await stage.client.services.tournament_service.look(1)).row.id
    (other,) = (
        row.id
        for row in await stage.client.services.stores.tournaments.of_guild(
            GUILD, list(TournamentStatus), 5
        )
        if row.id != second
    )
    stage.tournament = other
    for user in PEOPLE:
        await stage.verb(user, "join")
    await stage.do("start", tournament=other)
    ctx: Any = SimpleNamespace(
        guild=GUILD,
        words=stage.client.services.catalogue.words(),
        interaction=SimpleNamespace(permissions=discord.Permissions.all()),
    )
    moderation = stage.client.services.tournament_moderation
    offered = await moderation.tables(ctx, "winter", None)
    assert len(offered) == 2
    assert all(choice.name.endswith("Winter Cup") for choice in offered)
    table = offered[0].value
    winners = await moderation.seats(ctx, "", table, None)
    assert len(winners) == 3
    told = await stage.do(
        "adjudicate", table=table, winner=winners[0].value, reason="A draw of straws"
    )
    assert "**Winter Cup**" in told
    wrong = await stage.do("adjudicate", table=table, winner="-", reason="so", tournament=second)
    assert "Choose the table from the list" in wrong
    assert await moderation.seats(ctx, "", "nonsense", None) == []


async def test_wrong_terms(stage: Stage) -> None:
    """The sentence says what is wrong, and nothing is posted."""
    said = await stage.do("create", name="Cup", format="knockout", game="toy", check_in=2)
    assert "registration needs an end" in said
    assert stage.channels.posts == []


async def test_a_panel_that_is_deleted(stage: Stage) -> None:
    """It is posted again: at once if the bot hears of it, else with the next change."""
    await stage.made()
    (panel,) = stage.up
    del stage.channels.messages[panel.id]
    event: Any = SimpleNamespace(message_id=panel.id, guild_id=GUILD)
    await GuildEvents(stage.client).on_raw_message_delete(event)
    assert "4 of 128" in stage.panel


async def test_a_panel_that_is_missing(stage: Stage) -> None:
    """Where the bot was not told that it was deleted."""
    await stage.made()
    (panel,) = stage.up
    del stage.channels.messages[panel.id]
    await stage.verb(EVE, "join")
    await stage.later()
    assert "5 of 128" in stage.panel


async def test_discord_refuses(stage: Stage) -> None:
    """What was asked for counts all the same, and is shown later."""
    await stage.made()
    stage.channels.refuses = True
    assert "You're in" in await stage.verb(EVE, "join")
    stage.channels.refuses = False
    await stage.later(2 * 3600)
    assert "5 of 128" in stage.panel


async def test_a_board_that_would_come_first(stage: Stage) -> None:
    """It waits for the card, as its thread is made from that."""
    await stage.made()
    service = stage.client.services.tournament_service
    await service.start(1, ANN)
    (match, _) = (await service.look(1)).matches.values()
    await stage.client.services.jobs.now(match, Job.SHOW)
    record = (await stage.world.matches.look(match)).record
    assert record.invitation is not None
    assert record.place not in (None, CHANNEL)


async def test_a_round_that_ends(stage: Stage) -> None:
    """Matches that last longer than their round end with it, and the next round begins."""
    await stage.made(format="swiss", days=1, pace="none", rounds=2)
    await stage.do("start")
    await stage.later()
    assert "Round 1 of 2" in text_of(stage.channels.posts[1].components)
    await stage.later(DAY)
    assert len([one for one in stage.posted if "## ⚔️" in one]) == 4


async def test_nothing_is_due_while_discord_is_out_of_reach(stage: Stage) -> None:
    """Also if a round is over by the clock on the wall; it goes on when people are back."""
    await stage.made(format="swiss", days=1, pace="none", rounds=2)
    await stage.do("start")
    await stage.later()
    jobs = stage.client.services.tournament_jobs
    reaches, before = jobs.reaches, await stage.now()
    jobs.reaches = lambda guild: guild != GUILD
    await stage.later(2 * DAY)
    assert await stage.now() == before
    jobs.reaches = reaches
    await stage.later()
    assert (await stage.now()).events > before.events


async def test_tournament_goes_on_while_another_server_is_out_of_reach(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shard of another process has no session. Only the ends of rounds wait for it."""
    await stage.made(format="swiss", rounds=2)
    await stage.do("start")
    await stage.later()
    before = await stage.now()
    monkeypatch.setattr(Ownership, "complete", property(lambda _: False))
    monkeypatch.setattr(
        stage.client.services.gateway, "trouble", lambda: "Shard 9 has no connection to Discord."
    )
    for match in (await stage.client.services.tournament_service.look(1)).matches.values():
        await stage.world.play(match)
    await stage.later()
    assert (await stage.now()).events > before.events + 2


def member(user: int) -> Any:
    """Somebody who is named in a command."""
    return SimpleNamespace(
        id=user, name=f"u{user}", mention=f"<@{user}>", display_name=f"u{user}", bot=False
    )
