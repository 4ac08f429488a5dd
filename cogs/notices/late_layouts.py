"""The notices about somebody who is late: who is asked, the choices, what came of them."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.events import EventKind, MatchEvent
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.timing.lateness import Choice, Lateness, Vote, choices, lateness, may_claim, voters
from cogs.notices.parts import Drawn, Told
from cogs.screens.base import Style
from cogs.timing.paces import whole_time
from cogs.ui.layouts import ROW, compose
from cogs.ui.names import harmless, mention

NAME = 32
"""Characters of a name on a button."""
OFFERED = 2 * ROW
"""Offers to take a seat over that are told and have a button, the earliest first."""


def late_of(loaded: Loaded, event: MatchEvent) -> int:
    """The id of the lateness that a LATE or a WARNED event is about."""
    if event.kind is EventKind.LATE:
        return event.n
    earlier = loaded.events[: event.n]
    return next(
        one.n for one in reversed(earlier) if one.kind is EventKind.LATE and one.seat == event.seat
    )


def draw_late(told: Told) -> Drawn:
    """The notice of a LATE or a WARNED event: the choices, or what came of them."""
    loaded, words, event = told.loaded, told.words, told.event
    number = late_of(loaded, event)
    user = event.holder or 0
    standing = lateness(loaded, number)
    warned = event.kind is EventKind.WARNED
    able = voters(loaded) if standing is not None else ()
    past = words.say(
        "⏰ {user} ran out of time in match #{match}.",
        user=mention(user, words),
        match=loaded.record.id,
    )
    if standing is None:
        return Drawn(compose(above=past, texts=[_outcome(told, number)]), (), open=False)
    if not warned and standing.warned is not None:
        text = words.say("See the second warning below.")
        return Drawn(compose(above=past, texts=[text]), (), open=True)
    drawn = compose(
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
                "⏰ Second warning: {user}, your time in match #{match} ran out a whole turn ago. "
                "You can still move: {url}",
                **values,
            )
        ]
    else:
        lines = [
            words.say(
                "⏰ {user}, your time in match #{match} is up. Make your move, and the match goes "
                "on: {url}",
                **values,
            )
        ]
    if len(able) == 1:
        lines.append(words.say("{user}, what should happen now?", user=mention(able[0], words)))
    elif able:
        text = words.say("{users}, decide together what should happen.", users=told.listed(able))
        lines.append(text)
    return "\n".join(lines)


def _votes(told: Told, late: Lateness) -> list[str]:
    words = told.words
    lines = [
        words.say("🙋 {user} offers to take the seat.", user=mention(user, words))
        for user in late.offers[:OFFERED]
    ]
    if left := len(late.offers) - len(lines):
        lines.append(
            words.count("🙋 … and {count} more offer.", "🙋 … and {count} more offers.", left)
        )
    allowed, able = choices(told.loaded, late), voters(told.loaded)
    for user, vote in late.votes:
        if user in able and vote in allowed:
            text = _choice(vote, told)
            lines.append(words.say("🗳️ {user}: {choice}", user=mention(user, words), choice=text))
    return lines


def _how(told: Told, late: Lateness, able: Sequence[UserId]) -> list[str]:
    words = told.words
    if not able:
        return [words.say("-# Everyone is late. Whoever moves can vote on the others.")]
    if len(able) == 1:
        return [words.say("-# Your choice counts at once.")]
    if late.warned is not None:
        return [
            words.say(
                "-# The next vote decides: most votes win. Ending the match takes all of you."
            )
        ]
    return [
        words.say(
            "-# More than half must choose the same; after a second warning, most votes win. "
            "Ending the match takes all of you."
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
            return words.say("⏳ The others wait: {user} has the full time again.", user=user)
        if event.kind is EventKind.STOOD_IN and mine:
            return words.say("🤖 A computer played this turn for {user}.", user=user)
        if event.kind is EventKind.HANDED and mine:
            if event.holder is None:
                return words.say("🤖 A computer has taken over from {user}.", user=user)
            new = mention(event.holder, words)
            return words.say("🤝 {new} has taken over from {user}.", new=new, user=user)
        if event.kind is EventKind.CLAIMED and mine:
            winner = mention(event.holder or 0, words)
            return words.say("🏁 {winner} claimed the win.", winner=winner)
        if event.kind is EventKind.PAUSED:
            return words.say("⏸️ The match was paused: nobody is late any more.")
        if event.kind is EventKind.VOIDED:
            return words.say("🛑 The match ended without a result.")
    moved = any(kept.entry.actor == late.seat for kept in loaded.log[late.after_seq :])
    if moved:
        return words.say("✅ {user} has moved. Nothing else happened.", user=user)
    return words.say("This is over.")
