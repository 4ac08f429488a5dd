"""A match file as one self-contained page for a browser."""

import base64
import html
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from bot.app.commands import match_files
from bot.app.commands.replays import opened_screens, scene_of
from bot.errors import OperatorError
from bot.worker.tasks import found_turning_points
from cogs.scenes.narration import narrate
from cogs.scenes.turning_point_notes import note
from cogs.screens import GameScreens, Scene
from cogs.screens.base import moves_of
from engine.core.driver import Advance, without_undone
from engine.core.errors import BadLine
from engine.core.matchfile import Opened
from engine.core.turns import turns
from render.picture import Picture
from texts import Catalogue, Words

PAGE = Path(__file__).resolve().parent / "replay_page"


def replay_html(path: str, out: str) -> str:
    opened, _ = match_files.open_match_file(path)
    data = page(opened, opened_screens(opened)).encode()
    try:
        Path(out).write_bytes(data)
    except OSError as error:
        raise OperatorError(f"{out} can't be written: {error.strerror}.") from error
    return f"{out}: {len(data) / 1e6:.1f} MB. Open it in a browser."


def page(opened: Opened, screens: GameScreens, words: Words | None = None) -> str:
    """Return the match as HTML, which takes some seconds. Raise BadLine for a bad entry, or if
    there is no turn to show.
    """
    words = Catalogue.load().words() if words is None else words
    advances = [advance for _, advance in opened.advances()]
    match_turns = turns(opened.game, opened.header.seats, advances)
    if not match_turns:
        raise BadLine(max(opened.lines.values()) + 2, "a replay needs at least one entry")
    game, header = opened.game, opened.header
    turned = found_turning_points(game, header.seats, advances, header.commitment)
    points = {point.step: point for point in turned}
    steps, sizes = [], []
    for number, turn in enumerate(match_turns, start=1):
        scene = scene_of(opened, advances[turn.stop - 1].position.state, words, screens)
        step = _step(scene, without_undone(advances[turn.start : turn.stop]))
        if number in points:
            step["note"] = _plain(note(points[number], scene))
        sizes.append((step.pop("width"), step.pop("height")))
        steps.append(step)
    replay = {
        "steps": steps,
        "chapters": _chapters(steps),
        "shape": f"{max(width for width, _ in sizes)} / {max(height for _, height in sizes)}",
    }
    return _filled(words, opened, replay)


def _step(scene: Scene, done: Sequence[Advance[Any]]) -> dict[str, Any]:
    picture = scene.screens.board(scene, moves_of(done))
    lines = "\n".join(narrate(scene, done, ())).splitlines()
    return {
        "picture": _embedded(picture),
        "alt": picture.alt,
        "headline": scene.screens.headline(scene),
        "lines": [_plain(line) for line in lines],
        "width": picture.width,
        "height": picture.height,
    }


def _embedded(picture: Picture) -> str:
    held = io.BytesIO()
    Image.open(io.BytesIO(picture.data)).convert("RGB").save(held, "WEBP", lossless=True, method=2)
    return "data:image/webp;base64," + base64.b64encode(held.getvalue()).decode()


def _plain(text: str) -> str:
    return text.replace("**", "").removeprefix("### ")


def _chapters(steps: Sequence[dict[str, Any]]) -> list[tuple[int, str]]:
    chapters: list[tuple[int, str]] = []
    for number, step in enumerate(steps, start=1):
        if not chapters or chapters[-1][1] != step["headline"]:
            chapters.append((number, step["headline"]))
    return chapters


def _filled(words: Words, opened: Opened, replay: dict[str, Any]) -> str:
    texts = {
        "language": words.locale.replace("_", "-"),
        "title": words.say("Replay · {game}", game=opened.header.game),
        "moving": words.say("Move through the match"),
        "first": words.say("First turn"),
        "back": words.say("Previous turn"),
        # Translators: A button: let the replay run.
        "play": words.say_as("replay", "Play"),
        "next": words.say("Next turn"),
        "last": words.say("Last turn"),
        "jump": words.say("Jump to"),
        # Translators: Before a number: Turn 12.
        "slide": words.say("Turn"),
        "hint": words.say("Arrow keys step, Home and End jump, the space bar plays."),
        "script": words.say("This page needs JavaScript, but no network."),
    }
    filled = (PAGE / "page.html").read_text(encoding="utf-8")
    for name, text in texts.items():
        filled = filled.replace(f"{{{{{name}}}}}", html.escape(text))
    filled = filled.replace("{{style}}", (PAGE / "page.css").read_text(encoding="utf-8"))
    filled = filled.replace("{{program}}", (PAGE / "page.js").read_text(encoding="utf-8"))
    # Only "</" in the data could end the script element early.
    data = json.dumps(replay, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return filled.replace("{{replay}}", data)
