"""What else the settings name: a proxy before Discord, and where metrics are."""

import aiohttp

from bot.doctor.findings import Finding, note, well, wrong
from bot.doctor.rest import Refused, Rest, Unreachable
from bot.settings import Settings

TIMEOUT = 5.0
"""Seconds."""


async def proxy(rest: Rest, settings: Settings) -> list[Finding]:
    """Whether the proxy lets requests through, if one is set."""
    if not settings.salud_discord_api or settings.salud_playground:
        return []
    try:
        await rest.get("/gateway")
    except (Unreachable, Refused) as error:
        todo = "Start the proxy, or mend SALUD_DISCORD_API: docs/scale.md."
        return [wrong("Proxy", f"{settings.salud_discord_api}: {error}", todo)]
    return [well("Proxy", f"{settings.salud_discord_api} reaches Discord.")]


async def metrics(session: aiohttp.ClientSession, settings: Settings) -> list[Finding]:
    """Whether somebody gives metrics where the settings say so."""
    given = settings.metrics_address
    if given is None:
        return []
    where, (host, port) = settings.salud_metrics, given
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not listened to
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/metrics"
    try:
        async with session.get(url, timeout=aiohttp.ClientTimeout(total=TIMEOUT)) as answer:
            if answer.status == 200:
                return [well("Metrics", f"They are at {where}.")]
            said = f"{url} answers {answer.status}."
    except (aiohttp.ClientError, OSError):
        said = f"Nothing answers at {url}."
    return [note("Metrics", said, "They are there while the bot runs: docs/metrics.md.")]
