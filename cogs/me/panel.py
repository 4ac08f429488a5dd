"""The private panel of somebody's own settings: what is set, and what sets it."""

from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.match.lobby.challenges import CHALLENGES, MOST_REFUSED, Taken
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
from cogs.me import days, zones
from cogs.me.hours import clock
from cogs.play.move_preferences import ON_FROM_THE_START, MovePreference
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from texts import Words, mark

AWAY = "away"
"""The name of the menu of days off."""
REFUSED = "refused"
"""The name of the menu of those whose challenges somebody refuses."""
ZONE, FROM, UNTIL = "zone", "from", "until"
"""The fields of the form for the time."""


@dataclass(frozen=True, slots=True)
class Toggle:
    """Something that is on or off."""

    name: str
    """Of the button and of the setting."""
    label: str
    on: str
    off: str
    emoji: str
    initially: bool = False
    """Whether it is on until somebody turns it off."""


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
)
"""What a button turns on and off."""


@dataclass(frozen=True, slots=True)
class Own:
    """What somebody has set."""

    reminder_settings: ReminderSettings
    now: int
    """Seconds since 1970."""
    zone: str | None = None
    """By its IANA name; None if unknown."""
    quiet: tuple[int, int] | None = None
    """Quiet hours: from and until, in minutes since midnight."""
    on: frozenset[str] = frozenset()
    """The names of the toggles that are on."""
    away: int | None = None
    """Until when they are away, in seconds since 1970."""
    left: int = 0
    """Days of being away that are left this month."""
    away_most: int = 0
    """Until when they may be away at most, in seconds since 1970."""
    taken: Taken = Taken.PINGED
    """Which challenges they take."""
    refused: tuple[int, ...] = ()
    """Whose challenges they don't take."""


def panel(own: Own, words: Words) -> MessageLayout:
    """The panel."""
    lines = [_time(own, words), _quiet(own, words), _reminders(own.reminder_settings, words)]
    lines += [words.say(t.on if t.name in own.on else t.off) for t in TOGGLES]
    lines += _challenges(own, words)
    lines.append(_away(own, words))
    return compose(
        texts=[words.say("## Your settings"), "\n".join(lines)],
        below=[words.say("-# These are yours in every server, and only you see them.")],
        rows=[
            [_menu("when", _when_options(own.reminder_settings, words))],
            [_menu("times", _times_options(own.reminder_settings, words))],
            [_menu("after", _after_options(own.reminder_settings, words))],
            [_menu("where", _where_options(own.reminder_settings, words))],
            [_menu(CHALLENGES, _challenge_options(own.taken, words))],
            [_people(own.refused, words)],
            [_toggle(t, words, on=t.name in own.on) for t in TOGGLES],
            [
                _button("time", words.say("Time zone and quiet hours"), "🌙"),
                _button("test", words.say("Test my notifications"), "🔔"),
            ],
        ],
    )


def absence_panel(own: Own, words: Words) -> MessageLayout:
    """Whether somebody is away, a menu of days off, and the way back."""
    lines = [_away(own, words)]
    lines.append(words.say("-# While you're away, your clock is stopped and nothing reminds you."))
    rows: list[list[ui.Item[Any]]] = []
    offered = _days_off(own, words)
    if offered:
        hint = words.say("When are you back?")
        rows.append([widgets.menu(custom_ids.me_menu(AWAY), offered, hint=hint)])
        lines.append(words.say("-# Or type it: `/away until: 3 days`, `Nov 27` or `Friday`."))
        if own.zone is None:
            lines.append(
                words.say(
                    "-# Days begin at midnight UTC, as your time zone isn't known: `/me zone`."
                )
            )
    if own.away is not None:
        rows.append([_button("back", words.say("I'm back"), "👋")])
    return compose(texts=["\n".join(lines)], rows=rows)


def time_form(own: Own, words: Words) -> ui.Modal:
    """The form for time zone and quiet hours; stopped, so that discord.py does not keep it."""
    window = widgets.form(custom_ids.me_form("time"), words.say("Time zone and quiet hours"))
    fields = (
        (
            ZONE,
            words.say("Time zone"),
            words.say("A large city in it, such as Madrid"),
            "" if own.zone is None else zones.shown(own.zone),
            60,
        ),
        (
            FROM,
            words.say("Quiet hours from"),
            words.say("For example 22:30; leave empty for none"),
            "" if own.quiet is None else clock(own.quiet[0]),
            10,
        ),
        (
            UNTIL,
            words.say("Quiet hours until"),
            words.say("For example 7:30; leave empty for none"),
            "" if own.quiet is None else clock(own.quiet[1]),
            10,
        ),
    )
    for name, label, hint, value, most in fields:
        box: ui.TextInput[Any] = ui.TextInput(
            custom_id=name, default=value, required=False, max_length=most
        )
        window.add_item(widgets.field(label, hint, box))
    window.stop()
    return window


def when_text(when: When, words: Words) -> str:
    """When the first reminder comes, as a phrase of its own."""
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


def _time(own: Own, words: Words) -> str:
    if own.zone is None:
        return words.say("🕰️ I don't know your time zone yet. Quiet hours need it.")
    return words.say(
        "🕰️ Your time zone: {zone}, where it's {time} now.",
        zone=zones.shown(own.zone),
        time=zones.local(own.zone, own.now),
    )


def _quiet(own: Own, words: Words) -> str:
    if own.quiet is None:
        return words.say("🌙 You have no quiet hours.")
    return words.say(
        "🌙 Quiet hours from {start} to {end}: your clock is stopped then, and nothing reminds "
        "you.",
        start=clock(own.quiet[0]),
        end=clock(own.quiet[1]),
    )


def _reminders(reminder_settings: ReminderSettings, words: Words) -> str:
    if not reminder_settings.times:
        return words.say("🔕 You get no reminders.")
    values = {
        "when": when_text(reminder_settings.when, words),
        "after": _days(reminder_settings.after, words),
        "most": words.count("once a turn", "up to {count} times a turn", reminder_settings.times),
    }
    if reminder_settings.where is Where.DIRECT:
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


def _challenges(own: Own, words: Words) -> list[str]:
    match own.taken:
        case Taken.NONE:
            return [words.say("🚪 Nobody can challenge you.")]
        case Taken.QUIET:
            line = words.say(
                "🚪 Challenges don't ping you: you find them in the channel and in `/matches`."
            )
        case Taken.PINGED:
            line = words.say("🚪 Challenges ping you.")
    if not own.refused:
        return [line]
    users = words.listed(f"<@{user}>" for user in own.refused)
    return [line, words.say("🚪 These people can't challenge you: {users}.", users=users)]


def _away(own: Own, words: Words) -> str:
    if own.away is not None:
        return words.say(
            "🏖️ You're away until <t:{until}:f> (<t:{until}:R>). Back earlier? Use `/away`.",
            until=own.away,
        )
    return words.count(
        "🏖️ You can be away {count} more day this month (`/away`).",
        "🏖️ You can be away {count} more days this month (`/away`).",
        own.left,
    )


def _days(days: int, words: Words) -> str:
    return words.count("{count} day", "{count} days", days)


Options = list[discord.SelectOption]


def _days_off(own: Own, words: Words) -> Options:
    """The days on which somebody may be back, as far as their days off reach."""
    zone = ZoneInfo(own.zone or "UTC")
    return [
        widgets.option(
            days.named(day, words),
            day.isoformat(),
            description=days.counted(words, number),
        )
        for number, day in enumerate(days.following(zone, own.now), 1)
        if own.now < days.begins(day, zone) <= own.away_most
    ]


def _when_options(reminder_settings: ReminderSettings, words: Words) -> Options:
    return [
        widgets.option(
            words.say("Remind me {when}", when=when_text(choice, words)),
            str(choice),
            default=choice == reminder_settings.when,
        )
        for choice in CHOICES
    ]


def _times_options(reminder_settings: ReminderSettings, words: Words) -> Options:
    return [
        widgets.option(
            words.count("One reminder a turn", "Up to {count} reminders a turn", number)
            if number
            else words.say("No reminders"),
            str(number),
            default=number == reminder_settings.times,
        )
        for number in range(MOST + 1)
    ]


def _after_options(reminder_settings: ReminderSettings, words: Words) -> Options:
    return [
        widgets.option(
            words.count(
                "Without a clock: after {count} day", "Without a clock: after {count} days", days
            ),
            str(days),
            default=days == reminder_settings.after,
        )
        for days in DAYS
    ]


def _where_options(reminder_settings: ReminderSettings, words: Words) -> Options:
    labels = {
        Where.CHANNEL: words.say("Remind me where the match is played"),
        Where.DIRECT: words.say("Remind me by direct message"),
    }
    return [
        widgets.option(label, where.value, default=where is reminder_settings.where)
        for where, label in labels.items()
    ]


def _challenge_options(taken: Taken, words: Words) -> Options:
    labels = {
        Taken.PINGED: words.say("Challenges ping me"),
        Taken.QUIET: words.say("Challenges don't ping me"),
        Taken.NONE: words.say("No challenges"),
    }
    return [widgets.option(label, one.value, default=one is taken) for one, label in labels.items()]


def _people(refused: tuple[int, ...], words: Words) -> ui.Item[Any]:
    """A menu of members: all that are chosen in it are refused, and nobody else."""
    return widgets.people(
        custom_ids.me_menu(REFUSED),
        refused[:MOST_REFUSED],
        hint=words.say("People who can't challenge you"),
        at_most=MOST_REFUSED,
    )


def _menu(what: str, options: Options) -> ui.Item[Any]:
    return widgets.menu(custom_ids.me_menu(what), options)


def _toggle(toggle: Toggle, words: Words, *, on: bool) -> ui.Item[Any]:
    """A button that shows how it is, and asks for the other."""
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    custom_id = custom_ids.me(toggle.name, on=not on)
    label = words.say(toggle.label)
    return widgets.button(custom_id, label, emoji=toggle.emoji, style=style)


def _button(what: str, label: str, emoji: str) -> ui.Item[Any]:
    return widgets.button(custom_ids.me(what), label, emoji=emoji)
