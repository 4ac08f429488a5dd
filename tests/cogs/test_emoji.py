"""The games' own emoji: uploaded once, by whichever process is first."""

import logging
from collections.abc import Collection
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from cogs.ui.emoji import GameEmoji
from cogs.ui.emoji_refusals import with_emoji
from render.game_pictures import GamePictures

PICTURES = {"salud_one": b"1", "salud_two": b"2", "salud_three": b"3"}


class Emoji(SimpleNamespace):
    def __str__(self) -> str:
        return f"<:{self.name}:7>"


class Application:
    """A stub of the application. When the first emoji is uploaded, another process uploads
    `others`."""

    def __init__(self, others: Collection[str] = ()) -> None:
        self.has: list[str] = []
        self.refused = 0
        self._others = others

    async def fetch_application_emojis(self) -> list[Emoji]:
        return [Emoji(name=name) for name in self.has]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Emoji:
        assert image == PICTURES[name]
        if name in self.has:
            self.refused += 1
            response: Any = SimpleNamespace(status=400, reason="Bad Request")
            raise discord.HTTPException(response, "An emoji with that name already exists")
        self.has += {name, *self._others} - {*self.has}
        return Emoji(name=name)


@pytest.fixture
def emoji() -> GameEmoji:
    game = cast("GamePictures", SimpleNamespace(emoji=lambda: PICTURES))
    game_emoji = GameEmoji([game])
    game_emoji.pause = 0
    return game_emoji


@pytest.mark.parametrize("others", [[], ["salud_two"], list(PICTURES)])
async def test_emoji_uploaded_by_another_process_are_adopted_silently(
    emoji: GameEmoji, caplog: pytest.LogCaptureFixture, others: list[str]
) -> None:
    """The other process may end before it has uploaded all."""
    application: Any = Application(others)
    with caplog.at_level(logging.WARNING):
        await emoji.bring(application)
    assert application.refused == int(bool(others))
    assert emoji.known == {name: f"<:{name}:7>" for name in PICTURES}
    assert caplog.text == ""


async def test_missing_emoji_are_tried_again_after_longer_pauses(
    caplog: pytest.LogCaptureFixture,
) -> None:
    application: Any = Application()
    upload, left = application.create_application_emoji, iter(range(9))
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)

    async def refuse(**options: Any) -> Emoji:
        if next(left, None) is not None:
            raise aiohttp.ClientError("no room")
        return cast("Emoji", await upload(**options))

    application.create_application_emoji = refuse
    game = cast("GamePictures", SimpleNamespace(emoji=lambda: PICTURES))
    emoji = GameEmoji([game], sleep=rest)
    emoji.pause = 0
    await emoji.bring(application)
    assert [seconds for seconds in rests if seconds] == [
        *(60, 120, 240, 480, 960, 1920, 3600, 3600, 3600)
    ]
    assert set(emoji.known) == set(PICTURES)
    assert "3 of 3 emoji are missing, next attempt in 60 seconds" in caplog.text


async def test_emoji_deleted_by_the_operator_is_forgotten(emoji: GameEmoji) -> None:
    application: Any = Application()
    await emoji.bring(application)
    application.has.remove("salud_two")
    assert set(await emoji.refetch(application)) == {"salud_one", "salud_three"}


def test_buttons_without_their_emoji_can_be_told_apart() -> None:
    def button(label: str, name: str, emoji_id: str | None = "7") -> dict[str, Any]:
        return {"type": 2, "label": label, "emoji": {"id": emoji_id, "name": name}}

    row = [
        button("Ada", "salud_v1_beer_tool"),
        button("Ada", "salud_v1_beer_magic"),
        button("A", "salud_v1_pick_2"),
        button("B", "🍺", None),
    ]
    body = {"components": [{"type": 1, "components": row}]}
    assert with_emoji(body, {})["components"][0]["components"] == [
        {"type": 2, "label": "Ada · beer tool"},
        {"type": 2, "label": "Ada · beer magic"},
        {"type": 2, "label": "A"},
        button("B", "🍺", None),
    ]
    known = {"salud_v1_pick_2": "<:salud_v1_pick_2:830000000000000099>"}
    assert with_emoji(body, known)["components"][0]["components"][2]["emoji"] == {
        "id": 830000000000000099,
        "name": "salud_v1_pick_2",
    }
