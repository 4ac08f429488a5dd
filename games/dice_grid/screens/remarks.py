"""The most remarkable fact of a grid, in one sentence."""

from cogs.screens.base import Advances, Scene
from engine.core.driver import without_undone
from engine.games.dice_grid.events import DieRolled, MatchEnded
from engine.games.dice_grid.state import EndedBy
from games.dice_grid.screens.content import content_of, most
from render.games.dice_grid.words import score_words


def highlight(scene: Scene, advances: Advances) -> str:
    events = [event for advance in without_undone(advances) for event in advance.events]
    end = next((event for event in events if isinstance(event, MatchEnded)), None)
    if end is None:
        return ""
    words, player = scene.words, scene.name(0)
    best = most(scene)
    score = score_words(words, end.score.total, best)
    if end.score.total == best:
        return words.say("{player} made {score}. Nobody can do better.", player=player, score=score)
    if end.stars == content_of(scene).stars:
        return words.say(
            "{player} never touched a star, and made {score}.", player=player, score=score
        )
    if end.full_lines:
        return words.count(
            "{player} filled {count} line and made {score}.",
            "{player} filled {count} lines and made {score}.",
            end.full_lines,
            player=player,
            score=score,
        )
    last = next(event for event in reversed(events) if isinstance(event, DieRolled))
    if end.by is EndedBy.STUCK:
        return words.say(
            "{player} made {score}; then the {die} showed {number}, and that was that.",
            player=player,
            score=score,
            die=content_of(scene).dice[last.type].name,
            number=last.result,
        )
    return words.say("{player} made {score}.", player=player, score=score)
