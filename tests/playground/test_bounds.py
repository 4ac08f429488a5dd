"""Bounds without a server: the checks behind the playground's own responses."""

from typing import Any

import pytest

from playground.bounds import (
    choices_problems,
    commands_problems,
    message_problems,
    modal_problems,
    thread_problems,
)
from tests.playground.test_validation import NEW, PLAIN, button, menu, row, text

V2 = 1 << 15


@pytest.mark.parametrize(("components", "where"), PLAIN)
def test_problems_of_plain_components_have_the_servers_path(components: Any, where: str) -> None:
    if "emoji/id" in where:
        return  # these checks accept every emoji
    problems = message_problems({"content": "x", "components": components})
    assert any(
        problem.startswith("components" + ("/" + where if where else "")) for problem in problems
    )


@pytest.mark.parametrize(("components", "where"), NEW)
def test_invalid_v2_components_have_problems(components: Any, where: str) -> None:
    problems = message_problems({"flags": V2, "components": components})
    if "emoji/id" not in where:
        assert problems


def test_message_within_limits_has_no_problems() -> None:
    assert message_problems({"content": "x" * 2000}) == []
    assert message_problems({"flags": V2, "components": [text("x" * 4000), row(button())]}) == []
    assert message_problems({"content": "x" * 2001}) != []
    assert message_problems({"content": "x"}, ["a b.png"]) == [
        "files/a b.png: Discord would change this name"
    ]


def form(**more: Any) -> dict[str, Any]:
    field = {"type": 18, "label": "l", "component": menu()}
    return {"custom_id": "f", "title": "t", "components": [field], **more}


def test_form_titles_and_text_inputs_have_limits() -> None:
    assert modal_problems(form()) == []
    assert modal_problems(form(title="t" * 46)) != []
    typed = {"type": 4, "custom_id": "a", "style": 1, "min_length": 5, "value": "abc"}
    assert modal_problems(form(components=[{"type": 18, "label": "l", "component": typed}])) != []
    typed |= {"min_length": 9, "max_length": 8, "value": None}
    assert modal_problems(form(components=[{"type": 18, "label": "l", "component": typed}])) != []


def test_menu_has_at_most_max_values_defaults() -> None:
    value = {"id": "1", "type": "channel"}
    channels = {"type": 8, "custom_id": "c", "max_values": 1, "default_values": [value]}
    assert message_problems({"content": "x", "components": [row(channels)]}) == []
    channels["default_values"] = [value, {"id": "2", "type": "channel"}]
    assert message_problems({"content": "x", "components": [row(channels)]}) != []


def test_choices_commands_and_threads_have_limits() -> None:
    assert choices_problems([{"name": "n" * 100, "value": 1}]) == []
    assert choices_problems([{"name": "n" * 101, "value": 1}]) != []
    assert choices_problems([{"name": str(n), "value": n} for n in range(26)]) != []
    command = {"name": "board", "description": "d" * 100}
    assert commands_problems([command]) == []
    assert commands_problems([{**command, "name_localizations": {"de": "Das Brett"}}]) != []
    assert commands_problems([{**command, "description_localizations": {"de": "d" * 101}}]) != []
    assert thread_problems({"name": "n" * 100}) == []
    assert thread_problems({"name": "n" * 101}) != []
