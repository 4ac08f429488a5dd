"""Faults of the Projector, to show that the laws find them: each takes one mechanism away."""

import inspect
import textwrap
from dataclasses import dataclass
from typing import Any

import pytest

from bot.match.people.messages import MessageStore
from cogs.posting import posted_message
from cogs.runtime.projector import Projector


@dataclass(frozen=True)
class Part:
    owner: Any
    """The class or module that has the function."""
    name: str
    old: str
    new: str

    def install(self, patch: pytest.MonkeyPatch) -> None:
        function = getattr(self.owner, self.name)
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(self.old) == 1, f"{self.name} has changed: adapt this mutant"
        names: dict[str, Any] = {}
        exec(  # noqa: S102 - our own code, with a fault
            source.replace(self.old, self.new), inspect.unwrap(function).__globals__, names
        )
        patch.setattr(self.owner, self.name, names[self.name])


_UNOWNED = Part(MessageStore, "_change", "AND owner = ?", "AND (owner = ? OR 0 = 0)")
MUTANTS: dict[str, list[Part]] = {
    "no lease": [
        _UNOWNED,
        Part(MessageStore, "due", "(owner IS NULL OR ", "(0 = 0 OR owner IS NULL OR "),
        Part(MessageStore, "claim", "(owner IS NULL OR ", "(0 = 0 OR owner IS NULL OR "),
    ],
    "record the place of before": [
        Part(
            MessageStore,
            "note",
            "CASE WHEN COALESCE(place, 0) = ? THEN ?",
            "CASE WHEN ? < 0 THEN 0 WHEN 0 = 0 THEN ?",
        )
    ],
    "forget a message before it is removed": [
        Part(MessageStore, "remove", "elif row is not None:", "elif drop(connection, key):")
    ],
    "a refused message was not posted": [
        Part(
            Projector,
            "_refused",
            "is_unsure=True",
            "is_unsure=row.owner is not None or getattr(error, 'status', 0) >= 500",
        )
    ],
    "a found message is found once": [Part(Projector, "_put", "identify(content, nonce)", "...")],
    "search for the first copy only": [Part(posted_message, "_marks", "copies(nonce)", "(nonce,)")],
    "end whatever is wanted": [Part(MessageStore, "end", "AND wanted = ?", "AND ? > 0")],
    "no search after an unknown outcome": [
        Part(
            Projector,
            "_put",
            "if row.owner is not None or before is not None:",
            "if before is not None:",
        )
    ],
    "record without comparing the owner": [
        Part(MessageStore, "note", "AND owner = ?", "AND (owner = ? OR 0 = 0)")
    ],
    "renew without comparing the owner": [_UNOWNED],
    "forget the message before a copy": [
        Part(MessageStore, "lose", "CASE WHEN owner IS NULL THEN NULL ELSE message END", "NULL")
    ],
    "version read after the content": [
        Part(
            Projector,
            "_bring",
            "version = row.wanted if wanted.version is None else wanted.version",
            "version = (await self.store.row(row.key) or row).wanted"
            " if wanted.version is None else wanted.version",
        )
    ],
    "claim not given back on refusal": [
        Part(
            Projector,
            "_refused",
            "await self.store.give_back(",
            "await asyncio.sleep(0) or (lambda *_, **__: 0)(",
        )
    ],
}
