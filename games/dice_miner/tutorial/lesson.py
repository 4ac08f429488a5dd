"""The lesson of Dice Miner as /tutorial gives it."""

from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.screens.base import Scene
from engine.core.game import AnyGame
from engine.games.dice_miner.rules import DiceMiner
from games.dice_miner.screens.screens import SCREENS
from games.dice_miner.tutorial.course import FRIEND, LEARNER, VERSION, Standing, stand
from games.dice_miner.tutorial.hints import hint
from games.dice_miner.tutorial.panels import Panel, panel, try_out
from render.players import Player
from texts import Words


class DiceMinerLesson:
    """Fulfils Lesson."""

    version = VERSION
    emoji = "⛏️"

    def practise(self, words: Words) -> str:
        """An easy computer."""
        # Translators: A button: begin a match against an easy computer.
        return words.say("Practise now (easy)")

    def panel(self, game: AnyGame, learner: Learner, path: str) -> LessonPanel:
        """Where these choices lead; raises BadPath."""
        rules = _rules(game)
        standing = stand(rules, path)
        return shown(panel(rules, _scene(rules, learner, standing), standing))

    def try_out(
        self, game: AnyGame, learner: Learner, path: str, what: str, ticked: tuple[str, ...]
    ) -> LessonPanel:
        """What follows where something is pressed or ticked; raises BadPath."""
        rules = _rules(game)

        def scene_of(standing: Standing) -> Scene:
            return _scene(rules, learner, standing)

        return shown(try_out(rules, scene_of, stand(rules, path), what, ticked))

    def hint(self, game: AnyGame, learner: Learner, path: str) -> str:
        """The foreman's choice among those that the lesson asks for."""
        rules = _rules(game)

        def scene_of(standing: Standing) -> Scene:
            return _scene(rules, learner, standing)

        return hint(rules, scene_of, stand(rules, path))


def shown(made: Panel) -> LessonPanel:
    """A panel as it is shown."""
    return LessonPanel(made.standing.path, made.texts, made.draw, made.offers, made.read)


def _rules(game: AnyGame) -> DiceMiner:
    """The newest rules: what the learner plays next."""
    if not isinstance(game, DiceMiner):
        raise BadPath
    return game


def _scene(game: DiceMiner, learner: Learner, standing: Standing) -> Scene:
    friend = Player(learner.words.say("Rosa"), computer=True)
    players = {LEARNER: Player(learner.name), FRIEND: friend}
    in_order = tuple(players[seat] for seat in sorted(players))
    return learner.scene(game, standing.position.state, in_order, SCREENS)


LESSON = DiceMinerLesson()
