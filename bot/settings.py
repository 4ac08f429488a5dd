"""All settings: environment variables, or lines of a file .env (see .env.example)."""

import re
from typing import Literal
from urllib.parse import unquote

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.database_address import EXPECTED, is_neither

MOST_SHARDS, MOST_PORTS = 10_000, 65_535


class BadSettings(Exception): ...


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr = Field(default=SecretStr(""))
    salud_database: str = Field(default="var/salud.db", min_length=1, repr=False)
    """The file that holds all matches, or postgresql://user:password@host/name."""
    salud_shards: int | Literal["auto"] | None = None
    """Number of shards that several processes share, or `auto` for Discord's recommendation; if
    empty, this process runs all of them.
    """
    salud_metrics: str = ""
    """Address of the metrics, as host:port; if empty, they are off."""
    salud_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    salud_log_format: Literal["plain", "json"] = "plain"
    salud_playground: str | None = Field(default=None, pattern=r"^(https?://[^/\s]+)?$")
    """Address of a playground that replaces Discord, for tests, without a slash at the end."""
    salud_discord_api: str = ""
    """Address of a proxy for REST requests, without a slash at the end."""
    salud_heartbeat: str = "var/alive"
    """A file that is touched while the bot works. The file with `.why` beside it lists problems."""
    salud_acts_per_second: float = Field(default=2.0, gt=0, le=10_000)
    """Presses and commands per second that a user can sustain, after a burst of ten."""
    salud_tick: float = Field(default=20.0, gt=0, le=3600)
    salud_take_back: int = Field(default=2, ge=0, le=60)
    """Seconds for which computers and plans wait after a person's move, which can be taken back
    meanwhile.
    """
    salud_computer_pause: int = Field(default=3, ge=0, le=60)
    """Seconds for which computers wait after a person's action in a match of several people."""
    salud_thinking_seconds: float = Field(default=2.0, gt=0, le=60)
    """Seconds for which the strongest computers think about a move, on one core."""
    salud_thinking_processes: int | None = Field(default=None, ge=1, le=256)
    """Number of processes that think at the same time; if empty, one less than there are cores."""
    salud_thinking_memory: int = Field(default=512, ge=128, le=65_536)
    """Memory limit of each of these processes in MiB, on systems that support one."""
    salud_backups: str = Field(default="var/backups", min_length=1)
    salud_backups_kept: int = Field(default=7, ge=0)
    """Number of backups to keep; 0 switches backups off."""
    salud_backup_hours: float = Field(default=24.0, gt=0, le=24 * 365)
    salud_drawing: Literal["process", "thread"] = "process"
    """Where pictures are drawn. A separate process never delays answers; a thread uses about 40 MiB
    less memory.
    """
    salud_sentry_dsn: SecretStr = Field(default=SecretStr(""))
    salud_reports: str = "var/reports"

    @field_validator("salud_database")
    @classmethod
    def _a_database(cls, value: str) -> str:
        if is_neither(value):
            raise ValueError(EXPECTED)
        return value

    @field_validator("salud_shards", mode="before")
    @classmethod
    def _shards(cls, value: object) -> object:
        if value is None or value == "":
            return None
        number = str(value)
        if number == "auto":
            return number
        if not re.fullmatch("[0-9]{1,5}", number, re.ASCII) or not 1 <= int(number) <= MOST_SHARDS:
            raise ValueError(f"it must be from 1 to {MOST_SHARDS}, or auto")
        return int(number)

    @field_validator("salud_thinking_processes", mode="before")
    @classmethod
    def _as_many_as_fit(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("salud_discord_api")
    @classmethod
    def _a_proxy(cls, value: str) -> str:
        if value and not re.fullmatch(r"https?://[^/\s]+", value):
            raise ValueError("it must be like http://127.0.0.1:8080, without a slash at its end")
        return value

    @field_validator("salud_metrics")
    @classmethod
    def _an_address(cls, value: str) -> str:
        if value and _address(value) is None:
            raise ValueError("it must be host:port, such as 127.0.0.1:9100")
        return value

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        return _address(self.salud_metrics)

    @property
    def secrets(self) -> tuple[str, ...]:
        """Strings that no output may contain: the token, and the password of the database,
        if any.
        """
        matched = re.match(r"[a-z]+://[^/]*?:(.+)@", self.salud_database)
        password = matched[1] if matched else ""
        return self.discord_token.get_secret_value(), password, unquote(password)


def _address(text: str) -> tuple[str, int] | None:
    parts = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:/\[\]]+)):([0-9]{1,5})", text, re.ASCII)
    if parts is None or not 1 <= int(parts[3]) <= MOST_PORTS:
        return None
    return parts[1] or parts[2], int(parts[3])


def read_settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"])).upper()
        why = first["msg"].removeprefix("Value error, ")  # the rest is our own sentence
        raise BadSettings(f"The setting {name} can't be used: {why}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"The file .env can't be read: {error}.") from error
