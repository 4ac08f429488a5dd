"""An answer about statistics: its texts, its picture, its buttons."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.match.log.records import MatchId
from bot.match.statistics.played import Counts
from bot.match.values.places import NO_SERVER
from bot.match.values.players import UserId
from cogs.base import custom_id_families as families
from cogs.games.installed import InstalledGames
from cogs.games.menu import games_menu
from cogs.screens.statistics import StatisticsScreens
from cogs.ui.layouts import MessageLayout, compose, files
from engine.core.game import AnyGame
from engine.core.statistics import GameStatistics
from render.game_pictures import GamePictures
from render.picture import Picture
from render.theme import Theme
from texts import Words

NOBODY = 0
"""In place of a user whom an answer is about."""


@dataclass(frozen=True, slots=True)
class Reader:
    guild: int
    """The server, or NO_SERVER outside servers."""
    user: UserId
    game: AnyGame
    words: Words
    theme: Theme
    games: InstalledGames
    can_name: Callable[[MatchId], Awaitable[bool]]
    """Returns whether the answer can name a match; see Context.can_name."""
    every_game: bool = False
    """Whether the answer is about all games; `game` is then an arbitrary game."""

    async def nameable(self, matches: Iterable[MatchId | None]) -> frozenset[MatchId]:
        return frozenset(
            [match for match in matches if match is not None and await self.can_name(match)]
        )

    @property
    def game_name(self) -> str:
        return self.game.info.name

    @property
    def everywhere(self) -> bool:
        """Whether the answer is about all servers, because its reader is outside them."""
        return self.guild == NO_SERVER

    @property
    def alone(self) -> bool:
        return max(self.game.info.seats) == 1

    @property
    def has_days(self) -> bool:
        return self.game_name in self.games.daily

    @property
    def statistics(self) -> GameStatistics:
        return self.game.statistics

    @property
    def screens(self) -> StatisticsScreens:
        return self.games.statistics(self.game_name)

    @property
    def pictures(self) -> GamePictures:
        return self.games.pictures(self.game_name)

    def about(self, text: str) -> str:
        if self.every_game or not self.games.several:
            return text
        return f"{text} · {self.games.title(self.game_name)}"

    def elsewhere(self, counts: Counts) -> str:
        """Return the numbers of other games as a list; "" if there are none."""
        words = self.words
        return words.listed(
            words.say("{game} ({count})", game=self.games.title(game), count=count)
            for game, count in counts.items()
            if game != self.game_name
        )


@dataclass(frozen=True, slots=True)
class StatisticsSheet:
    """A message as values: pictures, texts below them, and rows. The rows can be sent only once."""

    texts: tuple[str, ...]
    pictures: tuple[tuple[str, Picture], ...] = ()
    rows: Sequence[Sequence[ui.Item[Any]]] = ()

    def with_games(self, reader: Reader, answer: str, user: UserId = NOBODY) -> "StatisticsSheet":
        """Return the message with a menu that shows the same for another game.

        `answer` is a verb of STATISTICS_GAME; `user` is whom the answer is about.
        """
        custom_id = families.STATISTICS_GAME.spell(answer, reader.user, user)
        chosen, every = reader.game_name, None
        if answer == "history":
            # Translators: In a menu of games: all games together.
            every = (families.EVERY_GAME, reader.words.say("All games"))
            chosen = families.EVERY_GAME if reader.every_game else chosen
        menu = games_menu(custom_id, reader.games, chosen, every=every)
        return replace(self, rows=[*menu, *self.rows])

    def compose(self) -> MessageLayout:
        galleries = [[picture] for picture in self.pictures]  # side by side they would be cropped
        return compose(galleries=galleries, below=self.texts, rows=self.rows)

    def files(self) -> list[discord.File]:
        return files(self.pictures)
