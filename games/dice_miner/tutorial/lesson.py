"""The lesson of Dice Miner: texts, the effect of each press, and hints."""

from collections.abc import Callable, Sequence
from functools import partial

from cogs.games.lesson import BadPath, Learner
from cogs.games.scripted_lesson import (
    LEARNER,
    LessonProgress,
    ScriptedLesson,
    TokenChoice,
    read_asks,
)
from cogs.screens.base import Scene
from engine.core.game import AnyGame
from engine.games.dice_miner.actions import Reroll, Take
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.why import why_not
from games.dice_miner import GAME
from games.dice_miner.screens.content import content_of
from games.dice_miner.screens.hints import hint_move, hint_reasons
from games.dice_miner.screens.reasons import reason_words
from games.dice_miner.screens.screens import SCREENS
from games.dice_miner.tutorial.course import (
    VERSION,
    Step,
    beginning,
    choices,
    counts,
    decided,
    follow,
    labels,
    offers,
    rerolls,
    shares,
    spends,
    takes_beer,
    takes_side,
)
from games.dice_miner.tutorial.pictures import hand_picture, marked_picture, step_picture
from games.dice_miner.tutorial.scoring_lines import hazards_text, treasure_text, tunnels_text
from render.games.dice_miner.alt import board_facts
from render.games.dice_miner.annotations import Annotations, annotation_facts
from render.games.dice_miner.hand import hand_facts
from render.games.dice_miner.score_sheet import draw_sheet, sheet_facts
from render.picture import Picture
from texts import mark

AT_ONCE = {Step.SPEND: 3}
"""Number of choices that one press in a step's menu makes; 1 in other steps."""
ASKS = read_asks(
    GAME.name,
    Step,
    {
        Step.BEER: takes_beer,
        Step.SALUD: shares,
        Step.SIDE: takes_side,
        Step.SPEND: spends,
        Step.CHOOSE: rerolls,
        Step.ANOTHER: rerolls,
        Step.POINTS: counts,
    },
)


class DiceMinerLesson(ScriptedLesson[DiceMiner]):
    """The first mountain, then magic and scoring of a round. Also implements HintLesson."""

    version = VERSION
    emoji = "⛏️"
    rules = DiceMiner
    screens = SCREENS
    viewer = None
    asks = ASKS
    end = Step.END
    title = mark("## Your first match · {number} of {steps}")
    # Translators: A button: begin a match against an easy computer.
    practice = mark("Practise now (easy)")

    begin = staticmethod(beginning)
    choices = staticmethod(choices)
    follow = staticmethod(follow)
    offers = staticmethod(offers)

    def read(
        self, scene: Scene, here: LessonProgress, what: str, ticked: tuple[str, ...]
    ) -> Sequence[TokenChoice]:
        del scene, here
        return [(token,) for token in decided(what, ticked)]

    def draw(self, scene: Scene, here: LessonProgress) -> Callable[[], Picture]:
        if here.step is Step.END:
            return partial(draw_sheet, scene.view, scene.players, scene.words, scene.theme)
        return partial(step_picture, scene, here)

    def board_text(self, scene: Scene, here: LessonProgress) -> str:
        scene = scene.spoken
        words, view, players = scene.words, scene.view, scene.players
        if here.step is Step.END:
            return "\n".join(sheet_facts(view, players, words))
        if here.step is Step.POINTS:
            title = words.say("Your hoard and your hero")
            return "\n".join(hand_facts(view.seats[LEARNER], title, words))
        marks = annotation_facts(view, words, Annotations(labels=labels(view)))
        board = board_facts(view, players, words, None, content_of(scene).heroes)
        return "\n".join((*marks, *board))

    def explain_refusal(
        self, scene: Scene, here: LessonProgress, what: str, ticked: tuple[str, ...]
    ) -> tuple[str, Callable[[], Picture] | None]:
        token, *_ = decided(what, ticked)
        if not self.is_offered(scene, here, what, ticked):
            raise BadPath
        words = scene.words
        if here.step is Step.POINTS:
            text = words.say(
                "### Not quite\n"
                "A sequence starts with 1 and goes up one by one; where a number is missing, it "
                "ends. The line below the dice shows how far your sequences can go."
            )
            return text, partial(hand_picture, scene, rails=True)
        if token in scene.tokens(LEARNER):
            return super().explain_refusal(scene, here, what, ticked)
        action = _action(scene, token)
        reason = why_not(content_of(scene), scene.state, LEARNER, action)
        assert reason is not None, "an illegal Action must have a reason"
        answer = reason_words(scene, LEARNER, reason, action.die)
        text = words.say("### Why not?\n{answer}", answer=answer)
        return text, partial(marked_picture, scene, reason, action.die)

    def ending(self, scene: Scene, lines: str) -> tuple[str, ...]:
        del lines
        words = scene.words
        return (
            words.say("## Right! You know how to dig"),
            "\n".join([tunnels_text(words, scene.view), treasure_text(scene), hazards_text(scene)]),
            words.say(
                "A match has three rounds like this. Between them, chests keep some of your dice, "
                "you roll all the others again, and the player with the fewest points starts. "
                "`/rules` tells you everything. On every board, “Why not?” explains what you can't "
                "do.\n"
                "**Now practise against a computer, or invite a friend with `/challenge`.**"
            ),
        )

    def hint(self, game: AnyGame, learner: Learner, path: str) -> str:
        rules = self.newest(game)
        here: LessonProgress | None = self.stand(rules, path)
        assert here is not None
        lines: list[str] = []
        for _ in range(AT_ONCE.get(here.step, 1)):
            token = None if here is None else self.best(rules, here)
            if here is None or token is None:
                break
            scene = self.scene(learner, game, here)
            words = scene.words
            lines.append(words.say("### 💡 {move}", move=hint_move(scene, LEARNER, token)))
            reasons = hint_reasons(scene, LEARNER, token)
            lines += [words.say("- {reason}", reason=reason) for reason in reasons[:2]]
            here = self.choose(rules, here, (token,))
        return "\n".join(lines)

    def best(self, game: DiceMiner, here: LessonProgress) -> str | None:
        """Return the foreman's choice if the step accepts it, else the first accepted one."""
        wanted = () if here.step is Step.POINTS else self.wanted_choices(game, here)
        asked = [token for (token,) in wanted]
        if not asked:
            return None
        choice = game.notation(game.suggest(here.position.state, LEARNER))
        return choice if choice in asked else asked[0]


def _action(scene: Scene, token: str) -> Take | Reroll:
    verb, _, name = token.partition(" ")
    die = content_of(scene).die(name)
    if die is None or verb not in ("take", "reroll"):
        raise BadPath
    return Take(die) if verb == "take" else Reroll(die)


LESSON = DiceMinerLesson()
