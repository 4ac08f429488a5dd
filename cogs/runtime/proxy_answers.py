"""Answers of a REST proxy itself, translated into statuses that discord.py retries.

nirn-proxy, which `SALUD_DISCORD_API` usually names, makes up answers in two cases:

- Discord did not answer within the proxy's REQUEST_TIMEOUT: 408 with a line of text. Discord may
have carried out the request or not. discord.py would raise this as a refusal, although the next
try usually succeeds. To the bot it is a gateway's timeout, 504, after which discord.py sends the
request again. Nonces prevent that a message is posted twice, as after any lost answer.
- The proxy could not pass the request on: 429 with the header `generated-by-proxy`, but without
`Via`. discord.py would take that for a ban by Cloudflare and raise it. Discord has not seen the
request and limits nothing, so to the bot it is 502: sent again after a pause.

Observers registered before this translation see the original statuses.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import aiohttp

PROXY_MARK = "generated-by-proxy"
"""Header of nirn-proxy's own rate limits (its lib/queue_manager.go, Generate429)."""


def is_limit_of_proxy(status: int, headers: Mapping[str, str]) -> bool:
    return status == HTTPStatus.TOO_MANY_REQUESTS and PROXY_MARK in headers


def translate_proxy_answers(config: aiohttp.TraceConfig) -> None:
    """Translate the proxy's own answers to all requests of sessions with this tracing."""

    async def ends(_: object, __: Any, end: aiohttp.TraceRequestEndParams) -> None:
        response = end.response
        if response.status == HTTPStatus.REQUEST_TIMEOUT:
            response.status = HTTPStatus.GATEWAY_TIMEOUT
        elif is_limit_of_proxy(response.status, response.headers):
            response.status = HTTPStatus.BAD_GATEWAY

    config.on_request_end.append(ends)
