"""All settings: environment variables, or lines of a file .env (see .env.example)."""

import logging
import os
import re
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import unquote

from dotenv.parser import parse_stream
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.database_address import EXPECTED, is_neither
from bot.errors import OperatorError

ENV = Path(".env")
ENCODING = "utf-8-sig"
MOST_PORTS = 65_535
LISTED = "Correct it or remove it: .env.example lists the possible values."
NOT_UTF_8 = "The file .env can't be read: it is not UTF-8.", "Save it again with that encoding."
REASONS = {
    "value_error": "{error}",
    "greater_than": "it must be more than {gt:g}",
    "greater_than_equal": "it must be at least {ge:g}",
    "less_than_equal": "it must be at most {le:g}",
    "literal_error": "it must be {expected}",
    "float_parsing": "it must be a number",
    "int_parsing": "it must be a whole number",
    "int_parsing_size": "it must be a whole number",
    "int_from_float": "it must be a whole number",
}
"""Our sentences for pydantic's kinds of errors, with its values."""
# `remarks` reports unreadable lines; this library would not name the file.
logging.getLogger("dotenv").setLevel(logging.ERROR)


class BadSettings(OperatorError): ...


class Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    discord_token: SecretStr = SecretStr("")
    salud_database: str = Field(default="var/salud.db", min_length=1, repr=False)
    """The file that holds all matches, or postgresql://user:password@host/name."""
    salud_shards: Literal["auto"] | Annotated[int, Field(ge=1, le=10_000)] | None = None
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
    salud_sentry_dsn: SecretStr = SecretStr("")
    salud_reports: str = "var/reports"

    @property
    def commits_file(self) -> Path:
        """Return the file for the newest commits to a server."""
        return Path(f"{self.salud_heartbeat}.commits")

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

    @field_validator("*", mode="before")
    @classmethod
    def _bare(cls, value: object, info: ValidationInfo) -> object:
        if not isinstance(value, str):
            return value
        text = bare(value)
        can_be_empty = cls.model_fields[str(info.field_name)].default is None
        return None if can_be_empty and not text else text

    @field_validator("discord_token")
    @classmethod
    def _a_token(cls, value: SecretStr) -> SecretStr:
        """Remove characters that no token contains, such as line breaks of a copied one; no HTTP
        header can have them.
        """
        return SecretStr(re.sub(r"[\s\x00-\x1f\x7f]", "", value.get_secret_value()))

    @field_validator("salud_database")
    @classmethod
    def _a_database(cls, value: str) -> str:
        if is_neither(value):
            raise ValueError(EXPECTED)
        return value

    @field_validator("salud_discord_api", "salud_playground")
    @classmethod
    def _a_server(cls, value: str | None) -> str | None:
        if value and not re.fullmatch(r"https?://[^/\s]+", value):
            raise ValueError("it must be like http://127.0.0.1:8080, without a slash at its end")
        return value

    @field_validator("salud_metrics")
    @classmethod
    def _an_address(cls, value: str) -> str:
        if value and address(value) is None:
            raise ValueError("it must be host:port, such as 127.0.0.1:9100")
        return value


NAMES = frozenset(Settings.model_fields)


class _Sources(Settings, BaseSettings):
    """Settings from the environment and .env."""

    model_config = SettingsConfigDict(env_file=ENV, env_file_encoding=ENCODING, extra="ignore")


def read_settings() -> Settings:
    """Read and check all settings; raise BadSettings for the first unusable one."""
    _file()
    try:
        return _Sources()
    except ValidationError as error:
        errors = error.errors()
        name = str(errors[0]["loc"][0])
        reasons = [_reason(each) for each in errors if each["loc"][0] == name]
        raise bad_setting(name, " or ".join(reasons)) from error


def bad_setting(name: str, why: str) -> BadSettings:
    return BadSettings(f"The setting {name.upper()} can't be used: {why}.", LISTED)


def _reason(error: ErrorDetails) -> str:
    if error["input"] in ("", None):
        return "it must not be empty"
    reason = REASONS.get(error["type"], error["msg"])
    return reason.format(**error.get("ctx", {}))


def remarks(environment: Iterable[str]) -> list[tuple[str, str]]:
    """Return sentences about settings that are ignored, each with its remedy. `environment` has
    the names of the environment variables.
    """
    rows = list(parse_stream(StringIO(_file())))
    names = {*environment, *(row.key for row in rows if row.key is not None)}
    unknown = sorted(
        name for name in names if name.upper().startswith("SALUD_") and name.lower() not in NAMES
    )
    bad = (row for row in rows if row.error or (row.key is not None and row.value is None))
    unreadable = [str(row.original.line) for row in bad]
    found = []
    if unknown:
        todo = "Correct the name: .env.example lists all settings."
        found.append((f"Unknown setting: {', '.join(unknown)}.", todo))
    if unreadable:
        todo = "Write NAME=value there, or begin the line with #."
        found.append((f"Unreadable line of .env: {', '.join(unreadable)}.", todo))
    return found


def _file() -> str:
    """Return the text of .env, or "" without one; raise BadSettings."""
    if ENV.is_dir():
        todo = "Docker makes one if the file is missing: remove it, and copy .env.example to .env."
        raise BadSettings("The .env here is a folder.", todo)
    try:
        text = ENV.read_text(encoding=ENCODING) if ENV.is_file() else ""
    except UnicodeDecodeError:
        raise BadSettings(*NOT_UTF_8) from None
    except OSError as error:
        todo = f"Give it to the user {os.geteuid()}, who runs this."
        raise BadSettings(f"The file .env can't be read: {error.strerror}.", todo) from error
    if "\0" in text:
        raise BadSettings(*NOT_UTF_8)
    return text


def bare(text: str) -> str:
    """Return a value without the white space and quotes around it, which Docker's --env-file and
    files from Windows leave there.
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1].strip()
    return text


def address(text: str) -> tuple[str, int] | None:
    """Return the host and port of ``host:port``, or None for another text."""
    parts = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:/\[\]]+)):([0-9]{1,5})", text, re.ASCII)
    if parts is None or not 1 <= int(parts[3]) <= MOST_PORTS:
        return None
    return parts[1] or parts[2], int(parts[3])
