"""What servers have chosen, and what holds where they have chosen nothing."""

from pathlib import Path

import pytest

from cogs.preferences.server_settings import LANGUAGE
from cogs.preferences.store import Preferences
from tests.match.world import GUILD, World
from texts import Catalogue

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """English and Spanish."""
    (tmp_path / "es.po").write_text(HEADER, encoding="utf-8")
    return Catalogue.load(tmp_path)


@pytest.mark.parametrize(
    ("chosen", "spoken", "found"),
    [
        (None, None, "en"),
        (None, "es-ES", "es"),
        (None, "es-419", "es"),
        (None, "fr", "en"),
        ("es", "en-US", "es"),
        ("en", "es-ES", "en"),
        ("gone", "es-ES", "es"),
    ],
)
async def test_language_of_a_server(
    world: World, catalogue: Catalogue, chosen: str | None, spoken: str | None, found: str
) -> None:
    """What it has set, else the language it speaks on Discord, else English."""
    preferences = Preferences(world.store, catalogue, {GUILD: spoken}.get)
    await preferences.choose(GUILD, {LANGUAGE: chosen})
    assert (await preferences.words(GUILD)).locale == found


async def test_each_server_has_its_own(world: World, catalogue: Catalogue) -> None:
    """A choice holds for one server until it is taken back."""
    preferences = Preferences(world.store, catalogue, lambda _: "en-US")
    await preferences.choose(GUILD, {LANGUAGE: "es"})
    assert (await preferences.words(GUILD + 1)).locale == "en"
    assert await preferences.language(GUILD) == "es"
    await preferences.choose(GUILD, {LANGUAGE: None})
    assert await preferences.language(GUILD) is None
    assert (await preferences.words(GUILD)).locale == "en"
