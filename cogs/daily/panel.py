"""What stands below the private session of a puzzle of the day."""

from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.daily.days import end_of
from bot.match.daily.service import DailyService
from bot.match.daily.store import Standing
from bot.match.loaded import Loaded
from bot.match.records import Status
from cogs.interactions import custom_ids
from cogs.screens import Scene
from cogs.screens.base import Style
from cogs.screens.capabilities import DayScreens
from cogs.statistics.figures import percent
from cogs.ui import widgets
from engine.core.chance import commitment
from render.words import points
from texts import Words


@dataclass(frozen=True, slots=True)
class BelowSession:
    """Lines and rows of buttons."""

    lines: tuple[str, ...]
    rows: tuple[tuple[ui.Item[Any], ...], ...] = ()


class DayPanel:
    """Tells a player when their day ends or, once they are done, how they did."""

    def __init__(self, daily: DailyService) -> None:
        self._daily = daily

    async def current(self, loaded: Loaded) -> Loaded:
        """The match; one whose day is over has ended as it stood."""
        day = loaded.record.day
        if day is None or not self._daily.is_over(day):
            return loaded
        return await self._daily.end(loaded.record.id)

    async def below(self, loaded: Loaded, scene: Scene, guild: int) -> BelowSession:
        """What stands below a match of a day in a session in a server."""
        day, words = loaded.record.day, scene.words
        assert day is not None, "it is of a day"
        if loaded.status is not Status.OVER:
            return BelowSession((_until(day, words), _dice(loaded, words)))
        over = self._daily.is_over(day)
        lines = [f"**{told_points(loaded, scene)}**"]
        world = await self._daily.standing(loaded, None)
        here = await self._daily.standing(loaded, guild)
        if world is None or here is None:
            lines = [words.say("It was ended without a result, so it counts for nothing.")]
        else:
            lines += _placed(here, world, words)
        lines.append(_next(day, words, over=over))
        return BelowSession(tuple(lines), (_buttons(loaded, scene, over=over),))


def told_points(loaded: Loaded, scene: Scene) -> str:
    """What a match came to, of the most that is possible if that is known."""
    score, words = loaded.game.scores(loaded.state)[0], scene.words
    most = scene.screens.day_most(scene) if isinstance(scene.screens, DayScreens) else None
    if most is None:
        return points(words, score)
    # Translators: Points of a puzzle, and the most that are possible: 48 of 63 points.
    return words.count("{score} of {count} point", "{score} of {count} points", most, score=score)


def share_below(standing: Standing) -> float | None:
    """What share of the others did worse, 0 to 1; None if there are no others."""
    others = standing.of - 1
    return None if others < 1 else standing.below / others


def day_button(
    loaded: Loaded, verb: str, label: str, emoji: str, style: Style = Style.CALM
) -> ui.Item[Any]:
    """A button about the day of a match."""
    custom_id = custom_ids.day(loaded.record.day or "", verb, loaded.record.game)
    return widgets.button(custom_id, label, emoji=emoji, style=style)


def _until(day: str, words: Words) -> str:
    # Translators: {until} becomes a time of day such as 2:00, and then "in 3 hours".
    return words.say(
        "-# Everybody gets the same dice today. Leave whenever you like: `/daily` goes on with it "
        "until <t:{until}:t>, <t:{until}:R>. Then it counts as it stands.",
        until=end_of(day),
    )


def _dice(loaded: Loaded, words: Words) -> str:
    return words.say("-# 🔒 Commitment: `{commitment}`", commitment=commitment(loaded.record.seed))


def _placed(here: Standing, world: Standing, words: Words) -> list[str]:
    lines = [
        # Translators: Places in a puzzle of the day: 2nd of 7 in this server, 31st of 204 of all.
        words.say(
            "Place **{place}** of {of} in this server, **{everywhere}** of {all} in the world.",
            place=here.place,
            of=here.of,
            everywhere=world.place,
            all=world.of,
        )
    ]
    share = share_below(world)
    if share is not None:
        # Translators: {percent} is such as 42%.
        text = words.say("{percent} of all others did worse.", percent=percent(words, share))
        lines.append(text)
    return lines


def _next(day: str, words: Words, *, over: bool) -> str:
    if over:
        return words.say("-# That day is over. `/daily` has today's puzzle.")
    return words.say(
        "-# Places may change until <t:{until}:t>, <t:{until}:R>. Then the dice and everybody's "
        "results are shown: `/daily day:yesterday`. Until then, `/practice` has as many more as "
        "you like.",
        until=end_of(day),
    )


def _buttons(loaded: Loaded, scene: Scene, *, over: bool) -> tuple[ui.Item[Any], ...]:
    words = scene.words
    row = [day_button(loaded, "post", words.say("Post a card"), "📣", Style.MAIN)]
    if isinstance(scene.screens, DayScreens):
        row.append(day_button(loaded, "picture", words.say("Post it with a picture"), "🖼️"))
    if over:
        row.append(day_button(loaded, "results", words.say("Compare"), "🏁"))
    return tuple(row)
