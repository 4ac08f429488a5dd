"""One moment of a replay as a message: for its reader with all controls, or shared with all."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs.play.layout import Paper, paper
from cogs.play.tales import tale
from cogs.replay.items import jump_menu, replay_button
from cogs.replay.reel import Reel
from cogs.replay.shots import Shot
from cogs.screens import Scene
from render.picture import Picture
from texts import Words

Pictures = list[tuple[str, Picture]]
"""By file name."""

MENU = 25
"""Options of a menu, at most."""


def panel(reel: Reel, step: int, shot: Shot, *, note: str = "") -> tuple[Paper, Pictures]:
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
        replay_button(match, step, "share", words.say("Share this moment"), "📣"),
        replay_button(match, step, "film", words.say("Animation"), "🎞️"),
    ]
    rows: list[Sequence[ui.Item[Any]]] = [move]
    if len(shot.chapters) > 1:
        menu = jump_menu(match, step, words.say("Jump to…"), _menu(shot.chapters))
        rows.append([menu])
    return paper(
        texts=[_told(reel, step, scene, note)], galleries=[pictures], rows=[*rows, whole]
    ), pictures


def shared(reel: Reel, step: int, shot: Shot, *, by: str, note: str = "") -> tuple[Paper, Pictures]:
    """The moment as everybody sees it; `by` is who shares it."""
    scene, picture = shot.scene, shot.picture
    words, match = scene.words, reel.loaded.record.id
    pictures = [(f"moment-{match}-{step}{picture.suffix}", picture)]
    open_it = replay_button(match, step, "open", words.say("Replay from here"), "⏯️")
    return paper(
        above=words.say("📣 {player} shares a moment.", player=by),
        texts=[_told(reel, step, scene, note)],
        galleries=[pictures],
        rows=[[open_it]],
    ), pictures


def _told(reel: Reel, step: int, scene: Scene, note: str) -> str:
    title = place(scene.words, reel, step, reel.game_screens.headline(scene))
    lines = tale(scene, reel.done(step), reel.events(step))
    return "\n".join([title, *([note] if note else []), *lines])


def place(words: Words, reel: Reel, step: int, headline: str) -> str:
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
