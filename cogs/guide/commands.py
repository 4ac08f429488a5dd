"""The commands by topic, in a game's own words where it has some."""

from dataclasses import replace

from cogs.base.markup import bold
from cogs.games.guide import GAME_COMMANDS, Topic
from cogs.games.installed import InstalledGames
from cogs.interactions.member_menus import CHALLENGE, PROFILE, VERSUS
from engine.core.game import AnyGame
from texts import Words, mark

DAILY, PUZZLE = "daily", "puzzle"
"""Listed only if a game has a puzzle of the day."""


def _on_members(game: AnyGame, words: Words) -> list[str]:
    del game
    menus = words.listed(bold(words.say(name)) for name in (CHALLENGE, PROFILE, VERSUS))
    return [
        # Translators: “Apps” is an entry of Discord's own menu of a member: use Discord's word.
        words.say(
            "Or hold a member's name, or right-click it, and choose “Apps”: there you find "
            "{menus}.",
            menus=menus,
        )
    ]


COMMANDS = {
    "start": Topic(
        mark("First steps"),
        "👋",
        mark("Take your turns whenever you like: Salud calls you."),
        commands=(GAME_COMMANDS, DAILY, PUZZLE, "practice", "challenge", "rules", "help"),
    ),
    "play": Topic(
        mark("Play with friends"),
        "⛏️",
        mark("Start a match right here, in this channel."),
        commands=("challenge", "open", "matches"),
        lines=_on_members,
    ),
    "turn": Topic(
        mark("On your turn"),
        "🎲",
        mark("The buttons below the board are all you need. These help beside them:"),
        commands=("board", GAME_COMMANDS, "hint", "plan", "resign", "report"),
    ),
    "time": Topic(
        mark("Time and reminders"),
        "⏳",
        mark("Your time stands still in quiet hours, on days off and in a pause."),
        commands=("me", "away", "pause", "resume"),
    ),
    "after": Topic(
        mark("After a match"),
        "⏯️",
        mark("Watch it again, and see how lucky you were. The dice can be checked."),
        commands=("replay", "accuracy", "history", "luck", "verify"),
    ),
    "best": Topic(
        mark("The best players"),
        "🏆",
        mark("Ratings and wins of this server."),
        commands=("leaderboard", "profile", "versus"),
        lines=_on_members,
    ),
    "tournaments": Topic(
        mark("Tournaments"),
        "⚔️",
        mark("Join with a button. Matches begin by themselves, and Salud calls you."),
        commands=(
            "tournament join",
            "tournament leave",
            "tournament mine",
            "tournament standings",
            "tournament past",
            "tournament export",
        ),
    ),
    "data": Topic(
        mark("Your data"),
        "🗂️",
        mark("What Salud keeps about you is yours to see and to delete."),
        commands=("mydata show", "mydata export", "mydata forget"),
    ),
    "server": Topic(
        mark("Run a server"),
        "🛠️",
        mark("For those who manage this server."),
        commands=("settings", "moderate end", "moderate bar", "moderate unbar", "moderate barred"),
    ),
    "hosting": Topic(
        mark("Run tournaments"),
        "🏆",
        mark("For moderators: from a knockout of four to a league that goes on and on."),
        commands=(
            "tournament create",
            "tournament edit",
            "tournament start",
            "tournament extend",
            "tournament substitute",
            "tournament adjudicate",
            "tournament end",
        ),
    ),
}
"""By key, in the order of the menu; the first is the default."""


def help_topics(games: InstalledGames, game: str) -> dict[str, Topic]:
    guides = [games.guide(name) for name in games.names]
    topics = {}
    for key, topic in COMMANDS.items():
        own = dict.fromkeys(
            name for guide in guides if key in guide.help for name in guide.help[key].commands
        )
        listed = [
            name
            for place in topic.commands
            for name in (own if place == GAME_COMMANDS else [place])
            if name != DAILY or games.daily
            if name != PUZZLE or games.puzzling
        ]
        topic = replace(topic, commands=tuple(listed))
        if (special := games.guide(game).help.get(key)) is not None:
            title, text = special.title or topic.title, special.text or topic.text
            topic = replace(topic, title=title, text=text, picture=special.picture)
        topics[key] = topic
    return topics
