"""Creating and editing messages from request bodies."""

from dataclasses import dataclass, field

from playground.component_checker import Checker
from playground.components import MessageComponents
from playground.embeds import read_embeds
from playground.errors import ClientError, Json, Problems, empty_message
from playground.fields import Fields
from playground.mentions import (
    EVERY_MENTION,
    USER_MENTIONS,
    Allowed,
    mentioned,
    read_allowed,
    text_of,
)
from playground.model import (
    DEFAULT,
    EPHEMERAL,
    FORUMS,
    IS_COMPONENTS_V2,
    LOADING,
    PUBLIC_THREAD,
    REPLY,
    REQUIRE_TAG,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    Channel,
    Message,
    Thread,
    ThreadMember,
)
from playground.permissions import Permission
from playground.pushes import pushes_of
from playground.uploads import Body
from playground.world import World

MOST_CONTENT = 2000
NONCE_LIFE = 5 * 60
"""Seconds during which an enforced nonce identifies the same message."""

_EDITABLE_FLAGS = SUPPRESS_EMBEDS | IS_COMPONENTS_V2
_CREATABLE_FLAGS = _EDITABLE_FLAGS | SUPPRESS_NOTIFICATIONS


@dataclass(slots=True)
class Draft:
    content: str = ""
    flags: int = 0
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    files: list[Attachment] = field(default_factory=list)
    allowed: Allowed = EVERY_MENTION


class Composer:
    """Reader of message bodies; `at` is their path in the request's JSON."""

    def __init__(self, world: World, *at: str) -> None:
        self._world = world
        self._at = at

    def new(
        self,
        channel: Channel,
        body: Body,
        *,
        interaction: bool = False,
        loading: bool = False,
        hidden: bool = False,
    ) -> Message:
        """Return an unposted message of the bot; with `loading`, from the body of a defer. With
        `hidden`, it is ephemeral in any case. Raise ApiError 50035 or 50006.
        """
        world = self._world
        default = USER_MENTIONS if interaction else EVERY_MENTION
        message = Message(world.snowflakes.new(), channel.id, world.bot_id, world.clock())
        fields = Fields(body.json or {}, (), Problems(*self._at))
        if loading:
            given = fields.number("flags", 0, 2**31 - 1) or 0
            fields.problems.raise_if_any()
            message.flags = LOADING | (EPHEMERAL if hidden else given & EPHEMERAL)
            return message
        allowed_flags = _CREATABLE_FLAGS | (EPHEMERAL if interaction else 0)
        draft = self._draft(fields, body, Draft(allowed=default), channel, allowed_flags)
        if hidden:
            draft.flags |= EPHEMERAL
        nonce = fields.json.get("nonce")
        if nonce is not None:
            fields.text("nonce", 25)
            message.nonce = nonce
        self._reference(fields, channel, message)
        message.tts = fields.flag("tts")
        self._check(fields, draft)
        self._apply(message, channel, draft)
        return message

    def edit(self, message: Message, body: Body) -> None:
        """Change a message, or leave it unchanged and raise ApiError 50035 or 50006."""
        world = self._world
        channel = world.home_of(message)
        fields = Fields(body.json or {}, (), Problems(*self._at))
        default = USER_MENTIONS if message.interaction else EVERY_MENTION
        before = Draft(
            message.content,
            message.flags & ~LOADING,
            message.embeds,
            message.components,
            message.files,
            default,
        )
        draft = self._draft(fields, body, before, channel, _EDITABLE_FLAGS)
        self._check(fields, draft)
        was_loading = message.is_loading
        mentions = message.mentions, message.mention_roles, message.mention_everyone
        self._apply(message, channel, draft)
        if not was_loading and not {"content", "components"} & fields.json.keys():
            message.mentions, message.mention_roles, message.mention_everyone = mentions
        if not was_loading:
            message.edited_at = world.clock()
        if not message.is_ephemeral:
            add_mentioned(world, message)
        world.changed(message)

    def _draft(
        self, fields: Fields, body: Body, old: Draft, channel: Channel, allowed_flags: int
    ) -> Draft:
        draft = Draft(old.content, old.flags, old.embeds, old.components)
        if "content" in fields.json:
            draft.content = (fields.text("content", MOST_CONTENT) or "").strip()
        if fields.has("flags"):
            given = fields.number("flags", 0, 2**31 - 1) or 0
            draft.flags = (old.flags & ~SUPPRESS_EMBEDS) | (given & allowed_flags)
        draft.files = self._files(fields, body, old.files, channel)
        by_name = {file.filename: file for file in draft.files}
        if "embeds" in fields.json:
            draft.embeds = read_embeds(fields, by_name)
        if "components" in fields.json:
            checker = Checker(fields.problems, self._world.takes_emoji)
            reader = MessageComponents(checker, by_name)
            values = fields.values("components", 40)
            draft.components = reader.read(values, v2=bool(draft.flags & IS_COMPONENTS_V2))
        draft.allowed = read_allowed(fields, old.allowed)
        for name in ("poll", "sticker_ids"):
            if fields.json.get(name):
                fields.wrong((name,), "NOT_SUPPORTED", "The playground has none of these.")
        return draft

    def _check(self, fields: Fields, draft: Draft) -> None:
        """Check rules that span several fields, then raise all problems."""
        if draft.flags & IS_COMPONENTS_V2:
            for name, value in (("content", draft.content), ("embeds", draft.embeds)):
                if value:
                    fields.wrong(
                        (name,),
                        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                        f"The '{name}' field cannot be used when using "
                        "MessageFlags.IS_COMPONENTS_V2",
                    )
        fields.problems.raise_if_any()
        shown = bool(draft.components)
        if not draft.flags & IS_COMPONENTS_V2:
            shown = bool(draft.content or draft.embeds or draft.files)
        if not shown:
            raise empty_message()

    def _files(
        self, fields: Fields, body: Body, kept: list[Attachment], channel: Channel
    ) -> list[Attachment]:
        coming = dict(body.files)
        old = {file.id: file for file in kept}
        files: list[Attachment] = []
        if not fields.has("attachments"):
            files = list(kept)
        for entry in fields.children("attachments", 1521):
            number = entry.snowflake("id", required=True)
            description = entry.text("description", 1024)
            if number in old:
                files.append(old[number])
                if description is not None:
                    old[number].description = description
            elif number in coming:
                upload = coming.pop(number)
                files.append(upload.attach(self._world.snowflakes.new(), channel.id, description))
            elif number is not None:
                entry.wrong(("id",), "ATTACHMENT_NOT_FOUND", "Attachment not found")
        for upload in coming.values():
            files.append(upload.attach(self._world.snowflakes.new(), channel.id, None))
        if len(files) > 10:
            text = "Must be 10 or fewer in length."
            fields.wrong(("attachments",), "BASE_TYPE_MAX_LENGTH", text)
        return files

    def _reference(self, fields: Fields, channel: Channel, message: Message) -> None:
        given = fields.child("message_reference")
        if given is None:
            return
        number = given.snowflake("message_id", required=True)
        original = channel.messages.get(number or 0)
        if original is None or original.is_ephemeral:
            if given.flag("fail_if_not_exists", default=True):
                given.wrong((), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            return
        reply_to(message, original, channel)

    def _apply(self, message: Message, channel: Channel, draft: Draft) -> None:
        message.content = draft.content
        message.flags = draft.flags
        message.embeds = draft.embeds
        message.components = draft.components
        message.files = draft.files
        for file in message.files:
            file.ephemeral = message.is_ephemeral
        text = text_of(draft.content, draft.components)
        users, roles, everyone = mentioned(
            self._world, channel, message.author_id, text, draft.allowed
        )
        if message.kind == REPLY and message.referenced and draft.allowed.replied_user:
            replied = message.referenced.author_id
            if message.interaction is None and replied not in users:
                users.append(replied)
        message.mentions, message.mention_roles = users, roles
        message.mention_everyone = everyone


def reply_to(message: Message, original: Message, channel: Channel) -> None:
    message.kind = REPLY
    message.referenced = original
    message.reference = {
        "type": DEFAULT,
        "channel_id": str(channel.id),
        "message_id": str(original.id),
    }
    if channel.guild_id is not None:
        message.reference["guild_id"] = str(channel.guild_id)


def publish(world: World, message: Message) -> None:
    """Post a new message, notify mentioned users, and add them to its thread."""
    if message.is_ephemeral:
        world.post(message)
        return
    if not message.is_loading:
        add_mentioned(world, message)
    world.post_loudly(message, pushes_of(world, message))


def add_mentioned(world: World, message: Message) -> None:
    """Add users mentioned in a thread's message to the thread, without a system message. Discord
    does so for new messages and for edits; edits don't ping: discord-needle #107.
    """
    channel = world.home_of(message)
    parent = world.channel(channel.parent_id or 0)
    if channel.thread is None or parent is None:
        return
    for user_id in message.mentions:
        if world.permissions(user_id, parent):
            world.join_thread(channel, user_id)


def publish_post(
    world: World, forum: Channel, user_id: int, title: str, content: str, tags: list[int]
) -> Channel:
    """Create a forum post by a person. Raise ClientError if their client would block it."""
    if forum.kind not in FORUMS or not world.can(user_id, Permission.VIEW_CHANNEL, forum):
        raise ClientError("Unknown Channel")
    if not world.can(user_id, Permission.SEND_MESSAGES, forum):
        raise ClientError("You do not have permission to create posts in this channel.")
    if forum.flags & REQUIRE_TAG and not tags:
        raise ClientError("A tag is required to create a forum post in this channel")
    if not title.strip() or not content.strip():
        raise ClientError("A post needs a title and a message.")
    now = world.clock()
    thread = Thread(False, now, 4320, now, active_at=now)
    channel = Channel(
        world.snowflakes.new(), PUBLIC_THREAD, title.strip(), forum.guild_id, forum.id, user_id
    )
    channel.thread, channel.applied_tags = thread, tags
    thread.members[user_id] = ThreadMember(user_id, now)
    world.add_channel(channel)
    message = _text_message(world, channel, user_id, content.strip())
    message.id = channel.id
    publish(world, message)
    thread.message_count = thread.total_sent = 0
    return channel


def _text_message(world: World, channel: Channel, user_id: int, content: str) -> Message:
    if len(content) > MOST_CONTENT:
        raise ClientError(f"Must be {MOST_CONTENT} or fewer in length.")
    message = Message(world.snowflakes.new(), channel.id, user_id, world.clock(), content=content)
    message.mentions, message.mention_roles, message.mention_everyone = mentioned(
        world, channel, user_id, content, EVERY_MENTION
    )
    return message


def publish_text(
    world: World, channel: Channel, user_id: int, content: str, original: int | None = None
) -> Message:
    """Post a plain message by a person. Raise ClientError if their client would block it."""
    content = content.strip()
    needed = Permission.SEND_MESSAGES
    if channel.thread is not None:
        needed = Permission.SEND_MESSAGES_IN_THREADS
        if channel.thread.locked and not world.can(user_id, Permission.MANAGE_THREADS, channel):
            raise ClientError("Thread is locked")
    if not world.can(user_id, Permission.VIEW_CHANNEL, channel):
        raise ClientError("Unknown Channel")
    if not world.can(user_id, needed, channel):
        raise ClientError("You do not have permission to send messages in this channel.")
    if not content:
        raise ClientError("Cannot send an empty message")
    if channel.kind in FORUMS:
        raise ClientError("A forum takes posts only.")
    message = _text_message(world, channel, user_id, content)
    if original is not None:
        if original not in channel.messages:
            raise ClientError("Unknown Message")
        answered = channel.messages[original]
        reply_to(message, answered, channel)
        message.mentions = [*dict.fromkeys([*message.mentions, answered.author_id])]
    if channel.thread is not None:
        world.set_archived(channel, False)
        world.join_thread(channel, user_id)
    publish(world, message)
    return message
