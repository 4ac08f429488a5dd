"""What people set for themselves: keeps it, and shows it in a private panel."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from bot.match.confirmed_write import confirmed_write
from bot.match.errors import Refusal
from bot.match.lobby.challenges import CHALLENGES, MOST_REFUSED, RefusalStore, challenge_preference
from bot.match.matches import Matches
from bot.match.people.pings import PingBudget
from bot.match.store_errors import StoreTrouble
from bot.match.timing import quiet_hours as quiet_hours
from bot.match.timing.absences import AbsenceService
from bot.match.timing.pace import DAY
from bot.match.timing.quiet_hours import Quiet
from bot.match.timing.reminder_settings import (
    AFTER,
    TIMES,
    WHEN,
    WHERE,
    Where,
    from_settings,
    to_settings,
)
from cogs.interactions.context import Context, Handlers, Interactions, handler
from cogs.me import days, zones
from cogs.me.hours import clock, minute_of
from cogs.me.panel import (
    AWAY,
    FROM,
    REFUSED,
    TOGGLES,
    UNTIL,
    ZONE,
    Own,
    Toggle,
    absence_panel,
    panel,
    time_form,
)
from cogs.play.moves import PATIENCE
from cogs.posting.messenger import Messenger, Refused, nonce_of
from cogs.ui.layouts import compose
from cogs.ui.markup import escaped, harmless
from cogs.ui.modals import typed
from texts import Words, mark

_log = logging.getLogger(__name__)

Chosen = Mapping[str, str | None]
"""Settings by name; None: unset."""
LOCALE = "locale"
"""The setting that keeps a user's language, for direct messages."""
MENUS = {"when": WHEN, "times": TIMES, "after": AFTER, "where": WHERE}
"""The settings that menus choose."""


class NoSuchZone(Refusal):
    """What was typed names no time zone, or several."""

    sentence = mark(
        "I don't know the time zone “{typed}”. Name a large city in it, such as Madrid, or "
        "choose one from the list that `/me zone` offers. Nothing changed."
    )


class NoSuchTime(Refusal):
    """What was typed is no time of day."""

    sentence = mark("“{typed}” isn't a time of day. Write it like 22:30. Nothing changed.")


class NoSuchDay(Refusal):
    """What was typed names no day."""

    sentence = mark(
        "I don't understand “{typed}” as a day. Write `3 days`, `tomorrow`, `Friday`, `Nov 27` or"
        " `2026-12-24`. Nothing was changed."
    )


class HalfQuiet(Refusal):
    """Only one end of the quiet hours was given."""

    sentence = mark("Quiet hours need a start and an end: give both, or none. Nothing changed.")


class ZoneFirst(Refusal):
    """Quiet hours without a time zone."""

    sentence = mark("Quiet hours need your time zone: give that too. Nothing changed.")


class MeHandlers(Handlers):
    """Answers the panel of somebody's own settings."""

    def __init__(
        self,
        interactions: Interactions,
        matches: Matches,
        rest: AbsenceService,
        messenger: Messenger,
        refusals: RefusalStore,
        pings: PingBudget,
    ) -> None:
        super().__init__(interactions)
        self._refusals = refusals
        self._pings = pings
        self._matches = matches
        self._rest = rest
        self._messenger = messenger

    async def own(self, user: int) -> Own:
        """What somebody has set."""
        settings = await self._matches.store.user_settings(user)
        quiet = Quiet.from_settings(settings)
        absence = await self._rest.absence(user)
        zone = settings.get(quiet_hours.ZONE)
        return Own(
            reminder_settings=from_settings(settings),
            now=self._matches.clock.now(),
            zone=None if zone is None else await asyncio.to_thread(zones.resolve, zone),
            quiet=None if quiet is None else (quiet.start, quiet.end),
            away=absence.until,
            left=max(absence.left, 0) // DAY,
            away_most=absence.most,
            on=frozenset(t.name for t in TOGGLES if _is_on(t, settings)),
            taken=challenge_preference(settings),
            refused=await self._refusals.refused_by(user),
        )

    async def show(self, ctx: Context) -> None:
        """Show the panel as it is now to the one who asked; the ctx.interaction is acknowledged."""
        await self._learn(ctx.user, ctx.words)
        layout = panel(await self.own(ctx.user), ctx.words)
        await ctx.respond(layout)

    async def show_absence(self, ctx: Context) -> None:
        """Show whether the one who asked is away, and how many days they have left."""
        layout = absence_panel(await self.own(ctx.user), ctx.words)
        await ctx.respond(layout)

    async def away(self, ctx: Context, typed: str) -> None:
        """Be away until the day that is meant, and show what was understood; raises NoSuchDay."""
        own = await self.own(ctx.user)
        zone = ZoneInfo(own.zone or "UTC")
        day = days.read(typed, zone, own.now, ctx.words, str(ctx.interaction.locale))
        if day is None:
            raise NoSuchDay(typed=escaped(harmless(typed, 30)))
        await self._rest.away(ctx.user, day.moment)
        ctx.counted()
        await self.show_absence(ctx)

    @handler(acknowledge=False)
    async def press(self, ctx: Context, what: str, *, on: bool | None = None) -> None:
        """A button of the panel; `on` is what a toggle is set to; None turns it around."""
        if what == "time":
            async with asyncio.timeout(PATIENCE):
                form = time_form(await self.own(ctx.user), ctx.words)
            await ctx.interaction.response.send_modal(form)
            return
        await ctx.acknowledge()
        if what == "test":
            await self._test(ctx)
            return
        if what == "back":
            await self._rest.back(ctx.user)
            ctx.counted()
            await self.show_absence(ctx)
            return
        settings = await self._matches.store.user_settings(ctx.user)
        await self.keep(ctx, turned(settings, what, on=on))
        await self.show(ctx)

    @handler()
    async def choose(self, ctx: Context, what: str, chosen: Sequence[str]) -> None:
        """What is chosen in a menu of the panel."""
        user = ctx.user
        settings = dict(await self._matches.store.user_settings(user))
        if what in MENUS:
            wanted = to_settings(from_settings({**settings, MENUS[what]: "".join(chosen)}))
            await self.keep(ctx, {MENUS[what]: wanted[MENUS[what]]})
        elif what == CHALLENGES:
            which = challenge_preference({CHALLENGES: "".join(chosen)})
            await self.keep(ctx, {CHALLENGES: which.value})
        elif what == AWAY:
            await self.away(ctx, "".join(chosen))
            return
        elif what == REFUSED:
            others = {int(value) for value in chosen if value.isdecimal()} - {user}
            await self._refuse(user, sorted(others)[:MOST_REFUSED])
            ctx.counted()
        await self.show(ctx)

    @handler()
    async def form(self, ctx: Context, what: str) -> None:
        """A form of the panel that is handed in."""
        given = typed(ctx.data)
        if what == "time":
            hours = (given.get(FROM, ""), given.get(UNTIL, ""))
            time = await self.time_of(given.get(ZONE, ""), hours, ctx.words)
            await self.keep(ctx, time)
        await self.show(ctx)

    async def _refuse(self, user: int, others: Sequence[int]) -> None:
        """Take challenges of everybody but these from now on."""
        now = self._matches.clock.now()

        async def there() -> bool | None:
            found = await self._refusals.refused_by(user)
            return True if sorted(found) == sorted(others) else None

        async def refuse() -> bool:
            await self._refusals.refuse(user, others, now)
            return True

        await confirmed_write(refuse, there)

    async def time_of(self, zone: str, quiet: tuple[str, str], words: Words) -> Chosen:
        """The settings of a time zone and quiet hours as they were typed; what is empty is unset.

        Raises NoSuchZone, NoSuchTime, HalfQuiet, ZoneFirst, BadHours or QuietTooLong.
        """
        name = await asyncio.to_thread(zones.resolve, zone, words.locale) if zone else None
        if zone and name is None:
            raise NoSuchZone(typed=escaped(harmless(zone, 60)))
        minutes = [_minute(time) for time in quiet if time]
        if len(minutes) == 1:
            raise HalfQuiet
        if minutes and name is None:
            raise ZoneFirst
        hours = (clock(minutes[0]), clock(minutes[1])) if minutes else None
        if hours is not None and name is not None:
            Quiet.parse(name, *hours)
        return {
            quiet_hours.ZONE: name,
            quiet_hours.FROM: None if hours is None else hours[0],
            quiet_hours.UNTIL: None if hours is None else hours[1],
        }

    async def keep(self, ctx: Context, chosen: Chosen) -> None:
        """Set all of this for the one who asked, or nothing."""
        await self._keep(ctx.user, chosen)
        if chosen:
            ctx.counted()

    async def _test(self, ctx: Context) -> None:
        """Send a notification to where reminders would go, and say whether it arrived."""
        user = ctx.user
        reminder_settings = from_settings(await self._matches.store.user_settings(user))
        text = ctx.words.say(
            "🔔 {user}, this is a test: your reminders arrive here.", user=f"<@{user}>"
        )
        nonce = nonce_of("test", ctx.interaction.id)
        if reminder_settings.where is Where.DIRECT:
            sent = await self._messenger.direct(user, compose(above=text), nonce)
            if isinstance(sent, Refused):
                said = ctx.words.say(
                    "🔕 It didn't arrive: I can't send you direct messages. Discord says "
                    "“{reason}”. Allow them in this server's privacy settings. Until then I'll "
                    "remind you where the match is played.",
                    reason=sent.reason,
                )
            else:
                said = ctx.words.say("✅ It arrived in your direct messages: {url}", url=sent.url)
            await ctx.tell(said)
            return
        assert ctx.interaction.guild_id is not None, "the panel is of a server"
        assert ctx.interaction.channel_id is not None, "and of a channel"
        if not await self._pings.claim(nonce, user, [user]):
            text = ctx.words.say("That's enough for now: try again in an hour. Nothing was sent.")
            await ctx.tell(text)
            return
        sent = await self._messenger.post(
            ctx.interaction.guild_id,
            ctx.interaction.channel_id,
            compose(above=text),
            nonce,
            pings=[user],
        )
        if isinstance(sent, Refused):
            said = ctx.words.say(
                "🔕 It didn't arrive: I can't write here. Discord says “{reason}”. Whoever "
                "manages this server can allow it.",
                reason=sent.reason,
            )
        else:
            said = ctx.words.say(
                "✅ Sent, with a ping for you: {url}. Nothing told you? Check Discord's "
                "notification settings for this server and this channel.",
                url=sent.url,
            )
        await ctx.tell(said)

    async def _learn(self, user: int, words: Words) -> None:
        """Remember somebody's language; nothing that they asked for hangs on that."""
        try:
            await self._keep(user, {LOCALE: words.locale})
        except StoreTrouble as trouble:
            _log.warning("The language of a user could not be kept: %s", trouble)

    async def _keep(self, user: int, chosen: Chosen) -> None:
        store = self._matches.store

        async def differs() -> Chosen:
            kept = await store.user_settings(user)
            return {name: value for name, value in chosen.items() if kept.get(name) != value}

        async def kept() -> bool | None:
            return None if await differs() else True

        async def keep() -> bool:
            await store.set_user_settings(user, new)
            return True

        if new := await differs():
            await confirmed_write(keep, kept)


def turned(settings: Mapping[str, str], what: str, *, on: bool | None) -> Chosen:
    """The setting of a toggle, turned around or set to `on`; {} for an unknown one."""
    toggle = next((one for one in TOGGLES if one.name == what), None)
    if toggle is None:
        return {}
    if on is None:
        on = not _is_on(toggle, settings)
    return {what: "on" if on else "off"}


def _is_on(toggle: Toggle, settings: Mapping[str, str]) -> bool:
    return settings.get(toggle.name, "on" if toggle.initially else "off") == "on"


def _minute(typed: str) -> int:
    found = minute_of(typed)
    if found is None:
        raise NoSuchTime(typed=escaped(harmless(typed, 20)))
    return found
