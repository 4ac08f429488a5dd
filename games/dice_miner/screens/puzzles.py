"""Kinds of puzzles of Dice Miner, as questions that favour no move."""

from texts import Words, read_texts

QUESTIONS = read_texts("dice-miner/puzzles")


def puzzle_kind(words: Words, kind: str) -> str:
    question = QUESTIONS.get(kind)
    return "" if question is None else words.say(question)
