"""Loads the buttons of sharing; it has no command."""

from cogs.app.client import SaludClient
from cogs.replay.share_items import ShareItem


async def setup(client: SaludClient) -> None:
    """Add the buttons."""
    client.add_dynamic_items(ShareItem)
