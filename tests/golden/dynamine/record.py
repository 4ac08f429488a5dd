"""Record the golden files of DYNAMINE again: ``python -m tests.golden.dynamine.record``.

The files are the same each time: seeds are tried in order until a match fits its recipe.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from bot.app.games import load_games
from engine.core import driver
from engine.core.chance import Stream, commitment
from engine.core.matchfile import Header, open_match, write
from engine.core.types import Entry
from games.dynamine import GAME as PACKAGE
from games.register import INSTALLED

FOLDER = Path(__file__).parent
GAMES = load_games(packages=(*INSTALLED, PACKAGE))
TRIES = 500


@dataclass(frozen=True)
class Recipe:
    """A file to record: the first match with all the wanted words."""

    name: str
    seats: int
    wanted: tuple[str, ...]
    computers: bool = False
    """Whether computers decide, instead of random moves."""
    undo: bool = False
    """Whether to take back one decision in six."""
    stop: int | None = None
    """Number of entries; None for all."""
    rules: int = 1


RECIPES = (
    Recipe("two-seats", 2, ("undo", "reroll", "plus", "card", "move", "guess"), undo=True),
    Recipe("three-seats", 3, ("raven", "reroll", "card", "guess"), computers=True),
    Recipe("four-seats", 4, ("raven", "plus", "move", "card", "reroll", "guess")),
    Recipe("stopped", 3, ("take",), stop=41),
    Recipe(
        "shuffled-two-seats",
        2,
        ("tops", "top", "undo", "reroll", "plus", "card", "move", "guess"),
        undo=True,
        rules=2,
    ),
    Recipe("shuffled-four-seats", 4, ("tops", "top", "card"), computers=True, rules=2),
    Recipe("shuffled-stopped", 2, ("top",), stop=19, rules=2),
)


def play(recipe: Recipe, number: int) -> tuple[Header, list[Entry]]:
    seed = hashlib.sha256(f"dynamine {recipe.name} {number}".encode()).digest()
    contributions = "+".join(str(1100000000000000000 + 7 * seat) for seat in range(recipe.seats))
    game = GAMES.game(PACKAGE.name, recipe.rules)
    assert game is not None, "every rules version is installed"
    info = game.info
    header = Header(
        info.name, info.rules, recipe.seats, commitment(seed), contributions, seed.hex()
    )
    stream, choices = Stream(seed, contributions), Stream(seed, "choices")
    position = driver.start(game, recipe.seats)
    log: list[Entry] = []
    while game.outcome(position.state) is None and len(log) != recipe.stop:
        request = game.chance(position.state)
        if request is not None:
            advance = driver.settle(game, position, stream.answer(request, position.drawn))
        else:
            (seat,) = game.to_act(position.state)
            tokens = driver.legal_tokens(game, position, seat)
            token = tokens[choices.number(2 * len(log), len(tokens))]
            if recipe.computers:
                token = game.notation(game.suggest(position.state, seat))
            if recipe.undo and driver.may_undo(position, seat):
                token = token if choices.number(2 * len(log) + 1, 6) else driver.UNDO
            advance = driver.choose(game, position, seat, token)
        log.append(advance.entry)
        position = advance.position
    return header, log


def first_words(log: list[Entry]) -> set[str]:
    return {entry.token.split()[0] for entry in log}


def search(recipe: Recipe) -> str:
    """Return the first fitting match of a recipe, as text."""
    for number in range(TRIES):
        header, log = play(recipe, number)
        if set(recipe.wanted) <= first_words(log):
            return write(header, log)
    raise LookupError(f"{recipe.name}: no seed below {TRIES} has all that is wanted")


def summary(text: bytes) -> dict[str, object]:
    opened = open_match(text, GAMES.game)
    state = opened.game.new(opened.header.seats)
    for _, advance in opened.advances():
        state = advance.position.state
    return opened.game.summary(opened.game.observe(state))


def main() -> None:
    for recipe in RECIPES:
        text = search(recipe)
        (FOLDER / f"{recipe.name}.match").write_text(text, encoding="utf-8", newline="\n")
        ending = json.dumps(summary(text.encode()), indent=1)
        (FOLDER / f"{recipe.name}.json").write_text(ending + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
