"""What a newcomer to `make play` can begin of DYNAMINE, with one press each."""

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
