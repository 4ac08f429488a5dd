"""The address to which the bot connects: Discord's own, a playground's, or a proxy's.

discord.py has no setting for it; three class attributes decide (pinned by tests/e2e).
"""

import discord.asset
import discord.gateway
import discord.http
import yarl

from bot.app.settings import Settings

RESTART_PROXY = (
    "If it is right, restart the proxy: nirn-proxy keeps refusing a token that Discord has refused"
    " once."
)


def network_remedy(settings: Settings) -> str:
    """Return the operator's next step if Discord can't be reached."""
    if settings.salud_playground or settings.salud_discord_api:
        return "Start the program at that address, or correct the setting that names it."
    return "Check the network: it must allow https to discord.com, port 443."


def connect_to(address: str) -> None:
    url = yarl.URL(address)
    socket = url.with_scheme("ws" if url.scheme == "http" else "wss") / "gateway"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = socket
    discord.asset.Asset.BASE = f"{address}/cdn"
    send_requests_to(address)


def send_requests_to(address: str) -> None:
    """Send the REST requests of every client of this process to `address` instead of Discord.

    A proxy at that address can keep several processes together within Discord's rate limits.
    """
    discord.http.Route.BASE = f"{address}/api/v10"
