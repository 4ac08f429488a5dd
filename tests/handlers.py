"""The handlers of a client, for tests that call one of their methods themselves."""

from typing import TypeVar

from cogs.interactions.context import Handlers
from cogs.topics.client import TopicClient

H = TypeVar("H", bound=Handlers)


def handlers_of(client: TopicClient, kind: type[H]) -> H:
    (handlers,) = (one for one in client.presses.handlers if isinstance(one, kind))
    return handlers
