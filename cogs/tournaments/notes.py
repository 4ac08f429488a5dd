"""Separate messages about single events of a tournament.

An event gets a note if a moderator decided it, if players have to act, or if it ends something. The
panel shows everything else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.match.tournaments.events import INELIGIBLE, TournamentEvent, TournamentEventKind
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
from cogs.posting.posted_message import with_mentions
from cogs.scenes.table_titles import group_name
from cogs.tournaments.figures import points_text
from cogs.tournaments.terms_lines import terms_lines
from cogs.tournaments.views import TournamentView
from cogs.ui.layouts import TEXT_LIMIT, MessageLayout, compose

CALLED = 75
"""Maximum players to mention in one message of 2000 characters."""
REASON = 500
WORTH_TELLING = 3600
"""The shortest downtime, in seconds, that is announced if it moves the end of a round."""
NOTED = frozenset(
    (
        TournamentEventKind.EDITED,
        TournamentEventKind.CHECK_IN,
        TournamentEventKind.SUBSTITUTED,
        TournamentEventKind.ADJUDICATED,
        TournamentEventKind.EXTENDED,
        TournamentEventKind.CANCELLED,
        TournamentEventKind.DROPPED,
        TournamentEventKind.WITHDREW,
        TournamentEventKind.STAGE_OVER,
        TournamentEventKind.FINISHED,
    )
)


@dataclass(frozen=True, slots=True)
class Note:
    nonce: str
    text: str
    pings: tuple[UserId, ...] = ()

    def layout(self) -> MessageLayout:
        return compose(texts=[self.text])


def notes(view: TournamentView, event: TournamentEvent, at: int) -> list[Note]:
    """Return the messages about an event; [] for most events. `at` is the current time in seconds
    since 1970.
    """
    tournament = view.loaded.row.id
    if event.kind is TournamentEventKind.CHECK_IN:
        return list(_calls(view, event, at))
    text = _text(view, event)
    return [] if text is None else [Note(note_nonce(tournament, event), text)]


def note_nonce(tournament: int, event: TournamentEvent, part: int = 0) -> str:
    """Return the nonce that identifies the note of an event.

    It contains the time, because after a restore another event can have the number of a lost event,
    whose note is still in the channel.
    """
    return nonce_of("tournament note", tournament, event.n, event.at, part)


def _calls(view: TournamentView, event: TournamentEvent, at: int) -> Iterator[Note]:
    state, words = view.state, view.words
    waited = view.loaded.at(event.n + 1).entrants
    checked_in = {entrant.user for entrant in state.entrants if entrant.checked_in}
    people = [
        invited.user
        for invited in waited
        if is_person(invited.user) and invited.user not in checked_in
    ]
    if state.started is not None or state.ended is not None or state.terms.closes is None:
        return
    for part, start in enumerate(range(0, len(people), CALLED)):
        called = tuple(people[start : start + CALLED])
        text = words.say(
            "🙋 **{tournament}** is about to start. Press **I'm here** within {time}, or someone "
            "else gets your place:",
            tournament=view.title,
            time=span(state.terms.closes - at, words),
        )
        text = with_mentions(text, called)
        yield Note(note_nonce(view.loaded.row.id, event, part), text, called)


def _text(view: TournamentView, event: TournamentEvent) -> str | None:
    words, values = view.words, event.details
    by = None if event.by is None else mention(event.by, words)
    user = mention(event.user or 0, words)
    match event.kind:
        case TournamentEventKind.EDITED:
            return _edited(view, event)
        case TournamentEventKind.SUBSTITUTED:
            return _substituted(view, event)
        case TournamentEventKind.ADJUDICATED:
            return _adjudicated(view, event)
        case TournamentEventKind.EXTENDED if by is not None:
            return words.say(
                "⏳ **{tournament}**: {moderator} has moved the end to <t:{at}:f> (<t:{at}:R>).",
                tournament=view.title,
                moderator=by,
                at=values["until"],
            )
        case TournamentEventKind.EXTENDED if "down" in values:
            return _moved_by_downtime(view, event)
        case TournamentEventKind.CANCELLED if by is not None:
            return words.say(
                "🛑 {moderator} has ended **{tournament}**.", moderator=by, tournament=view.title
            )
        case TournamentEventKind.CANCELLED:
            return words.say(
                "🛑 **{tournament}** doesn't take place: too few people came.",
                tournament=view.title,
            )
        case TournamentEventKind.DROPPED:
            return words.say(
                "🚪 **{tournament}**: {player} hasn't turned up and plays no further rounds. "
                "`/tournament join` brings them back.",
                tournament=view.title,
                player=user,
            )
        case TournamentEventKind.WITHDREW if values.get("why") == INELIGIBLE:
            return words.say(
                "🚪 **{tournament}**: {player} can't take part any more and plays no further "
                "rounds.",
                tournament=view.title,
                player=user,
            )
        case TournamentEventKind.STAGE_OVER if view.state.is_league:
            return _season(view, event)
        case TournamentEventKind.FINISHED:
            return _finished(view)
        case _:
            return None


def _moved_by_downtime(view: TournamentView, event: TournamentEvent) -> str | None:
    words, until, before = view.words, event.details["until"], _before(view, event)
    stage = before.stage
    if stage is None:
        closes = before.terms.closes or until
        if until - closes < WORTH_TELLING:
            return None
        return words.say(
            "⏳ **{tournament}**: nobody could reach me for a while, so there is as much more time "
            "to check in. It starts <t:{at}:f> (<t:{at}:R>).",
            tournament=view.title,
            at=until,
        )
    after = view.loaded.at(event.n + 1).stages[-1]
    if after.moved - stage.moved < WORTH_TELLING:
        return None
    return words.say(
        "⏳ **{tournament}**: nobody could reach me for a while, so the round has as much more "
        "time. It ends <t:{at}:f> (<t:{at}:R>).",
        tournament=view.title,
        at=until,
    )


def _edited(view: TournamentView, event: TournamentEvent) -> str | None:
    words, old = view.words, _before(view, event).terms
    new = Terms.parse(event.details["terms"])
    loaded = terms_lines(old, view.game, words)
    lines = [line for line in terms_lines(new, view.game, words) if line not in loaded]
    if new.name != old.name:
        lines.insert(0, words.say("The new name: {tournament}", tournament=escaped(new.name)))
    if not lines and event.by is not None:
        return None
    if event.by is None:
        return words.say(
            "📅 **{tournament}**: too few people are there to start, so registration stays open. "
            "A moderator starts it when there are enough: `/tournament start`.",
            tournament=view.title,
        )
    head = words.say(
        "✏️ {moderator} has changed **{tournament}**:",
        moderator=mention(event.by or 0, words),
        tournament=escaped(old.name),
    )
    return "\n".join([head, *lines])


def _substituted(view: TournamentView, event: TournamentEvent) -> str:
    words, before = view.words, _before(view, event)
    out = mention(before.entrants[event.details["entrant"]].user, words)
    into = mention(event.user or 0, words)
    if event.by is None:
        return words.say(
            "🔁 **{tournament}**: {player} comes in from the reserve for {out}, with their points.",
            tournament=view.title,
            player=into,
            out=out,
        )
    if out == into:
        return words.say(
            "🔁 **{tournament}**: {moderator} has put {player} back.",
            tournament=view.title,
            moderator=mention(event.by, words),
            player=into,
        )
    return words.say(
        "🔁 **{tournament}**: {moderator} lets {player} play on for {out}, with their points.",
        tournament=view.title,
        moderator=mention(event.by, words),
        player=into,
        out=out,
    )


def _adjudicated(view: TournamentView, event: TournamentEvent) -> str | None:
    words, values = view.words, event.details
    before = _before(view, event)
    table = before.table(TableId.parse(values["table"]))
    if table is None:
        return None
    people = [mention(before.entrants[seat].user, words) for seat in table.seats]
    first = [who for who, place in zip(people, values["places"], strict=False) if place == 1]
    reason = unmentioned(escaped(cut(str(values["reason"]), REASON)))
    moderator = mention(event.by or 0, words)
    if not reason:
        return _without_reason(view, people, first, moderator)
    if len(first) == 1:
        return words.say(
            "⚖️ **{tournament}**, {players}: {moderator} decided for {winner}. “{reason}”",
            tournament=view.title,
            players=" – ".join(people),
            moderator=moderator,
            winner=first[0],
            reason=reason,
        )
    return words.say(
        "⚖️ **{tournament}**, {players}: {moderator} decided that nobody gets anything. “{reason}”",
        tournament=view.title,
        players=" – ".join(people),
        moderator=moderator,
        reason=reason,
    )


def _without_reason(
    view: TournamentView, people: list[str], first: list[str], moderator: str
) -> str:
    words = view.words
    if len(first) == 1:
        return words.say(
            "⚖️ **{tournament}**, {players}: {moderator} decided for {winner}.",
            tournament=view.title,
            players=" – ".join(people),
            moderator=moderator,
            winner=first[0],
        )
    return words.say(
        "⚖️ **{tournament}**, {players}: {moderator} decided that nobody gets anything.",
        tournament=view.title,
        players=" – ".join(people),
        moderator=moderator,
    )


def _season(view: TournamentView, event: TournamentEvent) -> str:
    words, number = view.words, event.details["stage"]
    after = view.loaded.at(event.n + 1)
    stage = next(candidate for candidate in after.stages if candidate.number == number)
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
                player=view.bold(candidate),
                points=points_text(points.get(candidate, 0)),
            )
            for candidate, place in zip(order, places, strict=True)
        ]
    champions = stage.champions
    if champions:
        head = words.count(
            "## 🏆 {tournament}: season {number} is over\n"
            "{players} is the champion. Congratulations!",
            "## 🏆 {tournament}: season {number} is over\n"
            "{players} are the champions. Congratulations!",
            len(champions),
            tournament=view.title,
            number=number,
            players=words.listed(
                mention(after.entrants[champion].user, words) for champion in champions
            ),
        )
    else:
        head = words.say(
            "## {tournament}: season {number} is over\nNobody has won it.",
            tournament=view.title,
            number=number,
        )
    room = TEXT_LIMIT - len(head) - 10
    more = words.say("… the panel has everybody.")
    return f"{head}\n{listing(blocks, room, lambda _: more)}"


def _finished(view: TournamentView) -> str | None:
    state, words = view.state, view.words
    if not state.champions:
        return None
    winners: Sequence[str] = [
        mention(state.entrants[champion].user, words) for champion in state.champions
    ]
    return words.count(
        "## 🏆 {winners} has won {tournament}!\nCongratulations!",
        "## 🏆 {winners} have won {tournament}!\nCongratulations!",
        len(winners),
        winners=words.listed(winners),
        tournament=view.title,
    )


def _before(view: TournamentView, event: TournamentEvent) -> Tournament:
    return view.loaded.at(event.n)
