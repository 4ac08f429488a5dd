"""Positions of DYNAMINE for tests, in notation."""

from dataclasses import replace

from bot.app.games import DATA
from engine.core import driver
from engine.core.driver import Position
from engine.core.types import Entry
from engine.games.dynamine import mines
from engine.games.dynamine.actions import cell_named
from engine.games.dynamine.content import CardName
from engine.games.dynamine.rules import Dynamine
from engine.games.dynamine.state import Mine, Placed, Player, SimpleStage, State, Turn
from games.dynamine import GAME as PACKAGE

_GAMES = PACKAGE.load_rules(DATA / PACKAGE.name)
_FIRST, _SHUFFLED = _GAMES[1], _GAMES[2]
assert isinstance(_FIRST, Dynamine), "the package builds DYNAMINE"
assert isinstance(_SHUFFLED, Dynamine), "the package builds DYNAMINE"
GAME = _FIRST
"""Rules version 1, whose piles lie in data order."""
SHUFFLED = _SHUFFLED
"""Rules version 2, whose piles are shuffled."""
CONTENT = GAME.content
LUCK = ("start", "missions", "cards", "turn", "roll", "tops", "top")
TOKENS = {"plain": 0, "move": 4, "reroll": 6, "guess": 8}
"""A round token of each kind."""
Laid = dict[str, str]
"""Tiles by the names of their cells."""


def play(position: Position[State], *words: str, game: Dynamine = GAME) -> Position[State]:
    """Return the position after these words of the seats to act."""
    for word in words:
        luck = word.split()[0] in LUCK
        actor = None if luck else position.state.acting
        position = driver.read(game, position, Entry(position.seq, actor, word)).position
    return position


def begun(seats: int, *words: str, game: Dynamine = GAME) -> Position[State]:
    """Return a match from its start, after these words."""
    return play(driver.start(game, seats), *words, game=game)


def tokens(position: Position[State], game: Dynamine = GAME) -> tuple[str, ...]:
    seat = position.state.acting
    assert seat is not None
    return driver.legal_tokens(game, position, seat)


def tile(name: str) -> int:
    return [other.name for other in CONTENT.tiles].index(name)


def cards(*names: str) -> tuple[int, ...]:
    return tuple(CONTENT.card(CardName(name)) for name in names)


def mine(laid: Laid) -> Mine:
    """Return a mine with tiles placed in this order, each legally."""
    built: Mine = ()
    for name, of in laid.items():
        cell = cell_named(name)
        assert cell is not None
        number = tile(of)
        assert cell in [spot.cell for spot in mines.places(CONTENT, built, number)], (name, of)
        placed = Placed(cell, number, CONTENT.tiles[number].plus, 0)
        built, _ = mines.place(CONTENT, built, placed)
    return built


def players(*laid: Laid, hands: tuple[str, ...] = ()) -> tuple[Player, ...]:
    """Return seats with these mines and cards; card names are separated by blanks."""
    held = (*hands, *("" for _ in laid[len(hands) :]))
    return tuple(
        Player(mine(laid_tiles), cards(*hand.split()))
        for laid_tiles, hand in zip(laid, held, strict=True)
    )


def building(
    *laid: Laid,
    hands: tuple[str, ...] = (),
    die: int = 3,
    budget: int = 9,
    action: str = "plain",
    plus: int = 0,
    used: tuple[str, ...] = (),
) -> Position[State]:
    """Return seat 0's turn in the first round; tiles in mines are missing from their piles.

    `used` names empty piles.
    """
    seated = players(*laid, hands=hands)
    seated = (replace(seated[0], plus=plus), *seated[1:])
    lying = {placed.tile for player in seated for placed in player.mine}
    state = GAME.new(len(seated))
    held = {card for player in seated for card in player.cards}
    free = tuple(card for card in state.deck if card not in held)
    piles = tuple(
        () if pile.name in used else tuple(number for number in pile.tiles if number not in lying)
        for pile in CONTENT.piles
    )
    token = TOKENS[action]
    moves = int(action == "move")
    return Position(
        replace(
            state,
            stage=SimpleStage.BUILDING,
            acting=0,
            players=seated,
            piles=piles,
            tops=tuple(pile[0] if pile else None for pile in piles),
            tokens=tuple(other for other in state.tokens if other != token),
            supply=state.supply - plus,
            start=0,
            token=token,
            round=1,
            face_up=free[:3],
            deck=free[3:],
            turn=Turn(budget=budget, die=die, token_moves=moves),
        )
    )


def finished(*laid: Laid, hands: tuple[str, ...] = ()) -> State:
    """Return a finished match."""
    state = building(*laid, hands=hands).state
    return replace(state, stage=SimpleStage.FINISHED, acting=None, turn=Turn())


def summary(state: State) -> dict[str, object]:
    """Return the JSON of ``replay --json``."""
    return GAME.summary(GAME.observe(state))
