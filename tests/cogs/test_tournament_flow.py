"""A tournament on Discord, from its announcement to its winner's card."""

import re
from collections.abc import AsyncIterator, Mapping
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match.log.records import Status
from bot.match.people.servers import Bar
from bot.match.sharding.ownership import Ownership
from bot.match.tournaments.actions import decidable
from bot.match.tournaments.events import TournamentEventKind, detail_of
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.tables import Table
from bot.match.values.times import DAY
from cogs.app.client import SaludClient
from cogs.app.guild_events import GuildEvents
from cogs.base import custom_id_families as families
from cogs.interactions.answers import OutOfDate
from cogs.interactions.which import option_value
from cogs.runtime.jobs import Job
from cogs.tournaments.deciding import suggest_tables, suggest_winners
from tests.cogs.channels import Channels, Posted, Process, text_of
from tests.cogs.offline import Asking, command, offline, press
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World

PEOPLE = (ANN, BEN, CAT, DAN)
NO_MODERATOR = discord.Permissions.all() & ~discord.Permissions(
    moderate_members=True, manage_guild=True, administrator=True
)


class Stage:
    def __init__(self, world: World, client: SaludClient) -> None:
        self.world = world
        self.client = client
        self.channels = Channels(world.clock)
        self.process = Process(client, self.channels)
        self.number = 1000
        self.tournament = 1

    @property
    def posted(self) -> list[str]:
        """The texts of everything posted in the channel."""
        return [text_of(post.first) for post in self.channels.posts if post.place == CHANNEL]

    @property
    def panel(self) -> str:
        (message,) = [post for post in self.up if "made by" in text_of(post.components)]
        return text_of(message.components)

    @property
    def up(self) -> list[Posted]:
        return [message for message in self.channels.messages.values() if message.place == CHANNEL]

    async def do(self, subcommand: str, /, user: int = ANN, **options: Any) -> str:
        self.number += 1
        asking = await command(self.client, user, f"tournament {subcommand}", self.number, options)
        return "\n".join(asking.answers)

    async def press(self, user: int, custom_id: str, **options: Any) -> Asking:
        self.number += 1
        return await press(self.client, user, custom_id, self.number, **options)

    async def verb(self, user: int, verb: str) -> str:
        asking = await self.press(user, families.TOURNAMENT.spell(self.tournament, verb))
        return "\n".join(asking.answers)

    async def later(self, seconds: int = 0) -> None:
        self.world.clock.time += seconds
        for _ in range(3):
            await self.process.round()
            self.world.clock.passes(70)

    async def create_cup(self, **options: Any) -> None:
        """Create a tournament of the toy game with four entrants."""
        await self.do(
            "create", **({"name": "Autumn Cup", "format": "knockout", "game": "toy"} | options)
        )
        for user in PEOPLE:
            await self.verb(user, "join")

    async def table(self, number: int = 0) -> Table:
        tournament = await self.client.services.domain.tournaments.load(self.tournament)
        return tournament.state.open_tables[number]

    async def now(self) -> Tournament:
        return (await self.client.services.domain.tournaments.load(self.tournament)).state

    @property
    def cards(self) -> list[str]:
        return [text for text in self.posted if "## ⚔️" in text or "opens a table" in text]

    @property
    def boards(self) -> list[str]:
        return [text_of(post.first) for post in self.channels.posts if post.place != CHANNEL]

    async def resign(self, seconds: int | None = None) -> None:
        """Make the last seat of the first open table resign, so that its first seat wins."""
        tournament = await self.client.services.domain.tournaments.load(self.tournament)
        table = tournament.state.open_tables[0]
        user = tournament.state.entrants[max(table.seats)].user
        await self.world.service.resign(tournament.matches[table.id], user)
        if seconds is None:
            await self.later()
        else:
            self.world.clock.passes(seconds)
            await self.process.round()


@pytest.fixture
async def stage(world: World) -> AsyncIterator[Stage]:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        yield Stage(world, client)


async def test_knockout_runs_from_announcement_to_trophy(stage: Stage) -> None:
    now = stage.world.clock.now()
    answer = await stage.do(
        "create", name="Autumn Cup", format="knockout", game="toy", starts_in=3, check_in=1
    )
    assert "is posted: https://discord.com/channels/" in answer
    assert f"<t:{now + 3 * 3600}:f>" in stage.panel
    for user in PEOPLE:
        assert "You're in **Autumn Cup**!" in await stage.verb(user, "join")
    assert "4 are in" in stage.panel
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
    cards = [post for post in stage.channels.posts if "## ⚔️" in text_of(post.first)]
    assert len(cards) == 2
    assert all(post.pings == () for post in cards)
    assert "Autumn Cup · Semi-finals" in text_of(cards[0].components)
    boards = [post for post in stage.channels.posts if post.place != CHANNEL]
    assert len(boards) == 2
    assert all(len(post.pings) == 1 for post in boards), "only the player in turn is pinged"
    assert "Autumn Cup · Semi-finals" in text_of(boards[0].components)
    assert stage.panel.count("⚔️") == 2
    assert stage.panel.count("https://discord.com/channels/") == 2, "the matches are linked"

    assert "Semi-finals" in await stage.do("mine", user=BEN)
    semi_final = await stage.table()
    await stage.resign()
    tournament = await stage.client.services.domain.tournaments.load(1)
    out = tournament.state.entrants[max(semi_final.seats)].user
    through = tournament.state.entrants[min(semi_final.seats)].user
    assert "You're out of it" in await stage.do("mine", user=out)
    assert "begins by itself" in await stage.do("mine", user=through)
    for _ in range(2):
        await stage.resign()
    assert "has won Autumn Cup!" in stage.panel
    (card,) = [post for post in stage.channels.posts if "Congratulations!" in text_of(post.first)]
    assert card.pings == ()
    assert "winner-1" in text_of(card.first)
    winner = stage.client.services.domain.tournaments
    assert (await winner.load(1)).state.status is TournamentStatus.OVER
    assert "Autumn Cup" in await stage.do("past")
    for user in PEOPLE:
        trophies = await stage.client.services.stores.tournaments.trophies(GUILD, user, 5)
        assert [trophy.name for trophy in trophies] in ([], ["Autumn Cup"])


async def test_final_after_groups_names_its_tournament_everywhere(stage: Stage) -> None:
    """The final's card, thread and first board are posted once and never edited, so they must be
    right from the start.
    """
    await stage.create_cup(format="groups")
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
    service = stage.client.services.domain.tournaments
    match = (await service.load(1)).matches[final.id]
    place = (await stage.world.matches.load(match)).record.place
    assert place is not None
    assert stage.channels.names[place].endswith("· Autumn Cup")


async def test_standings_own_part_past_and_file_can_be_shown(stage: Stage) -> None:
    assert "No tournament here" in await stage.do("standings")
    assert "You're in no tournament" in await stage.do("mine")
    assert "No tournament has ended" in await stage.do("past")
    await stage.create_cup(format="round robin")
    assert "hasn't started" in await stage.do("standings")
    assert "Nothing to do for now" in await stage.do("mine")
    assert "You're not in this tournament." in await stage.verb(EVE, "mine")
    await stage.do("start")
    await stage.later()
    assert "**: 0\n" in await stage.do("standings")
    page = await stage.press(BEN, families.TOURNAMENT_PAGE.spell(1, "last"))
    assert "Place 1 of 4" in await stage.verb(BEN, "mine")
    assert page.sent[0][2], "the standings have a picture"
    beyond = await stage.press(BEN, families.TOURNAMENT_PAGE.spell(1, 99), private=True)
    assert beyond.edited
    file = await stage.press(EVE, families.TOURNAMENT.spell(1, "file"))
    ((name, data),) = file.sent[0][2]
    assert name == "T1.tournament"
    assert data.startswith(b"salud-tournament 1\n")
    assert str(ANN).encode() + b"," not in data
    assert "This tournament is gone" in "".join(
        (await stage.press(ANN, families.TOURNAMENT.spell(9, "mine"))).answers
    )
    await stage.do("end")
    past = await stage.do("past")
    assert "Autumn Cup" in past
    looked = await stage.press(
        BEN, families.TOURNAMENTS.spell("look", 0), values=["1"], private=True
    )
    assert "**: 0" in looked.answers[0]


async def test_leaving_after_the_start_asks_first_and_happens_once(stage: Stage) -> None:
    await stage.create_cup()
    assert "You've left" in await stage.verb(DAN, "leave")
    assert "3 are in" in stage.panel
    assert "not in this tournament" in await stage.verb(DAN, "leave")
    await stage.verb(DAN, "join")
    await stage.do("start")
    await stage.later()
    posts = len(stage.channels.posts)
    question = await stage.press(DAN, families.TOURNAMENT.spell(1, "leave"))
    assert "for good" in question.answers[0]
    stayed = await stage.press(DAN, families.TOURNAMENT.spell(1, "stay"), private=True)
    assert "You stay" in stayed.answers[0]
    out = await stage.press(DAN, families.TOURNAMENT.spell(1, "out"), private=True)
    assert "You've withdrawn" in out.answers[0]
    again = await stage.press(DAN, families.TOURNAMENT.spell(1, "out"), private=True)
    assert "not in this tournament" in again.answers[0]
    assert "already started" not in await stage.verb(EVE, "join"), "EVE waits in reserve"
    await stage.later()
    assert stage.panel.count("⚔️") == 1, "their match is lost"
    assert len(stage.channels.posts) >= posts


async def test_moderators_decisions_are_announced_without_pings(stage: Stage) -> None:
    await stage.create_cup(days=3)
    await stage.do("start")
    await stage.later()
    tournament = await stage.client.services.domain.tournaments.load(1)
    first, second = tournament.state.open_tables
    winner = tournament.state.entrants[first.seats[0]].user
    assert "Decided" in await stage.do(
        "adjudicate",
        table=str(first.id),
        winner=str(winner),
        reason="*They* <@15> agreed",
        tournament=None,
    )
    assert "1 hour more" in await stage.do("extend", hours=1)
    loser = tournament.state.entrants[second.seats[0]].user
    swap = {"out": member(loser), "into": member(EVE)}
    assert "now plays for" in await stage.do("substitute", **swap)
    assert "already has a place" in await stage.do("substitute", **swap | {"out": member(winner)})
    await stage.later()
    notes = [post for post in stage.channels.posts if text_of(post.first).count("**Autumn Cup**")]
    assert [post.pings for post in notes] == [()] * 3
    adjudicated, extended, substituted = (text_of(post.first) for post in notes)
    assert f"<@{ANN}> decided for <@{winner}>" in adjudicated
    assert r"\\*They\\* … agreed" in adjudicated, "a reason can contain neither markup nor mentions"
    assert f"<@{ANN}> has moved the end" in extended
    assert f"lets <@{EVE}> play on for <@{loser}>" in substituted
    assert "is changed" in await stage.do("edit", name="Winter Cup")
    assert "Winter Cup" in stage.panel
    edited = f"<@{ANN}> has changed **Autumn Cup**:\\nThe new name: Winter Cup"
    assert edited in stage.posted[-1]
    assert "only its name" in await stage.do("edit", seats=3)
    assert "has ended" in await stage.do("end")
    assert f"<@{ANN}> has ended **Winter Cup**" in stage.posted[-1]
    assert "No tournament here" in await stage.do("end")


async def test_moderate_end_refuses_a_match_of_a_running_tournament(stage: Stage) -> None:
    """Ending the match would leave its table without a result."""
    await stage.create_cup()
    await stage.do("start")
    await stage.later()
    tournament = await stage.client.services.domain.tournaments.load(1)
    match = tournament.matches[tournament.state.open_tables[0].id]
    asking = await command(stage.client, ANN, "moderate end", 90, {"match": match})
    assert "`/tournament adjudicate` decides it" in "\n".join(asking.answers)
    assert (await stage.world.matches.load(match)).status is Status.RUNNING
    await stage.do("end")
    asking = await command(stage.client, ANN, "moderate end", 91, {"match": match})
    assert "has ended without a result" in "\n".join(asking.answers)


@pytest.mark.parametrize(("played", "says"), [(0, "none of them counts"), (2, "your points stay")])
async def test_question_before_leaving_a_round_robin_says_if_results_are_annulled(
    stage: Stage, played: int, says: str
) -> None:
    await stage.create_cup(format="round robin")
    await stage.do("start")
    await stage.later()
    for _ in range(2 * played):
        await stage.resign()
    question = await stage.press(ANN, families.TOURNAMENT.spell(1, "leave"))
    assert says in question.answers[0]


async def test_barred_player_drops_out_without_the_channel_learning_why(stage: Stage) -> None:
    await stage.create_cup(format="swiss", rounds=2)
    await stage.verb(EVE, "join")
    await stage.do("start")
    await stage.later()
    await stage.world.servers.bar(GUILD, Bar(ANN, EVE, 1))
    while (await stage.now()).open_tables[0].id.round == 1:
        await stage.resign()
    (note,) = [
        post for post in stage.channels.posts if "can't take part any more" in text_of(post.first)
    ]
    assert f"<@{ANN}> can't take part any more" in text_of(note.first)
    assert "barred" not in text_of(note.first)
    assert note.pings == ()
    assert "You've withdrawn" in await stage.do("mine", user=ANN, tournament=1)


async def test_boards_say_that_their_tournament_was_ended(stage: Stage) -> None:
    await stage.create_cup()
    await stage.do("start")
    await stage.later()
    await stage.do("end")
    await stage.later()
    boards = [message for message in stage.channels.messages.values() if message.place != CHANNEL]
    assert boards
    assert all("This match goes on as any other" in text_of(post.components) for post in boards)


async def test_replayed_table_is_offered_in_place_of_the_first(stage: Stage) -> None:
    await stage.create_cup()
    await stage.do("start")
    await stage.later()
    service = stage.client.services.domain.tournaments
    tournament = await service.load(1)
    first, second = tournament.state.open_tables
    detail = detail_of(table=str(first.id), places=[1, 1], reason="tied")
    event = tournament.state.event(
        stage.world.clock.now(), TournamentEventKind.ADJUDICATED, by=ANN, detail=detail
    )
    await service.tournaments.append(tournament, (event,))
    await stage.later()
    now = await stage.now()
    assert [str(table.id) for table in decidable(now)] == [f"{first.id}.2", str(second.id)]
    answer = await stage.do("adjudicate", table=str(first.id), winner="-", reason="so")
    assert f"decide table {first.id}.2 instead" in answer


async def test_only_moderators_can_change_a_tournament(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.create_cup()
    monkeypatch.setattr(discord.Permissions, "all", lambda: NO_MODERATOR)
    options_by_command: Mapping[str, Mapping[str, Any]] = {
        "create": {"name": "Mine", "format": "swiss"},
        "edit": {"name": "Mine"},
        "start": {},
        "end": {},
        "adjudicate": {"table": "1.0.1.1", "winner": "-", "reason": "so"},
        "substitute": {"out": member(ANN), "into": member(EVE)},
        "extend": {"hours": 1},
    }
    for name, options in options_by_command.items():
        assert "Only moderators" in await stage.do(name, **options), name
    tournament = await stage.client.services.domain.tournaments.load(1)
    assert tournament.state.events == 5


async def test_end_of_a_semi_final_says_when_the_final_begins(stage: Stage) -> None:
    await stage.create_cup(days=3)
    await stage.do("start")
    await stage.later()
    ends = (await stage.now()).round_until(1, 1)
    await stage.resign()
    (end,) = (text for text in stage.boards if "Friendly rematch" in text)
    assert f"Final: begins <t:{ends}:f>" in end
    assert end.index(":part") < end.index(":rematch"), "the cup comes first"
    assert '"Rematch"' not in end
    assert not any('"Rematch"' in message for message in stage.posted)
    part = re.search(r"2:match:(\d+):part", end)
    assert part is not None
    loaded = await stage.client.services.matches.load(int(part[1]))
    own = await stage.press(min(loaded.roster.had_part), part[0])
    assert "Autumn Cup" in "\n".join(own.answers)
    assert OutOfDate.sentence not in "\n".join(own.answers)


async def test_command_that_fits_several_tournaments_asks_which(stage: Stage) -> None:
    await stage.create_cup()
    await stage.do("create", name="Winter Cup", format="swiss", game="toy")
    assert "You're in **Winter Cup**" in await stage.do("join", user=ANN)
    asked = "Which tournament do you mean? Choose one, and `/tournament {} continues with it."
    assert asked.format("standings`") in await stage.do("standings")
    assert asked.format("leave`") in await stage.do("leave", user=ANN)
    assert "You've left **Autumn Cup**" in await stage.do("leave", user=ANN, tournament=1)
    assert "no such tournament" in await stage.do("join", tournament=77)


async def test_adjudicate_offers_tables_of_all_tournaments_and_names_the_chosen_one(
    stage: Stage,
) -> None:
    await stage.create_cup()
    await stage.do("start")
    await stage.do("create", name="Winter Cup", format="swiss", game="toy")
    second = (await stage.client.services.domain.tournaments.load(1)).row.id
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
    await stage.do("start", tournament=option_value(other))
    ctx: Any = SimpleNamespace(
        guild=GUILD,
        words=stage.client.services.catalogue.words(),
        interaction=SimpleNamespace(permissions=discord.Permissions.all()),
    )
    service = stage.client.services.domain.tournaments
    names = stage.client.services.names
    offered = await suggest_tables(service, names, ctx, "winter", None)
    assert len(offered) == 2
    assert all(choice.name.endswith("Winter Cup") for choice in offered)
    table = offered[0].value
    winners = await suggest_winners(service, names, ctx, "", table, None)
    assert len(winners) == 3
    answer = await stage.do(
        "adjudicate", table=table, winner=winners[0].value, reason="A draw of straws"
    )
    assert "**Winter Cup**" in answer
    wrong = await stage.do(
        "adjudicate", table=table, winner="-", reason="so", tournament=option_value(second)
    )
    assert "Choose the table from the list" in wrong
    assert await suggest_winners(service, names, ctx, "", "nonsense", None) == []


async def test_create_with_wrong_terms_explains_and_posts_nothing(stage: Stage) -> None:
    answer = await stage.do("create", name="Cup", format="knockout", game="toy", check_in=2)
    assert "registration needs an end" in answer
    assert stage.channels.posts == []


async def test_deleted_panel_is_posted_again_immediately(stage: Stage) -> None:
    await stage.create_cup()
    (panel,) = stage.up
    del stage.channels.messages[panel.id]
    event: Any = SimpleNamespace(message_id=panel.id, guild_id=GUILD)
    await GuildEvents(stage.client, stage.client.services).on_raw_message_delete(event)
    assert "4 are in" in stage.panel


async def test_deleted_panel_returns_with_the_next_change(stage: Stage) -> None:
    """The bot missed the event of the deletion."""
    await stage.create_cup()
    (panel,) = stage.up
    del stage.channels.messages[panel.id]
    await stage.verb(EVE, "join")
    await stage.later()
    assert "5 are in" in stage.panel


async def test_entry_counts_while_discord_refuses_and_is_shown_later(stage: Stage) -> None:
    await stage.create_cup()
    stage.channels.refuses = True
    assert "You're in" in await stage.verb(EVE, "join")
    stage.channels.refuses = False
    await stage.later(2 * 3600)
    assert "5 are in" in stage.panel


async def test_board_waits_for_its_card(stage: Stage) -> None:
    """The match's thread starts from the card."""
    await stage.create_cup()
    service = stage.client.services.domain.tournaments
    await service.start(1, ANN)
    (match, _) = (await service.load(1)).matches.values()
    await stage.client.services.kit.match_jobs.jobs.now(match, Job.SHOW)
    record = (await stage.world.matches.load(match)).record
    assert record.invitation is not None
    assert record.place not in (None, CHANNEL)


async def test_end_of_round_ends_its_matches_and_begins_the_next(stage: Stage) -> None:
    await stage.create_cup(format="swiss", days=1, pace="none", rounds=2)
    await stage.do("start")
    await stage.later()
    assert "Round 1 of 2" in text_of(stage.channels.posts[1].components)
    await stage.later(DAY)
    assert len([text for text in stage.posted if "## ⚔️" in text]) == 4


async def test_rounds_wait_while_discord_is_out_of_reach(stage: Stage) -> None:
    """A round whose time runs out meanwhile ends only once players can reach the bot again."""
    await stage.create_cup(format="swiss", days=1, pace="none", rounds=2)
    await stage.do("start")
    await stage.later()
    jobs = stage.client.services.topics.tournament_jobs
    reaches, before = jobs.reaches, await stage.now()
    jobs.reaches = lambda guild: guild != GUILD
    await stage.later(2 * DAY)
    assert await stage.now() == before
    jobs.reaches = reaches
    await stage.later()
    assert (await stage.now()).events > before.events


async def test_tournament_advances_while_another_server_is_out_of_reach(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shard of another process has no session, but only this server's shard affects the ends of
    its rounds.
    """
    await stage.create_cup(format="swiss", rounds=2)
    await stage.do("start")
    await stage.later()
    before = await stage.now()
    monkeypatch.setattr(Ownership, "serves", lambda _, guild: guild == GUILD)
    monkeypatch.setattr(
        stage.client.services.gateway, "trouble", lambda: "Shard 9 has no connection to Discord."
    )
    for match in (await stage.client.services.domain.tournaments.load(1)).matches.values():
        await stage.world.play(match)
    await stage.later()
    assert (await stage.now()).events > before.events + 2


def member(user: int) -> Any:
    return SimpleNamespace(
        id=user, name=f"u{user}", mention=f"<@{user}>", display_name=f"u{user}", bot=False
    )
