"""Finished matches of a user, the latest first: five on a page, each with a replay."""

from bot.match.core.matches import Matches
from bot.match.statistics.played import NO_COUNTS, Counts
from bot.match.statistics.projections import HistoryEntry, HistoryPage, KeptResult
from bot.match.statistics.result import Fate, Result
from bot.match.statistics.results import own_end
from bot.match.statistics.store import StatisticsStore
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from cogs.base import custom_id_families as families
from cogs.base.figures import with_sign
from cogs.base.markup import bold, escaped
from cogs.posting.match_access import hidden_line
from cogs.posting.places import address
from cogs.statistics.pages import Reader, StatisticsSheet
from cogs.ui.layouts import page_buttons
from cogs.ui.match_controls import replay_button
from cogs.ui.names import Names
from render.words import points
from texts import Words

PAGE = 5
"""Matches per page: as many as a row has buttons."""


async def load_history(
    store: StatisticsStore, reader: Reader, user: UserId, start: int
) -> HistoryPage:
    """Return the page that begins with match `start`, counted from 0."""
    game = None if reader.every_game else reader.game_name
    guild = None if reader.everywhere else reader.guild
    return await store.history(guild, game, user, start=start, most=PAGE)


async def history_sheet(
    matches: Matches,
    reader: Reader,
    user: UserId,
    history: HistoryPage,
    names: Names,
    others: Counts = NO_COUNTS,
) -> StatisticsSheet:
    """Return a page; if it is empty, it names the `others`, finished matches by game."""
    words = reader.words
    lines = [reader.about(words.say("## 📜 Matches of {player}", player=escaped(names[user])))]
    nameable = await reader.nameable(past.match for past in history.matches)
    installed = [
        past for past in history.matches if not reader.every_game or past.game in reader.games.names
    ]
    visible = [past for past in installed if past.match in nameable]
    ended = [await _how_ended(matches, reader, past, user) for past in visible]
    lines += [
        _line(reader, past, user, names, end) for past, end in zip(visible, ended, strict=True)
    ]
    if hidden := len(installed) - len(visible):
        lines.append(hidden_line(hidden, words))
    if removed := len(history.matches) - len(installed):
        lines.append(
            words.count(
                "{count} match of a game that is no longer here",
                "{count} matches of games that are no longer here",
                removed,
            )
        )
    if not history.matches:
        lines.append(none_yet(reader, others))
    else:
        lines.append(
            words.say(
                "-# {first} to {last} of {total}",
                first=history.start + 1,
                last=history.start + len(history.matches),
                total=history.total,
            )
        )
    rows = [[replay_button(past.match, 1, "open", f"#{past.match}", "⏯️") for past in visible]]

    def page(start: int, which: str) -> str:
        game = families.EVERY_GAME if reader.every_game else reader.game_name
        return families.HISTORY.spell(reader.user, user, start, which, game)

    rows.append(page_buttons(page, history.start, PAGE, history.total, words))
    return StatisticsSheet(("\n".join(lines),), rows=[row for row in rows if row])


async def _how_ended(matches: Matches, reader: Reader, past: HistoryEntry, user: UserId) -> str:
    words = reader.words
    for result in past.results:
        if result.user == user:
            return _outcome(words, result, len(past.results))
    try:
        loaded = await matches.load(past.match)
    except Refusal:  # it can't be read any more
        return words.say("without a result")
    end = own_end(loaded, user)
    return words.say("without a result") if end is None else _end(words, end, loaded.seats)


def _line(reader: Reader, past: HistoryEntry, user: UserId, names: Names, ended: str) -> str:
    words = reader.words
    number = f"#{past.match}"
    if past.place is not None and not reader.everywhere:
        number = f"[{number}]({address(reader.guild, past.place, past.message)})"
    first = f"**{number}** · <t:{past.ended}:d>"
    if reader.every_game:
        first = f"{first} · {reader.games.title(past.game)}"
    game = reader.games.newest(past.game) if reader.every_game else reader.game
    alone = max(game.info.seats) == 1
    others = [other for other in past.people if other != user]
    if not others and alone:
        return f"{first} · {ended}"
    if not others:
        company = words.say("against computers")
        return f"{first} · {ended}\n-# {company}"
    by_place = {result.user: result.place for result in past.results if result.place is not None}
    others.sort(key=lambda other: (by_place.get(other, 99), other))
    people = words.listed(
        words.say("{player} (place {place})", player=bold(names[other]), place=by_place[other])
        if other in by_place
        else bold(names[other])
        for other in others
    )
    company = words.say("with {players}", players=people)
    return f"{first} · {ended}\n-# {company}"


def _outcome(words: Words, mine: KeptResult, people: int) -> str:
    end = _end(words, mine, people)
    if mine.after is None or mine.change is None:
        return end
    return words.say(
        "{result} · rating {rating} ({change})",
        result=end,
        rating=mine.after.shown,
        change=with_sign(mine.change),
    )


def _end(words: Words, mine: KeptResult | Result, players: int) -> str:
    match mine.fate:
        case Fate.RESIGNED:
            return words.say("resigned")
        case Fate.REPLACED:
            return words.say("replaced for being late")
        case Fate.STAYED | Fate.TOOK_OVER if mine.place is None:
            return points(words, mine.points)
        case Fate.STAYED | Fate.TOOK_OVER if mine.place == 1:
            return words.say("🏆 won with {points}", points=points(words, mine.points))
        case Fate.STAYED | Fate.TOOK_OVER:
            return words.say(
                "place {place} of {people}, {points}",
                place=mine.place,
                people=players,
                points=points(words, mine.points),
            )


def none_yet(reader: Reader, others: Counts) -> str:
    words = reader.words
    if games := reader.elsewhere(others):
        return words.say(
            "No match of this game is finished yet. Finished in other games: {games}.", games=games
        )
    if reader.everywhere or (reader.alone and not reader.every_game):
        return words.say("No match is finished yet.")
    return words.say("No match is finished yet. `/challenge` someone!")
