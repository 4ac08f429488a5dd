"""Posts invitations and open tables, and keeps them up to date."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import discord

from bot.match.core.exclusion import KeyedLocks
from bot.match.lobby.challenges import Challenges
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.tournaments.known import Tournaments
from bot.match.values.players import UserId, is_person
from cogs.base.custom_id_families import INVITATION
from cogs.base.custom_ids import custom_id_of
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.drawing.queue import DrawingQueue
from cogs.forums.posts import ForumPosts, NoPost
from cogs.invitations.layouts import invitation_layout
from cogs.invitations.picture import party, promise_name, with_proof
from cogs.invitations.progress import progress_lines
from cogs.kit import Kit
from cogs.posting.leases import LeaseLost, Leases
from cogs.posting.lock_screen import push_names
from cogs.posting.match_cards import MatchCards
from cogs.posting.nonces import post_again_if_deleted
from cogs.posting.places import address
from cogs.posting.posted_message import (
    Content,
    MessagePlace,
    Postponed,
    controls,
    is_bare,
    was_posted_as,
)
from cogs.posting.restores import first_message, in_generation
from cogs.preferences.server_settings import RolePingKind
from cogs.scenes.scenes import Scenes
from cogs.scenes.series import score_line
from cogs.scenes.table_titles import table_line
from texts import Words

_log = logging.getLogger(__name__)

POSTED_WITHIN = 5
"""Seconds after an invitation's creation during which it can't have an unrecorded message, so the
bot does not search for one.
"""


@dataclass(eq=False)
class InvitationPublisher:
    kit: Kit
    challenges: Challenges
    drawing: DrawingQueue
    scenes: Scenes
    posts: ForumPosts
    tournaments: Tournaments | None = None
    _leases: Leases = field(init=False)
    _cards: MatchCards = field(init=False)
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    _doubted: set[int] = field(default_factory=set, init=False)
    """Matches that may have a post which is not recorded."""

    def __post_init__(self) -> None:
        self._leases = Leases(self.kit.matches)
        kit, update_post = self.kit, self.posts.update
        self._cards = MatchCards(kit.client, kit.matches, kit.servers, update_post)

    async def post(self, loaded: Loaded) -> str:
        """Post an invitation that pings invited people who allow it; return its address.

        If the bot was killed between posting and recording, find the message. Raise Discord's
        refusals, or Postponed if the match waits for its post in a forum.
        """
        if loaded.record.forum is not None:
            loaded = await self._post_in_forum(loaded.record.id)
            if (post := loaded.record.invitation) is not None:
                return address(loaded.record.guild, loaded.record.home, post)
        record, changes = loaded.record, None
        message = await self._find(loaded)
        if message is None:
            changes = (await self.kit.servers.card(record.id)).changes
            loaded = await self.kit.matches.load(record.id)
            message = (await self._send(loaded, self._at(loaded).post)).id
        await self._note(loaded, message, changes)
        return address(record.guild, record.channel, message)

    async def _post_in_forum(self, match: int) -> Loaded:
        """Make or find a match's post; return the match, which has no forum any more if it can't
        have a post. Raise Postponed, or ShownElsewhere.
        """
        age = self.kit.clock.now() - (await self.kit.matches.load(match)).record.created
        abandoned = await self._leases.was_abandoned(match)
        search = abandoned or match in self._doubted or not 0 <= age < POSTED_WITHIN
        try:
            await self._leases.work(match, self._make_post(match, search=search))
        except LeaseLost as error:
            self._doubted.add(match)
            raise Postponed("the post of a match") from error
        return await self.kit.matches.load(match)

    async def _make_post(self, match: int, *, search: bool) -> None:
        loaded = await self.kit.matches.load(match)
        if loaded.record.forum is None or loaded.record.invitation is not None:
            return
        try:
            existing = await self.posts.find(loaded, _belongs_to(loaded)) if search else None
            if existing is None:
                await self._new_post(loaded)
            else:
                await self._note_post(loaded, existing.id)
        except NoPost as error:
            _log.info("Match %d has no post: %s", match, error)
        except DISCORD_TROUBLE as error:
            self._doubted.add(match)
            await self.posts.report_refusal(loaded, error)
            if self.posts.may_wait(loaded, error):
                raise Postponed("the post of a match") from error
            _log.warning("Match %d can't have a post: %s", match, error)
        else:
            return
        await self.kit.matches.store.drop_forum(match)
        self.kit.matches.drop_cached(match)

    async def _new_post(self, loaded: Loaded) -> None:
        """Raise NoPost or Discord's refusals if no post was made."""
        changes: int | None = (await self.kit.servers.card(loaded.record.id)).changes
        loaded = await self.kit.matches.load(loaded.record.id)
        place = await self.posts.place(loaded)
        try:
            await self._send(loaded, place.post)
        except DISCORD_TROUBLE as error:
            if not place.exists:
                raise
            _log.info("Post %d is completed later: %s", place.place, error)
            changes = None
        await self._note_post(loaded, place.place, changes)

    async def _note_post(self, loaded: Loaded, post: int, changes: int | None = None) -> None:
        match = loaded.record.id
        await self.kit.matches.store.set_post(match, post, changes)
        self.kit.matches.drop_cached(match)
        self._doubted.discard(match)
        await self.posts.note_post(loaded, post, _belongs_to(loaded))

    async def _send(
        self, loaded: Loaded, post: Callable[..., Awaitable[discord.Message]]
    ) -> discord.Message:
        pings = await self._claim_pings(loaded)
        complete = partial(
            post,
            await self.content(loaded),
            push=await self._push(loaded),
            pings=pings,
            role=await self._claim_role(loaded),
            early=False,  # no player accepts before the picture shows the commitment
            silent=_is_quiet(loaded) and not pings,
        )
        return await self.kit.role_pings.post(
            loaded.record.guild,
            role_ping_cause(loaded),
            partial(post_again_if_deleted, complete, _nonce(loaded)),
        )

    async def pressed(self, loaded: Loaded, interaction: discord.Interaction) -> None:
        message = interaction.message
        if loaded.record.invitation is not None or message is None:
            return
        # A forged press on another message must not turn that message into the invitation.
        if not _invites(loaded.record.id, message, but=custom_id_of(interaction).text):
            return
        if loaded.record.forum is None:
            await self._note(loaded, message.id)
        elif message.channel.id == message.id:  # the first message of a post
            await self._note_post(loaded, message.id)

    async def refresh(self, match: int) -> None:
        """Edit the message to show the current state; retry later if Discord refuses."""
        try:
            await self._update(match, always=True)
        except (Postponed, StoreTrouble) as error:
            _log.info("The invitation to match %d is edited later: %r", match, error)

    async def update(self, match: int) -> None:
        """Edit the message if it is out of date; raise Postponed if Discord refuses."""
        await self._update(match)

    async def follow(self, match: int) -> None:
        """Edit the message if the match has gone on; raise Postponed if Discord refuses."""
        await self._update(match, progress=True)

    async def _update(self, match: int, *, always: bool = False, progress: bool = False) -> None:
        async with self._locks.of(match):
            await self._cards.update(
                match, self._content_before_end, always=always, progress=progress
            )

    async def _content_before_end(self, loaded: Loaded) -> Content | None:
        return None if loaded.status is Status.OVER else await self.content(loaded)

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

    async def _push(self, loaded: Loaded) -> str:
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

    async def _find(self, loaded: Loaded) -> int | None:
        age = self.kit.matches.clock.now() - loaded.record.created
        if 0 <= age < POSTED_WITHIN:
            return None  # too soon for a killed process to have left a message
        since = await first_message(self.kit.matches.store, loaded)
        place = self._at(loaded)
        message = await place.find(_belongs_to(loaded), since=since)
        if message is None:
            return None
        if is_bare(message):
            await place.edit(message.id, await self.content(loaded))
        return message.id

    async def _note(self, loaded: Loaded, message: int, changes: int | None = None) -> None:
        await self.kit.matches.store.set_invitation(loaded.record.id, message, changes)
        self.kit.matches.drop_cached(loaded.record.id)

    async def _claim_pings(self, loaded: Loaded) -> tuple[UserId, ...]:
        record, roster = loaded.record, loaded.roster
        receivers = await self.challenges.users_to_ping(
            user for user in roster.invited if is_person(user)
        )
        return await self.kit.pings.claim(f"invitation {record.id}", roster.host, receivers)

    async def _claim_role(self, loaded: Loaded) -> int | None:
        if not is_open_table(loaded):
            return None
        record, cause = loaded.record, role_ping_cause(loaded)
        return await self.kit.role_pings.claim(record.guild, record.room, RolePingKind.TABLE, cause)

    async def role_notes(self, loaded: Loaded, words: Words) -> list[str]:
        """Return a line for the host of a posted table if it should have pinged the server's role,
        and has not.
        """
        if not is_open_table(loaded):
            return []
        record, cause = loaded.record, role_ping_cause(loaded)
        return await self.kit.role_pings.why_not(
            record.guild, record.room, RolePingKind.TABLE, cause, words
        )

    def _at(self, loaded: Loaded) -> MessagePlace:
        return MessagePlace(self.kit.client, loaded.record.guild, loaded.record.home)


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


def _is_quiet(loaded: Loaded) -> bool:
    return bool(loaded.roster.invited) or loaded.record.table is not None


def _nonce(loaded: Loaded) -> str:
    return in_generation(f"i{loaded.record.id}", loaded)


def _belongs_to(loaded: Loaded) -> Callable[[discord.Message], bool]:
    match, nonce = loaded.record.id, _nonce(loaded)
    return lambda message: _invites(match, message) or was_posted_as(message, nonce)


def _invites(match: int, message: discord.Message, but: str = "") -> bool:
    return any(
        family is INVITATION and int(fields["match"]) == match
        for family, fields in controls(message, but)
    )
