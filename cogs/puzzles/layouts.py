"""The messages of a puzzle: the question, the solution, a line played out, a card, and a day."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.puzzles.records import DayOfPuzzles, PuzzleAnswer, PuzzleResult
from bot.match.puzzles.service import OpenedPuzzle
from bot.match.values.days import Day
from bot.match.values.players import UserId
from cogs.base import custom_id_families as families
from cogs.base.figures import percent, with_sign
from cogs.base.markup import bold, plain
from cogs.base.text_limits import listing
from cogs.board.puzzle_days import MARKS, practice_button, rate_lines, today_button
from cogs.scenes.puzzle_scenes import BEST, OTHER, LineStep
from cogs.screens import Scene
from cogs.screens.hint_words import mean_points, move_words
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from engine.core.puzzles import Answer, Puzzle, Tempted
from render.picture import Picture
from render.words import day_text
from texts import Words

LISTED = 25
NAMES_ROOM = 2000
"""Characters for the names of a day's solvers."""
Pictures = Sequence[tuple[str, Picture]]


def question_layout(
    opened: OpenedPuzzle, scene: Scene, pictures: Pictures, note: str, *, as_text: bool
) -> MessageLayout:
    words, puzzle = scene.words, opened.puzzle
    lines = [_title(opened, words), _kind(scene, puzzle)]
    near = opened.answer
    if near is None:
        lines.append(words.say("One move is clearly best here. Which?"))
    else:
        lines.append(
            words.say(
                "🟡 Close! {move} is good, but there is something better. You have a second try.",
                move=move_words(scene, puzzle.seat, near.first),
            )
        )
    board = [scene.screens.text(scene)] if as_text else []
    named = [
        (plain(move_words(scene, puzzle.seat, candidate.token)), number, candidate.token)
        for number, candidate in enumerate(puzzle.offered())
    ]
    buttons = [
        widgets.button(
            families.PUZZLE.spell(puzzle.key, f"move {number}"),
            label,
            disabled=near is not None and near.first == token,
        )
        for label, number, token in sorted(named)
    ]
    below = words.say("-# A decision from a finished match, without names. Your answer counts.")
    return compose(
        texts=[note, "\n".join(filter(None, lines)), *board],
        galleries=[pictures] if pictures else (),
        below=[below],
        rows=[[button] for button in buttons],
    )


def solution_layout(
    opened: OpenedPuzzle,
    scene: Scene,
    choices: Counter[str],
    streak: int,
    pictures: Pictures,
    note: str = "",
) -> MessageLayout:
    """Return the solution; `choices` are the numbers of people who answered each move at first."""
    puzzle, answer, words = opened.puzzle, opened.answer, scene.words
    assert answer is not None, "others must not see the solution"
    texts = [
        note,
        "\n".join([_title(opened, words), _verdict(answer, words)]),
        "\n".join(_compared(puzzle, answer, scene, choices)),
        "\n".join(_reasons(scene, puzzle)),
    ]
    return compose(
        texts=texts,
        galleries=[pictures] if pictures else (),
        below=[_standing(answer, streak, words)],
        rows=[line_buttons(puzzle, words), _onward(opened, words)],
    )


def line_layout(
    opened: OpenedPuzzle, step: LineStep, name: str, story: Sequence[str], pictures: Pictures
) -> MessageLayout:
    words, puzzle = step.scene.words, opened.puzzle
    title = (
        words.say("**After the best move**")
        if name == BEST
        else words.say("**After the tempting move**")
    )
    count = words.say("{step} of {steps}", step=step.number, steps=step.steps)
    lines = [f"{title} · {count}", *story]
    if step.is_example:
        lines.append(words.say("-# The roll is only an example: nobody knows the next dice."))
    steps = [
        _step(puzzle, name, "◀️", step.number - 1, step.steps),
        _step(puzzle, name, "▶️", step.number + 1, step.steps),
    ]
    back = widgets.button(
        families.PUZZLE.spell(puzzle.key, "solution"), words.say("Solution"), emoji="🧩"
    )
    return compose(
        texts=["\n".join(lines)],
        galleries=[pictures],
        rows=[steps, [*line_buttons(puzzle, words), back]],
    )


def line_buttons(puzzle: Puzzle, words: Words) -> list[ui.Item[Any]]:
    """Return buttons that play the best and the tempting move out."""
    return [
        widgets.button(
            families.PUZZLE.spell(puzzle.key, f"{BEST} 1"), words.say("Best move"), emoji="✅"
        ),
        widgets.button(
            families.PUZZLE.spell(puzzle.key, f"{OTHER} 1"), words.say("Tempting move"), emoji="🪤"
        ),
    ]


def _step(puzzle: Puzzle, name: str, sign: str, number: int, steps: int) -> ui.Item[Any]:
    # A disabled button needs a custom_id that differs from all others.
    custom_id = families.PUZZLE.spell(puzzle.key, f"{name} {number:02}")
    return widgets.button(custom_id, None, emoji=sign, disabled=not 1 <= number <= steps)


def card_layout(
    player: str, answer: PuzzleAnswer, game: str, title: str, streak: int, words: Words
) -> MessageLayout:
    """Return a card that reveals neither the board nor the answer."""
    text = words.say(
        "📣 {player} · 🧩 {game} · {day}",
        player=bold(player),
        game=title,
        day=day_text(words, answer.day or ""),
    )
    line = {
        PuzzleResult.RIGHT: words.say("🟩 Solved at the first try"),
        PuzzleResult.SECOND: words.say("🟨🟩 Solved at the second try"),
        PuzzleResult.WRONG: words.say("🟥 Not solved"),
    }[answer.result]
    marks = [line, *([f"🔥 {streak}"] if streak > 1 else [])]
    return compose(
        above=text,
        texts=[" · ".join(marks)],
        below=[words.say("-# `/puzzle`: one decision each day, the same for everybody.")],
        rows=[[today_button(game, words)]],
    )


def day_layout(
    day: Day,
    results: DayOfPuzzles,
    scene: Scene | None,
    names: dict[UserId, str],
    game: str,
    words: Words,
    *,
    in_server: bool,
) -> MessageLayout:
    """Return the results of a past day, with the `names` of the first LISTED people. Without a
    scene the puzzle was withdrawn.
    """
    title = words.say("## 🧩 Puzzle of {day}", day=day_text(words, day))
    button = practice_button(game, words)
    if scene is None:
        text = words.say("The puzzle of that day was faulty and has been withdrawn.")
        return compose(texts=[title, text], rows=[[button]])
    if not results.answered:
        text = (
            words.say("Nobody in this server answered it.")
            if in_server
            else words.say("Nobody answered it.")
        )
        return compose(texts=[title, text], rows=[[button]])
    lines = rate_lines(results, scene, in_server=in_server)
    listed = [*results.results.items()][:LISTED]
    shown = listing(
        [f"{MARKS[result]} {bold(names[user])}" for user, result in listed],
        NAMES_ROOM,
        lambda left: words.say("… and {count} more", count=left),
    )
    if left := len(results.results) - len(listed):
        shown += "\n" + words.say("… and {count} more", count=left)
    solution = widgets.button(
        families.PUZZLE.spell(results.puzzle, "solution"), words.say("Solution"), emoji="🧩"
    )
    return compose(texts=[title, "\n".join(lines), shown], rows=[[solution, button]])


def _title(opened: OpenedPuzzle, words: Words) -> str:
    if opened.is_of_today or (opened.answer is not None and opened.answer.day is not None):
        return words.say("## 🧩 Puzzle of the day")
    return words.say("## 🧩 Practice puzzle")


def _kind(scene: Scene, puzzle: Puzzle) -> str:
    return scene.screens.puzzle_kind(scene.words, puzzle.kind)


def _verdict(answer: PuzzleAnswer, words: Words) -> str:
    change = answer.after.shown - answer.before.shown
    rating = words.say(
        "Your puzzle rating: **{rating}** ({change})",
        rating=answer.after.shown,
        change=with_sign(change),
    )
    match answer.result:
        case PuzzleResult.RIGHT:
            verdict = words.say("✅ **Right!**")
        case PuzzleResult.SECOND:
            verdict = words.say("✅ **Right at the second try.**")
        case _:
            verdict = words.say("❌ **Not the best move.**")
    return f"{verdict} {rating}"


def _compared(
    puzzle: Puzzle, answer: PuzzleAnswer, scene: Scene, choices: Counter[str]
) -> list[str]:
    """Return a line for each offered move, the best first: its value, and who chose it."""
    words, total = scene.words, choices.total()
    offered = sorted(puzzle.offered(), key=puzzle.candidates.index)
    lines = []
    for candidate in offered:
        sign = {Answer.RIGHT: "🟢", Answer.NEAR: "🟡", Answer.WRONG: "🔴"}[
            puzzle.answer(candidate.token)
        ]
        parts = [f"{sign} {move_words(scene, puzzle.seat, candidate.token)}"]
        if puzzle.seats > 1:
            parts.append(words.say("wins {share}", share=percent(words, candidate.share)))
        parts.append(mean_points(words, candidate.points))
        if total > 1:
            share = choices[candidate.token] / total
            # Translators: Beside a move: the share of players who chose it, such as “40 %”.
            parts.append(words.say("{share} chose it", share=percent(words, share)))
        if candidate.token in {answer.first, answer.second}:
            # Translators: Marks the reader's own choice in a list of moves.
            parts.append(words.say("**← you**"))
        lines.append(" · ".join(map(str, parts)))
    if total <= 1:
        lines.append(words.say("-# You're the first to answer it."))
    return lines


def _reasons(scene: Scene, puzzle: Puzzle) -> list[str]:
    words = scene.words
    best = scene.screens.hint_reasons(scene, puzzle.seat, puzzle.best.token)
    lines = [words.say("- {reason}", reason=reason) for reason in best]
    if lines:
        lines.insert(0, words.say("**Why it's best**"))
    tempting = move_words(scene, puzzle.seat, puzzle.tempting.token)
    lines.append(
        words.say("-# 🪤 {move} tempts: most players would choose it.", move=tempting)
        if puzzle.tempted is Tempted.POPULAR
        else words.say("-# 🪤 {move} tempts: it looks good at first sight.", move=tempting)
    )
    return lines


def _standing(answer: PuzzleAnswer, streak: int, words: Words) -> str:
    if answer.day is None:
        return words.say("-# Practice: it counts for your puzzle rating, but not for a streak.")
    if not streak:
        return ""
    return words.count("-# 🔥 {count} day in a row", "-# 🔥 {count} days in a row", streak)


def _onward(opened: OpenedPuzzle, words: Words) -> list[ui.Item[Any]]:
    puzzle, answer = opened.puzzle, opened.answer
    row = [practice_button(puzzle.game, words)]
    if answer is not None and answer.day is not None:
        row.append(
            widgets.button(
                families.PUZZLE.spell(puzzle.key, "card"), words.say("Post a card"), emoji="📣"
            )
        )
    if not opened.is_of_today:
        row.append(today_button(puzzle.game, words))
    return row
