"""The panels of /me and /away, with their menus and switches."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.match.lobby.challenges import CHALLENGES, MOST_REFUSED, ChallengePreference
from bot.match.timing.reminding import (
    DAYS,
    MOST,
    FirstReminder,
    ReminderPlace,
    ReminderSettings,
)
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.me import days, zones
from cogs.me.typed import clock
from cogs.preferences.moves import ON_FROM_THE_START, MovePreference
from cogs.screens.base import Style
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from texts import Words, mark


@dataclass(frozen=True, slots=True)
class Toggle:
    name: str
    label: str
    on: str
    off: str
    emoji: str
    initially: bool = False


TOGGLES = (
    Toggle(
        "text_mode",
        mark("Board as text"),
        mark("📖 On each of your turns you're offered the board as text."),
        mark("📖 You play by the pictures. Every board has a button for its text."),
        "📖",
    ),
    Toggle(
        MovePreference.CONFIRM.value,
        # Translators: A button that turns it on or off: ask before each move.
        mark("Ask me"),
        mark("❔ You're asked before each move."),
        mark("❔ Your moves count at once."),
        "❔",
    ),
    Toggle(
        MovePreference.WAIT.value,
        # Translators: A button that turns it on or off.
        mark("Computers wait"),
        mark("↩️ In practice, computers wait a little, so you can take a pick back."),
        mark("↩️ In practice, computers answer at once."),
        "↩️",
        initially=MovePreference.WAIT in ON_FROM_THE_START,
    ),
    Toggle(
        MovePreference.NEXT.value,
        # Translators: A button that turns it on or off: after a turn, offer the next match.
        mark("Next match"),
        mark("▶️ After your turn you're offered the next match that waits for you."),
        mark("▶️ After your turn nothing is offered. “More” on a board has your next match."),
        "▶️",
        initially=MovePreference.NEXT in ON_FROM_THE_START,
    ),
)
"""In the order of their buttons."""


def is_on(toggle: Toggle, settings: Mapping[str, str]) -> bool:
    return settings.get(toggle.name, "on" if toggle.initially else "off") == "on"


def toggle_change(name: str, *, on: bool) -> dict[str, str]:
    """Return a toggle's setting and new value."""
    return {name: "on" if on else "off"}


@dataclass(frozen=True, slots=True)
class PersonalSettings:
    reminder_settings: ReminderSettings
    now: int
    """Seconds since 1970."""
    zone: str | None = None
    """An IANA name, if known."""
    quiet: tuple[int, int] | None = None
    """Start and end of quiet hours, in minutes since midnight."""
    on: frozenset[str] = frozenset()
    away: int | None = None
    """End of the days off, in seconds since 1970."""
    left: int = 0
    away_most: int = 0
    """The latest possible end of days off, in seconds since 1970."""
    taken: ChallengePreference = ChallengePreference.PINGED
    refused: tuple[int, ...] = ()


ZONE, FROM, UNTIL = "zone", "from", "until"


def panel(personal: PersonalSettings, words: Words) -> MessageLayout:
    lines = [
        _time(personal, words),
        _quiet(personal, words),
        _reminders(personal.reminder_settings, words),
    ]
    lines += [words.say(t.on if t.name in personal.on else t.off) for t in TOGGLES]
    lines += _challenges(personal, words)
    lines.append(absence_line(personal, words))
    return compose(
        texts=[words.say("## Your settings"), "\n".join(lines)],
        below=[words.say("-# These are yours in every server, and only you see them.")],
        rows=[
            *menu_rows(personal, words),
            [_toggle(t, words, on=t.name in personal.on) for t in TOGGLES],
            [
                _button("time", words.say("Time zone and quiet hours"), "🌙"),
                _button("test", words.say("Test my notifications"), "🔔"),
            ],
        ],
    )


def time_form(personal: PersonalSettings, words: Words) -> ui.Modal:
    zone = "" if personal.zone is None else zones.display_name(personal.zone)
    quiet = ("", "") if personal.quiet is None else tuple(map(clock, personal.quiet))
    title, city = words.say("Time zone"), words.say("A large city in it, such as Madrid")
    since = words.say("For example 22:30; leave empty for none")
    until = words.say("For example 7:30; leave empty for none")
    return widgets.form(
        families.ME_FORM.spell("time"),
        words.say("Time zone and quiet hours"),
        widgets.field(title, city, _typed(ZONE, zone, 60)),
        widgets.field(words.say("Quiet hours from"), since, _typed(FROM, quiet[0], 10)),
        widgets.field(words.say("Quiet hours until"), until, _typed(UNTIL, quiet[1], 10)),
    )


def _typed(name: str, value: str, most: int) -> ui.TextInput[Any]:
    return ui.TextInput(custom_id=name, default=value, required=False, max_length=most)


def _time(personal: PersonalSettings, words: Words) -> str:
    if personal.zone is None:
        return words.say("🕰️ I don't know your time zone yet. Quiet hours need it.")
    return words.say(
        "🕰️ Your time zone: {zone}, where it's {time} now.",
        zone=zones.display_name(personal.zone),
        time=zones.local(personal.zone, personal.now),
    )


def _quiet(personal: PersonalSettings, words: Words) -> str:
    if personal.quiet is None:
        return words.say("🌙 You have no quiet hours.")
    return words.say(
        "🌙 Quiet hours from {start} to {end}: your clock is stopped then, and nothing reminds "
        "you.",
        start=clock(personal.quiet[0]),
        end=clock(personal.quiet[1]),
    )


def _reminders(reminders: ReminderSettings, words: Words) -> str:
    if not reminders.times:
        return words.say("🔕 You get no reminders.")
    values = {
        "when": when_text(reminders.when, words),
        "after": words.count("{count} day", "{count} days", reminders.after),
        "most": words.count("once a turn", "up to {count} times a turn", reminders.times),
    }
    if reminders.where is ReminderPlace.DIRECT:
        return words.say(
            "🔔 You're reminded {when} (without a clock: after {after} of waiting), {most}, by "
            "direct message.",
            **values,
        )
    return words.say(
        "🔔 You're reminded {when} (without a clock: after {after} of waiting), {most}, where the "
        "match is played.",
        **values,
    )


def _challenges(personal: PersonalSettings, words: Words) -> list[str]:
    match personal.taken:
        case ChallengePreference.NONE:
            return [words.say("🚪 Nobody can challenge you.")]
        case ChallengePreference.QUIET:
            line = words.say(
                "🚪 Challenges don't ping you: you find them in the channel and in `/matches`."
            )
        case ChallengePreference.PINGED:
            line = words.say("🚪 Challenges ping you.")
    if not personal.refused:
        return [line]
    users = words.listed(f"<@{user}>" for user in personal.refused)
    return [line, words.say("🚪 These people can't challenge you: {users}.", users=users)]


def _toggle(toggle: Toggle, words: Words, *, on: bool) -> ui.Item[Any]:
    style = Style.GOOD if on else Style.CALM
    custom_id = custom_ids.me(toggle.name, on=not on)
    label = words.say(toggle.label)
    return widgets.button(custom_id, label, emoji=toggle.emoji, style=style)


def _button(name: str, label: str, emoji: str) -> ui.Item[Any]:
    return widgets.button(custom_ids.me(name), label, emoji=emoji)


REFUSED = "refused"
TAKEN = {
    ChallengePreference.PINGED: mark("Challenges ping me"),
    ChallengePreference.QUIET: mark("Challenges don't ping me"),
    ChallengePreference.NONE: mark("No challenges"),
}
Options = list[discord.SelectOption]


def menu_rows(personal: PersonalSettings, words: Words) -> list[list[ui.Item[Any]]]:
    reminders = personal.reminder_settings
    menus = {
        "when": _when(reminders, words),
        "times": _times(reminders, words),
        "after": _after(reminders, words),
        "where": _where(reminders, words),
        CHALLENGES: _challenges_menu(personal.taken, words),
    }
    rows: list[list[ui.Item[Any]]] = [
        [widgets.menu(families.ME_MENU.spell(name), options)] for name, options in menus.items()
    ]
    return [*rows, [_people(personal.refused, words)]]


def when_text(when: FirstReminder, words: Words) -> str:
    match when:
        case FirstReminder.HALF:
            return words.say("when half the time is left")
        case FirstReminder.QUARTER:
            return words.say("when a quarter of the time is left")
        case FirstReminder.TENTH:
            return words.say("when a tenth of the time is left")
        case _:
            return words.count(
                "when {count} hour is left", "when {count} hours are left", when.number
            )


def _when(reminders: ReminderSettings, words: Words) -> Options:
    labels = {choice.value: _when_label(choice, words) for choice in FirstReminder}
    return widgets.options(labels, reminders.when.value)


def _when_label(when: FirstReminder, words: Words) -> str:
    """Return an option's label, whose first 20 characters must suffice on phones."""
    match when:
        case FirstReminder.HALF:
            return words.say("Half the time left: remind me")
        case FirstReminder.QUARTER:
            return words.say("A quarter of the time left: remind me")
        case FirstReminder.TENTH:
            return words.say("A tenth of the time left: remind me")
        case _:
            return words.count(
                "{count} hour left: remind me", "{count} hours left: remind me", when.number
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
        ReminderPlace.CHANNEL.value: words.say("Remind me where the match is played"),
        ReminderPlace.DIRECT.value: words.say("Remind me by direct message"),
    }
    return widgets.options(labels, reminders.where.value)


def _challenges_menu(taken: ChallengePreference, words: Words) -> Options:
    return widgets.options(
        {option.value: words.say(label) for option, label in TAKEN.items()}, taken.value
    )


def _people(refused: tuple[int, ...], words: Words) -> ui.Item[Any]:
    """Return a menu of members whose challenges are refused."""
    return widgets.people(
        families.ME_MENU.spell(REFUSED),
        refused[:MOST_REFUSED],
        hint=words.say("People who can't challenge you"),
        at_most=MOST_REFUSED,
    )


AWAY = "away"


def absence_panel(personal: PersonalSettings, words: Words) -> MessageLayout:
    lines = [absence_line(personal, words)]
    lines.append(words.say("-# While you're away, your clock is stopped and nothing reminds you."))
    rows: list[list[ui.Item[Any]]] = []
    offered = _days_off(personal, words)
    if offered:
        hint = words.say("When are you back?")
        rows.append([widgets.menu(families.ME_MENU.spell(AWAY), offered, hint=hint)])
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
    zone = ZoneInfo(personal.zone or "UTC")
    return [
        widgets.option(
            days.full_date(day, words), day.isoformat(), description=days.in_days(words, number)
        )
        for number, day in enumerate(days.following(zone, personal.now), 1)
        if personal.now < days.begins(day, zone) <= personal.away_most
    ]
