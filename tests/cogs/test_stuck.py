"""A failing tournament delays no other, and the server and the operator learn about it."""

import logging
from collections import Counter
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match.core.due_work import FIRST, FROZEN_AFTER, LONGEST
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.troubles import KeptTrouble, Trouble, TroubleKind
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.steps import MatchState
from bot.match.tournaments.tables import Table
from cogs.interactions.which import option_value
from cogs.posting.trouble_causes import STUCK
from cogs.tournaments.deciding import suggest_tables, suggest_winners
from cogs.troubles.layouts import trouble_layout
from tests.cogs.channels import text_of
from tests.cogs.offline import CATALOGUE, offline
from tests.cogs.test_layout import check
from tests.cogs.test_tournament_flow import PEOPLE, Stage
from tests.match.world import ANN, GUILD, World

ADMINS = 950


@pytest.fixture
async def stage(world: World) -> AsyncIterator[Stage]:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        await client.services.stores.troubles.put_channel(GUILD, ADMINS)
        yield Stage(world, client)


async def troubles(stage: Stage) -> list[tuple[TroubleKind, int]]:
    troubles = await stage.client.services.stores.troubles.of_server(GUILD)
    return [
        (trouble.trouble.kind, trouble.trouble.subject)
        for trouble in troubles
        if not trouble.mended
    ]


async def round_(stage: Stage, seconds: int = 0) -> None:
    stage.world.clock.passes(seconds)
    await stage.client.services.topics.tournament_jobs.begin_due()
    await stage.client.services.queues.idle()


async def spoil(stage: Stage, tournament: int) -> None:
    """Insert events that can't be folded, behind the bot's back."""
    await stage.world.database.execute(
        "UPDATE tournament_event SET detail = '{}' WHERE tournament = ? AND n = 0", tournament
    )
    await stage.world.database.execute(
        "UPDATE tournament SET former = former + 1, due = 0 WHERE id = ?", tournament
    )


async def two(stage: Stage) -> tuple[int, int]:
    numbers = []
    for name in ("Autumn Cup", "Winter Cup"):
        before = {row.id for row in await rows(stage)}
        await stage.do("create", name=name, format="knockout", game="toy", starts_in=1)
        (number,) = {row.id for row in await rows(stage)} - before
        for user in PEOPLE:
            await stage.client.services.domain.tournaments.join(number, user)
        numbers.append(number)
    first, second = numbers
    return first, second


async def rows(stage: Stage) -> tuple[Any, ...]:
    return await stage.client.services.stores.tournaments.of_guild(
        GUILD, tuple(TournamentStatus), 9
    )


async def test_broken_tournament_delays_no_other_and_is_reported(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await two(stage)
    await spoil(stage, broken)
    caplog.set_level(logging.ERROR)
    await round_(stage, 3600)
    services = stage.client.services
    row = await services.stores.tournaments.row(sound)
    assert row is not None
    assert row.status is TournamentStatus.RUNNING
    assert (TroubleKind.STUCK_TOURNAMENT, broken) in await troubles(stage)
    assert f"tournament {broken} failed" in caplog.text
    row = await services.stores.tournaments.row(broken)
    assert row is not None
    assert row.due is not None
    assert row.due > stage.world.clock.now(), "the broken tournament is no longer the first due one"
    refused = await stage.do("join", user=ANN, tournament=option_value(broken))
    assert "This tournament is frozen" in refused


async def test_broken_tournament_is_tried_seldom(stage: Stage) -> None:
    broken, _ = await two(stage)
    await spoil(stage, broken)
    loads: list[int] = []
    store = stage.client.services.domain.tournaments.store
    load = store.load

    async def counted(tournament: int, since: int = 0) -> Any:
        loads.append(tournament)
        return await load(tournament, since)

    store.load = counted  # type: ignore[method-assign]  # for this test
    services = stage.client.services
    for _ in range(3 * LONGEST // 20):
        stage.world.clock.passes(20)
        await services.topics.tournament_jobs.begin_due()
        await services.queues.idle()
    assert loads.count(broken) < 12


async def test_failing_table_delays_no_other(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The problem is reported; the table begins once the error is gone."""
    await stage.create_cup()
    services = stage.client.services
    conductor = services.domain.tournaments.conductor
    begin = conductor._begin
    tries: list[int] = []

    async def failing(tournament: Any, table: Table) -> None:
        if table.id.number == 1:
            tries.append(stage.world.clock.now())
            raise RuntimeError("out of order")
        await begin(tournament, table)

    monkeypatch.setattr(conductor, "_begin", failing)
    await stage.do("start")
    tournament = await services.domain.tournaments.load(1)
    assert set(tournament.match_states.values()) == {MatchState.RUNNING}
    assert len(tournament.matches) == 1
    for _ in range(FROZEN_AFTER):
        await round_(stage, 2 * FIRST * 2 ** len(tries))
    assert (TroubleKind.STUCK_TOURNAMENT, 1) in await troubles(stage)
    monkeypatch.undo()
    await round_(stage, 2 * LONGEST)
    assert len((await services.domain.tournaments.load(1)).matches) == 2


async def test_unreadable_match_stops_only_its_own_table(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.create_cup()
    await stage.do("start")
    services = stage.client.services
    tournament = await services.domain.tournaments.load(1)
    bad, good = sorted(tournament.matches.values())
    for match in (bad, good):
        loaded = await stage.world.matches.load(match)
        await stage.world.service.resign(match, loaded.roster.people[0])
    look = services.matches.load

    async def unreadable(match: int) -> Any:
        if match == bad:
            raise StoreTrouble("a page of the file is damaged")
        return await look(match)

    monkeypatch.setattr(services.matches, "load", unreadable)
    for _ in range(8):
        await round_(stage, 120)
    now = await stage.now()
    assert [str(table.id) for table in now.open_tables] == [
        str(table) for table, match in tournament.matches.items() if match == bad
    ]
    monkeypatch.undo()
    for _ in range(3):
        await round_(stage, LONGEST)
    assert len((await stage.now()).tables) == 3, "the final is seated"


async def test_failing_panel_delays_no_tournament(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two(stage)
    services = stage.client.services

    async def failing(_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(services.topics.panels, "wanted", failing)
    await round_(stage, 3600)
    await round_(stage, FIRST)
    assert {row.status for row in await rows(stage)} == {TournamentStatus.RUNNING}


async def test_autocompletion_reads_no_tournament(stage: Stage) -> None:
    """Rows are enough, because the tournaments are in memory."""
    await stage.create_cup()
    await stage.do("start")
    services = stage.client.services
    store = services.domain.tournaments.store

    async def read(*_: object) -> Any:
        raise AssertionError("it is read again")

    store.load = store.matches = read  # type: ignore[method-assign, assignment]  # for this test
    ctx: Any = SimpleNamespace(
        guild=GUILD,
        words=CATALOGUE.words(),
        interaction=SimpleNamespace(permissions=discord.Permissions.all()),
    )
    service = stage.client.services.domain.tournaments
    names = stage.client.services.names
    offered = await suggest_tables(service, names, ctx, "", None)
    assert [choice.value for choice in offered] == ["1/1.0.1.2", "1/1.0.1.1"]
    assert len(await suggest_winners(service, names, ctx, "", offered[0].value, None)) == 3


def test_stuck_items_are_reported_in_every_language() -> None:
    kinds = (TroubleKind.STUCK_MATCH, TroubleKind.STUCK_TOURNAMENT)
    troubles = [KeptTrouble(Trouble(GUILD, kind, 77, STUCK), 1, mended=False) for kind in kinds]
    for language in CATALOGUE.languages:
        text = text_of(check(trouble_layout(troubles, Counter(), CATALOGUE.words(language))))
        assert "#77" in text
        assert "(id 77" in text
