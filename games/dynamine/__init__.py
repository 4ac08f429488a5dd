"""DYNAMINE's entry in the list of games, with the places of all its parts."""

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
