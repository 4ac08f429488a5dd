"""The address of Discord: its own, a playground's, or that of a proxy in front of it.

discord.py has no setting for it; three class attributes decide (pinned by tests/e2e).
"""

import discord.asset
import discord.gateway
import discord.http
import yarl


def connect_to(address: str) -> None:
    url = yarl.URL(address)
    socket = url.with_scheme("ws" if url.scheme == "http" else "wss") / "gateway"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = socket
    discord.asset.Asset.BASE = f"{address}/cdn"
    send_requests_to(address)


def send_requests_to(address: str) -> None:
    """Send the REST requests of every client of this process to `address` instead of Discord.

    A proxy there keeps to Discord's limits for several processes.
    """
    discord.http.Route.BASE = f"{address}/api/v10"
