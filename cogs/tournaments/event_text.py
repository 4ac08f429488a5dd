"""Name and description of a tournament's event on Discord, in the server's language.

Discord shows both as plain text, in the event and in its members' notifications.
"""

import logging
import re

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.messages import MessageKey, MessageKind
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.records import TournamentRow
from bot.match.tournaments.state import TournamentStatus
from cogs.base.discord_errors import DISCORD_TROUBLE, clause
from cogs.base.markup import unformatted
from cogs.base.text_limits import cut
from cogs.kit import Kit
from cogs.posting.audience import is_visible_to_all
from cogs.tournaments.terms_lines import format_sentence, length_line, seats_phrase
from cogs.ui.paces import each_turn
from texts import Words

_log = logging.getLogger(__name__)

NAME, DESCRIPTION = 100, 1000
MARK = re.compile(r"T\d+")


def event_mark(row: TournamentRow) -> str:
    """Return the last word of an event's description, by which the bot recognizes it."""
    return f"T{row.number}"


def event_text(loaded: LoadedTournament, game: str, season: int, words: Words) -> tuple[str, str]:
    """Return name and description; `season` is that of a league or 0, and `game` the game's
    title.
    """
    terms = loaded.state.terms
    name = terms.name
    if season:
        name = words.say("{tournament}: season {number}", tournament=name, number=season)
    lines = [
        _state(loaded, words),
        format_sentence(terms, words),
        words.say("{game} · {seats}", game=game, seats=seats_phrase(terms, words)),
        each_turn(terms.pace, words),
    ]
    if terms.days is not None:
        lines.append(length_line(terms, terms.days, words))
    mark = event_mark(loaded.row)
    text = cut(unformatted("\n".join(lines)), DESCRIPTION - len(mark) - 1)
    return cut(name, NAME), f"{text}\n{mark}"


def _state(loaded: LoadedTournament, words: Words) -> str:
    state = loaded.state
    if state.status is TournamentStatus.RUNNING:
        return words.say("The matches are being played. The message linked here has the standings.")
    if state.terms.closes is None:
        return words.say(
            "Registration is open until a moderator starts the tournament. Press Join in the "
            "message linked here."
        )
    return words.say("Registration is open until the start. Press Join in the message linked here.")


async def event_lines(kit: Kit, loaded: LoadedTournament, words: Words) -> list[str]:
    """Update the event of a tournament now; return a line for the moderator who wants it."""
    guild, channel = loaded.row.guild, loaded.row.channel
    if not loaded.state.terms.event:
        return []
    home, key = kit.client.get_guild(guild), MessageKey(MessageKind.EVENT, loaded.row.id)
    try:
        await kit.projector.show(key)
        row = await kit.stores.messages.row(key)
    except DISCORD_TROUBLE as error:
        text = words.say(
            "⚠️ I can't add it to this server's events just now: {clause}.",
            clause=clause(error, words),
        )
        return [text, words.say("I try again later, at least once a day.")]
    except StoreTrouble as error:
        _log.warning("The event of tournament %d comes later: %r", loaded.row.id, error)
        return [words.say("⚠️ I can't add it to this server's events just now, and keep trying.")]
    if row is None:
        return [
            words.say(
                "📅 Its event was removed or ended by hand, so I make no other. To have one "
                "again, use `/tournament edit` with `event:False`, then with `event:True`."
            )
        ]
    if row.message is not None:
        url = f"https://discord.com/events/{guild}/{row.message}"
        return [words.say("📅 It is among this server's events: {url}", url=url)]
    if home is not None and not is_visible_to_all(home, channel):
        return [
            words.say(
                "⚠️ It isn't among this server's events, which the whole server sees, because not "
                "everyone can see <#{channel}>.",
                channel=channel,
            )
        ]
    return [words.say("⚠️ I can't add it to this server's events just now, and keep trying.")]
