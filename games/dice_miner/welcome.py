"""Dice Miner's card on the first page of `make play`."""

from playground.welcome import Card, Start

WELCOME = Card(
    "Dice Miner",
    "Dig for treasure, share a beer, outwit the mountain. Two to four players.",
    (
        Start("tutorial", "Learn", "In 3 minutes"),
        Start("practice", "Play", "Against a computer"),
    ),
    picture="board-middle-2",
    alt="A mountain of dice above the hoards of two players",
)
