"""Typed numbers of tournaments, also those of messages from before each server had its own.

Each test begins with a tournament of another server, so ids and numbers differ.
"""

from collections.abc import AsyncIterator, Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import AppCommandOptionType, app_commands

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.records import TournamentId, TournamentRequest
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.terms import Format, Terms
from cogs.app.client import SaludClient
from cogs.tournaments.choosing import suggest_tournaments
from cogs.tournaments.handlers import TournamentHandlers
from tests.cogs.channels import text_of
from tests.cogs.offline import Asking, cogs, command, offline
from tests.cogs.test_tournament_flow import PEOPLE, Stage, member
from tests.cogs.test_which_menus import menu_of, offered
from tests.handlers import handlers_of
from tests.match.world import ANN, CHANNEL, EVE, GUILD, World

WHICH_NUMBER = (
    "T{} can mean two tournaments, because older messages count them differently. Choose one, and "
    "`/tournament {}` continues with it."
)
INTERACTIONS = count(900_000)


@pytest.fixture
async def stage(world: World) -> AsyncIterator[Stage]:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        stage = Stage(world, client)
        await old(stage.client, "Elsewhere", guild=GUILD + 1, channel=CHANNEL + 9)
        yield stage


async def old(
    client: SaludClient,
    name: str,
    *,
    guild: int = GUILD,
    channel: int = CHANNEL,
    host: int = ANN,
    game: str = "toy",
) -> TournamentId:
    """Create a tournament as release 0.2.0 did, whose messages show its id as its number."""
    terms = Terms(name, game, Format.KNOCKOUT)
    detail = detail_of(terms=terms.text, commitment="c0ffee")
    event = TournamentEvent(0, TournamentEventKind.CREATED, 1, host, detail=detail)
    request = TournamentRequest(guild, channel, host, next(INTERACTIONS))
    return (await client.services.stores.tournaments.create(request, bytes(32), event)).id


async def asked(
    stage: Stage, subcommand: str, /, user: int = ANN, channel: Any = None, **options: Any
) -> Asking:
    stage.number += 1
    name = f"tournament {subcommand}"
    return await command(stage.client, user, name, stage.number, options, channel)


async def statuses(stage: Stage, *tournaments: TournamentId) -> list[TournamentStatus]:
    look = stage.client.services.domain.tournaments.load
    return [(await look(tournament)).state.status for tournament in tournaments]


async def commands_about_tournaments(stage: Stage) -> list[app_commands.Command[Any, ..., Any]]:
    await cogs(stage.client)
    return [
        command
        for command in stage.client.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        and any(parameter.name == "tournament" for parameter in command.parameters)
    ]


def required(command: app_commands.Command[Any, ..., Any]) -> dict[str, Any]:
    """Return a value for each required option."""
    values: dict[AppCommandOptionType, Any] = {
        AppCommandOptionType.user: member(EVE),
        AppCommandOptionType.integer: 1,
        AppCommandOptionType.string: "1.0.1.1",
    }
    return {option.name: values[option.type] for option in command.parameters if option.required}


async def test_tournaments_are_numbered_by_server(stage: Stage) -> None:
    store = stage.client.services.stores.tournaments
    stage.tournament = 2
    await stage.create_cup()
    await stage.later()
    assert "Tournament T1 · made by" in stage.panel
    await stage.do("create", name="Winter Cup", format="swiss", game="toy")
    second, first = await store.of_guild(GUILD, list(TournamentStatus), 5)
    assert [(row.id, row.number) for row in (first, second)] == [(2, 1), (3, 2)]

    ctx: Any = SimpleNamespace(guild=GUILD)
    suggested = await suggest_tournaments(store, ctx, "winter", [second.status])
    assert [(one.name, one.value) for one in suggested] == [("Winter Cup · T2", -second.id)]
    for value, name in {1: "Autumn", -2: "Autumn", 2: "Winter", -3: "Winter"}.items():
        assert f"## 🏆 {name} Cup" in await stage.do("standings", tournament=value)
    asking = await stage.press(ANN, f"2:tournament:{first.id}:mine")
    assert "Autumn Cup" in "".join(asking.answers), "buttons name a tournament of all servers"


async def test_numbers_that_no_message_shows_mean_no_tournament(stage: Stage) -> None:
    await stage.create_cup()
    await stage.do("create", name="Winter Cup", format="swiss", game="toy")
    for number in (3, 77, 0, -1, -77):
        assert "no such tournament" in await stage.do("end", tournament=number)
    assert await statuses(stage, 2, 3) == [TournamentStatus.OPEN] * 2


async def test_number_of_an_older_message_still_finds_its_tournament(stage: Stage) -> None:
    await old(stage.client, "Autumn Cup")
    await old(stage.client, "Winter Cup")
    assert "## 🏆 Winter Cup" in await stage.do("standings", tournament=3)
    assert "## 🏆 Autumn Cup" in await stage.do("standings", tournament=1)
    assert "no such tournament" in await stage.do("standings", tournament=4)


async def test_no_command_guesses_what_an_ambiguous_number_means(stage: Stage) -> None:
    autumn, winter = await old(stage.client, "Autumn Cup"), await old(stage.client, "Winter Cup")
    before = [await stage.client.services.stores.tournaments.load(n) for n in (autumn, winter)]
    for about in await commands_about_tournaments(stage):
        options = required(about) | {"tournament": 2}
        stage.number += 1
        asking = await command(stage.client, ANN, about.qualified_name, stage.number, options)
        assert asking.answers == [WHICH_NUMBER.format(2, about.name)], about.qualified_name
        assert offered(asking) == [winter, autumn]
    after = [await stage.client.services.stores.tournaments.load(n) for n in (autumn, winter)]
    assert after == before


async def test_menu_about_a_number_says_which_tournament_older_messages_mean(
    stage: Stage,
) -> None:
    autumn, winter = await old(stage.client, "Autumn Cup"), await old(stage.client, "Winter Cup")
    menu = menu_of(await asked(stage, "end", tournament=2))
    own, other = menu["options"]
    assert (own["label"], own.get("description")) == ("Winter Cup · T2", None)
    assert (other["label"], other["description"]) == ("Autumn Cup · T1", "T2 in older messages")
    chosen = await stage.press(ANN, menu["custom_id"], values=[other["value"]], private=True)
    assert "**Autumn Cup** has ended" in "".join(chosen.answers)
    assert await statuses(stage, autumn, winter) == [
        TournamentStatus.CALLED_OFF,
        TournamentStatus.OPEN,
    ]


async def test_ambiguous_number_is_refused_where_a_menu_has_no_room(stage: Stage) -> None:
    await old(stage.client, "Autumn Cup")
    await old(stage.client, "Winter Cup")
    answer = await stage.do("edit", tournament=2, name="Κύπελλο του Φθινοπώρου")
    assert "Name the tournament: **Winter Cup · T2** and **Autumn Cup · T1**" in answer


async def test_channel_decides_what_an_ambiguous_number_means(stage: Stage) -> None:
    await old(stage.client, "Autumn Cup")
    await old(stage.client, "Winter Cup", channel=CHANNEL + 1)
    for channel, name in (
        (SimpleNamespace(id=CHANNEL), "Autumn"),
        (SimpleNamespace(id=CHANNEL + 1), "Winter"),
        (SimpleNamespace(id=70, parent_id=CHANNEL + 1), "Winter"),
    ):
        asking = await asked(stage, "standings", tournament=2, channel=channel)
        assert f"## 🏆 {name} Cup" in asking.answers[0]
    elsewhere = await asked(stage, "standings", tournament=2, channel=SimpleNamespace(id=71))
    assert elsewhere.answers == [WHICH_NUMBER.format(2, "standings")]


async def test_thread_of_a_match_decides_what_an_ambiguous_number_means(stage: Stage) -> None:
    await old(stage.client, "Autumn Cup")
    stage.tournament = await old(stage.client, "Winter Cup")
    for user in PEOPLE:
        await stage.verb(user, "join")
    await stage.do("start", tournament=-stage.tournament)
    await stage.later()
    loaded = await stage.client.services.domain.tournaments.load(stage.tournament)
    match, *_ = loaded.matches.values()
    place = (await stage.world.matches.load(match)).record.place
    thread = SimpleNamespace(id=place, parent_id=CHANNEL)
    asking = await asked(stage, "end", tournament=2, channel=thread)
    assert "**Winter Cup** has ended" in asking.answers[0]


async def test_chosen_table_decides_what_an_ambiguous_number_means(stage: Stage) -> None:
    for tournament in (
        await old(stage.client, "Autumn Cup"),
        await old(stage.client, "Winter Cup"),
    ):
        stage.tournament = tournament
        for user in PEOPLE:
            await stage.verb(user, "join")
        await stage.do("start", tournament=-stage.tournament)
    suggested = await suggestions_of(stage, "table", "winter", tournament=2)
    assert [choice.name.endswith("Winter Cup") for choice in suggested] == [True, True]
    table = str(suggested[0].value)
    winner = (await suggestions_of(stage, "winner", "", tournament=2, table=table))[0].value
    answer = await stage.do("adjudicate", table=table, winner=winner, reason="so", tournament=2)
    assert "why: **Winter Cup**" in answer


async def suggestions_of(
    stage: Stage, option: str, typed: str, **options: Any
) -> Sequence[app_commands.Choice[Any]]:
    """Return what Discord suggests for an option of `/tournament adjudicate`."""
    await cogs(stage.client)
    handlers: Any = handlers_of(stage.client, TournamentHandlers)
    complete = {"table": handlers._table, "winner": handlers._winner}[option]
    asking: Any = Asking(stage.client, ANN, 1, discord.InteractionType.autocomplete)
    asking.namespace = SimpleNamespace(**options)
    suggested: Sequence[app_commands.Choice[Any]] = await complete(asking, typed)
    return suggested


@pytest.mark.parametrize("user", [ANN, EVE])
@pytest.mark.parametrize(
    "status", [TournamentStatus.OPEN, TournamentStatus.RUNNING, TournamentStatus.CALLED_OFF]
)
async def test_every_answer_names_the_tournament_of_a_typed_number(
    stage: Stage, status: TournamentStatus, user: int
) -> None:
    """A refusal does so, too: else a moderator who mistyped the number would not notice."""
    store = stage.client.services.stores.tournaments
    service = stage.client.services.domain.tournaments
    await stage.do("create", name="Winter Cup", format="swiss", game="toy")
    for number, about in enumerate(await commands_about_tournaments(stage), start=2):
        name = f"Cup {chr(ord('A') + number)}"
        await stage.do("create", name=name, format="knockout", game="toy")
        (row,) = await store.typed(GUILD, number)
        for entrant in PEOPLE:
            await service.join(row.id, entrant)
        if status is TournamentStatus.RUNNING:
            await service.start(row.id, ANN)
        elif status is TournamentStatus.CALLED_OFF:
            await service.cancel(row.id, ANN)
        stage.number += 1
        options = required(about) | {"tournament": number}
        asking = await command(stage.client, user, about.qualified_name, stage.number, options)
        answer = "".join(text + text_of(layout) for text, layout, _ in asking.sent)
        assert name in answer, about.qualified_name
        assert "Winter" not in answer, about.qualified_name


async def test_refusal_tells_tournaments_of_the_same_name_apart(stage: Stage) -> None:
    for _ in range(2):
        await stage.do("create", name="Autumn Cup", format="swiss", game="toy")
    await stage.do("end", tournament=1)
    assert await stage.do("end", tournament=1) == "**Autumn Cup · T1**: This tournament is over."
    assert await stage.do("leave", tournament=2) == (
        "**Autumn Cup · T2**: You're not in this tournament."
    )
