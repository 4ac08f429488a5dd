"""/verify: what the dice of a match follow from, and whether they do."""

import asyncio
import io
import logging
import re
from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.contribution import JOIN, has_word
from bot.match.errors import NoSuchMatch
from bot.match.proof import Proof, prove
from bot.match.types import Status, Stored
from cogs import past, which
from cogs.answers import acknowledge, answered, nowhere, private_words
from cogs.client import SaludClient
from cogs.names import escaped, harmless
from cogs.play.layout import paper
from cogs.play.places import address
from cogs.trouble import DISCORD_TROUBLE
from texts import Words, mark

_log = logging.getLogger(__name__)

FAULT = 300
"""Characters of what is wrong with a log."""
PATIENCE = 3.0
"""Seconds to wait for the message of the invitation."""


class Verify(commands.Cog):
    """The proof of the dice."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("Prove the dice of a match: recompute every roll"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.guild_only()
    async def verify(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """What is committed to while it goes on; when it is over everything, with the file."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            number = match
            if number is None:
                what = which.wanted(interaction, None)
                number = (await past.find(self.client, what)).record.id
            stored = await self.client.matches.store.load(number)
            if stored is None or stored.record.guild != interaction.guild_id:
                raise NoSuchMatch
            proof = await asyncio.to_thread(prove, stored, self.client.matches.games)
            published = await self._published(stored)
            await self._answer(interaction, stored, proof, published, words)

        await answered(interaction, words, work(), nowhere)

    async def _published(self, stored: Stored) -> str | None:
        """The commitment in the message of the invitation; None where none can be read there."""
        record = stored.record
        if record.invitation is None:
            return None
        channel = self.client.get_partial_messageable(record.channel, guild_id=record.guild)
        try:
            async with asyncio.timeout(PATIENCE):
                message = await channel.fetch_message(record.invitation)
        except (*DISCORD_TROUBLE, TimeoutError) as error:
            _log.info("The invitation to match %d can't be read: %s", record.id, error)
            return None
        return committed(message.components)

    async def _answer(
        self,
        interaction: discord.Interaction,
        stored: Stored,
        proof: Proof,
        published: str | None,
        words: Words,
    ) -> None:
        match = stored.record.id
        text = "\n".join(told(stored, proof, published, words))
        if proof.file is None:
            await interaction.edit_original_response(view=paper(texts=[text]))
            return
        name = f"match-{match}.match"
        file = discord.File(io.BytesIO(proof.file.encode()), filename=name)
        await interaction.edit_original_response(
            view=paper(texts=[text], attached=[name]), attachments=[file]
        )

    @verify.autocomplete("match")
    async def _match(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        words = private_words(self.client.catalogue, interaction)
        return await past.suggest(self.client, interaction, current, words)


def committed(components: Iterable[Any]) -> str | None:
    """The 64 hex digits in the texts of a message; None where there are none."""
    for part in components:
        found = re.search("`([0-9a-f]{64})`", str(getattr(part, "content", "")))
        inside = found[1] if found else committed(getattr(part, "children", ()))
        if inside is not None:
            return inside
    return None


def told(stored: Stored, proof: Proof, published: str | None, words: Words) -> list[str]:
    """All that can be said of the dice, in lines."""
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
    lines.append(_where(stored, published, words, differs=differs))
    if proof.seed is None:
        if proof.status is not Status.CALLED_OFF:
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
    """What is proven to whom, and what is not."""
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
    """Where and when the commitment was published."""
    record = stored.record
    if record.invitation is None:
        return words.say("It is published with the invitation.")
    values = {
        "at": record.created,
        "url": address(record.guild, record.channel, record.invitation),
    }
    if published is None:
        return words.say("Published <t:{at}:f> with the invitation: {url}", **values)
    if differs:
        return words.say("The invitation, of <t:{at}:f>: {url}", **values)
    return words.say(
        "Published <t:{at}:f> with the invitation, still to be seen here: {url}", **values
    )


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Verify(client))
