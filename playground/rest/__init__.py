"""Discord's REST API: one module per family of routes, all in the table ROUTES."""

from playground.rest import (
    applications,
    callbacks,
    channels,
    guilds,
    messages,
    scheduled_events,
    threads,
    users,
    webhooks,
)
from playground.rest.call import ROUTES

__all__ = [
    "ROUTES",
    "applications",
    "callbacks",
    "channels",
    "guilds",
    "messages",
    "scheduled_events",
    "threads",
    "users",
    "webhooks",
]
