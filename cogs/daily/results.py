"""The results of a past day as a message."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.daily.days import DayGame, DayResult
from bot.match.values.days import Day
from cogs.base import custom_id_families as families
from cogs.base.markup import bold
from cogs.base.text_limits import OPTIONS
from cogs.board.day_panel import play_today_button, world_lines
from cogs.screens import GameScreens
from cogs.screens.base import Style
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from engine.core.chance import commitment
from render.words import day_text, points
from texts import Words

SHOWN = 10
COMPUTER = "computer"
"""Value of the computer's game in the menu of matches."""


@dataclass(frozen=True, slots=True)
class DayResults:
    fixed: DayGame
    title: str
    here: Sequence[DayResult]
    world: tuple[int, int, float] | None
    computer_points: int | None
    names: Mapping[int, str]
    own: DayResult | None
    own_place: int
    screens: GameScreens
    days: Sequence[Day] = ()
    """Other past days, newest first."""
    in_server: bool = True
    """Whether `here` are the results of a server; outside servers it is empty."""


def results_layout(day: DayResults, words: Words) -> MessageLayout:
    fixed = day.fixed
    texts = [
        words.say("## {game}: {day}", game=day.title, day=day_text(words, fixed.day)),
        "\n".join(_table(day, words)) or _nobody(day, words),
        "\n".join(_others(day, words)),
    ]
    note = words.say("-# Playing a past day is for yourself: it doesn't count anywhere.")
    return compose(texts=texts, below=[note], rows=_rows(day, words))


def _nobody(day: DayResults, words: Words) -> str:
    if day.in_server:
        return words.say("Nobody in this server played.")
    return words.say("You didn't play that day.")


def dice_layout(fixed: DayGame, title: str, words: Words) -> MessageLayout:
    """Return the proof of a day's dice."""
    lines = [
        words.say("## {game}: {day}", game=title, day=day_text(words, fixed.day)),
        words.say("Seed: `{seed}`", seed=fixed.seed.hex()),
        words.say("Commitment: `{commitment}`", commitment=commitment(fixed.seed)),
        words.say("Contribution: `{contribution}`", contribution=fixed.day),
        words.say("-# `/verify` recomputes every roll of a match from these."),
    ]
    return compose(texts=["\n".join(lines)])


def other_days(days: Sequence[Day], game: str, day: Day, words: Words) -> ui.Item[Any]:
    """Return a menu of past days, which opens the results of one."""
    options = [widgets.option(day_text(words, past), past) for past in days]
    custom_id = families.DAY.spell(day, "other", game)
    return widgets.menu(custom_id, options, hint=words.say("Past days"))


def step_buttons(day: Day, game: str, step: int, last: int) -> list[ui.Item[Any]]:
    """Return the buttons to the first, previous, next and last step."""

    def button(to: int, digits: int, emoji: str, *, disabled: bool) -> ui.Item[Any]:
        # Leading zeros keep the custom_ids of buttons to the same step apart.
        custom_id = families.DAY.spell(day, f"step {to:0{digits}}", game)
        return widgets.button(custom_id, None, emoji=emoji, disabled=disabled)

    return [
        button(1, 3, "⏮️", disabled=step == 1),
        button(max(step - 1, 1), 4, "◀️", disabled=step == 1),
        button(min(step + 1, last), 5, "▶️", disabled=step == last),
        button(last, 6, "⏭️", disabled=step == last),
    ]


def _table(day: DayResults, words: Words) -> list[str]:
    listed, place = list[tuple[int, DayResult]](), 1
    for number, result in enumerate(day.here[:SHOWN], 1):
        if result.points != day.here[place - 1].points:
            place = number
        listed.append((place, result))
    if day.own is not None and day.own not in day.here[:SHOWN]:
        listed.append((day.own_place, day.own))
    return [
        # Translators: A line of a table: place, name, points.
        words.say(
            "{place}. {player}: {points}",
            place=place,
            player=bold(day.names[result.user]),
            points=points(words, result.points or 0),
        )
        for place, result in listed
    ]


def _watchable(day: DayResults) -> Sequence[DayResult]:
    """Return the matches for the menu, which also has the computer's."""
    most = OPTIONS - 1
    if day.own is None or day.own in day.here[:most]:
        return day.here[:most]
    return [*day.here[: most - 1], day.own]


def _others(day: DayResults, words: Words) -> list[str]:
    lines = [] if day.world is None else [*world_lines(day.world, words)]
    if day.computer_points is not None:
        result = points(words, day.computer_points)
        lines.append(words.say("The computer, from the same beginning: {points}", points=result))
    return lines


def _rows(day: DayResults, words: Words) -> list[list[ui.Item[Any]]]:
    fixed, rows = day.fixed, list[list[ui.Item[Any]]]()

    def button(verb: str, label: str, emoji: str, style: Style = Style.CALM) -> ui.Item[Any]:
        custom_id = families.DAY.spell(fixed.day, verb, fixed.game)
        return widgets.button(custom_id, label, emoji=emoji, style=style)

    options = [
        widgets.option(
            day.names[result.user],
            str(result.match),
            description=points(words, result.points or 0),
        )
        for result in _watchable(day)
    ]
    options.append(widgets.option(words.say("The computer"), COMPUTER, emoji="🤖"))
    watch = families.DAY.spell(fixed.day, "watch", fixed.game)
    rows.append([widgets.menu(watch, options, hint=words.say("Step through a match…"))])
    rows.append(
        [
            play_today_button(day.screens, fixed.game, fixed.day, words),
            button("past", words.say("Play this day"), "🕰️"),
        ]
    )
    rows.append(
        [
            button("computer", words.say("How the computer would have played"), "🤖"),
            button("dice", words.say("Fair dice"), "🔒"),
        ]
    )
    if day.days:
        rows.append([other_days(day.days, fixed.game, fixed.day, words)])
    return rows
