"""The lines and buttons below a private session of a daily puzzle."""

from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.daily.days import DayRank
from bot.match.daily.records import DayRecords
from bot.match.daily.service import DailyService
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.days import end_of
from cogs.base import custom_id_families as families
from cogs.base.figures import percent
from cogs.screens import Scene
from cogs.screens.base import Style
from cogs.screens.capabilities import DayScreens
from cogs.ui import widgets
from engine.core.chance import commitment
from render.words import points
from texts import Words


def play_today_button(game: str, day: str, words: Words) -> ui.Item[Any]:
    """Return the button that opens the presser's own puzzle of the day on which they press it.

    `day` only completes the custom_id.
    """
    custom_id = families.DAY.spell(day, "today", game)
    label = words.say("Play today's puzzle")
    return widgets.button(custom_id, label, emoji="📅", style=Style.MAIN)


@dataclass(frozen=True, slots=True)
class BelowSession:
    lines: tuple[str, ...]
    rows: tuple[tuple[ui.Item[Any], ...], ...] = ()


class DayPanel:
    def __init__(self, daily: DailyService, records: DayRecords) -> None:
        self._daily = daily
        self._records = records

    async def current(self, loaded: Loaded) -> Loaded:
        """Return the match; if its day is over, end it as it is."""
        day = loaded.record.day
        if day is None or not self._daily.is_over(day):
            return loaded
        return await self._daily.end(loaded.record.id)

    async def below(self, loaded: Loaded, scene: Scene, guild: int) -> BelowSession:
        day, words = loaded.record.day, scene.words
        assert day is not None, "it is of a day"
        if loaded.status is not Status.OVER:
            fixed = await self._daily.store.day(loaded.record.game, day)
            opening = 0 if fixed is None else len(fixed.opening)
            if loaded.seq > opening:
                return BelowSession((_go_on(day, words),))
            until = _until(day, words, opened=opening > 0)
            return BelowSession((until, _dice(loaded, words)))
        over = self._daily.is_over(day)
        # Games with DayScreens show the points themselves.
        shows_points = isinstance(scene.screens, DayScreens)
        lines = [] if shows_points else [f"**{told_points(loaded, scene)}**"]
        world = await self._daily.standing(loaded, None)
        local = await self._daily.standing(loaded, guild)
        if world is None or local is None:
            lines = [words.say("It was ended without a result, so it counts for nothing.")]
        else:
            lines += _placed(local, world, words)
            lines += await self._own_days(loaded, words)
        lines.append(self._next(loaded, words, over=over))
        return BelowSession(tuple(lines), (_buttons(loaded, scene, over=over),))

    async def _own_days(self, loaded: Loaded, words: Words) -> list[str]:
        game, user = loaded.record.game, loaded.roster.holders[0]
        if user is None:
            return []
        fewest = self._daily.fewest(game)
        record = await self._records.record(game, user, None, fewest=fewest)
        if record is None or record.days < 2:
            return []
        lines = []
        if record.streak.now > 1:
            lines.append(
                # Translators: Consecutive days on which a player has solved the puzzle.
                words.count(
                    "🔥 {count} day in a row.", "🔥 {count} days in a row.", record.streak.now
                )
            )
        if record.best.day == loaded.record.day:
            lines.append(words.say("🏅 Your best day so far."))
        return lines

    def _next(self, loaded: Loaded, words: Words, *, over: bool) -> str:
        if over:
            return words.say("-# That day is over. `/daily` has today's puzzle.")
        game, games = loaded.record.game, self._daily.matches.games
        return words.say(
            "-# Places may change until <t:{until}:t>, <t:{until}:R>. Then `/daily day:yesterday` "
            "shows the dice and everybody's results. To play more: `/practice game:{game}`.",
            until=end_of(loaded.record.day or ""),
            game=games.package(game).title,
        )


def told_points(loaded: Loaded, scene: Scene) -> str:
    score, words = loaded.game.scores(loaded.state)[0], scene.words
    most = scene.screens.day_most(scene) if isinstance(scene.screens, DayScreens) else None
    if most is None:
        return points(words, score)
    # Translators: Points of a puzzle, and the most that are possible: 48 of 63 points.
    return words.count("{score} of {count} point", "{score} of {count} points", most, score=score)


def share_below(standing: DayRank) -> float | None:
    """Return the share of other players who did worse, 0 to 1, or None without others."""
    others = standing.of - 1
    return None if others < 1 else standing.below / others


def day_button(
    loaded: Loaded, verb: str, label: str, emoji: str, style: Style = Style.CALM
) -> ui.Item[Any]:
    custom_id = families.DAY.spell(loaded.record.day or "", verb, loaded.record.game)
    return widgets.button(custom_id, label, emoji=emoji, style=style)


def _until(day: str, words: Words, *, opened: bool) -> str:
    if opened:
        # Translators: {until} becomes a time of day such as 2:00, and then "in 3 hours".
        return words.say(
            "-# Everybody goes on from this position, with the same dice. Leave whenever you like: "
            "`/daily` brings you back until <t:{until}:t>, <t:{until}:R>. Then it counts as it "
            "stands.",
            until=end_of(day),
        )
    # Translators: {until} becomes a time of day such as 2:00, and then "in 3 hours".
    return words.say(
        "-# Everybody gets the same dice today. Leave whenever you like: `/daily` goes on with it "
        "until <t:{until}:t>, <t:{until}:R>. Then it counts as it stands.",
        until=end_of(day),
    )


def _go_on(day: str, words: Words) -> str:
    # Translators: {until} becomes a time of day such as 2:00, and then "in 3 hours".
    return words.say(
        "-# Until <t:{until}:t>, <t:{until}:R>, `/daily` takes you back here.", until=end_of(day)
    )


def _dice(loaded: Loaded, words: Words) -> str:
    return words.say("-# 🔒 Commitment: `{commitment}`", commitment=commitment(loaded.record.seed))


def _placed(local: DayRank, world: DayRank, words: Words) -> list[str]:
    if local.of == world.of:
        lines = [
            words.say(
                "Place **{place}** of {of} in this server and in the world.",
                place=local.place,
                of=local.of,
            )
        ]
    else:
        lines = [
            # Translators: Places in a puzzle of the day: 2nd of 7 in this server, 31st of 204.
            words.say(
                "Place **{place}** of {of} in this server, **{everywhere}** of {all} in the world.",
                place=local.place,
                of=local.of,
                everywhere=world.place,
                all=world.of,
            )
        ]
    share = share_below(world)
    if share == 1:
        lines.append(words.say("Everybody else did worse."))
    elif share:
        # Translators: {percent} is such as 42%.
        text = words.say("{percent} of all others did worse.", percent=percent(words, share))
        lines.append(text)
    return lines


def _buttons(loaded: Loaded, scene: Scene, *, over: bool) -> tuple[ui.Item[Any], ...]:
    words = scene.words
    row = [day_button(loaded, "post", words.say("Post a card"), "📣", Style.MAIN)]
    if isinstance(scene.screens, DayScreens):
        row.append(day_button(loaded, "picture", words.say("Post it with a picture"), "🖼️"))
    if over:
        row.append(day_button(loaded, "results", words.say("Compare"), "🏁"))
    return tuple(row)
