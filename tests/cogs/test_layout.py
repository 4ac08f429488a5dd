"""Messages stay within Discord's limits, whatever the match."""

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.base.custom_ids import BoardVersion
from cogs.scenes.narration import BRIEF_LINES, narrate
from cogs.screens import GameScreens, Scene
from cogs.screens.base import Beside, Control
from cogs.ui.layouts import (
    MessageLayout,
    board_rows,
    compose,
    files,
    invitation_button,
    match_button,
    plan_button,
    shortened,
    undo_button,
)
from cogs.ui.match_controls import report_button
from playground.bounds import message_problems
from render.picture import Picture
from tests.bounds.wholeness import crowded
from tests.cogs.moments import Moment, moments, screens
from tests.cogs.moments import scene as scene_of
from tests.toy_game import ToyGame

PICTURE = Picture(b"png", 3, 2, "a board")
SPOT = BoardVersion(10**15 - 1, 10**6 - 1)
TEXT, BUTTON, ROW, GALLERY = 10, 2, 1, 12
SHOWN = 20
"""Characters of a menu's chosen option that a phone shows."""


def cut_alike(components: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the options that look like another one of their menu on a phone."""
    return [
        option["label"]
        for part in components
        for option in part.get("options", ())
        if sum(o["label"][:SHOWN] == option["label"][:SHOWN] for o in part["options"]) > 1
    ]


def parts(components: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for component in components:
        yield component
        yield from parts(component.get("components", []))


def payload(layout: MessageLayout) -> list[Mapping[str, Any]]:
    return [*layout.to_components()]


def check(layout: MessageLayout) -> list[Mapping[str, Any]]:
    """Return all components, after checking Discord's limits and some headroom."""
    components = payload(layout)
    nested = list(parts(components))
    assert crowded({"components": components}) == []
    used = re.findall(r"attachment://([\w.-]+)", json.dumps(components))
    body = {"flags": 1 << 15, "components": components}
    assert message_problems(body, dict.fromkeys(used)) == []
    return nested


BELOW = [
    *(match_button(SPOT.match, verb, "x" * 99, emoji="📖") for verb in ("text", "why")),
    undo_button(SPOT, "Take back"),
    plan_button(SPOT.match, "ahead", "Plan ahead", "📝"),
    report_button(SPOT, "Report"),
]
"""The largest row below a board."""


def board(scene: Scene, game_screens: GameScreens, lines: list[str]) -> MessageLayout:
    return compose(
        above=" ".join("<@1234567890123456789>" for _ in scene.to_act),
        story="\n".join(lines),
        galleries=[[("moment.png", PICTURE)], [("board.png", PICTURE)]],
        below=[
            f"**{game_screens.headline(scene)}**\n{game_screens.ask(scene)}",
            "-# A tournament",
        ],
        rows=[*board_rows(SPOT, game_screens.controls(scene)), BELOW],
    )


def test_every_board_of_random_matches_fits() -> None:
    game_screens = screens("dice-miner")
    rows = set()
    for moment in moments():
        scene = moment.scene()
        lines = narrate(scene, moment.fresh, (), Beside.BOARD_AND_SHEET)
        assert len(lines) <= BRIEF_LINES + 1
        components = check(board(scene, game_screens, lines))
        rows.add(sum(part["type"] == ROW for part in components))
        shared = game_screens.ask(replace(scene, shared=True))
        assert all(scene.name(seat) in shared for seat in scene.to_act)
        assert (max(rows) > 0) or not scene.to_act
    assert max(rows) >= 3


def ends() -> list[Moment]:
    return [moment for moment in moments() if not moment.scene().to_act]


def test_every_end_and_sheet_fits() -> None:
    game_screens = screens("dice-miner")
    assert len(ends()) == 4
    for moment in ends():
        scene = moment.scene()
        final = game_screens.final(scene)
        assert len(final.splitlines()) == len(scene.players)
        check(compose(texts=[final], galleries=[[("a.png", PICTURE), ("b.png", PICTURE)]]))
        assert game_screens.rounds(scene) == 3
        check(compose(galleries=[[("sheet.png", PICTURE)]]))
        assert game_screens.controls(scene) == []
        assert game_screens.ask(scene) == ""


def test_long_story_keeps_its_last_lines() -> None:
    game_screens = screens("dice-miner")
    for moment, following in itertools.pairwise(moments()):
        if following.position.seq > moment.position.seq:
            continue
        every = [advance for earlier in moments() for advance in earlier.fresh][:2_000]
        scene = moment.scene()
        if len(scene.players) < 4:
            continue
        lines = game_screens.story(scene, every)
        assert len("\n".join(lines)) > 4000
        check(board(scene, game_screens, lines))
        break
    else:
        raise AssertionError("no random match has four players")


def test_game_without_screens_fits() -> None:
    game = ToyGame()
    state = game.resolve(game.new(3), (4,)).state
    scene = scene_of(state, game)
    check(board(scene, screens("toy"), screens("toy").story(scene, ())))


async def test_layout_is_neither_stored_nor_watched_by_discord_py() -> None:
    """A view that is stopped and never times out costs no memory."""
    layout = compose(texts=["text"])
    assert layout.is_finished()
    assert layout.timeout is None


@given(st.text(max_size=300), st.integers(3, 120))
def test_shortened_text_keeps_its_last_lines(text: str, most: int) -> None:
    kept = shortened(text, most)
    assert len(kept) <= most
    if len(text) <= most:
        assert kept == text
    else:
        last = text.splitlines()[-1]
        assert (kept.startswith("…\n") and kept.endswith(last)) or "…" in kept or kept == last


def test_overlong_texts_lose_their_beginning() -> None:
    layout = compose(above="@" * 3_000, texts=["x\n" * 4_000, "y" * 5_000], below=["z" * 500])
    check(layout)
    texts = [part["content"] for part in parts(payload(layout)) if part["type"] == TEXT]
    assert texts[-1] == "z" * 500


def test_empty_parts_are_left_out() -> None:
    components = check(compose(above="hello", texts=["", ""], below=[""]))
    assert [part["type"] for part in components] == [TEXT]


def test_rows_hold_five_buttons_or_a_phone_s_width() -> None:
    """A phone shows four of these narrow buttons per line. Each group begins a new row; more
    than five rows are the game's bug."""
    group = [Control(f"{n}", tokens=(f"take t{n:02}",)) for n in range(1, 8)]
    rows = board_rows(BoardVersion(1, 2), [group, group[:1]])
    assert [len(row) for row in rows] == [4, 3, 1]
    with pytest.raises(AssertionError, match="five rows"):
        board_rows(BoardVersion(1, 2), [group] * 3)


def test_long_labels_are_cut() -> None:
    rows = board_rows(BoardVersion(1, 2), [[Control("x" * 99, tokens=("pass",))]])
    check(compose(rows=rows))


def test_buttons_of_invitations_and_ends() -> None:
    row = [invitation_button(1, "join", "Join"), match_button(1, "rematch", "Rematch", emoji="🔁")]
    components = check(compose(rows=[row]))
    ids = [part["custom_id"] for part in components if part["type"] == BUTTON]
    assert ids == ["2:invitation:1:join", "2:match:1:rematch"]


def test_files_have_name_bytes_and_alt_text() -> None:
    first, second = files([("a.png", PICTURE), ("b.png", PICTURE)])
    assert (first.filename, second.filename) == ("a.png", "b.png")
    assert first.description == "a board"
    assert first.fp.read() == b"png"
