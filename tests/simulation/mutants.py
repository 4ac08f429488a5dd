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
class Mutant:
    owner: Any
    """The class or module that has the function."""
    name: str
    old: str
    new: str
    law: str
    """The beginning of the violated law."""

    def install(self, patch: pytest.MonkeyPatch) -> None:
        function = getattr(self.owner, self.name)
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(self.old) == 1, f"{self.name} has changed: adapt this mutant"
        names: dict[str, Any] = {}
        exec(  # noqa: S102 - our own code, with a fault
            source.replace(self.old, self.new), inspect.unwrap(function).__globals__, names
        )
        patch.setattr(self.owner, self.name, names[self.name])


MUTANTS = {
    "record the place of before": Mutant(
        MessageStore,
        "note",
        "CASE WHEN COALESCE(place, 0) = ? THEN ?",
        "CASE WHEN ? < 0 THEN 0 WHEN 0 = 0 THEN ?",
        "the choice",
    ),
    "forget a message before it is removed": Mutant(
        MessageStore, "remove", "elif row is not None:", "elif drop(connection, key):", "shown"
    ),
    "a refused message was not posted": Mutant(
        Projector,
        "_refused",
        "is_unsure=True",
        "is_unsure=row.owner is not None or getattr(error, 'status', 0) >= 500",
        "pinged",
    ),
    "a found message is found once": Mutant(
        Projector, "_put", "mark(content, nonce)", "...", "pinged"
    ),
    "search for the first copy only": Mutant(
        posted_message, "_marks", "copies(nonce)", "(nonce,)", "shown"
    ),
    "end whatever is wanted": Mutant(MessageStore, "end", "AND wanted = ?", "AND ? > 0", "lost"),
    "no search after an unknown outcome": Mutant(
        Projector,
        "_put",
        "if row.owner is not None or before is not None:",
        "if before is not None:",
        "pinged|shown",
    ),
    "no lease": Mutant(
        MessageStore,
        "claim",
        'claimable += " AND (owner IS NULL OR owner = ? OR until <= ? OR until > ?)"',
        'claimable += " AND (0 = 0 OR owner = ? OR until <= ? OR until > ?)"',
        "",
    ),
    "record without comparing the owner": Mutant(
        MessageStore,
        "_change",
        "AND owner = ?",
        "AND (owner = ? OR 0 = 0)",
        "",
    ),
    "version read after the content": Mutant(
        Projector,
        "_bring",
        "version = row.wanted if wanted.version is None else wanted.version",
        "version = (await self.store.row(row.key) or row).wanted"
        " if wanted.version is None else wanted.version",
        "shown|untrue",
    ),
    "claim not given back on refusal": Mutant(
        Projector,
        "_refused",
        "await self.store.give_back(",
        "await asyncio.sleep(0) or (lambda *_, **__: 0)(",
        "",
    ),
}
