"""DYNAMINE's card on the first page of `make play`."""

from playground.welcome import Card, Start

WELCOME = Card(
    "DYNAMINE",
    "Roll, buy tiles, dig deep: who has the richest mine after ten rounds? Two to four players.",
    (
        Start("tutorial game:dynamine", "Learn", "In 3 minutes"),
        Start("practice game:dynamine", "Play", "Against a computer"),
    ),
    picture="board-middle-2",
    alt="A supply of tiles, and two mines that grow down from their entrances",
)
