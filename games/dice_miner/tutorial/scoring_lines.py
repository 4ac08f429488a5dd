"""The score of the learner's hoard as sentences, one for each part."""

from collections import Counter

from cogs.games.scripted_lesson import LEARNER
from cogs.screens.base import Scene
from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import Observation, SeatView
from games.dice_miner.tutorial.course import FRIEND, tunnels
from render.words import points
from texts import Words


def rows(numbers: list[int]) -> list[list[int]]:
    """Split tunnel numbers into scoring sequences; each begins with 1 and uses each die once."""
    left = Counter(numbers)
    sequences = []
    while left[1]:
        row: list[int] = []
        while left[len(row) + 1]:
            row.append(len(row) + 1)
            left[len(row)] -= 1
        sequences.append(row)
    return sequences


def tunnels_text(words: Words, view: Observation) -> str:
    numbers = tunnels(view)
    sequences = rows(numbers)
    if not sequences:
        return words.say("**Tunnels**: you have no 1, and every sequence starts with 1: no points.")
    shown = [
        words.say("{sequence} = {sum}", sequence="-".join(map(str, row)), sum=sum(row))
        for row in sequences
    ]
    left = len(numbers) - sum(map(len, sequences))
    total = points(words, sum(map(sum, sequences)))
    if not left:
        return words.say(
            "**Tunnels**: {sequences}, together {points}.",
            sequences=words.listed(shown),
            points=total,
        )
    return words.count(
        "**Tunnels**: {sequences}, together {points}. {count} die is in no sequence and scores "
        "nothing.",
        "**Tunnels**: {sequences}, together {points}. {count} dice are in no sequence and score "
        "nothing.",
        left,
        sequences=words.listed(shown),
        points=total,
    )


def treasure_text(scene: Scene) -> str:
    words, view = scene.words, scene.view
    mine, theirs = view.seats[LEARNER].gems, view.seats[FRIEND].gems
    score = points(words, view.scored[-1].scores[LEARNER].treasure)
    values = {"mine": mine, "theirs": theirs, "friend": scene.name(FRIEND), "points": score}
    if mine > theirs:
        return words.say(
            "**Treasure**: you have {mine} gems, and {friend} has {theirs}. The most gems score "
            "double: {points}.",
            **values,
        )
    if mine == theirs:
        return words.say(
            "**Treasure**: you have {mine} gems, and {friend} has as many. In a tie, nobody "
            "scores double: {points}.",
            **values,
        )
    return words.say(
        "**Treasure**: you have {mine} gems: {points}. {friend} has {theirs}, the most, and "
        "scores double.",
        **values,
    )


def hazards_text(scene: Scene) -> str:
    words, view = scene.words, scene.view
    seat: SeatView = view.seats[LEARNER]
    score = points(words, view.scored[-1].scores[LEARNER].hazards)
    parts = []
    for danger, tool in ((Symbol.ROCKFALL, Symbol.PICK), (Symbol.DRAGON, Symbol.SHIELD)):
        hazards, tools = _count(seat, danger), _count(seat, tool)
        if hazards:
            parts.append(_hazard(words, danger, hazards, tools))
    if not parts:
        return words.say("**Hazards**: you have none, so they cost you nothing.")
    return words.say(
        "**Hazards**: {parts}. Together: {points}.", parts=words.listed(parts), points=score
    )


def _hazard(words: Words, danger: Symbol, many: int, tools: int) -> str:
    if danger is Symbol.ROCKFALL and tools:
        return words.say("rockfalls {many} × picks {tools}", many=many, tools=tools)
    if danger is Symbol.ROCKFALL:
        return words.say("rockfalls −{many}, as you have no pick", many=many)
    if tools:
        return words.say("dragons {many} × shields {tools}", many=many, tools=tools)
    return words.say("dragons −{many}, as you have no shield", many=many)


def _count(seat: SeatView, symbol: Symbol) -> int:
    faces = [held.die.face for held in seat.hoard] + [printed.face for printed in seat.hero_faces]
    return sum(face.count for face in faces if face.symbol is symbol)
