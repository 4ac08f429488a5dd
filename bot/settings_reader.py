"""Reads and checks the settings, with pydantic."""

import re
from dataclasses import fields
from typing import Any, get_type_hints

from pydantic import Field, SecretStr, ValidationError, create_model, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.database_address import EXPECTED, is_neither
from bot.settings import BadSettings, Secret, Settings, address

MOST_SHARDS = 10_000
BOUNDS: dict[str, dict[str, Any]] = {
    "salud_database": {"min_length": 1},
    "salud_playground": {"pattern": r"^(https?://[^/\s]+)?$"},
    "salud_acts_per_second": {"gt": 0, "le": 10_000},
    "salud_tick": {"gt": 0, "le": 3600},
    "salud_take_back": {"ge": 0, "le": 60},
    "salud_computer_pause": {"ge": 0, "le": 60},
    "salud_thinking_seconds": {"gt": 0, "le": 60},
    "salud_thinking_processes": {"ge": 1, "le": 256},
    "salud_thinking_memory": {"ge": 128, "le": 65_536},
    "salud_backups": {"min_length": 1},
    "salud_backups_kept": {"ge": 0},
    "salud_backup_hours": {"gt": 0, "le": 24 * 365},
}


class _Checks(BaseSettings):
    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    @field_validator("salud_database", check_fields=False)
    @classmethod
    def _a_database(cls, value: str) -> str:
        if is_neither(value):
            raise ValueError(EXPECTED)
        return value

    @field_validator("salud_shards", mode="before", check_fields=False)
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

    @field_validator("salud_thinking_processes", mode="before", check_fields=False)
    @classmethod
    def _as_many_as_fit(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("salud_discord_api", check_fields=False)
    @classmethod
    def _a_proxy(cls, value: str) -> str:
        if value and not re.fullmatch(r"https?://[^/\s]+", value):
            raise ValueError("it must be like http://127.0.0.1:8080, without a slash at its end")
        return value

    @field_validator("salud_metrics", check_fields=False)
    @classmethod
    def _an_address(cls, value: str) -> str:
        if value and address(value) is None:
            raise ValueError("it must be host:port, such as 127.0.0.1:9100")
        return value


def _fields() -> dict[str, Any]:
    """Return the fields of Settings as those of a pydantic model, with their bounds."""
    kinds = get_type_hints(Settings)
    made = {}
    for field in fields(Settings):
        kind, default = kinds[field.name], field.default
        if kind is Secret:
            kind, default = SecretStr, SecretStr("")
        made[field.name] = kind, Field(default=default, **BOUNDS.get(field.name, {}))
    return made


def given() -> dict[str, Any]:
    """Return the values of the settings that are set; raise BadSettings for the first unusable
    one.
    """
    try:
        checked = create_model("Checked", __base__=_Checks, **_fields())()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"])).upper()
        why = first["msg"].removeprefix("Value error, ")  # the rest is our own sentence
        raise BadSettings(f"The setting {name} can't be used: {why}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"The file .env can't be read: {error}.") from error
    values = {name: getattr(checked, name) for name in checked.model_fields_set}
    return {
        name: Secret(value.get_secret_value()) if isinstance(value, SecretStr) else value
        for name, value in values.items()
    }
