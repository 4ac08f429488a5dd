"""Every refusal fits into a message in every language, whatever its values."""

import re
from collections.abc import Iterator

import pytest

import cogs.app.client
import cogs.interactions.moderators
import cogs.moderation.handlers
from bot.match.timing import errors
from bot.match.values.errors import Refusal
from cogs.base.markup import escaped, harmless
from cogs.base.text_limits import CONTENT
from cogs.interactions.answers import sentence
from tests.bounds.hostile import NAMES, long_catalogue
from tests.bounds.wholeness import markup_faults
from tests.tiers import sampled

LOADED = (cogs.interactions.moderators, cogs.app.client, cogs.moderation.handlers, errors)
"""Modules that must be imported so that their refusals are found."""
NUMBER = 10**18 + 1


def refusals(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    for inner in kind.__subclasses__():
        if inner.__module__.startswith(("bot.", "cogs.")):
            yield inner
        yield from refusals(inner)


@pytest.mark.parametrize("kind", sampled(sorted(set(refusals()), key=repr), 4))
def test_every_refusal_fits_and_is_sound(kind: type[Refusal]) -> None:
    """Matches have the maximum number of players, and inputs are hostile."""
    catalogue = long_catalogue()
    for language in catalogue.languages:
        for typed in NAMES:
            values: dict[str, object] = {
                name: escaped(harmless(typed, 60)) if name in ("typed", "text") else NUMBER
                for name in re.findall(r"{(\w+)}", kind.sentence)
            }
            if "users" in values:
                values["users"] = (NUMBER,) * 4
            text = sentence(kind(**values), catalogue.words(language))
            assert len(text) <= CONTENT
            assert not markup_faults(text)


def test_all_refusals_are_found() -> None:
    assert len(set(refusals())) > 60
