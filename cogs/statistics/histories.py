"""Somebody's matches that are over, the latest first: five on a page, each can be seen again."""

from bot.match.errors import Refusal
from bot.match.holders import UserId
from bot.match.matches import Matches
from bot.match.statistics.projections import GloryStore, Past, Pasts, Taken
from bot.match.statistics.results import own_end
from bot.match.types import Fate, Result
from cogs.interactions import custom_ids
from cogs.posting.places import address
from cogs.replay.controls import replay_button
from cogs.statistics.after_match import signed
from cogs.statistics.pages import Names, Reader, Sheet, turner
from cogs.ui.markup import bold, escaped
from render.words import points
from texts import Words

PAGE = 5
"""Matches on a page: as many as a row has buttons."""


class Histories:
    """Makes pages of histories."""

    def __init__(self, glory: GloryStore, matches: Matches) -> None:
        self._glory = glory
        self._matches = matches

    async def page(self, reader: Reader, user: UserId, start: int) -> Pasts:
        """The page that begins at the match `start`, counted from 0."""
        return await self._glory.history(reader.guild, user, start=start, most=PAGE)

    async def sheet(self, reader: Reader, user: UserId, pasts: Pasts, names: Names) -> Sheet:
        """The page as a message."""
        words = reader.words
        told = [words.say("## 📜 Matches of {player}", player=escaped(names[user]))]
        ended = [await self._ended(reader, past, user) for past in pasts.matches]
        told += [
            _told(reader, past, user, names, end)
            for past, end in zip(pasts.matches, ended, strict=True)
        ]
        if not pasts.matches:
            told.append(words.say("No match is finished yet. `/challenge` someone!"))
        else:
            told.append(
                words.say(
                    "-# {first} to {last} of {total}",
                    first=pasts.start + 1,
                    last=pasts.start + len(pasts.matches),
                    total=pasts.total,
                )
            )
        rows = [
            [replay_button(past.match, 1, "open", f"#{past.match}", "⏯️") for past in pasts.matches]
        ]
        if pasts.total > PAGE:
            asker, start = reader.user, pasts.start
            back = custom_ids.history(asker, user, max(start - PAGE, 0), "back")
            on = custom_ids.history(asker, user, start + PAGE, "on")
            rows.append(
                [
                    turner("back", back, words, possible=start > 0),
                    turner("on", on, words, possible=start + PAGE < pasts.total),
                ]
            )
        return Sheet(("\n".join(told),), rows=[row for row in rows if row])

    async def _ended(self, reader: Reader, past: Past, user: UserId) -> str:
        """How a match ended for somebody; what counts for nothing is read from its log."""
        words = reader.words
        for taken in past.taken:
            if taken.user == user:
                return _outcome(words, taken, len(past.taken))
        try:
            loaded = await self._matches.look(past.match)
        except Refusal:  # it can't be read any more
            return words.say("without a result")
        found = own_end(loaded, user)
        return words.say("without a result") if found is None else _end(words, found, loaded.seats)


def _told(reader: Reader, past: Past, user: UserId, names: Names, ended: str) -> str:
    """A match in two lines."""
    words = reader.words
    number = f"#{past.match}"
    if past.place is not None:
        number = f"[{number}]({address(reader.guild, past.place, past.message)})"
    first = f"**{number}** · <t:{past.ended}:d>"
    others = [other for other in past.people if other != user]
    if not others:
        alone = words.say("against computers")
        return f"{first} · {ended}\n-# {alone}"
    by_place = {taken.user: taken.place for taken in past.taken}
    others.sort(key=lambda other: (by_place.get(other, 99), other))
    people = words.listed(
        words.say("{player} (place {place})", player=bold(names[other]), place=by_place[other])
        if other in by_place
        else bold(names[other])
        for other in others
    )
    company = words.say("with {players}", players=people)
    return f"{first} · {ended}\n-# {company}"


def _outcome(words: Words, mine: Taken, people: int) -> str:
    """Place, points, rating."""
    told = _end(words, mine, people)
    if mine.after is None or mine.change is None:
        return told
    return words.say(
        "{result} · rating {rating} ({change})",
        result=told,
        rating=mine.after.shown,
        change=signed(mine.change),
    )


def _end(words: Words, mine: Taken | Result, players: int) -> str:
    """Place and points, or why there are none."""
    match mine.fate:
        case Fate.RESIGNED:
            return words.say("resigned")
        case Fate.REPLACED:
            return words.say("replaced for being late")
        case Fate.STAYED | Fate.TOOK_OVER if mine.place == 1:
            return words.say("🏆 won with {points}", points=points(words, mine.points))
        case Fate.STAYED | Fate.TOOK_OVER:
            return words.say(
                "place {place} of {people}, {points}",
                place=mine.place,
                people=players,
                points=points(words, mine.points),
            )
