"""The option `game` of commands, a server's usual game, and the game in custom_ids."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.app.assembly import build_client
from bot.app.settings import Settings
from chaos.messages import parts
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.games.installed import InstalledGames
from cogs.interactions.translator import CatalogueTranslator
from tests.cogs.acts import member
from tests.cogs.offline import Asking, cogs, command, offline, press
from tests.fresh import fresh
from tests.match.world import ANN, BEN, CAT, GAMES, GUILD, ONE_GAME, World

WITH_GAME = ("leaderboard", "profile", "versus", "history", "settings")


@pytest.fixture
async def client(world: World) -> AsyncIterator[SaludClient]:
    """A client with several games; only the toy was played, and ANN resigned against BEN."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        yield client


async def payloads(client: SaludClient) -> dict[str, dict[str, dict[str, Any]]]:
    translator = CatalogueTranslator(client.services.catalogue)
    options = {}
    for registered in client.tree.get_commands():
        plain = registered.to_dict(client.tree)
        translated = await registered.get_translated_payload(client.tree, translator)
        names = [option["name"] for option in plain.get("options", ())]
        assert names == [option["name"] for option in translated.get("options", ())]
        options[registered.name] = {
            option["name"]: dict(option) for option in translated.get("options", ())
        }
    return options


async def test_options_list_all_games_and_their_leaderboards(client: SaludClient) -> None:
    await cogs(client)
    commands = await payloads(client)
    games = [{"name": InstalledGames(GAMES).title(name), "value": name} for name in GAMES.names]
    assert len(games) > 1
    assert {name for name, options in commands.items() if "game" in options} >= set(WITH_GAME)
    assert all(commands[name]["game"]["choices"] == games for name in WITH_GAME)
    by = [choice["value"] for choice in commands["leaderboard"]["by"]["choices"]]
    alone = (
        ["matches"] if any(GAMES.newest(name).info.seats[0] == 1 for name in GAMES.names) else []
    )
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


async def test_option_game_is_hidden_with_one_game(tmp_path: Path) -> None:
    settings = Settings(
        salud_database=fresh(tmp_path / "salud.db"), salud_backups_kept=0, salud_drawing="thread"
    )
    async with build_client(settings, games=ONE_GAME) as client:
        await client.load_commands()
        commands = await payloads(client)
    assert not any("game" in options for options in commands.values())
    by = [choice["name"] for choice in commands["leaderboard"]["by"]["choices"]]
    assert by == ["Rating", "Wins", "Win rate", "Points per match", "Best match", "Beers shared"]


async def answer_to(client: SaludClient, name: str, **options: Any) -> str:
    asking = await command(client, ANN, name, 1, options)
    (answer,) = asking.answers
    return answer


async def test_answers_start_with_the_game_that_was_finished_most(client: SaludClient) -> None:
    assert "**Rating**: 927" in await answer_to(client, "profile")
    answer = await answer_to(client, "profile", game="dice-miner")
    assert "· Dice Miner" in answer, "with several games the answer names the game"
    assert "No match of this game that counts is finished yet" in answer
    assert "Finished in other games: Toy (1)." in answer
    history = await answer_to(client, "history")
    assert " · Toy · resigned · rating 927" in history
    assert "Finished in other games: Toy (1)." in await answer_to(
        client, "history", game="dice-miner"
    )
    duel = await answer_to(client, "versus", member=member(BEN), game="dice-miner")
    assert "Finished in other games: Toy (1)." in duel
    assert "**Latest first**" in await answer_to(client, "versus", member=member(BEN))
    assert "Nobody yet" not in await answer_to(client, "leaderboard")


async def test_players_without_matches_see_the_server_s_usual_game(client: SaludClient) -> None:
    for game, title in (("dice-miner", "Dice Miner"), ("dynamine", "DYNAMINE")):
        await client.services.preferences.choose(GUILD, {"game": game})
        answer = await answer_to(client, "profile", member=member(CAT))
        assert f"· {title}\nNo match that counts is finished yet. `/challenge` someone!" in answer


MENUS = {
    "leaderboard": (0, "Matches with at least two people count"),
    "profile": (ANN, "**Rating**: 927"),
    "versus": (BEN, "**Latest first**"),
    "history": (ANN, "resigned · rating 927"),
}


@pytest.mark.parametrize("answer", MENUS)
async def test_menu_of_games_shows_the_same_answer_for_another_game(
    client: SaludClient, answer: str
) -> None:
    about, expected = MENUS[answer]
    custom_id = families.STATISTICS_GAME.spell(answer, ANN, about)
    toy = await press(client, ANN, custom_id, 5, ["toy"], private=True)
    assert expected in toy.answers[0]
    assert toy.edited
    assert custom_id in str(toy.sent), "the answer offers the menu again"
    other = await press(client, ANN, custom_id, 6, ["dice-miner"], private=True)
    assert expected not in other.answers[0] or answer == "leaderboard"
    for forged in ("chess", *(() if answer == "history" else (families.EVERY_GAME,))):
        refused = await press(client, ANN, custom_id, 7, [forged], private=True)
        assert refused.answers == ["There's no such game here."]
    stranger = await press(client, CAT, custom_id, 8, ["toy"])
    own = families.STATISTICS_GAME.spell(answer, CAT, about)
    assert own in str(stranger.sent), "others get an answer of their own"
    assert expected in stranger.answers[0]


async def test_guides_start_with_the_favourite_and_offer_the_other_games(
    client: SaludClient,
) -> None:
    await client.services.preferences.choose(GUILD, {"game": "dynamine"})
    for book in ("rules", "tutorial"):
        custom_id = families.GUIDE_GAME.spell(book)
        answer = await command(client, CAT, book, 1, {})
        assert _chosen(answer, custom_id) == "dynamine"
        answer = await press(client, CAT, custom_id, 2, ["dice-grid"], private=True)
        assert answer.edited
        assert _chosen(answer, custom_id) == "dice-grid"
        answer = await press(client, CAT, custom_id, 3, ["chess"], private=True)
        assert answer.answers == ["There's no such game here."]


def _chosen(asking: Asking, custom_id: str) -> str:
    (options,) = (
        part["options"]
        for _, components, _ in asking.sent
        for part in parts({"components": components})
        if part.get("custom_id") == custom_id
    )
    (value,) = (option["value"] for option in options if option["default"])
    return str(value)


async def test_unknown_game_or_leaderboard_is_refused(client: SaludClient) -> None:
    """A usual game that is no longer installed falls back to the default."""
    assert await answer_to(client, "profile", game="chess") == "There's no such game here."
    answer = await answer_to(client, "leaderboard", game="toy", by="beer")
    assert answer == "This game has no such leaderboard."
    await client.services.preferences.choose(GUILD, {"game": "chess"})
    assert "No match that counts" in await answer_to(client, "profile", member=member(CAT))


async def test_usual_game_is_set_by_command_and_panel(client: SaludClient) -> None:
    answer = await answer_to(client, "settings", game="toy")
    assert "✅ Usual game: **Toy**." in answer
    assert "**Usual game**" in answer
    assert (await client.services.preferences.choices(GUILD)).game == "toy"
    for value, game in (("dice-miner", "dice-miner"), ("chess", "dice-miner")):
        asking = await press(client, ANN, families.SETTING.spell("game"), 2, [value])
        assert ("isn't in the list" in asking.answers[0]) == (value == "chess")
        assert (await client.services.preferences.choices(GUILD)).game == game


@pytest.mark.parametrize(
    "custom_id",
    [
        families.LEADERBOARD.spell(9 * 10**18, "a" * 20, "season", 10**9 - 1, "back", "a" * 20),
        families.LEADERBOARD_MENU.spell(9 * 10**18, "season", "two-moons"),
        families.HISTORY.spell(9 * 10**18, 2**62, 10**9 - 1, "back", "a-9"),
    ],
)
def test_longest_custom_ids_with_a_game_fit(custom_id: str) -> None:
    assert len(custom_id) <= families.LONGEST
    parsed = families.read(custom_id)
    assert parsed is not None
    assert parsed[1]["game"] == custom_id.rpartition(":")[2]


def test_game_without_a_title_is_titled_by_its_folder() -> None:
    titles = [InstalledGames(GAMES).title(name) for name in ("dice-miner", "two-moons")]
    assert titles == ["Dice Miner", "Two Moons"]
