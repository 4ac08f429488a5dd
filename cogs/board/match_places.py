"""The place of a match, chosen at its start, and changed on request or after its thread is
deleted.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.tournaments.loaded import Tournaments
from cogs.kit import Kit
from cogs.posting.match_threads import MatchThreads, NoThread
from cogs.posting.posted_message import Postponed
from cogs.scenes.scenes import Scenes
from cogs.scenes.table_titles import tournament_name
from cogs.scenes.thread_titles import table_title, thread_title


@dataclass(eq=False)
class MatchPlaces:
    kit: Kit
    refresh_card: Callable[[MatchId], Awaitable[None]]
    tournaments: Tournaments
    scenes: Scenes
    threads: MatchThreads

    async def choose(self, loaded: Loaded) -> Loaded:
        """Choose a starting match's place: a thread if the server wants it and Discord allows it.

        Raise Postponed while a running match waits for its thread.
        """
        place = loaded.record.channel
        if (await self.kit.preferences.choices(loaded.record.guild)).threads:
            try:
                place = await self.thread(loaded)
            except NoThread:
                pass
            except Postponed:
                if loaded.status is Status.RUNNING:
                    raise
        return await self.change(loaded, place)

    async def thread(self, loaded: Loaded) -> int:
        """Return the match's thread or post, after creating it if necessary; raise NoThread or
        Postponed.
        """
        if loaded.record.is_post:
            return loaded.record.home
        guild = loaded.record.guild
        words = await self.kit.preferences.words(guild)
        names = [player.name for player in (await self.scenes.scene(loaded, words)).players]
        emoji = self.scenes.emoji(loaded)
        tournament = await tournament_name(self.tournaments, loaded)
        title = thread_title(names, loaded.record.id, words, emoji if tournament is None else "⚔️")
        if tournament is not None:
            title = table_title(title, tournament, words)
        return await self.threads.make(loaded, title)

    async def change(self, loaded: Loaded, place: int) -> Loaded:
        match = loaded.record.id
        await self.kit.matches.store.set_place(match, place)
        self.kit.matches.drop_cached(match)
        await self.refresh_card(match)
        return await self.kit.matches.load(match)
