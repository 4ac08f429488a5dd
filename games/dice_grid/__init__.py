"""The dice grid's entry in the list of games: where to import each of its parts from."""

from bot.game_register import GamePackage

GAME = GamePackage(
    name="dice-grid",
    title="Isegrim's dice grid",
    emoji="🔢",
    rules="games.dice_grid.rules_files:load",
    screens="games.dice_grid.screens.screens:SCREENS",
    statistics="games.dice_grid.screens.statistics:STATISTICS_SCREENS",
    pictures="render.games.dice_grid.pictures:PICTURES",
    guide="games.dice_grid.guide:GUIDE",
    welcome="games.dice_grid.welcome:WELCOME",
    lesson="games.dice_grid.tutorial.lesson:LESSON",
    daily=True,
)
