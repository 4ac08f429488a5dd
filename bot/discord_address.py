"""Where discord.py finds Discord: a playground may take its place, or a proxy stand before it.

discord.py has no setting for it; three class attributes decide everything (pinned by
tests/e2e). Nothing else in the project knows that Discord may be elsewhere.
"""

import discord.asset
import discord.gateway
import discord.http
import yarl


def connect_to(address: str) -> None:
    """Let every client of this process talk to the playground at `address`."""
    url = yarl.URL(address)
    socket = url.with_scheme("ws" if url.scheme == "http" else "wss") / "gateway"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = socket
    discord.asset.Asset.BASE = f"{address}/cdn"
    send_requests_to(address)


def send_requests_to(address: str) -> None:
    """Let every client of this process send its REST requests to `address` instead of Discord.

    A proxy there keeps to Discord's limits for several processes.
    """
    discord.http.Route.BASE = f"{address}/api/v10"
