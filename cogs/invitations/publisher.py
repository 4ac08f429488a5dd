"""The message of an invitation or an open table."""

import asyncio
import logging
from collections.abc import Mapping
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.match.events import EventKind
from bot.match.holders import UserId, is_person
from bot.match.loaded import Loaded
from bot.match.lobby.challenges import Challenges
from bot.match.matches import Matches
from bot.match.people.pings import PingBudget
from bot.match.people.servers import ServerStore
from bot.match.types import Status
from cogs.board.messages import Pictures
from cogs.board.recovery import walk
from cogs.board.series import score_line
from cogs.games.installed import InstalledGames
from cogs.interactions.custom_ids import INVITATION, read
from cogs.interactions.discord_errors import DISCORD_TROUBLE
from cogs.invitations.picture import party, promise_name, promised
from cogs.posting.places import address
from cogs.runtime.restores import in_life
from cogs.screens.base import Style
from cogs.server.preferences import Preferences
from cogs.timing.paces import each_turn
from cogs.ui.computer_names import introduced
from cogs.ui.layouts import MessageLayout, compose, fair_button, files, lobby_button, page_button
from cogs.ui.names import NameBook, bold
from texts import Words

_log = logging.getLogger(__name__)


class InvitationPublisher:
    """Posts invitations and keeps them true."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        names: NameBook,
        preferences: Preferences,
        servers: ServerStore,
        pings: PingBudget,
        challenges: Challenges,
        games: InstalledGames,
    ) -> None:
        self._games = games
        self._client = client
        self._matches = matches
        self._names = names
        self._preferences = preferences
        self._servers = servers
        self._pings = pings
        self._challenges = challenges
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._drawing = asyncio.Semaphore(1)

    async def post(self, loaded: Loaded) -> str:
        """Post it, ping those invited once who want and may be pinged, and give its address."""
        record = loaded.record
        channel = self._client.get_partial_messageable(record.channel, guild_id=record.guild)
        pinged = await self._pinged(loaded)
        layout, pictures = await self._compose(loaded)
        message = await channel.send(
            view=layout,
            files=files(pictures),
            allowed_mentions=discord.AllowedMentions(
                everyone=False,
                roles=False,
                replied_user=False,
                users=[discord.Object(user) for user in pinged],
            ),
            silent=bool(loaded.roster.invited) and not pinged,
            nonce=in_life(f"i{record.id}", loaded),
        )
        await self._matches.store.invitation(record.id, message.id)
        self._matches.forget(record.id)
        return address(record.guild, record.channel, message.id)

    async def pressed(self, loaded: Loaded, interaction: discord.Interaction) -> None:
        """Note the message that somebody presses on, where its post was not noted: the bot was
        killed in between."""
        record, message = loaded.record, interaction.message
        if record.invitation is not None or message is None:
            return
        pressed = str(dict(interaction.data or {}).get("custom_id", ""))
        if _invites(message, record.id, pressed):
            await self._matches.store.invitation(record.id, message.id)
            self._matches.forget(record.id)

    async def _pinged(self, loaded: Loaded) -> tuple[UserId, ...]:
        """Those whom it pings; the others find it in the channel and in /matches."""
        record, roster = loaded.record, loaded.roster
        wanted = await self._challenges.pinged(user for user in roster.invited if is_person(user))
        return await self._pings.claim(f"invitation {record.id}", roster.host, wanted)

    async def refresh(self, match: int) -> None:
        """Let the message say how things stand now."""
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        async with lock:
            loaded = await self._matches.look(match)
            record = loaded.record
            if record.invitation is None or loaded.status is Status.OVER:
                return  # the card of a match that is over is its result (result_cards.py)
            channel = self._client.get_partial_messageable(record.channel, guild_id=record.guild)
            try:
                layout, pictures = await self._compose(loaded)
                await channel.get_partial_message(record.invitation).edit(
                    view=layout,
                    attachments=files(pictures),
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            except DISCORD_TROUBLE as error:
                _log.info("The invitation to match %d could not be renewed: %s", match, error)

    async def _compose(self, loaded: Loaded) -> tuple[MessageLayout, Pictures]:
        record, roster = loaded.record, loaded.roster
        words = await self._preferences.words(record.guild)
        seated = (user for user in roster.original if user is not None)
        users = (roster.host, *roster.invited, *roster.joined, *seated)
        names = await self._names.names(self._client, record.guild, users, words)
        theme = await self._preferences.theme(record.guild)
        lines = [self._title(loaded, names, words), *_rivals(loaded, words)]
        if loaded.status is Status.OPEN:
            lines += [_declined(names[user], words) for user in roster.declined if user in names]
            lines.append(each_turn(record.pace, words))
        if roster.follows is not None:
            score = await self._servers.score(roster.follows)
            people = list(dict.fromkeys(users))
            lines += [text] if (text := score_line(score, people, words)) else []
        lines.append(_state(loaded, names, words))
        screens = self._games.screens(record.game)
        draw = partial(screens.invitation, party(loaded, names, words), words, theme)
        async with self._drawing:
            drawn = await asyncio.to_thread(draw)
        picture = promised(loaded, drawn, words)
        pictures = [(promise_name(loaded, picture), picture)]
        explained = self._games.guide(record.game).how_to_play is not None
        layout = compose(
            above=_asked(loaded, words),
            galleries=[pictures],
            below=["\n".join(lines)],
            rows=_rows(loaded, words, explained=explained),
        )
        return layout, pictures

    def _title(self, loaded: Loaded, names: Mapping[UserId, str], words: Words) -> str:
        roster, game = loaded.roster, loaded.record.game
        emoji, title = self._games.emoji(game), self._games.title(game)
        host = bold(names[roster.host])
        if loaded.record.seats == 1:
            return words.say("## {emoji} {host} plays {game}", emoji=emoji, host=host, game=title)
        if sum(user is not None for user in roster.original) == 1:
            return words.say(
                "## {emoji} {host} practises {game}", emoji=emoji, host=host, game=title
            )
        if not roster.invited:
            return words.say(
                "## {emoji} {host} opens a table for {game}", emoji=emoji, host=host, game=title
            )
        players = words.listed(bold(names[user]) for user in roster.invited)
        if not self._games.several:
            return words.say(
                "## {emoji} {host} challenges {players}", emoji=emoji, host=host, players=players
            )
        return words.say(
            "## {emoji} {host} challenges {players} to {game}",
            emoji=emoji,
            host=host,
            players=players,
            game=title,
        )


def _invites(message: discord.Message, match: int, pressed: str) -> bool:
    """Whether it is an invitation to the match, which has other buttons beside the pressed one.

    So a press that somebody forged on another message doesn't make it take the invitation's place.
    """
    buttons = {str(getattr(part, "custom_id", "")) for part in walk(message.components)}
    found = [read(custom_id) for custom_id in buttons - {pressed}]
    return any(
        one is not None and one[0] is INVITATION and int(one[1]["match"]) == match for one in found
    )


def _asked(loaded: Loaded, words: Words) -> str:
    """The line that pings; it stays in the message, as edits never ping."""
    if not loaded.roster.invited or loaded.status is not Status.OPEN:
        return ""
    return words.say(
        "{users}: you've been challenged!",
        users=" ".join(f"<@{user}>" for user in loaded.roster.invited if is_person(user)),
    )


def _rivals(loaded: Loaded, words: Words) -> list[str]:
    """A line about each computer that was seated at the start."""
    lines = (introduced(one, words) for one in loaded.roster.computers if one is not None)
    return [line for line in lines if line is not None]


def _declined(name: str, words: Words) -> str:
    return words.say("❌ {player} can't make it this time", player=bold(name))


def _by_declines(loaded: Loaded) -> bool:
    """Whether it was called off because nobody was left, and by no host."""
    events = loaded.events
    return any(event.kind is EventKind.CANCELLED and event.holder is None for event in events)


def _state(loaded: Loaded, names: Mapping[UserId, str], words: Words) -> str:
    record, roster = loaded.record, loaded.roster
    match loaded.status:
        case Status.OPEN:
            return words.say("Open until <t:{at}:f> (<t:{at}:R>).", at=record.expires)
        case Status.RUNNING | Status.OVER if record.place is None:
            return words.say("The match starts!")
        case Status.RUNNING:
            url = address(record.guild, record.place or record.channel)
            return words.say("The match has started: {url}", url=url)
        case Status.OVER:
            url = address(record.guild, record.place or record.channel)
            return words.say("The match is over: {url}", url=url)
        case Status.CALLED_OFF if roster.expired:
            return words.say("Nobody started it in time, so the invitation is closed.")
        case Status.CALLED_OFF if _by_declines(loaded):
            players = words.listed(bold(names[user]) for user in roster.declined if user in names)
            return words.say(
                "❌ {players} can't make it, so the invitation is closed.", players=players
            )
        case Status.CALLED_OFF:
            return words.say("The invitation was called off.")


def _rows(loaded: Loaded, words: Words, *, explained: bool) -> list[list[discord.ui.Item[Any]]]:
    """The buttons; `explained` is whether its game can be explained in a minute."""
    match = loaded.record.id
    if loaded.status is Status.CALLED_OFF:
        return []
    if loaded.status is not Status.OPEN:
        return [[fair_button(match, words)]]
    if loaded.roster.invited:
        row = [
            # Translators: A button, pressed by who was challenged.
            lobby_button(match, "accept", words.say("Accept"), Style.GOOD),
            lobby_button(match, "decline", words.say("Decline")),
        ]
    else:
        row = [
            # Translators: A button, pressed by who wants to play.
            lobby_button(match, "join", words.say("Join"), Style.GOOD),
            # Translators: A button, pressed by who had joined.
            lobby_button(match, "leave", words.say("Leave")),
        ]
    if len(loaded.roster.joined) in loaded.game.info.seats:
        # Translators: A button, pressed by the host.
        row.append(lobby_button(match, "start", words.say("Start"), Style.MAIN))
    about = [fair_button(match, words)]
    if explained:
        how = page_button(match, "how", words.say("How to play (1 minute)"), emoji="❔")
        about.insert(0, how)
    return [row, about]


def host_layout(loaded: Loaded, text: str, words: Words) -> MessageLayout:
    """What a host alone is told of their invitation; while it is open, how to call it off."""
    cancel = lobby_button(loaded.record.id, "cancel", words.say("Cancel"), Style.GRAVE)
    return compose(texts=[text], rows=[[cancel]] if loaded.status is Status.OPEN else [])
