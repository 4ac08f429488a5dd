"""A report includes the user's last presses, and no more."""

from types import SimpleNamespace
from typing import Any, cast

from cogs.report import recent_presses
from cogs.report.recent_presses import PRESSES, RecentPresses


def pressed(kept: RecentPresses, user: int, custom_id: str | None) -> None:
    data = {"name": "board"} if custom_id is None else {"custom_id": custom_id}
    interaction = SimpleNamespace(data=data, extras={}, user=SimpleNamespace(id=user))
    kept.remember(cast("Any", interaction))


def test_presses_are_kept_per_user_and_match() -> None:
    """The latest comes last."""
    presses = RecentPresses()
    pressed(presses, 1, "2:move:12:7:take t01")
    pressed(presses, 1, "2:move:120:7:take t01")
    pressed(presses, 1, None)
    pressed(presses, 2, "2:match:12:text")
    pressed(presses, 1, "2:cancel:12")
    assert presses.of(1, 12) == ("2:move:12:7:take t01", "2:cancel:12")
    assert presses.of(3, 12) == ()
    presses.forget(1)
    assert presses.of(1, 12) == ()


def test_only_the_last_presses_and_the_last_users_are_kept(monkeypatch: Any) -> None:
    monkeypatch.setattr(recent_presses, "USERS", 2)
    presses = RecentPresses()
    for number in range(PRESSES + 3):
        pressed(presses, 1, f"2:move:12:{number}:pass")
    assert [press.split(":")[3] for press in presses.of(1, 12)] == [
        str(number) for number in range(3, PRESSES + 3)
    ]
    pressed(presses, 2, "2:cancel:12")
    pressed(presses, 3, "2:cancel:12")
    assert presses.of(1, 12) == ()
    assert presses.of(3, 12) == ("2:cancel:12",)
