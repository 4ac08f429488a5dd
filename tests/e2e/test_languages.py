"""What is said to one person alone is in their own language."""

import pytest

from playground import Person, Playground, seed
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import text
from tests.tiers import every
from texts import Catalogue


@pytest.mark.parametrize("language", every(Catalogue.load().languages))
async def test_private_texts(
    playground: Playground, bot: BotProcess, people: list[Person], language: str
) -> None:
    """The rules, and the commands as they are listed, in the language of the one who asks."""
    ada, ben = people[:2]
    playground.world.locales[ada.id] = {"en": "en-US", "es": "es-419"}.get(language, language)
    words = Catalogue.load().words(language)
    told = await ada.command("rules", {"topic": "chests"}, channel=seed.TAVERN_ID)
    assert words.say("Chests") in text(told.message or {})
    told = await ben.command("rules", {"topic": "chests"}, channel=seed.TAVERN_ID)
    assert "Chests" in text(told.message or {})
