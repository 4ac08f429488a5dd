"""Luck over many matches, in words that claim no more than the data shows."""

from cogs.base.figures import with_sign
from engine.core.fortune import Fortune, Verdict
from render.charts.profile import Card
from texts import Words


def luck_card(words: Words, fortune: Fortune) -> Card:
    label = words.say("Luck")
    if fortune.verdict is Verdict.SILENT:
        return Card(label, "–", words.say("too few dice to tell"))
    detail = words.say(
        "{excess} points, ±{margin} is usual",
        excess=with_sign(round(fortune.excess)),
        margin=round(fortune.margin),
    )
    return Card(label, verdict(words, fortune.verdict), detail)


def verdict(words: Words, value: Verdict) -> str:
    match value:
        case Verdict.SILENT:
            return words.say("Too early to tell")
        case Verdict.AS_EXPECTED:
            return words.say("As expected")
        case Verdict.LUCKY:
            # Translators: How the dice of a match or of a person fell.
            return words.say("Lucky")
        case Verdict.UNLUCKY:
            return words.say("Unlucky")
        case Verdict.BEYOND_LUCKY:
            return words.say("Very lucky")
        case Verdict.BEYOND_UNLUCKY:
            return words.say("Very unlucky")
