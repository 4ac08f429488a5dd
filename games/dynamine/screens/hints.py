"""Hints for moves of DYNAMINE: the points that a move scores immediately."""

from typing import assert_never

from cogs.screens.base import Scene
from cogs.screens.hint_words import more_points, points_now
from engine.core.driver import action_of
from engine.core.gains import most_gained
from engine.core.types import Seat
from engine.games.dynamine import actions, mines
from engine.games.dynamine.actions import Action
from engine.games.dynamine.state import Placing
from games.dynamine.screens.content import card_icon, content_of, tile_icon
from games.dynamine.screens.worth import USED
from render.games.dynamine.words import card_gives, card_name, tile_words
from render.words import gain, points

PARTS_OF_BUILDING = 1
"""Further decisions after choosing a tile: its place."""


def hint_move(scene: Scene, seat: Seat, token: str) -> str:
    words, content, state = scene.words, content_of(scene), scene.state
    action: Action = action_of(scene.game, scene.state, seat, token)
    match action:
        case actions.Guess(None):
            return words.say("Guess nothing")
        case actions.Guess(number):
            return words.say("Guess {number}", number=number)
        case actions.SimpleAction.REROLL:
            return words.say("Reroll the die")
        case actions.SimpleAction.CALL_RAVEN:
            return words.say("Call the raven")
        case actions.SimpleAction.SPEND_PLUS:
            return words.say_as("hint", "Spend a +1 token")
        case actions.TakeCard(number):
            card = content.cards[number]
            icon = card_icon(scene, card)
            return words.say("Take {card}", card=card_name(words, card.name).after(icon))
        case actions.Take(pile):
            top = state.tops[pile]
            assert top is not None, "an empty pile can't be taken"
            tile = content.tiles[top]
            tile_text = f"{tile_icon(scene, tile)} {tile_words(words, tile)}"
            return words.say("Build {pile}: {tile}", pile=content.piles[pile].name, tile=tile_text)
        case actions.Move(cell):
            tile = content.tiles[mines.cells(state.players[seat].mine)[cell].tile]
            tile_text = f"{tile_icon(scene, tile)} {tile_words(words, tile)}"
            return words.say("Move {tile}", tile=tile_text)
        case actions.Place((level, column)):
            return words.say(
                # Translators: A hint: where to place a tile. Columns are counted from the
                # entrance, to the left with a minus.
                "Place it on level {level}, column {column}",
                level=level,
                column=gain(column) if column else "0",
            )
        case actions.SimpleAction.DONE:
            return words.say("End your turn")
        case _:
            assert_never(action)


def hint_reasons(scene: Scene, seat: Seat, token: str) -> tuple[str, ...]:
    words, content, state = scene.words, content_of(scene), scene.state
    action: Action = action_of(scene.game, scene.state, seat, token)
    match action:
        case actions.Take() | actions.Move():
            most = most_gained(scene.game, state, seat, token, PARTS_OF_BUILDING)
            return (
                words.say(
                    "In its best place it brings {points} now.", points=more_points(words, most)
                ),
            )
        case actions.Place():
            gained = most_gained(scene.game, state, seat, token)
            reasons = [points_now(words, gained)]
            if isinstance(state.stage, Placing) and (bonus := _bonus(scene, token)):
                reasons.append(
                    words.count(
                        "It joins +1 openings: {count} more point to spend.",
                        "It joins +1 openings: {count} more points to spend.",
                        bonus,
                    )
                )
            return tuple(reasons)
        case actions.TakeCard(number):
            card = content.cards[number]
            if card.name in USED:
                return (card_gives(words, card),)
            gained = most_gained(scene.game, state, seat, token)
            return (card_gives(words, card), points_now(words, gained))
        case actions.Guess(int()):
            return (
                words.count(
                    "A right guess brings {count} point to spend. All {faces} numbers are as "
                    "likely.",
                    "A right guess brings {count} points to spend. All {faces} numbers are as "
                    "likely.",
                    content.guess_bonus,
                    faces=content.die_faces,
                ),
            )
        case actions.SimpleAction.DONE:
            left = state.turn.budget or 0
            if left:
                return (
                    words.say("{points} to spend would be left over.", points=points(words, left)),
                )
            return (words.say("Nothing is left to spend."),)
        case _:
            return ()


def _bonus(scene: Scene, token: str) -> int:
    turn = scene.game.observe(scene.state).turn
    if turn is None or turn.placing is None:
        return 0
    return next((place.bonus for place in turn.placing.places if place.token == token), 0)
