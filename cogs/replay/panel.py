"""The private messages of a replay: one moment with all controls, or the turning points."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.match.log.records import Status
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.base.text_limits import OPTIONS
from cogs.replay.accuracy import has_accuracy
from cogs.replay.shareables import POINT, TURN, Shareable
from cogs.replay.timeline import Timeline
from cogs.scenes.narration import narrate
from cogs.scenes.turning_point_notes import note
from cogs.screens import Scene
from cogs.ui import widgets
from cogs.ui.layouts import ACCENT, TEXT_LIMIT, MessageLayout, compose, shortened
from cogs.ui.match_controls import has_turning_points, hint_button, replay_button, share_button
from engine.core.turning import TurningPoint
from render.picture import Picture
from texts import Words

Pictures = list[tuple[str, Picture]]
"""By file name."""


def panel(
    timeline: Timeline,
    step: int,
    scene: Scene,
    picture: Picture,
    chapters: Sequence[tuple[int, str]],
    *,
    note: str = "",
) -> tuple[MessageLayout, Pictures]:
    words, match, last = scene.words, timeline.loaded.record.id, len(timeline.turns)
    pictures = [(f"replay-{match}-{step}{picture.suffix}", picture)]
    move = [
        replay_button(match, 1, "first", emoji="⏮️", disabled=step == 1),
        replay_button(match, max(step - 1, 1), "back", emoji="◀️", disabled=step == 1),
        replay_button(match, step + 1, "next", emoji="▶️", disabled=step == last, main=True),
        replay_button(match, last, "last", emoji="⏭️", disabled=step == last),
    ]
    tools = [
        share_button(match, Shareable(POINT if note else TURN, step), words.say("Share")),
        replay_button(match, step, "film", words.say("Animation"), "🎞️"),
    ]
    if has_turning_points(timeline.loaded):
        tools.append(replay_button(match, step, "turning", words.say("Turning points"), "⚡"))
    if has_accuracy(timeline.loaded):
        # Translators: A button: how well all players decided.
        tools.append(replay_button(match, step, "accuracy", words.say("Accuracy"), "🎯"))
    if (decided := _decided(timeline, step)) is not None:
        tools.append(hint_button(BoardVersion(match, decided), words))
    rows: list[Sequence[ui.Item[Any]]] = [move]
    if len(chapters) > 1:
        menu = _jump_menu(match, step, words.say("Jump to…"), _menu(chapters))
        rows.append([menu])
    return compose(
        galleries=[pictures], story=moment_text(timeline, step, scene, note), rows=[*rows, tools]
    ), pictures


def _decided(timeline: Timeline, step: int) -> int | None:
    if timeline.loaded.status is not Status.OVER:
        return None
    decided = (
        advance.entry.seq for advance in timeline.done(step) if advance.entry.actor is not None
    )
    return next(decided, None)


def moment_text(timeline: Timeline, step: int, scene: Scene, note: str) -> str:
    title = _title(scene.words, timeline, step, scene.screens.headline(scene))
    lines = narrate(scene, timeline.done(step), timeline.events(step))
    return "\n".join([title, *([note] if note else []), *lines])


def _title(words: Words, timeline: Timeline, step: int, headline: str) -> str:
    return words.say(
        "**Replay of match #{match}** · {step} of {steps} · {headline}",
        match=timeline.loaded.record.id,
        step=step,
        steps=len(timeline.turns),
        headline=headline,
    )


def _menu(marks: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    return [*marks] if len(marks) <= OPTIONS else [*marks[: OPTIONS - 1], marks[-1]]


def turning_panel(
    timeline: Timeline,
    points: Sequence[TurningPoint],
    frames: Sequence[tuple[Scene, Picture]],
    words: Words,
) -> tuple[MessageLayout, Pictures]:
    match = timeline.loaded.record.id
    layout = MessageLayout()
    container: ui.Container[MessageLayout] = ui.Container(accent_colour=ACCENT)
    layout.add_item(container)
    title = words.say("## ⚡ Turning points of match #{match}", match=match)
    if not points:
        title += "\n" + words.say("No single turn changed much: it was decided bit by bit.")
    container.add_item(ui.TextDisplay(title))
    estimates = words.say(
        "-# The chances are estimates: computers played on from before and after these turns, "
        "many times over. The same match always gives the same numbers."
    )
    pictures: Pictures = []
    room = TEXT_LIMIT - len(title) - len(estimates)
    for point, (scene, picture) in zip(points, frames, strict=True):
        step = point.step
        name = f"turning-{match}-{step}{picture.suffix}"
        pictures.append((name, picture))
        text = moment_text(timeline, step, scene, note(point, scene))
        container.add_item(
            ui.MediaGallery(
                discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt)
            )
        )
        container.add_item(ui.TextDisplay(shortened(text, room // max(len(points), 1))))
        go = replay_button(match, step, "open", words.say("Replay from here"), "⏯️")
        share = share_button(match, Shareable(POINT, step), words.say("Share"))
        container.add_item(ui.ActionRow(go, share))
    container.add_item(ui.TextDisplay(estimates))
    return layout, pictures


def _jump_menu(match: int, step: int, hint: str, options: list[tuple[int, str]]) -> ui.Item[Any]:
    current = max((start for start, _ in options if start <= step), default=0)
    choices = widgets.options({str(start): label for start, label in options}, str(current))
    return widgets.menu(families.REPLAY_MENU.spell(match, step), choices, hint=hint)
