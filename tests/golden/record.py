"""Record the golden files again: ``python -m tests.golden.record``.

The files are the same each time: seeds are tried in order until a match fits its recipe.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.app.games import load_games
from engine.core import driver
from engine.core.chance import Stream, commitment
from engine.core.driver import Position
from engine.core.matchfile import Header, open_match, write
from engine.core.types import Entry
from engine.games.dice_miner.content import BEER_FACE, Kind
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import First, Lot, SimpleStage, State
from tests.golden.situations import situations

FOLDER = Path(__file__).parent
GAMES = load_games()
_newest = GAMES.newest("dice-miner")
assert isinstance(_newest, DiceMiner), "the register builds Dice Miner under its name"
GAME = _newest
CONTENT = GAME.content
TRIES = 3000

Draw = Callable[[int], int]
"""Returns random numbers below a bound for decisions, independent of the match's luck."""
Policy = Callable[[Position[State], int, Draw], str]
"""Returns the token of a seat."""


def at_random(position: Position[State], seat: int, draw: Draw) -> str:
    tokens = driver.legal_tokens(GAME, position, seat)
    return tokens[draw(len(tokens))]


def thirsty(position: Position[State], seat: int, draw: Draw) -> str:
    """Share beer whenever possible, spend magic, keep as many dice as possible."""
    tokens = driver.legal_tokens(GAME, position, seat)
    eager = [token for token in tokens if token.split()[0] in ("salud", "spend", "keep")]
    return (eager or tokens)[draw(len(eager or tokens))]


def computer(position: Position[State], seat: int, _: Draw) -> str:
    return GAME.notation(GAME.suggest(position.state, seat))


@dataclass(frozen=True)
class Recipe:
    """A file to record: the first match with all the wanted situations."""

    name: str
    seats: int
    policy: Policy
    wanted: frozenset[str]
    undo: bool = False
    """Whether to undo one take in eight."""
    stop: int | None = None
    """Number of entries; None for all."""


RECIPES = (
    Recipe("two-seats", 2, at_random, frozenset({"ended by points", "a tie for the start"})),
    Recipe("three-seats", 3, computer, frozenset({"ended by points", "a seat passes"})),
    Recipe("four-seats", 4, computer, frozenset({"ended by points", "a hero's magic is spent"})),
    Recipe("undo", 2, at_random, frozenset({"a take is undone"}), undo=True),
    Recipe(
        "salud",
        3,
        thirsty,
        frozenset(
            {
                "¡Salud! with one die left",
                "the first of two dice empties the mountain",
                "the second die is left",
                "a hazard die is shared for its beer",
                "a shared die shows beer again",
                "four dice slide",
            }
        ),
    ),
    Recipe(
        "magic",
        4,
        at_random,
        frozenset(
            {"a spend with too few targets", "a magic die is rerolled and then spent"},
        ),
    ),
    Recipe(
        "keeping",
        4,
        at_random,
        frozenset(
            {
                "a chest is kept",
                "a hazard die is kept",
                "nothing is kept in spite of chests",
                "seats keep in turns",
                "a lot",
            }
        ),
    ),
    Recipe("tie-break", 2, at_random, frozenset({"ended by tiebreak"})),
    Recipe("tie-break-of-four", 4, thirsty, frozenset({"ended by tiebreak"})),
    Recipe("stopped", 3, thirsty, frozenset({"stops while dice are chosen"}), stop=45),
)


def contribution(seats: int) -> str:
    """Return made-up ids of clicks."""
    return "+".join(str(1100000000000000000 + 7 * seat) for seat in range(seats))


def play(recipe: Recipe, number: int) -> tuple[Header, list[Entry]]:
    seed = hashlib.sha256(f"{recipe.name} {number}".encode()).digest()
    header = Header(
        GAME.info.name,
        GAME.info.rules,
        recipe.seats,
        commitment(seed),
        contribution(recipe.seats),
        seed.hex(),
    )
    stream = Stream(seed, header.contribution)
    choices = Stream(seed, "choices")
    drawn = 0

    def draw(below: int) -> int:
        nonlocal drawn
        drawn += 1
        return choices.number(drawn, below)

    position = driver.start(GAME, recipe.seats)
    log: list[Entry] = []
    while recipe.stop is None or len(log) < recipe.stop:
        bounds = GAME.chance(position.state)
        if bounds is not None:
            made = driver.settle(GAME, position, stream.answer(bounds, position.drawn))
        elif GAME.outcome(position.state) is not None:
            break
        else:
            due = sorted(GAME.to_act(position.state))
            seat = due[draw(len(due))]
            token = recipe.policy(position, seat, draw)
            retractable = position.retractable
            if recipe.undo and retractable is not None and draw(8) == 0:
                seat, token = retractable.seat, driver.UNDO
            made = driver.choose(GAME, position, seat, token)
        log.append(made.entry)
        position = made.position
    return header, log


def search(recipe: Recipe) -> str:
    """Return the first fitting match of a recipe, as text."""
    for number in range(TRIES):
        text = write(*play(recipe, number))
        if recipe.wanted <= situations(open_match(text.encode(), GAMES.game)):
            return text
    raise LookupError(f"{recipe.name}: no seed below {TRIES} has all that is wanted")


def shared() -> str:
    """Return a match with chosen luck that ends shared, because no seed leads to that.

    Every die shows beer, so three seats tie with 0 points. In the first tie-break the last of them
    falls behind through a rockfall, and the others tie until the 20th.
    """
    unknown = hashlib.sha256(b"shared").digest()
    header = Header(GAME.info.name, GAME.info.rules, 3, commitment(unknown), contribution(3), None)
    position = driver.start(GAME, 3)
    log: list[Entry] = []
    heroes = iter(("hero alchemist", "hero dragon-slayer", "hero engineer"))
    while GAME.outcome(position.state) is None:
        bounds = GAME.chance(position.state)
        if bounds is not None:
            made = driver.settle(GAME, position, _beers(position.state, bounds))
        else:
            seat = min(GAME.to_act(position.state))
            tokens = driver.legal_tokens(GAME, position, seat)
            token = next(heroes) if tokens[0].startswith("hero") else tokens[0]
            made = driver.choose(GAME, position, seat, "pass" if "pass" in tokens else token)
        log.append(made.entry)
        position = made.position
    return write(header, log)


def _beers(state: State, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """Return beer on every die; seat 0 starts; a rockfall hits the last seat in the first
    tie-break.
    """
    beer = BEER_FACE - 1
    match state.stage:
        case First():
            return (5, 4, 3)
        case Lot():
            return (0,)
        case SimpleStage.FILL:
            return (0, beer) * (len(bounds) // 2)
        case SimpleStage.TIEBREAK_ROLL if not state.tiebreaks:
            dice = [rolled.die for seat in state.tied for rolled in state.hoards[seat]]
            kinds = [CONTENT.kind(die) for die in dice]
            last = max(place for place, kind in enumerate(kinds) if kind is Kind.HAZARD)
            return tuple(0 if place == last else beer for place in range(len(bounds)))
        case _:
            return (beer,) * len(bounds)


def main() -> None:
    texts = {recipe.name: search(recipe) for recipe in RECIPES} | {"shared": shared()}
    for old in (*FOLDER.glob("*.match"), *FOLDER.glob("*.json")):
        old.unlink()
    for name, text in texts.items():
        opened = open_match(text.encode(), GAMES.game)
        state = opened.game.new(opened.header.seats)
        for _, made in opened.advances():
            state = made.position.state
        (FOLDER / f"{name}.match").write_text(text, encoding="utf-8", newline="\n")
        told = json.dumps(opened.game.summary(opened.game.observe(state)), indent=1)
        (FOLDER / f"{name}.json").write_text(told + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
