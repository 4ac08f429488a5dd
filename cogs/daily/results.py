"""The results of a past day as a message."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.daily.days import ComputerGame, DayGame, DayResult
from cogs.base import custom_id_families as families
from cogs.base.markup import bold
from cogs.base.text_limits import OPTIONS
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from engine.core.chance import commitment
from render.words import points
from texts import Words

SHOWN = 10


@dataclass(frozen=True, slots=True)
class DayResults:
    fixed: DayGame
    title: str
    here: Sequence[DayResult]
    best: DayResult | None
    computer: ComputerGame | None
    names: Mapping[int, str]
    own: DayResult | None
    own_place: int


def results_layout(day: DayResults, words: Words) -> MessageLayout:
    fixed = day.fixed
    texts = [
        words.say("## {game}: {day}", game=day.title, day=fixed.day),
        "\n".join(_table(day, words)) or words.say("Nobody in this server played."),
        "\n".join(_others(day, words)),
        "\n".join(_dice(fixed, words)),
    ]
    return compose(texts=texts, rows=_rows(day, words))


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
    if day.own is None or day.own in day.here[:OPTIONS]:
        return day.here[:OPTIONS]
    return [*day.here[: OPTIONS - 1], day.own]


def _others(day: DayResults, words: Words) -> list[str]:
    lines = []
    if day.best is not None:
        best = points(words, day.best.points or 0)
        lines.append(words.say("The best in the world: {points}", points=best))
    if day.computer is not None:
        result = points(words, day.computer.points)
        lines.append(words.say("The computer, from the same beginning: {points}", points=result))
    return lines


def _dice(fixed: DayGame, words: Words) -> list[str]:
    return [
        words.say("Seed: `{seed}`", seed=fixed.seed.hex()),
        words.say("Commitment: `{commitment}`", commitment=commitment(fixed.seed)),
        words.say("Contribution: `{contribution}`", contribution=fixed.day),
        words.say("-# `/verify` recomputes every roll of a match from these."),
    ]


def _rows(day: DayResults, words: Words) -> list[list[ui.Item[Any]]]:
    fixed, rows = day.fixed, list[list[ui.Item[Any]]]()
    if day.here:
        options = [
            widgets.option(
                day.names[result.user],
                str(result.match),
                description=points(words, result.points or 0),
            )
            for result in _watchable(day)
        ]
        watch = families.DAY.spell(fixed.day, "watch", fixed.game)
        rows.append([widgets.menu(watch, options, hint=words.say("Step through a match…"))])
    computer = families.DAY.spell(fixed.day, "computer", fixed.game)
    label = words.say("How the computer would have played")
    rows.append([widgets.button(computer, label, emoji="🤖")])
    return rows
