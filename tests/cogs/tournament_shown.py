"""Tournament panels with simulated results."""

import asyncio
from collections.abc import Mapping
from typing import Any, cast

from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.records import TournamentRow
from bot.match.tournaments.tables import TableId
from cogs.base.text_limits import COMPONENTS, TEXT
from cogs.drawing.artist import ThreadArtist
from cogs.drawing.queue import DrawingQueue
from cogs.games.installed import InstalledGames
from cogs.posting.posted_message import Content
from cogs.tournaments.panel import panel
from cogs.tournaments.views import TournamentView, people_of
from render.theme import USUAL
from tests.match.tournaments.simulated import SEED, Simulated
from tests.match.world import CHANNEL, GAMES, GUILD
from texts import Catalogue, Words

CATALOGUE = Catalogue.load()
NUMBER = 12
IN_SERVER = 3
INSTALLED = InstalledGames(GAMES)


def stored(simulated: Simulated) -> LoadedTournament:
    """Return the simulated tournament as if it were stored; each table has a match."""
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
        told=0,
        number=IN_SERVER,
    )
    matches = {table.id: 700 + n for n, table in enumerate(now.tables) if not table.is_bye}
    return LoadedTournament(row, tuple(simulated.events), now, matches=matches)


def presented(
    simulated: Simulated,
    words: Words | None = None,
    names: Mapping[int, str] | None = None,
    urls: Mapping[TableId, str] | None = None,
) -> TournamentView:
    """Return the tournament as panels receive it, in English unless `words` are given."""
    called = names or {user: f"u{user}" for user in people_of(simulated.now)}
    if urls is None:
        urls = {
            table.id: f"https://discord.com/channels/{GUILD}/{10**18 + n}"
            for n, table in enumerate(simulated.now.open_tables)
        }
    return TournamentView(
        stored(simulated), called, words or CATALOGUE.words(), USUAL, "🧸 Toy", urls
    )


async def panel_content(tournament: TournamentView) -> Content:
    pictures = INSTALLED.pictures(tournament.state.terms.game)
    return await panel(tournament, pictures, drawing())


def drawing() -> DrawingQueue:
    return DrawingQueue(ThreadArtist(INSTALLED.all_pictures))


def parts(content: Content) -> list[dict[str, Any]]:
    """Return all components of a message, after checking its limits."""
    components: list[dict[str, Any]] = []

    def walk(children: list[dict[str, Any]]) -> None:
        for part in children:
            components.append(part)
            walk(part.get("components", []))

    walk(cast("Any", content.layout).to_components())
    assert len(components) <= COMPONENTS
    assert sum(len(part.get("content", "")) for part in components) <= TEXT
    ids = [part["custom_id"] for part in components if "custom_id" in part]
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) <= 100 for custom_id in ids)
    return components


def text(content: Content) -> str:
    return "\n".join(part["content"] for part in parts(content) if "content" in part)


def labels(content: Content) -> list[str]:
    return [part["label"] for part in parts(content) if "label" in part]


def panel_content_sync(tournament: TournamentView) -> Content:
    """Return the panel without an event loop."""
    return asyncio.run(panel_content(tournament))
