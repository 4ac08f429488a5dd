"""Which desk takes a form that is handed in, by its custom_id."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import discord

from cogs.answers import private_words, tell
from cogs.play import ids

if TYPE_CHECKING:
    from cogs.client import SaludClient


async def take(client: "SaludClient", interaction: discord.Interaction) -> None:
    """Let it count; a form that nobody knows is answered."""
    data: Mapping[str, object] = dict(interaction.data or {})
    custom_id = str(data.get("custom_id", ""))
    if found := re.fullmatch(ids.FORM, custom_id):
        await client.desk.form(interaction, _spot(found), found["panel"])
    elif found := re.fullmatch(ids.OWN, custom_id):
        await client.me.form(interaction, found["what"])
    elif found := re.fullmatch(ids.PLAN_FORM, custom_id):
        await client.second_thoughts.form(interaction, int(found["match"]))
    elif found := re.fullmatch(ids.WORD_FORM, custom_id):
        await client.contributions.take(interaction, int(found["match"]))
    elif found := re.fullmatch(ids.REPORT_FORM, custom_id):
        await client.reports.take(interaction, _spot(found))
    else:
        words = private_words(client.catalogue, interaction)
        await tell(interaction, words.say("This form is out of date. Open it again."))


def _spot(found: re.Match[str]) -> ids.Spot:
    return ids.Spot(int(found["match"]), int(found["seq"]))
