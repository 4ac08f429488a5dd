"""Two players against each other as a message: the picture, and the same as text."""

from functools import partial

from bot.match.statistics.played import NO_COUNTS, Counts
from bot.match.statistics.profile import HeadToHead, OpponentSide, head_to_head
from bot.match.statistics.store import StatisticsStore
from bot.match.values.players import UserId
from cogs.base.figures import decimal
from cogs.base.markup import bold, escaped
from cogs.drawing.queue import DrawingQueue
from cogs.posting.match_access import hidden_line
from cogs.statistics.pages import Reader, StatisticsSheet
from cogs.ui.names import Names
from render.charts.head_to_head import Duel, draw_versus
from texts import Words


async def load_head_to_head(
    store: StatisticsStore, reader: Reader, one: UserId, other: UserId
) -> HeadToHead:
    guild, game = reader.guild, reader.game_name
    pairs = await store.between(guild, game, one, other)
    exchanges = await store.gifts(guild, game, one)
    return head_to_head(pairs, (one, other), exchanges, fewest=reader.statistics.fewest)


async def versus_sheet(
    drawing: DrawingQueue,
    reader: Reader,
    duel_data: HeadToHead,
    names: Names,
    others: Counts = NO_COUNTS,
) -> StatisticsSheet:
    """Return the comparison; without a match it names the `others`, matches by game."""
    words = reader.words
    one, other = (names[side.user] for side in duel_data.sides)
    heading = reader.about(
        words.say("## ⚔️ {one} against {other}", one=escaped(one), other=escaped(other))
    )
    if not duel_data.matches:
        none = words.say("They haven't finished a match together yet.")
        if games := reader.elsewhere(others):
            none = words.say(
                "They haven't finished a match of this game together yet. "
                "Finished in other games: {games}.",
                games=games,
            )
        return StatisticsSheet((f"{heading}\n{none}",))
    duel = Duel(
        (one, other),
        (duel_data.sides[0].ahead, duel_data.sides[1].ahead),
        reader.about(_subtitle(words, duel_data)),
        tuple(_rows(reader, duel_data)),
        tuple(side for _, side in duel_data.last),
        words.say("Latest first"),
    )
    picture = await drawing.draw(partial(draw_versus, duel, reader.pictures, words, reader.theme))
    nameable = await reader.nameable(match for match, _ in duel_data.last)
    hidden = len(duel_data.last) - len(nameable)
    lines = [
        words.say("**Latest first**"),
        *(
            _match(words, match, side, (one, other))
            for match, side in duel_data.last
            if match in nameable
        ),
        *([hidden_line(hidden, words)] if hidden else ()),
        words.say("-# Whoever placed higher wins here, also in matches of three or four."),
    ]
    return StatisticsSheet(("\n".join(lines),), ((f"versus{picture.suffix}", picture),))


def _match(words: Words, match: int, side: int, names: tuple[str, str]) -> str:
    if side < 0:
        return words.say("#{match} · tied", match=match)
    return words.say("#{match} · {player}", match=match, player=bold(names[side]))


def _subtitle(words: Words, duel_data: HeadToHead) -> str:
    matches = words.count("{count} match", "{count} matches", duel_data.matches)
    if not duel_data.even:
        return matches
    return words.say("{matches}, {even} of them tied", matches=matches, even=duel_data.even)


def _rows(reader: Reader, duel_data: HeadToHead) -> list[tuple[str, tuple[str, str]]]:
    words, (one, other) = reader.words, duel_data.sides
    rows = [(words.say("Matches won"), (str(one.wins), str(other.wins)))]
    if one.best is not None and other.best is not None:
        rows += [
            (words.say("Points per match"), (_mean(words, one), _mean(words, other))),
            (words.say("Best match"), (str(one.best), str(other.best))),
        ]
    for name in reader.statistics.gifts:
        amounts = [str(dict(side.given).get(name, 0)) for side in duel_data.sides]
        rows.append((reader.screens.gift(words, name).to_other, (amounts[0], amounts[1])))
    left = (words.say("Matches left early"), (str(one.resigned), str(other.resigned)))
    return [*rows, left]


def _mean(words: Words, side: OpponentSide) -> str:
    return decimal(words, side.points / side.whole)
