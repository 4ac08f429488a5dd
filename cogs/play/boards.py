"""The board of a match: one current message, a projection of the log.

While the same seat goes on, the board is edited in place. When somebody else must act, a new
message pings those for whom the match waits newly; then the one before it loses its picture and
buttons and keeps what was done. Post first, strip after: an archived thread takes new messages
only.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.roster import fold
from bot.match.types import Shown, Status, UserId
from cogs.play import ids
from cogs.play.calls import called, starter
from cogs.play.endings import ending
from cogs.play.invitations import Invitations
from cogs.play.layout import Paper, board_rows, files, paper
from cogs.play.places import address, archive, make_place
from cogs.play.tales import tale
from cogs.scenes import Scenes
from cogs.screens import Scene, screens
from cogs.trouble import DISCORD_TROUBLE
from engine.core.driver import Advance
from render.picture import Picture
from texts import Words

Drawing = Callable[[], Picture]
Pictures = list[tuple[str, Picture]]
"""By file name."""

_log = logging.getLogger(__name__)

DRAWN_AT_ONCE = 2
"""Pictures in work at the same time."""


@dataclass(frozen=True, slots=True)
class _News:
    """What is new about a match since the board was shown."""

    loaded: Loaded
    shown: Shown
    scene: Scene
    advances: tuple[Advance[Any], ...]
    """The whole log."""
    calls: list[UserId]

    @property
    def fresh(self) -> tuple[Advance[Any], ...]:
        """The entries that no board tells yet."""
        return self.advances[max(self.shown.seq, 0) :]


class Boards:
    """Shows matches where they are played."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        invitations: Invitations,
        scenes: Scenes,
        words: Words,
    ) -> None:
        self._client = client
        self._matches = matches
        self._invitations = invitations
        self._scenes = scenes
        self._words = words
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._drawing = asyncio.Semaphore(DRAWN_AT_ONCE)

    async def show(self, match: int) -> None:
        """Bring the board up to date; of many wishes at once the newest is drawn.

        Raises discord.HTTPException where Discord refuses: then a later call tries again.
        """
        async with self._lock(match):
            while True:
                loaded = await self._matches.look(match)
                if loaded.position is None:
                    return
                shown = await self._matches.store.shown(match)
                if shown.seq == loaded.seq and shown.events == len(loaded.events):
                    return
                if loaded.record.place is None:
                    loaded = await self._settle_place(loaded)
                await self._bring(await self._news(loaded, shown))

    async def move(self, match: int, place: int) -> str:
        """Post the current board again, here; gives its address."""
        await self.show(match)
        async with self._lock(match):
            loaded = await self._matches.look(match)
            if place != loaded.record.place and loaded.status is Status.RUNNING:
                await self._matches.store.place(match, place)
                self._matches.forget(match)
                loaded = await self._matches.look(match)
            shown = await self._matches.store.shown(match)
            news = await self._news(loaded, shown)
            message = await self._post_board(news, place, base=shown.base, again=True)
            await self._keep(news, base=shown.base, message=message, place=place)
            await self._strip(news)
            return address(loaded.record.guild, place, message)

    async def current(self, match: int) -> str | None:
        """The address of the current board; None before the first."""
        loaded = await self._matches.look(match)
        shown = await self._matches.store.shown(match)
        if shown.message is None or shown.place is None:
            return None
        return address(loaded.record.guild, shown.place, shown.message)

    def _lock(self, match: int) -> asyncio.Lock:
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        return lock

    async def _settle_place(self, loaded: Loaded) -> Loaded:
        match = loaded.record.id
        scene = await self._scenes.scene(loaded, self._words)
        title = self._words.say(
            "⛏️ {players} · #{match}",
            players=self._words.listed(player.name for player in scene.players),
            match=match,
        )
        place = await make_place(self._client, loaded, title)
        await self._matches.store.place(match, place)
        self._matches.forget(match)
        await self._invitations.refresh(match)
        return await self._matches.look(match)

    async def _news(self, loaded: Loaded, shown: Shown) -> _News:
        advances = await asyncio.to_thread(loaded.advances)
        fresh = advances[max(shown.seq, 0) :]
        before: frozenset[int] = frozenset()
        if shown.seq > 0:
            before = loaded.game.to_act(advances[shown.seq - 1].position.state)
        scene = await self._scenes.scene(loaded, self._words)
        presser = starter(loaded) if shown.message is None else None
        return _News(loaded, shown, scene, advances, called(loaded, before, fresh, presser))

    async def _bring(self, news: _News) -> None:
        loaded, shown = news.loaded, news.shown
        place = loaded.record.place
        assert place is not None, "the place was settled"
        over = loaded.status is not Status.RUNNING
        if over and fold(loaded.events[: shown.events]).status is Status.OVER:
            await self._edit_board(news, shown.base)
            await self._keep(news, base=shown.base, message=shown.message, place=place)
            return
        sheets = await self._post_sheets(news, place) if not over else shown.rounds
        new = shown.message is None or shown.place != place or sheets > shown.rounds
        base = self._base(news)
        if not (new or over or news.calls):
            edited = await self._edit_board(news, base)
            if edited:
                await self._keep(news, base=base, message=shown.message, place=place)
                return
        base = max(shown.seq, 0)
        message = await self._post_board(news, place, base=base)
        await self._keep(news, base=base, message=message, place=place, rounds=sheets)
        await self._strip(news)
        if over:
            await self._invitations.refresh(loaded.record.id)
            await archive(self._client, loaded)

    def _base(self, news: _News) -> int:
        """From where on an edited board tells: a turn as a whole, what came before it no more."""
        others = {
            made.entry.actor
            for made in news.advances[news.shown.base :]
            if made.entry.actor is not None
        }
        return news.shown.base if len(others) == 1 else max(news.shown.seq, 0)

    async def _keep(
        self,
        news: _News,
        *,
        base: int,
        message: int | None,
        place: int,
        rounds: int | None = None,
    ) -> None:
        shown = Shown(
            seq=news.loaded.seq,
            base=base,
            rounds=news.shown.rounds if rounds is None else rounds,
            events=len(news.loaded.events),
            message=message,
            place=place,
        )
        await self._matches.store.show(news.loaded.record.id, shown)

    async def _post_sheets(self, news: _News, place: int) -> int:
        """Post the score sheet of each round that has none yet; gives how many have one."""
        game_screens = screens(news.loaded.record.game)
        channel = self._messageable(news.loaded, place)
        done = news.shown.rounds
        for number in range(done, game_screens.rounds(news.scene)):
            picture = await self._draw(lambda: game_screens.sheet(news.scene))
            name = f"sheet-{news.loaded.record.id}-{number + 1}{picture.suffix}"
            text = game_screens.sheet_text(news.scene, number)
            await channel.send(
                view=paper(texts=[text], pictures=[(name, picture)]),
                files=files([(name, picture)]),
                allowed_mentions=discord.AllowedMentions.none(),
                nonce=f"r{news.loaded.record.id}:{number}",
            )
            done = number + 1
        return done

    async def _post_board(self, news: _News, place: int, *, base: int, again: bool = False) -> int:
        layout, pictures = await self._board(news, base)
        users = [] if again else [discord.Object(user) for user in news.calls]
        channel = self._messageable(news.loaded, place)
        match, seq, events = news.loaded.record.id, news.loaded.seq, len(news.loaded.events)
        message = await channel.send(
            view=layout,
            files=files(pictures),
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=users
            ),
            nonce=f"a{secrets.token_hex(8)}" if again else f"b{match}:{seq}:{events}",
        )
        return message.id

    async def _edit_board(self, news: _News, base: int) -> bool:
        """Renew the board in place; False where it is gone or can't be edited."""
        shown = news.shown
        assert shown.message is not None, "there is a board"
        assert shown.place is not None, "and it lies somewhere"
        layout, pictures = await self._board(news, base)
        message = self._messageable(news.loaded, shown.place).get_partial_message(shown.message)
        try:
            await message.edit(
                view=layout,
                attachments=files(pictures),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except DISCORD_TROUBLE as error:
            _log.info("Board %d can't be edited, so a new one is posted: %s", shown.message, error)
            return False
        return True

    async def _board(self, news: _News, base: int) -> tuple[Paper, Pictures]:
        loaded, scene = news.loaded, news.scene
        told = news.advances[base:]
        game_screens = screens(loaded.record.game)
        match = loaded.record.id
        lines = tale(scene, told, [event for event in loaded.events if event.after_seq >= base])
        if loaded.status is not Status.RUNNING:
            end = await self._draw(lambda: game_screens.end(scene))
            sheet = await self._draw(lambda: game_screens.sheet(scene))
            pictures = [(f"end-{match}{end.suffix}", end), (f"sheet-{match}{sheet.suffix}", sheet)]
            return ending(scene, loaded, lines, pictures), pictures
        picture = await self._draw(lambda: game_screens.board(scene, told))
        name = f"board-{match}-{loaded.seq}{picture.suffix}"
        layout = paper(
            above=_your_turn(loaded, self._words),
            texts=["\n".join(lines)],
            pictures=[(name, picture)],
            below=[
                "\n".join(
                    [
                        self._words.say("**{headline}**", headline=game_screens.headline(scene)),
                        game_screens.ask(scene),
                    ]
                )
            ],
            rows=board_rows(ids.Spot(match, loaded.seq), game_screens.controls(scene)),
        )
        return layout, [(name, picture)]

    async def _strip(self, news: _News) -> None:
        """Take picture and buttons from the board before; what was done on it stays."""
        loaded, shown = news.loaded, news.shown
        if shown.message is None or shown.place is None:
            return
        told = news.advances[shown.base : max(shown.seq, 0)]
        events = [e for e in loaded.events[: shown.events] if e.after_seq >= shown.base]
        lines = tale(news.scene, told, events)
        layout = paper(texts=["\n".join(lines) or self._words.say("An earlier board.")])
        message = self._messageable(loaded, shown.place).get_partial_message(shown.message)
        try:
            await message.edit(
                view=layout, attachments=[], allowed_mentions=discord.AllowedMentions.none()
            )
        except DISCORD_TROUBLE as error:
            _log.info("The board before, %d, stays as it was: %s", shown.message, error)

    async def _draw(self, draw: Drawing) -> Picture:
        async with self._drawing:
            return await asyncio.to_thread(draw)

    def _messageable(self, loaded: Loaded, place: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(place, guild_id=loaded.record.guild)


def _your_turn(loaded: Loaded, words: Words) -> str:
    """The line that pings whoever must act; in an edit it pings nobody."""
    people = loaded.people_to_act
    if not people:
        return words.say("A computer player is thinking…")
    users = words.listed(f"<@{user}>" for user in people)
    if len(people) == 1:
        return words.say("{user}, it is your turn **now**.", user=users)
    return words.say("{users}, choose **now**, in any order.", users=users)
