"""Two small bots for practice matches, as comparisons for ours.

``python -m bench.plain_bots floor`` is the sum of the parts: discord.py's acknowledgement, our
rules and computer player, our commits, our picture, our layout, discord.py's edit. It keeps no
state between runs, does not handle illegal presses, and runs nothing in the background.

``python -m bench.plain_bots usual`` does what bots of this kind usually do: it draws each picture
from scratch with Pillow, saves it with default settings, and commits each row separately with
aiosqlite.
"""

import asyncio
import io
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiosqlite
import discord
from discord import app_commands
from PIL import Image, ImageDraw, ImageFont

from bench.counted_bot import counting
from bot.app.discord_address import connect_to
from bot.app.games import load_games
from bot.storage.opening import open_database
from bot.storage.sqlite.writer import Writer
from cogs.base import custom_id_families as families
from cogs.games.installed import InstalledGames
from cogs.screens import Scene
from cogs.screens.base import MENU, Form, moves_of
from cogs.ui.layouts import MessageLayout, board_rows, compose, files, match_button
from cogs.ui.modals import modal, values
from engine.core import driver
from engine.core.chance import Stream
from engine.core.types import Level
from render.picture import Picture
from render.players import Player
from texts import Catalogue, Words

PERSON, COMPUTER = 0, 1
SCHEMA = "CREATE TABLE entry (match, seq, actor, token, PRIMARY KEY (match, seq))"
INSERT = "INSERT INTO entry VALUES (?, ?, ?, ?)"

Advances = Sequence[driver.Advance[Any]]


class Parts(ABC):
    """The interchangeable parts of a bot."""

    @abstractmethod
    async def open(self, path: Path) -> None: ...

    @abstractmethod
    async def keep(self, match: int, advances: Advances) -> None:
        """Store these entries; return once they are on disk."""

    @abstractmethod
    def draw(self, scene: Scene, advances: Advances) -> Picture:
        """Draw a board; called in a thread."""


class FloorParts(Parts):
    """The real bot's parts."""

    async def open(self, path: Path) -> None:
        self._database = await open_database(str(path))
        await self._database.execute(SCHEMA)

    async def keep(self, match: int, advances: Advances) -> None:
        """Store the entries in one commit, shared with concurrent callers."""
        rows = _rows(match, advances)
        await self._database.writer.write(lambda c: c.executemany(INSERT, rows).rowcount)

    def draw(self, scene: Scene, advances: Advances) -> Picture:
        return scene.screens.board(scene, moves_of(advances))


class UsualParts(Parts):
    """Parts that are common elsewhere."""

    async def open(self, path: Path) -> None:
        self._connection = await aiosqlite.connect(path)
        await self._connection.execute("PRAGMA journal_mode = WAL")
        await self._connection.execute("PRAGMA synchronous = FULL")
        await self._connection.execute(SCHEMA)
        self._lock = asyncio.Lock()

    async def keep(self, match: int, advances: Advances) -> None:
        """Store each entry in its own commit."""
        async with self._lock:
            for row in _rows(match, advances):
                await self._connection.execute(INSERT, row)
                await self._connection.commit()

    def draw(self, scene: Scene, advances: Advances) -> Picture:
        """Draw a picture of the same size with as many dice from scratch."""
        del advances
        image = Image.new("RGBA", (1000, 640))
        pen = ImageDraw.Draw(image)
        for row in range(image.height):
            pen.line((0, row, image.width, row), (90 - row // 12, 70, 60 + row // 8, 255))
        font = ImageFont.load_default(28)
        for number in range(60):
            die = Image.new("RGBA", (168, 168))
            on_die = ImageDraw.Draw(die)
            on_die.rounded_rectangle((6, 6, 161, 161), 36, (200, 180 - number, 90, 255), "black", 6)
            die = die.resize((56, 56), Image.Resampling.LANCZOS)
            place = (20 + number % 15 * 64, 80 + number // 15 * 80)
            image.alpha_composite(die, place)
            pen.text((place[0] + 16, place[1] + 10), str(number % 6 + 1), "black", font)
        for seat, player in enumerate(scene.players):
            pen.text((20, 440 + seat * 60), player.name, "white", font)
        data = io.BytesIO()
        image.save(data, "PNG")
        return Picture(data.getvalue(), image.width, image.height, "A board.")


def _rows(match: int, advances: Advances) -> list[tuple[object, ...]]:
    return [
        (match, advance.entry.seq, advance.entry.actor, advance.entry.token) for advance in advances
    ]


@dataclass
class Table:
    """One match in memory."""

    number: int
    user: int
    channel: int
    position: driver.Position[Any]
    stream: Stream
    message: discord.PartialMessage | None = None


class PlainBot(discord.Client):
    """A bot that only plays practice matches."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._parts = parts
        self._games = InstalledGames(load_games())
        self._game = self._games.newest(self._games.default)
        self._words: Words = Catalogue.load().words(None)
        self._tables: dict[int, Table] = {}
        self._tree = app_commands.CommandTree(self)

        @self._tree.command(description="Play alone")
        async def practice(
            interaction: discord.Interaction, rivals: int = 1, public: bool = True
        ) -> None:
            del rivals, public
            await self._begin(interaction)

        _ = practice

    async def setup_hook(self) -> None:
        await self._parts.open(Path(os.environ["SALUD_DATABASE"]))
        await self._tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.application_command:
            return
        data: Any = interaction.data
        _, kind, match, seq, what = data["custom_id"].split(":", 4)
        table = self._tables[int(match)]
        scene = self._scene(table)
        tokens: Sequence[str] = what.split(",")
        if kind == "panel":
            form = scene.screens.form(scene, PERSON, what)
            if isinstance(form, Form):
                board = families.BoardVersion(table.number, int(seq))
                await interaction.response.send_modal(modal(families.FORM.spell(board, what), form))
                return
            assert isinstance(form, tuple), "the token must be offered"
            tokens = form
        elif kind == "menu":
            tokens = scene.screens.tokens(scene, PERSON, what, {MENU: data.get("values", [])})
        elif kind == "form":
            tokens = scene.screens.tokens(scene, PERSON, what, values(data))
        await interaction.response.defer()
        await self._decide(table, tokens)

    async def _begin(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        assert interaction.channel_id is not None, "the command must be used in a channel"
        number = len(self._tables) + 1
        stream = Stream(number.to_bytes(32), str(interaction.id))
        table = Table(
            number, interaction.user.id, interaction.channel_id, driver.start(self._game, 2), stream
        )
        self._tables[number] = table
        advances = [*driver.advance(self._game, table.position, table.stream)]
        table.position = advances[-1].position if advances else table.position
        await self._answer_by_computer(table, advances)
        await self._show(table, advances)
        await interaction.followup.send("It has begun.", ephemeral=True)

    async def _decide(self, table: Table, tokens: Sequence[str]) -> None:
        advances = self._choose(table, PERSON, tokens)
        await self._parts.keep(table.number, advances)
        await self._answer_by_computer(table, advances)
        await self._show(table, advances)

    async def _answer_by_computer(self, table: Table, advances: list[driver.Advance[Any]]) -> None:
        while COMPUTER in self._game.to_act(table.position.state):
            state = table.position.state
            action = await asyncio.to_thread(self._game.suggest, state, COMPUTER, Level.FOREMAN)
            moved = self._choose(table, COMPUTER, [self._game.notation(action)])
            await self._parts.keep(table.number, moved)
            advances += moved

    def _choose(self, table: Table, seat: int, tokens: Sequence[str]) -> list[driver.Advance[Any]]:
        advances = []
        for token in tokens:
            advances.append(driver.choose(self._game, table.position, seat, token))
            table.position = advances[-1].position
        advances += driver.advance(self._game, table.position, table.stream)
        table.position = advances[-1].position
        return advances

    async def _show(self, table: Table, advances: Advances) -> None:
        layout, pictures = await self._layout(table, advances)
        if table.message is None:
            channel = self.get_partial_messageable(table.channel)
            sent = await channel.send(view=layout, files=files(pictures))
            table.message = channel.get_partial_message(sent.id)
        else:
            await table.message.edit(view=layout, attachments=files(pictures))

    async def _layout(
        self, table: Table, advances: Advances
    ) -> tuple[MessageLayout, list[tuple[str, Picture]]]:
        scene = self._scene(table)
        picture = await asyncio.to_thread(self._parts.draw, scene, advances)
        pictures = [(f"board-{table.position.seq}.png", picture)]
        rows: list[Any] = []
        if self._game.outcome(table.position.state) is None:
            board = families.BoardVersion(table.number, table.position.seq)
            rows = board_rows(board, scene.screens.controls(scene))
        else:
            rows = [[match_button(table.number, "rematch", "Rematch")]]
        above = f"<@{table.user}>, it's your turn **now**."
        return compose(above=above, galleries=[pictures], rows=rows), pictures

    def _scene(self, table: Table) -> Scene:
        state = table.position.state
        return Scene(
            self._game,
            state,
            tuple(sorted(self._game.to_act(state))),
            (Player("Digger"), Player("Computer", computer=True)),
            self._words,
            self._games.screens(self._games.default),
        )


def main(kind: str) -> None:
    counting(Writer, [])
    connect_to(os.environ["SALUD_PLAYGROUND"])
    bot = PlainBot(FloorParts() if kind == "floor" else UsualParts())
    bot.run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main(sys.argv[1])
