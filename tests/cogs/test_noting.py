"""Stored states of boards: old boards are remembered, and posted but unrecorded boards count."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.match.core.boards import BoardProgress
from bot.match.log.loaded import Loaded
from cogs.board.recovery import END, FoundBoards, seq_told
from cogs.board.shown_state import after_showing, must_repost, to_repost, with_found
from cogs.board.updates import BoardUpdate
from tests.match.world import ANN, BEN, World

PLACE, ELSEWHERE = 70, 71
SHOWN = BoardProgress(1, 0, 0, 3, 500, PLACE)


@pytest.fixture
async def loaded(tmp_path: Path) -> Loaded:
    world = await World.open(tmp_path / "salud.db")
    try:
        match = (await world.begun(ANN, BEN)).record.id
        await world.toy(match, "11 add 1", "12 add 2", "11 bid 1")
        await world.store.set_place(match, PLACE)
        return await world.matches.load(match)
    finally:
        await world.close()


def news(loaded: Loaded, progress: BoardProgress) -> BoardUpdate:
    return cast("BoardUpdate", SimpleNamespace(loaded=loaded, progress=progress, pings=[]))


def test_new_board_makes_the_old_one_stale(loaded: Loaded) -> None:
    posted = after_showing(news(loaded, SHOWN), 1, 600, PLACE, 0)
    assert (posted.message, posted.stale, posted.stale_place) == (600, 500, PLACE)
    assert (posted.seq, posted.events) == (loaded.seq, len(loaded.events))
    edited = after_showing(news(loaded, SHOWN), 1, 500, PLACE, 0)
    assert (edited.message, edited.stale, edited.stale_place) == (500, None, None)


def test_board_that_could_not_be_stripped_stays_stale(loaded: Loaded) -> None:
    waiting = replace(SHOWN, stale=400, stale_place=ELSEWHERE)
    for message in (500, 600):
        after = after_showing(news(loaded, waiting), 1, message, PLACE, 0)
        assert (after.message, after.stale, after.stale_place) == (message, 400, ELSEWHERE)
    with_stale_board = replace(SHOWN, stale=400, stale_place=PLACE)
    assert after_showing(news(loaded, with_stale_board), 1, 600, PLACE, 0).stale == 500, (
        "the channel's history still finds 400"
    )


def test_missing_board_is_reposted_unless_an_edit_succeeds(loaded: Loaded) -> None:
    gone = to_repost(SHOWN)
    assert must_repost(gone)
    assert not must_repost(SHOWN)
    assert not must_repost(replace(SHOWN, message=None, place=None))
    assert after_showing(news(loaded, gone), 1, 500, PLACE, 0).stale is None
    assert after_showing(news(loaded, gone), 1, 600, PLACE, 0).stale == 500


def history_of(*boards: int, **more: Any) -> FoundBoards:
    return FoundBoards(boards=list(boards), **more)


def test_unrecorded_board_is_adopted_at_the_state_that_it_shows(loaded: Loaded) -> None:
    adopted = with_found(SHOWN, history_of(600, 500, seq=2), loaded)
    assert (adopted.seq, adopted.message, adopted.stale) == (2, 600, 500)
    assert adopted.events == SHOWN.events
    ended = with_found(SHOWN, history_of(600, end=True), loaded)
    assert (ended.seq, ended.events) == (loaded.seq, len(loaded.events))
    sheets = with_found(SHOWN, history_of(500, seq=1, sheets={0, 1}), loaded)
    assert sheets == replace(SHOWN, rounds=2)


def test_recorded_board_stays_unless_a_newer_one_is_found(loaded: Loaded) -> None:
    for seen in (
        history_of(),
        history_of(400, seq=0),
        history_of(500, 400, seq=1),
        history_of(500, seq=3),
    ):
        assert with_found(SHOWN, seen, loaded) == SHOWN


def test_board_that_was_edited_backwards_is_shown_again(loaded: Loaded) -> None:
    """A late edit made it show less than was recorded."""
    noted = replace(SHOWN, seq=3)
    assert must_repost(with_found(noted, history_of(500, seq=2), loaded))


@pytest.mark.parametrize(
    ("custom_ids", "tells"),
    [
        (["2:move:7:12:take t01", "2:panel:7:12:salud"], 12),
        (["2:match:7:text", "2:panel:7:0:keep"], 0),
        (["2:match:7:rematch"], END),
        (["2:match:7:text"], None),
        (["2:move:70:12:pass"], None),
    ],
)
def test_state_of_a_board_is_read_from_its_buttons(
    custom_ids: list[str], tells: int | None
) -> None:
    buttons = [SimpleNamespace(custom_id=custom_id) for custom_id in custom_ids]
    row = SimpleNamespace(children=buttons)
    parts = [SimpleNamespace(children=[row])]
    message = cast("Any", SimpleNamespace(id=500, content="", components=parts))
    assert seq_told(message, 7) == tells
