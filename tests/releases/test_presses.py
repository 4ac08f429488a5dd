"""The buttons that a release left on Discord, pressed in today's bot.

The fixture has the outcome of the same press in the release. Today's must be the same: a move still
counts, and an answer is not replaced by a refusal.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.releases.fixtures import Fixture, fixtures
from tests.releases.presses import Press, of_json, press_as_one_of
from tests.releases.teller import at, telling
from tests.tiers import exhaustive

CHANGED = {"OtherLesson"}
"""Refusals of buttons that lost their meaning: a lesson that has changed starts again."""
SAMPLE = -1


def presses(fixture: Fixture, number: int) -> list[Press]:
    """Return the presses of a round, or the first of each family as a sample."""
    everything = [of_json(row) for row in fixture.told["presses"]]
    if number != SAMPLE:
        return [press for press in everything if press.round == number]
    first = {press.kind.split()[0]: press for press in reversed(everything) if not press.round}
    return [press for press in everything if press in first.values()]


def cases() -> list[object]:
    """Return fixtures with a sample for `make test`, and with each round."""
    return [
        pytest.param(
            fixture,
            number,
            id=f"{fixture.release}-{'sample' if number == SAMPLE else number}",
            marks=() if number == SAMPLE else exhaustive,
        )
        for fixture in fixtures()
        for number in range(SAMPLE, 1 + max(row["round"] for row in fixture.told["presses"]))
    ]


@pytest.mark.parametrize(("fixture", "number"), cases())
async def test_old_button_is_answered_as_in_its_release(
    fixture: Fixture, number: int, tmp_path: Path
) -> None:
    fixture.unpack(tmp_path / "salud.db")
    differing = list[str]()
    async with telling(tmp_path, at(fixture.told["time"]), fixture.told["world"]) as teller:
        for press in presses(fixture, number):
            now, _ = await press_as_one_of(teller, replace(press, outcome="", reason=None))
            if now.outcome != press.outcome and now.reason not in CHANGED:
                was = (press.outcome, press.reason)
                differing.append(f"{press.kind}: {was} → {(now.outcome, now.reason)} {press}")
    assert differing == []
