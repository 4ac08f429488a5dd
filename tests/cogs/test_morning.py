"""A channel's morning table: posted once, at its hour, for the latest finished day only."""

from collections.abc import AsyncIterator, Iterable

import discord
import pytest

from bot.match.values.days import Day, end_of, shifted
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base import custom_ids as ids
from cogs.posting.posted_message import with_mentions
from cogs.preferences.server_settings import MORNING_TABLES, MorningTables, RolePingKind
from engine.core.puzzles import Answer
from tests.cogs.channels import Channels, Process, text_of
from tests.cogs.offline import command, offline, press
from tests.match.test_daily import ELSEWHERE, played
from tests.match.test_day_standings import begin, scored
from tests.match.test_puzzles import GAME, service, solve
from tests.match.world import ANN, BEN, CAT, CHANNEL, GUILD, ONE_GAME, World

MONDAY = "2026-11-16"


class Stage:
    def __init__(self, world: World, client: SaludClient) -> None:
        self.world = world
        self.client = client
        self.channels = Channels(world.clock)
        self.process = Process(client, self.channels)

    async def at(self, day: Day, hours: float) -> list[str]:
        until = end_of(shifted(day, -1)) + int(hours * 3600)
        self.world.clock.passes(until - self.world.clock.time)
        await self.process.round()
        return [text_of(post.components) for post in self.channels.posts]


@pytest.fixture
async def stage(world: World) -> AsyncIterator[Stage]:
    begin(world, MONDAY)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        yield Stage(world, client)


async def test_table_shows_places_points_best_and_mean_without_pings(stage: Stage) -> None:
    world = stage.world
    asking = await press(stage.client, ANN, ids.setting("morning", on=True), 1)
    assert f"<t:{end_of(MONDAY) + 6 * 3600}:f>" in asking.answers[0]
    await scored(world, ANN, 40)
    await scored(world, BEN, 40)
    await scored(world, CAT, 45, ELSEWHERE)
    unfinished = await world.daily.open(world.daily_asked(14))
    tuesday = shifted(MONDAY, 1)
    assert await stage.at(tuesday, 5.9) == []
    (table,) = await stage.at(tuesday, 6)
    assert "Solitaire: Nov 16, 2026" in table
    assert table.count("1. **") == 2
    assert "3. **" in table, "a player who left the puzzle has a place too"
    assert "The best in the world: 45 points" in table
    points = unfinished.game.scores((await world.matches.load(unfinished.record.id)).state)[0]
    mean = (40 + 40 + 45 + points) / 4
    assert f"The mean of 4 people: {mean:.1f}" in table
    for verb in ("results", "today"):
        assert families.DAY.spell(MONDAY, verb, "solitaire") in table
    assert "<@" not in table
    assert stage.channels.posts[0].pings == ()
    for hours in (6.1, 23.9):
        assert len(await stage.at(tuesday, hours)) == 1


async def test_table_shows_days_in_a_row_and_own_bests(stage: Stage) -> None:
    world, mornings = stage.world, stage.client.services.kit.mornings
    await mornings.begin(GUILD, CHANNEL)
    for day, points in ((MONDAY, 30), (shifted(MONDAY, 1), 41)):
        begin(world, day)
        await scored(world, ANN, points)
    await scored(world, BEN, 20)
    (table,) = await stage.at(shifted(MONDAY, 2), 20)
    assert "41 points · 🔥 2 · 🏅 own best" in table
    assert table.count("🔥") == table.count("🏅") == 1, "a first day is neither"


async def test_only_the_latest_day_gets_a_table_after_a_pause(stage: Stage) -> None:
    """A new hour takes effect immediately."""
    world, mornings = stage.world, stage.client.services.kit.mornings
    await mornings.begin(GUILD, CHANNEL)
    await played(world, ANN)
    begin(world, shifted(MONDAY, 3))
    await played(world, BEN)
    (table,) = await stage.at(shifted(MONDAY, 4), 20)
    assert "Nov 19" in table
    assert len(await stage.at(shifted(MONDAY, 5), 12)) == 1
    await played(world, ANN)
    await press(stage.client, ANN, ids.setting("morning_hour"), 2, ["0"])
    assert len(await stage.at(shifted(MONDAY, 6), 0)) == 2


async def test_table_stops_when_turned_off_or_without_its_channel(stage: Stage) -> None:
    world, services = stage.world, stage.client.services
    await services.kit.mornings.begin(GUILD, CHANNEL)
    await played(world, ANN)
    stage.channels.delete(CHANNEL)
    assert await stage.at(shifted(MONDAY, 1), 7) == []
    assert await services.kit.mornings.channel(GUILD) is None
    stage.channels.gone.clear()
    for number, on in enumerate((True, False)):
        asking = await command(stage.client, ANN, "settings", number, {"morning": on})
    assert "no longer posted" in asking.answers[0]
    assert "The day's table here" in str(asking.sent[0])
    await played(world, ANN)
    assert await stage.at(shifted(MONDAY, 2), 7) == []


async def test_choosing_a_channel_without_permissions_is_refused(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = discord.Permissions(view_channel=True, manage_guild=True)
    monkeypatch.setattr(discord.Permissions, "all", lambda: few)
    asking = await press(stage.client, ANN, ids.setting("morning", on=True), 1)
    assert "Send Messages" in asking.answers[0]
    assert await stage.client.services.kit.mornings.channel(GUILD) is None


async def test_table_that_pings_a_role_is_first_a_line_for_lock_screens(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    causes: list[str] = []

    async def claim(guild: int, channel: int, kind: RolePingKind, cause: str) -> int:
        assert (guild, channel, kind) == (GUILD, CHANNEL, RolePingKind.MORNING)
        causes.append(cause)
        return 99

    lines: list[str] = []

    def noted(line: str, people: Iterable[int], role: int | None = None) -> str:
        lines.append(with_mentions(line, people, role))
        return lines[-1]

    kit = stage.client.services.kit
    monkeypatch.setattr(kit.kit.role_pings, "claim", claim)
    monkeypatch.setattr("cogs.posting.posted_message.with_mentions", noted)
    await kit.mornings.begin(GUILD, CHANNEL)
    await played(stage.world, ANN)
    (table,) = await stage.at(shifted(MONDAY, 1), 7)
    assert "Solitaire: Nov 16, 2026" in table
    assert lines == ["📅 The table of Nov 16, 2026 is here <@&99>"]
    assert len(await stage.at(shifted(MONDAY, 1), 9)) == 1
    assert causes == [f"day {MONDAY}"]


async def test_server_chooses_whether_the_table_has_daily_results_puzzles_or_both(
    stage: Stage,
) -> None:
    """Without a choice it has the results of daily puzzles alone."""
    world = stage.world
    asking = await press(stage.client, ANN, ids.setting("morning", on=True), 1)
    assert "On the page “Messages” you choose" in asking.answers[0]
    for number, chosen in enumerate((None, *MorningTables)):
        day = shifted(MONDAY, number)
        begin(world, day)
        if chosen is not None:
            custom_id = ids.setting(MORNING_TABLES)
            await press(stage.client, ANN, custom_id, 2 + number, [chosen.value])
        await scored(world, BEN, 40)
        await solve(world, ANN)
        await solve(world, CAT, Answer.WRONG)
        tables = await stage.at(shifted(day, 1), 7)
        assert len(tables) == number + 1, "one message a day"
        has_daily = chosen is not MorningTables.PUZZLE
        has_puzzle = chosen in {MorningTables.PUZZLE, MorningTables.BOTH}
        assert ("📅 Solitaire" in tables[-1], "🧩 Dice Miner" in tables[-1]) == (
            has_daily,
            has_puzzle,
        )
        assert (families.PUZZLE.spell("-", "today", GAME) in tables[-1]) is has_puzzle
        assert ("/puzzle day:yesterday" in tables[-1]) is has_puzzle
    assert "**1** of **2** solved it: 50%" in tables[-1]
    assert "The most popular mistake" in tables[-1]
    assert "🔥 4" in tables[-1]
    assert (tables[-1].count("🟩"), tables[-1].count("🟥")) == (1, 0), "only solvers have a name"
    assert "<@" not in tables[-1]


async def test_puzzle_that_no_member_solved_or_that_was_withdrawn_has_no_table(
    stage: Stage,
) -> None:
    world, services = stage.world, stage.client.services
    await services.kit.mornings.begin(GUILD, CHANNEL)
    await press(stage.client, ANN, ids.setting(MORNING_TABLES), 1, [MorningTables.BOTH.value])
    await solve(world, ANN, Answer.WRONG)
    elsewhere = await service(world).of_today(GAME, BEN, 950)
    right = elsewhere.puzzle.offered().index(elsewhere.puzzle.best)
    await service(world).answer(elsewhere.puzzle.key, BEN, right)
    assert await stage.at(shifted(MONDAY, 1), 7) == []
    begin(world, shifted(MONDAY, 2))
    opened = await solve(world, ANN)
    await service(world).store.withdraw(opened.puzzle.key, 5)
    assert await stage.at(shifted(MONDAY, 3), 7) == []
    begin(world, shifted(MONDAY, 4))
    await solve(world, ANN)
    (table,) = await stage.at(shifted(MONDAY, 5), 7)
    assert "🧩 Dice Miner" in table
    assert "Solitaire" not in table


async def test_table_has_puzzles_if_no_game_has_a_daily_puzzle(world: World) -> None:
    """Then the server's choice doesn't count."""
    begin(world, MONDAY)
    async with offline(world.path, world.clock, world.seeds, ONE_GAME) as (client, _):
        stage = Stage(world, client)
        asking = await press(client, ANN, ids.setting("morning", on=True), 1)
        assert "you choose" not in asking.answers[0]
        await solve(world, ANN)
        (table,) = await stage.at(shifted(MONDAY, 1), 7)
        assert "🧩 Dice Miner" in table
