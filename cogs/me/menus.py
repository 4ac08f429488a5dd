"""The menus of the panel of /me."""

from typing import Any

import discord
from discord import ui

from bot.match.lobby.challenges import CHALLENGES, MOST_REFUSED, ChallengePreference
from bot.match.timing.reminding import (
    CHOICES,
    DAYS,
    MOST,
    ReminderSettings,
    Share,
    When,
    Where,
)
from cogs.base import custom_ids
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
    labels = {str(one): _when_label(one, words) for one in CHOICES}
    return widgets.options(labels, str(reminders.when))


def _when_label(when: When, words: Words) -> str:
    """Return an option: on phones, only some 20 characters of the chosen one are shown."""
    match when:
        case Share(50):
            return words.say("Half the time left: remind me")
        case Share(25):
            return words.say("A quarter of the time left: remind me")
        case Share():
            return words.say("A tenth of the time left: remind me")
        case _:
            return words.count(
                "{count} hour left: remind me", "{count} hours left: remind me", when.hours
            )


def _times(reminders: ReminderSettings, words: Words) -> Options:
    labels = {
        str(number): words.count("One reminder a turn", "Up to {count} reminders a turn", number)
        for number in range(1, MOST + 1)
    }
    return widgets.options({"0": words.say("No reminders"), **labels}, str(reminders.times))


def _after(reminders: ReminderSettings, words: Words) -> Options:
    labels = {
        str(days): words.count(
            "After {count} day, without a clock", "After {count} days, without a clock", days
        )
        for days in DAYS
    }
    return widgets.options(labels, str(reminders.after))


def _where(reminders: ReminderSettings, words: Words) -> Options:
    labels = {
        Where.CHANNEL.value: words.say("Remind me where the match is played"),
        Where.DIRECT.value: words.say("Remind me by direct message"),
    }
    return widgets.options(labels, reminders.where.value)


def _challenges(taken: ChallengePreference, words: Words) -> Options:
    return widgets.options(
        {one.value: words.say(label) for one, label in TAKEN.items()}, taken.value
    )


def _people(refused: tuple[int, ...], words: Words) -> ui.Item[Any]:
    """A menu of members: all that are chosen in it are refused, and nobody else."""
    return widgets.people(
        custom_ids.me_menu(REFUSED),
        refused[:MOST_REFUSED],
        hint=words.say("People who can't challenge you"),
        at_most=MOST_REFUSED,
    )
