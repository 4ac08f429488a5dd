"""Remarks of computer players at the table, each in its own voice."""

from collections.abc import Mapping
from dataclasses import dataclass

from texts import mark


@dataclass(frozen=True, slots=True)
class Lines:
    greeting: str
    toasts: tuple[str, str]
    """Two variants of the toast after giving or receiving a gift."""
    won: str
    lost: str


# Translators: What computer players say at the table, each in character. They mock no player.
LINES: Mapping[str, Lines] = {
    "rosa": Lines(
        mark("Hello! Oh, is that a gem?"),
        (mark("¡Salud! I like this mountain."), mark("¡Salud! Now, where were we?")),
        mark("I won? I only took what shone!"),
        mark("Well played! And look what I found."),
    ),
    "pico": Lines(
        mark("I've brought a tool for everything. Nearly everything."),
        (mark("¡Salud! Hold my shovel."), mark("¡Salud! I had a mug here somewhere.")),
        mark("So that's what all those tools are for!"),
        mark("Well dug! I'll sort my tools before the next one."),
    ),
    "lina": Lines(
        mark("Good luck! I feel something magic today."),
        (mark("¡Salud! There's magic in this one."), mark("¡Salud! May your dice glow.")),
        mark("Magic! Thank you for the match."),
        mark("Well played! There was magic in that."),
    ),
    "ines": Lines(
        mark("Good to see you. First we dig, then we drink. Or both."),
        (mark("¡Salud! I was thirsty already."), mark("¡Salud! The best part of the day.")),
        mark("Good digging, all of us. The next round is on me."),
        mark("You dug better than I did. Well played!"),
    ),
    "tomas": Lines(
        mark("I know every tunnel down here. Shall we?"),
        (mark("¡Salud! To the tunnels."), mark("¡Salud! I know a quiet corner for this.")),
        mark("I knew the way. Thank you for the match."),
        mark("You found a way that I didn't know. Well done!"),
    ),
    "greta": Lines(
        mark("I've counted my dice. Shall we begin?"),
        (mark("¡Salud! I'm counting this one, too."), mark("¡Salud! That makes one more.")),
        mark("My sums came out right. Good match!"),
        mark("You had more than I thought. Well played!"),
    ),
    "bruna": Lines(
        mark("Forty years in this mountain, and still curious. Let's begin."),
        (mark("¡Salud! As in the old days."), mark("¡Salud! So should every shift end.")),
        mark("A good shift. Thank you for the company."),
        mark("Forty years, and I still learn. Well played."),
    ),
    "otto": Lines(
        mark("Hello."),
        (mark("¡Salud!"), mark("To you.")),
        mark("Good match."),
        mark("Well played."),
    ),
    "vera": Lines(
        mark("I share my beer if it pays. Let's see who makes it pay."),
        (mark("¡Salud! This one pays."), mark("¡Salud! A fair trade.")),
        mark("It paid in the end. Thank you for the match."),
        mark("You made it pay better than I did. Well played."),
    ),
    "alberich": Lines(
        mark("Another match under my mountain. Welcome."),
        (mark("¡Salud! The mountain drinks with us."), mark("¡Salud! To good company.")),
        mark("The mountain was kind to me. Come again."),
        mark("The crown is yours today. Wear it well."),
    ),
    "aurelia": Lines(
        mark("Welcome. Take your time, I like to watch."),
        (mark("¡Salud! I hoped for this."), mark("¡Salud! Gold tastes better in company.")),
        mark("A pleasure. You gave me much to think about."),
        mark("I did not see that coming. Beautifully played."),
    ),
    "laurin": Lines(
        mark("I may think for a while. I mean it as respect."),
        (mark("¡Salud! I thought about it, and yes."), mark("¡Salud! To all that we both wanted.")),
        mark("I had to think hard about you. Good match."),
        mark("I'll think about this one for a long time. Well played."),
    ),
}
