"""custom_ids: one spelling a family, understood again after any restart, never by two."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.client import SaludClient
from cogs.interactions import custom_ids
from cogs.interactions.custom_ids import BoardVersion
from cogs.screens.base import Control, Menu
from games.dice_miner.screens.screens import DiceMinerScreens
from tests.cogs.moments import moments
from tests.cogs.offline import items, offline
from tests.match.machine import CountedSeeds, SetClock

FAMILIES = {
    "move": custom_ids.MOVE,
    "panel": custom_ids.PANEL,
    "menu": custom_ids.MENU,
    "form": custom_ids.FORM,
    "lobby": custom_ids.INVITATION,
    "page": custom_ids.MATCH,
    "replay": custom_ids.REPLAY,
    "jump": custom_ids.REPLAY_MENU,
    "report": custom_ids.REPORT,
    "report form": custom_ids.REPORT_FORM,
    "setting": custom_ids.SETTING,
    "table": custom_ids.MATCHES,
    "why": custom_ids.WHY,
    "undo": custom_ids.UNDO,
    "confirm": custom_ids.CONFIRM,
    "cancel": custom_ids.CANCEL,
    "leaders": custom_ids.LEADERBOARD,
    "leaders menu": custom_ids.LEADERBOARD_MENU,
    "history": custom_ids.HISTORY,
    "me": custom_ids.ME,
    "wish": custom_ids.ME_MENU,
    "notice": custom_ids.NOTICE,
    "own": custom_ids.ME_FORM,
    "lesson": custom_ids.TUTORIAL,
    "mine": custom_ids.MYDATA,
    "plan": custom_ids.PLAN,
    "plan form": custom_ids.PLAN_FORM,
    "word form": custom_ids.WORD_FORM,
    "topics": custom_ids.TOPICS,
    "share": custom_ids.SHARE,
    "session": custom_ids.SESSION,
}


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[SaludClient]:
    """The client with all its cogs, without a connection."""
    async with offline(tmp_path / "salud.db", SetClock(), CountedSeeds()) as (made, _):
        yield made


LARGEST = BoardVersion(10**15 - 1, 10**6 - 1)
spots = st.builds(BoardVersion, st.integers(0, LARGEST.match), st.integers(0, LARGEST.seq))


def families(custom_id: str) -> list[str]:
    """Which of them take it."""
    return [name for name, pattern in FAMILIES.items() if re.fullmatch(pattern.template, custom_id)]


@given(st.one_of(*(st.from_regex(p.template, fullmatch=True) for p in FAMILIES.values())))
def test_one_family_each(custom_id: str) -> None:
    """No id that one family spells is taken by another."""
    assert len(families(custom_id)) == 1


@given(st.text(max_size=40))
def test_other_ids(custom_id: str) -> None:
    """What nobody spelled is almost never taken, and never by two."""
    assert len(families(custom_id)) <= 1
    forms = {"form", "own", "plan form", "report form", "word form"}
    assert custom_ids.is_button(custom_id) == bool({*families(custom_id)} - forms)


async def test_every_button_class_has_its_family(client: SaludClient) -> None:
    """The classes that discord.py asks cover what `is_button` knows."""
    patterns = [kind.__discord_ui_compiled_template__.pattern for kind in await items(client)]
    assert sorted(patterns) == sorted(family.template for family in custom_ids.BUTTONS)


@given(spots, st.lists(st.from_regex(r"[a-z]+( [a-z0-9-]+){0,2}", fullmatch=True), min_size=1))
def test_moves_are_read_back(board_version: BoardVersion, tokens: list[str]) -> None:
    """Match, seq and tokens as they were written."""
    custom_id = custom_ids.move(board_version, tuple(tokens))
    found = re.fullmatch(custom_ids.MOVE.template, custom_id)
    if found is None:
        assert len(",".join(tokens)) > 75
        return
    assert BoardVersion(int(found["match"]), int(found["seq"])) == board_version
    assert found["tokens"].split(",") == tokens


@given(spots)
def test_the_others_are_read_back(board_version: BoardVersion) -> None:
    """Forms and the buttons that open them, invitations, whole matches."""
    pairs = (
        (custom_ids.panel, custom_ids.PANEL),
        (custom_ids.menu, custom_ids.MENU),
        (custom_ids.form, custom_ids.FORM),
    )
    for spelled, pattern in pairs:
        found = re.fullmatch(pattern.template, spelled(board_version, "spend hero1"))
        assert found is not None
        assert (int(found["match"]), int(found["seq"])) == (board_version.match, board_version.seq)
        assert found["panel"] == "spend hero1"
    for verb in ("accept", "decline", "join", "leave", "start", "cancel", "word"):
        assert families(custom_ids.invitation(board_version.match, verb)) == ["lobby"]
    assert families(custom_ids.undo(board_version)) == ["undo"]
    assert families(custom_ids.cancel(board_version)) == ["cancel"]
    for verb in ("rematch", "again", "resign", "text", "why"):
        assert families(custom_ids.match(board_version.match, verb)) == ["page"]


@pytest.mark.parametrize(
    "custom_id",
    [
        "2:move:1:2:",
        "2:move:1:2:take t03\n",
        "s1:１:2:take t03",
        "2:move:1:-2:pass",
        "s2:1:2:pass",
        "xs1:1:2:pass",
        "2:move:1:2:PASS",
        "2:invitation:1:dance",
        "2:match:1:rematch2",
        "",
    ],
)
def test_nearly(custom_id: str) -> None:
    """Only the exact spelling."""
    assert families(custom_id) == []


def spelled(control: Control | Menu, board_version: BoardVersion) -> str:
    """The custom_id of a control."""
    if isinstance(control, Menu):
        return custom_ids.menu(board_version, control.panel)
    if control.panel is None:
        return custom_ids.move(board_version, control.tokens)
    return custom_ids.panel(board_version, control.panel)


def test_every_button_fits() -> None:
    """In late matches with the largest numbers too, for the button and for the form it opens."""
    screens = DiceMinerScreens()
    seen = set()
    for moment in moments():
        for group in screens.controls(moment.scene()):
            for control in group:
                custom_id = spelled(control, LARGEST)
                assert len(custom_id) <= custom_ids.LONGEST
                if isinstance(control, Menu):
                    assert families(custom_id) == ["menu"]
                    seen.add(control.panel.split()[0])
                    continue
                assert families(custom_id) == ["move" if control.panel is None else "panel"]
                if control.panel is None:
                    asked = custom_ids.confirm(LARGEST, control.tokens)
                    assert len(asked) <= custom_ids.LONGEST
                    assert families(asked) == ["confirm"]
                seen.add(re.split("[ 0-9]", control.panel or control.tokens[0])[0])
                if control.panel is not None:
                    form = custom_ids.form(LARGEST, control.panel)
                    assert len(form) <= custom_ids.LONGEST
                    assert families(form) == ["form"]
    assert seen == {"hero", "take", "salud", "stop", "spend", "reroll", "pass", "keep", "done"}
