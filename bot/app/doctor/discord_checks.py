"""Checks of Discord's data about the bot, such as its token, commands and permissions."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord

from bot.app.discord_address import RESTART_PROXY, network_remedy
from bot.app.doctor.findings import Finding, age, note, well, wrong
from bot.app.doctor.rest import RequestFailed, Rest
from bot.app.settings import Settings
from bot.game_register import GameRegister
from bot.match.core.matches import Matches
from bot.match.core.store import Store
from bot.match.stores import Stores
from bot.match.values.times import SystemClock
from bot.storage.sqlite.database import open_sqlite
from cogs.app.client import SaludClient
from cogs.games.installed import InstalledGames
from cogs.posting.permissions import IN_FORUM, Need, lacking, needs
from texts import Catalogue

Json = Mapping[str, Any]
OF_DISCORD = frozenset(
    ("id", "application_id", "guild_id", "version", "handler", "nsfw", "dm_permission")
)


async def commands_here(games: GameRegister) -> Sequence[Json]:
    with tempfile.TemporaryDirectory(prefix="salud-doctor-") as folder:
        database = await open_sqlite(str(Path(folder) / "empty.db"))
        try:
            async with SaludClient(
                Matches(Store(database), games, SystemClock()),
                Catalogue.load(),
                InstalledGames(games),
                Stores(database),
            ) as client:
                await client.load_commands()
                translator = client.tree.translator
                assert translator is not None, "the commands are loaded"
                return [
                    await command.get_translated_payload(client.tree, translator)
                    for command in client.tree.get_commands()
                ]
        finally:
            await database.close()


def differences(ours: Sequence[Json], theirs: Sequence[Json]) -> list[str]:
    own_commands, discord_commands = _by_name(ours), _by_name(theirs)
    changes = []
    for key in sorted({*own_commands, *discord_commands}):
        if key not in discord_commands:
            changes.append(f"{_shown(key)} (missing)")
        elif key not in own_commands:
            changes.append(f"{_shown(key)} (unknown)")
        elif not _same(own_commands[key], discord_commands[key]):
            changes.append(f"{_shown(key)} (different)")
    return changes


def _by_name(commands: Sequence[Json]) -> dict[tuple[int, str], Json]:
    return {(int(command.get("type", 1)), str(command["name"])): command for command in commands}


def _shown(key: tuple[int, str]) -> str:
    return f"/{key[1]}" if key[0] == 1 else f"“{key[1]}”"


def _same(ours: Any, theirs: Any) -> bool:
    """Compare two values like Discord, which leaves out empty and default ones."""
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        keys = ({*ours} | {*theirs}) - OF_DISCORD
        return all(_same(ours.get(key), theirs.get(key)) for key in keys)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    if not ours and not theirs and 0 not in (ours, theirs):
        return True
    return ours == theirs or (ours is not None and str(ours) == str(theirs))


PAGE, PAGES = 200, 5
NAMED = 5
AHEAD = 2.0
FEW = 50
IN_SERVERS, BY_PEOPLE = "0", "1"
"""Kinds of installation, as Discord numbers them."""
PORTAL = "https://discord.com/developers/applications"


@dataclass(frozen=True, slots=True)
class Account:
    """Discord's data about the bot. If a request failed, `trouble` explains it and the rest is
    empty.
    """

    trouble: Finding | None = None
    user: Json = field(default_factory=dict)
    application: Json = field(default_factory=dict)
    commands: Sequence[Json] = ()
    guilds: Sequence[Json] = ()
    gateway: Json = field(default_factory=dict)

    @property
    def id(self) -> int | None:
        return int(self.application["id"]) if self.application else None


async def account(rest: Rest, settings: Settings) -> Account:
    if not settings.discord_token.get_secret_value():
        return Account(
            wrong("Token", "There is no DISCORD_TOKEN.", f"Set it to your bot's token: {PORTAL}.")
        )
    try:
        user = await rest.get("/users/@me")
        application = await rest.get("/applications/@me")
        path = f"/applications/{application['id']}/commands"
        return Account(
            None,
            user,
            application,
            await rest.get(path, {"with_localizations": "true"}),
            await _guilds(rest),
            await rest.get("/gateway/bot"),
        )
    except RequestFailed as error:
        if error.status is None:
            return Account(wrong("Token", str(error), network_remedy(settings)))
        if error.status == 401:
            todo = f"Copy it whole, or reset it and copy the new one: {PORTAL} → Bot."
            if settings.salud_discord_api:
                todo += f" {RESTART_PROXY}"
            return Account(wrong("Token", "Discord refuses the DISCORD_TOKEN.", todo))
        todo = "Discord has a problem, or limits the bot: try again later."
        return Account(wrong("Token", f"{error}.", todo))


async def _guilds(rest: Rest) -> list[Json]:
    guilds: list[Any] = []
    for _ in range(PAGES):
        query = {"limit": str(PAGE)}
        if guilds:
            query["after"] = str(guilds[-1]["id"])
        page = await rest.get("/users/@me/guilds", query)
        guilds += page
        if len(page) < PAGE:
            break
    return guilds


def token(known: Account) -> list[Finding]:
    if known.trouble is not None:
        return [known.trouble]
    name = known.user.get("username", "?")
    return [well("Token", f"It belongs to {name}, application {known.id}.")]


def application(known: Account) -> list[Finding]:
    if not known.application:
        return []
    findings = []
    url = known.application.get("interactions_endpoint_url")
    if url:
        findings.append(
            wrong(
                "Application",
                f"Discord sends commands and presses to {url} instead of the bot.",
                f"Empty “Interactions Endpoint URL”: {PORTAL} → General Information.",
            )
        )
    if known.application.get("bot_require_code_grant"):
        findings.append(
            note(
                "Application",
                "It requires a code grant, so its link can't add it to a server.",
                f"Switch off “Requires OAuth2 Code Grant”: {PORTAL} → Bot.",
            )
        )
    if known.application.get("bot_public") is False:
        findings.append(note("Application", "It is private: only its owner can add it to servers."))
    kinds = known.application.get("integration_types_config")
    if kinds is not None and IN_SERVERS not in kinds:
        findings.append(
            wrong(
                "Application",
                "It can't be added to servers: “Guild Install” is off.",
                f"Tick it: {PORTAL} → Installation.",
            )
        )
    if kinds is not None and BY_PEOPLE not in kinds:
        findings.append(
            note(
                "Application",
                "People can't add it to their own account: “User Install” is off.",
                f"Tick it, with the scope applications.commands: {PORTAL} → Installation.",
            )
        )
    return findings or [
        well("Application", "Its settings are right. It needs no privileged intents.")
    ]


def commands(known: Account, brought: Sequence[Json]) -> list[Finding]:
    if not known.application:
        return []
    others = differences(brought, known.commands)
    if not others:
        return [well("Commands", f"Discord has all {len(brought)} commands of this version.")]
    todo = "Start the bot once to register them."
    if not known.commands:
        return [note("Commands", "Discord has none yet.", todo)]
    named = ", ".join(others[:NAMED]) + (", …" if len(others) > NAMED else "")
    return [
        note(
            "Commands",
            f"Discord's commands differ from those of this version: {named}.",
            todo,
        )
    ]


def permissions(known: Account) -> list[Finding]:
    if not known.application:
        return []
    if not known.guilds:
        todo = "Add it: docs/operating.md describes how."
        return [note("Servers", "The bot is in no server.", todo)]
    number = len(known.guilds)
    count = f"the first {number:,} servers" if number >= PAGE * PAGES else _servers(number)
    missing: dict[Need, list[str]] = {}
    for guild in known.guilds:
        for need in _lacking(int(guild.get("permissions", 0))):
            missing.setdefault(need, []).append(str(guild["id"]))
    if not missing:
        return [well("Permissions", f"Its roles have all necessary permissions in {count}.")]
    todo = "Give it to the bot's role there, unless channels do; /settings there has details."
    return lacked("Permissions", missing, count, todo)


def lacked(
    check: str, missing: Mapping[Need, Sequence[str]], count: str, todo: str
) -> list[Finding]:
    ordered = sorted(missing.items(), key=lambda entry: -len(entry[1]))
    return [
        note(
            check,
            f"{need.name} is missing in {len(where):,} of {count} ({_some(where)}): {need.breaks}.",
            todo,
        )
        for need, where in ordered
    ]


def _lacking(bits: int) -> list[Need]:
    role_permissions = discord.Permissions(bits)
    return (
        [] if role_permissions.administrator else lacking(role_permissions, needs(in_thread=False))
    )


def _servers(number: int) -> str:
    return "1 server" if number == 1 else f"{number:,} servers"


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:NAMED]) + (", …" if len(ids) > NAMED else "")


def sessions(known: Account, settings: Settings) -> list[Finding]:
    if not known.gateway:
        return []
    recommended = int(known.gateway.get("shards", 1))
    limit = known.gateway.get("session_start_limit", {})
    left, total = int(limit.get("remaining", 0)), int(limit.get("total", 0))
    reset_in = age(float(limit.get("reset_after", 0)) / 1000)
    sentence = f"{left:,} of {total:,} sessions can begin in the next {reset_in}"
    if left < recommended:
        todo = f"Wait {reset_in} before the next start. The log has the reason for so many starts."
        return [wrong("Sessions", f"Only {sentence}; {recommended:,} are needed.", todo)]
    shards = f"Discord recommends {'1 shard' if recommended == 1 else f'{recommended:,} shards'}"
    chosen = settings.salud_shards
    if isinstance(chosen, int) and chosen < recommended:
        todo = "Set SALUD_SHARDS=auto, or to that number: docs/scale.md."
        return [note("Sessions", f"{shards}, and SALUD_SHARDS is {chosen}. {sentence}.", todo)]
    if left < min(FEW, total):
        todo = "The log has the reason for so many starts. The bot can't start with none left."
        return [note("Sessions", f"Only {sentence}.", todo)]
    return [well("Sessions", f"{shards}; {sentence}.")]


def clock(rest: Rest) -> list[Finding]:
    if rest.ahead is None:
        return []
    off, way = abs(rest.ahead), "ahead of" if rest.ahead > 0 else "behind"
    if off - rest.sure > AHEAD:
        return [
            note(
                "Clock",
                f"It is {off:.1f} s {way} Discord's: turns begin and end at the wrong time.",
                "Synchronize the machine's clock, for example with `timedatectl set-ntp true`.",
            )
        ]
    return [well("Clock", f"It agrees with Discord's within {max(off, rest.sure):.1f} s.")]


SERVERS = 10
FORUM = discord.ChannelType.forum.value


async def channels(rest: Rest, known: Account, played: Sequence[tuple[int, int]]) -> list[Finding]:
    guilds = {int(guild_data["id"]): guild_data for guild_data in known.guilds}
    to_check: dict[int, list[int]] = {}
    for guild, channel in played:
        if guild in guilds and (guild in to_check or len(to_check) < SERVERS):
            to_check.setdefault(guild, []).append(channel)
    missing: dict[Need, list[str]] = {}
    looked = 0
    for guild, numbers in to_check.items():
        try:
            by_channel = await _permissions(rest, guilds[guild], int(known.user["id"]))
        except RequestFailed:
            continue  # the bot was removed meanwhile, or another check reports the failure
        for number in numbers:
            if number not in by_channel:  # a thread, or a deleted channel
                continue
            looked += 1
            permissions, kind = by_channel[number]
            needed = IN_FORUM if kind == FORUM else needs(in_thread=False)
            for need in lacking(permissions, needed):
                missing.setdefault(need, []).append(str(number))
    if not looked:
        return []
    where = "1 channel" if looked == 1 else f"{looked:,} channels"
    if not missing:
        return [well("Channels", f"The bot has all permissions in {where} with matches.")]
    todo = "Allow it in the channel's permissions; /settings there has details."
    return lacked("Channels", missing, f"{where} with matches", todo)


async def _permissions(
    rest: Rest, guild: Json, bot: int
) -> Mapping[int, tuple[discord.Permissions, int]]:
    """Return the bot's permissions in each channel, and the channel's type."""
    number = int(guild["id"])
    member = await rest.get(f"/guilds/{number}/members/{bot}")
    roles = {int(role) for role in member["roles"]}
    return {
        int(channel["id"]): (
            permissions_of(
                int(guild["permissions"]),
                channel.get("permission_overwrites") or (),
                number,
                roles,
                bot,
            ),
            int(channel["type"]),
        )
        for channel in await rest.get(f"/guilds/{number}/channels")
    }


def permissions_of(
    base: int, overwrites: Iterable[Mapping[str, Any]], guild: int, roles: set[int], user: int
) -> discord.Permissions:
    """Return a member's permissions in a channel.

    Discord applies overwrites in this order: everyone, the member's roles, the member.
    """
    if discord.Permissions(base).administrator:
        return discord.Permissions.all()
    by_id = {
        int(overwrite["id"]): (int(overwrite["allow"]), int(overwrite["deny"]))
        for overwrite in overwrites
    }
    of_roles = [by_id[role] for role in roles if role in by_id and role != guild]
    allow, deny = 0, 0
    for its_allow, its_deny in of_roles:
        allow, deny = allow | its_allow, deny | its_deny
    for its_allow, its_deny in (by_id.get(guild, (0, 0)), (allow, deny), by_id.get(user, (0, 0))):
        base = base & ~its_deny | its_allow
    return discord.Permissions(base)
