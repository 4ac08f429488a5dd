"""Objects of a world. Mutable on purpose: all changes go through the world."""

from dataclasses import dataclass, field

from playground.errors import Json

TEXT, DM, VOICE, NEWS, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 2, 5, 10, 11, 12
STAGE, FORUM, MEDIA = 13, 15, 16
"""Kinds of channels. NEWS are announcement channels."""

FORUMS = frozenset({FORUM, MEDIA})
"""Channels that contain only posts, which are threads."""
VOICES = frozenset({VOICE, STAGE})
"""Voice channels, with a text chat that has no threads."""

REQUIRE_TAG = 1 << 4
"""Flag of a forum in which each post needs a tag."""

SUPPRESS_EMBEDS = 1 << 2
HAS_THREAD = 1 << 5
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
IS_COMPONENTS_V2 = 1 << 15
"""Message flags."""

DEFAULT, RECIPIENT_ADD, PINNED, THREAD_CREATED, REPLY, COMMAND, THREAD_STARTER, MENU_COMMAND = (
    0,
    1,
    6,
    18,
    19,
    20,
    21,
    23,
)
"""Kinds of messages."""

SYSTEM_TYPES = frozenset({RECIPIENT_ADD, PINNED, THREAD_CREATED, THREAD_STARTER})
"""Messages that can't be edited."""


@dataclass(slots=True)
class User:
    """An account."""

    id: int
    username: str
    global_name: str | None
    avatar: str | None
    bot: bool = False


@dataclass(slots=True)
class Role:
    """A role of the guild; its id is the guild's for @everyone."""

    id: int
    name: str
    permissions: int
    position: int
    color: int = 0
    managed_by: int | None = None
    mentionable: bool = False


@dataclass(slots=True)
class Member:
    """A user in the guild."""

    user_id: int
    joined_at: float
    nick: str | None = None
    roles: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Overwrite:
    """Permissions that a channel grants to and denies a role (kind 0) or a member (kind 1)."""

    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Attachment:
    """An uploaded file."""

    id: int
    channel_id: int
    filename: str
    content: bytes
    content_type: str
    width: int | None
    height: int | None
    description: str | None = None
    ephemeral: bool = False


@dataclass(slots=True)
class Reaction:
    """An emoji under a message, and its users."""

    emoji: Json
    users: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Message:
    """A message; components contain references to files, resolved by message_objects.py."""

    id: int
    channel_id: int
    author_id: int
    created_at: float
    kind: int = DEFAULT
    content: str = ""
    flags: int = 0
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    files: list[Attachment] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    edited_at: float | None = None
    pinned_at: float | None = None
    reader_id: int | None = None
    """The only reader of an ephemeral message."""
    interaction: Json | None = None
    """Discord's interaction_metadata, for answers to interactions."""
    command_name: str | None = None
    reference: Json | None = None
    referenced: "Message | None" = None
    nonce: str | int | None = None
    tts: bool = False

    @property
    def is_v2(self) -> bool:
        """Whether it consists of components only (Components V2)."""
        return bool(self.flags & IS_COMPONENTS_V2)

    @property
    def is_ephemeral(self) -> bool:
        """Whether only its reader sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def is_loading(self) -> bool:
        """Whether it still shows "thinking…"."""
        return bool(self.flags & LOADING)


@dataclass(frozen=True, slots=True)
class Push:
    """A notification as shown on a user's lock screen when the message was posted."""

    message_id: int
    channel_id: int
    user_id: int
    author: str
    place: str
    """Name of the channel (with "#") or thread; empty for direct messages."""
    preview: str
    """Plain text, shortened to the length of a notification; empty if Discord shows none."""
    at: float
    """Seconds since the Unix epoch."""
    is_ping: bool
    """Whether the message mentions the user. Direct messages notify without a mention."""


@dataclass(slots=True)
class ThreadMember:
    """A thread's follower, and the time of joining."""

    user_id: int
    joined_at: float


@dataclass(slots=True)
class Thread:
    """Properties that only threads have."""

    archived: bool
    archived_at: float
    auto_archive_minutes: int
    created_at: float
    locked: bool = False
    invitable: bool = True
    members: dict[int, ThreadMember] = field(default_factory=dict)
    message_count: int = 0
    total_sent: int = 0
    active_at: float = 0.0
    """Time of the last message or reopening."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that a forum offers."""

    id: int
    name: str
    moderated: bool = False
    """Whether setting it requires the permission to manage threads."""


@dataclass(slots=True)
class Channel:
    """A channel of a server, a thread or a direct message."""

    id: int
    kind: int
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    owner_id: int | None = None
    topic: str | None = None
    position: int = 0
    slowmode: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipients: list[int] = field(default_factory=list)
    thread: Thread | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int | None = None
    last_pin_at: float | None = None
    flags: int = 0
    tags: list[Tag] = field(default_factory=list)
    """Tags that a forum offers."""
    applied_tags: list[int] = field(default_factory=list)
    """Ids of a post's tags."""


@dataclass(slots=True)
class Emoji:
    """An emoji of the application."""

    id: int
    name: str
    content: bytes
    content_type: str
    animated: bool
    user_id: int


@dataclass(slots=True)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role]
    members: dict[int, Member]
    channels: dict[int, Channel]
    """All channels and threads."""
    bot_present: bool = True
    icon: str | None = None
