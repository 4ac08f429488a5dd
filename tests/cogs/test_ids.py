"""custom_ids: each family has one spelling, which survives restarts and belongs to no other
family."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.base.custom_ids import BoardVersion
from cogs.screens.base import Control, Menu
from games.dice_miner.screens.screens import DiceMinerScreens
from tests.cogs.moments import moments
from tests.cogs.offline import is_button, offline
from tests.match.machine import CountedSeeds, SetClock


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[SaludClient]:
    async with offline(tmp_path / "salud.db", SetClock(), CountedSeeds()) as (client, _):
        yield client


LARGEST = BoardVersion(10**15 - 1, 10**6 - 1)
spots = st.builds(BoardVersion, st.integers(0, LARGEST.match), st.integers(0, LARGEST.seq))


def families_of(custom_id: str) -> list[str]:
    return [family.name for family in families.FAMILIES if re.fullmatch(family.template, custom_id)]


@given(st.one_of(*(st.from_regex(p.template, fullmatch=True) for p in families.FAMILIES)))
def test_each_custom_id_belongs_to_one_family(custom_id: str) -> None:
    family_and_fields = families.read(custom_id)
    assert family_and_fields is not None
    assert families_of(custom_id) == [family_and_fields[0].name]


def test_user_ids_fit_the_database() -> None:
    """Numbers too large for SQLite cannot be users."""
    for user, fits in ((2**63 - 1, False), (9 * 10**18 - 1, True), (10**16, True), (10**20, False)):
        assert families_of(f"2:history:5:{user}:0:on:toy") == (["history"] if fits else [])
        for custom_id in (
            f"2:statistics-game:versus:{user}:5",
            f"2:challenge:{user}:toy",
            f"2:notice:1:2:person {user}",
        ):
            name = custom_id.split(":")[1]
            assert families_of(custom_id) == ([name] if fits else []), custom_id


@given(st.text(max_size=40))
def test_arbitrary_text_matches_at_most_one_family(custom_id: str) -> None:
    assert len(families_of(custom_id)) <= 1
    assert (families.read(custom_id) is not None) == bool(families_of(custom_id))
    forms = {family.name for family in families.FORMS}
    assert is_button(custom_id) == bool({*families_of(custom_id)} - forms)


async def test_every_family_is_answered(client: SaludClient) -> None:
    assert client.services.presses.families == frozenset(families.FAMILIES)


@given(spots, st.lists(st.from_regex(r"[a-z]+( [a-z0-9-]+){0,2}", fullmatch=True), min_size=1))
def test_moves_are_read_back(board: BoardVersion, tokens: list[str]) -> None:
    if not families.MOVE.fits(board, tokens):
        written = ",".join(tokens)
        custom_id = f"2:move:{board.match}:{board.seq}:{written}"
        assert len(written) > 75 or len(custom_id) > families.LONGEST
        return
    assert families.MOVE.read(families.MOVE.spell(board, tuple(tokens))) == (board, tuple(tokens))


@pytest.mark.parametrize(
    ("family", "fields"),
    [
        (families.MOVE, (BoardVersion(1, 2), ["take É2"])),
        (families.MOVE, (BoardVersion(1, 2), ["x" * 76])),
        (families.PANEL, (BoardVersion(1, 2), "spend:m01")),
        (families.TUTORIAL, (1, "0", "take:E2", "dynamine")),
        (families.REPLAY, (10**15, 1, "open")),
    ],
)
def test_unreadable_custom_ids_are_reported(
    family: families.Family,
    fields: tuple[Any, ...],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Tests raise; in production, players get the rest of the message, and the log has an error."""
    with pytest.raises(families.Unreadable):
        family.spell(*fields)
    monkeypatch.setattr(families, "strict", False)
    custom_id = family.spell(*fields)
    assert custom_id.startswith(f"2:{family.name}:")
    assert custom_id in caplog.text


@given(spots)
def test_panels_and_other_families_are_read_back(board: BoardVersion) -> None:
    pairs = (
        (families.PANEL.spell, families.PANEL),
        (families.MENU.spell, families.MENU),
        (families.FORM.spell, families.FORM),
    )
    for spelled, pattern in pairs:
        match = re.fullmatch(pattern.template, spelled(board, "spend hero1"))
        assert match is not None
        assert (int(match["match"]), int(match["seq"])) == (board.match, board.seq)
        assert match["panel"] == "spend hero1"
    for verb in ("accept", "decline", "join", "leave", "start", "cancel", "word"):
        assert families_of(families.INVITATION.spell(board.match, verb)) == ["invitation"]
    assert families_of(families.UNDO.spell(board)) == ["undo"]
    assert families_of(custom_ids.cancel(board)) == ["cancel"]
    for verb in ("rematch", "again", "resign", "text", "why"):
        assert families_of(families.MATCH.spell(board.match, verb)) == ["match"]


@pytest.mark.parametrize(
    "custom_id",
    [
        "2:move:1:2:",
        "2:move:1:2:take t03\n",
        "s1:１:2:take t03",
        "2:move:1:-2:pass",
        "s2:1:2:pass",
        "xs1:1:2:pass",
        "2:MOVE:1:2:pass",
        "2:invitation:1:dance",
        "2:match:1:rematch2",
        "",
    ],
)
def test_near_misses_match_no_family(custom_id: str) -> None:
    assert families_of(custom_id) == []


def spelled(control: Control | Menu, board: BoardVersion) -> str:
    if isinstance(control, Menu):
        return families.MENU.spell(board, control.panel)
    if control.panel is None:
        return families.MOVE.spell(board, control.tokens)
    return families.PANEL.spell(board, control.panel)


def test_every_button_fits_with_the_largest_numbers() -> None:
    screens = DiceMinerScreens()
    seen = set()
    for moment in moments():
        for group in screens.controls(moment.scene()):
            for control in group:
                custom_id = spelled(control, LARGEST)
                assert len(custom_id) <= families.LONGEST
                if isinstance(control, Menu):
                    assert families_of(custom_id) == ["menu"]
                    seen.add(control.panel.split()[0])
                    continue
                assert families_of(custom_id) == ["move" if control.panel is None else "panel"]
                if control.panel is None:
                    confirmation = families.CONFIRM.spell(LARGEST, control.tokens)
                    assert len(confirmation) <= families.LONGEST
                    assert families_of(confirmation) == ["confirm"]
                seen.add(re.split("[ 0-9]", control.panel or control.tokens[0])[0])
                if control.panel is not None:
                    form = families.FORM.spell(LARGEST, control.panel)
                    assert len(form) <= families.LONGEST
                    assert families_of(form) == ["form"]
    assert seen == {"hero", "take", "salud", "stop", "spend", "reroll", "pass", "keep", "done"}
