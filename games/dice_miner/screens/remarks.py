"""The most remarkable fact of a match, in one sentence."""

from collections.abc import Mapping

from cogs.screens.base import Advances, Scene
from engine.core.driver import without_undone
from engine.games.dice_miner.remarkable import MatchFact, Remark, facts
from render.words import points
from texts import mark

SENTENCES: Mapping[Remark, str] = {
    Remark.ROSE: mark("{player} came from last place, {points} behind, to win in the last round."),
    Remark.COMEBACK: mark("{player} came back from {points} behind in the last round."),
    Remark.WHISKER: mark("{player} won by just {points} over {others}."),
    Remark.DIPPED: mark("{player} lost {points} in round {number}, and still won."),
    Remark.SINGED: mark("{player} won, though hazards took {points}."),
    Remark.TUNNELS: mark("{player} dug tunnels worth {points} in round {number}."),
    Remark.ROUND: mark("{player} made {points} in round {number}, the best round of the match."),
    Remark.RUNAWAY: mark("{player} ran away with it: {points} ahead."),
    Remark.WIRE: mark("{player} led after every round."),
    Remark.PLAIN: mark("{player} won with {points}, ahead of {others}."),
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
