"""The audit of custom_ids finds every fault that it looks for."""

from typing import Any

import pytest

from tests.bounds.custom_ids import custom_id_faults


def message(*custom_ids: str) -> dict[str, Any]:
    buttons = [{"type": 2, "custom_id": custom_id} for custom_id in custom_ids]
    return {"type": 4, "data": {"components": [{"type": 1, "components": buttons}]}}


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (message("2:why:1", "2:why:1"), "used 2 times"),
        (message("2:tutorial:1::take:E2"), "reaches no handler"),
        (message("2:plan-form:1"), "reaches no handler"),
        (message(f"2:session:{9**15}:1:move:{'x' * 75}"), "too long"),
        ({"data": {"custom_id": "2:why:1", "components": []}}, "reaches no handler"),
        (
            {"components": [{"type": 3, "custom_id": "2:why:1", "options": [{"value": "a"}] * 2}]},
            "offered 2 times",
        ),
    ],
)
def test_fault_is_found(body: dict[str, Any], fault: str) -> None:
    assert any(fault in found_fault for found_fault in custom_id_faults(body)), custom_id_faults(
        body
    )


@pytest.mark.parametrize(
    "body",
    [
        message("2:why:1", "2:why:2"),
        {
            "data": {
                "custom_id": "2:plan-form:1",
                "components": [{"type": 18, "component": {"type": 3, "custom_id": "action"}}],
            }
        },
        {"content": "no components"},
        None,
    ],
)
def test_sound_body_has_no_faults(body: Any) -> None:
    """Fields of forms have names instead of custom_ids."""
    assert custom_id_faults(body) == []
