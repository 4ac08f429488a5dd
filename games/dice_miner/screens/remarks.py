"""The most remarkable fact of a match, in one sentence."""

from collections.abc import Mapping

from cogs.screens.base import Advances, Scene
from engine.core.driver import without_undone
from engine.games.dice_miner.remarkable import MatchFact, Remark, facts
from render.words import points
from texts import read_texts

SENTENCES: Mapping[Remark, str] = {
    Remark[name.upper()]: text for name, text in read_texts("dice-miner/remarks").items()
}
"""A sentence for each kind of fact without a plural of its own."""


def highlight(scene: Scene, advances: Advances) -> str:
    events = (event for advance in without_undone(advances) for event in advance.events)
    return sentence(scene, facts(scene.state, events)[0])


def sentence(scene: Scene, fact: MatchFact) -> str:
    """Return the fact as a sentence, with the names of the current players."""
    words = scene.words
    players, others = (words.listed(map(scene.name, seats)) for seats in (fact.seats, fact.others))
    match fact.remark:
        case Remark.SHARED:
            return words.count(
                "Still level after {count} tie-break: {players} share the win.",
                "Still level after {count} tie-breaks: {players} share the win.",
                fact.count,
                players=players,
            )
        case Remark.TIEBREAK:
            return words.count(
                "{player} beat {others} in a tie-break.",
                "{player} beat {others} after {count} tie-breaks.",
                fact.count,
                player=players,
                others=others,
            )
        case Remark.CHANGES:
            *first, last = map(scene.name, fact.seats)
            return words.say(
                "The lead changed hands after every round: {players}, and in the end {player}.",
                players=" → ".join(first),
                player=last,
            )
        case Remark.SHOUTS:
            return words.count(
                "{player} shouted ¡Salud! {count} time.",
                "{player} shouted ¡Salud! {count} times.",
                fact.count,
                player=players,
            )
        case remark:
            points_text = points(words, fact.count)
            return words.say(
                SENTENCES[remark],
                player=players,
                others=others,
                points=points_text,
                number=fact.number,
            )
