"""DYNAMINE's entry in the list of games: where to import each of its parts from."""

from bot.game_register import GamePackage

GAME = GamePackage(
    name="dynamine",
    title="DYNAMINE",
    emoji="💎",
    rules="games.dynamine.rules_files:load",
    screens="games.dynamine.screens.screens:SCREENS",
    statistics="games.dynamine.screens.statistics:STATISTICS_SCREENS",
    pictures="render.games.dynamine.pictures:PICTURES",
    guide="games.dynamine.guide:GUIDE",
    welcome="games.dynamine.welcome:WELCOME",
    lesson="games.dynamine.tutorial.lesson:LESSON",
)
