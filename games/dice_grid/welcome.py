"""The dice grid's card on the first page of `make play`."""

from playground.welcome import Card, Start

WELCOME = Card(
    "Isegrim's dice grid",
    "Roll, walk, write: a puzzle for one, with the same dice for everybody today.",
    (
        Start("tutorial game:dice-grid", "Learn", "In 3 minutes"),
        Start("daily", "Play", "Today's grid"),
    ),
    picture="board-box",
    alt="A grid with a path of numbers, and the boxes of six kinds of dice",
)
