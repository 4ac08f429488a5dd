"""Which match is meant by a command that looks back: one that goes on, or one that is over."""

import discord
from discord import app_commands

from bot.match.errors import Refusal
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.statistics.projections import HistoryEntry, StatisticsStore
from cogs.matches.lookup import MatchLookup, NoMatchHere, Wanted
from cogs.ui.names import NameBook
from cogs.ui.text_limits import OPTIONS
from cogs.ui.widgets import choice
from texts import Words, mark


class NothingToSee(Refusal):
    """Nothing fits."""

    sentence = mark("You haven't played a match here yet. Say which one with the option `match`.")


class PastLookup:
    """Finds the match that a command which looks back means."""

    def __init__(
        self, matches: Matches, lookup: MatchLookup, statistics: StatisticsStore, names: NameBook
    ) -> None:
        self._matches = matches
        self._lookup = lookup
        self._statistics = statistics
        self._names = names

    async def find(self, what: Wanted) -> Loaded:
        """The match meant: the one named, or played here, or that was; else the user's own.

        Raises NoSuchMatch, NothingToSee or WhichMatch.
        """
        if what.match is not None or await self._matches.store.of_place(what.place):
            return await self._lookup.find(what, watching=True)
        past = await self._past(what.guild, what.user)
        here = [match.match for match in past if match.place == what.place]
        if here:
            return await self._matches.look(here[0])
        try:
            return await self._lookup.find(what)
        except NoMatchHere:
            if not past:
                raise NothingToSee from None
            return await self._matches.look(past[0].match)

    async def suggest(
        self, interaction: discord.Interaction, typed: str, words: Words
    ) -> list[app_commands.Choice[int]]:
        """The user's running matches as choices, then their last ones."""
        choices = await self._lookup.suggest(interaction, typed, words)
        if interaction.guild_id is None:
            return choices
        guild = interaction.guild_id
        for match in await self._past(guild, interaction.user.id):
            names = self._names.known(guild, match.people, words)
            label = words.say(
                "#{match} · {players} · over",
                match=match.match,
                players=words.listed(names[user] for user in match.people),
            )
            if typed.lower() in label.lower():
                choices.append(choice(label, match.match))
        return choices[:OPTIONS]

    async def _past(self, guild: int, user: int) -> tuple[HistoryEntry, ...]:
        """The user's last matches that are over, the last first."""
        history = self._statistics.history(guild, None, user, start=0, most=OPTIONS)
        return (await history).matches
