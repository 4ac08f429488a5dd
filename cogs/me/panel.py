"""The private panel of /me: what somebody has set, and the menus and buttons that change it."""

from typing import Any

from discord import ui

from bot.match.lobby.challenges import ChallengePreference
from bot.match.timing.reminding import ReminderSettings, Where
from cogs.base import custom_ids
from cogs.me import zones
from cogs.me.absence_panel import absence_line
from cogs.me.hours import clock
from cogs.me.menus import menu_rows, when_text
from cogs.me.personal_settings import PersonalSettings
from cogs.me.toggles import TOGGLES, Toggle
from cogs.screens.base import Style
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from texts import Words

ZONE, FROM, UNTIL = "zone", "from", "until"
"""The fields of the form of time zone and quiet hours."""


def panel(personal: PersonalSettings, words: Words) -> MessageLayout:
    """What somebody has set, and what changes it."""
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
    """The form for time zone and quiet hours."""
    zone = "" if personal.zone is None else zones.shown(personal.zone)
    quiet = ("", "") if personal.quiet is None else tuple(map(clock, personal.quiet))
    title, city = words.say("Time zone"), words.say("A large city in it, such as Madrid")
    since = words.say("For example 22:30; leave empty for none")
    until = words.say("For example 7:30; leave empty for none")
    return widgets.form(
        custom_ids.me_form("time"),
        words.say("Time zone and quiet hours"),
        widgets.field(title, city, _typed(ZONE, zone, 60)),
        widgets.field(words.say("Quiet hours from"), since, _typed(FROM, quiet[0], 10)),
        widgets.field(words.say("Quiet hours until"), until, _typed(UNTIL, quiet[1], 10)),
    )


def _typed(name: str, value: str, most: int) -> ui.TextInput[Any]:
    """What is typed into a field: `value` at first, at most `most` characters."""
    return ui.TextInput(custom_id=name, default=value, required=False, max_length=most)


def _time(personal: PersonalSettings, words: Words) -> str:
    if personal.zone is None:
        return words.say("🕰️ I don't know your time zone yet. Quiet hours need it.")
    return words.say(
        "🕰️ Your time zone: {zone}, where it's {time} now.",
        zone=zones.shown(personal.zone),
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
    if reminders.where is Where.DIRECT:
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
    """A button that shows whether it is on, and turns it over."""
    style = Style.GOOD if on else Style.CALM
    custom_id = custom_ids.me(toggle.name, on=not on)
    label = words.say(toggle.label)
    return widgets.button(custom_id, label, emoji=toggle.emoji, style=style)


def _button(what: str, label: str, emoji: str) -> ui.Item[Any]:
    return widgets.button(custom_ids.me(what), label, emoji=emoji)
