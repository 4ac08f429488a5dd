"""Answers /me and /away: saves personal settings, and shows them in private panels."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

from bot.match.core.confirmed_write import confirmed_write
from bot.match.lobby.challenges import CHALLENGES, MOST_REFUSED, challenge_preference
from bot.match.log.store_errors import StoreTrouble
from bot.match.timekeeping.absences import AbsenceService
from bot.match.timing import quiet_hours
from bot.match.timing.quiet_hours import Quiet
from bot.match.timing.reminding import AFTER, TIMES, WHEN, WHERE, from_settings, to_settings
from bot.match.values.times import DAY
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.base.markup import escaped, harmless
from cogs.interactions.answers import OutOfDate
from cogs.interactions.anywhere import anywhere
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import on_press
from cogs.me import days, zones
from cogs.me.notification_check import send_test
from cogs.me.panel import (
    AWAY,
    FROM,
    REFUSED,
    TAKEN,
    TOGGLES,
    UNTIL,
    ZONE,
    PersonalSettings,
    absence_panel,
    is_on,
    panel,
    time_form,
    toggle_change,
)
from cogs.me.typed import NoSuchDay, clock, quiet_of, time_settings
from cogs.preferences.store import LOCALE
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.modals import text_inputs
from cogs.ui.widgets import choices, suggestions
from texts import Words, mark

_log = logging.getLogger(__name__)

Changes = Mapping[str, str | None]
"""New values by setting; None unsets a setting."""
MENUS = {"when": WHEN, "times": TIMES, "after": AFTER, "where": WHERE}


@dataclass(eq=False)
class MeHandlers(Handlers):
    rest: AbsenceService

    async def personal(self, user: int) -> PersonalSettings:
        settings = await self.kit.matches.store.user_settings(user)
        quiet = Quiet.from_settings(settings)
        absence = await self.rest.absence(user)
        zone = settings.get(quiet_hours.ZONE)
        return PersonalSettings(
            reminder_settings=from_settings(settings),
            now=self.kit.matches.clock.now(),
            zone=None if zone is None else await asyncio.to_thread(zones.resolve, zone),
            quiet=None if quiet is None else (quiet.start, quiet.end),
            away=absence.until,
            left=max(absence.left, 0) // DAY,
            away_most=absence.most,
            on=frozenset(t.name for t in TOGGLES if is_on(t, settings)),
            taken=challenge_preference(settings),
            refused=await self.kit.stores.refusals.refused_by(user),
        )

    @anywhere
    @app_commands.command(description=mark("Your reminders, time zone, quiet hours and more"))
    @app_commands.describe(
        zone=mark("Your time zone: a large city in it"),
        quiet=mark("Your quiet hours, for example 22:30-7:30, or none"),
        text_mode=mark("Offer you the board as text on each of your turns"),
        confirm=mark("Ask you before each move"),
        take_back=mark("In practice: computers wait a little, so you can take a pick back"),
        next_match=mark("After your turn: offer the next match that waits for you"),
        challenges=mark("Whether others can challenge you, and whether that pings you"),
    )
    @app_commands.choices(challenges=choices((label, one.value) for one, label in TAKEN.items()))
    @handler()
    async def me(
        self,
        ctx: Context,
        zone: str | None = None,
        quiet: str | None = None,
        text_mode: bool | None = None,
        confirm: bool | None = None,
        take_back: bool | None = None,
        next_match: bool | None = None,
        challenges: str | None = None,
    ) -> None:
        chosen: dict[str, str | None] = {}
        if zone is not None or quiet is not None:
            personal = await self.personal(ctx.user)
            hours = quiet_of(quiet) if quiet is not None else personal.quiet
            spelled = ("", "") if hours is None else (clock(hours[0]), clock(hours[1]))
            chosen |= await time_settings(zone or personal.zone or "", spelled, ctx.words.locale)
        toggles = {
            "text_mode": text_mode,
            "confirm": confirm,
            "take_back": take_back,
            "next": next_match,
        }
        for name, on in toggles.items():
            if on is not None:
                chosen |= toggle_change(name, on=on)
        if challenges is not None:
            chosen[CHALLENGES] = challenge_preference({CHALLENGES: challenges}).value
        await self._save(ctx, chosen)
        await self.show(ctx)

    @me.autocomplete("zone")
    async def _zone(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx = Context(self.interactions, interaction)
        now = self.kit.clock.now()
        zone_names = await asyncio.to_thread(zones.find, current, ctx.words.locale)
        named = (
            (f"{zones.display_name(name)} · {zones.local(name, now)}", name) for name in zone_names
        )
        return suggestions(named)

    async def show(self, ctx: Context) -> None:
        await self._learn(ctx.user, ctx.words)
        layout = panel(await self.personal(ctx.user), ctx.words)
        await ctx.respond(layout)

    @anywhere
    @app_commands.command(description=mark("Take some days off: your clock stops"))
    @app_commands.describe(until=mark("The day on which you are back, or how many days"))
    @handler()
    async def away(self, ctx: Context, until: str | None = None) -> None:
        if until is None:
            await self._show_absence(ctx)
        else:
            await self._away(ctx, until)

    @away.autocomplete("until")
    async def _until(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx = Context(self.interactions, interaction)
        zone = await self._zone_of(ctx.user)
        now = self.kit.clock.now()
        suggested = days.suggested_days(current, zone, now, ctx.words, str(interaction.locale))
        return suggestions(suggested)

    async def _zone_of(self, user: int) -> ZoneInfo:
        typed_zone = await self.kit.preferences.of_user(user, quiet_hours.ZONE)
        name = None if typed_zone is None else await asyncio.to_thread(zones.resolve, typed_zone)
        return ZoneInfo(name or "UTC")

    async def _show_absence(self, ctx: Context) -> None:
        layout = absence_panel(await self.personal(ctx.user), ctx.words)
        await ctx.respond(layout)

    async def _away(self, ctx: Context, typed: str) -> None:
        personal = await self.personal(ctx.user)
        zone = ZoneInfo(personal.zone or "UTC")
        day = days.read(typed, zone, personal.now, ctx.words, str(ctx.interaction.locale))
        if day is None:
            raise NoSuchDay(typed=escaped(harmless(typed, 30)))
        await self.rest.away(ctx.user, day.moment)
        ctx.note_counted()
        await self._show_absence(ctx)

    @on_press(families.ME)
    @handler(acknowledge=False)
    async def press(self, ctx: Context, name: str, on: bool | None) -> None:
        """Answer a button of the panel; `on` is a toggle's new state, None for other buttons."""
        if name == "time":
            async with ctx.before_form():
                form = time_form(await self.personal(ctx.user), ctx.words)
            await ctx.interaction.response.send_modal(form)
            return
        await ctx.acknowledge()
        if name == "test":
            await send_test(self.kit, ctx)
            return
        if name == "back":
            await self.rest.back(ctx.user)
            ctx.note_counted()
            await self._show_absence(ctx)
            return
        if on is None or name not in {toggle.name for toggle in TOGGLES}:
            raise OutOfDate
        await self._save(ctx, toggle_change(name, on=on))
        await self.show(ctx)

    @on_press(families.ME_MENU)
    @handler()
    async def choose(self, ctx: Context, name: str) -> None:
        user = ctx.user
        settings = dict(await self.kit.matches.store.user_settings(user))
        if name in MENUS:
            values = to_settings(from_settings({**settings, MENUS[name]: "".join(ctx.values)}))
            await self._save(ctx, {MENUS[name]: values[MENUS[name]]})
        elif name == CHALLENGES:
            which = challenge_preference({CHALLENGES: "".join(ctx.values)})
            await self._save(ctx, {CHALLENGES: which.value})
        elif name == AWAY:
            await self._away(ctx, "".join(ctx.values))
            return
        elif name == REFUSED:
            refused = {
                number for value in ctx.values if (number := number_in(value)) is not None
            } - {user}
            await self._refuse(user, sorted(refused)[:MOST_REFUSED])
            ctx.note_counted()
        await self.show(ctx)

    @on_press(families.ME_FORM)
    @handler()
    async def form(self, ctx: Context, name: str) -> None:
        fields = text_inputs(ctx.data)
        if name == "time":
            hours = (fields.get(FROM, ""), fields.get(UNTIL, ""))
            await self._save(
                ctx, await time_settings(fields.get(ZONE, ""), hours, ctx.words.locale)
            )
        await self.show(ctx)

    async def _refuse(self, user: int, refused: Sequence[int]) -> None:
        store, now = self.kit.stores.refusals, self.kit.clock.now()

        async def is_written() -> bool:
            return sorted(await store.refused_by(user)) == sorted(refused)

        await confirmed_write(lambda: store.refuse(user, refused, now), is_written)

    async def _save(self, ctx: Context, chosen: Changes) -> None:
        """Save all changes or none; raise StoreTrouble or Unsure."""
        await self._keep(ctx.user, chosen)
        if chosen:
            ctx.note_counted()

    async def _learn(self, user: int, words: Words) -> None:
        """Remember the user's language; log failures."""
        try:
            await self._keep(user, {LOCALE: words.locale})
        except StoreTrouble as trouble:
            _log.warning("The language of a user could not be saved: %s", trouble)

    async def _keep(self, user: int, chosen: Changes) -> None:
        store = self.kit.matches.store

        async def differs() -> Changes:
            settings = await store.user_settings(user)
            return {name: value for name, value in chosen.items() if settings.get(name) != value}

        async def is_written() -> bool:
            return not await differs()

        if new := await differs():
            await confirmed_write(lambda: store.set_user_settings(user, new), is_written)


def build(kit: TopicKit) -> BuiltTopic:
    absences = kit.domain.timing.absences
    return BuiltTopic((MeHandlers(kit.interactions, absences),))
