"""Observes all requests to Discord with aiohttp's tracing, to which discord.py gives access."""

import contextlib
import json
import re
import time
from asyncio import CancelledError
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot.observing.answer import current
from bot.observing.observer import TOO_MANY, Observer, Request
from cogs.runtime.foreign_answers import ALREADY_ANSWERED, ForeignAnswers
from cogs.runtime.proxy_answers import is_limit_of_proxy, translate_proxy_answers
from cogs.runtime.rest_health import CALLBACK, SERVER_ERROR, RestHealth

Received = aiohttp.TraceResponseChunkReceivedParams

WORDS = frozenset(
    (
        *("applications", "channels", "gateway", "guilds", "interactions", "users", "webhooks"),
        *("archived", "bot", "callback", "commands", "emojis", "members", "messages", "pins"),
        *("private", "public", "thread-members", "threads", "oauth2", "@me"),
    )
)
"""Fixed words of routes; all other path segments are ids, names or tokens."""
SCOPES = frozenset(("user", "shared", "global"))
BASE = re.compile(r"^/api(/v\d+)?/")
INTERACTION = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
SWITCHING_PROTOCOLS, REDIRECTS = 101, 300
_asked: ContextVar[list[float] | None] = ContextVar("asked", default=None)
"""Start time of the task's current request, in a list that is emptied when the request is sent."""


def trace_config(
    observer: Observer,
    health: RestHealth | None = None,
    foreign: ForeignAnswers | None = None,
) -> aiohttp.TraceConfig:
    """Return the tracing that reports all requests of a session to the observer, those to Discord's
    REST API to `health`, and answers to interactions to `foreign`. It also translates the answers
    of a proxy.
    """
    config = aiohttp.TraceConfig()
    health = RestHealth() if health is None else health

    async def begins(_: object, request: Any, start: aiohttp.TraceRequestStartParams) -> None:
        request.began = time.perf_counter()
        answered = INTERACTION.search(start.url.path)
        request.interaction = None if answered is None else int(answered[1])
        if foreign is not None and request.interaction is not None:
            foreign.note_answer(request.interaction)
        asked = _asked.get()
        if asked:
            observer.request_waited(request.began - asked.pop())

    async def ends(_: object, request: Any, end: aiohttp.TraceRequestEndParams) -> None:
        status, route = end.response.status, route_of(end.url.path)
        request.answered = None
        if status == SWITCHING_PROTOCOLS:  # the gateway's connection
            return
        answered = Request(end.method, route, status, time.perf_counter() - request.began)
        if status >= SERVER_ERROR:  # a broken proxy can answer without a body
            health.note_failure(route)
        if status >= REDIRECTS:  # wait for the body, which has details
            request.answered = answered, end.response.headers
            return
        answer = current()
        if answer is not None and route == CALLBACK:
            answer.note_acknowledged()
        health.note_answer(answered)
        observer.discord_answered(answered)

    async def reads(_: object, request: Any, body: Received) -> None:
        if request.answered is not None:
            (answered, headers), request.answered = request.answered, None
            refused = _refused(answered, headers, body.chunk)
            health.note_answer(refused)
            observer.discord_answered(refused)
            late = refused.code == ALREADY_ANSWERED and request.interaction is not None
            if foreign is not None and late:
                await foreign.note_refusal(request.interaction)

    async def fails(_: object, __: object, failure: aiohttp.TraceRequestExceptionParams) -> None:
        route = route_of(failure.url.path)
        if BASE.match(failure.url.path) and not isinstance(failure.exception, CancelledError):
            health.note_failure(route)
        observer.discord_unreachable(route, failure.exception)

    config.on_request_start.append(begins)
    config.on_request_end.append(ends)
    translate_proxy_answers(config)  # after `ends`, which reports the original status
    config.on_response_chunk_received.append(reads)
    config.on_request_exception.append(fails)
    return config


def measure_waits(http: discord.http.HTTPClient) -> None:
    """Report to the observer of `trace_config` how long discord.py delays requests."""
    original = http.request

    async def request(route: discord.http.Route, **more: Any) -> Any:
        token = _asked.set([time.perf_counter()])
        try:
            return await original(route, **more)
        finally:
            _asked.reset(token)

    http.request = request  # type: ignore[method-assign]


def route_of(path: str) -> str:
    """Return a request's path without ids and tokens, which leaves a few dozen different routes."""
    parts = BASE.sub("", path).split("/")
    return "/".join(part for part in parts if part in WORDS) or "other"


def _refused(answered: Request, headers: Mapping[str, str], body: bytes) -> Request:
    details: Any = None
    with contextlib.suppress(ValueError):
        details = json.loads(body)
    details = details if isinstance(details, dict) else {}
    code = details.get("code", 0)
    refused = replace(answered, code=code if isinstance(code, int) else 0)
    if refused.status != TOO_MANY:
        return refused
    scope = headers.get("X-RateLimit-Scope", "global" if details.get("global") else "user")
    if is_limit_of_proxy(refused.status, headers):
        scope = "proxy"
    elif "Via" not in headers or scope not in SCOPES:  # Discord sends this header, Cloudflare not
        scope = "cloudflare"
    wait = details.get("retry_after")
    seconds = float(wait) if isinstance(wait, int | float) else 0.0
    return replace(refused, scope=scope, retry_after=seconds)
