"""custom_ids: one spelling a family, understood again after any restart, never by two."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.play import ids
from cogs.play.buttons import BUTTONS
from cogs.play.ids import Spot
from cogs.screens.base import Control, Menu
from cogs.screens.dice_miner.screens import DiceMinerScreens
from tests.cogs.moments import moments

FAMILIES = {
    "move": ids.MOVE,
    "panel": ids.PANEL,
    "menu": ids.MENU,
    "form": ids.FORM,
    "lobby": ids.LOBBY,
    "page": ids.PAGE,
    "replay": ids.REPLAY,
    "jump": ids.JUMP,
    "report": ids.REPORT,
    "report form": ids.REPORT_FORM,
    "setting": ids.SETTING,
    "table": ids.TABLE,
    "why": ids.WHY,
    "undo": ids.UNDO,
    "confirm": ids.CONFIRM,
    "cancel": ids.CANCEL,
    "leaders": ids.LEADERS,
    "leaders menu": ids.LEADERS_MENU,
    "history": ids.HISTORY,
    "me": ids.ME,
    "wish": ids.WISH,
    "notice": ids.NOTICE,
    "own": ids.OWN,
    "lesson": ids.LESSON,
    "mine": ids.MINE,
    "plan": ids.PLAN,
    "plan form": ids.PLAN_FORM,
    "word form": ids.WORD_FORM,
    "topics": ids.TOPICS,
    "share": ids.SHARE,
}
LARGEST = Spot(10**15 - 1, 10**6 - 1)
spots = st.builds(Spot, st.integers(0, LARGEST.match), st.integers(0, LARGEST.seq))


def families(custom_id: str) -> list[str]:
    """Which of them take it."""
    return [name for name, pattern in FAMILIES.items() if re.fullmatch(pattern, custom_id)]


@given(st.one_of(*(st.from_regex(p, fullmatch=True) for p in FAMILIES.values())))
def test_one_family_each(custom_id: str) -> None:
    """No id that one family spells is taken by another."""
    assert len(families(custom_id)) == 1


@given(st.text(max_size=40))
def test_other_ids(custom_id: str) -> None:
    """What nobody spelled is almost never taken, and never by two."""
    assert len(families(custom_id)) <= 1
    forms = {"form", "own", "plan form", "report form", "word form"}
    assert ids.is_button(custom_id) == bool({*families(custom_id)} - forms)


def test_every_button_class_has_its_family() -> None:
    """The classes that discord.py asks cover what `is_button` knows."""
    patterns = [button.__discord_ui_compiled_template__.pattern for button in BUTTONS]
    assert patterns == list(ids.BUTTONS)


@given(spots, st.lists(st.from_regex(r"[a-z]+( [a-z0-9-]+){0,2}", fullmatch=True), min_size=1))
def test_moves_are_read_back(spot: Spot, tokens: list[str]) -> None:
    """Match, seq and tokens as they were written."""
    custom_id = ids.move(spot, tuple(tokens))
    found = re.fullmatch(ids.MOVE, custom_id)
    if found is None:
        assert len(",".join(tokens)) > 75
        return
    assert Spot(int(found["match"]), int(found["seq"])) == spot
    assert found["tokens"].split(",") == tokens


@given(spots)
def test_the_others_are_read_back(spot: Spot) -> None:
    """Forms and the buttons that open them, invitations, whole matches."""
    pairs = ((ids.panel, ids.PANEL), (ids.menu, ids.MENU), (ids.form, ids.FORM))
    for spelled, pattern in pairs:
        found = re.fullmatch(pattern, spelled(spot, "spend hero1"))
        assert found is not None
        assert (int(found["match"]), int(found["seq"])) == (spot.match, spot.seq)
        assert found["panel"] == "spend hero1"
    for verb in ("accept", "decline", "join", "leave", "start", "cancel", "word"):
        assert families(ids.lobby(spot.match, verb)) == ["lobby"]
    assert families(ids.undo(spot)) == ["undo"]
    assert families(ids.cancel(spot.match)) == ["cancel"]
    for verb in ("rematch", "again", "resign", "text", "why"):
        assert families(ids.page(spot.match, verb)) == ["page"]


@pytest.mark.parametrize(
    "custom_id",
    [
        "s1:1:2:",
        "s1:1:2:take t03\n",
        "s1:１:2:take t03",
        "s1:1:-2:pass",
        "s2:1:2:pass",
        "xs1:1:2:pass",
        "s1:1:2:PASS",
        "l1:1:dance",
        "g1:1:rematch2",
        "",
    ],
)
def test_nearly(custom_id: str) -> None:
    """Only the exact spelling."""
    assert families(custom_id) == []


def spelled(control: Control | Menu, spot: Spot) -> str:
    """The custom_id of a control."""
    if isinstance(control, Menu):
        return ids.menu(spot, control.panel)
    if control.panel is None:
        return ids.move(spot, control.tokens)
    return ids.panel(spot, control.panel)


def test_every_button_fits() -> None:
    """In late matches with the largest numbers too, for the button and for the form it opens."""
    screens = DiceMinerScreens()
    seen = set()
    for moment in moments():
        for group in screens.controls(moment.scene()):
            for control in group:
                custom_id = spelled(control, LARGEST)
                assert len(custom_id) <= ids.LONGEST
                if isinstance(control, Menu):
                    assert families(custom_id) == ["menu"]
                    seen.add(control.panel.split()[0])
                    continue
                assert families(custom_id) == ["move" if control.panel is None else "panel"]
                if control.panel is None:
                    asked = ids.confirm(LARGEST, control.tokens)
                    assert len(asked) <= ids.LONGEST
                    assert families(asked) == ["confirm"]
                seen.add(re.split("[ 0-9]", control.panel or control.tokens[0])[0])
                if control.panel is not None:
                    form = ids.form(LARGEST, control.panel)
                    assert len(form) <= ids.LONGEST
                    assert families(form) == ["form"]
    assert seen == {"hero", "take", "salud", "stop", "spend", "reroll", "pass", "keep", "done"}
