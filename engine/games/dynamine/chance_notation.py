"""Outcomes of luck as tokens and back; each has one spelling (dynamine.md, Notation)."""

import re

from engine.core.errors import BadToken
from engine.games.dynamine.content import Content
from engine.games.dynamine.phases import setup
from engine.games.dynamine.phases.turn import covered
from engine.games.dynamine.state import (
    Dealing,
    Opening,
    Refilling,
    Renewing,
    Rolling,
    Starting,
    State,
    Turning,
    Uncovering,
)

_NUMBER = re.compile(r"0|[1-9][0-9]?")


def bounds(content: Content, state: State) -> tuple[int, ...] | None:
    match state.stage:
        case Starting():
            return (state.seats,)
        case Dealing():
            left = len(content.missions)
            return tuple(range(left, left - state.seats, -1))
        case Opening():
            left = len(state.deck)
            return tuple(range(left, left - content.figures.face_up, -1))
        case Turning():
            return (len(state.tokens),)
        case Rolling():
            return (content.figures.die_faces,)
        case Refilling():
            return (len(state.deck),)
        case Uncovering():
            return tuple(len(pile) for pile in state.piles)
        case Renewing():
            return (len(state.piles[covered(state)[0]]),)
        case _:
            return None


def write(content: Content, state: State, drawn: tuple[int, ...]) -> str:
    """Return the outcome as a token, for example ``cards ring,plan,well``."""
    match state.stage:
        case Starting():
            return f"start {drawn[0]}"
        case Dealing():
            return f"missions {_names(content, setup.draws(content.missions, drawn))}"
        case Opening() | Refilling():
            return f"cards {_names(content, setup.draws(state.deck, drawn))}"
        case Turning():
            return f"turn {content.round_tokens[state.tokens[drawn[0]]].number}"
        case Rolling():
            return f"roll {drawn[0] + 1}"
        case Uncovering():
            tops = (pile[number] for pile, number in zip(state.piles, drawn, strict=True))
            return f"tops {','.join(content.tiles[tile].name for tile in tops)}"
        case Renewing():
            return f"top {content.tiles[state.piles[covered(state)[0]][drawn[0]]].name}"
        case _:
            raise AssertionError("this State needs no luck")


def _names(content: Content, cards: tuple[int, ...]) -> str:
    return ",".join(content.cards[card].name.value for card in cards)


def read(content: Content, state: State, token: str) -> tuple[int, ...]:
    """Return the numbers of a token; raise BadToken if it is impossible here."""
    word, _, rest = token.partition(" ")
    match state.stage:
        case Starting():
            return (_number(_after("start", word, rest), "start", 0, state.seats - 1),)
        case Dealing():
            return _cards(content, content.missions, _after("missions", word, rest), state.seats)
        case Opening():
            count = content.figures.face_up
            return _cards(content, state.deck, _after("cards", word, rest), count)
        case Refilling():
            return _cards(content, state.deck, _after("cards", word, rest), 1)
        case Turning():
            turned = _number(_after("turn", word, rest), "turn", 1, len(content.round_tokens))
            numbers = [content.round_tokens[token].number for token in state.tokens]
            if turned not in numbers:
                raise BadToken(f"round token {turned} has been turned before")
            return (numbers.index(turned),)
        case Rolling():
            return (_number(_after("roll", word, rest), "roll", 1, content.figures.die_faces) - 1,)
        case Uncovering():
            names = _after("tops", word, rest).split(",")
            if len(names) != len(state.piles):
                raise BadToken(f"expected {len(state.piles)} tiles here, separated by commas")
            return tuple(
                _top(content, pile, name) for pile, name in zip(state.piles, names, strict=True)
            )
        case Renewing():
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
