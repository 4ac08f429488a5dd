"""The game in a minute: what somebody reads who is invited and does not know it."""

from typing import Any

from discord import ui

from cogs.base import custom_ids
from cogs.games.guide import HowToPlay
from cogs.lessons.handlers import AGAIN
from cogs.screens.base import Style
from cogs.ui import widgets
from games.dice_miner.guide_pictures import primer_picture
from games.dice_miner.tutorial.course import VERSION
from texts import Words, mark

LINES = (
    mark("## Dice Miner in a minute"),
    mark(
        "⛏️ **Dig.** Players take turns. Take a die with nothing on top of it: those have a letter."
    ),
    mark(
        "🍺 **¡Salud!** Got a beer? Give it to a friend, who must keep whatever it rolls, and take"
        " two dice."
    ),
    mark("✨ **Magic.** When the mountain is empty, your diamonds reroll your dice."),
    mark(
        "🏆 **Score.** Tunnels in sequences from 1: 1-2-3 is worth 6. A point for each gem, double"
        " if you have the most. Rockfalls and dragons cost points, until you have picks and"
        " shields."
    ),
    mark(
        "Three rounds, and the most points win. You are pinged when it is your turn; a turn is a"
        " press or two."
    ),
)


def _text(words: Words) -> str:
    return "\n".join(words.say(line) for line in LINES)


def _buttons(words: Words) -> list[ui.Item[Any]]:
    begin = custom_ids.tutorial(VERSION, "", AGAIN)
    return [widgets.button(begin, words.say("Try it yourself"), style=Style.MAIN, emoji="⛏️")]


HOW_TO_PLAY = HowToPlay(_text, primer_picture, _buttons)
