"""Name and description of a tournament's event on Discord, in the server's language.

Discord shows both as plain text, in the event and in its members' notifications.
"""

from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.state import TournamentStatus
from cogs.base.markup import unformatted
from cogs.base.text_limits import cut
from cogs.tournaments.terms_lines import format_sentence, length_line, seats_phrase
from cogs.ui.paces import each_turn
from texts import Words

NAME, DESCRIPTION = 100, 1000


def event_mark(loaded: LoadedTournament) -> str:
    return f"T{loaded.row.number}"


def event_text(loaded: LoadedTournament, game: str, season: int, words: Words) -> tuple[str, str]:
    """Return name and description; `season` is that of a league or 0, and `game` the game's title.

    The description ends with the tournament's number, by which the bot recognizes the event.
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
    mark = event_mark(loaded)
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
