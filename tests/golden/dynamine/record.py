"""Record the golden files of DYNAMINE again: ``python -m tests.golden.dynamine.record``.

Always the same files: seeds are tried in a fixed order until a match has all that is wanted.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from bot.games import load_games
from engine.core import driver
from engine.core.chance import Stream, commitment
from engine.core.matchfile import Header, open_match, write
from engine.core.types import Entry
from games.dynamine import GAME as PACKAGE
from games.register import INSTALLED

FOLDER = Path(__file__).parent
GAMES = load_games(packages=(*INSTALLED, PACKAGE))
GAME = GAMES.newest(PACKAGE.name)
TRIES = 500


@dataclass(frozen=True)
class Recipe:
    """A file to record: the first match in which all that is wanted is said."""

    name: str
    seats: int
    wanted: tuple[str, ...]
    computers: bool = False
    """Whether seats play as computers do, else at random."""
    undo: bool = False
    """Whether one decision in six is taken back."""
    stop: int | None = None
    """How many entries are recorded; None: all."""


RECIPES = (
    Recipe("two-seats", 2, ("undo", "reroll", "plus", "card", "move", "guess"), undo=True),
    Recipe("three-seats", 3, ("raven", "reroll", "card", "guess"), computers=True),
    Recipe("four-seats", 4, ("raven", "plus", "move", "card", "reroll", "guess")),
    Recipe("stopped", 3, ("take",), stop=41),
)


def play(recipe: Recipe, number: int) -> tuple[Header, list[Entry]]:
    """The match of a recipe with the seed of that number."""
    seed = hashlib.sha256(f"dynamine {recipe.name} {number}".encode()).digest()
    told = "+".join(str(1100000000000000000 + 7 * seat) for seat in range(recipe.seats))
    info = GAME.info
    header = Header(info.name, info.rules, recipe.seats, commitment(seed), told, seed.hex())
    stream, choices = Stream(seed, told), Stream(seed, "choices")
    position = driver.start(GAME, recipe.seats)
    log: list[Entry] = []
    while GAME.outcome(position.state) is None and len(log) != recipe.stop:
        request = GAME.chance(position.state)
        if request is not None:
            made = driver.settle(GAME, position, stream.answer(request, position.drawn))
        else:
            (seat,) = GAME.to_act(position.state)
            tokens = driver.legal_tokens(GAME, position, seat)
            token = tokens[choices.number(2 * len(log), len(tokens))]
            if recipe.computers:
                token = GAME.notation(GAME.suggest(position.state, seat))
            if recipe.undo and driver.may_undo(position, seat):
                token = token if choices.number(2 * len(log) + 1, 6) else driver.UNDO
            made = driver.choose(GAME, position, seat, token)
        log.append(made.entry)
        position = made.position
    return header, log


def said(log: list[Entry]) -> set[str]:
    """The first words of all that was said."""
    return {entry.token.split()[0] for entry in log}


def search(recipe: Recipe) -> str:
    """The first match of a recipe in which all is said that is wanted, as text."""
    for number in range(TRIES):
        header, log = play(recipe, number)
        if set(recipe.wanted) <= said(log):
            return write(header, log)
    raise LookupError(f"{recipe.name}: no seed below {TRIES} has all that is wanted")


def summary(text: bytes) -> dict[str, object]:
    """What replaying a file ends with."""
    opened = open_match(text, GAMES.game)
    state = opened.game.new(opened.header.seats)
    for _, made in opened.advances():
        state = made.position.state
    return opened.game.summary(opened.game.observe(state, None))


def main() -> None:
    """Write every golden file and, beside it, the summary that its replay must give."""
    for recipe in RECIPES:
        text = search(recipe)
        (FOLDER / f"{recipe.name}.match").write_text(text, encoding="utf-8", newline="\n")
        told = json.dumps(summary(text.encode()), indent=1)
        (FOLDER / f"{recipe.name}.json").write_text(told + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
