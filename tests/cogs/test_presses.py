"""What people pressed last is remembered for a report, and no more than that."""

from types import SimpleNamespace
from typing import Any, cast

from cogs.report import recent_presses
from cogs.report.recent_presses import PRESSES, RecentPresses


def pressed(kept: RecentPresses, user: int, custom_id: str | None) -> None:
    """Somebody presses something, or uses a command."""
    data = {"name": "board"} if custom_id is None else {"custom_id": custom_id}
    kept.remember(cast("Any", SimpleNamespace(data=data, user=SimpleNamespace(id=user))))


def test_of_one_person_in_one_match() -> None:
    """The latest last; commands have no custom_id."""
    kept = RecentPresses()
    pressed(kept, 1, "2:move:12:7:take t01")
    pressed(kept, 1, "2:move:120:7:take t01")
    pressed(kept, 1, None)
    pressed(kept, 2, "2:match:12:text")
    pressed(kept, 1, "2:cancel:12")
    assert kept.of(1, 12) == ("2:move:12:7:take t01", "2:cancel:12")
    assert kept.of(3, 12) == ()
    kept.forget(1)
    assert kept.of(1, 12) == ()


def test_not_too_many_are_kept(monkeypatch: Any) -> None:
    """Of each the last ones, and of those who pressed last."""
    monkeypatch.setattr(recent_presses, "USERS", 2)
    kept = RecentPresses()
    for number in range(PRESSES + 3):
        pressed(kept, 1, f"2:move:12:{number}:pass")
    assert [press.split(":")[3] for press in kept.of(1, 12)] == [
        str(number) for number in range(3, PRESSES + 3)
    ]
    pressed(kept, 2, "2:cancel:12")
    pressed(kept, 3, "2:cancel:12")
    assert kept.of(1, 12) == ()
    assert kept.of(3, 12) == ("2:cancel:12",)
