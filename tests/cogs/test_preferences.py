"""Servers' choices, and the defaults."""

from pathlib import Path

import pytest

from cogs.preferences.server_settings import LANGUAGE
from cogs.preferences.store import Preferences
from tests.match.world import GUILD, World
from texts import Catalogue

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    (tmp_path / "es.po").write_text(HEADER, encoding="utf-8")
    return Catalogue.load(tmp_path)


@pytest.mark.parametrize(
    ("chosen", "spoken", "expected"),
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
async def test_language_is_the_server_s_choice_then_its_discord_locale_then_english(
    world: World, catalogue: Catalogue, chosen: str | None, spoken: str | None, expected: str
) -> None:
    preferences = Preferences(world.store, catalogue, {GUILD: spoken}.get)
    await preferences.choose(GUILD, {LANGUAGE: chosen})
    assert (await preferences.words(GUILD)).locale == expected


async def test_choice_holds_for_one_server_until_it_is_reset(
    world: World, catalogue: Catalogue
) -> None:
    preferences = Preferences(world.store, catalogue, lambda _: "en-US")
    await preferences.choose(GUILD, {LANGUAGE: "es"})
    assert (await preferences.words(GUILD + 1)).locale == "en"
    assert await preferences.language(GUILD) == "es"
    await preferences.choose(GUILD, {LANGUAGE: None})
    assert await preferences.language(GUILD) is None
    assert (await preferences.words(GUILD)).locale == "en"
