"""Lists what is kept about somebody, in plain words."""

from bot.match.people.forgetting import MOVES, TYPED, PersonalData
from cogs.ui.markup import escaped
from texts import Words


def kept_said(words: Words, kept: PersonalData) -> str:
    """A line for each kind of data, with how much of it there is."""
    if not kept:
        return words.say("Nothing about you is kept.")
    lines = [_line(words, name, len(rows)) for name, rows in kept.items()]
    return "\n".join(f"- {line}" for line in [*lines, *_settings(words, kept)])


def _settings(words: Words, kept: PersonalData) -> list[str]:
    """A line for each setting."""
    return [
        words.say(
            "Setting `{name}`: {value}",
            name=str(row["name"]),
            value=escaped(str(row["value"])),
        )
        for row in kept.get("user_setting", ())
    ]


def _line(words: Words, name: str, count: int) -> str:
    if name.split(".")[0] in ("result", "tally", "tally_count", "achievement", "took_part", "gift"):
        return _statistics(words, name, count)
    if name in ("deadline", "reminder", "call"):
        return _turn(words, name, count)
    if name.split(".")[0] in ("ping", "refusal"):
        return _others(words, name, count)
    if name == TYPED:
        return words.count(
            "{count} word you typed into the dice of a match",
            "{count} words you typed into the dice of matches",
            count,
        )
    match name:
        case "user_setting":
            return words.count("{count} setting of your own", "{count} settings of your own", count)
        case "absence":
            return words.count("{count} time away", "{count} times away", count)
        case "plan":
            return words.count("{count} plan for a turn", "{count} plans for turns", count)
        case "holder":
            return words.count(
                "{count} open invitation or running match with you in it",
                "{count} open invitations and running matches with you in them",
                count,
            )
        case "bar.user":
            return words.count(
                "{count} server where a moderator has barred you",
                "{count} servers where moderators have barred you",
                count,
            )
        case "bar.moderator":
            return words.count(
                "{count} member you have barred", "{count} members you have barred", count
            )
        case "forgotten_bar":
            return words.count(
                "{count} member you have barred who has been forgotten since",
                "{count} members you have barred who have been forgotten since",
                count,
            )
        case "forgotten_bar.person":
            return words.count(
                "{count} server where a moderator had barred you before you were forgotten: the "
                "bar stays, as a keyed hash in place of your number",
                "{count} servers where moderators had barred you before you were forgotten: the "
                "bars stay, as keyed hashes in place of your number",
                count,
            )
        case "match":
            return words.count("{count} match you opened", "{count} matches you opened", count)
        case "match_event":
            return words.count(
                "{count} line in the history of a match: that you were invited, joined, sat "
                "down, voted or resigned, and when",
                "{count} lines in the histories of matches: that you were invited, joined, sat "
                "down, voted or resigned, and when",
                count,
            )
        case "rest_news":
            return words.say("What the others were last told about your days off and quiet hours")
        case "forgetting":
            return words.say("Your request to be forgotten, which isn't done yet")
        case _:
            assert name == MOVES, f"what is kept as {name} has its words"
            return words.count(
                "{count} move in a match, and when you made it",
                "{count} moves in matches, and when you made them",
                count,
            )


def _turn(words: Words, name: str, count: int) -> str:
    match name:
        case "deadline":
            return words.count(
                "{count} deadline of a match that is waiting for you",
                "{count} deadlines of matches that are waiting for you",
                count,
            )
        case "reminder":
            return words.count(
                "{count} turn you may be reminded of",
                "{count} turns you may be reminded of",
                count,
            )
        case _:
            assert name == "call", f"what is kept as {name} has its words"
            return words.count(
                "{count} turn you were called to, and whether you could see it",
                "{count} turns you were called to, and whether you could see them",
                count,
            )


def _others(words: Words, name: str, count: int) -> str:
    match name:
        case "ping.sender":
            return words.count(
                "{count} ping you caused in the last day",
                "{count} pings you caused in the last day",
                count,
            )
        case "ping.receiver":
            return words.count(
                "{count} ping you got in the last day",
                "{count} pings you got in the last day",
                count,
            )
        case _:
            assert name == "refusal.user", f"what is kept as {name} has its words"
            return words.count(
                "{count} person whose challenges you don't take",
                "{count} people whose challenges you don't take",
                count,
            )


def _statistics(words: Words, name: str, count: int) -> str:
    match name:
        case "took_part":
            return words.count(
                "{count} finished match with you in it",
                "{count} finished matches with you in them",
                count,
            )
        case "result":
            return words.count(
                "{count} result: place, points, rating, and what you did in numbers",
                "{count} results: places, points, ratings, and what you did in numbers",
                count,
            )
        case "tally":
            return words.count(
                "{count} line of totals for leaderboards",
                "{count} lines of totals for leaderboards",
                count,
            )  # fmt: skip
        case "tally_count":
            return words.count(
                "{count} line of totals for a game's own leaderboards",
                "{count} lines of totals for a game's own leaderboards",
                count,
            )
        case "achievement":
            return words.count("{count} achievement", "{count} achievements", count)
        case "gift.giver":
            return words.count(
                "{count} note of what you gave someone in a match",
                "{count} notes of what you gave someone in a match",
                count,
            )
        case _:
            assert name == "gift.receiver", f"what is kept as {name} has its words"
            return words.count(
                "{count} note of what someone gave you in a match",
                "{count} notes of what someone gave you in a match",
                count,
            )
