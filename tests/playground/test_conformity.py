"""The check against Discord's OpenAPI document is itself in order."""

from typing import Any

import pytest

from playground import seed
from tests.playground.conformity import REASON, Conformity, document_path
from tests.playground.conftest import Bot, Rest

pytestmark = pytest.mark.skipif(document_path() is None, reason=REASON)

MESSAGE = "/channels/{channel_id}/messages/{message_id}"


async def test_a_real_message_conforms_and_a_bent_one_does_not(
    bot: Bot, rest: Rest, conformity: Conformity
) -> None:
    """Each bend is found where it is."""
    message = await bot.tavern.send("Hello")
    path = MESSAGE.format(channel_id=seed.TAVERN_ID, message_id=message.id)
    _, shown = await rest("GET", path)
    assert conformity.problems == []
    assert ("GET", MESSAGE, 200) in conformity.seen
    bent: list[tuple[dict[str, Any], str]] = [
        ({**shown, "content": None}, "content"),
        ({**shown, "id": 17}, "id"),
        ({**shown, "author": {**shown["author"], "username": 1}}, "author/username"),
        ({key: shown[key] for key in shown if key != "timestamp"}, "timestamp"),
        ({**shown, "components": [{"type": 10, "id": 1}]}, "'content' is a required property"),
    ]
    for wrong, where in bent:
        conformity("GET", MESSAGE, None, 200, wrong)
        [problem] = conformity.problems
        assert where in problem
        conformity.problems.clear()


def test_requests_are_checked_too(conformity: Conformity) -> None:
    """A wrong request is a problem even if it was accepted."""
    conformity("PATCH", MESSAGE, {"content": 1}, 200, None)
    assert any(problem.startswith("request PATCH") for problem in conformity.problems)


def test_what_the_document_lacks_is_a_problem(conformity: Conformity) -> None:
    """Unknown routes, statuses and bodies."""
    conformity("GET", "/nowhere", None, 200, {})
    conformity("GET", MESSAGE, None, 302, {})
    conformity("DELETE", MESSAGE, None, 204, {"left": "over"})
    assert len(conformity.problems) == 3
