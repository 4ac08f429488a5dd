"""DYNAMINE's texts for /rules, “How to play” and /help."""

from functools import partial

from cogs.base import custom_id_families as families
from cogs.games.guide import TopicLines, read_guide
from cogs.games.lesson import AGAIN
from engine.core.game import AnyGame
from engine.games.dynamine.content import (
    CardName,
    Content,
    RewardPoints,
    RoundToken,
    TokenAction,
)
from engine.games.dynamine.rules import Dynamine
from games.dynamine import GAME
from games.dynamine.guide_pictures import table_picture
from games.dynamine.tutorial.lesson import VERSION
from render.games.dynamine.words import action_words, card_gives, card_name, reward_name
from texts import Words


def _content(game: AnyGame) -> Content:
    assert isinstance(game, Dynamine), "the guide needs the rules of DYNAMINE"
    return game.content


def _tokens(game: AnyGame, words: Words) -> list[str]:
    return [_token(token, count, words) for token, count in token_kinds(_content(game))]


def token_kinds(content: Content) -> list[tuple[RoundToken, int]]:
    """Return each pair of points and action that occurs on round tokens, with the number of those
    tokens.
    """
    kinds: dict[tuple[int, TokenAction], tuple[RoundToken, int]] = {}
    for token in content.round_tokens:
        first, count = kinds.get((token.points, token.action), (token, 0))
        kinds[token.points, token.action] = first, count + 1
    return list(kinds.values())


def _token(token: RoundToken, count: int, words: Words) -> str:
    action = action_words(words, token.action)
    if not action:
        return words.count(
            # Translators: Round tokens that give building points and nothing else.
            "- {count} token: **{points}**",
            "- {count} tokens: **{points}**",
            count,
            points=token.points,
        )
    return words.count(
        # Translators: A kind of round token. {action} is “a move”, “a reroll” or “a guess”.
        "- {count} token: **{points}** and {action}",
        "- {count} tokens: **{points}** and {action}",
        count,
        points=token.points,
        action=action,
    )


def _rewards(game: AnyGame, words: Words) -> list[str]:
    return [_reward(reward, words) for reward in _content(game).rewards]


def _reward(reward: RewardPoints, words: Words) -> str:
    first, second = reward.side_b
    return words.say(
        # Translators: A reward; {reward} is “Most wells” and the like.
        "- {reward}: **{alone}**, or **{first}** and **{second}**",
        reward=reward_name(words, reward.reward),
        alone=reward.side_a,
        first=first,
        second=second,
    )


def _cards(*, missions: bool) -> TopicLines:
    def lines(game: AnyGame, words: Words) -> list[str]:
        cards = [card for card in _content(game).cards if card.mission == missions]
        entries = (
            # Translators: A card and what it gives, for example “2 for each altar”.
            words.say(
                "- **{card}**: {gives}",
                card=card_name(words, card.name),
                gives=card_gives(words, card),
            )
            for card in cards
            if card.name is not CardName.SAPPHIRE_2  # it is the same as the first
        )
        return list(entries)

    return lines


GUIDE = read_guide(
    GAME.name,
    families.TUTORIAL.spell(VERSION, "", AGAIN, GAME.name),
    partial(table_picture, "take B4"),
    {
        "start": partial(table_picture, ""),
        "board": partial(table_picture, "take B4"),
        "placing": partial(table_picture, "take B4"),
    },
    {
        "tokens": _tokens,
        "rewards": _rewards,
        "objects": _cards(missions=False),
        "missions": _cards(missions=True),
    },
)
