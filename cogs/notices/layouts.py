"""What notices say: messages of their own about single events of a match."""

from collections.abc import Callable

from bot.match.events import EventKind, Forfeit, MatchEvent
from bot.match.timing.notices import seat_of
from cogs.notices.context import NoticeContext, NoticeLayout, compose_notice
from cogs.notices.late_layouts import late_layout
from cogs.screens.base import Style
from cogs.ui.mentions import mention
from texts import Words

DAY = 24 * 3600


def notice_layout(context: NoticeContext) -> NoticeLayout | None:
    """The notice of an event as it reads now; None if there is nothing left to tell."""
    layouts: dict[EventKind, Callable[[NoticeContext], NoticeLayout | None]] = {
        EventKind.LATE: late_layout,
        EventKind.WARNED: late_layout,
        EventKind.REPLACED: _replaced,
        EventKind.FORFEITED: _forfeited,
        EventKind.PAUSE_ASKED: _pause,
        EventKind.RESUMED: _resumed,
        EventKind.IDLE_WARNED: _idle,
    }
    make = layouts.get(context.event.kind)
    return None if make is None else make(context)


def notice_push(kind: EventKind, number: int, words: Words) -> str:
    """Return the line of a notice on a lock screen; mentions of its players follow it."""
    match kind:
        case EventKind.LATE | EventKind.WARNED:
            return words.say("⏰ Time is up in match #{match}: act now", match=number)
        case EventKind.REPLACED:
            return words.say("🤖 A seat in match #{match} has a new player", match=number)
        case EventKind.FORFEITED:
            return words.say("🔁 You come into match #{match}, and it's your turn", match=number)
        case EventKind.PAUSE_ASKED:
            return words.say("⏸️ Do you agree to a pause of match #{match}?", match=number)
        case EventKind.RESUMED:
            return words.say("▶️ The pause of match #{match} is over: your turn", match=number)
        case EventKind.IDLE_WARNED:
            return words.say("🕸️ Match #{match} ends soon unless someone moves", match=number)
        case _:
            return words.say("News of match #{match}", match=number)


def _replaced(context: NoticeContext) -> NoticeLayout:
    loaded, words = context.loaded, context.words
    seat, user = seat_of(context.event), context.event.holder or 0
    new = next((one.holder for one in context.after if one.kind is EventKind.HANDED), None)
    values = {"user": mention(user, words), "match": loaded.record.id, "url": context.url}
    if new is not None:
        text = words.say(
            "🤝 {new}, you take over from {user} in match #{match}, with everything in the seat: "
            "{url}",
            new=mention(new, words),
            **values,
        )
        return compose_notice(text, pings=(user, new))
    text = words.say(
        "🤖 {user}, you were late in match #{match}, so a computer plays for you now. Take your "
        "seat back whenever you like: {url}",
        **values,
    )
    holder = loaded.roster.holders[seat]
    if (seat, user) not in loaded.roster.replaced or not context.running:
        back = user in loaded.roster.people
        note = words.say("{user} took the seat back.", user=mention(user, words)) if back else ""
        return compose_notice(text, note, still_open=context.running and not back)
    if holder is not None:
        note = words.say("{new} has the seat now.", new=mention(holder, words))
        return compose_notice(text, note, pings=(user,), still_open=True)
    button = context.button("back", words.say("Take my seat back"), Style.GOOD)
    return compose_notice(text, "", [button], (user,), still_open=True)


def _forfeited(context: NoticeContext) -> NoticeLayout | None:
    """It pings only a substitute who has to act: the board has called whoever sat there before.

    Where the match ends its last board tells it.
    """
    words, event = context.words, context.event
    why = Forfeit(event.detail)
    user = event.holder or 0
    new = next((one.holder for one in context.after if one.kind is EventKind.HANDED), None)
    values = {
        "user": mention(user, words),
        "match": context.loaded.record.id,
        "url": context.url,
    }
    if why is Forfeit.SUBSTITUTED and new is not None:
        text = words.say(
            "🔁 {new}, you play match #{match} in place of {user} from now on: {url}",
            new=mention(new, words),
            **values,
        )
        waited = new in context.loaded.people_to_act
        return compose_notice(text, pings=(new,) if waited else ())
    if why is Forfeit.LATE and context.running:
        text = words.say(
            "⏰ {user}, you were late for too long in match #{match} and lost your seat. A "
            "computer plays on, and the tournament counts you last here.",
            **values,
        )
        return compose_notice(text)
    return None


def _pause(context: NoticeContext) -> NoticeLayout:
    loaded, words = context.loaded, context.words
    asker = context.event.holder or 0
    others = [user for user in loaded.roster.people if user != asker]
    above = words.say(
        "⏸️ {users}: {asker} would like to pause match #{match}.",
        users=context.listed(others) if others else mention(asker, words),
        asker=mention(asker, words),
        match=loaded.record.id,
    )
    for event in context.after:
        if event.kind is EventKind.PAUSE_DECLINED:
            user = mention(event.holder or 0, words)
            return compose_notice(
                above, words.say("{user} said no, so the match goes on.", user=user)
            )
        if event.kind is EventKind.PAUSED:
            return _paused(context, above, event)
    if not context.running:
        return compose_notice(above, words.say("The match is over."))
    asked = loaded.roster.pause_asked
    left = [user for user in loaded.roster.people if user not in asked]
    lines = [
        words.say("✅ Agreed: {users}.", users=context.listed(asked)),
        words.say("⏳ Still to agree: {users}.", users=context.listed(left)),
        words.say("-# During a pause no clock runs, nobody moves and nobody is reminded."),
    ]
    buttons = [
        context.button("agree", words.say("Agree"), Style.GOOD),
        # Translators: A button: no pause.
        context.button("decline", words.say("Not now")),
    ]
    return compose_notice(above, "\n".join(lines), buttons, left, still_open=True)


def _paused(context: NoticeContext, above: str, paused: MatchEvent) -> NoticeLayout:
    words, loaded = context.words, context.loaded
    ended = any(one.kind is EventKind.RESUMED and one.n > paused.n for one in context.after)
    if ended or not context.running:
        return compose_notice(above, words.say("The pause is over."))
    text = words.say(
        "Everyone agreed: the match has been paused since <t:{at}:f>. Any player can end the "
        "pause.",
        at=paused.at,
    )
    people = [user for user in loaded.roster.people if user != context.event.holder]
    button = context.button("resume", words.say("End the pause"), Style.MAIN)
    return compose_notice(above, text, [button], people, still_open=True)


def _resumed(context: NoticeContext) -> NoticeLayout | None:
    loaded, words = context.loaded, context.words
    who = context.event.holder or 0
    people = tuple(user for user in loaded.people_to_act if user != who)
    if not context.running or loaded.roster.paused is not None:
        return None
    values = {"user": mention(who, words), "match": loaded.record.id, "url": context.url}
    if not people:
        return compose_notice(
            words.say("▶️ {user} ended the pause of match #{match}: {url}", **values)
        )
    text = words.say(
        "▶️ {user} ended the pause of match #{match}. {users}, it's your turn again: {url}",
        users=context.listed(people),
        **values,
    )
    return compose_notice(text, pings=people)


def _idle(context: NoticeContext) -> NoticeLayout | None:
    loaded, words = context.loaded, context.words
    if not context.running or any(kept.at > context.event.at for kept in loaded.log[-1:]):
        return None
    text = words.say(
        "🕸️ {users}: nobody has moved in match #{match} for a long time. It ends without a "
        "result <t:{at}:R> unless someone moves: {url}",
        users=context.listed(loaded.roster.people),
        match=loaded.record.id,
        at=context.event.at + int(context.event.detail) * DAY,
        url=context.url,
    )
    return compose_notice(text, pings=loaded.roster.people)
