"""All of the dice grid's screens in one object."""

from cogs.screens.base import ALONE, PICK_AT_MOST, Advances, Beside, Scene
from engine.games.dice_grid.observation import Observation, Phase
from games.dice_grid.screens import controls as choices
from games.dice_grid.screens import hints, remarks, why
from games.dice_grid.screens.content import content_of, grid_scene, most
from games.dice_grid.screens.story import tell
from render.charts.invitation import Party, draw_invitation
from render.games.dice_grid.alt import board_text
from render.games.dice_grid.board import draw_board
from render.games.dice_grid.day_card import DayCard, card_squares, draw_day_card
from render.games.dice_grid.pictures import PICTURES
from render.games.dice_grid.words import score_words
from render.picture import Picture
from render.theme import Theme
from texts import Words


class DiceGridScreens:
    """The dice grid on Discord, played in a private message."""

    controls = staticmethod(choices.controls)
    session_controls = staticmethod(choices.session_controls)
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
                range_text = words.count(
                    "Walk {count} square. {result} minus that is the number you write.",
                    "Walk 1 to {count} squares, turning twice at most. {result} minus your steps is"
                    " the number you write.",
                    (view.result or 0) - 1,
                    result=view.result or 0,
                )
                if len(view.goes) <= PICK_AT_MOST:
                    return range_text
                return "\n".join([range_text, words.say("First a row, then a square.")])
            case Phase.MOVE:
                return words.say("No square is in reach. Use a star, or keep it and end here.")
            case _:
                return words.say("Which box will you cross?")

    def story(self, scene: Scene, advances: Advances, beside: Beside = ALONE) -> list[str]:
        del beside
        return tell(scene, advances)

    def invitation(self, party: Party, words: Words, theme: Theme) -> Picture:
        return draw_invitation(party, PICTURES, words, theme)

    def board(self, scene: Scene, advances: Advances) -> Picture:
        del advances
        return draw_board(grid_scene(scene), scene.words, scene.theme)

    def text(self, scene: Scene) -> str:
        return board_text(grid_scene(scene), scene.words)

    def final(self, scene: Scene) -> str:
        score = score_words(scene.words, scene.view.score.total, most(scene))
        return scene.words.say("{player}: **{points}**", player=scene.name(0), points=score)

    def day_card(self, scene: Scene) -> str:
        """Return a row of squares that shows how the points were made."""
        points = grid_scene(scene).view.score
        return "".join(part.value for part in card_squares(points, most(scene)))

    def day_picture(self, scene: Scene) -> Picture:
        grid = grid_scene(scene)
        card = DayCard(grid.player, grid.day, grid.view.score, grid.most)
        return draw_day_card(card, scene.words, scene.theme)

    def day_most(self, scene: Scene) -> int:
        return most(scene)

    def end(self, scene: Scene, remark: str = "") -> Picture:
        del remark  # the grid itself fills the picture
        return self.board(scene, ())


SCREENS = DiceGridScreens()
