"""What the notices say: messages of their own about single events of a match."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.lateness import Choice, Lateness, Vote, choices, lateness, may_claim, voters
from bot.match.loaded import Loaded
from bot.match.notices import seat_of
from bot.match.timekeeper import Times
from bot.match.types import EventKind, MatchEvent, Status, UserId
from cogs.names import harmless, mention
from cogs.pace_words import whole_time
from cogs.play.layout import ROW, Paper, notice_button, paper
from cogs.screens.base import Style
from texts import Words

DAY = 24 * 3600
NAME = 32
"""Characters of a name on a button."""
OFFERED = 2 * ROW
"""Offers to take a seat over that have a button, the earliest first."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A notice as it is now."""

    paper: Paper
    pings: tuple[UserId, ...]
    """Whom it pings when it is posted; writing it anew pings nobody."""
    open: bool
    """Whether what happens may still change it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a notice is drawn from."""

    loaded: Loaded
    event: MatchEvent
    times: Times
    url: str
    """The address of the current board."""
    words: Words
    names: Mapping[UserId, str]
    """What those who offer to take a seat over are called."""

    @property
    def after(self) -> Sequence[MatchEvent]:
        """The events since then."""
        return self.loaded.events[self.event.n + 1 :]

    @property
    def running(self) -> bool:
        """Whether the match runs."""
        return self.loaded.status is Status.RUNNING

    def listed(self, users: Sequence[UserId]) -> str:
        """These people in a phrase."""
        return self.words.listed(mention(user, self.words) for user in users)

    def button(self, verb: str, label: str, style: Style = Style.CALM) -> ui.Item[Any]:
        """A button of this notice."""
        return notice_button(self.loaded.record.id, self.event.n, verb, label, style)


def draw(told: Told) -> Drawn | None:
    """The notice of an event; None where it has nothing to tell any more."""
    drawers: dict[EventKind, Callable[[Told], Drawn | None]] = {
        EventKind.LATE: _late,
        EventKind.WARNED: _late,
        EventKind.REPLACED: _replaced,
        EventKind.PAUSE_ASKED: _pause,
        EventKind.RESUMED: _resumed,
        EventKind.IDLE_WARNED: _idle,
    }
    drawer = drawers.get(told.event.kind)
    return None if drawer is None else drawer(told)


def late_of(loaded: Loaded, event: MatchEvent) -> int:
    """The id of the lateness that a LATE or a WARNED event is about."""
    if event.kind is EventKind.LATE:
        return event.n
    earlier = loaded.events[: event.n]
    return next(
        one.n for one in reversed(earlier) if one.kind is EventKind.LATE and one.seat == event.seat
    )


def _late(told: Told) -> Drawn:
    loaded, words, event = told.loaded, told.words, told.event
    number = late_of(loaded, event)
    user = event.holder or 0
    standing = lateness(loaded, number)
    warned = event.kind is EventKind.WARNED
    able = voters(loaded) if standing is not None else ()
    past = words.say(
        "⏰ The time of {user} in match #{match} was over.",
        user=mention(user, words),
        match=loaded.record.id,
    )
    if standing is None:
        return Drawn(paper(above=past, texts=[_outcome(told, number)]), (), open=False)
    if not warned and standing.warned is not None:
        text = words.say("The second warning below goes on with this.")
        return Drawn(paper(above=past, texts=[text]), (), open=True)
    drawn = paper(
        above=_late_call(told, user, able, warned=warned),
        texts=["\n".join([*_votes(told, standing), *_how(told, standing, able)])],
        rows=_choices(told, standing, able),
    )
    return Drawn(drawn, (user, *able), open=True)


def _late_call(told: Told, user: UserId, able: Sequence[UserId], *, warned: bool) -> str:
    words = told.words
    values = {"user": mention(user, words), "match": told.loaded.record.id, "url": told.url}
    if warned:
        lines = [
            words.say(
                "⏰ Second warning: {user}, your time in match #{match} is over, and as much again"
                " has passed. Your move still ends this: {url}",
                **values,
            )
        ]
    else:
        lines = [
            words.say(
                "⏰ {user}, your time in match #{match} is over. Make your move, and all goes on:"
                " {url}",
                **values,
            )
        ]
    if len(able) == 1:
        lines.append(
            words.say("{user}, what shall happen meanwhile?", user=mention(able[0], words))
        )
    elif able:
        text = words.say("{users}, choose together what shall happen.", users=told.listed(able))
        lines.append(text)
    return "\n".join(lines)


def _votes(told: Told, late: Lateness) -> list[str]:
    words = told.words
    lines = [
        words.say("🙋 {user} offers to take the seat over.", user=mention(user, words))
        for user in late.offers
    ]
    allowed, able = choices(told.loaded, late), voters(told.loaded)
    for user, vote in late.votes:
        if user in able and vote in allowed:
            text = _choice(vote, told)
            lines.append(words.say("🗳️ {user}: {choice}", user=mention(user, words), choice=text))
    return lines


def _how(told: Told, late: Lateness, able: Sequence[UserId]) -> list[str]:
    words = told.words
    if not able:
        return [words.say("-# Everybody is late. Whoever moves can choose about the others.")]
    if len(able) == 1:
        return [words.say("-# It is done as soon as you choose.")]
    if late.warned is not None:
        return [
            words.say(
                "-# What most have chosen is done with the next vote. To end the match takes all."
            )
        ]
    return [
        words.say(
            "-# It is done when more than half have chosen the same, and after a second warning by"
            " most votes. To end the match takes all."
        )
    ]


def _choices(told: Told, late: Lateness, able: Sequence[UserId]) -> list[list[ui.Item[Any]]]:
    words = told.words
    styles = {Choice.WAIT: Style.MAIN, Choice.END: Style.GRAVE}
    plain = [
        told.button(vote.choice.value, _choice(vote, told), styles.get(vote.choice, Style.CALM))
        for vote in choices(told.loaded, late)
        if vote.choice is not Choice.PERSON
    ]
    if able and may_claim(told.loaded, late):
        plain.append(told.button("claim", words.say("Claim the win"), Style.GOOD))
    people = [
        told.button(
            f"person {user}",
            words.say(
                "{player} takes the seat",
                player=harmless(told.names.get(user, ""), NAME) or words.say("Miner"),
            ),
            Style.GOOD,
        )
        for user in late.offers[:OFFERED]
        if able
    ]
    offer = told.button("offer", words.say("I can take over"))
    rows = [plain[:ROW], *(people[at : at + ROW] for at in range(0, len(people), ROW)), [offer]]
    return [row for row in rows if row]


def _choice(vote: Vote, told: Told) -> str:
    words = told.words
    match vote.choice:
        case Choice.WAIT:
            time = whole_time(told.loaded.record.pace, words)
            return words.say("Wait {time} more", time=time)
        case Choice.TURN:
            return words.say("A computer plays this turn")
        case Choice.SEAT:
            return words.say("A computer takes the seat")
        case Choice.PERSON:
            return words.say("{user} takes the seat", user=mention(vote.person or 0, words))
        case Choice.END:
            return words.say("End the match without a result")


def _outcome(told: Told, number: int) -> str:
    """What has come of a lateness."""
    loaded, words = told.loaded, told.words
    late = loaded.events[number]
    user = mention(late.holder or 0, words)
    for event in loaded.events[number + 1 :]:
        mine = event.seat == late.seat
        if event.kind is EventKind.WAITED and mine:
            return words.say("⏳ The others wait: {user} has the whole time again.", user=user)
        if event.kind is EventKind.STOOD_IN and mine:
            return words.say("🤖 A computer player played this turn of {user}.", user=user)
        if event.kind is EventKind.HANDED and mine:
            if event.holder is None:
                return words.say("🤖 A computer player has taken the seat of {user}.", user=user)
            new = mention(event.holder, words)
            return words.say("🤝 {new} has taken the seat of {user}.", new=new, user=user)
        if event.kind is EventKind.CLAIMED and mine:
            winner = mention(event.holder or 0, words)
            return words.say("🏁 {winner} has claimed the win.", winner=winner)
        if event.kind is EventKind.PAUSED:
            return words.say("⏸️ The match was paused: nobody is late any more.")
        if event.kind is EventKind.VOIDED:
            return words.say("🛑 The match has ended without a result.")
    moved = any(kept.entry.actor == late.seat for kept in loaded.log[late.after_seq :])
    if moved:
        return words.say("✅ {user} has moved. Nothing else has happened.", user=user)
    return words.say("This is over.")


def _replaced(told: Told) -> Drawn:
    loaded, words = told.loaded, told.words
    seat, user = seat_of(told.event), told.event.holder or 0
    new = next((one.holder for one in told.after if one.kind is EventKind.HANDED), None)
    values = {"user": mention(user, words), "match": loaded.record.id, "url": told.url}
    if new is not None:
        text = words.say(
            "🤝 {new}, the seat of {user} in match #{match} is yours now, with all that is in it:"
            " {url}",
            new=mention(new, words),
            **values,
        )
        return Drawn(paper(above=text), (user, new), open=False)
    text = words.say(
        "🤖 {user}, you were late in match #{match}, and a computer player has your seat now."
        " Whenever you are back it is yours again: {url}",
        **values,
    )
    holder = loaded.roster.holders[seat]
    if (seat, user) not in loaded.roster.replaced or not told.running:
        back = user in loaded.roster.people
        note = (
            words.say("{user} has taken the seat back.", user=mention(user, words)) if back else ""
        )
        return Drawn(paper(above=text, texts=[note]), (), open=told.running and not back)
    if holder is not None:
        note = words.say("{new} has the seat now.", new=mention(holder, words))
        return Drawn(paper(above=text, texts=[note]), (user,), open=True)
    button = told.button("back", words.say("Take my seat back"), Style.GOOD)
    return Drawn(paper(above=text, rows=[[button]]), (user,), open=True)


def _pause(told: Told) -> Drawn:
    loaded, words = told.loaded, told.words
    asker = told.event.holder or 0
    others = [user for user in loaded.roster.people if user != asker]
    above = words.say(
        "⏸️ {users}: {asker} asks for a pause of match #{match}.",
        users=told.listed(others) if others else mention(asker, words),
        asker=mention(asker, words),
        match=loaded.record.id,
    )
    for event in told.after:
        if event.kind is EventKind.PAUSE_DECLINED:
            text = words.say(
                "{user} is against it, so it goes on.", user=mention(event.holder or 0, words)
            )
            return Drawn(paper(above=above, texts=[text]), (), open=False)
        if event.kind is EventKind.PAUSED:
            return _paused(told, above, event)
    if not told.running:
        text = words.say("The match is over.")
        return Drawn(paper(above=above, texts=[text]), (), open=False)
    asked = loaded.roster.pause_asked
    left = [user for user in loaded.roster.people if user not in asked]
    lines = [
        words.say("✅ {users}: in favour.", users=told.listed(asked)),
        words.say("⏳ It begins when {users} agree.", users=told.listed(left)),
        words.say("-# In a pause no clock runs, nobody moves and nobody is reminded."),
    ]
    rows = [
        [
            told.button("agree", words.say("Agree"), Style.GOOD),
            told.button("decline", words.say("Not now")),
        ]
    ]
    return Drawn(paper(above=above, texts=["\n".join(lines)], rows=rows), tuple(left), open=True)


def _paused(told: Told, above: str, paused: MatchEvent) -> Drawn:
    words, loaded = told.words, told.loaded
    ended = any(one.kind is EventKind.RESUMED and one.n > paused.n for one in told.after)
    if ended or not told.running:
        text = words.say("The pause is over.")
        return Drawn(paper(above=above, texts=[text]), (), open=False)
    text = words.say(
        "All agree: the match has been paused since <t:{at}:f>. Anybody in it may end that.",
        at=paused.at,
    )
    people = tuple(user for user in loaded.roster.people if user != told.event.holder)
    button = told.button("resume", words.say("End the pause"), Style.MAIN)
    return Drawn(paper(above=above, texts=[text], rows=[[button]]), people, open=True)


def _resumed(told: Told) -> Drawn | None:
    loaded, words = told.loaded, told.words
    who = told.event.holder or 0
    people = tuple(user for user in loaded.people_to_act if user != who)
    if not told.running or loaded.roster.paused is not None:
        return None
    values = {"user": mention(who, words), "match": loaded.record.id, "url": told.url}
    if not people:
        text = words.say("▶️ {user} has ended the pause of match #{match}: {url}", **values)
        return Drawn(paper(above=text), (), open=False)
    text = words.say(
        "▶️ {user} has ended the pause of match #{match}. {users}, it is your turn again: {url}",
        users=told.listed(people),
        **values,
    )
    return Drawn(paper(above=text), people, open=False)


def _idle(told: Told) -> Drawn | None:
    loaded, words = told.loaded, told.words
    if not told.running or any(kept.at > told.event.at for kept in loaded.log[-1:]):
        return None
    text = words.say(
        "🕸️ {users}: nobody has moved in match #{match} for long. It ends without a result"
        " <t:{at}:R> unless somebody moves: {url}",
        users=told.listed(loaded.roster.people),
        match=loaded.record.id,
        at=told.event.at + int(told.event.detail) * DAY,
        url=told.url,
    )
    return Drawn(paper(above=text), loaded.roster.people, open=False)
