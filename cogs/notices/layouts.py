"""What the notices say: messages of their own about single events of a match."""

from collections.abc import Callable

from bot.match.events import EventKind, MatchEvent
from bot.match.timing.notices import seat_of
from cogs.notices.late_layouts import draw_late
from cogs.notices.parts import Drawn, Told
from cogs.screens.base import Style
from cogs.ui.layouts import compose
from cogs.ui.names import mention

DAY = 24 * 3600


def draw(told: Told) -> Drawn | None:
    """The notice of an event; None where it has nothing to tell any more."""
    drawers: dict[EventKind, Callable[[Told], Drawn | None]] = {
        EventKind.LATE: draw_late,
        EventKind.WARNED: draw_late,
        EventKind.REPLACED: _replaced,
        EventKind.PAUSE_ASKED: _pause,
        EventKind.RESUMED: _resumed,
        EventKind.IDLE_WARNED: _idle,
    }
    drawer = drawers.get(told.event.kind)
    return None if drawer is None else drawer(told)


def _replaced(told: Told) -> Drawn:
    loaded, words = told.loaded, told.words
    seat, user = seat_of(told.event), told.event.holder or 0
    new = next((one.holder for one in told.after if one.kind is EventKind.HANDED), None)
    values = {"user": mention(user, words), "match": loaded.record.id, "url": told.url}
    if new is not None:
        text = words.say(
            "🤝 {new}, you take over from {user} in match #{match}, with everything in the seat: "
            "{url}",
            new=mention(new, words),
            **values,
        )
        return Drawn(compose(above=text), (user, new), open=False)
    text = words.say(
        "🤖 {user}, you were late in match #{match}, so a computer plays for you now. Take your "
        "seat back whenever you like: {url}",
        **values,
    )
    holder = loaded.roster.holders[seat]
    if (seat, user) not in loaded.roster.replaced or not told.running:
        back = user in loaded.roster.people
        note = words.say("{user} took the seat back.", user=mention(user, words)) if back else ""
        return Drawn(compose(above=text, texts=[note]), (), open=told.running and not back)
    if holder is not None:
        note = words.say("{new} has the seat now.", new=mention(holder, words))
        return Drawn(compose(above=text, texts=[note]), (user,), open=True)
    button = told.button("back", words.say("Take my seat back"), Style.GOOD)
    return Drawn(compose(above=text, rows=[[button]]), (user,), open=True)


def _pause(told: Told) -> Drawn:
    loaded, words = told.loaded, told.words
    asker = told.event.holder or 0
    others = [user for user in loaded.roster.people if user != asker]
    above = words.say(
        "⏸️ {users}: {asker} would like to pause match #{match}.",
        users=told.listed(others) if others else mention(asker, words),
        asker=mention(asker, words),
        match=loaded.record.id,
    )
    for event in told.after:
        if event.kind is EventKind.PAUSE_DECLINED:
            text = words.say(
                "{user} said no, so the match goes on.", user=mention(event.holder or 0, words)
            )
            return Drawn(compose(above=above, texts=[text]), (), open=False)
        if event.kind is EventKind.PAUSED:
            return _paused(told, above, event)
    if not told.running:
        text = words.say("The match is over.")
        return Drawn(compose(above=above, texts=[text]), (), open=False)
    asked = loaded.roster.pause_asked
    left = [user for user in loaded.roster.people if user not in asked]
    lines = [
        words.say("✅ Agreed: {users}.", users=told.listed(asked)),
        words.say("⏳ Still to agree: {users}.", users=told.listed(left)),
        words.say("-# During a pause no clock runs, nobody moves and nobody is reminded."),
    ]
    rows = [
        [
            told.button("agree", words.say("Agree"), Style.GOOD),
            # Translators: A button: no pause.
            told.button("decline", words.say("Not now")),
        ]
    ]
    return Drawn(compose(above=above, texts=["\n".join(lines)], rows=rows), tuple(left), open=True)


def _paused(told: Told, above: str, paused: MatchEvent) -> Drawn:
    words, loaded = told.words, told.loaded
    ended = any(one.kind is EventKind.RESUMED and one.n > paused.n for one in told.after)
    if ended or not told.running:
        text = words.say("The pause is over.")
        return Drawn(compose(above=above, texts=[text]), (), open=False)
    text = words.say(
        "Everyone agreed: the match has been paused since <t:{at}:f>. Any player can end the "
        "pause.",
        at=paused.at,
    )
    people = tuple(user for user in loaded.roster.people if user != told.event.holder)
    button = told.button("resume", words.say("End the pause"), Style.MAIN)
    return Drawn(compose(above=above, texts=[text], rows=[[button]]), people, open=True)


def _resumed(told: Told) -> Drawn | None:
    loaded, words = told.loaded, told.words
    who = told.event.holder or 0
    people = tuple(user for user in loaded.people_to_act if user != who)
    if not told.running or loaded.roster.paused is not None:
        return None
    values = {"user": mention(who, words), "match": loaded.record.id, "url": told.url}
    if not people:
        text = words.say("▶️ {user} ended the pause of match #{match}: {url}", **values)
        return Drawn(compose(above=text), (), open=False)
    text = words.say(
        "▶️ {user} ended the pause of match #{match}. {users}, it's your turn again: {url}",
        users=told.listed(people),
        **values,
    )
    return Drawn(compose(above=text), people, open=False)


def _idle(told: Told) -> Drawn | None:
    loaded, words = told.loaded, told.words
    if not told.running or any(kept.at > told.event.at for kept in loaded.log[-1:]):
        return None
    text = words.say(
        "🕸️ {users}: nobody has moved in match #{match} for a long time. It ends without a "
        "result <t:{at}:R> unless someone moves: {url}",
        users=told.listed(loaded.roster.people),
        match=loaded.record.id,
        at=told.event.at + int(told.event.detail) * DAY,
        url=told.url,
    )
    return Drawn(compose(above=text), loaded.roster.people, open=False)
