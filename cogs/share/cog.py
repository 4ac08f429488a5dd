"""Loads the buttons of sharing; it has no command."""

from cogs.client import SaludClient
from cogs.share.items import ShareItem


async def setup(client: SaludClient) -> None:
    """Add the buttons."""
    client.add_dynamic_items(ShareItem)
