"""All settings in one place: environment variables, or lines of a file .env (see .env.example)."""

import re
from typing import Literal
from urllib.parse import unquote

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.database_address import EXPECTED, is_neither

MOST_SHARDS, MOST_PORTS = 10_000, 65_535


class BadSettings(Exception):
    """A setting that can't be used; the sentence names it."""


class Settings(BaseSettings):
    """What an operator can set."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr = Field(default=SecretStr(""))
    """The bot's token, from Discord's developer portal."""
    salud_database: str = Field(default="var/salud.db", min_length=1, repr=False)
    """The file that holds all matches, or postgresql://user:password@host/name."""
    salud_shards: int | Literal["auto"] | None = None
    """How many shards processes share, or `auto` for as many as Discord recommends; empty: this
    process has all of them for itself."""
    salud_metrics: str = ""
    """Where metrics are served, as host:port; empty: nowhere."""
    salud_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much is logged."""
    salud_log_format: Literal["plain", "json"] = "plain"
    """How lines of the log are written: for people, or as JSON for programs."""
    salud_playground: str | None = Field(default=None, pattern=r"^(https?://[^/\s]+)?$")
    """The address of a playground to connect to instead of Discord, for tests; no slash ends it."""
    salud_discord_api: str = ""
    """The address of a proxy that takes the REST requests in place of Discord; no slash ends it."""
    salud_heartbeat: str = "var/alive"
    """A file whose time says that the bot is well; beside it `.why` says what is wrong."""
    salud_acts_per_second: float = Field(default=2.0, gt=0, le=10_000)
    """How many presses and commands a second a user may go on with, after ten at once."""
    salud_tick: float = Field(default=20.0, gt=0, le=3600)
    """Seconds between looks at what is due: late invitations, computers, boards."""
    salud_take_back: int = Field(default=5, ge=0, le=60)
    """Seconds that computers and plans wait after a person's pick, so that it can be taken back."""
    salud_computer_pause: int = Field(default=3, ge=0, le=60)
    """Seconds after what a person did in which computers do nothing where several people play."""
    salud_thinking_seconds: float = Field(default=2.0, gt=0, le=60)
    """Seconds of a core that computers of the highest level think about a move."""
    salud_thinking_processes: int | None = Field(default=None, ge=1, le=256)
    """How many of them think at the same time; empty: one less than there are cores."""
    salud_thinking_memory: int = Field(default=512, ge=128, le=65_536)
    """MiB that each of them may take, where the system can see to it."""
    salud_backups: str = Field(default="var/backups", min_length=1)
    """The folder of the automatic backups."""
    salud_backups_kept: int = Field(default=7, ge=0)
    """How many of them are kept; 0: none is made."""
    salud_backup_hours: float = Field(default=24.0, gt=0, le=24 * 365)
    """Hours from one of them to the next."""
    salud_drawing: Literal["process", "thread"] = "process"
    """Where pictures are drawn. A process of its own keeps them from holding up answers; a thread
    takes some 40 MiB less memory."""
    salud_sentry_dsn: SecretStr = Field(default=SecretStr(""))
    """Where unexpected errors are sent, as a DSN of Sentry; empty: nowhere."""
    salud_reports: str = "var/reports"
    """The folder of reported problems; empty: none is kept."""

    @field_validator("salud_database")
    @classmethod
    def _a_database(cls, given: str) -> str:
        if is_neither(given):
            raise ValueError(EXPECTED)
        return given

    @field_validator("salud_shards", mode="before")
    @classmethod
    def _shards(cls, given: object) -> object:
        if given is None or given == "":
            return None
        number = str(given)
        if number == "auto":
            return number
        if not re.fullmatch("[0-9]{1,5}", number, re.ASCII) or not 1 <= int(number) <= MOST_SHARDS:
            raise ValueError(f"it must be from 1 to {MOST_SHARDS}, or auto")
        return int(number)

    @field_validator("salud_thinking_processes", mode="before")
    @classmethod
    def _as_many_as_fit(cls, given: object) -> object:
        return None if given == "" else given

    @field_validator("salud_discord_api")
    @classmethod
    def _a_proxy(cls, given: str) -> str:
        if given and not re.fullmatch(r"https?://[^/\s]+", given):
            raise ValueError("it must be like http://127.0.0.1:8080, without a slash at its end")
        return given

    @field_validator("salud_metrics")
    @classmethod
    def _an_address(cls, given: str) -> str:
        if given and _address(given) is None:
            raise ValueError("it must be host:port, such as 127.0.0.1:9100")
        return given

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """The host and port of SALUD_METRICS; None: metrics are off."""
        return _address(self.salud_metrics)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must stand in no output: the token, and the password of the database, if any."""
        found = re.match(r"[a-z]+://[^/]*?:(.+)@", self.salud_database)
        password = found[1] if found else ""
        return self.discord_token.get_secret_value(), password, unquote(password)


def _address(text: str) -> tuple[str, int] | None:
    """The parts of host:port or [host]:port; None if it is neither."""
    found = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:/\[\]]+)):([0-9]{1,5})", text, re.ASCII)
    if found is None or not 1 <= int(found[3]) <= MOST_PORTS:
        return None
    return found[1] or found[2], int(found[3])


def read_settings() -> Settings:
    """The settings of this process; raises BadSettings."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"])).upper()
        why = first["msg"].removeprefix("Value error, ")  # it is ours
        raise BadSettings(f"The setting {name} can't be used: {why}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"The file .env can't be read: {error}.") from error
