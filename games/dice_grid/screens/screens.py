"""All of the dice grid's screens in one object."""

from cogs.screens.base import Advances, Beside, GameScreens, Moves, Scene
from cogs.screens.day_screens import DaySummary
from engine.games.dice_grid.observation import Observation, Phase
from games.dice_grid.screens import controls as choices
from games.dice_grid.screens import hints, remarks, why
from games.dice_grid.screens.cards import card_of
from games.dice_grid.screens.content import content_of, focused, grid_scene, most
from games.dice_grid.screens.story import tell
from render.charts.invitation import Party, draw_invitation
from render.games.dice_grid.alt import board_text
from render.games.dice_grid.board import draw_board
from render.games.dice_grid.day_card import card_text, draw_day_card
from render.games.dice_grid.pictures import PICTURES
from render.games.dice_grid.words import score_words
from render.picture import Picture
from render.theme import Theme
from render.words import day_text
from texts import Words

GOOD = 45
"""Points of a good grid; the lesson names the same number."""


class DiceGridScreens(GameScreens):
    """The dice grid on Discord, played in a private message."""

    in_private = True
    controls = staticmethod(choices.controls)
    form = staticmethod(choices.form)
    tokens = staticmethod(choices.tokens)
    highlight = staticmethod(remarks.highlight)
    questions = staticmethod(why.questions)
    asked = staticmethod(why.asked)
    answer = staticmethod(why.answer)
    hint_move = staticmethod(hints.hint_move)
    hint_reasons = staticmethod(hints.hint_reasons)

    def headline(self, scene: Scene) -> str:
        view: Observation = scene.view
        words = scene.words
        score = score_words(words, view.score.total, most(scene))
        if view.phase is Phase.SETUP:
            return words.say("An empty grid")
        if view.phase is Phase.FINISHED or not scene.to_act:
            return score
        # Translators: For example "Round 12 · 31 of 63".
        return words.say("Round {number} · {score}", number=view.round, score=score)

    def ask(self, scene: Scene) -> str:
        view: Observation = scene.view
        words = scene.words
        if not scene.to_act:
            return ""
        square = (
            ""
            if view.mark is None or view.mark.square is None
            else content_of(scene).square_name(view.mark.square)
        )
        match view.phase:
            case Phase.SETUP | Phase.MARK if view.types and view.mark and view.mark.number:
                return words.say(
                    "Number {number} for {square}. Which die will you write?",
                    number=view.mark.number,
                    square=square,
                )
            case Phase.SETUP | Phase.MARK if view.types:
                return words.say(
                    "Which die will you write into {square}? Its highest box is crossed.",
                    square=square,
                )
            case Phase.SETUP if view.places:
                return words.say("Begin anywhere: first the row, then the square.")
            case Phase.MARK if view.places:
                return words.say("The star marks any square that takes a die.")
            case Phase.CHOOSE if view.dice:
                return words.say("Choose a die: it rolls, and its highest box is crossed.")
            case Phase.MOVE if view.goes:
                return words.count(
                    "Walk {count} square. 1 is left, and that is the number you write.",
                    "Walk 1 to {count} squares, turning twice at most. {result} minus your steps"
                    " is the number you write.",
                    (view.result or 0) - 1,
                    result=view.result or 0,
                )
            case Phase.MOVE:
                return words.say("No square is in reach. Use a star, or keep it and end here.")
            case _:
                return words.say("Which box will you cross?")

    def story(self, scene: Scene, advances: Advances, beside: Beside = Beside.NOTHING) -> list[str]:
        del beside
        return tell(scene, advances)

    def invitation(self, party: Party, words: Words, theme: Theme) -> Picture:
        return draw_invitation(party, PICTURES, words, theme)

    def board(self, scene: Scene, moves: Moves) -> Picture:
        del moves
        return draw_board(grid_scene(scene), scene.words, scene.theme)

    def boards(self, scene: Scene, moves: Moves, panel: str = "") -> tuple[Picture, ...]:
        return (self.panel_board(scene, panel) if panel else self.board(scene, moves),)

    def panel_board(self, scene: Scene, panel: str) -> Picture:
        """Draw the board with the panel's row in large, and only its squares lit."""
        return draw_board(focused(grid_scene(scene), panel), scene.words, scene.theme)

    def text(self, scene: Scene) -> str:
        return board_text(grid_scene(scene), scene.words)

    def final(self, scene: Scene) -> str:
        score = score_words(scene.words, scene.view.score.total, most(scene))
        return scene.words.say("{player}: **{points}**", player=scene.name(0), points=score)

    def day_card(self, scene: Scene, summary: DaySummary) -> str:
        return card_text(card_of(scene, summary), scene.words)

    def day_picture(self, scene: Scene, summary: DaySummary) -> Picture:
        return draw_day_card(card_of(scene, summary), scene.words, scene.theme)

    def day_most(self, scene: Scene) -> int:
        return most(scene)

    def day_play(self, words: Words) -> str:
        return words.say("Play today's grid")

    def day_beginning(self, scene: Scene) -> str:
        view, words = scene.view, scene.words
        assert scene.day is not None, "only days begin with a goal"
        # Translators: The title of a day's puzzle, with its date.
        title = words.say("**Grid of the day · {day}**", day=day_text(words, scene.day))
        goal = words.count(
            "The house has filled {count} square; the rest is yours. Fill squares and whole lines:"
            " {good} is good, the most is {most}.",
            "The house has filled {count} squares; the rest is yours. Fill squares and whole lines:"
            " {good} is good, the most is {most}.",
            view.score.squares // content_of(scene).points.square,
            good=GOOD,
            most=view.possible,
        )
        return f"{title}\n{goal}"

    def day_good(self, scene: Scene) -> int:
        del scene
        return GOOD

    def end(self, scene: Scene, remark: str = "") -> Picture:
        del remark  # the grid itself fills the picture
        return self.board(scene, ())


SCREENS = DiceGridScreens()
