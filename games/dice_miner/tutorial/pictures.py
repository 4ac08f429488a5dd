"""The tutorial's pictures, drawn in the drawing process."""

from cogs.games.scripted_lesson import LEARNER, LessonProgress
from cogs.screens.base import Scene
from engine.games.dice_miner.why import Reason
from games.dice_miner.screens.content import content_of
from games.dice_miner.screens.why import board_pointed
from games.dice_miner.tutorial.course import Step, labels
from render.games.dice_miner.annotations import Annotations
from render.games.dice_miner.hand import draw_hand
from render.games.dice_miner.last_turn import last_moves
from render.picture import Picture


def step_picture(scene: Scene, standing: LessonProgress) -> Picture:
    if standing.step is Step.POINTS:
        return hand_picture(scene)
    content = content_of(scene)
    last = None
    if standing.step is not Step.SPEND:  # the step before it was on another mountain
        last = last_moves(
            (event for advance in standing.fresh for event in advance.events), content
        )
    return board_pointed(scene, Annotations(labels=labels(scene.view)), last)


def marked_picture(scene: Scene, reason: Reason, die: int) -> Picture:
    content = content_of(scene)
    names = tuple(content.name(other) for other in reason.dice)
    if scene.view.mountain:
        rest = labels(scene.view)
        return board_pointed(scene, Annotations(content.name(die), names, rest))
    return hand_picture(scene, frozenset(names or (content.name(die),)))


def hand_picture(
    scene: Scene, marked: frozenset[str] = frozenset(), *, rails: bool = False
) -> Picture:
    title = scene.words.say("Your hoard and your hero")
    seat = scene.view.seats[LEARNER]
    return draw_hand(seat, title, scene.words, scene.theme, marked, rails=rails)
