"""Invitations as messages: the people invited, the deadline, the buttons."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.match.lobby.lobby import may_fill, may_start, seated_from_start
from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.players import UserId, is_person
from cogs.base import custom_id_families as families
from cogs.base.markup import bold
from cogs.games.installed import InstalledGames
from cogs.posting.places import address
from cogs.posting.posted_message import Pictures
from cogs.screens.base import Style
from cogs.ui import widgets
from cogs.ui.computer_names import introduction
from cogs.ui.layouts import (
    MessageLayout,
    compose,
    fair_button,
    invitation_button,
    match_button,
    more_button,
)
from cogs.ui.match_controls import how_button
from cogs.ui.paces import each_turn
from texts import Words


def invitation_layout(
    loaded: Loaded,
    games: InstalledGames,
    names: Mapping[UserId, str],
    score: str,
    pictures: Pictures,
    words: Words,
    table: str = "",
    *,
    waits: bool = False,
    linked: bool = True,
    progress: Sequence[str] = (),
    watch: str | None = None,
) -> MessageLayout:
    """Return the message of an invitation, an open table, or a tournament's match.

    `names` has all users who are invited, have joined or play. `score` is the line about rematches
    so far, and `table` the tournament and round; both can be "". `waits` if a match without a place
    will get a thread, and `linked` if every reader can see the match's place. `progress` has lines
    about a running match, and `watch` is its address, if it is known and `linked`.
    """
    roster = loaded.roster
    title = _table_title(loaded, table, names, words) if table else None
    lines = [title or _title(loaded, games, names, words), *_computers(loaded, words)]
    if loaded.status is Status.OPEN:
        lines += [_declined(names[user], words) for user in roster.declined if user in names]
        lines.append(each_turn(loaded.record.pace, words))
    lines += [score] if score else []
    if progress and watch is not None:
        lines += progress
    else:
        lines.append(_state(loaded, names, words, waits=waits, linked=linked))
    return compose(
        above=_challenge(loaded, words),
        galleries=[pictures],
        below=["\n".join(lines)],
        rows=_rows(loaded, games, words, watch),
    )


def host_layout(loaded: Loaded, text: str, words: Words) -> MessageLayout:
    cancel = invitation_button(loaded.record.id, "cancel", words.say("Cancel"), Style.GRAVE)
    return compose(texts=[text], rows=[[cancel]] if loaded.status is Status.OPEN else [])


def _challenge(loaded: Loaded, words: Words) -> str:
    """Return the line that pings; it stays in the message, because edits never ping."""
    if not loaded.roster.invited or loaded.status is not Status.OPEN:
        return ""
    return words.say(
        "{users}: you've been challenged!",
        users=" ".join(f"<@{user}>" for user in loaded.roster.invited if is_person(user)),
    )


def _title(loaded: Loaded, games: InstalledGames, names: Mapping[UserId, str], words: Words) -> str:
    roster, game = loaded.roster, loaded.record.game
    host, emoji, title = bold(names[roster.host]), games.emoji(game), games.title(game)
    if loaded.record.seats == 1:
        return words.say("## {host} plays alone", host=host)
    if sum(user is not None for user in roster.original) == 1:
        return words.say("## {emoji} {host} practises {game}", emoji=emoji, host=host, game=title)
    if not roster.invited:
        return words.say(
            "## {emoji} {host} opens a table for {game}", emoji=emoji, host=host, game=title
        )
    players = words.listed(bold(names[user]) for user in roster.invited)
    if not games.several:
        return words.say(
            "## {emoji} {host} challenges {players}", emoji=emoji, host=host, players=players
        )
    return words.say(
        "## {emoji} {host} challenges {players}: {game}",
        emoji=emoji,
        host=host,
        players=players,
        game=title,
    )


def _table_title(loaded: Loaded, table: str, names: Mapping[UserId, str], words: Words) -> str:
    people = (user for user in loaded.roster.original if user is not None)
    players = " – ".join(bold(names[user]) for user in people)
    return words.say("## ⚔️ {players}\n{table}", players=players, table=table)


def _computers(loaded: Loaded, words: Words) -> list[str]:
    return [introduction(computer, words) for computer in seated_from_start(loaded)]


def _declined(name: str, words: Words) -> str:
    return words.say("❌ {player} can't make it this time", player=bold(name))


def _nobody_left(loaded: Loaded) -> bool:
    events = loaded.events
    return any(event.kind is MatchEventKind.CANCELLED and event.holder is None for event in events)


def _state(
    loaded: Loaded, names: Mapping[UserId, str], words: Words, *, waits: bool, linked: bool
) -> str:
    record, roster = loaded.record, loaded.roster
    match loaded.status:
        case Status.OPEN:
            return words.say("Open until <t:{at}:f> (<t:{at}:R>).", at=record.expires)
        case Status.RUNNING if record.place is None and waits:
            return words.say(
                "The match starts: its thread is on its way… If that takes long, `/board` in any "
                "channel shows the match there."
            )
        case Status.RUNNING | Status.OVER if record.place is None or not linked:
            return words.say("The match starts!")
        case Status.RUNNING:
            url = address(record.guild, record.place or record.channel)
            return words.say("The match has started: {url}", url=url)
        case Status.OVER:
            url = address(record.guild, record.place or record.channel)
            return words.say("The match is over: {url}", url=url)
        case Status.CALLED_OFF if roster.expired:
            return words.say("Nobody started it in time, so the invitation is closed.")
        case Status.CALLED_OFF if _nobody_left(loaded):
            players = words.listed(bold(names[user]) for user in roster.declined if user in names)
            return words.say(
                "❌ {players} can't make it, so the invitation is closed.", players=players
            )
        case Status.CALLED_OFF:
            return words.say("The invitation was called off.")


def _rows(
    loaded: Loaded, games: InstalledGames, words: Words, watch: str | None
) -> list[list[discord.ui.Item[Any]]]:
    match = loaded.record.id
    if loaded.status is Status.CALLED_OFF:
        return []
    if loaded.status is Status.RUNNING:
        # Translators: A button on the card of a running match: send me news about this match.
        notify = widgets.button(
            families.WATCH.spell(match, "ask"), words.say("Tell me"), emoji="🔔"
        )
        return [[_watch_button(match, watch, words), notify, more_button(match, words)]]
    if loaded.status is not Status.OPEN:
        return [[more_button(match, words)]]
    if loaded.roster.invited:
        row = [
            # Translators: A button, for people who were challenged.
            invitation_button(match, "accept", words.say("Accept"), Style.GOOD),
            invitation_button(match, "decline", words.say("Decline")),
        ]
    else:
        row = [
            # Translators: A button, for people who want to play.
            invitation_button(match, "join", words.say("Join"), Style.GOOD),
            # Translators: A button, for people who have joined.
            invitation_button(match, "leave", words.say("Leave")),
        ]
    if may_start(loaded):
        # Translators: A button, pressed by the host.
        row.append(invitation_button(match, "start", words.say("Start"), Style.MAIN))
    if may_fill(loaded):
        # Translators: A button, pressed by the host: computers take the seats that are free.
        row.append(invitation_button(match, "fill", words.say("Start with computers"), emoji="🤖"))
    about = [fair_button(match, words)]
    if games.guide(loaded.record.game).how_to_play is not None:
        about.insert(0, how_button(match, words))
    return [row, about]


def _watch_button(match: int, url: str | None, words: Words) -> discord.ui.Item[Any]:
    """Return a link to the match, or a button whose private answer leads there if the reader may
    see it.
    """
    # Translators: A button: go to a running match and watch it.
    label = words.say("👀 Watch")
    if url is None:
        return match_button(match, "watch", label)
    return widgets.link_button(label, url)
