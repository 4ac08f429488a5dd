"""Outcomes of luck as tokens and back; each has one spelling (dynamine.md, Notation)."""

import re

from engine.core.errors import BadToken
from engine.games.dynamine.content import Content
from engine.games.dynamine.phases import setup
from engine.games.dynamine.phases.turn import covered
from engine.games.dynamine.state import Refilling, Rolling, SimpleStage, State

_NUMBER = re.compile(r"0|[1-9][0-9]?")


def bounds(content: Content, state: State) -> tuple[int, ...] | None:
    match state.stage:
        case SimpleStage.STARTING:
            return (state.seats,)
        case SimpleStage.DEALING:
            left = len(content.missions)
            return tuple(range(left, left - state.seats, -1))
        case SimpleStage.OPENING:
            left = len(state.deck)
            return tuple(range(left, left - content.face_up, -1))
        case SimpleStage.TURNING:
            return (len(state.tokens),)
        case Rolling():
            return (content.die_faces,)
        case Refilling():
            return (len(state.deck),)
        case SimpleStage.UNCOVERING:
            return tuple(len(pile) for pile in state.piles)
        case SimpleStage.RENEWING:
            return (len(state.piles[covered(state)[0]]),)
        case _:
            return None


def write(content: Content, state: State, drawn: tuple[int, ...]) -> str:
    """Return the outcome as a token, for example ``cards ring,plan,well``."""
    match state.stage:
        case SimpleStage.STARTING:
            return f"start {drawn[0]}"
        case SimpleStage.DEALING:
            return f"missions {_names(content, setup.draws(content.missions, drawn))}"
        case SimpleStage.OPENING | Refilling():
            return f"cards {_names(content, setup.draws(state.deck, drawn))}"
        case SimpleStage.TURNING:
            return f"turn {content.round_tokens[state.tokens[drawn[0]]].number}"
        case Rolling():
            return f"roll {drawn[0] + 1}"
        case SimpleStage.UNCOVERING:
            tops = (pile[number] for pile, number in zip(state.piles, drawn, strict=True))
            return f"tops {','.join(content.tiles[tile].name for tile in tops)}"
        case SimpleStage.RENEWING:
            return f"top {content.tiles[state.piles[covered(state)[0]][drawn[0]]].name}"
        case _:
            raise AssertionError("this State needs no luck")


def _names(content: Content, cards: tuple[int, ...]) -> str:
    return ",".join(content.cards[card].name.value for card in cards)


def read(content: Content, state: State, token: str) -> tuple[int, ...]:
    """Return the numbers of a token; raise BadToken if it is impossible here."""
    word, _, rest = token.partition(" ")
    match state.stage:
        case SimpleStage.STARTING:
            return (_number(_after("start", word, rest), "start", 0, state.seats - 1),)
        case SimpleStage.DEALING:
            return _cards(content, content.missions, _after("missions", word, rest), state.seats)
        case SimpleStage.OPENING:
            count = content.face_up
            return _cards(content, state.deck, _after("cards", word, rest), count)
        case Refilling():
            return _cards(content, state.deck, _after("cards", word, rest), 1)
        case SimpleStage.TURNING:
            turned = _number(_after("turn", word, rest), "turn", 1, len(content.round_tokens))
            numbers = [content.round_tokens[token].number for token in state.tokens]
            if turned not in numbers:
                raise BadToken(f"round token {turned} has been turned before")
            return (numbers.index(turned),)
        case Rolling():
            return (_number(_after("roll", word, rest), "roll", 1, content.die_faces) - 1,)
        case SimpleStage.UNCOVERING:
            names = _after("tops", word, rest).split(",")
            if len(names) != len(state.piles):
                raise BadToken(f"expected {len(state.piles)} tiles here, separated by commas")
            return tuple(
                _top(content, pile, name) for pile, name in zip(state.piles, names, strict=True)
            )
        case SimpleStage.RENEWING:
            pile = state.piles[covered(state)[0]]
            return (_top(content, pile, _after("top", word, rest)),)
        case _:
            raise BadToken("no outcome of chance is expected here")


def _after(wanted: str, word: str, rest: str) -> str:
    if word != wanted:
        raise BadToken(f"expected '{wanted} …' here")
    return rest


def _number(text: str, word: str, least: int, most: int) -> int:
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise BadToken(f"'{word}' is followed by a number from {least} to {most}")
    return int(text)


def _cards(content: Content, left: tuple[int, ...], rest: str, count: int) -> tuple[int, ...]:
    place_of = {card.name.value: place for place, card in enumerate(content.cards)}
    parts = rest.split(",")
    wanted = tuple(place_of[part] for part in parts if part in place_of)
    if len(parts) != count or len(wanted) != count:
        raise BadToken(f"expected {count} cards here, separated by commas")
    drawn = setup.places(left, wanted)
    if drawn is None:
        raise BadToken("one of these cards can't be drawn here")
    return drawn


def _top(content: Content, pile: tuple[int, ...], name: str) -> int:
    names = [content.tiles[tile].name for tile in pile]
    if name not in names:
        raise BadToken(f"expected one of {', '.join(names)} here")
    return names.index(name)
