"""The menus of the panel of /me."""

from typing import Any

import discord
from discord import ui

from bot.match.lobby.challenges import CHALLENGES, MOST_REFUSED, ChallengePreference
from bot.match.timing.reminder_settings import (
    CHOICES,
    DAYS,
    MOST,
    ReminderSettings,
    Share,
    When,
    Where,
)
from cogs.interactions import custom_ids
from cogs.me.personal_settings import PersonalSettings
from cogs.ui import widgets
from texts import Words, mark

REFUSED = "refused"
"""The name of the menu of those whose challenges somebody refuses."""
TAKEN = {
    ChallengePreference.PINGED: mark("Challenges ping me"),
    ChallengePreference.QUIET: mark("Challenges don't ping me"),
    ChallengePreference.NONE: mark("No challenges"),
}
"""Which challenges somebody may take."""
Options = list[discord.SelectOption]


def menu_rows(personal: PersonalSettings, words: Words) -> list[list[ui.Item[Any]]]:
    """A row for each menu: reminders first, then challenges."""
    reminders = personal.reminder_settings
    menus = {
        "when": _when(reminders, words),
        "times": _times(reminders, words),
        "after": _after(reminders, words),
        "where": _where(reminders, words),
        CHALLENGES: _challenges(personal.taken, words),
    }
    rows: list[list[ui.Item[Any]]] = [
        [widgets.menu(custom_ids.me_menu(name), options)] for name, options in menus.items()
    ]
    return [*rows, [_people(personal.refused, words)]]


def when_text(when: When, words: Words) -> str:
    """When the first reminder comes, as a phrase."""
    match when:
        case Share(50):
            return words.say("when half the time is left")
        case Share(25):
            return words.say("when a quarter of the time is left")
        case Share():
            return words.say("when a tenth of the time is left")
        case _:
            return words.count(
                "when {count} hour is left", "when {count} hours are left", when.hours
            )


def _when(reminders: ReminderSettings, words: Words) -> Options:
    return [
        widgets.option(
            words.say("Remind me {when}", when=when_text(choice, words)),
            str(choice),
            default=choice == reminders.when,
        )
        for choice in CHOICES
    ]


def _times(reminders: ReminderSettings, words: Words) -> Options:
    return [
        widgets.option(
            words.count("One reminder a turn", "Up to {count} reminders a turn", number)
            if number
            else words.say("No reminders"),
            str(number),
            default=number == reminders.times,
        )
        for number in range(MOST + 1)
    ]


def _after(reminders: ReminderSettings, words: Words) -> Options:
    return [
        widgets.option(
            words.count(
                "Without a clock: after {count} day", "Without a clock: after {count} days", days
            ),
            str(days),
            default=days == reminders.after,
        )
        for days in DAYS
    ]


def _where(reminders: ReminderSettings, words: Words) -> Options:
    labels = {
        Where.CHANNEL: words.say("Remind me where the match is played"),
        Where.DIRECT: words.say("Remind me by direct message"),
    }
    return [
        widgets.option(label, where.value, default=where is reminders.where)
        for where, label in labels.items()
    ]


def _challenges(taken: ChallengePreference, words: Words) -> Options:
    return [
        widgets.option(words.say(label), one.value, default=one is taken)
        for one, label in TAKEN.items()
    ]


def _people(refused: tuple[int, ...], words: Words) -> ui.Item[Any]:
    """A menu of members: all that are chosen in it are refused, and nobody else."""
    return widgets.people(
        custom_ids.me_menu(REFUSED),
        refused[:MOST_REFUSED],
        hint=words.say("People who can't challenge you"),
        at_most=MOST_REFUSED,
    )
