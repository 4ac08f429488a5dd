"""The events of a match as text, one line per turn, so that a player who returns after hours has
little to read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from cogs.screens.base import Advances, Beside, Scene
from engine.core.types import Event, Seat
from engine.games.dynamine import events, mines
from engine.games.dynamine.content import Content
from engine.games.dynamine.scoring import mission_done
from engine.games.dynamine.state import Moving, Placing, Player, Roll, State
from games.dynamine.screens.content import card_icon, content_of, tile_icon
from render.games.dynamine.words import action_words, card_name
from texts import Words

Built = events.TileBuilt
Turned = events.TopTurned


@dataclass(frozen=True, slots=True)
class _Chosen(Event):
    """A tile that a seat has chosen but not yet placed."""

    seat: Seat
    tile: int
    moved: bool = False


OfTurn = (
    events.Guessed
    | events.DieRolled
    | events.PlusSpent
    | events.CardTaken
    | events.TileBuilt
    | events.TileMoved
    | events.TurnEnded
    | events.TopTurned
    | _Chosen
)


def tell(scene: Scene, advances: Advances, beside: Beside = Beside.NOTHING) -> list[str]:
    """Return a line for each turn, part of a turn, and start of a round, oldest first."""
    lines: list[str] = []
    happenings = [event for advance in advances for event in advance.events]
    if advances and (chosen := _chosen(advances[-1].position.state)):
        happenings.append(chosen)
    for seat, group in groupby(happenings, _seat):
        if seat is None:
            lines += [_table(scene, event, beside) for event in group]
        else:
            lines.append(
                _turn(scene, seat, [event for event in group if isinstance(event, OfTurn)])
            )
    return [line for line in lines if line]


def _chosen(state: State) -> _Chosen | None:
    seat = state.acting
    if seat is None:
        return None
    match state.stage:
        case Placing(pile):
            tile = state.tops[pile]
            return None if tile is None else _Chosen(seat, tile)
        case Moving(cell):
            return _Chosen(seat, mines.cells(state.players[seat].mine)[cell].tile, moved=True)
        case _:
            return None


def _seat(event: Event) -> Seat | None:
    """Return the seat whose turn the event belongs to, or None for events of the whole table."""
    return event.seat if isinstance(event, OfTurn) else None


def _turn(scene: Scene, seat: Seat, done: list[OfTurn]) -> str:
    """Return one line, for example “Ana · 🎲 4, 6 to spend · builds B3 and A1”."""
    parts = [part for part in _parts(scene, done) if part]
    return " · ".join([scene.name(seat), *parts]) if parts else ""


def _parts(scene: Scene, done: list[OfTurn]) -> Iterator[str]:
    words = scene.words
    for kind, group in groupby(done, type):
        if kind is Built:
            tiles = (_tile(scene, event) for event in group if isinstance(event, Built))
            yield words.say("builds {tiles}", tiles=words.listed(tiles))
        elif kind is Turned:
            turned = [_turned(scene, event) for event in group if isinstance(event, Turned)]
            # Translators: The tiles that lie open on their piles after a turn, such as “🟫 B3”.
            yield words.say("turns over {tiles}", tiles=words.listed(turned))
        else:
            yield from (_part(scene, event) for event in group)


def _part(scene: Scene, event: OfTurn) -> str:
    words, content = scene.words, content_of(scene)
    match event:
        case events.Guessed(number=None):
            return ""
        case events.Guessed(number=number):
            return words.say("guesses {number}", number=number)
        case events.DieRolled():
            return _roll(words, content, event)
        case events.PlusSpent():
            return words.say("spends a +1 token")
        case events.CardTaken(card=card):
            taken = content.cards[card]
            return words.say(
                "takes {icon} {card}",
                icon=card_icon(scene, taken),
                card=card_name(words, taken.name),
            )
        case events.TileMoved(tile=number, end=end):
            tile = content.tiles[number]
            return words.say(
                "moves {icon} {tile} to level {level}",
                icon=tile_icon(scene, tile),
                tile=tile.pile,
                level=end[0],
            )
        case _Chosen(tile=number, moved=True):
            tile = content.tiles[number]
            return words.say(
                # Translators: The player's current move, with a tile that is already in the mine.
                "is moving {icon} {tile}",
                icon=tile_icon(scene, tile),
                tile=tile.pile,
            )
        case _Chosen(tile=number):
            tile = content.tiles[number]
            return words.say(
                # Translators: What a player does right now.
                "is placing {icon} {tile}",
                icon=tile_icon(scene, tile),
                tile=tile.pile,
            )
        case events.TurnEnded(lost=0):
            return ""
        case events.TurnEnded(lost=lost):
            return words.count("{count} point left over", "{count} points left over", lost)
        case _:
            raise AssertionError("the caller handles TileBuilt and TopTurned events")


def _roll(words: Words, content: Content, event: events.DieRolled) -> str:
    match event.roll:
        case Roll.TURN if event.guessed:
            return words.say(
                "🎲 {face} as guessed, {budget} to spend", face=event.face, budget=event.budget
            )
        case Roll.TURN:
            return words.say("🎲 {face}, {budget} to spend", face=event.face, budget=event.budget)
        case Roll.REROLL:
            return words.say(
                "🎲 rerolls: {face} and {bonus} more, {budget} to spend",
                face=event.face,
                bonus=content.reroll_bonus,
                budget=event.budget,
            )
        case Roll.RAVEN:
            return words.say(
                "🐦‍⬛ the raven adds {face}, {budget} to spend",
                face=event.face,
                budget=event.budget,
            )


def _tile(scene: Scene, event: Built) -> str:
    words, tile = scene.words, content_of(scene).tiles[event.tile]
    if event.bonus:
        return words.say(
            # Translators: A tile, its level, and the building points that it brought.
            "{icon} {tile} on level {level} (+{bonus})",
            icon=tile_icon(scene, tile),
            tile=tile.pile,
            level=event.cell[0],
            bonus=event.bonus,
        )
    return words.say(
        # Translators: A tile that was built, with its level.
        "{icon} {tile} on level {level}",
        icon=tile_icon(scene, tile),
        tile=tile.pile,
        level=event.cell[0],
    )


def _turned(scene: Scene, event: Turned) -> str:
    tile = content_of(scene).tiles[event.tile]
    return f"{tile_icon(scene, tile)} {tile.pile}"


def _table(scene: Scene, event: Event, beside: Beside) -> str:
    words, content = scene.words, content_of(scene)
    match event:
        case events.StartDrawn(seat=seat):
            return words.say("🎲 {player} begins every round.", player=scene.name(seat))
        case events.MissionsDealt() | events.CardsOpened() if beside is not Beside.NOTHING:
            return ""  # the board's picture shows them
        case events.MissionsDealt(cards=dealt):
            names = (
                words.say(
                    "{player}: {card}",
                    player=scene.name(seat),
                    card=card_name(words, content.cards[card].name),
                )
                for seat, card in enumerate(dealt)
            )
            return words.say("🚩 Missions: {missions}.", missions=words.listed(names))
        case events.CardsOpened(cards=opened):
            names = (card_name(words, content.cards[card].name) for card in opened)
            return words.say("🃏 On the table: {cards}.", cards=words.listed(names))
        case events.TokenTurned(round=number, token=token):
            turned = content.round_tokens[token]
            action = action_words(words, turned.action)
            if action:
                return words.count(
                    "⛏️ Round {number}: {count} point for everybody, and {action}.",
                    "⛏️ Round {number}: {count} points for everybody, and {action}.",
                    turned.points,
                    number=number,
                    action=action,
                )
            return words.count(
                "⛏️ Round {number}: {count} point for everybody.",
                "⛏️ Round {number}: {count} points for everybody.",
                turned.points,
                number=number,
            )
        case events.MatchEnded():
            return ""
        case _:
            raise AssertionError(f"an event of another game: {event}")


def high_points(scene: Scene, advances: Advances) -> list[tuple[int, str]]:
    """Return the entry number and a sentence for each completed mission."""
    words, content = scene.words, content_of(scene)
    return [
        (
            advance.entry.seq,
            words.say(
                "🚩 {player}: {card}",
                player=scene.players[seat].name,
                card=card_name(words, content.cards[card].name),
            ),
        )
        for advance in advances
        for seat, card in missions_done(content, advance.position.state.players, advance.events)
    ]


def missions_done(
    content: Content, players: tuple[Player, ...], happenings: tuple[Event, ...]
) -> Iterator[tuple[Seat, int]]:
    """Yield the missions that these events completed; `players` is the State after them."""
    for event in happenings:
        match event:
            case events.TileBuilt(seat=seat, cell=cell):
                pass
            case events.TileMoved(seat=seat, start=start, end=cell) if start[0] != cell[0]:
                pass
            case _:
                continue
        player = players[seat]
        before = tuple(placed for placed in player.mine if placed.cell != cell)
        for card in player.cards:
            if not content.cards[card].mission or mission_done(content, before, card):
                continue
            if mission_done(content, player.mine, card):
                yield seat, card
