"""The terms of a tournament in words."""

from collections.abc import Mapping

from bot.match.tournaments.round_time import TURNS, turns_in_round
from bot.match.tournaments.terms import MOST, Format, Seeding, Terms
from cogs.ui.paces import each_turn
from texts import Words, mark

FORMATS: Mapping[Format, str] = {
    Format.KNOCKOUT: mark("Knockout"),
    Format.ROUND_ROBIN: mark("Round robin"),
    Format.SWISS: mark("Swiss system"),
    Format.GROUPS: mark("Groups, then a final"),
    Format.LEAGUE: mark("League"),
}
SEEDINGS: Mapping[Seeding, str] = {
    Seeding.RATING: mark("By rating"),
    Seeding.LOT: mark("By lot"),
}


def format_name(chosen: Format, words: Words) -> str:
    return words.say(FORMATS[chosen])


def format_sentence(terms: Terms, words: Words) -> str:
    match terms.format:
        case Format.KNOCKOUT:
            return words.say("Knockout: who loses is out, and the last one wins.")
        case Format.ROUND_ROBIN:
            return words.say("Round robin: everybody meets everybody.")
        case Format.SWISS if terms.rounds is not None:
            return words.count(
                "Swiss system, {count} round: you meet people who have done as well as you.",
                "Swiss system, {count} rounds: you meet people who have done as well as you.",
                terms.rounds,
            )
        case Format.SWISS:
            return words.say("Swiss system: you meet people who have done as well as you.")
        case Format.GROUPS:
            return words.count(
                "Groups of about {size}: the best of each comes to a knockout.",
                "Groups of about {size}: the best {count} of each come to a knockout.",
                terms.advance,
                size=terms.group,
            )
        case Format.LEAGUE:
            return words.count(
                "League: seasons in groups of about {size}; after each, {count} of each group "
                "moves up and {count} down.",
                "League: seasons in groups of about {size}; after each, {count} of each group "
                "move up and {count} down.",
                terms.movers,
                size=terms.group,
            )


def seats_phrase(terms: Terms, words: Words) -> str:
    return words.count("{count} at a table", "{count} at a table", terms.seats)


def chosen_maximum(terms: Terms) -> int | None:
    """Return the largest number of entrants, or None if only the bot's own limit applies."""
    return None if terms.most == MOST else terms.most


def poster_detail(terms: Terms, words: Words) -> str:
    return f"{format_name(terms.format, words)} · {seats_phrase(terms, words)}"


def terms_lines(terms: Terms, game: str, words: Words) -> list[str]:
    lines = [
        format_sentence(terms, words),
        words.say("{game} · {seats}", game=game, seats=seats_phrase(terms, words)),
        each_turn(terms.pace, words),
    ]
    if terms.days is not None:
        lines.append(length_line(terms, terms.days, words))
    if terms.closes is not None:
        lines.append(words.say("📅 Starts <t:{at}:f> (<t:{at}:R>).", at=terms.closes))
    else:
        lines.append(words.say("📅 Starts when a moderator says so."))
    if terms.opens_check_in is not None:
        lines.append(
            words.say(
                "🙋 Say that you're there from <t:{at}:f> on, or you lose your place.",
                at=terms.opens_check_in,
            )
        )
    return lines


def few_turns(terms: Terms, words: Words) -> str:
    """Return a warning if the pace allows only few turns per round; otherwise ""."""
    turns = turns_in_round(terms)
    if turns is None or turns >= TURNS:
        return ""
    return words.count(
        "⚠️ A round has time for {count} whole turn at this pace, so many matches will end "
        "unfinished, by their points. More days or a faster pace give them more time.",
        "⚠️ A round has time for {count} whole turns at this pace, so many matches will end "
        "unfinished, by their points. More days or a faster pace give them more time.",
        turns,
    )


def length_line(terms: Terms, days: int, words: Words) -> str:
    if terms.format is Format.LEAGUE:
        return words.count(
            "⏳ A season lasts {count} day.", "⏳ A season lasts {count} days.", days
        )
    return words.count(
        "⏳ A round lasts {count} day at most.", "⏳ A round lasts {count} days at most.", days
    )
