"""Answers votes, offers, claims, pauses, and returns to a seat."""

from dataclasses import dataclass
from functools import partial

from discord import app_commands

from bot.match.log.events import MatchEventKind, Remedy, Vote
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.playing.decisions import check_player
from bot.match.timekeeping.reminders import Reminders
from bot.match.timekeeping.services import TimingServices
from bot.match.tournaments.round_ends import round_end_of
from bot.match.values.players import UserId
from cogs.base import custom_id_families as families
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import on_press
from cogs.notices.kind import Notices
from cogs.notices.late_layouts import late_of
from cogs.scenes.lookup import MatchLookup
from cogs.scenes.table_titles import current_tournament
from cogs.timing.absences import AbsenceMessages, Absences
from cogs.timing.reminders import ReminderMessages
from cogs.topics.autocomplete import running_matches
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.layouts import MessageLayout, compose, notice_button
from texts import Words, mark


@dataclass(eq=False)
class TimingHandlers(Handlers):
    clocks: TimingServices
    notices: Notices
    lookup: MatchLookup

    @on_press(families.NOTICE)
    @handler()
    async def press(self, ctx: Context, match: MatchId, n: int, verb: str) -> None:
        loaded = await ctx.match(match)
        answer = await self._do(loaded, ctx.user, n, verb, ctx.words)
        ctx.note_counted()
        await self._show(ctx, match)
        if verb == "decline" and ctx.is_private:
            text = ctx.words.say("Taken back: nobody is asked any more.")
            await ctx.respond(compose(texts=[text]))
        elif answer:
            await ctx.tell(answer)

    async def _do(self, loaded: Loaded, user: UserId, n: int, verb: str, words: Words) -> str:
        match, pauses, late = loaded.record.id, self.clocks.pauses, self.clocks.late
        action, _, person = verb.partition(" ")
        match action:
            case "agree":
                await pauses.pause(match, user, n)
            case "decline":
                await pauses.decline_pause(match, user, n)
            case "resume":
                await pauses.resume(match, user, n)
            case "back":
                await late.take_back_seat(match, user)
                return words.say("The seat is yours again.")
            case "offer":
                await late.offer(match, user, _lateness(loaded, n))
                return words.say("The players of the match decide whether you take the seat.")
            case "claim":
                await late.claim(match, user, _lateness(loaded, n))
            case _:
                vote = Vote(Remedy(action), int(person) if person else None)
                _, decision = await late.vote(match, user, _lateness(loaded, n), vote)
                if decision is None:
                    return words.say("Your choice counts. It's waiting for the others.")
        return ""

    @app_commands.command(description=mark("Ask for a pause of a match, or agree to one"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    @handler()
    async def pause(self, ctx: Context, match: int | None = None) -> None:
        number = await self._own_match(ctx, match)
        after = await self.clocks.pauses.pause(number, ctx.user)
        ctx.note_counted()
        if after.roster.paused is not None:
            text = ctx.words.say("The match is paused. `/resume` ends the pause.")
        else:
            text = ctx.words.say("The others are asked. The pause starts when all agree.")
        if after.roster.pause_asked == (ctx.user,):
            await ctx.tell(layout=_asked(after, ctx.words))
            return
        await self._show(ctx, number)
        await ctx.tell(text)

    @app_commands.command(description=mark("End the pause of a match"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    @handler()
    async def resume(self, ctx: Context, match: int | None = None) -> None:
        number = await self._own_match(ctx, match)
        await self.clocks.pauses.resume(number, ctx.user)
        ctx.note_counted()
        await self._show(ctx, number)
        await ctx.tell(ctx.words.say("The pause is over for everybody: the clock runs again."))

    async def _own_match(self, ctx: Context, number: MatchId | None) -> MatchId:
        loaded = await self.lookup.find(ctx, number)
        check_player(loaded, ctx.user)
        return loaded.record.id

    async def _show(self, ctx: Context, match: MatchId) -> None:
        await ctx.show(match)
        await self.notices.show(match)


def _asked(loaded: Loaded, words: Words) -> MessageLayout:
    text = words.say(
        "The others are asked in a minute, and the pause starts when all agree. Until then you "
        "can take it back, and nobody will know."
    )
    # A plan or a computer may have added events since.
    last = max(event.n for event in loaded.events if event.kind is MatchEventKind.PAUSE_ASKED)
    button = notice_button(loaded.record.id, last, "decline", words.say("Take it back"))
    return compose(texts=[text], rows=[[button]])


def _lateness(loaded: Loaded, n: int) -> int:
    if n >= len(loaded.events):
        return -1
    event = loaded.events[n]
    return (
        late_of(loaded, event) if event.kind in (MatchEventKind.LATE, MatchEventKind.WARNED) else -1
    )


def build(kit: TopicKit) -> BuiltTopic:
    timing, stores, owns = kit.domain.timing, kit.kit.stores, kit.domain.owns
    handlers = TimingHandlers(kit.interactions, timing, kit.notices, kit.lookup)
    tournament = partial(current_tournament, kit.domain.tournaments.tournaments)
    round_end = partial(round_end_of, tournament, stores.deadlines)
    due = Reminders(kit.kit.matches, stores.deadlines, stores.turn_alerts, round_end)
    reminders = ReminderMessages(kit.kit, due, kit.boards)
    absences = Absences(kit.kit, timing.absences, kit.boards)

    async def announce_absences() -> None:
        if owns(0):  # absences belong to no server, so one process announces all of them
            await absences.look_after()

    kinds = reminders, AbsenceMessages(kit.kit, timing.absences)
    return BuiltTopic((handlers,), (announce_absences,), kinds)
