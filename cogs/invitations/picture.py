"""The picture of an invitation, and the commitment of the dice.

The whole commitment is in the file name and the alt text of the picture, where everybody can read
it before the first player accepts.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.records import Status
from cogs.ui.text_limits import cut
from engine.core.chance import commitment
from render.charts.invitation import Answer, Guest, Party
from render.picture import ALT_LIMIT, Picture
from render.players import Player
from texts import Words


def party(loaded: Loaded, names: Mapping[UserId, str], words: Words) -> Party:
    """Who plays, has not answered or has declined; once the match has begun, all who began it."""
    roster = loaded.roster
    if roster.original:
        computers = 0
        guests = []
        for holder in roster.original:
            if holder is None:
                computers += 1
                name = words.say("Computer {number}", number=computers)
                guests.append(Guest(Player(name, computer=True), Answer.IN))
            else:
                guests.append(Guest(Player(names[holder]), Answer.IN))
        return Party(tuple(guests))
    asked = tuple(dict.fromkeys((roster.host, *roster.invited, *roster.joined)))
    free = 0 if roster.invited else loaded.record.seats - len(roster.joined)
    said = dict.fromkeys(roster.joined, Answer.IN) | dict.fromkeys(roster.declined, Answer.DECLINED)
    return Party(
        tuple(Guest(Player(names[user]), said.get(user, Answer.AWAITED)) for user in asked),
        free if loaded.status is Status.OPEN else 0,
    )


def promised(loaded: Loaded, picture: Picture, words: Words) -> Picture:
    """The picture, with the commitment and the contributions so far at the end of its alt text.

    Contributions are shown at once: the owner of the bot can read them anyway, and what everybody
    has seen can't be changed in secret.
    """
    roster = loaded.roster
    brought = roster.brought if roster.contribution is None else roster.contribution
    values = {"match": loaded.record.id, "commitment": commitment(loaded.record.seed)}
    if roster.contribution is None:
        proof = words.say(
            "Match #{match}. Commitment of the dice: {commitment}. Contribution so far:"
            " {contribution}",
            **values,
            contribution=brought,
        )
    else:
        proof = words.say(
            "Match #{match}. Commitment of the dice: {commitment}. Contribution: {contribution}",
            **values,
            contribution=brought,
        )
    return replace(picture, alt=f"{cut(picture.alt, ALT_LIMIT - len(proof) - 1)} {proof}")


def promise_name(loaded: Loaded, picture: Picture) -> str:
    """The file name of the picture, with the commitment."""
    record = loaded.record
    made = len(loaded.events)
    return f"invitation-{record.id}-{made}-{commitment(record.seed)}{picture.suffix}"
