"""The table as alt text, or as text for players without pictures, from the same scene as the
picture.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine.core.types import Seat
from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.observation import Phase, SeenCard, SeenPlace, SeenPlacing, SeenTile
from render.games.dynamine.scene import TableScene
from render.games.dynamine.sheet import reward_facts, won_facts
from render.games.dynamine.words import (
    action_words,
    card_gives,
    card_name,
    joins_words,
    own_points,
    score_words,
    task_words,
    tile_words,
)
from render.names import plain_name
from render.picture import join_facts
from render.words import gain, points
from texts import Words


def alt_text(scene: TableScene, words: Words) -> str:
    return join_facts(_facts(scene, words))


def _facts(scene: TableScene, words: Words) -> Iterator[str]:
    """Yield the facts by importance. Lazily, because most of the last ones don't fit."""
    yield from standing_facts(scene, words)
    yield from choice_facts(scene, words)
    for seat in range(len(scene.players)):
        yield _total(scene, seat, words)
    yield from _new_tiles(scene, words)
    yield from reward_facts(scene, words)
    yield from _face_up(scene, words)
    yield from mine_facts(scene, scene.large, words)[1:]


def board_text(scene: TableScene, words: Words) -> str:
    first = scene.large
    others = [seat for seat in range(len(scene.players)) if seat != first]
    return "\n".join(
        (
            *standing_facts(scene, words),
            *choice_facts(scene, words),
            *_new_tiles(scene, words),
            *mine_facts(scene, first, words),
            *(fact for seat in others for fact in mine_facts(scene, seat, words, ends=False)),
            *supply_facts(scene, words),
            *_face_up(scene, words),
            *reward_facts(scene, words),
        )
    )


def _name(scene: TableScene, seat: Seat, words: Words) -> str:
    return plain_name(words, scene.players, seat)


def standing_facts(scene: TableScene, words: Words) -> list[str]:
    view, turn = scene.view, scene.view.turn
    if view.phase is Phase.FINISHED:
        return won_facts(scene, words)
    facts = []
    if view.round:
        facts.append(words.say("Round {number} of {all}.", number=view.round, all=view.rounds))
    if view.token is not None:
        action = action_words(words, view.token.action)
        values = {"points": gain(view.token.points), "action": action}
        if action:
            # Translators: A round token: its building points, and its action.
            facts.append(words.say("Round token: {points} and {action}.", **values))
        else:
            facts.append(words.say("Round token: {points}.", **values))
    if scene.past is not None:
        facts.append(words.say("The turn of {name}.", name=_name(scene, scene.past.seat, words)))
        return facts
    if turn is None:
        return facts
    name = _name(scene, turn.seat, words)
    facts.append(words.say("{name}: {task}.", name=name, task=task_words(words, view)))
    if turn.guess is not None:
        facts.append(words.say("The guess is {number}.", number=turn.guess))
    if turn.die is not None:
        facts.append(words.say("The die shows {number}.", number=turn.die))
    if turn.budget is not None:
        facts.append(
            words.count(
                "{count} building point is left.", "{count} building points are left.", turn.budget
            )
        )
    moves = sum(count for _, count in turn.rights)
    if moves:
        facts.append(words.count("{count} move is left.", "{count} moves are left.", moves))
    if turn.may_take_card:
        facts.append(words.say("A card may be taken."))
    return facts


def supply_text(scene: TableScene, words: Words) -> str:
    """Return the alt text of the supply: the piles that can be bought from, then all tiles."""
    names = ", ".join(pile.name for pile in scene.view.piles if pile.takeable)
    facts = [words.say("Can be built: {tiles}.", tiles=names)] if names else []
    return join_facts([*facts, *supply_facts(scene, words)])


def choice_facts(scene: TableScene, words: Words) -> list[str]:
    turn = scene.view.turn
    if turn is None or scene.past is not None:
        return []
    if turn.placing is not None:
        return _places(scene, turn.placing, words)
    facts = _buyable(scene, words)
    if turn.movable:
        letters = scene.letters
        cells = ", ".join(f"{letters[cell]} {cell_name(cell)}" for cell in turn.movable)
        # Translators: Tiles by letter and place, for example "A 1.1, B 3.0".
        facts.append(words.say("Can be moved: {tiles}.", tiles=cells))
    return facts


def _buyable(scene: TableScene, words: Words) -> list[str]:
    piles = [
        f"{pile.name} {tile_words(words, pile.top)}"
        for pile in scene.view.piles
        if pile.takeable and pile.top is not None
    ]
    # Translators: Tiles that can be taken now, for example "A1 EW; B2 W, altar 1".
    return [words.say("Can be built: {tiles}.", tiles="; ".join(piles))] if piles else []


def _places(scene: TableScene, placing: SeenPlacing, words: Words) -> list[str]:
    tile = tile_words(words, placing.tile)
    if placing.start is None:
        # Translators: The tile that is built now, for example "Tile B3: NEW, altar 1."
        facts = [words.say("Tile {pile}: {tile}.", pile=placing.tile.pile, tile=tile)]
    else:
        cell = cell_name(placing.start)
        facts = [words.say("Tile from {cell}: {tile}.", cell=cell, tile=tile)]
    letters = scene.letters
    return facts + [
        f"{letters[place.cell]}: {place_words(place, words)}" for place in placing.places
    ]


def place_words(place: SeenPlace, words: Words) -> str:
    """Return a place and its effect, as in ``2.1, joins 1.1, +9 (Altars +5, Veins +4).``

    Rewards come after the other points, because another player can take them.
    """
    rewards = place.gained.rewards
    parts = score_words(words, replace(place.gained, rewards=0), sign=True)
    facts = [cell_name(place.cell), joins_words(words, place.joins)]
    if place.bonus:
        facts.append(
            words.count("+{count} building point", "+{count} building points", place.bonus)
        )
    total = gain(own_points(place.gained))
    facts.append(f"{total} ({parts})" if parts else total)
    if rewards:
        # Translators: Points for rewards that a place would bring if the match ended now.
        facts.append(words.say("rewards {gain} for now", gain=gain(rewards)))
    return f"{', '.join(facts)}."


def preview_facts(scene: TableScene, token: str, words: Words) -> tuple[str, ...]:
    place = scene.place(token)
    if place is None or scene.placing is None:
        raise KeyError(token)
    tile = _places(scene, scene.placing, words)[0]
    return tile, f"{scene.letters[place.cell]}: {place_words(place, words)}"


def _total(scene: TableScene, seat: Seat, words: Words) -> str:
    score = scene.mine(seat).score
    values = {"name": _name(scene, seat, words), "points": points(words, score.total)}
    parts = score_words(words, score)
    if parts:
        return words.say("{name} has {points}: {parts}.", parts=parts, **values)
    return words.say("{name} has {points}.", **values)


def _new_tiles(scene: TableScene, words: Words) -> Iterator[str]:
    for seat in range(len(scene.view.mines)):
        new = [_tile(tile, words) for tile in scene.new_tiles(seat)]
        if new:
            name, tiles = _name(scene, seat, words), "; ".join(new)
            yield words.say("New in the mine of {name}: {tiles}.", name=name, tiles=tiles)


def _tile(tile: SeenTile, words: Words) -> str:
    return f"{cell_name(tile.cell)} {tile_words(words, tile.tile, tile.plus, built=True)}"


def _face_up(scene: TableScene, words: Words) -> list[str]:
    cards = "; ".join(
        f"{card_name(words, card.name)} ({card_gives(words, card)})" for card in scene.view.face_up
    )
    return [words.say("Cards on the table: {cards}.", cards=cards)] if cards else []


def mine_facts(
    scene: TableScene, seat: Seat, words: Words, *, ends: bool = True
) -> tuple[str, ...]:
    """Return sentences on one mine; with `ends`, also on its outer tiles and open cells."""
    mine = scene.mine(seat)
    name = _name(scene, seat, words)
    facts = [_total(scene, seat, words)]
    if mine.cards:
        cards = ", ".join(_card(card, words) for card in mine.cards)
        facts.append(words.say("Cards of {name}: {cards}.", name=name, cards=cards))
    if mine.plus:
        facts.append(words.say("+1 tokens: {count}.", count=mine.plus))
    for level in mine.levels:
        tiles = "; ".join(_tile(tile, words) for tile in mine.tiles if tile.cell[0] == level.level)
        if tiles:
            facts.append(words.say("Level {level}: {tiles}.", level=level.level, tiles=tiles))
    if not ends:
        return tuple(facts)
    outer = ", ".join(cell_name(tile.cell) for tile in mine.tiles if tile.outer)
    if outer:
        facts.append(words.say("Outer tiles: {cells}.", cells=outer))
    cells = ", ".join(cell_name(spot.cell) for spot in mine.ends)
    if cells:
        facts.append(words.say("Open ends: {cells}.", cells=cells))
    return tuple(facts)


def _card(card: SeenCard, words: Words) -> str:
    name = card_name(words, card.card.name)
    if card.used:
        # Translators: A card that has been used up.
        return words.say("{card} (used)", card=name)
    if card.done:
        # Translators: A mission that is done so far.
        return words.say("{card} (done)", card=name)
    return name


def supply_facts(scene: TableScene, words: Words) -> list[str]:
    rows: dict[str, list[str]] = {}
    for pile in scene.view.piles:
        row = rows.setdefault(pile.name[0], [])
        if pile.top is not None:
            row.append(f"{pile.name} {tile_words(words, pile.top)} ×{len(pile.tiles)}")
        elif pile.tiles:
            # Translators: A pile whose next tile isn't turned over yet, and how many are left.
            row.append(
                words.say("{pile} face down ×{count}", pile=pile.name, count=len(pile.tiles))
            )
    # Translators: A row of the supply: each pile with its top tile and how many are left.
    return [
        words.say("Supply {row}: {piles}.", row=row, piles="; ".join(piles) or "–")
        for row, piles in rows.items()
    ]
