"""Two people against each other as a message: the picture, and the same as text."""

import asyncio

from bot.match.holders import UserId
from bot.match.statistics.profile import Half, Versus, versus
from bot.match.statistics.projections import GloryStore
from cogs.statistics.leaderboards import decimal
from cogs.statistics.pages import Names, Reader, Sheet
from cogs.ui.markup import bold, escaped
from render.charts.head_to_head import Duel, Row, draw_versus
from render.games.dice_miner.pictures import PICTURES
from texts import Words


class HeadToHeads:
    """Makes them."""

    def __init__(self, glory: GloryStore) -> None:
        self._glory = glory

    async def known(self, guild: int, one: UserId, other: UserId) -> Versus:
        """What is known of these two."""
        pairs = await self._glory.between(guild, one, other)
        beers = await self._glory.beers(guild, one)
        given = next(((b.given, b.got) for b in beers if b.friend == other), (0, 0))
        return versus(pairs, (one, other), given)

    async def sheet(self, reader: Reader, found: Versus, names: Names) -> Sheet:
        """The message."""
        words = reader.words
        one, other = (names[half.user] for half in found.halves)
        heading = words.say("## ⚔️ {one} against {other}", one=escaped(one), other=escaped(other))
        if not found.matches:
            none = words.say("They haven't finished a match together yet.")
            return Sheet((f"{heading}\n{none}",))
        duel = Duel(
            (one, other),
            (found.halves[0].ahead, found.halves[1].ahead),
            _subtitle(words, found),
            tuple(_rows(words, found)),
            tuple(side for _, side in found.last),
            words.say("Latest first"),
        )
        picture = await asyncio.to_thread(draw_versus, duel, PICTURES, words, reader.theme)
        told = [
            words.say("**Latest first**"),
            *(_match(words, match, side, (one, other)) for match, side in found.last),
            words.say("-# Whoever placed higher wins here, also in matches of three or four."),
        ]
        return Sheet(("\n".join(told),), ((f"versus{picture.suffix}", picture),))


def _match(words: Words, match: int, side: int, names: tuple[str, str]) -> str:
    if side < 0:
        return words.say("#{match} · tied", match=match)
    return words.say("#{match} · {player}", match=match, player=bold(names[side]))


def _subtitle(words: Words, found: Versus) -> str:
    matches = words.count("{count} match", "{count} matches", found.matches)
    if not found.even:
        return matches
    return words.say("{matches}, {even} of them tied", matches=matches, even=found.even)


def _rows(words: Words, found: Versus) -> list[Row]:
    one, other = found.halves

    def row(label: str, first: str, second: str) -> Row:
        return Row(label, (first, second))

    rows = [row(words.say("Matches won"), str(one.wins), str(other.wins))]
    if one.whole:
        rows += [
            row(words.say("Points per match"), _mean(words, one), _mean(words, other)),
            row(words.say("Best match"), str(one.best), str(other.best)),
        ]
    return [
        *rows,
        # Translators: How many each of the two has given to the other.
        row(words.say("Beers for the other"), str(one.given), str(other.given)),
        row(words.say("Matches left early"), str(one.resigned), str(other.resigned)),
    ]


def _mean(words: Words, half: Half) -> str:
    return decimal(words, half.points / half.whole)
