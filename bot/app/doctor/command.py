"""All checks, in the order of their output."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial

import aiohttp

from bot.app.doctor import database_checks, discord_checks, machine_checks
from bot.app.doctor.discord_checks import commands_here
from bot.app.doctor.findings import Finding, Severity, lines, wrong
from bot.app.doctor.rest import Rest
from bot.app.settings import BadSettings, Settings
from bot.app.start_check import start_refusal
from bot.game_register import GameRegister
from bot.storage.base.checkup import Checkup


async def doctor(
    read: Callable[[], Settings], games: GameRegister, say: Callable[[str], None]
) -> int:
    worst = 0

    def tell(findings: Iterable[Finding]) -> None:
        nonlocal worst
        for finding in findings:
            worst = max(worst, int(finding.severity is Severity.WRONG))
            for line in lines([finding]):
                say(line)

    tell(machine_checks.version())
    try:
        settings = read()
    except BadSettings as error:
        tell([wrong("Settings", error.found, error.todo)])
        return 1
    tell(machine_checks.settings_read(os.environ))
    async for findings in findings_of(settings, games):
        tell(findings)
    return worst


async def findings_of(
    settings: Settings, games: GameRegister, now: Callable[[], float] = time.time
) -> AsyncIterator[list[Finding]]:
    looked = asyncio.create_task(
        asyncio.to_thread(
            database_checks.check_up, settings.salud_database, partial(start_refusal, games)
        )
    )
    async with aiohttp.ClientSession() as session:
        rest = Rest(session, settings, now)
        account = await discord_checks.account(rest, settings)
        yield discord_checks.token(account)
        yield discord_checks.application(account)
        if account.application:
            yield discord_checks.commands(account, await commands_here(games))
        yield discord_checks.permissions(account)
        checkup = await looked
        if isinstance(checkup, Checkup) and checkup.contents is not None and account.application:
            yield await discord_checks.channels(rest, account, checkup.contents.played)
        yield discord_checks.sessions(account, settings)
        yield database_checks.database(settings, checkup, account.id)
        yield database_checks.backups(settings, now)
        yield discord_checks.clock(rest)
        yield await asyncio.to_thread(machine_checks.fonts)
        yield machine_checks.rights(settings)
        yield machine_checks.life(settings, now())
        yield await machine_checks.proxy(rest, settings)
        yield await machine_checks.metrics(session, settings)
