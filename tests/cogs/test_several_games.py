"""Commands when several games are installed: the option `game` and its effects."""

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
from tests.cogs.test_papers import contents
from tests.match.machine import CountedSeeds, SetClock
from tests.match.world import ANN, BEN, CAT, GAMES, GUILD, ONE_GAME

BEGINS_OR_EXPLAINS = {"challenge", "open", "practice", "rules"}
NUMBERS = iter(range(50_000, 60_000))


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[SaludClient]:
    clock, seeds = SetClock(), CountedSeeds()
    async with offline(tmp_path / "salud.db", clock, seeds) as (client, _):
        await cogs(client)
        yield client


async def payloads(client: SaludClient) -> dict[str, dict[str, Any]]:
    translator = CatalogueTranslator(client.services.catalogue)
    return {
        command.name: await command.get_translated_payload(client.tree, translator)
        for command in client.tree.get_commands()
    }


def options(payload: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {option["name"]: option for option in payload["options"]}


async def begin_match(client: SaludClient, name: str, **chosen: Any) -> Loaded:
    number = next(NUMBERS)
    asking = await command(client, ANN, name, number, chosen)
    opened = await client.services.matches.store.opened_by(number)
    assert opened is not None, asking.answers
    return await client.services.matches.load(opened.id)


async def answer_to(client: SaludClient, name: str, **chosen: Any) -> str:
    """Return the answer to ANN's command, which begins no match."""
    number = next(NUMBERS)
    asking = await command(client, ANN, name, number, chosen)
    assert await client.services.matches.store.opened_by(number) is None, "no match was created"
    return asking.answers[-1]


async def test_game_is_an_option_wherever_a_match_begins_or_is_explained(
    client: SaludClient,
) -> None:
    commands = await payloads(client)
    choices = [
        {"name": "Dice Miner", "value": "dice-miner"},
        {"name": "Isegrim's dice grid", "value": "dice-grid"},
        {"name": "DYNAMINE", "value": "dynamine"},
        {"name": "Toy", "value": "toy"},
        {"name": "Solitaire", "value": "solitaire"},
    ]
    offered = {name for name in BEGINS_OR_EXPLAINS if "game" in options(commands[name])}
    assert offered == BEGINS_OR_EXPLAINS
    assert all(options(commands[name])["game"]["choices"] == choices for name in offered)
    assert commands["challenge"]["description"] == "Challenge friends to a match"
    topic = options(commands["rules"])["topic"]
    assert topic["autocomplete"]
    assert not topic.get("choices")


async def test_single_game_is_named_in_descriptions_and_its_topics_are_choices(
    tmp_path: Path,
) -> None:
    clock, seeds = SetClock(), CountedSeeds()
    async with offline(tmp_path / "salud.db", clock, seeds, ONE_GAME) as (client, _):
        await cogs(client)
        commands = await payloads(client)
        plain = {
            command.name: command.to_dict(client.tree) for command in client.tree.get_commands()
        }
    assert not any(
        "game" in options(command) for command in commands.values() if "options" in command
    )
    challenge = commands["challenge"]
    assert challenge["description"] == "Challenge friends to a match of Dice Miner"
    assert {"es-ES", "el"} <= set(challenge["description_localizations"])
    topics = options(commands["rules"])["topic"]
    assert len(topics["choices"]) == len(options(plain["rules"])["topic"]["choices"]) == 9
    assert "autocomplete" not in topics
    assert "es-ES" in topics["choices"][0]["name_localizations"]


@pytest.mark.parametrize(("game", "seats"), [(None, 4), ("toy", 4)])
async def test_open_uses_the_named_game_and_its_seats(
    client: SaludClient, game: str | None, seats: int
) -> None:
    loaded = await begin_match(client, "open", game=game)
    assert (loaded.record.game, loaded.record.seats) == (game or "dice-miner", seats)
    assert loaded.status is Status.OPEN


async def test_invitation_to_a_challenge_names_its_game(client: SaludClient) -> None:
    loaded = await begin_match(client, "challenge", opponent=member(BEN), game="toy")
    assert loaded.record.game == "toy"
    content = await client.services.kit.cards.contents.content(loaded)
    text, verbs = contents(content.layout)
    assert " challenges **u**: Toy\n" in text
    assert "\n## 🎲 " in text
    assert "how" not in verbs, "the toy has no explanation"


async def test_practice_of_a_named_game_against_computers_or_alone(client: SaludClient) -> None:
    loaded = await begin_match(client, "practice", game="toy", rivals=2)
    assert (loaded.record.game, loaded.seats) == ("toy", 3)
    alone = await begin_match(client, "practice", game="solitaire")
    assert (alone.record.game, alone.seats, alone.status) == ("solitaire", 1, Status.RUNNING)
    usual = await begin_match(client, "practice")
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
async def test_impossible_choice_is_refused_and_begins_nothing(
    client: SaludClient, name: str, chosen: dict[str, Any], sentence: str
) -> None:
    assert sentence in await answer_to(client, name, **chosen)


async def test_server_s_usual_game_is_the_default_unless_it_is_gone(client: SaludClient) -> None:
    choose = client.services.preferences.choose
    await choose(GUILD, {"game": "toy"})
    assert (await begin_match(client, "open")).record.game == "toy"
    assert "no rules to read here yet" in await answer_to(client, "rules")
    assert "How a match goes" in await answer_to(client, "rules", game="dice-miner")
    await choose(GUILD, {"game": "chess"})
    assert (await begin_match(client, "open")).record.game == "dice-miner"


async def test_menu_of_topics_keeps_its_game(client: SaludClient) -> None:
    """A menu without a game means the first one."""
    await client.services.preferences.choose(GUILD, {"game": "toy"})
    asking = await press(client, CAT, families.TOPICS.spell("rules"), next(NUMBERS), ["magic"])
    assert "## Magic" in asking.answers[-1]
    asking = await press(
        client, CAT, families.TOPICS.spell("rules", "toy"), next(NUMBERS), ["magic"]
    )
    assert "no rules to read here yet" in asking.answers[-1]
    help_of_toy = await press(client, CAT, families.TOPICS.spell("help", "toy"), next(NUMBERS))
    assert "`/tutorial`" in help_of_toy.answers[-1], "the commands of all games are listed"


async def test_how_to_play_explains_the_game_of_the_match(client: SaludClient) -> None:
    dice = await begin_match(client, "open")
    asking = await press(client, CAT, families.MATCH.spell(dice.record.id, "how"), next(NUMBERS))
    assert "## Dice Miner in a minute" in asking.answers[-1]
    toy = await begin_match(client, "open", game="toy")
    asking = await press(client, CAT, families.MATCH.spell(toy.record.id, "how"), next(NUMBERS))
    assert "no rules to read here yet" in asking.answers[-1]


def test_game_without_a_package_has_only_a_title() -> None:
    register = GameRegister({"two-moons": GAMES.games["toy"]})
    assert register.package("two-moons").title == "Two Moons"
    assert register.package("two-moons").screens is None
