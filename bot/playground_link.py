"""Points discord.py at a playground instead of Discord.

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
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = socket
    discord.asset.Asset.BASE = f"{address}/cdn"
