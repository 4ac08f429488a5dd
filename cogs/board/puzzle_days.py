"""The results of a day's puzzle from a match in lines, and the buttons that open puzzles."""

from typing import Any

from discord import ui

from bot.match.puzzles.records import DayOfPuzzles, PuzzleResult
from cogs.base import custom_id_families as families
from cogs.base.figures import percent
from cogs.screens import Scene
from cogs.screens.base import Style
from cogs.screens.hint_words import move_words
from cogs.ui import widgets
from texts import Words

ANY = "-"
"""Used as the key of a puzzle that the day or the solver's level chooses."""
MARKS = {
    PuzzleResult.RIGHT: "🟩",
    PuzzleResult.SECOND: "🟨",
    PuzzleResult.WRONG: "🟥",
    PuzzleResult.NEAR: "⬜",
}


def rate_lines(results: DayOfPuzzles, scene: Scene, *, in_server: bool) -> list[str]:
    """Return the solve rate and the most popular mistake; `results` has at least one answer."""
    words = scene.words
    numbers: dict[str, Any] = {
        "solved": results.solved,
        "answered": results.answered,
        "share": percent(words, results.solved / results.answered),
    }
    lines = [
        words.say("**{solved}** of **{answered}** solved it: {share}.", **numbers)
        if in_server
        else words.say("**{solved}** of **{answered}** in the world solved it: {share}.", **numbers)
    ]
    if results.mistake is not None:
        move = move_words(scene, scene.viewer or 0, results.mistake)
        lines.append(words.say("The most popular mistake: {move}.", move=move))
    return lines


def today_button(game: str, words: Words, label: str = "") -> ui.Item[Any]:
    return widgets.button(
        families.PUZZLE.spell(ANY, "today", game),
        label or words.say("Today's puzzle"),
        emoji="🧩",
        style=Style.MAIN,
    )


def practice_button(game: str, words: Words) -> ui.Item[Any]:
    return widgets.button(
        families.PUZZLE.spell(ANY, "practice", game), words.say("Practice puzzle"), emoji="💪"
    )
