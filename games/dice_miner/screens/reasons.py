"""Reasons why a move is not possible, as sentences."""

from collections.abc import Mapping

from cogs.screens.base import Scene
from engine.core.types import Seat
from engine.games.dice_miner.observation import Reach, SeenDie
from engine.games.dice_miner.state import Rolled
from engine.games.dice_miner.why import Because, Reason
from games.dice_miner.screens.content import content_of, icon
from render.games.dice_miner.words import die_words
from texts import Phrase, read_texts


def die_named(scene: Scene, die: SeenDie) -> Phrase:
    return scene.words.phrase(
        "{icon} **{die}**", icon=icon(scene, die), die=die_words(scene.words, die)
    )


def seen_die(scene: Scene, die: int) -> SeenDie | None:
    """Return a die as shown on the mountain or in a hoard; None if it is in the bag."""
    content = content_of(scene)
    held = [rolled for hoard in scene.state.hoards for rolled in hoard]
    lying = [rolled for rolled in scene.state.mountain if rolled is not None]
    for rolled in (*lying, *held):
        if rolled.die == die:
            return _seen(scene, rolled)
    assert die < content.dice, "the die must exist in this game"
    return None


def _seen(scene: Scene, rolled: Rolled) -> SeenDie:
    content = content_of(scene)
    face = content.face(rolled.die, rolled.face)
    return SeenDie(content.name(rolled.die), content.kind(rolled.die), rolled.face, face)


SENTENCES: Mapping[Because, str] = {
    Because[name.upper()]: text for name, text in read_texts("dice-miner/reasons").items()
}
"""A sentence for each reason except NOT_YOUR_TURN, which has several."""


def reason_words(scene: Scene, seat: Seat | None, reason: Reason, die: int | None = None) -> str:
    """Return the reason in a few sentences.

    `seat` is the reader's seat, None for a spectator. `die` is the die that the question was about.
    """
    words = scene.words
    asked = None if die is None else seen_die(scene, die)
    # Translators: Begins a sentence in place of a die, where none is named.
    die_text = words.say("That") if asked is None else die_named(scene, asked)
    on_it = [seen_die(scene, other) for other in reason.dice]
    dice = words.listed(die_named(scene, other) for other in on_it if other is not None)
    player = "" if reason.seat is None else scene.name(reason.seat)
    if reason.because is Because.NOT_YOUR_TURN:
        return "\n".join(_turn(scene, seat, reason, player, die_text, dice))
    if reason.because is Because.TAKEN and reason.seat == seat:
        return words.say("{die} is already in your hoard.", die=die_text)
    return words.say(SENTENCES[reason.because], die=die_text, dice=dice, player=player)


def _turn(
    scene: Scene, seat: Seat | None, reason: Reason, player: str, die_text: str, dice: str
) -> list[str]:
    """Yield sentences: whose turn it is, and whether the die could be taken in the
    reader's turn.
    """
    words = scene.words
    lines = []
    if seat is None:
        lines.append(words.say("You're not playing in this match."))
    if player:
        lines.append(words.say("It's {player}'s turn.", player=player))
    else:
        lines.append(words.say("Nobody is taking dice right now."))
    match reason.reach:
        case Reach.TOP:
            lines.append(
                words.say(
                    "{die} is at the top: nothing lies on it, so whoever's turn it is can take it.",
                    die=die_text,
                )
            )
        case Reach.SIDE:
            lines.append(
                words.say(
                    "{die} is at the side: {dice} lies on it, so it can only be taken after "
                    "¡Salud!",
                    die=die_text,
                    dice=dice,
                )
            )
        case Reach.BURIED:
            lines.append(
                words.say(
                    "{die} is buried: {dice} lie on it, so nobody can take it yet.",
                    die=die_text,
                    dice=dice,
                )
            )
        case None:
            pass
    return lines
