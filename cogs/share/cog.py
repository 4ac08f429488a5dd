"""Sharing has no command: its buttons stand below what can be shared."""

from cogs.client import SaludClient
from cogs.share.items import ShareItem


async def setup(client: SaludClient) -> None:
    """Add the buttons."""
    client.add_dynamic_items(ShareItem)
