"""A playground whose traffic is checked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from playground import Playground, watching
from playground.notified import bot_pushes, push_faults, unknown_users
from tests.patience import ANSWER_WITHIN
from tests.playground.conformity import Conformity, document_path, load

BESIDES = 0.1
"""Seconds between polls of state outside the playground, such as the bot's database."""


@asynccontextmanager
async def checked_playground() -> AsyncIterator[Playground]:
    """Run a playground; check its traffic against Discord's OpenAPI document, if that is
    available."""
    path = document_path()
    conformity = None if path is None else Conformity(load(path))
    place = Playground(on_exchange=conformity)
    place.interactions.answer_within = ANSWER_WITHIN
    await place.start()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(watching, "BESIDES", BESIDES)
            yield place
    finally:
        await place.stop()
    assert place.unserved == [], place.unserved
    faults = push_faults(bot_pushes(place.world))
    assert faults == [], faults
    unknown = unknown_users(place.world)
    assert unknown == [], unknown
    if conformity is not None:
        assert conformity.problems == [], conformity.problems
