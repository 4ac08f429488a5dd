"""What players meet where several games are installed: the option `game`, and what follows."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.game_register import GameRegister
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.interactions.translator import CatalogueTranslator
from tests.cogs.acts import member
from tests.cogs.offline import cogs, command, offline, press
from tests.cogs.test_papers import told as said
from tests.match.machine import CountedSeeds, SetClock
from tests.match.world import ANN, BEN, CAT, GAMES, GUILD, ONE_GAME

BEGINS_OR_EXPLAINS = {"challenge", "open", "practice", "rules"}
NUMBERS = iter(range(50_000, 60_000))


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[SaludClient]:
    """A client of five games, of which Dice Miner is the default."""
    clock, seeds = SetClock(), CountedSeeds()
    async with offline(tmp_path / "salud.db", clock, seeds) as (client, _):
        await cogs(client)
        yield client


async def payloads(client: SaludClient) -> dict[str, dict[str, Any]]:
    """All commands as Discord is told them."""
    translator = CatalogueTranslator(client.services.catalogue)
    return {
        one.name: await one.get_translated_payload(client.tree, translator)
        for one in client.tree.get_commands()
    }


def options(payload: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The options of a command by their names."""
    return {option["name"]: option for option in payload["options"]}


async def made(client: SaludClient, name: str, **chosen: Any) -> Loaded:
    """The match that a command of Ann's leads to."""
    number = next(NUMBERS)
    asking = await command(client, ANN, name, number, chosen)
    opened = await client.services.matches.store.opened(number)
    assert opened is not None, asking.told
    return await client.services.matches.look(opened.id)


async def told(client: SaludClient, name: str, **chosen: Any) -> str:
    """What Ann is told."""
    number = next(NUMBERS)
    asking = await command(client, ANN, name, number, chosen)
    assert await client.services.matches.store.opened(number) is None, "nothing was made"
    return asking.told[-1]


async def test_a_game_can_be_chosen(client: SaludClient) -> None:
    """By its title, in each command that begins a match or explains one."""
    found = await payloads(client)
    choices = [
        {"name": "Dice Miner", "value": "dice-miner"},
        {"name": "Isegrim's dice grid", "value": "dice-grid"},
        {"name": "DYNAMINE", "value": "dynamine"},
        {"name": "Toy", "value": "toy"},
        {"name": "Secret Hand", "value": "secret-hand"},
        {"name": "Solitaire", "value": "solitaire"},
    ]
    offered = {name for name in BEGINS_OR_EXPLAINS if "game" in options(found[name])}
    assert offered == BEGINS_OR_EXPLAINS
    assert all(options(found[name])["game"]["choices"] == choices for name in offered)
    assert found["challenge"]["description"] == "Challenge friends to a match"
    topic = options(found["rules"])["topic"]
    assert topic["autocomplete"]
    assert not topic.get("choices")


async def test_one_game_is_not_asked_for(tmp_path: Path) -> None:
    """The commands say what they are about, and offer its topics at once."""
    clock, seeds = SetClock(), CountedSeeds()
    async with offline(tmp_path / "salud.db", clock, seeds, ONE_GAME) as (client, _):
        await cogs(client)
        found = await payloads(client)
        plain = {one.name: one.to_dict(client.tree) for one in client.tree.get_commands()}
    assert not any("game" in options(one) for one in found.values() if "options" in one)
    challenge = found["challenge"]
    assert challenge["description"] == "Challenge friends to a match of Dice Miner"
    assert {"es-ES", "el"} <= set(challenge["description_localizations"])
    topics = options(found["rules"])["topic"]
    assert len(topics["choices"]) == len(options(plain["rules"])["topic"]["choices"]) == 9
    assert "autocomplete" not in topics
    assert "es-ES" in topics["choices"][0]["name_localizations"]


@pytest.mark.parametrize(("game", "seats"), [(None, 4), ("toy", 4), ("secret-hand", 4)])
async def test_open_a_table(client: SaludClient, game: str | None, seats: int) -> None:
    """Of the game that was named, with as many seats as it has."""
    loaded = await made(client, "open", game=game)
    assert (loaded.record.game, loaded.record.seats) == (game or "dice-miner", seats)
    assert loaded.status is Status.OPEN


async def test_challenge(client: SaludClient) -> None:
    """To the game that was named; the invitation says which one, and so does the rematch."""
    loaded = await made(client, "challenge", opponent=member(BEN), game="toy")
    assert loaded.record.game == "toy"
    content = await client.services.invitation_messages.content(loaded)
    text, verbs = said(content.layout)
    assert " challenges **u**: Toy\n" in text
    assert "\n## 🎲 " in text
    assert "how" not in verbs, "there is nothing to explain it"


async def test_practice(client: SaludClient) -> None:
    """Against computers, or alone at once in a game for one."""
    loaded = await made(client, "practice", game="toy", rivals=2)
    assert (loaded.record.game, loaded.seats) == ("toy", 3)
    alone = await made(client, "practice", game="solitaire")
    assert (alone.record.game, alone.seats, alone.status) == ("solitaire", 1, Status.RUNNING)
    usual = await made(client, "practice")
    assert (usual.record.game, usual.seats) == ("dice-miner", 2)


@pytest.mark.parametrize(
    ("name", "chosen", "sentence"),
    [
        ("challenge", {"opponent": member(BEN), "game": "solitaire"}, "is for one player"),
        ("open", {"game": "solitaire"}, "is for one player"),
        ("practice", {"game": "solitaire", "rivals": 1}, "is for one player"),
        ("practice", {"game": "toy", "rivals": 4}, "This game is for 2 to 4 players."),
        ("open", {"game": "toy", "seats": 5}, "This game is for 2 to 4 players."),
        ("open", {"game": "chess"}, "There's no such game here."),
        ("rules", {"game": "chess"}, "There's no such game here."),
        ("rules", {"game": "toy"}, "no rules to read here yet"),
    ],
)
async def test_refused(
    client: SaludClient, name: str, chosen: dict[str, Any], sentence: str
) -> None:
    """In a true sentence, and nothing was made."""
    assert sentence in await told(client, name, **chosen)


async def test_the_usual_game_of_a_server(client: SaludClient) -> None:
    """Meant wherever none is named; one that is gone is not."""
    choose = client.services.preferences.choose
    await choose(GUILD, {"game": "toy"})
    assert (await made(client, "open")).record.game == "toy"
    assert "no rules to read here yet" in await told(client, "rules")
    assert "How a match goes" in await told(client, "rules", game="dice-miner")
    await choose(GUILD, {"game": "chess"})
    assert (await made(client, "open")).record.game == "dice-miner"


async def test_a_menu_of_topics_keeps_its_game(client: SaludClient) -> None:
    """Also where the server's usual game is another; old menus mean the default game."""
    await client.services.preferences.choose(GUILD, {"game": "toy"})
    for custom_id in ("to1:rules", families.TOPICS.spell("rules")):
        asking = await press(client, CAT, custom_id, next(NUMBERS), ["magic"])
        assert "## Magic" in asking.told[-1]
    asking = await press(
        client, CAT, families.TOPICS.spell("rules", "toy"), next(NUMBERS), ["magic"]
    )
    assert "no rules to read here yet" in asking.told[-1]
    help_of_toy = await press(client, CAT, families.TOPICS.spell("help", "toy"), next(NUMBERS))
    assert "`/tutorial`" in help_of_toy.told[-1], "the commands of all games are listed"


async def test_how_to_play(client: SaludClient) -> None:
    """Explains the game of the match, and is offered where there is anything to say."""
    dice = await made(client, "open")
    asking = await press(client, CAT, families.MATCH.spell(dice.record.id, "how"), next(NUMBERS))
    assert "## Dice Miner in a minute" in asking.told[-1]
    toy = await made(client, "open", game="toy")
    asking = await press(client, CAT, families.MATCH.spell(toy.record.id, "how"), next(NUMBERS))
    assert "no rules to read here yet" in asking.told[-1]


def test_a_game_without_a_package() -> None:
    """Has a title and nothing else."""
    register = GameRegister({"two-moons": GAMES.games["toy"]})
    assert register.package("two-moons").title == "Two Moons"
    assert register.package("two-moons").screens is None
