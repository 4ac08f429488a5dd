"""The page of the tour: each picture with its caption, in the order of the match."""

from collections.abc import Mapping
from dataclasses import dataclass

HEAD = (
    "# A match in pictures\n\n"
    "Ada challenges Bruno, they play Dice Miner to the end, and Chloé shows the result to another"
    " channel. The real bot drew every picture and wrote every text; a script pressed the buttons"
    " on the [playground's](../playground.md) page, on a screen of 390 × 844 pixels. The dice are"
    " the same each time. `make tour` renews all pictures.\n"
)
WIDTH = 390
"""Pixels of the page on a phone; the pictures have twice as many."""


@dataclass(frozen=True, slots=True)
class Shot:
    name: str
    alt: str
    caption: str
    whole: bool = False
    """Whether the picture shows the whole screen instead of just the message."""
    width: int = WIDTH


SHOTS = (
    Shot("command", "The message box with /challenge and Bruno chosen from a list of members.",
         "Ada types `/challenge` and picks Bruno."),
    Shot("invitation", "A phone shows the invitation: a picture with both names, Accept, Decline,"
         " How to play and Fair dice.",
         "Bruno is pinged. Ada is in, his own answer is still open.", whole=True),
    Shot("how-to-play", "A private message with a small board and five short paragraphs.",
         "**How to play (1 minute)** explains the game to Bruno alone."),
    Shot("accepted", "The same invitation, now with two ticks and a link to a thread.",
         "He accepts, and the bot creates a thread for the match."),
    Shot("heroes", "Six heroes in a picture, and a button for each.",
         "Each takes a hero. A roll has decided the start player; the other one chooses first.",
         whole=True),
    Shot("first-turn", "A full mountain of dice; two of them carry the letters A and B, and so do"
         " two buttons.",
         "The first turn: one press takes a die from the top.", whole=True),
    Shot("beer", "A board with two dice to take and a green button ¡Salud!.",
         "{beer} holds a beer now: take one die, or give the beer away and take two."),
    Shot("salud", "The story of the shout, below it the board with nine lettered dice.",
         "¡Salud! {giver} gives the beer to {friend}, who must keep the rolled die."),
    Shot("second-die", "The board after the first of the two dice, with the button No second die.",
         "The second die can come from the top (blue) or from the side (green)."),
    Shot("magic-menu", "A player's dice drawn large, and an open menu in which dice are ticked.",
         "The mountain is empty. Diamonds reroll dice: tick them, and close the menu."),
    Shot("later-round", "A board in the middle of round 2, below what has happened since the"
         " player's last turn.",
         "Round 2. The board lists and marks all events since your last turn."),
    Shot("sheet", "A score sheet with tunnels, treasure and hazards of two rounds.",
         "The score after two rounds: Ada and Bruno are {gap} points apart."),
    Shot("keep-menu", "A player's dice drawn large, and an open menu with the dice to keep.",
         "Chests keep dice for the next round; all others are rolled again."),
    Shot("last-dice", "A board of round 3 with few dice left on the mountain.",
         "The last dice of the last round."),
    Shot("end", "The winner's poster, the score sheet of all rounds, and buttons for a rematch,"
         " the replay and more.",
         "{winner} wins by {most} points to {least}."),
    Shot("fair", "A private message with the commitment, the seed and the file of the match.",
         "**More** leads to **🔒 Fair dice**, which shows Ada, privately, the proof of the rolls."),
    Shot("result", "The invitation has become the result: poster, a line of story, achievements.",
         "In the channel the invitation becomes the result, which Chloé can read too."),
    Shot("replay", "A private message with a moment of the match, and buttons to step through it.",
         "She watches the match again, turn by turn."),
    Shot("share", "A private panel with a menu of what to share, and another of where.",
         "**Share** asks for a moment and a place. It pings no one."),
    Shot("shared", "A message in another channel with the poster, shared by Chloé.",
         "The post in #quarry."),
    Shot("leaderboard", "A leaderboard with Bruno and Ada.",
         "`/leaderboard`, with one match behind them."),
    Shot("desktop", "The playground in a wide window: channels and the buttons that move the time"
         " on the left, the thread with a board in the middle, the members on the right.",
         "A board of round 2 on a desktop, on the page that `make play` opens.", width=800),
)  # fmt: skip
WHOLE = frozenset(shot.name for shot in SHOTS if shot.whole)


def page(facts: Mapping[str, str]) -> str:
    parts = [HEAD]
    for number, shot in enumerate(SHOTS, 1):
        caption = shot.caption.format_map(facts)
        picture = f'<img src="{shot.name}.webp" width="{shot.width}" alt="{shot.alt}">'
        parts.append(f"**{number}.** {caption}\n\n{picture}\n")
    return "\n".join(parts)
