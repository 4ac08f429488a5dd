"""The texts of notices, by kind of event."""

from collections.abc import Callable

from bot.match.log.events import Forfeit, MatchEvent, MatchEventKind
from bot.match.timing.deadlines import PAUSED_FOR
from bot.match.timing.notices import seat_of
from bot.match.values.times import DAY
from cogs.base.markup import bold
from cogs.base.mentions import mention
from cogs.notices.context import NoticeContext, NoticeLayout, compose_notice
from cogs.notices.late_layouts import late_layout
from cogs.posting.lock_screen import span
from cogs.screens.base import Style


def notice_layout(context: NoticeContext) -> NoticeLayout | None:
    layouts: dict[MatchEventKind, Callable[[NoticeContext], NoticeLayout | None]] = {
        MatchEventKind.LATE: late_layout,
        MatchEventKind.WARNED: late_layout,
        MatchEventKind.REPLACED: _replaced,
        MatchEventKind.FORFEITED: _forfeited,
        MatchEventKind.PAUSE_ASKED: _pause,
        MatchEventKind.RESUMED: _resumed,
        MatchEventKind.IDLE_WARNED: _idle,
    }
    make = layouts.get(context.event.kind)
    return None if make is None else make(context)


def _replaced(context: NoticeContext) -> NoticeLayout:
    loaded, words = context.loaded, context.words
    seat, user = seat_of(context.event), context.event.holder or 0
    new = next(
        (later.holder for later in context.after if later.kind is MatchEventKind.HANDED), None
    )
    values = {"user": mention(user, words), "match": context.against((user, new or 0), seat)}
    if new is not None:
        text = words.say(
            "🤝 {new}, you take over from {user} in match #{match}, with everything in the seat.",
            new=mention(new, words),
            **values,
        )
        return compose_notice(text, "", [context.link], (user, new))
    text = words.say(
        "🤖 {user}, you were late in match #{match}, so {computer} plays for you now. Take your "
        "seat back whenever you like.",
        **values,
        computer=bold(context.computer(seat)),
    )
    holder = loaded.roster.holders[seat]
    if (seat, user) not in loaded.roster.replaced or not context.running:
        back = user in loaded.roster.people
        note = words.say("{user} took the seat back.", user=mention(user, words)) if back else ""
        return compose_notice(text, note, still_open=context.running and not back)
    if holder is not None:
        note = words.say("{new} has the seat now.", new=mention(holder, words))
        return compose_notice(text, note, [context.link], (user,), still_open=True)
    button = context.button("back", words.say("Take my seat back"), Style.GOOD)
    return compose_notice(text, "", [button, context.link], (user,), still_open=True)


def _forfeited(context: NoticeContext) -> NoticeLayout | None:
    """Return the notice of a lost seat.

    It pings only a substitute who has to act, because the board has pinged the previous player. If
    the match ends, its last board says so.
    """
    words, event = context.words, context.event
    why = event.fact(Forfeit)
    user = event.holder or 0
    new = next(
        (later.holder for later in context.after if later.kind is MatchEventKind.HANDED), None
    )
    values = {"user": mention(user, words), "match": context.against((user, new or 0))}
    if why is Forfeit.SUBSTITUTED and new is not None:
        text = words.say(
            "🔁 {new}, you play match #{match} in place of {user} from now on.",
            new=mention(new, words),
            **values,
        )
        if new not in context.loaded.people_to_act:
            return compose_notice(text, "", [context.link])
        turn = words.say("It's your turn.")
        return compose_notice(f"{text} {turn}", "", [context.link], (new,))
    if why is Forfeit.LATE and context.running:
        text = words.say(
            "⏰ {user}, you were late for too long in match #{match} and lost your seat. "
            "{computer} plays on, and the tournament counts you last here.",
            **values,
            computer=bold(context.computer(seat_of(event))),
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
        match=context.against((*others, asker)),
    )
    for event in context.after:
        if event.kind is MatchEventKind.PAUSE_DECLINED:
            user = mention(event.holder or 0, words)
            return compose_notice(
                above, words.say("{user} said no, so the match goes on.", user=user)
            )
        if event.kind is MatchEventKind.PAUSED:
            return _paused(context, above, event)
    if not context.running:
        return compose_notice(above, words.say("The match is over."))
    users = loaded.roster.pause_asked
    left = [user for user in loaded.roster.people if user not in users]
    lines = [
        words.say("✅ Agreed: {users}.", users=context.listed(users)),
        words.say("⏳ Still to agree: {users}.", users=context.listed(left)),
        words.say("-# During a pause no clock runs, nobody moves and nobody is reminded."),
        *_pause_limit(context),
    ]
    buttons = [
        context.button("agree", words.say("Agree"), Style.GOOD),
        # Translators: A button: no pause.
        context.button("decline", words.say("Not now")),
    ]
    return compose_notice(above, "\n".join(lines), buttons, left, still_open=True)


def _paused(context: NoticeContext, above: str, paused: MatchEvent) -> NoticeLayout:
    words, loaded = context.words, context.loaded
    ended = any(
        later.kind is MatchEventKind.RESUMED and later.n > paused.n for later in context.after
    )
    if ended or not context.running:
        return compose_notice(above, words.say("The pause is over."))
    text = words.say("Everyone agreed: the match is paused. Any player can end the pause.")
    text = "\n".join([text, *_pause_limit(context)])
    people = [user for user in loaded.roster.people if user != context.event.holder]
    button = context.button("resume", words.say("End the pause"), Style.MAIN)
    return compose_notice(above, text, [button], people, still_open=True)


def _pause_limit(context: NoticeContext) -> list[str]:
    if not context.loaded.in_tournament:
        return []
    return [
        context.words.say(
            "-# A tournament goes on: its matches can be paused for {days} days altogether, and a "
            "round that has an end is over then, whether its matches are paused or not.",
            days=PAUSED_FOR // DAY,
        )
    ]


def _resumed(context: NoticeContext) -> NoticeLayout | None:
    loaded, words = context.loaded, context.words
    who = context.event.holder or 0
    people = tuple(user for user in loaded.people_to_act if user != who)
    if not context.running or loaded.roster.paused is not None:
        return None
    if not who:
        people = people or loaded.roster.people
        text = words.say(
            "▶️ {users}, it's your turn again in match #{match}: its pause has lasted as long as a "
            "tournament allows.",
            users=context.listed(people),
            match=context.against(people),
        )
        return compose_notice(text, "", [context.link], people)
    values = {"user": mention(who, words), "match": context.against((*people, who))}
    if not people:
        return compose_notice(words.say("▶️ {user} ended the pause of match #{match}.", **values))
    text = words.say(
        "▶️ {users}, it's your turn again in match #{match}: {user} ended the pause.",
        users=context.listed(people),
        **values,
    )
    return compose_notice(text, "", [context.link], people)


def _idle(context: NoticeContext) -> NoticeLayout | None:
    loaded, words = context.loaded, context.words
    if not context.running or any(logged.at > context.event.at for logged in loaded.log[-1:]):
        return None
    text = words.say(
        "🕸️ {users}: match #{match} ends without a result in {time} unless someone moves. Nobody "
        "has moved for a long time.",
        users=context.listed(loaded.roster.people),
        match=context.against(loaded.roster.people),
        time=span(context.event.fact(int) * DAY, words),
    )
    return compose_notice(text, "", [context.link], loaded.roster.people)
