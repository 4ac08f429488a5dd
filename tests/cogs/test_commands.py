"""All commands as sent to Discord, in every language."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.app.assembly import build_client
from bot.app.settings import Settings
from cogs.interactions.translator import CatalogueTranslator
from tests.fresh import fresh

MOST, LINE = 8000, 100
"""Limits on a command's characters, counted with the longest language of each text, and on one
text."""


def texts(part: dict[str, Any]) -> Iterator[list[str]]:
    key = "description" if "description" in part else "name"
    yield [part[key], *(part.get(f"{key}_localizations") or {}).values()]
    for inner in (*part.get("options", ()), *part.get("choices", ())):
        yield from texts(inner)


ANYWHERE = {
    *("daily", "practice", "tutorial", "rules", "help", "me", "away", "mydata"),
    *("profile", "history", "report", "puzzle"),
}


async def test_every_command_fits_in_every_language(tmp_path: Path) -> None:
    settings = Settings(
        salud_database=fresh(tmp_path / "salud.db"), salud_backups_kept=0, salud_drawing="thread"
    )
    async with build_client(settings) as client:
        await client.load_commands()
        translator = CatalogueTranslator(client.services.catalogue)
        payloads = [
            await command.get_translated_payload(client.tree, translator)
            for command in client.tree.get_commands()
        ]
    assert len(payloads) > 10
    outside = {payload["name"] for payload in payloads if payload["contexts"] == [0, 1, 2]}
    assert outside == ANYWHERE
    for payload in payloads:
        if payload["name"] in ANYWHERE:
            assert payload["integration_types"] == [0, 1]
        else:
            assert (payload["contexts"], payload["integration_types"]) == ([0], [0])
    translated = 0
    for payload in payloads:
        all_texts = list(texts(dict(payload)))
        assert [text for forms in all_texts for text in forms if not 0 < len(text) <= LINE] == []
        assert [text for forms in all_texts for text in forms if text.endswith("…")] == [], (
            "no text is cut"
        )
        assert sum(max(map(len, forms)) for forms in all_texts) < MOST
        translated += sum(len(forms) > 1 for forms in all_texts)
    assert translated > 50, "readers see commands in their language"
