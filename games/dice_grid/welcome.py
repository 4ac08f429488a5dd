"""The dice grid's start buttons for newcomers to `make play`."""

from playground.welcome import Start, Welcome

WELCOME = Welcome(
    "🔢 Isegrim's dice grid",
    "Roll, walk, write: a puzzle for one, with the same dice for everybody today.",
    (
        Start(
            "daily",
            "The grid of the day",
            "A puzzle for one in five minutes, with the same dice for everybody",
        ),
        Start("practice game:dice-grid", "A grid of your own", "Empty, and as many as you like"),
    ),
)
