"""The content of an invitation until its match is over, and its line for lock screens."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import discord

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.tournaments.loaded import Tournaments
from cogs.drawing.queue import DrawingQueue
from cogs.invitations.layouts import invitation_layout
from cogs.invitations.picture import party, promise_name, with_proof
from cogs.invitations.progress import progress_lines
from cogs.kit import Kit
from cogs.posting.lock_screen import push_names
from cogs.posting.places import address
from cogs.posting.posted_message import Content
from cogs.scenes.scenes import Scenes
from cogs.scenes.series import score_line
from cogs.scenes.table_titles import table_line
from texts import Words


@dataclass(eq=False)
class InvitationContents:
    kit: Kit
    drawing: DrawingQueue
    scenes: Scenes
    tournaments: Tournaments | None = None

    async def content(self, loaded: Loaded) -> Content:
        record, roster = loaded.record, loaded.roster
        words = await self.kit.preferences.words(record.guild)
        seated = (user for user in roster.original if user is not None)
        users = (roster.host, *roster.invited, *roster.joined, *seated)
        names = await self.kit.names.names(self.kit.client, record.guild, users, words)
        theme = await self.kit.preferences.theme(record.guild)
        score = ""
        if roster.follows is not None:
            wins = await self.kit.servers.score(roster.follows)
            score = score_line(wins, list(dict.fromkeys(users)), words)
        screens = self.kit.games.screens(record.game)
        draw = partial(screens.invitation, party(loaded, names, words), words, theme)
        picture = with_proof(loaded, await self.drawing.draw(draw), words)
        pictures = [(promise_name(loaded, picture), picture)]
        table = ""
        if self.tournaments is not None:
            table = await table_line(self.tournaments, loaded, words)
        waits = await self._gets_thread(loaded)
        linked = await self.kit.access.in_channel(record.home, record)
        layout = invitation_layout(
            loaded,
            self.kit.games,
            names,
            score,
            pictures,
            words,
            table,
            waits=waits,
            linked=linked,
            progress=await self._progress(loaded, words) if linked else (),
            watch=await self._watch(loaded) if linked else None,
        )
        return Content(layout, pictures)

    async def _progress(self, loaded: Loaded, words: Words) -> Sequence[str]:
        if loaded.status is not Status.RUNNING:
            return ()
        return progress_lines(await self.scenes.scene(loaded, words), loaded)

    async def _watch(self, loaded: Loaded) -> str | None:
        """Return the address of a running match: its thread, or its board in a channel."""
        record = loaded.record
        if loaded.status is not Status.RUNNING or record.place is None:
            return None
        board = None
        if record.place == record.home:
            board = (await self.kit.matches.store.progress(record.id)).message
        return address(record.guild, record.place, board)

    async def _gets_thread(self, loaded: Loaded) -> bool:
        if loaded.status is not Status.RUNNING or loaded.record.place is not None:
            return False
        channel = self.kit.client.get_channel(loaded.record.channel)
        threads = (await self.kit.preferences.choices(loaded.record.guild)).threads
        return threads and loaded.record.forum is None and isinstance(channel, discord.TextChannel)

    async def push(self, loaded: Loaded) -> str:
        guild, host = loaded.record.guild, loaded.roster.host
        words = await self.kit.preferences.words(guild)
        names = await self.kit.names.names(self.kit.client, guild, [host], words)
        if is_open_table(loaded):
            # Translators: On a lock screen; the name of a role follows.
            return words.say(
                "🎲 {player} opens a table for {game}: match #{match}",
                player=push_names([names[host]], words),
                game=self.kit.games.title(loaded.record.game),
                match=loaded.record.id,
            )
        # Translators: On a lock screen; the people who are challenged follow.
        return words.say(
            "⚔️ {player} challenges you to {game}: match #{match}",
            player=push_names([names[host]], words),
            game=self.kit.games.title(loaded.record.game),
            match=loaded.record.id,
        )


def is_open_table(loaded: Loaded) -> bool:
    """Return whether an invitation waits for anyone who wants to play."""
    return (
        loaded.status is Status.OPEN
        and not loaded.roster.invited
        and loaded.record.table is None
        and loaded.record.seats > 1
    )


def role_ping_cause(loaded: Loaded) -> str:
    return f"match {loaded.record.id}"
