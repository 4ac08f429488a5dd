"""Somebody's matches that are over, the latest first: five on a page, each can be seen again."""

from bot.match.glory import GloryStore, Past, Pasts, Taken
from bot.match.holders import UserId
from bot.match.types import Fate
from cogs.hall.buttons import HistoryButton
from cogs.hall.honours import signed
from cogs.hall.sheets import Names, Reader, Sheet, turner
from cogs.names import bold, escaped
from cogs.play import ids
from cogs.play.places import address
from cogs.replay.items import replay_button
from render.games.dice_miner.words import points
from texts import Words

PAGE = 5
"""Matches on a page: as many as a row has buttons."""


class Histories:
    """Makes pages of histories."""

    def __init__(self, glory: GloryStore) -> None:
        self._glory = glory

    async def page(self, reader: Reader, user: UserId, start: int) -> Pasts:
        """The page that begins at the match `start`, counted from 0."""
        return await self._glory.history(reader.guild, user, start=start, most=PAGE)

    def sheet(self, reader: Reader, user: UserId, pasts: Pasts, names: Names) -> Sheet:
        """The page as a message."""
        words = reader.words
        told = [words.say("## 📜 Matches of {player}", player=escaped(names[user]))]
        told += [_told(reader, past, user, names) for past in pasts.matches]
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
            back = ids.history(asker, user, max(start - PAGE, 0), "back")
            on = ids.history(asker, user, start + PAGE, "on")
            rows.append(
                [
                    HistoryButton(turner("back", back, words, possible=start > 0)),
                    HistoryButton(turner("on", on, words, possible=start + PAGE < pasts.total)),
                ]
            )
        return Sheet(("\n".join(told),), rows=[row for row in rows if row])


def _told(reader: Reader, past: Past, user: UserId, names: Names) -> str:
    """A match in two lines."""
    words = reader.words
    number = f"#{past.match}"
    if past.place is not None:
        number = f"[{number}]({address(reader.guild, past.place, past.message)})"
    mine = next((taken for taken in past.taken if taken.user == user), None)
    first = f"**{number}** · <t:{past.ended}:d>"
    if mine is None:
        second = words.say("without a result")
    else:
        second = _outcome(words, mine, len(past.taken))
    others = [other for other in past.people if other != user]
    if not others:
        alone = words.say("against computers")
        return f"{first} · {second}\n-# {alone}"
    by_place = {taken.user: taken.place for taken in past.taken}
    others.sort(key=lambda other: (by_place.get(other, 99), other))
    people = words.listed(
        words.say("{player} (place {place})", player=bold(names[other]), place=by_place[other])
        if other in by_place
        else bold(names[other])
        for other in others
    )
    company = words.say("with {players}", players=people)
    return f"{first} · {second}\n-# {company}"


def _outcome(words: Words, mine: Taken, people: int) -> str:
    """Place, points, rating."""
    match mine.fate:
        case Fate.RESIGNED:
            told = words.say("resigned")
        case Fate.REPLACED:
            told = words.say("replaced for being late")
        case Fate.STAYED | Fate.TOOK_OVER if mine.place == 1:
            told = words.say("🏆 won with {points}", points=points(words, mine.points))
        case Fate.STAYED | Fate.TOOK_OVER:
            told = words.say(
                "place {place} of {people}, {points}",
                place=mine.place,
                people=people,
                points=points(words, mine.points),
            )
    if mine.after is None or mine.change is None:
        return told
    return words.say(
        "{result} · rating {rating} ({change})",
        result=told,
        rating=mine.after.shown,
        change=signed(mine.change),
    )
