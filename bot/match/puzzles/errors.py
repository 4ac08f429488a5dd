"""Refusals about puzzles."""

from bot.match.values.errors import refusal

NoPuzzles = refusal("NoPuzzles", "There is no puzzle for you right now. Try again another day.")
NoMorePuzzles = refusal(
    "NoMorePuzzles", "You've answered every practice puzzle. New ones come with each day."
)
NoSuchPuzzle = refusal("NoSuchPuzzle", "There is no such puzzle, or its day hasn't come yet.")
PuzzleWithdrawn = refusal(
    "PuzzleWithdrawn",
    "This puzzle was faulty and has been withdrawn. It counts for nobody: `/puzzle` has another.",
)
NotAnswered = refusal("NotAnswered", "You can see that once you've answered this puzzle.")
