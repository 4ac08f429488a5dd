"""Dice Miner's entry in the list of games: where to import each of its parts from."""

from bot.game_register import GamePackage

GAME = GamePackage(
    name="dice-miner",
    title="Dice Miner",
    emoji="⛏️",
    rules="games.dice_miner.rules_files:load",
    screens="games.dice_miner.screens.screens:SCREENS",
    statistics="games.dice_miner.screens.statistics:STATISTICS_SCREENS",
    pictures="render.games.dice_miner.pictures:PICTURES",
    guide="games.dice_miner.guide:GUIDE",
    welcome="games.dice_miner.welcome:WELCOME",
    lesson="games.dice_miner.tutorial.lesson:LESSON",
    extensions=("games.dice_miner.salud",),
)
