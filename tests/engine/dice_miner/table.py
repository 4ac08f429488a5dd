"""Hand-made positions of Dice Miner, and short ways to play on from them."""

from collections.abc import Mapping, Sequence

from bot.app.games import load_games
from engine.core import driver
from engine.core.driver import Position
from engine.core.types import Entry, Event, Seat
from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import Rolled, Round, Score, Stage, State

_game = load_games().newest("dice-miner")
assert isinstance(_game, DiceMiner), "the register builds Dice Miner under its name"
GAME = _game
CONTENT = GAME.content
PLACES = sum(CONTENT.rows)


def dice(text: str) -> tuple[Rolled, ...]:
    """Return dice with faces from text such as ``t01=3 h01=6``."""
    values = []
    for part in text.split():
        name, _, face = part.partition("=")
        die = CONTENT.die(name)
        assert die is not None, f"there is a die {name}"
        values.append(Rolled(die, int(face)))
    return tuple(values)


def die(name: str) -> int:
    number = CONTENT.die(name)
    assert number is not None, f"there is a die {name}"
    return number


def table(
    stage: Stage,
    *hoards: str,
    heroes: str = "",
    lying: Mapping[int, str] | None = None,
    start: Seat | None = 0,
    rounds: Sequence[Sequence[int]] = (),
    magic_start: Seat | None = None,
    tied: tuple[Seat, ...] = (),
    spent: str = "",
) -> State:
    """Return a State with these hoards; all other dice are in the bag.

    `heroes` are names separated by blanks; `lying` are dice of the mountain by place; `rounds` are
    the scores, one row per round, all for tunnels.
    """
    mountain: list[Rolled | None] = [None] * PLACES
    for place, text in (lying or {}).items():
        mountain[place] = dice(text)[0]
    held = tuple(tuple(sorted(dice(hoard), key=lambda r: r.die)) for hoard in hoards)
    used = {rolled.die for hoard in held for rolled in hoard}
    used |= {rolled.die for rolled in mountain if rolled is not None}
    names: list[HeroName | None] = [HeroName(name) for name in heroes.split()]
    return State(
        seats=len(hoards),
        stage=stage,
        round=len(rounds),
        start=start,
        bag=tuple(number for number in range(CONTENT.dice) if number not in used),
        mountain=tuple(mountain),
        hoards=held,
        heroes=tuple(names + [None] * (len(hoards) - len(names))),
        magic_start=magic_start,
        spent=tuple(die(name) for name in spent.split()),
        rounds=tuple(Round(0, tuple(Score(points, 0, 0) for points in row)) for row in rounds),
        tied=tied,
    )


def play(
    state: State, *lines: str, game: DiceMiner = GAME
) -> tuple[Position[State], tuple[Event, ...]]:
    """Return the State and the events after lines such as ``0 take t01`` and ``* roll t07=2``."""
    position = Position(state)
    events: tuple[Event, ...] = ()
    for line in lines:
        actor, _, token = line.partition(" ")
        entry = Entry(position.seq, None if actor == "*" else int(actor), token)
        advance = driver.read(game, position, entry)
        position = advance.position
        events += advance.events
    return position, events


def after(state: State, *lines: str, game: DiceMiner = GAME) -> State:
    return play(state, *lines, game=game)[0].state


def told(state: State, *lines: str, game: DiceMiner = GAME) -> tuple[Event, ...]:
    return play(state, *lines, game=game)[1]


def legal(state: State, seat: Seat, game: DiceMiner = GAME) -> list[str]:
    return list(driver.legal_tokens(game, Position(state), seat))


def hoard(state: State, seat: Seat) -> str:
    return " ".join(f"{CONTENT.name(r.die)}={r.face}" for r in state.hoards[seat])


FILL = ",".join(
    f"{CONTENT.name(number)}={face}"
    for number, face in zip(range(PLACES), [1, 2, 3, 4, 5] * 4, strict=True)
)
"""Twenty tunnel dice, t01 to t20, without a beer."""
