"""Field-by-field reader of request bodies, with Discord's error messages."""

from collections.abc import Collection, Iterator
from typing import Any

from playground.errors import Json, Problems

Path = tuple[str | int, ...]


class Fields:
    """Reader of a JSON object in a request. Bad fields are recorded and read as absent."""

    def __init__(self, value: Any, path: Path, problems: Problems) -> None:
        self.path = path
        self.problems = problems
        if not isinstance(value, dict):
            self.wrong((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            value = {}
        self.json: Json = value

    def wrong(self, path: Path, code: str, message: str) -> None:
        self.problems.add((*self.path, *path), code, message)

    def has(self, name: str) -> bool:
        """Return whether a field is present and not null."""
        return self.json.get(name) is not None

    def _required(self, name: str, required: bool) -> bool:
        if not self.has(name):
            if required:
                self.wrong((name,), "BASE_TYPE_REQUIRED", "This field is required")
            return False
        return True

    def text(self, name: str, most: int, *, least: int = 0, required: bool = False) -> str | None:
        if not self._required(name, required):
            return None
        value = self.json[name]
        if isinstance(value, bool | list | dict):
            self.wrong((name,), "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        value = str(value)
        if least and not value.strip():
            self.wrong((name,), "BASE_TYPE_REQUIRED", "This field is required")
        elif least and not least <= len(value) <= most:
            text = f"Must be between {least} and {most} in length."
            self.wrong((name,), "BASE_TYPE_BAD_LENGTH", text)
        elif len(value) > most:
            text = f"Must be {most} or fewer in length."
            self.wrong((name,), "BASE_TYPE_MAX_LENGTH", text)
        return value

    def number(self, name: str, least: int, most: int, *, default: int | None = None) -> int | None:
        if not self.has(name):
            return default
        value = self.json[name]
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return default
        if value < least:
            text = f"int value should be greater than or equal to {least}."
            self.wrong((name,), "NUMBER_TYPE_MIN", text)
        elif value > most:
            text = f"int value should be less than or equal to {most}."
            self.wrong((name,), "NUMBER_TYPE_MAX", text)
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        if not self.has(name):
            return default
        if not isinstance(self.json[name], bool):
            self.wrong((name,), "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return default
        return bool(self.json[name])

    def choice(self, name: str, allowed: Collection[Any], *, required: bool = True) -> Any:
        if not self._required(name, required):
            return None
        if self.json[name] not in allowed:
            text = "Value must be one of {" + ", ".join(map(repr, allowed)) + "}."
            self.wrong((name,), "BASE_TYPE_CHOICES", text)
            return None
        return self.json[name]

    def snowflake(self, name: str, *, required: bool = False) -> int | None:
        if not self._required(name, required):
            return None
        value = self.json[name]
        if isinstance(value, bool) or not str(value).isdecimal():
            self.wrong((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            return None
        return int(value)

    def child(self, name: str, *, required: bool = False) -> "Fields | None":
        if not self._required(name, required):
            return None
        return Fields(self.json[name], (*self.path, name), self.problems)

    def values(self, name: str, most: int, *, least: int = 0, required: bool = False) -> list[Any]:
        if not self._required(name, required):
            return []
        value = self.json[name]
        if not isinstance(value, list):
            self.wrong((name,), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not least <= len(value) <= most:
            text = f"Must be between {least} and {most} in length."
            if not least:
                text = f"Must be {most} or fewer in length."
            code = "BASE_TYPE_BAD_LENGTH" if least else "BASE_TYPE_MAX_LENGTH"
            self.wrong((name,), code, text)
        return value

    def children(
        self, name: str, most: int, *, least: int = 0, required: bool = False
    ) -> Iterator["Fields"]:
        for index, value in enumerate(self.values(name, most, least=least, required=required)):
            yield Fields(value, (*self.path, name, index), self.problems)
