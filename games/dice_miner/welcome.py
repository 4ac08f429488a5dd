"""What a newcomer to `make play` reads first, and what they can begin with one press."""

from playground.welcome import Start, Welcome

WELCOME = Welcome(
    "⛏️ Dice Miner",
    "Dig for treasure, share a beer, outwit the mountain. No account, no token.",
    (
        Start("tutorial", "Learn it in 3 minutes", "A guided first match, step by step"),
        Start("practice", "Play now", "A match against a computer"),
    ),
)
