"""Lists the data about a user in plain words."""

from bot.match.forgetting.store import MOVES, STAYING_DAYS, TYPED, PersonalData
from cogs.base.markup import escaped
from texts import Words, mark, mark_count

COUNTED = {
    "user_setting": mark_count("{count} setting of your own", "{count} settings of your own"),
    "absence": mark_count("{count} time away", "{count} times away"),
    "watch": mark_count(
        "{count} match of others that you get messages about",
        "{count} matches of others that you get messages about",
    ),
    "plan": mark_count("{count} plan for a turn", "{count} plans for turns"),
    "holder": mark_count(
        "{count} open invitation or running match with you in it",
        "{count} open invitations and running matches with you in them",
    ),
    "bar.user": mark_count(
        "{count} server where a moderator has barred you",
        "{count} servers where moderators have barred you",
    ),
    "bar.moderator": mark_count(
        "{count} member you have barred", "{count} members you have barred"
    ),
    "forgotten_bar": mark_count(
        "{count} member you have barred who has been forgotten since",
        "{count} members you have barred who have been forgotten since",
    ),
    "forgotten_bar.person": mark_count(
        "{count} server where a moderator had barred you before you were forgotten: the "
        "bar stays, as a keyed hash in place of your number",
        "{count} servers where moderators had barred you before you were forgotten: the "
        "bars stay, as keyed hashes in place of your number",
    ),
    "match": mark_count("{count} match you opened", "{count} matches you opened"),
    "match_event": mark_count(
        "{count} line in the history of a match: that you were invited, joined, sat "
        "down, voted or resigned, and when",
        "{count} lines in the histories of matches: that you were invited, joined, sat "
        "down, voted or resigned, and when",
    ),
    "deadline": mark_count(
        "{count} deadline of a match that is waiting for you",
        "{count} deadlines of matches that are waiting for you",
    ),
    "message": mark_count(
        "{count} message to you that is planned, such as a reminder",
        "{count} messages to you that are planned, such as reminders",
    ),
    "ping.sender": mark_count(
        "{count} ping you caused in the last day", "{count} pings you caused in the last day"
    ),
    "ping.receiver": mark_count(
        "{count} ping you got in the last day", "{count} pings you got in the last day"
    ),
    "took_part": mark_count(
        "{count} finished match with you in it", "{count} finished matches with you in them"
    ),
    "result": mark_count(
        "{count} result: place, points, rating, and what you did in numbers",
        "{count} results: places, points, ratings, and what you did in numbers",
    ),
    "tally": mark_count(
        "{count} line of totals for leaderboards", "{count} lines of totals for leaderboards"
    ),
    "tally_count": mark_count(
        "{count} line of totals for a game's own leaderboards",
        "{count} lines of totals for a game's own leaderboards",
    ),
    "day_match": mark_count(
        "{count} puzzle of a day, and its points", "{count} puzzles of a day, and their points"
    ),
    "day_guild": mark_count(
        "{count} note of a server where you asked for a day's puzzle",
        "{count} notes of servers where you asked for a day's puzzle",
    ),
    "day_tally": mark_count(
        "{count} line of totals for the leaderboards of days",
        "{count} lines of totals for the leaderboards of days",
    ),
    STAYING_DAYS: mark_count(
        "{count} day's puzzle you played before you were forgotten: a keyed hash in place of your "
        "number, until a later day begins",
        "{count} days' puzzles you played before you were forgotten: keyed hashes in place of your "
        "number, until a later day begins",
    ),
    "puzzle_answer": mark_count(
        "{count} puzzle you answered: your moves, when, and your rating after it",
        "{count} puzzles you answered: your moves, when, and your rating after each",
    ),
    "puzzle_guild": mark_count(
        "{count} note of a server where you opened a day's puzzle from a match",
        "{count} notes of servers where you opened a day's puzzle from a match",
    ),
    "puzzle_news": mark_count(
        "{count} withdrawn puzzle that you haven't been told about yet",
        "{count} withdrawn puzzles that you haven't been told about yet",
    ),
    "tournament_event.user": mark_count(
        "{count} line in the history of a tournament: that you joined, left or checked in, and "
        "when",
        "{count} lines in the histories of tournaments: that you joined, left or checked in, and "
        "when",
    ),
    "tournament_event.by_user": mark_count(
        "{count} line in the history of a tournament about what you did as its moderator",
        "{count} lines in the histories of tournaments about what you did as their moderator",
    ),
    "tournament_person": mark_count(
        "{count} tournament you take part in", "{count} tournaments you take part in"
    ),
    "trophy": mark_count(
        "{count} trophy from a tournament or a league",
        "{count} trophies from tournaments and leagues",
    ),
    "achievement": mark_count("{count} achievement", "{count} achievements"),
    "gift.giver": mark_count(
        "{count} note of what you gave someone in a match",
        "{count} notes of what you gave someone in a match",
    ),
    MOVES: mark_count(
        "{count} move in a match, and when you made it",
        "{count} moves in matches, and when you made them",
    ),
    "call": mark_count(
        "{count} turn you were called to, and whether you could see it",
        "{count} turns you were called to, and whether you could see them",
    ),
    "refusal.user": mark_count(
        "{count} person whose challenges you don't take",
        "{count} people whose challenges you don't take",
    ),
    "forgotten_refusal": mark_count(
        "{count} person who has been forgotten since, and whose challenges you don't take",
        "{count} people who have been forgotten since, and whose challenges you don't take",
    ),
    "gift.receiver": mark_count(
        "{count} note of what someone gave you in a match",
        "{count} notes of what someone gave you in a match",
    ),
    TYPED: mark_count(
        "{count} word you typed into the dice of a match",
        "{count} words you typed into the dice of matches",
    ),
}
ONCE = {
    "rest_news": mark("What the others were last told about your days off and quiet hours"),
    "forgetting": mark("Your request to be forgotten, which isn't done yet"),
}


def personal_data_text(words: Words, data: PersonalData) -> str:
    if not data:
        return words.say("Nothing about you is kept.")
    lines = [_line(words, name, len(rows)) for name, rows in data.items()]
    return "\n".join(f"- {line}" for line in [*lines, *_settings(words, data)])


def _settings(words: Words, kept: PersonalData) -> list[str]:
    return [
        words.say(
            "Setting `{name}`: {value}", name=str(row["name"]), value=escaped(str(row["value"]))
        )
        for row in kept.get("user_setting", ())
    ]


def _line(words: Words, name: str, count: int) -> str:
    return words.say(ONCE[name]) if name in ONCE else words.count(*COUNTED[name], count)
