"""The place of a match, chosen at its start, and changed on request or after its thread is
deleted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from cogs.base.text_limits import THREAD, cut
from cogs.kit import Kit
from cogs.posting.match_threads import MatchThreads, NoThread
from cogs.posting.posted_message import Postponed
from cogs.scenes.scenes import Scenes
from cogs.scenes.table_titles import TableTitles
from texts import Words


class Invitations(Protocol):
    async def refresh(self, match: MatchId, /) -> None: ...


@dataclass(eq=False)
class MatchPlaces:
    kit: Kit
    invitations: Invitations
    tables: TableTitles
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
        guild = loaded.record.guild
        words = await self.kit.preferences.words(guild)
        names = [player.name for player in (await self.scenes.scene(loaded, words)).players]
        emoji = self.scenes.emoji(loaded)
        title = thread_title(names, loaded.record.id, words, emoji)
        table = await self.tables.of(loaded, words)
        if table is not None:
            title = table_title(names, loaded.record.id, table.tournament, words)
        return await self.threads.make(loaded, title)

    async def change(self, loaded: Loaded, place: int) -> Loaded:
        match = loaded.record.id
        await self.kit.matches.store.set_place(match, place)
        self.kit.matches.drop_cached(match)
        await self.invitations.refresh(match)
        return await self.kit.matches.look(match)


def table_title(names: Sequence[str], match: int, tournament: str, words: Words) -> str:
    """Name the thread of a tournament's match, starting with the players, because long titles are
    cut and the tournament is the same for all.
    """
    players = thread_title(names, match, words, "⚔️")
    # Translators: The title of a thread: a match of a tournament.
    text = words.say("{match} · {tournament}", match=players, tournament=tournament)
    return cut(text, THREAD)


def thread_title(names: Sequence[str], match: int, words: Words, emoji: str) -> str:
    def title(most: int) -> str:
        listed = words.listed(cut(name, most) for name in names)
        # Translators: The title of a match's thread; {emoji} stands for its game.
        return words.say("{emoji} {players} · #{match}", emoji=emoji, players=listed, match=match)

    longest = max(map(len, names))
    return next(
        (candidate for most in range(longest, 1, -1) if len(candidate := title(most)) <= THREAD),
        title(1),
    )
