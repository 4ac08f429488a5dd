"""Checks of REST exchanges, in both directions, against Discord's OpenAPI document.

The environment variable SALUD_DISCORD_OPENAPI holds the document's path. Pass a Conformity as
`Playground(on_exchange=…)`; its `problems` then list all differences.
"""

import copy
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema_rs import Draft202012Validator as Quick

VARIABLE = "SALUD_DISCORD_OPENAPI"
REASON = f"{VARIABLE} doesn't name Discord's OpenAPI document"

Json = dict[str, Any]


def document_path() -> Path | None:
    name = os.environ.get(VARIABLE)
    return Path(name) if name else None


class Document:
    """Discord's description of its API, with a few errors corrected."""

    def __init__(self, document: Json) -> None:
        self.paths: Json = document["paths"]
        self.responses: Json = document["components"]["responses"]
        answers = copy.deepcopy(document["components"])
        # The document says that all codes are numbers. Codes of fields are names in the examples
        # of Discord's reference on error messages ("BASE_TYPE_REQUIRED").
        answers["schemas"]["Error"]["properties"]["code"] = {"type": ["integer", "string"]}
        # The document wants ids as strings. Discord also accepts numbers, which discord.py sends.
        requests = copy.deepcopy(document["components"])
        requests["schemas"]["SnowflakeType"] = {
            "anyOf": [requests["schemas"]["SnowflakeType"], {"type": "integer", "minimum": 0}]
        }
        self._components = {"response": answers, "request": requests}
        self._validators: dict[str, tuple[Quick, Draft202012Validator]] = {}

    def errors(self, side: str, schema: Json, value: Any) -> Iterator[ValidationError]:
        """Return the differences between a value and a schema.

        A fast library validates the value. A slow library explains the errors.
        """
        key = side + json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            full_schema = {**schema, "components": self._components[side]}
            self._validators[key] = Quick(full_schema), Draft202012Validator(full_schema)
        quick, thorough = self._validators[key]
        if not quick.is_valid(value):
            yield from thorough.iter_errors(value)


class Conformity:
    """Records exchanges and their differences from the document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.problems: list[str] = []
        self.seen: set[tuple[str, str, int]] = set()

    def __call__(self, method: str, route: str, request: Any, status: int, response: Any) -> None:
        self.seen.add((method, route, status))
        operation = self._document.paths.get(route, {}).get(method.lower())
        if operation is None:
            self.problems.append(f"{method} {route} isn't in the document")
            return
        where = f"{method} {route}"
        if status < 400:
            content = operation.get("requestBody", {}).get("content", {})
            if content and request is not None:
                schema = content["application/json"]["schema"]
                self._check("request", where, schema, request)
        answers = operation["responses"]
        answer = answers.get(str(status)) or (answers["4XX"] if 400 <= status < 500 else None)
        if answer is None:
            self.problems.append(f"{where} isn't answered with {status}")
            return
        if "$ref" in answer:
            answer = self._document.responses[answer["$ref"].split("/")[-1]]
        content = answer.get("content", {})
        if not content and response is not None:
            self.problems.append(f"{where} answers {status} without a body")
        elif content:
            schema = content["application/json"]["schema"]
            self._check("response", f"{where} {status}", schema, response)

    def _check(self, side: str, where: str, schema: Json, value: Any) -> None:
        for error in self._document.errors(side, schema, value):
            self.problems += [
                f"{side} {where} at {path}: {message}" for path, message in _leaves(error)
            ]


def _leaves(error: Any) -> Iterator[tuple[str, str]]:
    """Return the deepest causes of an error. Of alternatives, take the closest match."""
    if not error.context:
        yield "/".join(map(str, error.absolute_path)), error.message[:300]
        return
    branches: dict[Any, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)

    def fit(branch: list[Any]) -> tuple[bool, int]:
        wrong_type = any(list(inner.path)[-1:] == ["type"] for inner in branch)
        return wrong_type, len(branch)

    for inner in min(branches.values(), key=fit):
        yield from _leaves(inner)


@cache
def load(path: Path) -> Document:
    return Document(json.loads(path.read_text()))
