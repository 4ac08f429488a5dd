"""The picture of an invitation, and the commitment of the dice.

The whole commitment is in the file name and the alt text of the picture, where everyone can read it
before the first player accepts.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.match.lobby.lobby import seated_from_start, seats_for_people
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.players import UserId
from cogs.base.text_limits import cut
from cogs.ui.computer_names import computer_name
from engine.core.chance import commitment
from render.charts.invitation import Guest, InvitationReply, Party
from render.picture import ALT_LIMIT, Picture
from render.players import Player
from texts import Words


def party(loaded: Loaded, names: Mapping[UserId, str], words: Words) -> Party:
    roster = loaded.roster
    computers = [
        Guest(Player(computer_name(computer, words), computer=True), InvitationReply.IN)
        for computer in seated_from_start(loaded)
    ]
    if roster.original:
        people = (holder for holder in roster.original if holder is not None)
        return Party(
            (*(Guest(Player(names[user]), InvitationReply.IN) for user in people), *computers)
        )
    candidates = tuple(dict.fromkeys((roster.host, *roster.invited, *roster.joined)))
    free = 0 if roster.invited else seats_for_people(loaded) - len(roster.joined)
    replies = dict.fromkeys(roster.joined, InvitationReply.IN) | dict.fromkeys(
        roster.declined, InvitationReply.DECLINED
    )
    people_asked = (
        Guest(Player(names[user]), replies.get(user, InvitationReply.AWAITED))
        for user in candidates
    )
    return Party((*people_asked, *computers), free if loaded.status is Status.OPEN else 0)


def with_proof(loaded: Loaded, picture: Picture, words: Words) -> Picture:
    """Add the commitment and all contributions to the end of the picture's alt text.

    Contributions are shown immediately: the bot's owner can read them anyway, and a contribution
    that everyone has seen can't be changed secretly.
    """
    roster = loaded.roster
    contributions = roster.brought if roster.contribution is None else roster.contribution
    values = {"match": loaded.record.id, "commitment": commitment(loaded.record.seed)}
    if roster.contribution is None:
        proof = words.say(
            "Match #{match}. Commitment of the dice: {commitment}. Contribution so far:"
            " {contribution}",
            **values,
            contribution=contributions,
        )
    else:
        proof = words.say(
            "Match #{match}. Commitment of the dice: {commitment}. Contribution: {contribution}",
            **values,
            contribution=contributions,
        )
    return replace(picture, alt=f"{cut(picture.alt, ALT_LIMIT - len(proof) - 1)} {proof}")


def promise_name(loaded: Loaded, picture: Picture) -> str:
    record = loaded.record
    revision = len(loaded.events)
    return f"invitation-{record.id}-{revision}-{commitment(record.seed)}{picture.suffix}"
