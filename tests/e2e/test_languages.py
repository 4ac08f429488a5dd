"""Private answers are in the reader's language."""

import pytest

from playground import Person, Playground, seed
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import text
from tests.tiers import every
from texts import Catalogue


@pytest.mark.parametrize("language", every(Catalogue.load().languages))
async def test_rules_and_commands_are_shown_in_the_user_s_language(
    playground: Playground, bot: BotProcess, people: list[Person], language: str
) -> None:
    ada, ben = people[:2]
    playground.world.locales[ada.id] = {"en": "en-US", "es": "es-419"}.get(language, language)
    words = Catalogue.load().words(language)
    answer = await ada.command("rules", {"topic": "chests"}, channel=seed.TAVERN_ID)
    assert words.say("Chests") in text(answer.message or {})
    answer = await ben.command("rules", {"topic": "chests"}, channel=seed.TAVERN_ID)
    assert "Chests" in text(answer.message or {})
