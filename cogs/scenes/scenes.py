"""Builds Scenes: a match's state, and its players with names."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from bot.match.log.loaded import Loaded
from bot.match.statistics.results import called_after, sat_before, took_part
from bot.match.values.places import NO_SERVER
from bot.match.values.players import Holder
from cogs.kit import Kit
from cogs.scenes.early_ends import early_end
from cogs.screens import Scene
from cogs.ui.computer_names import computer_name
from cogs.ui.emoji import GameEmoji
from engine.core.types import Seat
from render.players import Player
from render.theme import USUAL, Theme
from texts import Words


def _names_of(loaded: Loaded, guild: int | None) -> int:
    """Return the server whose nicknames are used, because a nickname must not appear in other
    servers.
    """
    return loaded.record.guild if loaded.record.day is None else guild or NO_SERVER


@dataclass(eq=False)
class Scenes:
    kit: Kit
    icons: GameEmoji

    def emoji(self, loaded: Loaded) -> str:
        return self.kit.games.emoji(loaded.record.game)

    async def scene(
        self,
        loaded: Loaded,
        words: Words,
        viewer: Seat | None = None,
        guild: int | None = None,
    ) -> Scene:
        """Return the current state for `viewer` (None: the public); fetch missing names.

        `guild` is the server that shows it, because a daily puzzle appears in several.
        """
        users = {*loaded.roster.holders, *took_part(loaded)}
        home = _names_of(loaded, guild)
        names = await self.kit.names.names(self.kit.client, home, users, words)
        theme = await self.kit.preferences.theme(loaded.record.guild)
        return self._scene(loaded, names, words, viewer, theme)

    def known(
        self,
        loaded: Loaded,
        words: Words,
        viewer: Seat | None = None,
        guild: int | None = None,
    ) -> Scene:
        """Return the same as `scene`, but with cached names and default colours, and without
        requests.
        """
        users = {*loaded.roster.holders, *took_part(loaded)}
        names = self.kit.names.known(_names_of(loaded, guild), users, words)
        return self._scene(loaded, names, words, viewer)

    def _scene(
        self,
        loaded: Loaded,
        names: Mapping[int, str],
        words: Words,
        viewer: Seat | None,
        theme: Theme = USUAL,
    ) -> Scene:
        computers = {
            seat: Player(computer_name(computer, words), computer=True)
            for seat, computer in loaded.computers.items()
        }

        def player(seat: Seat, holder: Holder) -> Player:
            if holder is None:
                return computers[seat]
            return Player(names.get(holder) or words.say_as("name", "Miner"))

        day = loaded.record.day
        players = tuple(player(*seat) for seat in enumerate(called_after(loaded)))
        return Scene(
            game=loaded.game,
            state=loaded.state,
            to_act=loaded.seats_to_act,
            players=players,
            former=tuple(
                (seat, until, player(seat, holder)) for seat, until, holder in sat_before(loaded)
            ),
            computers=computers,
            early=early_end(loaded, players, words),
            words=words,
            screens=self.kit.games.screens(loaded.record.game),
            viewer=viewer,
            shared=viewer is None and loaded.roster.is_shared,
            icons=self.icons.known,
            theme=theme,
            day=None if day is None else date.fromisoformat(day),
        )
