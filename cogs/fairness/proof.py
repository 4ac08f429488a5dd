"""The proof of a match's dice in words, for /verify and 🔒 Fair dice."""

import asyncio
import io
import logging
import re
from collections.abc import Iterable
from typing import Any

import discord

from bot.match.log.events import MatchEventKind
from bot.match.log.records import Status, Stored
from bot.match.log.roster import Roster, fold
from bot.match.log.store_errors import CONTRADICTORY
from bot.match.playing.proof import Proof, prove
from bot.match.values.contribution import JOIN, has_word, is_of_table
from bot.match.values.days import is_day
from bot.match.values.errors import NoSuchMatch
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.base.markup import escaped, harmless
from cogs.kit import Kit
from cogs.posting.places import address
from cogs.ui.layouts import MessageLayout, compose, invitation_button
from texts import Words

_log = logging.getLogger(__name__)

_HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
FAULT = 300
"""Maximum characters of the description of a fault in a log."""
PATIENCE = 3.0


async def fair_dice(
    kit: Kit, interaction: discord.Interaction, number: int, words: Words
) -> tuple[MessageLayout, list[discord.File]]:
    """Return the commitment of a running match, or the full proof and its file after the end.

    Raise NoSuchMatch, and the refusals of MatchAccess.
    """
    stored = await kit.matches.store.load(number)
    if stored is None:
        raise NoSuchMatch
    await kit.access.check(interaction, stored.record, _roster(stored))
    now = kit.matches.clock.now()
    proof = await asyncio.to_thread(prove, stored, kit.matches.games, now)
    published = await _published(kit, stored, proof)
    text = "\n".join(proof_lines(stored, proof, published, words))
    rows = [[_word_button(stored, words)]] if proof.status is Status.OPEN else []
    if proof.file is None:
        return compose(texts=[text], rows=rows), []
    name = f"match-{number}.match"
    file = discord.File(io.BytesIO(proof.file.encode()), filename=name)
    return compose(texts=[text], attached=[name]), [file]


async def _published(kit: Kit, stored: Stored, proof: Proof) -> str | None:
    """Return the commitment in the invitation's message, if it can be read.

    If there are several, prefer one that differs from the match's, because that proves a
    manipulation.
    """
    record = stored.record
    if record.invitation is None:
        return None
    channel = kit.client.get_partial_messageable(record.home, guild_id=record.guild)
    try:
        async with asyncio.timeout(PATIENCE):
            message = await channel.fetch_message(record.invitation)
    except (*DISCORD_TROUBLE, TimeoutError) as error:
        _log.info("The invitation to match %d can't be read: %s", record.id, error)
        return None
    commitments = commitments_in(message.components)
    return next(
        (commitment for commitment in commitments if commitment != proof.commitment),
        next(iter(commitments), None),
    )


def _roster(stored: Stored) -> Roster:
    try:
        return fold(stored.events)
    except CONTRADICTORY:
        return Roster()


def _word_button(stored: Stored, words: Words) -> discord.ui.Item[Any]:
    invited = any(event.kind is MatchEventKind.INVITED for event in stored.events)
    label = words.say("Accept with a word…") if invited else words.say("Join with a word…")
    return invitation_button(stored.record.id, "word", label)


def commitments_in(components: Iterable[Any]) -> list[str]:
    """Return every commitment, 64 hex digits, in the texts, file names and alt texts of a
    message.
    """
    commitments: list[str] = []
    for part in components:
        commitments += re.findall("`([0-9a-f]{64})`", str(getattr(part, "content", "")))
        for item in getattr(part, "items", ()):
            name = str(item.media.url).partition("?")[0].rpartition("/")[2]
            commitments += _HEX.findall(f"{name} {item.description or ''}")
        commitments += commitments_in(getattr(part, "children", ()))
    return commitments


def proof_lines(stored: Stored, proof: Proof, published: str | None, words: Words) -> list[str]:
    record = stored.record
    differs = published is not None and published != proof.commitment
    lines = [_title(record.id, proof, words, wrong=differs or proof.fault is not None)]
    if proof.fault is not None:
        lines.append(
            words.say("**The log disagrees:** {fault}", fault=escaped(harmless(proof.fault, FAULT)))
        )
    if differs:
        lines.append(
            words.say(
                "**The invitation promised other dice:** its message says `{commitment}`.",
                commitment=published,
            )
        )
    if differs or proof.fault is not None:
        lines.append(
            words.say("Show this to whoever runs Salud, together with the file of the match.")
        )
    lines.append(words.say("Commitment: `{commitment}`", commitment=proof.commitment))
    if record.day is None:
        lines.append(_where(stored, published, words, differs=differs))
    if proof.status is Status.OPEN:
        contributions = fold(stored.events).brought
        lines.append(words.say("Contribution so far: `{contribution}`", contribution=contributions))
    if proof.seed is None:
        if proof.contribution is not None:
            lines.append(
                words.say("Contribution: `{contribution}`", contribution=proof.contribution)
            )
        if proof.secret_until is not None:
            lines.append(
                # Translators: {until} is when the day ends, such as "in 3 hours".
                words.say(
                    "Seed and file are secret until the day is over, <t:{until}:R>, as everybody "
                    "plays with the same dice. After that, anyone can recompute every roll.",
                    until=proof.secret_until,
                )
            )
        elif proof.status is not Status.CALLED_OFF:
            lines.append(
                words.say(
                    "The seed is secret until the match is over: whoever knew it would know "
                    "every roll to come. After that, anyone can recompute every roll."
                )
            )
        return lines
    lines += [
        words.say("Seed: `{seed}`", seed=proof.seed),
        words.say("Contribution: `{contribution}`", contribution=proof.contribution),
    ]
    if proof.proven:
        lines.append(
            words.count(
                "{count} random outcome was recomputed from these, and it matches the log.",
                "{count} random outcomes were recomputed from these, and all match the log.",
                proof.outcomes,
            )
        )
    lines.append(_limits(proof.contribution or "", words))
    lines.append(
        words.say(
            "-# Check it yourself: `python -m bot verify match-{match}.match`, or the program in "
            "`docs/verify.md`, which works without Salud.",
            match=record.id,
        )
    )
    return lines


def _limits(contribution: str, words: Words) -> str:
    if is_day(contribution):
        return words.say(
            "-# The contribution is the day, which was known before the seed was made: this proves "
            "that everybody got the same dice, and that nothing was changed afterwards."
        )
    if is_of_table(contribution):
        return words.say(
            "-# The contribution names the tournament, the table and its seats, which were known "
            "before the seed was made, so this proves only that nothing was changed afterwards."
        )
    if JOIN not in contribution:
        return words.say(
            "-# With only one person, the contribution is known before the seed is made, so this "
            "proves only that nothing was changed afterwards."
        )
    if has_word(contribution):
        return words.say(
            "-# No player could know or choose a roll. Nor could whoever runs the bot, who may "
            "know the seed: you can be sure of that if you accepted with a word, it stands here "
            "after `=` just as you typed it, and you trust whoever joined after you."
        )
    return words.say(
        "-# No player could know or choose a roll. This doesn't prove the same of whoever runs "
        "the bot, who may know the seed: for that, accept with a word of your own."
    )


def _title(match: int, proof: Proof, words: Words, *, wrong: bool) -> str:
    if wrong:
        return words.say("# 🚨 The dice of match #{match} do NOT agree", match=match)
    if proof.proven:
        return words.say("## ✅ The dice of match #{match} are proven", match=match)
    if proof.status is Status.CALLED_OFF:
        return words.say("## Match #{match} never started, and no dice were rolled", match=match)
    return words.say("## 🔒 The dice of match #{match} are committed to", match=match)


def _where(stored: Stored, published: str | None, words: Words, *, differs: bool) -> str:
    record = stored.record
    if record.invitation is None:
        return words.say("It is published with the invitation.")
    values = {"at": record.created, "url": address(record.guild, record.home, record.invitation)}
    if published is None:
        return words.say("Published <t:{at}:f> with the invitation: {url}", **values)
    if differs:
        return words.say("The invitation, of <t:{at}:f>: {url}", **values)
    return words.say(
        "Published <t:{at}:f> with the invitation, still to be seen here: {url}", **values
    )
