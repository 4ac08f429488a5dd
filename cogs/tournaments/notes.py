"""What everybody is told of an event, in a message of its own: what a person decided for others,
who has to do something, and how it ended. All else is in the panel.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.match.tournaments.eligibility import INELIGIBLE
from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import TableId
from bot.match.tournaments.terms import Terms
from bot.match.values.players import UserId, is_person
from cogs.base.markup import escaped, unmentioned
from cogs.base.mentions import mention
from cogs.base.text_limits import cut, listing
from cogs.posting.lock_screen import span
from cogs.posting.nonces import nonce_of
from cogs.posting.posted_message import called as with_mentions
from cogs.scenes.table_titles import group_name
from cogs.tournaments.figures import points_text
from cogs.tournaments.terms_lines import terms_lines
from cogs.tournaments.told import Told
from cogs.ui.layouts import TEXT_LIMIT, MessageLayout, compose

CALLED = 75
"""People that one message calls: as many mentions as its 2000 characters have room for."""
REASON = 500
"""Characters of a moderator's reason."""
WORTH_TELLING = 3600
"""The shortest downtime, in seconds, that is announced when it moves the end of a round."""
NOTED = frozenset(
    (
        EventKind.EDITED,
        EventKind.CHECK_IN,
        EventKind.SUBSTITUTED,
        EventKind.ADJUDICATED,
        EventKind.EXTENDED,
        EventKind.CANCELLED,
        EventKind.DROPPED,
        EventKind.WITHDREW,
        EventKind.STAGE_OVER,
        EventKind.FINISHED,
    )
)
"""Events that may have a note."""


@dataclass(frozen=True, slots=True)
class Note:
    """A message that tells an event, or a part of it."""

    nonce: str
    text: str
    pings: tuple[UserId, ...] = ()

    def layout(self) -> MessageLayout:
        """Its layout, for one sending."""
        return compose(texts=[self.text])


def notes(told: Told, event: TournamentEvent, at: int) -> list[Note]:
    """The messages that tell an event at this time, in seconds since 1970; [] for most."""
    tournament = told.known.row.id
    if event.kind is EventKind.CHECK_IN:
        return list(_calls(told, event, at))
    text = _text(told, event)
    return [] if text is None else [Note(note_nonce(tournament, event), text)]


def note_nonce(tournament: int, event: TournamentEvent, part: int = 0) -> str:
    """Return the nonce by which the note of an event is found again.

    After a restore another event can have the number of a lost one, whose note is still in the
    channel. Their times differ.
    """
    return nonce_of("tournament note", tournament, event.n, event.at, part)


def _calls(told: Told, event: TournamentEvent, at: int) -> Iterator[Note]:
    """Those who have to check in, as they were when it opened; nobody who has done so by now."""
    now, words = told.now, told.words
    waited = told.known.at(event.n + 1).entrants
    done = {one.user for one in now.entrants if one.checked_in}
    people = [one.user for one in waited if is_person(one.user) and one.user not in done]
    if now.started is not None or now.ended is not None or now.terms.closes is None:
        return
    for part, start in enumerate(range(0, len(people), CALLED)):
        called = tuple(people[start : start + CALLED])
        text = words.say(
            "🙋 **{tournament}** is about to start. Press **I'm here** within {time}, or someone "
            "else gets your place:",
            tournament=told.title,
            time=span(now.terms.closes - at, words),
        )
        text = with_mentions(text, called)
        yield Note(note_nonce(told.known.row.id, event, part), text, called)


def _text(told: Told, event: TournamentEvent) -> str | None:
    words, values = told.words, event.details
    by = None if event.by is None else mention(event.by, words)
    user = mention(event.user or 0, words)
    match event.kind:
        case EventKind.EDITED:
            return _edited(told, event)
        case EventKind.SUBSTITUTED:
            return _substituted(told, event)
        case EventKind.ADJUDICATED:
            return _adjudicated(told, event)
        case EventKind.EXTENDED if by is not None:
            return words.say(
                "⏳ **{tournament}**: {moderator} has moved the end to <t:{at}:f> (<t:{at}:R>).",
                tournament=told.title,
                moderator=by,
                at=values["until"],
            )
        case EventKind.EXTENDED if "down" in values:
            return _moved_by_downtime(told, event)
        case EventKind.CANCELLED if by is not None:
            return words.say(
                "🛑 {moderator} has ended **{tournament}**.", moderator=by, tournament=told.title
            )
        case EventKind.CANCELLED:
            return words.say(
                "🛑 **{tournament}** doesn't take place: too few people came.",
                tournament=told.title,
            )
        case EventKind.DROPPED:
            return words.say(
                "🚪 **{tournament}**: {player} hasn't turned up and plays no further rounds. "
                "`/tournament join` brings them back.",
                tournament=told.title,
                player=user,
            )
        case EventKind.WITHDREW if values.get("why") == INELIGIBLE:
            return words.say(
                "🚪 **{tournament}**: {player} can't take part any more and plays no further "
                "rounds.",
                tournament=told.title,
                player=user,
            )
        case EventKind.STAGE_OVER if told.now.is_league:
            return _season(told, event)
        case EventKind.FINISHED:
            return _finished(told)
        case _:
            return None


def _moved_by_downtime(told: Told, event: TournamentEvent) -> str | None:
    """Return the announcement of a downtime that has cost players time; None if it was short."""
    words, until, before = told.words, event.details["until"], _before(told, event)
    stage = before.stage
    if stage is None:
        closes = before.terms.closes or until
        if until - closes < WORTH_TELLING:
            return None
        return words.say(
            "⏳ **{tournament}**: nobody could reach me for a while, so there is as much more time "
            "to check in. It starts <t:{at}:f> (<t:{at}:R>).",
            tournament=told.title,
            at=until,
        )
    after = told.known.at(event.n + 1).stages[-1]
    if after.moved - stage.moved < WORTH_TELLING:
        return None
    return words.say(
        "⏳ **{tournament}**: nobody could reach me for a while, so the round has as much more "
        "time. It ends <t:{at}:f> (<t:{at}:R>).",
        tournament=told.title,
        at=until,
    )


def _edited(told: Told, event: TournamentEvent) -> str | None:
    """What is new in the terms; nobody has to be told of what the message does not say."""
    words, old = told.words, _before(told, event).terms
    new = Terms.parse(event.details["terms"])
    known = terms_lines(old, told.game, words)
    lines = [line for line in terms_lines(new, told.game, words) if line not in known]
    if new.name != old.name:
        lines.insert(0, words.say("The new name: {tournament}", tournament=escaped(new.name)))
    if not lines and event.by is not None:
        return None
    if event.by is None:
        return words.say(
            "📅 **{tournament}**: too few people are there to start, so registration stays open. "
            "A moderator starts it when there are enough: `/tournament start`.",
            tournament=told.title,
        )
    head = words.say(
        "✏️ {moderator} has changed **{tournament}**:",
        moderator=mention(event.by or 0, words),
        tournament=escaped(old.name),
    )
    return "\n".join([head, *lines])


def _substituted(told: Told, event: TournamentEvent) -> str:
    words, before = told.words, _before(told, event)
    out = mention(before.entrants[event.details["entrant"]].user, words)
    into = mention(event.user or 0, words)
    if event.by is None:
        return words.say(
            "🔁 **{tournament}**: {player} comes in from the reserve for {out}, with their points.",
            tournament=told.title,
            player=into,
            out=out,
        )
    if out == into:
        return words.say(
            "🔁 **{tournament}**: {moderator} has put {player} back.",
            tournament=told.title,
            moderator=mention(event.by, words),
            player=into,
        )
    return words.say(
        "🔁 **{tournament}**: {moderator} lets {player} play on for {out}, with their points.",
        tournament=told.title,
        moderator=mention(event.by, words),
        player=into,
        out=out,
    )


def _adjudicated(told: Told, event: TournamentEvent) -> str | None:
    words, values = told.words, event.details
    before = _before(told, event)
    table = before.table(TableId.parse(values["table"]))
    if table is None:
        return None
    people = [mention(before.entrants[one].user, words) for one in table.seats]
    first = [who for who, place in zip(people, values["places"], strict=False) if place == 1]
    reason = unmentioned(escaped(cut(str(values["reason"]), REASON)))
    moderator = mention(event.by or 0, words)
    if not reason:
        return _without_reason(told, people, first, moderator)
    if len(first) == 1:
        return words.say(
            "⚖️ **{tournament}**, {players}: {moderator} decided for {winner}. “{reason}”",
            tournament=told.title,
            players=" – ".join(people),
            moderator=moderator,
            winner=first[0],
            reason=reason,
        )
    return words.say(
        "⚖️ **{tournament}**, {players}: {moderator} decided that nobody gets anything. “{reason}”",
        tournament=told.title,
        players=" – ".join(people),
        moderator=moderator,
        reason=reason,
    )


def _without_reason(told: Told, people: list[str], first: list[str], moderator: str) -> str:
    """Return the note on a decision whose reason was dropped when a person was forgotten."""
    words = told.words
    if len(first) == 1:
        return words.say(
            "⚖️ **{tournament}**, {players}: {moderator} decided for {winner}.",
            tournament=told.title,
            players=" – ".join(people),
            moderator=moderator,
            winner=first[0],
        )
    return words.say(
        "⚖️ **{tournament}**, {players}: {moderator} decided that nobody gets anything.",
        tournament=told.title,
        players=" – ".join(people),
        moderator=moderator,
    )


def _season(told: Told, event: TournamentEvent) -> str:
    """The table of a season: each group, and its champion above all."""
    words, number = told.words, event.details["stage"]
    after = told.known.at(event.n + 1)
    stage = next(one for one in after.stages if one.number == number)
    points = {line.entrant: line.points for lines in standings(after, stage) for line in lines}
    groups = zip(event.details["order"], event.details["places"], strict=True)
    blocks = list[str]()
    for group, (order, places) in enumerate(groups):
        if len(stage.groups) > 1:
            blocks.append(f"**{group_name(group, words)}**")
        blocks += [
            # Translators: A line of a table: place, name, points.
            words.say(
                "{place}. {player}: {points}",
                place=place,
                player=told.bold(one),
                points=points_text(points.get(one, 0)),
            )
            for one, place in zip(order, places, strict=True)
        ]
    champions = stage.champions
    if champions:
        head = words.count(
            "## 🏆 {tournament}: season {number} is over\n"
            "{players} is the champion. Congratulations!",
            "## 🏆 {tournament}: season {number} is over\n"
            "{players} are the champions. Congratulations!",
            len(champions),
            tournament=told.title,
            number=number,
            players=words.listed(mention(after.entrants[one].user, words) for one in champions),
        )
    else:
        head = words.say(
            "## {tournament}: season {number} is over\nNobody has won it.",
            tournament=told.title,
            number=number,
        )
    room = TEXT_LIMIT - len(head) - 10
    more = words.say("… the panel has everybody.")
    return f"{head}\n{listing(blocks, room, lambda _: more)}"


def _finished(told: Told) -> str | None:
    """The winner's; the card is the panel's picture."""
    now, words = told.now, told.words
    if not now.champions:
        return None
    winners: Sequence[str] = [mention(now.entrants[one].user, words) for one in now.champions]
    return words.count(
        "## 🏆 {winners} has won {tournament}!\nCongratulations!",
        "## 🏆 {winners} have won {tournament}!\nCongratulations!",
        len(winners),
        winners=words.listed(winners),
        tournament=told.title,
    )


def _before(told: Told, event: TournamentEvent) -> Tournament:
    """The tournament as it was before an event."""
    return told.known.at(event.n)
