"""Kinds of puzzles of Dice Miner, as questions that favour no move."""

from texts import Words, mark

QUESTIONS = {
    "beer-tempo": mark("🍺 Beer and tempo: is now the time for a beer?"),
    "gem-race": mark("💎 The race for gems: how much are they worth here?"),
    "chest-timing": mark("🧰 Chests: is now the time for one?"),
    "last-picks": mark("⏳ The last picks: the mountain is almost empty."),
    "digging": mark("⛏️ Digging: which die helps you most?"),
}


def puzzle_kind(words: Words, kind: str) -> str:
    question = QUESTIONS.get(kind)
    return "" if question is None else words.say(question)
