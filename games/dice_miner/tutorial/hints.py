"""Hints of the lesson: the best of the choices that a step asks for, and why."""

from collections.abc import Callable

from cogs.screens.base import Scene
from engine.games.dice_miner.rules import DiceMiner
from games.dice_miner.screens.hints import hint_move, hint_reasons
from games.dice_miner.tutorial.course import LEARNER, Standing, Step, choose, legal, wanted

AT_ONCE = {Step.SPEND: 3, Step.CHOOSE: 2}
"""How many choices a step's menu takes at once; others take one."""


def hint(game: DiceMiner, scene_of: Callable[[Standing], Scene], standing: Standing) -> str:
    """Each choice of the step as an order with its first reason; "" where it asks for no move."""
    lines: list[str] = []
    here: Standing | None = standing
    for _ in range(AT_ONCE.get(standing.step, 1)):
        token = None if here is None else best(game, here)
        if here is None or token is None:
            break
        scene = scene_of(here)
        words = scene.words
        lines.append(words.say("### 💡 {move}", move=hint_move(scene, LEARNER, token)))
        reasons = hint_reasons(scene, LEARNER, token)
        lines += [words.say("- {reason}", reason=reason) for reason in reasons[:2]]
        here = choose(game, here, token)
    return "\n".join(lines)


def best(game: DiceMiner, standing: Standing) -> str | None:
    """The foreman's choice if the step asks for it, else the first that it asks for."""
    if standing.step in (Step.POINTS, Step.END):
        return None
    asked = [token for token in legal(game, standing) if wanted(game, standing, token)]
    if not asked:
        return None
    choice = game.notation(game.suggest(standing.position.state, LEARNER))
    return choice if choice in asked else asked[0]
