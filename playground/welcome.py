"""The page's first view for newcomers: cards of the bot's offers, started with one press."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from playground.errors import Json

PICTURES = "/welcome"
_KEPT = {"Cache-Control": "public, max-age=3600"}


@dataclass(frozen=True, slots=True)
class Start:
    command: str
    """A slash command. Values of its options contain no blanks: ``practice pace:slow``."""
    label: str
    hint: str


@dataclass(frozen=True, slots=True)
class Card:
    title: str
    text: str
    starts: tuple[Start, ...]
    picture: str = ""
    """The name by which the bot imports the drawing function; "" if there is no picture."""
    alt: str = ""
    """Describes the picture to people who don't see it."""


@dataclass(frozen=True, slots=True)
class Welcome:
    title: str
    text: str
    cards: tuple[Card, ...]
    draw: Callable[[int], bytes] | None = None
    """Returns a card's picture (PNG) by number. It is slow, so only a page's request calls it."""

    def as_json(self) -> Json:
        return {
            "title": self.title,
            "text": self.text,
            "cards": [
                {
                    "title": card.title,
                    "text": card.text,
                    "picture": f"{PICTURES}/{number}.png" if card.picture else None,
                    "alt": card.alt,
                    "starts": [
                        {"command": start.command, "label": start.label, "hint": start.hint}
                        for start in card.starts
                    ],
                }
                for number, card in enumerate(self.cards)
            ],
        }


@dataclass(eq=False)
class WelcomePictures:
    """Serves the pictures of a welcome; each is drawn once, in a thread, on its first request."""

    welcome: Welcome | None
    _drawn: dict[int, asyncio.Task[bytes]] = field(default_factory=dict, init=False)

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get(PICTURES + r"/{number:\d{1,3}}.png", self._serve)

    async def _serve(self, request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        welcome = self.welcome
        if welcome is None or welcome.draw is None or number >= len(welcome.cards):
            raise web.HTTPNotFound
        task = self._drawn.get(number)
        if task is None:
            drawing = asyncio.to_thread(welcome.draw, number)
            task = self._drawn[number] = asyncio.create_task(drawing)
        # Other pages wait for the same picture, so a closed page must not cancel it.
        picture = await asyncio.shield(task)
        return web.Response(body=picture, content_type="image/png", headers=_KEPT)
