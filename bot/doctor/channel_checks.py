"""What the bot may not do in the channels in which it is played."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord

from bot.doctor.commands import Json
from bot.doctor.discord_checks import Account, lacked
from bot.doctor.findings import Finding, well
from bot.doctor.rest import Refused, Rest, Unreachable
from bot.storage.base.checkup import Place
from cogs.posting.permissions import Need, lacking, needs

SERVERS = 10
"""In how many servers channels are looked at: each takes two requests."""


async def channels(rest: Rest, known: Account, played: Sequence[Place]) -> list[Finding]:
    """What is missing in the channels with the most matches, and what that breaks."""
    guilds = {int(one["id"]): one for one in known.guilds}
    wanted: dict[int, list[int]] = {}
    for place in played:
        if place.guild in guilds and (place.guild in wanted or len(wanted) < SERVERS):
            wanted.setdefault(place.guild, []).append(place.channel)
    missing: dict[Need, list[str]] = {}
    looked = 0
    for guild, numbers in wanted.items():
        try:
            given = await _permissions(rest, guilds[guild], int(known.user["id"]))
        except (Refused, Unreachable):
            continue  # thrown out meanwhile, or a network that fails: told elsewhere
        for number in numbers:
            if number not in given:  # a thread, or gone
                continue
            looked += 1
            for need in lacking(given[number], needs(in_thread=False)):
                missing.setdefault(need, []).append(str(number))
    if not looked:
        return []
    where = "1 channel" if looked == 1 else f"{looked:,} channels"
    if not missing:
        return [well("Channels", f"Nothing is missing in {where} with matches.")]
    todo = "Let the bot do so in the channel's permissions: /settings there says more."
    return lacked("Channels", missing, f"{where} with matches", todo)


async def _permissions(rest: Rest, guild: Json, bot: int) -> Mapping[int, discord.Permissions]:
    """What the bot may do, by channel of a server."""
    number = int(guild["id"])
    member = await rest.get(f"/guilds/{number}/members/{bot}")
    roles = {int(role) for role in member["roles"]}
    return {
        int(channel["id"]): allowed(
            int(guild["permissions"]),
            channel.get("permission_overwrites") or (),
            number,
            roles,
            bot,
        )
        for channel in await rest.get(f"/guilds/{number}/channels")
    }


def allowed(
    base: int, overwrites: Iterable[Mapping[str, Any]], guild: int, roles: set[int], user: int
) -> discord.Permissions:
    """What a member may do in a channel, by Discord's order: everybody, their roles, themselves."""
    if discord.Permissions(base).administrator:
        return discord.Permissions.all()
    given = {int(one["id"]): (int(one["allow"]), int(one["deny"])) for one in overwrites}
    of_roles = [given[role] for role in roles if role in given and role != guild]
    allow, deny = 0, 0
    for its_allow, its_deny in of_roles:
        allow, deny = allow | its_allow, deny | its_deny
    for its_allow, its_deny in (given.get(guild, (0, 0)), (allow, deny), given.get(user, (0, 0))):
        base = base & ~its_deny | its_allow
    return discord.Permissions(base)
