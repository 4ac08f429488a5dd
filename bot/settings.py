"""All settings in one place: environment variables, or lines of a file .env (see .env.example)."""

from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class BadSettings(Exception):
    """A setting that can't be used; the sentence names it."""


class Settings(BaseSettings):
    """What an operator can set."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr = Field(default=SecretStr(""))
    """The bot's token, from Discord's developer portal."""
    salud_database: str = Field(default="var/salud.db", min_length=1)
    """The file that holds all matches."""
    salud_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much is logged."""
    salud_playground: str | None = Field(default=None, pattern=r"^(https?://[^/\s]+)?$")
    """The address of a playground to connect to instead of Discord, for tests; no slash ends it."""
    salud_heartbeat: str = "var/alive"
    """A file whose time says that the bot is well; beside it `.why` says what is wrong."""
    salud_acts_per_second: float = Field(default=2.0, gt=0, le=10_000)
    """How many presses and commands a second a user may go on with, after ten at once."""
    salud_tick: float = Field(default=20.0, gt=0, le=3600)
    """Seconds between looks at what is due: late invitations, computers, boards."""
    salud_take_back: int = Field(default=5, ge=0, le=60)
    """Seconds that computers and plans wait after a person's pick, so that it can be taken back."""
    salud_backups: str = Field(default="var/backups", min_length=1)
    """The folder of the automatic backups."""
    salud_backups_kept: int = Field(default=7, ge=0)
    """How many of them are kept; 0: none is made."""
    salud_backup_hours: float = Field(default=24.0, gt=0, le=24 * 365)
    """Hours from one of them to the next."""
    salud_drawing: Literal["process", "thread"] = "process"
    """Where pictures are drawn. A process of its own keeps them from holding up answers; a thread
    takes some 40 MiB less memory."""
    salud_reports: str = "var/reports"
    """The folder of reported problems; empty: none is kept."""


def read_settings() -> Settings:
    """The settings of this process; raises BadSettings."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"])).upper()
        raise BadSettings(f"The setting {name} can't be used: {first['msg']}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"The file .env can't be read: {error}.") from error
