"""Dice Miner's introduction and start buttons for newcomers to `make play`."""

from playground.welcome import Start, Welcome

WELCOME = Welcome(
    "⛏️ Dice Miner",
    "Dig for treasure, share a beer, outwit the mountain. No account, no token.",
    (
        Start("tutorial", "Learn it in 3 minutes", "A guided first match, step by step"),
        Start("practice", "Play now", "A match against a computer"),
    ),
)
