"""Leaderboards and profiles of a game with a daily puzzle."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.match.values.days import start_of
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from tests.cogs.offline import Asking, command, offline, press
from tests.match.test_daily import ELSEWHERE, GAME, played, until_midnight
from tests.match.test_day_standings import begin, scored
from tests.match.world import ANN, BEN, CAT, GUILD, World


@pytest.fixture
async def client(world: World) -> AsyncIterator[SaludClient]:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        yield client


def alt_of(asking: Asking) -> list[str]:
    alts: list[str] = []

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            alts.extend([part["description"]] if "media" in part else [])
            part = list(part.values())
        for inner in part if isinstance(part, list) else ():
            walk(inner)

    walk(asking.sent[-1][1])
    return alts


async def leaderboard(client: SaludClient, number: int, **options: str) -> str:
    arguments: dict[str, str | None] = {"game": GAME, "by": None, "time": None, **options}
    asking = await command(client, ANN, "leaderboard", number, arguments)
    return "\n".join([*asking.answers, *(alt_of(asking) if asking.sent[-1][1] else [])])


async def test_week_and_all_time_show_means_and_today_shows_points(
    world: World, client: SaludClient
) -> None:
    begin(world, "2026-11-16")
    for points in ((20, 30), (20, 40), (21, 44), (24, 10), (25, 12)):
        await scored(world, ANN, points[0])
        await scored(world, BEN, points[1], GUILD, ELSEWHERE)
        until_midnight(world, -1)
    await scored(world, BEN, 40)
    await scored(world, CAT, 45, ELSEWHERE)
    week = await leaderboard(client, 1)
    assert "Puzzle of the day · This week (Nov 16 – Nov 22)." in week
    assert "Place 1: Miner, 29.3, 6 days. Place 2: u11, 22.0, 5 days." in week
    assert "Takes at least 3 days." in week
    today = await leaderboard(client, 2, time="today")
    assert "Today (Nov 21, 2026)." in today
    assert "Place 1: Miner, 40 points." in today
    assert "You aren't done with today's puzzle here." in today
    assert "1 to 1 of 1" in today, "CAT plays elsewhere"
    ever = await leaderboard(client, 3, by="day", time="all")
    assert "Place 2: " in ever
    assert "22.0, 5 days." in ever
    until_midnight(world, -1)
    until_midnight(world, -1)
    empty = await leaderboard(client, 4, time="today")
    assert "Nobody here is done yet. `/daily` has today's puzzle." in empty
    assert "You have no result here in this period." in await leaderboard(client, 5, time="week")


async def test_buttons_switch_periods_and_the_menu_switches_rankings(
    world: World, client: SaludClient
) -> None:
    await played(world, ANN)
    asking = await command(
        client, ANN, "leaderboard", 1, {"game": GAME, "by": "mean", "time": "month"}
    )
    for number, (custom_id, values, expected) in enumerate(
        (
            (families.LEADERBOARD_MENU.spell(ANN, "month", GAME), ["day"], "This week"),
            (families.LEADERBOARD.spell(ANN, "day", "today", 0, "time", GAME), [], "Today"),
            (
                families.LEADERBOARD_MENU.spell(ANN, "today", GAME),
                ["best"],
                "Best match · All time",
            ),
            (families.LEADERBOARD.spell(ANN, "day", "all", 0, "time", GAME), [], "All time"),
        )
    ):
        asking = await press(client, ANN, custom_id, 10 + number, values)
        (alt,) = alt_of(asking)
        assert expected in alt
        assert "Leaderboard · Solitaire." in alt


async def test_period_that_a_ranking_lacks_is_refused(world: World, client: SaludClient) -> None:
    del world
    for number, options in enumerate(
        (
            {"by": "day", "time": "month"},
            {"by": "best", "time": "today"},
            {"game": "toy", "by": "day"},
            {"game": "toy", "time": "week"},
        )
    ):
        assert "no such leaderboard" in await leaderboard(client, number, **options)


async def test_profile_shows_streak_mean_best_and_a_plot_of_points(
    world: World, client: SaludClient
) -> None:
    begin(world, "2026-11-20")
    await scored(world, ANN, 20)
    until_midnight(world, -1)
    await scored(world, ANN, 31)
    until_midnight(world, -1)
    asking = await command(client, ANN, "profile", 1, {"member": None, "game": GAME})
    profile, plot = alt_of(asking)
    assert "Days in a row: 2, longest 2." in profile
    assert "Points per day: 25.5, 2 days." in profile
    assert "Best day: 31 points, Nov 21, 2026." in profile
    assert plot.startswith("Points of 2 days. Average: 25.5.")
    assert "20: 1" in plot
    assert re.search(r"profile.*days", str([name for name, _ in asking.sent[-1][2]]))
    world.clock.passes(start_of("2026-11-24") - world.clock.time)
    again = await command(client, ANN, "profile", 2, {"member": None, "game": GAME})
    assert "Days in a row: 0, longest 2." in alt_of(again)[0]
    nobody = await command(client, CAT, "profile", 3, {"member": None, "game": GAME})
    assert alt_of(nobody) == []
    assert "No match is finished yet." in nobody.answers[0]
