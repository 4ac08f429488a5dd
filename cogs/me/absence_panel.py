"""The private panel of days off: until when somebody is away, and how to change that."""

from typing import Any
from zoneinfo import ZoneInfo

from discord import ui

from cogs.base import custom_ids
from cogs.me import days
from cogs.me.menus import Options
from cogs.me.personal_settings import PersonalSettings
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from texts import Words

AWAY = "away"
"""The name of the menu of days off."""


def absence_panel(personal: PersonalSettings, words: Words) -> MessageLayout:
    """Whether somebody is away, a menu of days off, and a button to come back."""
    lines = [absence_line(personal, words)]
    lines.append(words.say("-# While you're away, your clock is stopped and nothing reminds you."))
    rows: list[list[ui.Item[Any]]] = []
    offered = _days_off(personal, words)
    if offered:
        hint = words.say("When are you back?")
        rows.append([widgets.menu(custom_ids.me_menu(AWAY), offered, hint=hint)])
        lines.append(words.say("-# Or type it: `/away until: 3 days`, `Nov 27` or `Friday`."))
        if personal.zone is None:
            lines.append(
                words.say(
                    "-# Days begin at midnight UTC, as your time zone isn't known: `/me zone`."
                )
            )
    if personal.away is not None:
        rows.append([widgets.button(custom_ids.me("back"), words.say("I'm back"), emoji="👋")])
    return compose(texts=["\n".join(lines)], rows=rows)


def absence_line(personal: PersonalSettings, words: Words) -> str:
    """Until when somebody is away, or how many days off they have left this month."""
    if personal.away is not None:
        return words.say(
            "🏖️ You're away until <t:{until}:f> (<t:{until}:R>). Back earlier? Use `/away`.",
            until=personal.away,
        )
    return words.count(
        "🏖️ You can be away {count} more day this month (`/away`).",
        "🏖️ You can be away {count} more days this month (`/away`).",
        personal.left,
    )


def _days_off(personal: PersonalSettings, words: Words) -> Options:
    """The days on which somebody may be back, as far as their days off reach."""
    zone = ZoneInfo(personal.zone or "UTC")
    return [
        widgets.option(
            days.named(day, words), day.isoformat(), description=days.counted(words, number)
        )
        for number, day in enumerate(days.following(zone, personal.now), 1)
        if personal.now < days.begins(day, zone) <= personal.away_most
    ]
