"""Which match a command means: the one named, the one played here, or the only one."""

from dataclasses import dataclass

import discord
from discord import app_commands

from bot.match.errors import NoSuchMatch, Refusal
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.records import Status
from cogs.board.scenes import Scenes
from cogs.ui.text_limits import OPTIONS
from cogs.ui.widgets import choice
from texts import Words, mark


class NoMatchHere(Refusal):
    """Nothing fits."""

    sentence = mark("You're in no running match here. `/challenge` or `/practice` starts one.")


class WhichMatch(Refusal):
    """Several fit."""

    sentence = mark("You're in several matches: say which one with the option `match`.")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who asks, where, and what was named."""

    guild: int
    place: int
    user: int
    match: int | None


def wanted(interaction: discord.Interaction, match: int | None) -> Wanted:
    """What a command says of the match that it means."""
    assert interaction.guild_id is not None, "the command is for servers only"
    assert interaction.channel_id is not None, "a command is given in a channel"
    return Wanted(interaction.guild_id, interaction.channel_id, interaction.user.id, match)


class MatchLookup:
    """Finds the match that a command means."""

    def __init__(self, matches: Matches, scenes: Scenes) -> None:
        self._matches = matches
        self._scenes = scenes

    async def find(self, what: Wanted, *, watching: bool = False) -> Loaded:
        """The match meant; `watching` takes also one that the user does not play.

        Raises NoSuchMatch, NoMatchHere or WhichMatch.
        """
        if what.match is not None:
            loaded = await self._matches.look(what.match)
            if loaded.record.guild != what.guild:
                raise NoSuchMatch
            return loaded
        here = [
            await self._matches.look(match)
            for match in await self._matches.store.of_place(what.place)
        ]
        mine = [loaded for loaded in here if loaded.roster.seat_of(what.user) is not None]
        if not mine and watching:
            mine = here
        if not mine:
            mine = await self.running(what.guild, what.user)
        if not mine:
            raise NoMatchHere
        if len(mine) > 1:
            raise WhichMatch
        return mine[0]

    async def here_to_act(self, what: Wanted) -> Loaded | None:
        """The match of this place in which the user must act now, or the one named; else None.

        Raises NoSuchMatch or WhichMatch.
        """
        if what.match is not None:
            return await self.find(what)
        ids = await self._matches.store.of_place(what.place)
        here = [await self._matches.look(match) for match in ids]
        mine = [loaded for loaded in here if what.user in loaded.people_to_act]
        if len(mine) > 1:
            raise WhichMatch
        return mine[0] if mine else None

    async def running(self, guild: int, user: int) -> list[Loaded]:
        """The user's running matches in a server, newest first."""
        matches = await self._matches.store.of_user(guild, user)
        every = [await self._matches.look(match) for match in matches]
        return [loaded for loaded in every if loaded.status is Status.RUNNING]

    async def suggest(
        self, interaction: discord.Interaction, typed: str, words: Words
    ) -> list[app_commands.Choice[int]]:
        """The user's running matches as choices, those that wait for them first."""
        if interaction.guild_id is None:
            return []
        matches = await self.running(interaction.guild_id, interaction.user.id)
        matches.sort(key=lambda loaded: interaction.user.id not in loaded.people_to_act)
        choices = []
        for loaded in matches:
            scene = self._scenes.known(loaded, words)
            label = words.say(
                "#{match} · {players}",
                match=loaded.record.id,
                players=words.listed(player.name for player in scene.players),
            )
            if typed.lower() in label.lower():
                choices.append(choice(label, loaded.record.id))
        return choices[:OPTIONS]
