"""Where a match is played: chosen when it begins, changed when people ask or a thread is gone."""

from collections.abc import Sequence

import discord

from bot.match.loaded import Loaded
from bot.match.matches import Matches
from cogs.board.scenes import Scenes
from cogs.invitations.publisher import InvitationPublisher
from cogs.posting.places import make_place
from cogs.server.preferences import Preferences
from cogs.ui.text_limits import THREAD, cut
from texts import Words


class MatchPlaces:
    """Keeps the places of matches, and lets their invitations tell of them."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        invitations: InvitationPublisher,
        scenes: Scenes,
        preferences: Preferences,
    ) -> None:
        self._client = client
        self._matches = matches
        self._invitations = invitations
        self._scenes = scenes
        self._preferences = preferences

    async def choose(self, loaded: Loaded) -> Loaded:
        """Settle where a match that begins is played: in a thread of its own, if the server wants
        that and the bot may make one, or else in the channel."""
        guild = loaded.record.guild
        if not (await self._preferences.choices(guild)).threads:
            return await self.change(loaded, loaded.record.channel)
        words = await self._preferences.words(guild)
        names = [player.name for player in (await self._scenes.scene(loaded, words)).players]
        title = thread_title(names, loaded.record.id, words)
        return await self.change(loaded, await make_place(self._client, loaded, title))

    async def change(self, loaded: Loaded, place: int) -> Loaded:
        """Let a match be played in this channel or thread from now on."""
        match = loaded.record.id
        await self._matches.store.place(match, place)
        self._matches.forget(match)
        await self._invitations.refresh(match)
        return await self._matches.look(match)


def thread_title(names: Sequence[str], match: int, words: Words) -> str:
    """What the thread of a match is called: who plays, in names as long as there is room for, and
    its number."""

    def title(most: int) -> str:
        listed = words.listed(cut(name, most) for name in names)
        return words.say("⛏️ {players} · #{match}", players=listed, match=match)

    longest = max(map(len, names))
    return next(
        (found for most in range(longest, 1, -1) if len(found := title(most)) <= THREAD), title(1)
    )
