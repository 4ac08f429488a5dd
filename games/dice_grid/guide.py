"""The dice grid's texts for /rules, “How to play” and /help."""

from cogs.base import custom_id_families as families
from cogs.games.guide import GameGuide, HowToPlay, Topic
from cogs.games.lesson import AGAIN
from cogs.screens.base import Scene
from engine.core.game import AnyGame
from engine.games.dice_grid.rules import DiceGrid
from games.dice_grid import GAME
from games.dice_grid.screens.screens import SCREENS
from games.dice_grid.tutorial.lesson import VERSION, halfway
from render.picture import Picture
from render.players import Player
from render.theme import Theme
from texts import Words, mark


def _board(game: AnyGame, words: Words, theme: Theme) -> Picture:
    assert isinstance(game, DiceGrid), "the guide needs the rules of the dice grid"
    you = (Player(words.say("You")),)
    return SCREENS.board(
        Scene(game, halfway(game), (0,), you, words, SCREENS, viewer=0, theme=theme), ()
    )


RULES = {
    "start": Topic(
        mark("How a grid goes"),
        "🔢",
        mark(
            "Isegrim's dice grid, a game for one by Jonas Lidström Isegrim. You fill a grid of 36"
            " squares with six kinds of dice, from d4 to d20. In each round you roll a die, walk"
            " with the marker, and what is left of the roll decides which die you may write. No"
            " die stands twice in a row or a column.\n"
            "`/tutorial` shows it in a minute, `/practice` begins an empty grid. Below a grid,"
            " “Why not?” tells why a square can't be marked. Where these pages say *house ruling*,"
            " the printed rules leave it open and we decided."
        ),
        picture=_board,
    ),
    "setup": Topic(
        mark("The beginning"),
        "✏️",
        mark(
            "Mark any square with any die, and cross any box of that die's column. The marker"
            " stands on that square.\n"
            "A **mark** is always three things at once: the die is written into the square, one"
            " box of its column is crossed, and the marker stands there. Each die has a box for"
            " every number from 1 to its faces (*house ruling*): 60 in all. A crossed box never"
            " opens again."
        ),
    ),
    "roll": Topic(
        mark("Rolling"),
        "🎲",
        mark(
            "Choose a die whose column has an open box. One box of that column is crossed for the"
            " roll: the highest, unless you choose another with “Another box…”. A 1 is always"
            " rolled again (*house ruling*: the printed rules only allow it), so every result from"
            " 2 to the highest is equally likely."
        ),
    ),
    "go": Topic(
        mark("Going"),
        "👣",
        mark(
            "The marker walks along rows and columns: at least one square, and at most one less"
            " than the result. It turns twice at most, enters no square twice and never comes back"
            " to where it began. Marked squares can be passed, but not ended on. Each step takes 1"
            " from the result, and what is left is the **number**. Where ways of different length"
            " lead to a square you choose how long yours is."
        ),
    ),
    "write": Topic(
        mark("Writing a die"),
        "🎯",
        mark(
            "Into the square where you end goes a die that stands nowhere else in its row and its"
            " column, and whose box with your number is open. That box is crossed. A square where"
            " no die fits can't be chosen."
        ),
    ),
    "stars": Topic(
        mark("Stars"),
        "⭐",
        mark(
            "You have three. After a roll you may use one in place of the result: it marks any"
            " empty square with any die that stands nowhere else in its row and column and has an"
            " open box, and you cross any open box of it. The box that the roll cost stays"
            " crossed. Stars that you keep score, and the third one you use ends the grid."
        ),
    ),
    "end": Topic(
        mark("The end"),
        "🏁",
        mark(
            "If nothing is in reach after a roll and a star could help, you choose between the star"
            " and the end (*house ruling*). If no star could help, the grid ends by itself. It"
            " also ends with the mark of the third star, when all squares are marked, and when no"
            " box is left to pay for a roll. With one box left you still roll. A mark that you"
            " have begun and not finished doesn't count (*house ruling*)."
        ),
    ),
    "points": Topic(
        mark("Points"),
        "🏆",
        mark(
            "1 for each marked square, 3 for each full row, 3 for each full column, 4 for each"
            " unused star. Nobody loses. The most that is possible is 63: 60 boxes are enough for"
            " 30 squares, and the d4 with its four boxes lets no more than seven lines be full."
        ),
    ),
    "opening": Topic(
        mark("The grid of the day"),
        "📅",
        mark(
            "Everybody gets the same dice on the same day: who rolls the same die in the same"
            " round rolls the same number. The house has marked the first 10 to 16 squares (*house"
            " ruling*), so that five minutes are enough. One grid a person and day counts, the one"
            " you began first."
        ),
    ),
    "back": Topic(
        mark("Taking back"),
        "↩️",
        mark(
            "“Take back” undoes your last choice, and you can press it again and again: back to"
            " the last roll, never past it. Nothing can be taken back once the grid has ended"
            " (*house ruling*)."
        ),
    ),
}
"""Topics by key, in the order of the menu; the first is the default."""
LINES = (
    mark("## Isegrim's dice grid in a minute"),
    mark("🎲 **Roll.** Choose a die. Each roll costs one of its boxes, and boxes never come back."),
    mark("👣 **Go.** Each step takes 1 from the result. What is left is your number."),
    mark(
        "🎯 **Write.** A die whose box with that number is open, and which stands nowhere else in"
        " the row and the column."
    ),
    mark("⭐ **Stars.** Three of them mark any square. Each one you keep scores 4."),
    mark("🏆 **Score.** 1 for a square, 3 for a full row or column. 63 is the most there is."),
)


GUIDE = GameGuide(
    RULES,
    {
        "start": Topic(
            commands=("tutorial",),
            text=mark(
                "Fill a grid with dice that never stand twice in a line. Alone, whenever you like."
            ),
            picture=_board,
        ),
    },
    HowToPlay(
        LINES,
        _board,
        families.TUTORIAL.spell(VERSION, "", AGAIN, GAME.name),
        "🎲",
        mark(
            "👋 **Your first grid?** Fill squares and whole lines with numbers: 45 points are good,"
            " 63 is the most. First choose a die to roll."
        ),
    ),
    {
        "practice": mark("Begin an empty grid of your own"),
        "leaderboard": mark("This server's best grids"),
    },
)
