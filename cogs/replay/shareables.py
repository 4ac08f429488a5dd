"""Things to share of a match, how custom_ids spell them, and the panel that offers them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.match.log.records import Status
from bot.match.statistics.results import results
from cogs.base import custom_id_families as families
from cogs.base.text_limits import OPTIONS, PLACEHOLDER, cut
from cogs.replay.timeline import Timeline
from cogs.screens import Scene
from cogs.screens.base import Style
from cogs.screens.capabilities import MomentScreens
from cogs.screens.statistics import StatisticsScreens
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from cogs.ui.match_controls import RESULT, replay_button
from engine.core.turning import TurningPoint
from render.picture import Picture
from texts import Words

ANIMATION = "film"
"""The whole match as an animation."""
TURN, POINT, HIGH_POINT, ACHIEVEMENT = "turn", "point", "high", "feat"
"""A moment of the replay, a turning point, a high point, an achievement; a number follows."""
_TEXT = re.compile(r"(end|film|turn|point|high|feat)([0-9]{0,6})(?:-([a-z]{1,20}))?")


@dataclass(frozen=True, slots=True)
class Shareable:
    """One thing to share."""

    kind: str
    number: int = 0
    """The step of a TURN or POINT, the log entry of a HIGH_POINT, the seat of an ACHIEVEMENT."""
    name: str = ""
    """Which ACHIEVEMENT."""

    def __str__(self) -> str:
        number = "" if self.kind in (RESULT, ANIMATION) else str(self.number)
        return f"{self.kind}{number}-{self.name}" if self.name else f"{self.kind}{number}"


def parse(spelled: str) -> Shareable | None:
    """What this text stands for; None if it stands for nothing."""
    found = _TEXT.fullmatch(spelled)
    if found is None:
        return None
    read = Shareable(found[1], int(found[2] or 0), found[3] or "")
    return read if str(read) == spelled else None


def share_options(
    timeline: Timeline,
    scene: Scene,
    statistics: StatisticsScreens,
    points: tuple[TurningPoint, ...],
    chosen: Shareable,
) -> list[tuple[Shareable, str]]:
    """What can be shared, with labels, the chosen one first; `scene` is the match now.

    Of a running match only what its boards have shown. Slow: call it in a thread.
    """
    words = scene.words
    found: list[tuple[Shareable, str]] = []
    if timeline.loaded.status is Status.OVER:
        found.append((Shareable(RESULT), words.say("🏆 The result")))
    found.append((Shareable(ANIMATION), words.say("🎞️ The whole match as an animation")))
    found += [(feat, _achievement_label(feat, scene, statistics)) for feat in achieved(timeline)]
    found += [
        (
            Shareable(POINT, point.step),
            words.say("⚡ The turning point in turn {step}", step=point.step),
        )
        for point in points
    ]
    if isinstance(scene.screens, MomentScreens):
        done = timeline.public[: timeline.turns[-1].end]
        high_points = scene.screens.high_points(scene, done)
        found += [(Shareable(HIGH_POINT, seq), label) for seq, label in high_points]
    last = next((pair for pair in found if pair[0] == chosen), None)
    if last is not None:
        found.remove(last)
        return [last, *found]
    if chosen.kind == TURN:
        step = timeline.step(chosen.number)
        return [(Shareable(TURN, step), words.say("📣 Turn {step}", step=step)), *found]
    return found


def achieved(timeline: Timeline) -> list[Shareable]:
    """The achievements of a match that is over, also those that people had before."""
    if timeline.loaded.status is not Status.OVER:
        return []
    return [
        Shareable(ACHIEVEMENT, result.seat, one.name)
        for result in results(timeline.loaded)
        for one in result.earned
    ]


def _achievement_label(feat: Shareable, scene: Scene, statistics: StatisticsScreens) -> str:
    achievement = statistics.achievement(scene.words, feat.name, None)
    assert achievement is not None, "a game has words for all that it declares"
    return scene.words.say(
        "{achievement} · {player}",
        achievement=achievement.title,
        player=scene.players[feat.number].name,
    )


Pictures = list[tuple[str, Picture]]
"""By file name."""
PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
]
"""Types of channels in which something can be shared."""


def panel(match: int, options: Sequence[tuple[Shareable, str]], words: Words) -> MessageLayout:
    """What to share, the first of these chosen, and where."""
    chosen = options[0][0]
    shown = [(str(thing), label) for thing, label in options[:OPTIONS]]
    rows: list[list[ui.Item[Any]]] = [
        [_what_menu(match, chosen, shown, words.say("What to share"))],
        [_where_menu(match, chosen, words.say("Share it in another channel…"))],
        [_here_button(match, chosen, words.say("Share it here"))],
    ]
    return compose(
        texts=[
            words.say(
                "## 📣 Share match #{match}\nWith your name on it. Nobody is pinged.", match=match
            )
        ],
        rows=rows,
    )


def shared(
    match: int, step: int, by: str, text: str, pictures: Pictures, words: Words
) -> MessageLayout:
    """The shared message; `by` is who shares it, `step` where its replay button begins."""
    back = replay_button(match, step, "open", words.say("Replay from here"), "⏯️")
    return compose(
        above=words.say("📣 Shared by {player}", player=by),
        galleries=[pictures],
        below=[text],
        rows=[[back]],
    )


def _here_button(match: int, what: object, label: str) -> ui.Item[Any]:
    """A button that shares this in the channel where it is pressed."""
    return widgets.button(families.SHARE.spell(match, str(what), "here"), label, style=Style.MAIN)


def _what_menu(
    match: int, what: object, options: Sequence[tuple[str, str]], hint: str
) -> ui.Item[Any]:
    """A menu of what to share, the first of 1 to 25 options chosen: values with their labels."""
    found = widgets.options(dict(options), options[0][0])
    return widgets.menu(families.SHARE.spell(match, str(what), "what"), found, hint=hint)


def _where_menu(match: int, what: object, hint: str) -> ui.Item[Any]:
    """A menu of the channels and threads in which it may be shared."""
    return ui.ChannelSelect(
        custom_id=families.SHARE.spell(match, str(what), "where"),
        channel_types=PLACES,
        placeholder=cut(hint, PLACEHOLDER),
    )
