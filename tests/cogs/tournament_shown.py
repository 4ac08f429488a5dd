"""Tournaments whose results are made up, as people are shown them."""

import asyncio
from collections.abc import Mapping
from typing import Any, cast

from bot.match.tournaments.known import Known
from bot.match.tournaments.store import TournamentRow
from bot.match.tournaments.tables import TableId
from cogs.base.text_limits import COMPONENTS, TEXT
from cogs.drawing.artist import ThreadArtist
from cogs.drawing.queue import DrawingQueue
from cogs.games.installed import InstalledGames
from cogs.posting.posted_message import Content
from cogs.tournaments.panel import panel
from cogs.tournaments.told import Told, people_of
from render.theme import USUAL
from tests.match.tournaments.simulated import SEED, Simulated
from tests.match.world import CHANNEL, GAMES, GUILD
from texts import Catalogue, Words

CATALOGUE = Catalogue.load()
NUMBER = 12
INSTALLED = InstalledGames(GAMES)


def known(simulated: Simulated) -> Known:
    """It, as if it were stored; each table has a match."""
    now = simulated.now
    row = TournamentRow(
        id=NUMBER,
        guild=GUILD,
        channel=CHANNEL,
        seed=SEED,
        status=now.status,
        name=now.terms.name,
        game=now.terms.game,
        events=now.events,
        due=None,
        panel=None,
        shown=0,
        told=0,
    )
    matches = {table.id: 700 + n for n, table in enumerate(now.tables) if not table.is_bye}
    return Known(row, now, tuple(simulated.events), matches, {})


def told(
    simulated: Simulated,
    words: Words | None = None,
    names: Mapping[int, str] | None = None,
    urls: Mapping[TableId, str] | None = None,
) -> Told:
    """It, as it is told to a reader of English."""
    at = known(simulated)
    called = names or {user: f"u{user}" for user in people_of(simulated.now)}
    if urls is None:
        urls = {
            table.id: f"https://discord.com/channels/{GUILD}/{10**18 + n}"
            for n, table in enumerate(simulated.now.open_tables)
        }
    return Told(at, called, words or CATALOGUE.words(), USUAL, "🧸 Toy", urls)


async def shown(one: Told) -> Content:
    """Its panel."""
    pictures = INSTALLED.pictures(one.now.terms.game)
    return await panel(one, pictures, drawing())


def drawing() -> DrawingQueue:
    """Draws in threads."""
    return DrawingQueue(ThreadArtist(INSTALLED.all_pictures))


def parts(content: Content) -> list[dict[str, Any]]:
    """All components of a message that Discord would take."""
    found: list[dict[str, Any]] = []

    def walk(some: list[dict[str, Any]]) -> None:
        for part in some:
            found.append(part)
            walk(part.get("components", []))

    walk(cast("Any", content.layout).to_components())
    assert len(found) <= COMPONENTS
    assert sum(len(part.get("content", "")) for part in found) <= TEXT
    ids = [part["custom_id"] for part in found if "custom_id" in part]
    assert len(set(ids)) == len(ids)
    assert all(len(one) <= 100 for one in ids)
    return found


def text(content: Content) -> str:
    """All that it says."""
    return "\n".join(part["content"] for part in parts(content) if "content" in part)


def labels(content: Content) -> list[str]:
    """What its buttons say."""
    return [part["label"] for part in parts(content) if "label" in part]


def made(one: Told) -> Content:
    """Its panel, for tests that wait for nothing."""
    return asyncio.run(shown(one))
