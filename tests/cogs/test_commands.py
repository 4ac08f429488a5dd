"""All commands as Discord is told them, in every language that is delivered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.app import built
from bot.settings import Settings
from cogs.interactions.translator import CatalogueTranslator
from tests.fresh import fresh

MOST, LINE = 8000, 100
"""Characters of a command in all, where the longest language of a text counts; and of a text."""


def texts(part: dict[str, Any]) -> Iterator[list[str]]:
    """Each text of a command, in all languages."""
    key = "description" if "description" in part else "name"
    yield [part[key], *(part.get(f"{key}_localizations") or {}).values()]
    for inner in (*part.get("options", ()), *part.get("choices", ())):
        yield from texts(inner)


async def test_all_commands_fit(tmp_path: Path) -> None:
    """No language's text is too long for Discord, and each one is there."""
    settings = Settings(
        salud_database=fresh(tmp_path / "salud.db"), salud_backups_kept=0, salud_drawing="thread"
    )
    async with built(settings) as client:
        await client.load_commands()
        translator = CatalogueTranslator(client.services.catalogue)
        payloads = [
            await command.get_translated_payload(client.tree, translator)
            for command in client.tree.get_commands()
        ]
    assert len(payloads) > 10
    assert [one["name"] for one in payloads if one["dm_permission"]] == [], "for servers only"
    translated = 0
    for payload in payloads:
        found = list(texts(dict(payload)))
        assert [text for forms in found for text in forms if not 0 < len(text) <= LINE] == []
        assert [text for forms in found for text in forms if text.endswith("…")] == [], "cut"
        assert sum(max(map(len, forms)) for forms in found) < MOST
        translated += sum(len(forms) > 1 for forms in found)
    assert translated > 50, "readers see commands in their language"
