"""/help and /rules explain every command and every die once, briefly."""

from collections import Counter
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from discord.app_commands import Command

from bot.app.games import load_games
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.games.installed import InstalledGames
from cogs.guide.commands import help_topics
from cogs.guide.handlers import GuideHandlers
from render.theme import USUAL
from tests.cogs.moments import GAME
from tests.cogs.offline import cogs, offline
from tests.cogs.test_layout import TEXT, check
from tests.handlers import handlers_of
from tests.match.machine import CountedSeeds, SetClock
from tests.tiers import every
from texts import Catalogue

LANGUAGES = Catalogue.load().languages
MENU = 3
SHORT = 900
"""Maximum number of characters per topic, to limit scrolling on a phone."""
GAMES = InstalledGames(load_games())
BOOKS = {
    "rules": GAMES.guide(GAMES.default).rules,
    "help": help_topics(GAMES, GAMES.default),
}
PAGES = [(book, key) for book, topics in BOOKS.items() for key in topics]


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SaludClient]:
    """The bot with all its commands, unconnected, shared by all tests."""
    path = tmp_path_factory.mktemp("guide") / "salud.db"
    async with offline(path, SetClock(), CountedSeeds(), load_games()) as (client, _):
        await cogs(client)
        yield client


async def test_every_command_is_explained_in_one_topic(client: SaludClient) -> None:
    """Newcomers also read about /challenge first."""
    explained = Counter(name for topic in BOOKS["help"].values() for name in topic.commands)
    there = [
        command.qualified_name
        for command in client.tree.walk_commands()
        if isinstance(command, Command)
    ]
    assert explained - Counter(there) == Counter(["challenge"])
    assert Counter(there) - explained == Counter()


@pytest.mark.parametrize("language", every(LANGUAGES))
@pytest.mark.parametrize(("book", "key"), PAGES)
async def test_every_page_is_short_and_its_menu_shows_the_topic(
    client: SaludClient, book: str, key: str, language: str
) -> None:
    words = client.services.catalogue.words(language)
    layout, pictures = await handlers_of(client, GuideHandlers).page(
        book, key, GAMES.default, words, USUAL
    )
    components, topic = check(layout), BOOKS[book][key]
    page = "\n".join(part["content"] for part in components if part["type"] == TEXT)
    assert words.say(topic.title) in page
    assert words.say(topic.text) in page
    assert len(page) <= SHORT
    assert all(f"- `/{name}`: " in page for name in topic.commands)
    *_, menu = (part for part in components if part["type"] == MENU)
    assert menu["custom_id"] == families.TOPICS.spell(book)
    assert [option["value"] for option in menu["options"]] == list(BOOKS[book])
    assert [option["value"] for option in menu["options"] if option["default"]] == [key]
    assert bool(pictures) == (topic.picture is not None)
    assert len({name for name, _ in pictures}) == len(pictures)


async def test_unknown_topic_shows_the_first(client: SaludClient) -> None:
    """Both books begin with all faces."""
    reader = (GAMES.default, client.services.catalogue.words("en"), USUAL)
    for book, topics in BOOKS.items():
        first = await handlers_of(client, GuideHandlers).page(book, next(iter(topics)), *reader)
        for key in ("", "no such topic"):
            layout, pictures = await handlers_of(client, GuideHandlers).page(book, key, *reader)
            assert (check(layout), pictures) == (check(first[0]), first[1])
        ((_, picture),) = first[1]
        assert all(f"{kind.kind.value.title()} dice" in picture.alt for kind in GAME.content.kinds)


async def test_heroes_are_listed_only_in_their_own_topic() -> None:
    listing = [key for key, topic in BOOKS["rules"].items() if topic.lines is not None]
    assert listing == ["heroes"]
