"""The commands by topic."""

from cogs.guide.topics import Faces, Topic
from texts import mark

COMMANDS = {
    "start": Topic(
        mark("First steps"),
        "👋",
        mark(
            "Dig dice out of a mountain, share a beer, and have the best hoard in the end. Take"
            " your turns whenever you like: Salud calls you."
        ),
        commands=("tutorial", "practice", "rules", "help"),
        faces=Faces(),
    ),
    "play": Topic(
        mark("Play with friends"),
        "⛏️",
        mark("Start a match right here, in this channel."),
        commands=("challenge", "open", "matches"),
    ),
    "turn": Topic(
        mark("On your turn"),
        "🎲",
        mark("The buttons below the board are all you need. These help beside them:"),
        commands=("board", "salud", "plan", "resign", "report"),
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
        commands=("replay", "history", "luck", "verify"),
    ),
    "best": Topic(
        mark("The best miners"),
        "🏆",
        mark("Ratings, wins and beers of this server."),
        commands=("leaderboard", "profile", "versus"),
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
}
"""By key, in the order of the menu; the first is shown where none is named."""
