"""/daily: a private session all day, then places, cards to post, and everyone's results."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.match.daily.days import DayGame, DayResult
from bot.match.daily.house import House
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.proof import match_file
from bot.match.values.days import end_of, shifted
from cogs.app.client import SaludClient
from cogs.daily.handlers import DailyHandlers
from cogs.daily.results import DayResults, results_layout
from cogs.games.installed import InstalledGames
from cogs.screens.base import Scene
from cogs.screens.day_screens import DaySummary
from cogs.screens.plain import PlainScreens
from cogs.ui.layouts import MessageLayout
from engine.core.matchfile import open_match, verify
from render.picture import Picture
from render.plain import draw_text
from tests.cogs.offline import Asking, command, discord_of, offline, press
from tests.cogs.test_private_session import offers
from tests.games.solitaire.screens import OF_THE_DAY
from tests.handlers import handlers_of
from tests.match.world import ANN, BEN, GAMES, GUILD, World
from texts import Catalogue, Words

WORDS = Catalogue.load().words()
SECRET = "the same dice today"


class Cards(PlainScreens):
    def day_card(self, scene: Scene, summary: DaySummary) -> str:
        place = "" if summary.place is None else f"{summary.place[0]} of {summary.place[1]}"
        return f"{'🟩' * len(scene.view.open)} {place} 🔥{summary.streak}"

    def day_picture(self, scene: Scene, summary: DaySummary) -> Picture | None:  # noqa: ARG002
        return draw_text("a card", ["🟩"])

    def day_play(self, words: Words) -> str:  # noqa: ARG002
        return "Play today's sums"

    def day_beginning(self, scene: Scene) -> str:  # noqa: ARG002
        return "Close as much as you can."

    def day_good(self, scene: Scene) -> int | None:  # noqa: ARG002
        return 40

    def day_most(self, scene: Scene) -> int | None:  # noqa: ARG002
        return 45


CARDS = Cards(private=True)
WITH_DAY = replace(GAMES, packages={"solitaire": replace(OF_THE_DAY, screens=f"{__name__}:CARDS")})


async def daily(client: SaludClient, user: int, number: int, **options: Any) -> Asking:
    client.services.domain.daily.house = House()
    return await command(client, user, "daily", number, options)


async def test_day_is_played_in_one_message_and_compared_after_midnight(world: World) -> None:
    """The session survives a restart; only the card is posted in public."""
    day = world.daily.today()
    async with offline(world.path, world.clock, world.seeds, WITH_DAY) as (client, _):
        ann = await daily(client, ANN, 1)
        assert f"<t:{end_of(day)}:R>" in ann.answers[0]
        label, custom_id = next((k, v) for k, v in offers(ann).items() if k.startswith("close"))
        ann = await press(client, ANN, custom_id, 2, private=True)
        assert ann.edited
        stranger = await press(client, BEN, custom_id, 3, private=True)
        assert SECRET in stranger.answers[0]
    async with offline(world.path, world.clock, world.seeds, WITH_DAY) as (client, _):
        again = await daily(client, ANN, 10)
        assert label in again.answers[0]
        early = await press(client, ANN, f"2:day:{day}:post:solitaire", 11, private=True)
        assert "once you're done" in early.answers[0]
        done = await played(client, again, 100)
        assert "**u11**: 42" in done.answers[-1]
        assert "Place **1** of 1 in this server" in done.answers[-1]
        assert discord_of(client).sent == []
        assert "Everything above 40 is good: well done." in done.answers[-1]
        assert list(offers(done)) == ["Post a card", "Post it with a picture", "Past days"]
        posted = await press(client, ANN, offers(done)["Post it with a picture"], 200, private=True)
        assert "Posted: https://" in posted.answers[-1]
        assert len(discord_of(client).sent) == 1
        discord_of(client).refuses = True
        refused = await press(client, ANN, offers(done)["Post a card"], 201, private=True)
        assert "won't let me post" in refused.answers[-1]
        await daily(client, BEN, 300)
        world.clock.passes(end_of(day) - world.clock.time)
        over = await daily(client, ANN, 400, day="yesterday")
        results = over.answers[-1]
        seed = await world.days.day("solitaire", day)
        assert seed is not None
        assert seed.seed.hex() not in results, "players first, the dice on request"
        dice = await press(client, ANN, f"2:day:{day}:dice:solitaire", 405, private=True)
        assert seed.seed.hex() in dice.answers[-1]
        assert "\n2. " in results or results.count("1. ") == 2, (
            "BEN, who left the puzzle unfinished, is listed too"
        )
        computer = await press(client, ANN, f"2:day:{day}:computer:solitaire", 401, private=True)
        file = next(data for name, data in computer.sent[-1][2] if name.endswith(".match"))
        verify(open_match(file, GAMES.game))
        await steps_of_the_computer(client, day)
        assert "The computer" in (await daily(client, ANN, 402, day=day)).answers[-1]
        match = await world.days.match_of("solitaire", day, BEN)
        watched = await press(
            client, ANN, f"2:day:{day}:watch:solitaire", 403, [str(match)], private=True
        )
        assert f"#{match}" in watched.answers[-1]


async def steps_of_the_computer(client: SaludClient, day: str) -> None:
    """Walk through the computer's game from its first step to its last, and not beyond."""
    here = await press(client, ANN, f"2:day:{day}:watch:solitaire", 600, ["computer"], private=True)
    seen: list[str] = []
    for number in range(601, 700):
        shown = here.answers[-1]
        found = re.search(r" · (\d+) of (\d+) · ", shown)
        assert found is not None
        seen.append(found[1])
        assert found[1] == str(len(seen))
        if found[1] == found[2]:
            break
        forth = f"2:day:{day}:step {len(seen) + 1:05}:solitaire"
        assert forth in str(here.sent[-1][1])
        here = await press(client, ANN, forth, number, private=True)
        assert here.edited, "it stays one message"
    assert len(seen) > 1


async def played(client: SaludClient, session: Asking, number: int) -> Asking:
    """Press the last move until none is left."""
    while True:
        moves = [
            custom_id for name, custom_id in offers(session).items() if name.startswith("close")
        ]
        if not moves:
            return session
        number += 1
        session = await press(client, ANN, moves[-1], number, private=True)


async def test_day_s_secrets_stay_hidden_until_it_ends(world: World) -> None:
    """Seed, file, luck, replay, hints and pictures, by every command and button."""
    async with offline(world.path, world.clock, world.seeds, WITH_DAY) as (client, _):
        session = await daily(client, ANN, 1)
        await played(client, session, 100)
        match = await world.days.match_of("solitaire", world.daily.today(), ANN)
        assert match is not None
        loaded = await client.services.matches.load(match)
        assert loaded.status is Status.OVER
        rolls = [entry.token for entry in loaded.entries if entry.actor is None]
        options_by_command = {
            "verify": {"match": match},
            "replay": {"match": match},
            "luck": {"match": match},
            "hint": {"match": match},
            "accuracy": {"match": match},
        }
        for user in (ANN, BEN):
            for number, (name, options) in enumerate(options_by_command.items()):
                answer = await command(client, user, name, 1000 + 10 * user + number, options)
                _tells_nothing(answer, loaded, rolls)
            for number, custom_id in enumerate(
                (
                    f"2:match:{match}:fair",
                    f"2:replay:{match}:0:open",
                    f"2:replay:{match}:0:film",
                    f"2:replay:{match}:0:turning",
                    f"2:replay:{match}:0:accuracy",
                    f"2:hint:{match}:{loaded.seq - 1}",
                    f"2:share:{match}:end0:here",
                )
            ):
                answer = await press(client, user, custom_id, 2000 + 10 * user + number)
                _tells_nothing(answer, loaded, rolls)
        others = await press(client, BEN, f"2:match:{match}:text", 3000)
        _tells_nothing(others, loaded, rolls)
        assert discord_of(client).sent == []
        file = match_file(loaded, world.clock.now())
        assert "seed:" not in file
        world.clock.passes(end_of(world.daily.today()) - world.clock.time)
        assert "seed:" in match_file(loaded, world.clock.now())
        answer = await command(client, BEN, "verify", 4000, {"match": match})
        assert loaded.record.seed.hex() in str(answer.sent)


def _tells_nothing(answer: Asking, loaded: Loaded, rolls: list[str]) -> None:
    everything = f"{answer.answers} {answer.sent}"
    assert loaded.record.seed.hex() not in everything
    assert [token for token in rolls if token in everything] == []
    assert answer.answers, "the answer explains why"


def _components(layout: MessageLayout) -> str:
    return str(layout.to_components())


async def test_own_result_is_always_shown() -> None:
    """Readers find their own line and match, no matter how many players did better."""
    best = [DayResult(user, 100 + user, 60) for user in range(1, 26)]
    own = DayResult(99, 700, 12)
    names = {result.user: f"player {result.user}" for result in (*best, own)}
    fixed = DayGame("solitaire", "2026-11-21", 1, bytes(32), ())
    world = (26, 60, 58.2)
    screens = PlainScreens(private=True)
    days = ("2026-11-20", "2026-11-19")
    day = DayResults(fixed, "Solitaire", best, world, None, names, own, 31, screens, days)
    shown = _components(results_layout(day, WORDS))
    assert "31. **player 99**: 12 points" in shown
    assert "'700'" in shown
    shown = _components(results_layout(replace(day, own=best[2], own_place=1), WORDS))
    assert shown.count("**player 3**") == 1
    assert "player 99" not in shown


async def test_only_finished_days_are_suggested(world: World) -> None:
    async with offline(world.path, world.clock, world.seeds, WITH_DAY) as (client, _):
        days = handlers_of(client, DailyHandlers)
        today = world.daily.today()
        suggested = [choice.value for choice in days.suggest("")]
        assert suggested[:2] == ["yesterday", shifted(today, -1)]
        assert today not in suggested
        assert [choice.value for choice in days.suggest("yest")] == ["yesterday"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("2026-02-30", "Name a day"),
        ("tomorrow", "Name a day"),
        ("2019-01-01", "Nobody asked"),
    ],
)
async def test_bad_day_is_refused_without_creating_it(world: World, typed: str, says: str) -> None:
    async with offline(world.path, world.clock, world.seeds, WITH_DAY) as (client, _):
        assert says in (await daily(client, ANN, 1, day=typed)).answers[0]
        assert world.rows()["day"] == []


async def test_daily_command_exists_only_if_a_game_has_a_daily_puzzle(world: World) -> None:
    for games, there in ((WITH_DAY, True), (replace(GAMES, packages={}), False)):
        assert bool(InstalledGames(games).daily) is there
        async with offline(world.path, world.clock, world.seeds, games) as (client, _):
            await client.services.preferences.words(GUILD)
            await client.services.presses.register(client)
            assert (client.tree.get_command("daily") is not None) is there
