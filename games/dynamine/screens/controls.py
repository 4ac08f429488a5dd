"""The buttons and menus on DYNAMINE's board: one press for a tile, and one for its place."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from cogs.screens.base import PICK_AT_MOST, BadChoice, Control, Menu, Option, Scene, Style
from cogs.screens.rows import IN_ROW
from engine.core.types import Seat
from engine.games.dynamine import mines
from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.observation import Observation, Phase, SeenPlace, SeenPlacing, SeenTurn
from games.dynamine.screens.content import card_icon, content_of, tile_icon
from games.dynamine.screens.offers import (
    PARTS,
    ROWS,
    Groups,
    Room,
    button_rows,
    room,
    tile_groups,
    with_only,
)
from games.dynamine.screens.worth import card_worth, gain_words
from render.games.dynamine.scene import letter_of
from render.games.dynamine.words import card_gives, card_name, own_points, tile_words
from render.words import gain

MOVES, PLACES = "moves", "places"
"""Panels of the menus that replace buttons if there are too many moves or places. A second menu has
the panel `moves b`, and so on."""
MOVE_BUTTONS = 3
"""Movable tiles with separate buttons: one line on a phone."""
GUESSES = 3
"""Guesses per row; with more, the buttons would be too small for a thumb."""


def controls(scene: Scene) -> Groups:
    view: Observation = scene.view
    turn = view.turn
    if not scene.to_act or turn is None:
        return []
    match view.phase:
        case Phase.GUESS:
            return _guesses(scene)
        case Phase.BUILD:
            return _building(scene, turn)
        case Phase.PLACE:
            assert turn.placing is not None, "a tile must have been taken or picked up"
            return _places(scene, turn.placing)
        case Phase.SETUP | Phase.FINISHED:
            return []
        case _:
            assert_never(view.phase)


def form(scene: Scene, seat: Seat, panel: str) -> None:
    del scene, seat, panel


def tokens(
    scene: Scene, seat: Seat, panel: str, values: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    del seat  # only one seat acts at a time
    offered = {
        option.value
        for group in controls(scene)
        for menu in group
        if isinstance(menu, Menu) and menu.panel == panel
        for option in menu.options
    }
    chosen = [value for ticked in values.values() for value in ticked]
    if len(chosen) != 1 or chosen[0] not in offered:
        raise BadChoice(scene.words.say("That is no longer on offer. Nothing changed."))
    return tuple(chosen[0].split(","))


def _guesses(scene: Scene) -> Groups:
    words = scene.words
    numbers = [
        Control(
            str(number),
            tokens=(f"guess {number}",),
            emoji="🎲",
            style=Style.MAIN,
            name=words.say("Guess {number}", number=number),
        )
        for number in range(1, content_of(scene).die_faces + 1)
    ]
    rows: Groups = [
        list(numbers[start : start + GUESSES]) for start in range(0, len(numbers), GUESSES)
    ]
    return rows  # without `guess none`: a guess costs nothing, and a right one brings a point


def _building(scene: Scene, turn: SeenTurn) -> Groups:
    cards = [_cards(scene, turn)] if turn.may_take_card else []
    below: Groups = [*cards, *_moves(scene, turn), _acts(scene, turn)]
    return [*tile_groups(scene, room(below)), *below]


def _acts(scene: Scene, turn: SeenTurn) -> list[Control | Menu]:
    words = scene.words
    controls: list[Control | Menu] = []
    if turn.may_reroll:
        # Translators: A button: roll the die again; the new result counts one more.
        label = words.say("Reroll, {bonus}", bonus=gain(content_of(scene).reroll_bonus))
        controls.append(Control(label, tokens=("reroll",), emoji="🎲"))
    if turn.may_call_raven:
        # Translators: A button: use the card Cave Raven.
        label = words.say("Raven: add a roll")
        controls.append(Control(label, tokens=("raven",), emoji="🐦‍⬛"))
    if turn.may_spend_plus:
        # Translators: A button: spend a +1 token.
        controls.append(Control(words.say("Spend +1"), tokens=("plus",), emoji="🪙"))
    free = any(pile.takeable for pile in scene.view.piles)
    lost = words.count(
        # Translators: A button: end the turn, and lose the points that are left over.
        "Done, {count} point lost",
        "Done, {count} points lost",
        turn.budget or 0,
    )
    # Translators: A button: end the turn.
    done = lost if turn.budget else words.say("Done")
    style = Style.CALM if free else Style.GOOD
    return [*controls, Control(done, tokens=("done",), emoji="✅", style=style)]


def _cards(scene: Scene, turn: SeenTurn) -> list[Control | Menu]:
    words = scene.words
    buttons: list[Control | Menu] = []
    for card in scene.view.face_up:
        name, worth = card_name(words, card.name), card_worth(scene, turn.seat, card)
        label = name if worth is None else words.say("{card} {gain}", card=name, gain=gain(worth))
        buttons.append(
            Control(
                label,
                tokens=(f"card {card.name.value}",),
                emoji=card_icon(scene, card),
                style=Style.GOOD,
                name=words.say("Take {card}: {gives}", card=name, gives=card_gives(words, card)),
            )
        )
    return buttons


def _moves(scene: Scene, turn: SeenTurn) -> Groups:
    words, mine = scene.words, scene.state.players[turn.seat].mine
    tiles = {seen.cell: seen.tile for seen in scene.view.mines[turn.seat].tiles}
    destinations = dict(mines.movable(content_of(scene), mine))
    buttons = [
        Control(
            letter_of(number),
            tokens=with_only(f"move {cell_name(cell)}", destinations[cell]),
            emoji="🔀",
            name=words.say(
                "Move {letter}, level {level}: {tile}",
                letter=letter_of(number),
                level=cell[0],
                tile=tile_words(words, tiles[cell]),
            ),
        )
        for number, cell in enumerate(turn.movable)
    ]
    if len(buttons) <= MOVE_BUTTONS:
        return [[*buttons]] if buttons else []
    return _as_menus(MOVES, words.say_as("menu", "Move a tile"), buttons)


def _places(scene: Scene, placing: SeenPlacing) -> Groups:
    words = scene.words
    icon = tile_icon(scene, placing.tile)
    buttons = [
        _place(scene, place, letter_of(number), icon) for number, place in enumerate(placing.places)
    ]
    least = -(-len(buttons) // IN_ROW)
    if least <= ROWS and least + len(buttons) <= PARTS:
        return button_rows(buttons, Room(ROWS, PARTS))
    return _as_menus(PLACES, words.say("Place the tile"), buttons)


def _place(scene: Scene, place: SeenPlace, letter: str, icon: str) -> Control:
    words = scene.words
    # Translators: A place by its letter, and the points that it brings, for example "A +3".
    label = words.say("{letter} {gain}", letter=letter, gain=gain(own_points(place.gained)))
    # The marks are the same in every language: rewards, which can be lost, and building points.
    if place.gained.rewards:
        label += f" 👑{gain(place.gained.rewards)}"
    if place.bonus:
        label += f" 🪙{place.bonus}"
    return Control(
        label,
        tokens=(place.token,),
        emoji=icon,
        style=Style.MAIN,
        name=gain_words(words, place, letter),
    )


def _as_menus(panel: str, label: str, buttons: Sequence[Control]) -> Groups:
    pages = [buttons[at : at + PICK_AT_MOST] for at in range(0, len(buttons), PICK_AT_MOST)]
    return [
        [
            Menu(
                panel if not number else f"{panel} {chr(ord('a') + number)}",
                label,
                tuple(
                    Option(button.name[:100], ",".join(button.tokens), emoji=button.emoji)
                    for button in page
                ),
                1,
                1,
            )
        ]
        for number, page in enumerate(pages)
    ]
