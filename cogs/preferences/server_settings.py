"""Server settings, stored as text: options, defaults, and current values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.match.playing.taking_over import TAKING_OVER
from bot.match.values.times import DAY, HOUR, Pace
from cogs.ui.computer_names import LEVELS
from engine.core.types import Level
from render.theme import THEMES
from texts import mark

LANGUAGE, PALETTE, PACE, GAME = "language", "palette", "pace", "game"
PLACE, NOISE, CHANNELS, MORNING_HOUR = "place", "noise", "channels", "morning_hour"
MORNING_TABLES = "morning_tables"
FORUM, FORUM_TAGS = "forum", "forum_tags"
"""Names of settings."""
PING_ROLE, PING_KINDS, PING_LIMIT = "ping_role", "ping_kinds", "ping_limit"
AS_SERVER = "server"
"""Value of `language` that follows the server's language on Discord."""
THREADS, CHANNEL = "threads", "channel"
USUAL, QUIET = "usual", "quiet"
MOST_CHANNELS = 25


class MorningTables(Enum):
    """The results that the table of the day before has."""

    DAILY = "daily"
    PUZZLE = "puzzle"
    BOTH = "both"


class RolePingKind(Enum):
    """A message that can ping the server's role when it is first posted."""

    TABLE = "table"
    TOURNAMENT = "tournament"
    MORNING = "morning"


USUAL_PINGS = (RolePingKind.TABLE.value, RolePingKind.TOURNAMENT.value)
"""Messages that ping a chosen role until the server says otherwise. The day's table comes without
anyone asking for it, so it is left out.
"""


@dataclass(frozen=True, slots=True)
class Setting:
    name: str
    title: str
    options: Mapping[str, str]
    """Labels by value; the first is the default."""
    descriptions: Mapping[str, str] = field(default_factory=dict)
    """Descriptions by value, for labels that need one."""

    def read(self, value: str | None) -> str:
        if value is None or value not in self.options:
            return next(iter(self.options))
        return value


COLOURS = Setting(
    PALETTE,
    mark("Colours of the pictures"),
    {
        "usual": mark("Standard colours"),
        "safe": mark("Colour-blind safe"),
        "contrast": mark("High contrast"),
    },
)
PLACES = Setting(
    PLACE,
    mark("Where matches are played"),
    {THREADS: mark("Each in its own thread"), CHANNEL: mark("In the channel")},
    {
        THREADS: mark("The channel stays quiet; finished threads are archived"),
        CHANNEL: mark("Each board is a message in the channel"),
    },
)
NOISES = Setting(
    NOISE,
    mark("How much is posted"),
    {USUAL: mark("Everything"), QUIET: mark("Only the essentials")},
    {
        USUAL: mark("Score sheets after each round, and an animation of a person's ¡Salud!"),
        QUIET: mark("Boards and results: no score sheets in between, no animations"),
    },
)
PACES = Setting(
    PACE,
    mark("Default pace of new matches"),
    {
        Pace.DAY.value: mark("A day per turn"),
        Pace.THREE_DAYS.value: mark("Three days per turn"),
        Pace.WEEK.value: mark("A week per turn"),
        Pace.LIVE.value: mark("Live: five minutes per turn"),
        Pace.NONE.value: mark("No clock"),
    },
)
MORNING_HOURS = Setting(
    MORNING_HOUR,
    mark("When the day's table is posted"),
    {
        "6": mark("06:00 UTC"),
        "9": mark("09:00 UTC"),
        "12": mark("12:00 UTC"),
        "15": mark("15:00 UTC"),
        "18": mark("18:00 UTC"),
        "21": mark("21:00 UTC"),
        "0": mark("00:00 UTC"),
        "3": mark("03:00 UTC"),
    },
)
TABLES_OF_MORNINGS = Setting(
    MORNING_TABLES,
    mark("What the day's table shows"),
    {
        MorningTables.DAILY.value: mark("Results of /daily"),
        MorningTables.PUZZLE.value: mark("Results of /puzzle"),
        MorningTables.BOTH.value: mark("Both, in one message"),
    },
)
TAKING_OVER_AS = Setting(
    TAKING_OVER,
    mark("Computers that take over a seat play as"),
    {
        level.value: LEVELS[level]
        for level in (Level.FOREMAN, Level.KING, Level.MINER, Level.APPRENTICE)
    },
)
PING_LIMITS = Setting(
    PING_LIMIT,
    mark("How often I ping the role at most"),
    {
        str(6 * HOUR): mark("Once in 6 hours"),
        str(HOUR): mark("Once an hour"),
        str(12 * HOUR): mark("Once in 12 hours"),
        str(DAY): mark("Once a day"),
        str(3 * DAY): mark("Once in 3 days"),
        str(7 * DAY): mark("Once a week"),
    },
)
PINGING = {
    RolePingKind.TABLE: mark("Open tables (/open)"),
    RolePingKind.TOURNAMENT: mark("New tournaments"),
    RolePingKind.MORNING: mark("The day's table"),
}
SETTINGS = {
    setting.name: setting
    for setting in (
        *(COLOURS, PACES, PLACES, NOISES, TAKING_OVER_AS, MORNING_HOURS, TABLES_OF_MORNINGS),
        PING_LIMITS,
    )
}
assert [*COLOURS.options] == [*THEMES], "each theme can be chosen"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    language: str | None = None
    """None follows the server's language on Discord."""
    palette: str = "usual"
    pace: str = Pace.DAY.value
    place: str = THREADS
    noise: str = USUAL
    channels: tuple[int, ...] = ()
    """Channels for new matches; () for all."""
    game: str | None = None
    """Default game of commands; None for the register's first."""

    taking_over: str = Level.FOREMAN.value
    morning_hour: str = "6"
    """Hour in UTC after which the previous day's table is posted, if wanted."""
    morning_tables: str = MorningTables.DAILY.value
    """A value of MorningTables; counts only if there are daily puzzles and puzzles from
    matches.
    """
    forum: int | None = None
    """The forum where new matches get posts; None for messages in channels."""
    forum_tags: Mapping[str, int] = field(default_factory=dict)
    """The forum's tags that the bot applies, by their use (cogs/forums/tags.py)."""

    ping_role: int | None = None
    ping_kinds: tuple[str, ...] = USUAL_PINGS
    """Values of RolePingKind: the messages that ping the role."""
    ping_limit: str = str(6 * HOUR)
    """Seconds in which the role is pinged at most once."""

    @property
    def threads(self) -> bool:
        return self.place == THREADS

    @property
    def ping_seconds(self) -> int:
        return int(self.ping_limit)

    @property
    def quiet(self) -> bool:
        return self.noise == QUIET


def tags_as_text(tags: Mapping[str, int]) -> str:
    """Return tags as the text of a setting, which `read` reads."""
    return ",".join(f"{use}={tag}" for use, tag in tags.items())


def _tags(text: str) -> dict[str, int]:
    pairs = (part.partition("=") for part in text.split(","))
    return {use: int(tag) for use, _, tag in pairs if tag.isdecimal()}


def read(settings: Mapping[str, str]) -> ServerSettings:
    forum = settings.get(FORUM, "")
    channels = [part for part in settings.get(CHANNELS, "").split(",") if part.isdecimal()]
    return ServerSettings(
        language=settings.get(LANGUAGE),
        palette=COLOURS.read(settings.get(PALETTE)),
        pace=PACES.read(settings.get(PACE)),
        place=PLACES.read(settings.get(PLACE)),
        noise=NOISES.read(settings.get(NOISE)),
        channels=tuple(int(part) for part in channels[:MOST_CHANNELS]),
        game=settings.get(GAME),
        taking_over=TAKING_OVER_AS.read(settings.get(TAKING_OVER)),
        morning_hour=MORNING_HOURS.read(settings.get(MORNING_HOUR)),
        morning_tables=TABLES_OF_MORNINGS.read(settings.get(MORNING_TABLES)),
        forum=int(forum) if forum.isdecimal() else None,
        forum_tags=_tags(settings.get(FORUM_TAGS, "")),
        ping_role=int(role) if (role := settings.get(PING_ROLE, "")).isdecimal() else None,
        ping_kinds=_kinds(settings.get(PING_KINDS)),
        ping_limit=PING_LIMITS.read(settings.get(PING_LIMIT)),
    )


def _kinds(value: str | None) -> tuple[str, ...]:
    if value is None:
        return USUAL_PINGS
    chosen = value.split(",")
    return tuple(kind.value for kind in RolePingKind if kind.value in chosen)
