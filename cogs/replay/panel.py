"""One moment of a replay as a message: for its reader with all controls, or shared with all."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.board.narration import narrate
from cogs.replay.controls import jump_menu, replay_button
from cogs.replay.frames import ReplayFrame
from cogs.replay.timeline import Timeline
from cogs.replay.turning_points import has_turning_points
from cogs.screens import Scene
from cogs.share.controls import share_button
from cogs.share.shareables import POINT, TURN, Shareable
from cogs.ui.layouts import ACCENT, TEXT_LIMIT, MessageLayout, compose, shortened
from engine.core.turning import TurningPoint
from render.names import drawn_name
from render.picture import Picture
from texts import Words

Pictures = list[tuple[str, Picture]]
"""By file name."""

UNLIKELY = 2
"""Per cent that are told of what may hardly come, and still may."""
MENU = 25
"""Options of a menu, at most."""


def panel(
    reel: Timeline, step: int, shot: ReplayFrame, *, note: str = ""
) -> tuple[MessageLayout, Pictures]:
    """The private panel at a step, with the files it needs; `note` says what is special there."""
    scene, picture = shot.scene, shot.picture
    words, match, last = scene.words, reel.loaded.record.id, len(reel.turns)
    pictures = [(f"replay-{match}-{step}{picture.suffix}", picture)]
    move = [
        replay_button(match, 1, "first", emoji="⏮️", disabled=step == 1),
        replay_button(match, max(step - 1, 1), "back", emoji="◀️", disabled=step == 1),
        replay_button(match, step + 1, "next", emoji="▶️", disabled=step == last, main=True),
        replay_button(match, last, "last", emoji="⏭️", disabled=step == last),
    ]
    whole = [
        share_button(match, Shareable(POINT if note else TURN, step), words.say("Share")),
        replay_button(match, step, "film", words.say("Animation"), "🎞️"),
    ]
    if has_turning_points(reel.loaded):
        whole.append(replay_button(match, step, "turning", words.say("Turning points"), "⚡"))
    rows: list[Sequence[ui.Item[Any]]] = [move]
    if len(shot.chapters) > 1:
        menu = jump_menu(match, step, words.say("Jump to…"), _menu(shot.chapters))
        rows.append([menu])
    return compose(
        galleries=[pictures], story=told_of(reel, step, scene, note), rows=[*rows, whole]
    ), pictures


def told_of(reel: Timeline, step: int, scene: Scene, note: str) -> str:
    """What was done in a turn; `note` says what is special about it."""
    title = place(scene.words, reel, step, scene.screens.headline(scene))
    lines = narrate(scene, reel.done(step), reel.events(step))
    return "\n".join([title, *([note] if note else []), *lines])


def place(words: Words, reel: Timeline, step: int, headline: str) -> str:
    """Where in which match this is."""
    return words.say(
        "**Replay of match #{match}** · {step} of {steps} · {headline}",
        match=reel.loaded.record.id,
        step=step,
        steps=len(reel.turns),
        headline=headline,
    )


def _menu(marks: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """As many as a menu holds: the first ones, and the last."""
    return [*marks] if len(marks) <= MENU else [*marks[: MENU - 1], marks[-1]]


def turning_panel(
    reel: Timeline, points: Sequence[TurningPoint], shots: Sequence[ReplayFrame], words: Words
) -> tuple[MessageLayout, Pictures]:
    """The turning points of a match, each with its picture and a way to go there."""
    match = reel.loaded.record.id
    layout = MessageLayout()
    frame: ui.Container[MessageLayout] = ui.Container(accent_colour=ACCENT)
    layout.add_item(frame)
    title = words.say("## ⚡ Turning points of match #{match}", match=match)
    if not points:
        title += "\n" + words.say("No single turn changed much: it was decided bit by bit.")
    frame.add_item(ui.TextDisplay(title))
    estimates = words.say(
        "-# The chances are estimates: computers played on from before and after these turns, "
        "many times over. The same match always gives the same numbers."
    )
    pictures: Pictures = []
    room = TEXT_LIMIT - len(title) - len(estimates)
    for point, shot in zip(points, shots, strict=True):
        step = point.step
        name = f"turning-{match}-{step}{shot.picture.suffix}"
        pictures.append((name, shot.picture))
        text = told_of(reel, step, shot.scene, note(point, shot.scene))
        frame.add_item(
            ui.MediaGallery(
                discord.MediaGalleryItem(f"attachment://{name}", description=shot.picture.alt)
            )
        )
        frame.add_item(ui.TextDisplay(shortened(text, room // max(len(points), 1))))
        there = replay_button(match, step, "open", words.say("Replay from here"), "⏯️")
        share = share_button(match, Shareable(POINT, step), words.say("Share"))
        frame.add_item(ui.ActionRow(there, share))
    frame.add_item(ui.TextDisplay(estimates))
    return layout, pictures


def note(point: TurningPoint, scene: Scene) -> str:
    """What a turning point did to everybody's chances."""
    words = scene.words
    changes = (
        words.say(
            "{player}: {before}% → {after}%",
            player=scene.name(seat),
            before=_percent(before),
            after=_percent(after),
        )
        for seat, (before, after) in enumerate(zip(point.before, point.after, strict=True))
    )
    return words.say("⚡ Chances to win · {changes}", changes=words.listed(changes))


def caption(point: TurningPoint, scene: Scene) -> str:
    """The same in short, for whom it changed most, as a picture can say it."""
    gains = [after - before for before, after in zip(point.before, point.after, strict=True)]
    seat = max(range(len(gains)), key=lambda seat: abs(gains[seat]))
    return scene.words.say(
        "Turning point: {player}, {before}% → {after}%",
        player=drawn_name(scene.words, scene.players, seat),
        before=_percent(point.before[seat]),
        after=_percent(point.after[seat]),
    )


def _percent(share: float) -> int:
    """To the nearest five, as it is an estimate; 0 and 100 only of what the rules have decided."""
    if 0 < share < 1:
        return min(max(5 * round(20 * share), UNLIKELY), 100 - UNLIKELY)
    return round(100 * share)
