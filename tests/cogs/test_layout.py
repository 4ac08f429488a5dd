"""Messages within Discord's limits, whatever the match."""

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.base.custom_ids import BoardVersion
from cogs.scenes.narration import BRIEF_LINES, narrate
from cogs.screens import GameScreens, Scene
from cogs.screens.base import Beside, Control
from cogs.screens.capabilities import SheetScreens
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
    """Every component, nested ones too."""
    for component in components:
        yield component
        yield from parts(component.get("components", []))


def payload(layout: MessageLayout) -> list[Mapping[str, Any]]:
    """What is sent."""
    components: list[Mapping[str, Any]] = layout.to_components()  # type: ignore[no-untyped-call]
    return components


def check(layout: MessageLayout) -> list[Mapping[str, Any]]:
    """All components of a message that Discord would take, and that leaves headroom for others."""
    components = payload(layout)
    found = list(parts(components))
    assert crowded({"components": components}) == []
    used = re.findall(r"attachment://([\w.-]+)", json.dumps(components))
    body = {"flags": 1 << 15, "components": components}
    assert message_problems(body, dict.fromkeys(used)) == []
    return found


BELOW = [
    *(match_button(SPOT.match, verb, "x" * 99, emoji="📖") for verb in ("text", "why")),
    undo_button(SPOT, "Take back"),
    plan_button(SPOT.match, "ahead", "Plan ahead", "📝"),
    report_button(SPOT, "Report"),
]
"""What stands below every board, at most."""


def board(scene: Scene, game_screens: GameScreens, lines: list[str]) -> MessageLayout:
    """A board as it is posted, but for the drawing."""
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


def test_every_board() -> None:
    """Of whole random matches, with the longest names and numbers."""
    game_screens = screens("dice-miner")
    rows = set()
    for moment in moments():
        scene = moment.scene()
        lines = narrate(scene, moment.fresh, (), Beside(board=True, sheet=True))
        assert len(lines) <= BRIEF_LINES + 1
        found = check(board(scene, game_screens, lines))
        rows.add(sum(part["type"] == ROW for part in found))
        assert (max(rows) > 0) or not scene.to_act
    assert max(rows) >= 3


def ends() -> list[Moment]:
    """The last moments of the matches."""
    return [moment for moment in moments() if not moment.scene().to_act]


def test_every_end() -> None:
    """The final message, and a sheet."""
    game_screens = screens("dice-miner")
    assert len(ends()) == 4
    for moment in ends():
        scene = moment.scene()
        final = game_screens.final(scene)
        assert len(final.splitlines()) == len(scene.players)
        check(compose(texts=[final], galleries=[[("a.png", PICTURE), ("b.png", PICTURE)]]))
        assert isinstance(game_screens, SheetScreens)
        assert game_screens.rounds(scene) == 3
        check(compose(galleries=[[("sheet.png", PICTURE)]]))
        assert game_screens.controls(scene) == []
        assert game_screens.ask(scene) == ""


def test_whole_log_at_once() -> None:
    """A board that tells a whole match keeps the last lines."""
    game_screens = screens("dice-miner")
    for moment, following in itertools.pairwise(moments()):
        if following.position.seq > moment.position.seq:
            continue
        every = [made for told in moments() for made in told.fresh][:2_000]
        scene = moment.scene()
        if len(scene.players) < 4:
            continue
        lines = game_screens.story(scene, every)
        assert len("\n".join(lines)) > 4000
        check(board(scene, game_screens, lines))
        break
    else:
        raise AssertionError("there is a match of four")


def test_a_game_without_screens() -> None:
    """Everything is shown by the protocol alone."""
    game = ToyGame()
    state = game.resolve(game.new(3), (4,)).state
    scene = scene_of(state, game)
    check(board(scene, screens("toy"), screens("toy").story(scene, ())))


async def test_paper_is_thrown_away() -> None:
    """A view that is stopped and never times out is neither kept nor watched by discord.py."""
    layout = compose(texts=["text"])
    assert layout.is_finished()
    assert layout.timeout is None


@given(st.text(max_size=300), st.integers(3, 120))
def test_shortened(text: str, most: int) -> None:
    """Never longer; the last lines are kept, of a single one its beginning."""
    kept = shortened(text, most)
    assert len(kept) <= most
    if len(text) <= most:
        assert kept == text
    else:
        last = text.splitlines()[-1]
        assert (kept.startswith("…\n") and kept.endswith(last)) or "…" in kept or kept == last


def test_much_text() -> None:
    """Too long a text loses its beginning, never the message."""
    layout = compose(above="@" * 3_000, texts=["x\n" * 4_000, "y" * 5_000], below=["z" * 500])
    check(layout)
    said = [part["content"] for part in parts(payload(layout)) if part["type"] == TEXT]
    assert said[-1] == "z" * 500


def test_parts_that_are_empty() -> None:
    """Nothing is sent for nothing."""
    found = check(compose(above="hello", texts=["", ""], below=[""]))
    assert [part["type"] for part in found] == [TEXT]


def test_rows() -> None:
    """At most five buttons a row, four of these narrow ones a line of a phone; each group begins a
    new row; too many are the game's mistake."""
    group = [Control(f"{n}", tokens=(f"take t{n:02}",)) for n in range(1, 8)]
    rows = board_rows(BoardVersion(1, 2), [group, group[:1]])
    assert [len(row) for row in rows] == [4, 3, 1]
    with pytest.raises(AssertionError, match="five rows"):
        board_rows(BoardVersion(1, 2), [group] * 3)


def test_long_labels() -> None:
    """Are cut."""
    rows = board_rows(BoardVersion(1, 2), [[Control("x" * 99, tokens=("pass",))]])
    check(compose(rows=rows))


def test_other_buttons() -> None:
    """Those of invitations and ends."""
    row = [invitation_button(1, "join", "Join"), match_button(1, "rematch", "Rematch", emoji="🔁")]
    found = check(compose(rows=[row]))
    ids = [part["custom_id"] for part in found if part["type"] == BUTTON]
    assert ids == ["2:invitation:1:join", "2:match:1:rematch"]


def test_files() -> None:
    """Bytes, name and alt text of each picture."""
    first, second = files([("a.png", PICTURE), ("b.png", PICTURE)])
    assert (first.filename, second.filename) == ("a.png", "b.png")
    assert first.description == "a board"
    assert first.fp.read() == b"png"
