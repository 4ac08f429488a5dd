"""The message of an invitation or an open table."""

import asyncio
import logging
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.match.challenges import Challenges
from bot.match.holders import UserId, is_person
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.pings import PingBudget
from bot.match.servers import ServerStore
from bot.match.types import Status
from cogs.lives import in_life
from cogs.names import NameBook, bold
from cogs.pace_words import each_turn
from cogs.play.buttons import WORD
from cogs.play.layout import Paper, lobby_button, paper
from cogs.play.places import address
from cogs.play.rows import score_line
from cogs.preferences import Preferences
from cogs.screens.base import Style
from cogs.trouble import DISCORD_TROUBLE
from engine.core.chance import commitment
from texts import Words

_log = logging.getLogger(__name__)


class Invitations:
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
    ) -> None:
        self._client = client
        self._matches = matches
        self._names = names
        self._preferences = preferences
        self._servers = servers
        self._pings = pings
        self._challenges = challenges
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def post(self, loaded: Loaded) -> str:
        """Post it, ping those invited once who want and may be pinged, and give its address."""
        record = loaded.record
        channel = self._client.get_partial_messageable(record.channel, guild_id=record.guild)
        pinged = await self._pinged(loaded)
        message = await channel.send(
            view=await self._paper(loaded),
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
                await channel.get_partial_message(record.invitation).edit(
                    view=await self._paper(loaded), allowed_mentions=discord.AllowedMentions.none()
                )
            except DISCORD_TROUBLE as error:
                _log.info("The invitation to match %d could not be renewed: %s", match, error)

    async def _paper(self, loaded: Loaded) -> Paper:
        record, roster = loaded.record, loaded.roster
        words = await self._preferences.words(record.guild)
        users = (roster.host, *roster.invited, *roster.joined)
        names = await self._names.names(self._client, record.guild, users, words)
        host = bold(names[roster.host])
        lines = [_title(loaded, host, words)]
        if loaded.status is Status.OPEN:
            lines += [_guest(loaded, user, names[user], words) for user in _guests(loaded)]
            free = record.seats - len(roster.joined)
            if not roster.invited:
                lines.append(words.count("{count} seat is free.", "{count} seats are free.", free))
            lines.append(each_turn(record.pace, words))
        if roster.follows is not None:
            score = await self._servers.score(roster.follows)
            people = list(dict.fromkeys(users))
            lines += [text] if (text := score_line(score, people, words)) else []
        lines.append(_state(loaded, words))
        return paper(
            above=_asked(loaded, words),
            texts=["\n".join(lines)],
            below=[_proof(loaded, words)],
            rows=_rows(loaded, words),
        )


def _asked(loaded: Loaded, words: Words) -> str:
    """The line that pings; it stays in the message, as edits never ping."""
    if not loaded.roster.invited or loaded.status is not Status.OPEN:
        return ""
    return words.say(
        "{users}: you are challenged!",
        users=" ".join(f"<@{user}>" for user in loaded.roster.invited if is_person(user)),
    )


def _title(loaded: Loaded, host: str, words: Words) -> str:
    roster = loaded.roster
    if loaded.record.seats > 1 and roster.status is Status.RUNNING and len(roster.people) == 1:
        return words.say("## ⛏️ {host} practises Dice Miner", host=host)
    if roster.invited:
        return words.say("## ⛏️ {host} calls for a match of Dice Miner", host=host)
    return words.say("## ⛏️ {host} opens a table for Dice Miner", host=host)


def _guests(loaded: Loaded) -> list[int]:
    roster = loaded.roster
    return list(dict.fromkeys((*roster.joined, *roster.invited)))


def _guest(loaded: Loaded, user: int, name: str, words: Words) -> str:
    roster = loaded.roster
    if user in roster.joined:
        return words.say("✅ {player} is in", player=bold(name))
    if user in roster.declined:
        return words.say("❌ {player} can't this time", player=bold(name))
    return words.say("⏳ {player} has not answered yet", player=bold(name))


def _state(loaded: Loaded, words: Words) -> str:
    record, roster = loaded.record, loaded.roster
    match loaded.status:
        case Status.OPEN:
            return words.say("Open until <t:{at}:f> (<t:{at}:R>).", at=record.expires)
        case Status.RUNNING | Status.OVER if record.place is None:
            return words.say("The match begins!")
        case Status.RUNNING | Status.OVER:
            url = address(record.guild, record.place or record.channel)
            return words.say("The match has begun: {url}", url=url)
        case Status.CALLED_OFF if roster.expired:
            return words.say("Nobody started it in time, so the invitation is closed.")
        case Status.CALLED_OFF:
            return words.say("The invitation was called off.")


def _proof(loaded: Loaded, words: Words) -> str:
    """What fixes the dice, as far as it is fixed: whoever joins next knows what was there before.

    Words are shown at once: whoever runs the bot can read them anyway, and what was shown can't
    be exchanged unseen.
    """
    record, roster = loaded.record, loaded.roster
    committed = commitment(record.seed)
    if loaded.status is Status.CALLED_OFF:
        return words.say(
            "-# Match #{match} · the dice are committed to: `{commitment}`",
            match=record.id,
            commitment=committed,
        )
    if roster.contribution is None:
        return words.say(
            "-# Match #{match} · the dice are committed to: `{commitment}` · contribution so far:"
            " `{contribution}`",
            match=record.id,
            commitment=committed,
            contribution=roster.brought,
        )
    return words.say(
        "-# Match #{match} · the dice are committed to: `{commitment}` · contribution:"
        " `{contribution}`",
        match=record.id,
        commitment=committed,
        contribution=roster.contribution,
    )


def _rows(loaded: Loaded, words: Words) -> list[list[discord.ui.Item[Any]]]:
    if loaded.status is not Status.OPEN:
        return []
    match = loaded.record.id
    if loaded.roster.invited:
        first = [
            lobby_button(match, "accept", words.say("Accept"), Style.GOOD),
            lobby_button(match, "decline", words.say("Decline")),
            lobby_button(match, WORD, words.say("Accept with a word…")),
        ]
    else:
        first = [
            lobby_button(match, "join", words.say("Join"), Style.GOOD),
            lobby_button(match, "leave", words.say("Leave")),
            lobby_button(match, WORD, words.say("Join with a word…")),
        ]
    host = [lobby_button(match, "cancel", words.say("Cancel"), Style.GRAVE)]
    if len(loaded.roster.joined) in loaded.game.info.seats:
        start = words.say("Start")
        host.insert(0, lobby_button(match, "start", start, Style.MAIN))
    return [[*first, *host]]
