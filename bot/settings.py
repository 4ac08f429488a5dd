"""All settings: environment variables, or lines of a file .env (see .env.example).

`settings_reader.py` checks them with pydantic. The bot reads its settings in a short-lived process
(`apart.py`), because pydantic takes 5 MiB that nothing needs afterwards.
"""

import re
from dataclasses import dataclass, field, fields
from typing import Literal
from urllib.parse import unquote

MOST_PORTS = 65_535


class BadSettings(Exception): ...


class Secret:
    """A text that is not printed by accident."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def get_secret_value(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"Secret({self})"

    def __str__(self) -> str:
        return "*" * 10 if self._text else ""


NONE = Secret("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    discord_token: Secret = NONE
    salud_database: str = field(default="var/salud.db", repr=False)
    """The file that holds all matches, or postgresql://user:password@host/name."""
    salud_shards: int | Literal["auto"] | None = None
    """Number of shards that several processes share, or `auto` for Discord's recommendation; if
    empty, this process runs all of them.
    """
    salud_metrics: str = ""
    """Address of the metrics, as host:port; if empty, they are off."""
    salud_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    salud_log_format: Literal["plain", "json"] = "plain"
    salud_playground: str | None = None
    """Address of a playground that replaces Discord, for tests, without a slash at the end."""
    salud_discord_api: str = ""
    """Address of a proxy for REST requests, without a slash at the end."""
    salud_heartbeat: str = "var/alive"
    """A file that is touched while the bot works. The file with `.why` beside it lists problems."""
    salud_acts_per_second: float = 2.0
    """Presses and commands per second that a user can sustain, after a burst of ten."""
    salud_tick: float = 20.0
    salud_take_back: int = 2
    """Seconds for which computers and plans wait after a person's move, which can be taken back
    meanwhile.
    """
    salud_computer_pause: int = 3
    """Seconds for which computers wait after a person's action in a match of several people."""
    salud_thinking_seconds: float = 2.0
    """Seconds for which the strongest computers think about a move, on one core."""
    salud_thinking_processes: int | None = None
    """Number of processes that think at the same time; if empty, one less than there are cores."""
    salud_thinking_memory: int = 512
    """Memory limit of each of these processes in MiB, on systems that support one."""
    salud_backups: str = "var/backups"
    salud_backups_kept: int = 7
    """Number of backups to keep; 0 switches backups off."""
    salud_backup_hours: float = 24.0
    salud_drawing: Literal["process", "thread"] = "process"
    """Where pictures are drawn. A separate process never delays answers; a thread uses about 40 MiB
    less memory.
    """
    salud_sentry_dsn: Secret = NONE
    salud_reports: str = "var/reports"

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        return address(self.salud_metrics)

    @property
    def secrets(self) -> tuple[str, ...]:
        """Strings that no output may contain: the token, and the password of the database,
        if any.
        """
        matched = re.match(r"[a-z]+://[^/]*?:(.+)@", self.salud_database)
        password = matched[1] if matched else ""
        return self.discord_token.get_secret_value(), password, unquote(password)


def address(text: str) -> tuple[str, int] | None:
    """Return the host and port of ``host:port``, or None for another text."""
    parts = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:/\[\]]+)):([0-9]{1,5})", text, re.ASCII)
    if parts is None or not 1 <= int(parts[3]) <= MOST_PORTS:
        return None
    return parts[1] or parts[2], int(parts[3])


NAMES = frozenset(field.name for field in fields(Settings))
