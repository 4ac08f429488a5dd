"""DYNAMINE's start buttons for newcomers to `make play`."""

from playground.welcome import Start, Welcome

WELCOME = Welcome(
    "💎 DYNAMINE",
    "Roll, buy tiles, dig deep: who has the richest mine after ten rounds?",
    (
        Start(
            "tutorial game:dynamine",
            "Learn DYNAMINE in 3 minutes",
            "A guided first mine, step by step",
        ),
        Start("practice game:dynamine", "Dig a mine", "Ten rounds against a computer"),
    ),
)
