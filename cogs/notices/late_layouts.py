"""Notices about late players: the choices of the other players, and the outcome."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.log.events import Forfeit, MatchEvent, MatchEventKind, Remedy, Vote
from bot.match.log.loaded import Loaded
from bot.match.timing.late_votes import choices, may_claim, voters
from bot.match.timing.lateness import Lateness, lateness
from bot.match.values.players import UserId
from cogs.base.markup import bold, harmless
from cogs.base.mentions import mention
from cogs.notices.context import NoticeContext, NoticeLayout, compose_notice
from cogs.screens.base import Style
from cogs.ui.layouts import ROW, compose, rows_of
from cogs.ui.paces import forfeit_line, time_again

NAME = 32
OFFERED = 2 * ROW
"""Maximum number of takeover offers that get a line and a button; the earliest come first."""


def late_of(loaded: Loaded, event: MatchEvent) -> int:
    """Return the id of the lateness that a LATE or a WARNED event is about."""
    if event.kind is MatchEventKind.LATE:
        return event.n
    earlier = loaded.events[: event.n]
    return next(
        earlier_event.n
        for earlier_event in reversed(earlier)
        if earlier_event.kind is MatchEventKind.LATE and earlier_event.seat == event.seat
    )


def late_layout(context: NoticeContext) -> NoticeLayout | None:
    """Return the notice of a LATE or WARNED event, or None for a warning with which the player
    immediately loses the seat, as in tournaments.
    """
    loaded, words, event = context.loaded, context.words, context.event
    number = late_of(loaded, event)
    user = event.holder or 0
    standing = lateness(loaded, number)
    warned = event.kind is MatchEventKind.WARNED
    able = voters(loaded) if standing is not None else ()
    past = words.say(
        "⏰ {user} ran out of time in match #{match}.",
        user=mention(user, words),
        match=context.against((user,)),
    )
    if warned and any(
        later.kind is MatchEventKind.FORFEITED and (later.seat, later.at) == (event.seat, event.at)
        for later in context.after
    ):
        return None
    if standing is None:
        return compose_notice(past, _outcome(context, number))
    if not warned and standing.warned is not None:
        return compose_notice(past, words.say("See the second warning below."), still_open=True)
    drawn = compose(
        above=_late_call(context, user, able, warned=warned),
        texts=["\n".join([*_votes(context, standing), *_how(context, standing, able)])],
        rows=_choices(context, standing, able),
    )
    return NoticeLayout(drawn, (user, *able), open=True)


def _late_call(
    context: NoticeContext, user: UserId, able: Sequence[UserId], *, warned: bool
) -> str:
    words = context.words
    values = {"user": mention(user, words), "match": context.against((user,))}
    if warned:
        lines = [
            words.say(
                "⏰ Second warning: {user}, your time in match #{match} ran out a whole turn ago. "
                "You can still move.",
                **values,
            )
        ]
    else:
        lines = [
            words.say(
                "⏰ {user}, your time in match #{match} is up. Make your move, and the match goes "
                "on.",
                **values,
            )
        ]
    if len(able) == 1:
        lines.append(words.say("{user}, what should happen now?", user=mention(able[0], words)))
    elif able:
        text = words.say("{users}, decide together what should happen.", users=context.listed(able))
        lines.append(text)
    return "\n".join(lines)


def _votes(context: NoticeContext, late: Lateness) -> list[str]:
    words = context.words
    lines = [
        words.say("🙋 {user} offers to take the seat.", user=mention(user, words))
        for user in late.offers[:OFFERED]
    ]
    if left := len(late.offers) - len(lines):
        lines.append(
            words.count("🙋 … and {count} more offer.", "🙋 … and {count} more offers.", left)
        )
    allowed, able = choices(context.loaded, late), voters(context.loaded)
    for user, vote in late.votes:
        if user in able and vote in allowed:
            text = _choice(vote, context, mention(late.user, words))
            lines.append(words.say("🗳️ {user}: {choice}", user=mention(user, words), choice=text))
    return lines


def _how(context: NoticeContext, late: Lateness, able: Sequence[UserId]) -> list[str]:
    words = context.words
    if context.loaded.in_tournament:
        return _how_at_table(context, late, able)
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


def _how_at_table(context: NoticeContext, late: Lateness, able: Sequence[UserId]) -> list[str]:
    words, user = context.words, mention(late.user, context.words)
    if not able:
        return [words.say("-# Everyone is late. If that stays so for a whole turn, nobody wins.")]
    lost = words.say("-# If nothing is decided for a whole turn, {user} loses the seat.", user=user)
    if len(able) == 1:
        return [words.say("-# Your choice counts at once."), lost]
    return [words.say("-# More than half must choose the same."), lost]


def _choices(
    context: NoticeContext, late: Lateness, able: Sequence[UserId]
) -> list[list[ui.Item[Any]]]:
    words = context.words
    name = harmless(context.names.get(late.user, ""), NAME) or words.say("Miner")
    styles = {Remedy.WAIT: Style.MAIN, Remedy.END: Style.GRAVE}
    plain = [
        context.button(
            vote.choice.value, _choice(vote, context, name), styles.get(vote.choice, Style.CALM)
        )
        for vote in choices(context.loaded, late)
        if vote.choice is not Remedy.PERSON
    ]
    if able and may_claim(context.loaded, late):
        plain.append(context.button("claim", words.say("Claim the win"), Style.GOOD))
    people = [
        context.button(
            f"person {user}",
            words.say(
                "{player} takes the seat",
                player=harmless(context.names.get(user, ""), NAME) or words.say_as("name", "Miner"),
            ),
            Style.GOOD,
        )
        for user in late.offers[:OFFERED]
        if able
    ]
    offer = []
    if context.has_spectators and not context.loaded.in_tournament:
        # Translators: A button: a person offers to take over the seat of a late player.
        offer.append(context.button("offer", words.say("I'll play {player}'s seat", player=name)))
    return rows_of([row for row in (plain, people, [*offer, context.link]) if row])


def _choice(vote: Vote, context: NoticeContext, late: str) -> str:
    words = context.words
    match vote.choice:
        case Remedy.WAIT:
            return time_again(context.loaded.record.pace, late, words)
        case Remedy.TURN:
            return words.say("A computer plays this turn")
        case Remedy.SEAT:
            return words.say("A computer takes the seat")
        case Remedy.PERSON:
            return words.say("{user} takes the seat", user=mention(vote.person or 0, words))
        case Remedy.END:
            return words.say("End the match without a result")


def _outcome(context: NoticeContext, number: int) -> str:
    loaded, words = context.loaded, context.words
    late = loaded.events[number]
    user = mention(late.holder or 0, words)
    for event in loaded.events[number + 1 :]:
        mine = event.seat == late.seat
        if event.kind is MatchEventKind.WAITED and mine:
            return words.say("⏳ The others wait: {user} has the full time again.", user=user)
        if event.kind is MatchEventKind.STOOD_IN and mine:
            return words.say(
                "🤖 {computer} played this turn for {user}.",
                computer=bold(context.computer(late.seat or 0)),
                user=user,
            )
        if event.kind is MatchEventKind.FORFEITED and mine:
            return forfeit_line(event.fact(Forfeit), user, words)
        if event.kind is MatchEventKind.HANDED and mine:
            if event.holder is None:
                return words.say(
                    "🤖 {computer} has taken over from {user}.",
                    computer=bold(context.computer(late.seat or 0)),
                    user=user,
                )
            new = mention(event.holder, words)
            return words.say("🤝 {new} has taken over from {user}.", new=new, user=user)
        if event.kind is MatchEventKind.CLAIMED and mine:
            winner = mention(event.holder or 0, words)
            return words.say("🏁 {winner} claimed the win.", winner=winner)
        if event.kind is MatchEventKind.PAUSED:
            return words.say("⏸️ The match was paused: nobody is late any more.")
        if event.kind is MatchEventKind.VOIDED:
            return words.say("🛑 The match ended without a result.")
    moved = any(logged.entry.actor == late.seat for logged in loaded.log[late.after_seq :])
    if moved:
        return words.say("✅ {user} has moved. Nothing else happened.", user=user)
    return words.say("This is over.")
