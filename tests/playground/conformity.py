"""Checks REST exchanges against Discord's own OpenAPI document, on both sides.

The document's path comes from the environment variable SALUD_DISCORD_OPENAPI. A recorder goes to
`Playground(on_exchange=…)`; afterwards `problems` says what differs.
"""

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

VARIABLE = "SALUD_DISCORD_OPENAPI"
REASON = f"{VARIABLE} doesn't name Discord's OpenAPI document"

EXCEPTIONS = {
    # The document says that all error codes are numbers. Those of fields are names, as Discord's
    # reference on error messages shows ("BASE_TYPE_REQUIRED").
    "response .*errors.*_errors.*code": "the codes of fields are names",
}


def document_path() -> Path | None:
    """Where the document is, or None."""
    name = os.environ.get(VARIABLE)
    return Path(name) if name else None


class Conformity:
    """Records exchanges and notes where they differ from the document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._validators: dict[str, Draft202012Validator] = {}
        self.problems: list[str] = []
        self.seen: set[tuple[str, str, int]] = set()

    def __call__(self, method: str, route: str, request: Any, status: int, response: Any) -> None:
        """Check one exchange."""
        self.seen.add((method, route, status))
        operation = self._document["paths"].get(route, {}).get(method.lower())
        if operation is None:
            self.problems.append(f"{method} {route} isn't in the document")
            return
        where = f"{method} {route}"
        if status < 400:
            content = operation.get("requestBody", {}).get("content", {})
            if content and request is not None:
                schema = content["application/json"]["schema"]
                self._check(f"request {where}", schema, request)
        answers = operation["responses"]
        answer = answers.get(str(status)) or (answers["4XX"] if 400 <= status < 500 else None)
        if answer is None:
            self.problems.append(f"{where} isn't answered with {status}")
            return
        if "$ref" in answer:
            answer = self._document["components"]["responses"][answer["$ref"].split("/")[-1]]
        content = answer.get("content", {})
        if not content and response is not None:
            self.problems.append(f"{where} answers {status} without a body")
        elif content:
            self._check(f"response {where} {status}", content["application/json"]["schema"], response)

    def _check(self, where: str, schema: dict[str, Any], value: Any) -> None:
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            whole = {**schema, "components": self._document["components"]}
            self._validators[key] = Draft202012Validator(whole)
        for error in self._validators[key].iter_errors(value):
            for path, message in _leaves(error):
                problem = f"{where} at {path}: {message}"
                if not any(re.search(pattern, problem) for pattern in EXCEPTIONS):
                    self.problems.append(problem)


def _leaves(error: Any) -> Iterator[tuple[str, str]]:
    """The deepest causes of an error; of alternatives, those of the nearest one."""
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
def load(path: Path) -> dict[str, Any]:
    """The document, read once."""
    document: dict[str, Any] = json.loads(path.read_text())
    return document
