"""Setup: start player, missions, the first cards (dynamine.md, Setup)."""

from dataclasses import replace

from engine.core.types import Step
from engine.games.dynamine.content import Content
from engine.games.dynamine.events import CardsOpened, MissionsDealt, StartDrawn
from engine.games.dynamine.state import Player, SimpleStage, State


def new(content: Content, seats: int) -> State:
    return State(
        stage=SimpleStage.STARTING,
        players=(Player(),) * seats,
        piles=tuple(pile.tiles for pile in content.piles),
        tops=tuple(None if content.shuffled else pile.tiles[0] for pile in content.piles),
        tokens=tuple(range(len(content.round_tokens))),
        supply=content.plus_tokens,
        deck=tuple(range(len(content.cards))),
    )


def drawn_start(state: State, seat: int) -> Step[State]:
    return Step(replace(state, stage=SimpleStage.DEALING, start=seat), (StartDrawn(seat),))


def draws(left: tuple[int, ...], drawn: tuple[int, ...]) -> tuple[int, ...]:
    """Return the items drawn one after another. Each number is an index into the items that are
    left.
    """
    still = list(left)
    return tuple(still.pop(number) for number in drawn)


def places(left: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the numbers that draw these items, the inverse of `draws`; None if an item is
    missing.
    """
    still = list(left)
    numbers = []
    for item in wanted:
        if item not in still:
            return None
        numbers.append(still.index(item))
        still.remove(item)
    return tuple(numbers)


def dealt(content: Content, state: State, drawn: tuple[int, ...]) -> Step[State]:
    cards = draws(content.missions, drawn)
    after = replace(
        state,
        stage=SimpleStage.OPENING,
        players=tuple(
            replace(player, cards=(card,))
            for player, card in zip(state.players, cards, strict=True)
        ),
        deck=tuple(card for card in state.deck if card not in cards),
    )
    return Step(after, (MissionsDealt(cards),))


def opened(content: Content, state: State, drawn: tuple[int, ...]) -> Step[State]:
    cards = draws(state.deck, drawn)
    deck = tuple(card for card in state.deck if card not in cards)
    stage = SimpleStage.UNCOVERING if content.shuffled else SimpleStage.TURNING
    after = replace(state, stage=stage, face_up=cards, deck=deck)
    return Step(after, (CardsOpened(cards),))


def uncovered(state: State, drawn: tuple[int, ...]) -> Step[State]:
    """Turn over one tile of each pile (dynamine.md, Setup)."""
    tops = tuple(pile[number] for pile, number in zip(state.piles, drawn, strict=True))
    return Step(replace(state, stage=SimpleStage.TURNING, tops=tops))
