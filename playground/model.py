"""Objects of a world. Mutable on purpose: all changes go through the world."""

from dataclasses import dataclass, field

from playground.errors import Json
from playground.scheduled_events import ScheduledEvent

TEXT, DM, VOICE, GROUP, NEWS, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 2, 3, 5, 10, 11, 12
STAGE, FORUM, MEDIA = 13, 15, 16
"""NEWS are announcement channels, GROUP direct messages of several people."""

DIRECT = frozenset({DM, GROUP})
"""Channels of their recipients alone, outside servers."""
FORUMS = frozenset({FORUM, MEDIA})
"""Channels that contain only posts, which are threads."""
VOICES = frozenset({VOICE, STAGE})
"""Voice channels, with a text chat that has no threads."""

REQUIRE_TAG = 1 << 4
"""Forum flag: each post needs a tag."""

SUPPRESS_EMBEDS = 1 << 2
HAS_THREAD = 1 << 5
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
IS_COMPONENTS_V2 = 1 << 15

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

SYSTEM_TYPES = frozenset({RECIPIENT_ADD, PINNED, THREAD_CREATED, THREAD_STARTER})
"""Messages that can't be edited."""


@dataclass(slots=True)
class User:
    id: int
    username: str
    global_name: str | None
    avatar: str | None
    bot: bool = False


@dataclass(slots=True)
class Role:
    """A role; @everyone has the server's id."""

    id: int
    name: str
    permissions: int
    position: int
    color: int = 0
    managed_by: int | None = None
    mentionable: bool = False


@dataclass(slots=True)
class Member:
    user_id: int
    joined_at: float
    nick: str | None = None
    roles: list[int] = field(default_factory=list)
    timed_out_until: float | None = None
    """Until then the member can only read; in seconds since 1970."""


@dataclass(slots=True)
class Overwrite:
    """Permissions granted and denied in a channel to a role (kind 0) or a member (kind 1)."""

    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Attachment:
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
    """Discord's interaction_metadata."""
    command_name: str | None = None
    reference: Json | None = None
    referenced: "Message | None" = None
    nonce: str | int | None = None
    tts: bool = False

    @property
    def is_v2(self) -> bool:
        """The message consists of components only (Components V2)."""
        return bool(self.flags & IS_COMPONENTS_V2)

    @property
    def is_ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def is_loading(self) -> bool:
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
    is_ping: bool
    """The message mentions the user. Direct messages notify without a mention."""


@dataclass(slots=True)
class ThreadMember:
    user_id: int
    joined_at: float


@dataclass(slots=True)
class Thread:
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
    id: int
    name: str
    moderated: bool = False
    """Setting it requires the permission to manage threads."""


@dataclass(slots=True)
class Channel:
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
    applied_tags: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Emoji:
    id: int
    name: str
    content: bytes
    content_type: str
    animated: bool
    user_id: int


@dataclass(slots=True)
class Guild:
    id: int
    name: str
    owner_id: int
    roles: dict[int, Role]
    members: dict[int, Member]
    channels: dict[int, Channel]
    bot_present: bool = True
    icon: str | None = None
    scheduled_events: dict[int, ScheduledEvent] = field(default_factory=dict)
