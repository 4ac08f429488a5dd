"""Shareable parts of a match: their custom_ids, and the panel that offers them."""

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
from cogs.screens.statistics import StatisticsScreens
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from cogs.ui.match_controls import RESULT, replay_button
from engine.core.turning import TurningPoint
from render.picture import Picture
from texts import Words

ANIMATION = "film"
TURN, POINT, HIGH_POINT, ACHIEVEMENT = "turn", "point", "high", "feat"
"""Kinds of shareable parts, each followed by a number."""
_TEXT = re.compile(r"(end|film|turn|point|high|feat)([0-9]{0,6})(?:-([a-z]{1,20}))?")


@dataclass(frozen=True, slots=True)
class Shareable:
    kind: str
    number: int = 0
    """The step of a TURN or POINT, the log entry of a HIGH_POINT, the seat of an ACHIEVEMENT."""
    name: str = ""

    def __str__(self) -> str:
        number = "" if self.kind in (RESULT, ANIMATION) else str(self.number)
        return f"{self.kind}{number}-{self.name}" if self.name else f"{self.kind}{number}"


def parse(spelled: str) -> Shareable | None:
    match = _TEXT.fullmatch(spelled)
    if match is None:
        return None
    read = Shareable(match[1], int(match[2] or 0), match[3] or "")
    return read if str(read) == spelled else None


def share_options(
    timeline: Timeline,
    scene: Scene,
    statistics: StatisticsScreens,
    points: tuple[TurningPoint, ...],
    chosen: Shareable,
) -> list[tuple[Shareable, str]]:
    """Return the shareable parts with labels, the chosen one first.

    A running match offers only parts that its boards have shown. Slow: call it in a thread.
    """
    words = scene.words
    options: list[tuple[Shareable, str]] = []
    if timeline.loaded.status is Status.OVER:
        options.append((Shareable(RESULT), words.say("🏆 The result")))
    options.append((Shareable(ANIMATION), words.say("🎞️ The whole match as an animation")))
    options += [(feat, _achievement_label(feat, scene, statistics)) for feat in achieved(timeline)]
    options += [
        (
            Shareable(POINT, point.step),
            words.say("⚡ The turning point in turn {step}", step=point.step),
        )
        for point in points
    ]
    advances = timeline.advances[: timeline.turns[-1].stop]
    high_points = scene.screens.high_points(scene, advances)
    options += [(Shareable(HIGH_POINT, seq), label) for seq, label in high_points]
    last = next((pair for pair in options if pair[0] == chosen), None)
    if last is not None:
        options.remove(last)
        return [last, *options]
    if chosen.kind == TURN:
        step = timeline.step(chosen.number)
        return [(Shareable(TURN, step), words.say("📣 Turn {step}", step=step)), *options]
    return options


def achieved(timeline: Timeline) -> list[Shareable]:
    if timeline.loaded.status is not Status.OVER:
        return []
    return [
        Shareable(ACHIEVEMENT, result.seat, name)
        for result in results(timeline.loaded)
        for name, _ in result.earned
    ]


def _achievement_label(feat: Shareable, scene: Scene, statistics: StatisticsScreens) -> str:
    achievement = statistics.achievement(scene.words, feat.name, None)
    assert achievement is not None, "a game has words for all its achievements"
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


def panel(
    match: int,
    options: Sequence[tuple[Shareable, str]],
    words: Words,
    *,
    elsewhere: bool = True,
) -> MessageLayout:
    """Return the panel; `elsewhere` also offers other channels of the server."""
    chosen = options[0][0]
    listed = [(str(thing), label) for thing, label in options[:OPTIONS]]
    where = _where_menu(match, chosen, words.say("Share it in another channel…"))
    rows: list[list[ui.Item[Any]]] = [
        [_what_menu(match, chosen, listed, words.say("What to share"))],
        *([[where]] if elsewhere else []),
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


def shared_layout(
    match: int, step: int, by: str, text: str, pictures: Pictures, words: Words
) -> MessageLayout:
    back = replay_button(match, step, "open", words.say("Replay from here"), "⏯️")
    return compose(
        above=words.say("📣 Shared by {player}", player=by),
        galleries=[pictures],
        below=[text],
        rows=[[back]],
    )


def _here_button(match: int, what: object, label: str) -> ui.Item[Any]:
    return widgets.button(families.SHARE.spell(match, str(what), "here"), label, style=Style.MAIN)


def _what_menu(
    match: int, what: object, options: Sequence[tuple[str, str]], hint: str
) -> ui.Item[Any]:
    menu_options = widgets.options(dict(options), options[0][0])
    return widgets.menu(families.SHARE.spell(match, str(what), "what"), menu_options, hint=hint)


def _where_menu(match: int, what: object, hint: str) -> ui.Item[Any]:
    return ui.ChannelSelect(
        custom_id=families.SHARE.spell(match, str(what), "where"),
        channel_types=PLACES,
        placeholder=cut(hint, PLACEHOLDER),
    )
