"""The option `game` of commands, the usual game of a server, and the game in custom_ids."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.app import built
from bot.settings import Settings
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.games.installed import InstalledGames
from cogs.interactions.translator import CatalogueTranslator
from tests.cogs.offline import cogs, command, offline, press
from tests.fresh import fresh
from tests.match.world import ANN, BEN, CAT, GAMES, GUILD, ONE_GAME, World

WITH_GAME = ("leaderboard", "profile", "versus", "history", "settings")


@pytest.fixture
async def client(world: World) -> AsyncIterator[SaludClient]:
    """A client of two games, of which the toy alone was played: Ann gave up against Ben."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        yield client


async def payloads(client: SaludClient) -> dict[str, dict[str, dict[str, Any]]]:
    """The options of each command, by their names, as Discord is told them."""
    translator = CatalogueTranslator(client.services.catalogue)
    found = {}
    for made in client.tree.get_commands():
        plain = made.to_dict(client.tree)
        told = await made.get_translated_payload(client.tree, translator)
        names = [option["name"] for option in plain.get("options", ())]
        assert names == [option["name"] for option in told.get("options", ())]
        found[made.name] = {option["name"]: dict(option) for option in told.get("options", ())}
    return found


async def test_offered_with_several_games(client: SaludClient) -> None:
    """Each by its name; leaderboards of all of them, and none that no game has."""
    await cogs(client)
    told = await payloads(client)
    games = [{"name": InstalledGames(GAMES).title(one), "value": one} for one in GAMES.names]
    assert len(games) > 1
    assert {name for name, options in told.items() if "game" in options} >= set(WITH_GAME)
    assert all(told[name]["game"]["choices"] == games for name in WITH_GAME)
    by = [choice["value"] for choice in told["leaderboard"]["by"]["choices"]]
    alone = ["matches"] if any(GAMES.newest(one).info.seats[0] == 1 for one in GAMES.names) else []
    assert by == [
        "rating",
        "wins",
        "rate",
        "mean",
        "best",
        *alone,
        "beer",
        "lines",
        "built",
        "levels",
        "day",
    ]


async def test_hidden_with_one_game(tmp_path: Path) -> None:
    """There is nothing to choose."""
    settings = Settings(
        salud_database=fresh(tmp_path / "salud.db"), salud_backups_kept=0, salud_drawing="thread"
    )
    async with built(settings, games=ONE_GAME) as client:
        await client.load_commands()
        told = await payloads(client)
    assert not any("game" in options for options in told.values())
    by = [choice["name"] for choice in told["leaderboard"]["by"]["choices"]]
    assert by == ["Rating", "Wins", "Win rate", "Points per match", "Best match", "Beers shared"]


async def said(client: SaludClient, name: str, **options: Any) -> str:
    """What a command answers."""
    asking = await command(client, ANN, name, 1, options)
    (told,) = asking.told
    return told


async def test_which_game_is_meant(client: SaludClient) -> None:
    """The one that is named, or the server's usual one, at first the first of the register."""
    told = await said(client, "profile")
    assert "No match that counts is finished yet" in told
    assert "· Dice Miner" in told, "with several games it says which one this is about"
    assert "**Rating**: 927" in await said(client, "profile", game="toy")
    assert "No match is finished yet" in await said(client, "history")
    assert "rating 927" in await said(client, "history", game="toy")
    await client.services.preferences.choose(GUILD, {"game": "toy"})
    assert "**Rating**: 927" in await said(client, "profile")
    assert "rating 927" in await said(client, "history")
    assert "No match that counts" in await said(client, "profile", game="dice-miner")


async def test_no_such_game(client: SaludClient) -> None:
    """A game or a leaderboard that there is not is refused; a forgotten game is not usual."""
    assert await said(client, "profile", game="chess") == "There's no such game here."
    told = await said(client, "leaderboard", game="toy", by="beer")
    assert told == "This game has no such leaderboard."
    await client.services.preferences.choose(GUILD, {"game": "chess"})
    assert "No match that counts" in await said(client, "profile")


async def test_set_the_usual_game(client: SaludClient) -> None:
    """By the command and by the menu of the panel; what there is not is refused."""
    told = await said(client, "settings", game="toy")
    assert "✅ Usual game: **Toy**." in told
    assert "**Usual game**" in told
    assert (await client.services.preferences.choices(GUILD)).game == "toy"
    for value, game in (("dice-miner", "dice-miner"), ("chess", "dice-miner")):
        asking = await press(client, ANN, "e1:game", 2, [value])
        assert ("no such choice" in asking.told[0]) == (value == "chess")
        assert (await client.services.preferences.choices(GUILD)).game == game


OLD = {
    "leaderboard": f"b1:{ANN}:wins:all:0:time",
    "menu": f"k1:{ANN}:all",
    "history": f"h1:{ANN}:{BEN}:0:on",
}
"""custom_ids of the time when there was one game."""


@pytest.mark.parametrize("custom_id", OLD.values(), ids=OLD)
async def test_buttons_of_one_game(client: SaludClient, custom_id: str) -> None:
    """They mean the first game of the register, whatever the server's usual one is."""
    assert families.is_button(custom_id)
    await client.services.preferences.choose(GUILD, {"game": "toy"})
    asking = await press(client, CAT, custom_id, 3, ["wins"] if custom_id[0] == "k" else [])
    assert "Nobody yet" in asking.told[0] or "No match is finished yet" in asking.told[0]
    new = await press(client, CAT, f"{custom_id}:toy", 4, ["wins"] if custom_id[0] == "k" else [])
    assert "yet" not in new.told[0]


@pytest.mark.parametrize(
    "made",
    [
        families.LEADERBOARD.spell(2**63, "a" * 20, "season", 10**9 - 1, "back", "a" * 20),
        families.LEADERBOARD_MENU.spell(2**63, "season", "two-moons"),
        families.HISTORY.spell(2**63, 2**62, 10**9 - 1, "back", "a-9"),
    ],
)
def test_custom_ids_with_a_game(made: str) -> None:
    """The longest ones fit, and say which game."""
    assert len(made) <= families.LONGEST
    found = families.read(made)
    assert found is not None
    assert found[1]["game"] == made.rpartition(":")[2]


def test_titles() -> None:
    """A game is called like its folder, in all languages."""
    titles = [InstalledGames(GAMES).title(one) for one in ("dice-miner", "two-moons")]
    assert titles == ["Dice Miner", "Two Moons"]
