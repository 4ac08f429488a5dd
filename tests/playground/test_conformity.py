"""The check against Discord's OpenAPI document."""

from typing import Any

import pytest

from playground import seed
from tests.playground.conformity import REASON, Conformity, document_path
from tests.playground.conftest import Bot, Rest

pytestmark = pytest.mark.skipif(document_path() is None, reason=REASON)

MESSAGE = "/channels/{channel_id}/messages/{message_id}"


async def test_altered_message_violates_the_document(
    bot: Bot, rest: Rest, conformity: Conformity
) -> None:
    message = await bot.tavern.send("Hello")
    path = MESSAGE.format(channel_id=seed.TAVERN_ID, message_id=message.id)
    _, fetched = await rest("GET", path)
    assert conformity.problems == []
    assert ("GET", MESSAGE, 200) in conformity.seen
    bent: list[tuple[dict[str, Any], str]] = [
        ({**fetched, "content": None}, "content"),
        ({**fetched, "id": 17}, "id"),
        ({**fetched, "author": {**fetched["author"], "username": 1}}, "author/username"),
        ({key: fetched[key] for key in fetched if key != "timestamp"}, "timestamp"),
        ({**fetched, "components": [{"type": 10, "id": 1}]}, "'content' is a required property"),
    ]
    for wrong, where in bent:
        conformity("GET", MESSAGE, None, 200, wrong)
        [problem] = conformity.problems
        assert where in problem
        conformity.problems.clear()


def test_wrong_request_is_a_problem_even_if_accepted(conformity: Conformity) -> None:
    conformity("PATCH", MESSAGE, {"content": 1}, 200, None)
    assert any(problem.startswith("request PATCH") for problem in conformity.problems)


def test_undocumented_route_status_or_body_is_a_problem(conformity: Conformity) -> None:
    conformity("GET", "/nowhere", None, 200, {})
    conformity("GET", MESSAGE, None, 302, {})
    conformity("DELETE", MESSAGE, None, 204, {"left": "over"})
    assert len(conformity.problems) == 3
