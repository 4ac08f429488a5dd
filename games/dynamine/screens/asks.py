"""The question below DYNAMINE's board: what the acting player can do now, and why."""

from collections.abc import Iterator
from typing import assert_never

from cogs.screens.base import Scene
from engine.core.types import Seat
from engine.games.dynamine.observation import Observation, Phase, SeenReward, SeenTurn
from engine.games.dynamine.state import Right
from games.dynamine.screens.content import card_icon, tile_icon
from render.games.dynamine.words import card_gives, card_name, reward_name, tile_words
from texts import Words

NEAR = 2
"""Largest number of pieces that a reward can be away to be mentioned in the last turn."""


def ask(scene: Scene) -> str:
    view: Observation = scene.view
    words, turn = scene.words, view.turn
    if not scene.to_act or turn is None:
        return ""
    match view.phase:
        case Phase.GUESS:
            guess = words.say("Guess what you'll roll. If you're right, you have 1 more to spend.")
            if scene.shared:
                guess = words.say(
                    "{player} guesses the next roll, and has 1 more to spend if it comes true.",
                    player=scene.names_to_act,
                )
            return "\n".join([*_last_turn(scene, turn.seat), guess])
        case Phase.BUILD:
            return "\n".join([*_last_turn(scene, turn.seat), *_building(scene, turn)])
        case Phase.PLACE:
            return "\n".join(_placing(scene, turn))
        case Phase.SETUP | Phase.FINISHED:
            return ""
        case _:
            assert_never(view.phase)


def _building(scene: Scene, turn: SeenTurn) -> Iterator[str]:
    words, view = scene.words, scene.view
    yield _spending_named(scene, turn) if scene.shared else _spending(scene, turn)
    if turn.rights and turn.movable:
        yield _moves(scene, turn)
    if not turn.may_take_card:
        return
    if scene.shared:
        yield words.say(
            "The 1 on the die brings {player} one of these cards, or a move:",
            player=scene.names_to_act,
        )
    else:
        yield words.say("The 1 on the die brings you one of these cards, or a move:")
    for card in view.face_up:
        yield words.say(
            "{icon} **{card}**: {gives}",
            icon=card_icon(scene, card),
            card=card_name(words, card.name),
            gives=card_gives(words, card),
        )


def _spending(scene: Scene, turn: SeenTurn) -> str:
    words = scene.words
    left = words.count(
        "**{count}** point to spend", "**{count}** points to spend", turn.budget or 0
    )
    if any(pile.takeable for pile in scene.view.piles):
        return words.say("{points}: choose a tile, or end your turn.", points=left)
    if turn.budget:
        return words.say("{points}, but no tile that you can pay for fits.", points=left)
    return words.say("Nothing is left to spend.")


def _spending_named(scene: Scene, turn: SeenTurn) -> str:
    words, player = scene.words, scene.names_to_act
    if any(pile.takeable for pile in scene.view.piles):
        return words.count(
            "{player} chooses a tile, with **{count}** point to spend, or ends the turn.",
            "{player} chooses a tile, with **{count}** points to spend, or ends the turn.",
            turn.budget or 0,
            player=player,
        )
    if not turn.budget:
        return words.say("{player} has nothing left to spend.", player=player)
    return words.count(
        "{player} has **{count}** point to spend, but no tile at that price fits.",
        "{player} has **{count}** points to spend, but no tile at that price fits.",
        turn.budget,
        player=player,
    )


def _moves(scene: Scene, turn: SeenTurn) -> str:
    words = scene.words
    moves = sum(count for _, count in turn.rights)
    sources = words.listed(_source(words, right, count) for right, count in turn.rights)
    if scene.shared:
        return words.count(
            "🔀 {player} may move {count} outer tile, by its letter: {sources}.",
            "🔀 {player} may move {count} outer tiles, by their letters: {sources}.",
            moves,
            player=scene.names_to_act,
            sources=sources,
        )
    return words.count(
        # Translators: {sources} tells where the moves come from, in the order in which they are
        # used, for example "1 for the round token and 2 for Mine Plan (once a match)".
        "🔀 You may move {count} outer tile, by its letter: {sources}.",
        "🔀 You may move {count} outer tiles, by their letters: {sources}.",
        moves,
        sources=sources,
    )


def _source(words: Words, right: Right, count: int) -> str:
    match right:
        case Right.TILE:
            # Translators: A number of moves and their source.
            return words.say("{count} for a tile that you built", count=count)
        case Right.ROUND:
            return words.say("{count} for the round token", count=count)
        case Right.DIE:
            return words.say("{count} for the 1 on the die (then no card)", count=count)
        case Right.PLAN:
            return words.say("{count} for Mine Plan (once a match)", count=count)
        case _:
            assert_never(right)


def _placing(scene: Scene, turn: SeenTurn) -> Iterator[str]:
    words, placing = scene.words, turn.placing
    assert placing is not None, "a tile must have been taken or picked up"
    icon, tile = tile_icon(scene, placing.tile), tile_words(words, placing.tile)
    if scene.shared:
        yield words.say(
            # Translators: A player chooses where to build a tile: “Ada places 🟫 gallery”.
            "{player} places {icon} {tile}",
            player=scene.names_to_act,
            icon=icon,
            tile=tile,
        )
    else:
        yield words.say("Where to? {icon} {tile}", icon=icon, tile=tile)
    if any(place.gained.rewards for place in placing.places):
        yield words.say("-# 👑 Rewards as of now: they go to the leaders at the end.")


def _last_turn(scene: Scene, seat: Seat) -> Iterator[str]:
    """Yield lines for a player's last turn: that it is the last, and what is still within reach."""
    words, view = scene.words, scene.view
    if view.round < view.rounds:
        return
    yield words.say("**Last turn!** Points and +1 tokens that are left over are lost.")
    missions = [
        words.say(
            "{card} ({gives})",
            card=f"{card_icon(scene, held.card)} {card_name(words, held.card.name)}",
            gives=card_gives(words, held.card),
        )
        for held in view.mines[seat].cards
        if held.card.mission and not held.done
    ]
    rewards = [
        # Translators: A reward, and how many more pieces win it: "Most wells (2 more)".
        words.count(
            "{reward} ({count} more)",
            "{reward} ({count} more)",
            missing,
            reward=f"👑 {reward_name(words, reward.reward)}",
        )
        for reward in view.rewards
        if 0 < (missing := missing_for(reward, seat)) <= NEAR
    ]
    if missions or rewards:
        things = words.listed([*missions, *rewards])
        # Translators: {things} are missions and rewards, for example "Most wells (2 more)".
        yield words.say("Still to be had: {things}.", things=things)


def missing_for(reward: SeenReward, seat: Seat) -> int:
    """Return how many more pieces win the reward; 0 if the seat has first place.

    With two players a tie wins nothing; with more, a tie shares first place (dynamine.md, Points).
    """
    mine = reward.counts[seat]
    best = max(count for other, count in enumerate(reward.counts) if other != seat)
    alone = len(reward.places) == 1
    return max(best + (1 if alone or not best else 0) - mine, 0)
