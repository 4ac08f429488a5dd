"""What was most remarkable of a match, in one sentence."""

from typing import assert_never

from cogs.screens.base import Advances, Scene
from engine.core.driver import without_undone
from engine.core.types import Seat
from engine.games.dice_miner.remarkable import Fact, Remark, facts
from render.words import points


def highlight(scene: Scene, advances: Advances) -> str:
    """The most remarkable fact of a match that was played to its end, as a sentence."""
    events = (event for made in without_undone(advances) for event in made.events)
    return sentence(scene, facts(scene.state, events)[0])


def sentence(scene: Scene, fact: Fact) -> str:
    """A fact as it is told; true of the players who sit in these seats."""
    words = scene.words

    def named(seats: tuple[Seat, ...]) -> str:
        return words.listed(scene.name(seat) for seat in seats)

    who, others = named(fact.seats), named(fact.others)
    told = points(words, fact.count)
    match fact.remark:
        case Remark.SHARED:
            return words.count(
                "Still level after {count} tie-break: {players} share the win.",
                "Still level after {count} tie-breaks: {players} share the win.",
                fact.count,
                players=who,
            )
        case Remark.TIEBREAK:
            return words.count(
                "{player} beat {others} in a tie-break.",
                "{player} beat {others} after {count} tie-breaks.",
                fact.count,
                player=who,
                others=others,
            )
        case Remark.ROSE:
            return words.say(
                "{player} came from last place, {points} behind, to win in the last round.",
                player=who,
                points=told,
            )
        case Remark.COMEBACK:
            return words.say(
                "{player} came back from {points} behind in the last round.",
                player=who,
                points=told,
            )
        case Remark.WHISKER:
            return words.say(
                "{player} won by just {points} over {others}.",
                player=who,
                points=told,
                others=others,
            )
        case Remark.DIPPED:
            return words.say(
                "{player} lost {points} in round {number}, and still won.",
                player=who,
                points=told,
                number=fact.number,
            )
        case Remark.SINGED:
            return words.say("{player} won, though hazards took {points}.", player=who, points=told)
        case Remark.TUNNELS:
            return words.say(
                "{player} dug tunnels worth {points} in round {number}.",
                player=who,
                points=told,
                number=fact.number,
            )
        case Remark.ROUND:
            return words.say(
                "{player} made {points} in round {number}, the best round of the match.",
                player=who,
                points=told,
                number=fact.number,
            )
        case Remark.CHANGES:
            *first, last = fact.seats
            return words.say(
                "The lead changed hands after every round: {players}, and in the end {player}.",
                players=" → ".join(scene.name(seat) for seat in first),
                player=scene.name(last),
            )
        case Remark.RUNAWAY:
            return words.say("{player} ran away with it: {points} ahead.", player=who, points=told)
        case Remark.WIRE:
            return words.say("{player} led after every round.", player=who)
        case Remark.SHOUTS:
            return words.count(
                "{player} shouted ¡Salud! {count} time.",
                "{player} shouted ¡Salud! {count} times.",
                fact.count,
                player=who,
            )
        case Remark.PLAIN:
            return words.say(
                "{player} won with {points}, ahead of {others}.",
                player=who,
                points=told,
                others=others,
            )
        case _:
            assert_never(fact.remark)
