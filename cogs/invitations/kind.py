"""The card of a match: the message of its invitation, which later shows its progress.

Each transaction with events counts a version and makes the card due immediately. Moves are much
more frequent, so a new board makes it due only PAUSE seconds after the last edit. In a server with
a forum, the card is the first message of the match's post, which is made with it.
"""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar

import discord

from bot.match.core import boards
from bot.match.lobby.challenges import Challenges
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.people.troubles import TroubleKind
from bot.match.values.players import UserId, is_person
from cogs.base.custom_id_families import INVITATION
from cogs.base.custom_ids import custom_id_of
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.forums.posts import CLOSED, ForumPosts, NoPost
from cogs.invitations.contents import InvitationContents, is_open_table, role_ping_cause
from cogs.kit import Kit
from cogs.posting.permissions import FILES, SEE, SEND, Need
from cogs.posting.posted_message import Content, MessagePlace, Postponed, controls, was_posted_as
from cogs.posting.restores import first_message, in_generation
from cogs.preferences.server_settings import RolePingKind
from cogs.runtime.projector import Kind, Later, Posted, Wanted
from texts import Words

_log = logging.getLogger(__name__)

TRIED_FOR = 86_400
"""Seconds after a match's latest event or entry during which edits of its card are retried."""
PAUSE = 60
"""Seconds between two edits of a card that show nothing but progress."""
REMEMBERED = 4096


@dataclass(eq=False)
class Cards(Kind):
    kit: Kit
    challenges: Challenges
    contents: InvitationContents
    posts: ForumPosts
    load: Callable[[MatchId], Awaitable[Loaded]]
    """Loads a match; starts one first if a crash prevented its start."""
    content_at_end: Callable[[Loaded], Awaitable[Content]] = field(init=False)
    """The card of a finished match; set by the kit of topics."""
    _shown: OrderedDict[MatchId, tuple[int, int, int]] = field(
        default_factory=OrderedDict, init=False
    )
    """Versions of cards that this process has shown, with digests of layouts and pictures."""
    name: ClassVar[MessageKind] = MessageKind.CARD
    trouble: ClassVar[TroubleKind | None] = TroubleKind.INVITATIONS
    needs: ClassVar[tuple[Need, ...]] = (SEE, SEND, FILES)

    async def show(self, match: MatchId) -> MessageRow:
        """Post or edit the card now; return its row.

        Raise Discord's refusals, or Postponed if it comes later.
        """
        row = await self.kit.projector.show(card_key(match))
        if row is None or row.message is None:
            raise Postponed("the card of a match")
        return row

    async def refresh(self, match: MatchId) -> None:
        """Edit the card now, or later if Discord refuses. Raise Refusal if it can't be read."""
        try:
            await self.kit.projector.show(card_key(match))
        except DISCORD_TROUBLE as error:
            _log.info("The card of match %d is edited later: %r", match, error)

    async def pressed(self, loaded: Loaded, interaction: discord.Interaction) -> None:
        """Record the pressed message as the match's card, if it has none."""
        message, match = interaction.message, loaded.record.id
        if loaded.record.invitation is not None or message is None:
            return
        # A forged press on another message must not turn that message into the invitation.
        if not _invites(match, message, but=custom_id_of(interaction).text):
            return
        if loaded.record.forum is None or message.channel.id == message.id:
            row = MessageRow(card_key(match), loaded.record.guild, place=message.channel.id)
            row = replace(row, message=message.id)
            await self.kit.stores.messages.adopt(row, boards.note_card)
            self.kit.matches.drop_cached(match)

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

    async def wanted(self, row: MessageRow) -> Wanted | Later | None:
        loaded, now = await self.load(row.key.subject), self.kit.clock.now()
        record, status = loaded.record, loaded.status
        if row.message is None:
            is_table, was_deleted = record.table is not None, row.shown > 0
            has_ended = status is Status.CALLED_OFF or (status is Status.OVER and not is_table)
            if was_deleted and record.is_post:  # the end closes the post all the same
                if status not in CLOSED:
                    return Wanted(None)
                await self.posts.update(loaded)
            if was_deleted or has_ended:
                return None
            has_expired = record.expires is not None and record.expires <= now
            if status is Status.OPEN and (is_table or has_expired):
                return Later(now + PAUSE)  # it is about to start, or to be called off
        latest = max(loaded.events[-1].at, loaded.turns.last_entry_at)
        if row.message is not None and row.failures and now >= latest + TRIED_FOR:
            return Wanted(None)  # a card that was never posted is needed: its thread begins there
        over = status is Status.OVER
        content = await (self.content_at_end if over else self.contents.content)(loaded)
        return Wanted(content, nonce=_nonce(loaded), pause=PAUSE, note=boards.note_card)

    async def edit(self, row: MessageRow, message: int, content: Content) -> bool:
        match, (layout, pictures) = row.key.subject, _digests(content)
        version, *shown = self._shown.pop(match, (0, 0, 0))
        if version != row.shown or row.owner is not None:
            shown = [0, 0]  # unknown
        if shown != [layout, pictures]:
            keep = shown[1] == pictures
            exists = await self.at(row).edit(message, content, reopen=True, keep_files=keep)
            await self.posts.update(await self.kit.matches.load(match))
            if not exists:
                return False
        self._shown[match] = row.wanted, layout, pictures
        while len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)
        return True

    def belongs(self, row: MessageRow, nonce: str, message: discord.Message) -> bool:
        return _invites(row.key.subject, message) or was_posted_as(message, nonce)

    async def find(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        del wanted
        if row.message is not None:
            return None  # it was deleted
        loaded = await self.kit.matches.load(row.key.subject)
        belongs = partial(self.belongs, row, nonce)
        if loaded.record.forum is not None:
            post = await self.posts.find(loaded, belongs)
            return None if post is None else Posted(post.id, post.id)
        since = await first_message(self.kit.matches.store, loaded)
        message = await self.at(row).find(belongs, since=since)
        return None if message is None else Posted(message.id, self.place(row))

    async def post(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        if row.shown > 0:
            return None  # it was deleted meanwhile
        self._shown.pop(row.key.subject, None)  # of an earlier message
        loaded = await self.kit.matches.load(row.key.subject)
        pings, role = await self._claim_pings(loaded), await self._claim_role(loaded)

        async def send(place: MessagePlace, content: Content, nonce: str) -> discord.Message:
            return await self.kit.role_pings.post(
                row.guild,
                role_ping_cause(loaded),
                partial(
                    place.post,
                    content,
                    nonce,
                    push=await self.contents.push(loaded),
                    pings=pings,
                    role=role,
                    early=False,  # no player accepts before the picture shows the commitment
                    silent=_is_quiet(loaded) and not pings,
                ),
            )

        wanted = replace(wanted, post=send)
        if loaded.record.forum is not None:
            post = await self._post_in_forum(loaded, row, wanted, nonce)
            if post is not None:
                return Posted(post, post)
        return await super().post(row, wanted, nonce)

    async def posted(self, row: MessageRow) -> None:
        match = row.key.subject
        self.kit.matches.drop_cached(match)
        loaded = await self.kit.matches.load(match)
        if loaded.record.is_post and row.message is not None:
            nonce = _nonce(loaded)
            await self.posts.note_post(loaded, row.message, partial(self.belongs, row, nonce))

    async def _post_in_forum(
        self, loaded: Loaded, row: MessageRow, wanted: Wanted, nonce: str
    ) -> int | None:
        """Make a match's post; return None if the forum takes none, so it stays in its channel."""
        assert wanted.content is not None, "there is something to post"
        try:
            place = await self.posts.place(loaded)
            await wanted.post(place, wanted.content, nonce)
        except NoPost as error:
            _log.info("Match %d has no post: %s", row.key.subject, error)
        except DISCORD_TROUBLE as error:
            await self.posts.report_refusal(loaded, error)
            if self.posts.may_wait(loaded, error):
                raise Postponed("the post of a match") from error
            _log.warning("Match %d can't have a post: %s", row.key.subject, error)
        else:
            return place.place
        await self.kit.matches.store.drop_forum(row.key.subject)
        self.kit.matches.drop_cached(row.key.subject)
        return None

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


def card_key(match: MatchId) -> MessageKey:
    return MessageKey(MessageKind.CARD, match)


def _nonce(loaded: Loaded) -> str:
    return in_generation(f"i{loaded.record.id}", loaded)


def _is_quiet(loaded: Loaded) -> bool:
    return bool(loaded.roster.invited) or loaded.record.table is not None


def _digests(content: Content) -> tuple[int, int]:
    pictures = tuple((name, picture.data) for name, picture in content.pictures)
    return hash(str(content.layout.to_components())), hash(pictures)


def _invites(match: int, message: discord.Message, but: str = "") -> bool:
    return any(
        family is INVITATION and int(fields["match"]) == match
        for family, fields in controls(message, but)
    )
