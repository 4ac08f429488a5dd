"""An answer about statistics: its texts, its picture, its buttons."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.match.log.records import MatchId
from bot.match.values.players import UserId
from cogs.games.installed import InstalledGames
from cogs.screens.statistics import StatisticsScreens
from cogs.ui.layouts import MessageLayout, compose, files
from engine.core.game import AnyGame
from engine.core.statistics import GameStatistics, declared
from render.game_pictures import GamePictures
from render.picture import Picture
from render.theme import Theme
from texts import Words


@dataclass(frozen=True, slots=True)
class Reader:
    guild: int
    user: UserId
    game: AnyGame
    words: Words
    theme: Theme
    games: InstalledGames
    can_name: Callable[[MatchId], Awaitable[bool]]
    """Returns whether the answer can name a match; see Context.can_name."""

    async def nameable(self, matches: Iterable[MatchId | None]) -> frozenset[MatchId]:
        return frozenset(
            [match for match in matches if match is not None and await self.can_name(match)]
        )

    @property
    def game_name(self) -> str:
        return self.game.info.name

    @property
    def alone(self) -> bool:
        return max(self.game.info.seats) == 1

    @property
    def has_days(self) -> bool:
        return self.game_name in self.games.daily

    @property
    def statistics(self) -> GameStatistics:
        return declared(self.game)

    @property
    def screens(self) -> StatisticsScreens:
        return self.games.statistics(self.game_name)

    @property
    def pictures(self) -> GamePictures:
        return self.games.pictures(self.game_name)

    def about(self, text: str) -> str:
        return f"{text} · {self.games.title(self.game_name)}" if self.games.several else text


@dataclass(frozen=True, slots=True)
class Sheet:
    """A message as values: pictures, texts below them, and rows. The rows can be sent only once."""

    texts: tuple[str, ...]
    pictures: tuple[tuple[str, Picture], ...] = ()
    rows: Sequence[Sequence[ui.Item[Any]]] = ()

    def compose(self) -> MessageLayout:
        galleries = [[picture] for picture in self.pictures]  # side by side they would be cropped
        return compose(galleries=galleries, below=self.texts, rows=self.rows)

    def files(self) -> list[discord.File]:
        return files(self.pictures)
