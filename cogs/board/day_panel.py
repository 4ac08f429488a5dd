"""The lines and buttons below a private session of a daily puzzle."""

from typing import Any

from discord import ui

from bot.match.daily.days import DayRank
from bot.match.daily.records import DayRecords
from bot.match.daily.service import DailyService
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.days import end_of
from cogs.base import custom_id_families as families
from cogs.base.figures import decimal, percent
from cogs.screens import Scene
from cogs.screens.base import GameScreens, Style
from cogs.screens.day_screens import DayScreens
from cogs.ui import widgets
from cogs.ui.layouts import fair_button
from render.words import points
from texts import Words


class DayPanel:
    def __init__(self, daily: DailyService, records: DayRecords) -> None:
        self._daily = daily
        self._records = records

    async def current(self, loaded: Loaded) -> Loaded:
        """Return the match; if its day is over, end it as it is."""
        day = loaded.record.day
        if day is None or loaded.record.archive or not self._daily.is_over(day):
            return loaded
        return await self._daily.end(loaded.record.id)

    async def below(
        self, loaded: Loaded, scene: Scene, guild: int | None
    ) -> tuple[list[str], list[ui.Item[Any]]]:
        """Return the lines and the row of buttons below a session, in a server or, if `guild` is
        None, outside.
        """
        day, words, record = loaded.record.day, scene.words, loaded.record
        assert day is not None, "it is of a day"
        if loaded.status is not Status.OVER:
            begun = loaded.seq > record.opening
            if record.archive:
                return [_past(words)], []
            if begun:
                return [_go_on(day, words)], []
            row = [_how_button(loaded, words), fair_button(record.id, words)]
            return [_until(day, words, opened=record.opening > 0)], row
        over = self._daily.is_over(day)
        # Games with DayScreens show the points themselves.
        shows_points = isinstance(scene.screens, DayScreens)
        lines = [] if shows_points else [f"**{told_points(loaded, scene)}**"]
        if record.archive:
            lines.append(_past(words))
            return lines, _after_past(loaded, scene)
        lines += _rated(loaded, scene)
        world = await self._daily.standing(loaded, None)
        local = None if guild is None else await self._daily.standing(loaded, guild)
        if world is None:
            lines = [words.say("It was ended without a result, so it counts for nothing.")]
        else:
            lines += _placed(local, world, words)
            lines += await self._own_days(loaded, words)
        lines.append(self._next(loaded, words, over=over))
        return lines, _buttons(loaded, scene, over=over)

    async def _own_days(self, loaded: Loaded, words: Words) -> list[str]:
        game, user = loaded.record.game, loaded.roster.holders[0]
        if user is None:
            return []
        fewest = self._daily.fewest(game)
        record = await self._records.record(game, user, None, fewest=fewest)
        if record is None or record.days < 2:
            return []
        lines = []
        if record.streak > 1:
            lines.append(
                # Translators: Consecutive days on which a player has solved the puzzle.
                words.count("🔥 {count} day in a row.", "🔥 {count} days in a row.", record.streak)
            )
        lines.append(_beside_mean(loaded, record.average, words, fewest=fewest))
        if record.best_day == loaded.record.day:
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


def world_lines(world: tuple[int, int, float], words: Words) -> tuple[str, ...]:
    """Return lines about a finished puzzle: the number of people, their best and mean points."""
    people, best, average = world
    return (
        words.say("The best in the world: {points}", points=points(words, best)),
        words.count(
            "The mean of {count} person: {average}",
            "The mean of {count} people: {average}",
            people,
            average=decimal(words, average),
        ),
    )


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


def first_look(loaded: Loaded, scene: Scene) -> str:
    """Return the name and the goal of a puzzle that its player has not begun; else ""."""
    record = loaded.record
    begins = loaded.seq <= record.opening and loaded.status is not Status.OVER
    if record.day is None or not begins or not isinstance(scene.screens, DayScreens):
        return ""
    return scene.screens.day_beginning(scene)


def play_today_button(screens: GameScreens, game: str, day: str, words: Words) -> ui.Item[Any]:
    """Return the button that opens the presser's own puzzle of the day on which they press it.

    `day` only completes the custom_id.
    """
    custom_id = families.DAY.spell(day, "today", game)
    label = screens.day_play(words) if isinstance(screens, DayScreens) else ""
    label = label or words.say("Play today's puzzle")
    return widgets.button(custom_id, label, emoji="▶️", style=Style.MAIN)


def _past(words: Words) -> str:
    return words.say("-# A day that is over: you play its dice for yourself, and nothing counts.")


def _how_button(loaded: Loaded, words: Words) -> ui.Item[Any]:
    return day_button(loaded, "how", words.say("How it works"), "💡")


def _after_past(loaded: Loaded, scene: Scene) -> list[ui.Item[Any]]:
    game, day, words = loaded.record.game, loaded.record.day or "", scene.words
    return [
        # Translators: A button: play the dice of a past day once more.
        day_button(loaded, "past", words.say("Once more"), "🔁"),
        day_button(loaded, "results", words.say("Compare"), "🏁"),
        play_today_button(scene.screens, game, day, words),
    ]


def _rated(loaded: Loaded, scene: Scene) -> list[str]:
    """Say how good the result is, for people without others to compare it with."""
    screens, words = scene.screens, scene.words
    good = screens.day_good(scene) if isinstance(screens, DayScreens) else None
    if good is None:
        return []
    score = loaded.game.scores(loaded.state)[0]
    if score > good:
        return [words.say("Everything above {good} is good: well done.", good=good)]
    return [words.say("Everything above {good} is good.", good=good)]


def _beside_mean(loaded: Loaded, mean: float, words: Words, *, fewest: bool) -> str:
    score = loaded.game.scores(loaded.state)[0]
    number = decimal(words, mean)
    if (score < mean) if fewest else (score > mean):
        return words.say("Better than your mean of {mean}.", mean=number)
    return words.say("Your mean is {mean}.", mean=number)


def _placed(local: DayRank | None, world: DayRank, words: Words) -> list[str]:
    if local is None:
        lines = [
            words.say("Place **{place}** of {of} in the world.", place=world.place, of=world.of)
        ]
    elif local.of == world.of:
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


def _buttons(loaded: Loaded, scene: Scene, *, over: bool) -> list[ui.Item[Any]]:
    words = scene.words
    row = [day_button(loaded, "post", words.say("Post a card"), "📣", Style.MAIN)]
    if isinstance(scene.screens, DayScreens):
        row.append(day_button(loaded, "picture", words.say("Post it with a picture"), "🖼️"))
    if over:
        row.append(day_button(loaded, "results", words.say("Compare"), "🏁"))
        day = loaded.record.day or ""
        row.append(play_today_button(scene.screens, loaded.record.game, day, words))
    else:
        row.append(day_button(loaded, "other", words.say("Past days"), "🗓️"))
    return row
