"""Worth of rolls in building points, compared with their average. A roll is worth its face, plus
the point for a correct guess, and counts for the seat that made it. The start player, cards,
round tokens and tiles count for no seat.
"""

from fractions import Fraction

from engine.core.fortune import NOTHING, Fortune, of_roll
from engine.games.dynamine.content import Content
from engine.games.dynamine.state import Roll, Rolling, State


def fortunes(content: Content, before: State, after: State) -> tuple[Fortune, ...]:
    stage = before.stage
    if not isinstance(stage, Rolling):
        return (NOTHING,) * after.seats
    guess = before.turn.guess if stage.roll is Roll.TURN else None
    faces = range(1, content.die_faces + 1)
    worths = {face: face + content.guess_bonus * (face == guess) for face in faces}
    mean = Fraction(sum(worths.values()), len(worths))
    square = Fraction(sum(points**2 for points in worths.values()), len(worths))
    assert after.turn.die is not None, "the die must show a result after a roll"
    mine = of_roll(1, worths[after.turn.die], mean, square - mean**2)
    return tuple(mine if seat == before.acting else NOTHING for seat in range(after.seats))
