"""The gateway: the websocket that delivers events to a bot.

A bot identifies itself and gets a session, which belongs to one shard and receives that shard's
events as numbered payloads. Session and connection are separate things (gateway_session.py):
networks fail, and a bot that reconnects within REPLAY_LIFE seconds resumes its session at the last
number that it read. The playground then repeats the missed events. If the session is gone, or too
many events have passed, it sends INVALID_SESSION, and the bot starts again without knowing what it
missed. Much of a bot's recovery code exists for these two cases; `drop`, `ask_reconnect` and
`invalidate` cause them on demand.

Everything is delivered in order, except interactions during a storm: those can arrive late or twice
(`deliveries`), which happens at Discord, too.

The gateway also enforces rules that a small bot hardly notices: 120 payloads per minute and
connection, privileged intents only if granted, and, if a test sets `identify_seconds`, a pause
between session starts in one bucket.
"""

import asyncio
import json
import math
from collections.abc import Callable, Mapping

from aiohttp import WSMsgType, web

from playground import gateway_events
from playground.errors import Json
from playground.gateway_session import DISPATCH, Connection, Session
from playground.model import Channel
from playground.presence import read_presence
from playground.world import Event, World

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT = 1, 2, 3, 4, 6, 7
ACK_AFTER = 0.02
"""Network latency of a heartbeat's answer, in seconds."""
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN = 4001, 4002, 4003, 4004
TWICE, BAD_SEQ, RATE_LIMITED, BAD_SHARD, DISALLOWED_INTENTS = 4005, 4007, 4008, 4010, 4014

LONGEST_PAYLOAD = 4096
"""Maximum bytes of a payload from a bot."""
HEARTBEAT_MS = 41_250
REPLAY_LIFE = 120
"""Seconds during which a disconnected session can be resumed."""

PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15


class Gateway:
    def __init__(
        self, world: World, token: str, deliveries: Callable[[], list[float]] = lambda: [0.0]
    ) -> None:
        self.world = world
        self._deliveries = deliveries
        """Return the delays in seconds for each copy of the next interaction."""
        self.token = token
        self.sessions: dict[str, Session] = {}
        self.identifies = 0
        self.resumes = 0
        self.recommended_shards = 1
        self.max_concurrency = 1
        """Number of buckets for starting sessions; a shard's bucket is its number modulo this."""
        self.identify_seconds = 0.0
        """Minimum seconds between two session starts in one bucket; Discord requires 5."""
        self.hasty = 0
        """Number of sessions refused for starting too soon."""
        self._began: dict[int, float] = {}
        self._connections: set[Connection] = set()
        world.listeners.append(self._on_event)

    @property
    def online(self) -> bool:
        return any(session.connection is not None for session in self.sessions.values())

    def is_heard(self, heard: Mapping[str, int]) -> bool:
        """Return whether these event numbers are the latest of their connected sessions."""
        connected = [
            candidate for candidate in self.sessions.values() if candidate.connection is not None
        ]
        return all(heard.get(session.id, session.seq) >= session.seq for session in connected)

    def dispatch_interaction(self, channel: Channel, payload: Json) -> bool:
        """Deliver an interaction to the bot; return False if no session can receive it."""
        self._forget_old()
        heard = [s for s in self.sessions.values() if s.hears(channel.guild_id)]
        for seconds in self._deliveries():
            _after(seconds, self._bring_interaction, channel, payload)
        return bool(heard)

    def _bring_interaction(self, channel: Channel, payload: Json) -> None:
        for session in self.sessions.values():
            if session.hears(channel.guild_id):
                _after(session.lag, session.dispatch, "INTERACTION_CREATE", payload)

    def _on_event(self, event: Event) -> None:
        self._forget_old()
        for session in self.sessions.values():
            translated = gateway_events.translate(self.world, event, session.intents)
            if translated is not None and session.hears(event_guild(self.world, event)):
                session.dispatch(*translated)

    def _forget_old(self) -> None:
        now = self.world.clock()
        for session in list(self.sessions.values()):
            if session.connection is None and now > session.lost_at + REPLAY_LIFE:
                del self.sessions[session.id]

    # ------------------------------------------------------------------ faults on demand

    def drop(self, *, resumable: bool = True) -> None:
        """Cut every connection like a bad network; unless `resumable`, forget the sessions."""
        if not resumable:
            self.sessions.clear()
        for connection in list(self._connections):
            connection.close(4000)

    def ask_reconnect(self) -> None:
        """Ask every bot to reconnect and resume, as Discord does during maintenance."""
        for connection in list(self._connections):
            connection.send(RECONNECT, None)

    def invalidate(self) -> None:
        """End every session without a chance to resume it."""
        self.sessions.clear()
        for connection in list(self._connections):
            connection.send(INVALID_SESSION, False)

    async def close(self) -> None:
        for connection in list(self._connections):
            connection.close(1001)

    # ------------------------------------------------------------------ one connection

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoclose=True, max_msg_size=4096 * 4, compress=False)
        await socket.prepare(request)
        compressed = request.query.get("compress") == "zlib-stream"
        connection = Connection(socket, compressed, f"ws://{request.host}/gateway")
        self._connections.add(connection)
        connection.send(HELLO, {"heartbeat_interval": HEARTBEAT_MS, "_trace": ["playground"]})
        session: Session | None = None
        try:
            async for message in socket:
                too_long = len(message.data) > LONGEST_PAYLOAD
                if message.type is not WSMsgType.TEXT or too_long:
                    connection.close(DECODE_ERROR)
                    continue
                if not connection.may_receive(asyncio.get_running_loop().time()):
                    connection.close(RATE_LIMITED)
                    continue
                session = self._receive(connection, session, message.data)
        finally:
            self._connections.discard(connection)
            await connection.end()
            self._lost(connection, session, socket.close_code)
        return socket

    def _lost(self, connection: Connection, session: Session | None, code: int | None) -> None:
        if session is None or session.connection is not connection:
            return
        session.connection = None
        session.lost_at = self.world.clock()
        if code in (1000, 1001) and not connection.closed_here:
            self.sessions.pop(session.id, None)
        self.world.emit(Event("BOT_STATUS"))

    def _receive(
        self, connection: Connection, session: Session | None, text: str
    ) -> Session | None:
        try:
            payload = json.loads(text)
            op, data = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError):
            connection.close(DECODE_ERROR)
            return session
        if op in (IDENTIFY, RESUME) and not isinstance(data, dict):
            connection.close(DECODE_ERROR)
        elif op == HEARTBEAT:
            # An earlier answer could arrive before the client records its heartbeat as sent;
            # discord.py would then consider itself late.
            loop = asyncio.get_running_loop()
            loop.call_later(ACK_AFTER, connection.send, HEARTBEAT_ACK, None)
        elif op == IDENTIFY:
            if session is not None:
                connection.close(TWICE)
                return session
            return self._identify(connection, data)
        elif op == RESUME:
            return self._resume(connection, data)
        elif op in (PRESENCE, VOICE, REQUEST_MEMBERS):
            if session is None:
                connection.close(NOT_AUTHENTICATED)
            elif op == REQUEST_MEMBERS:
                session.dispatch(*gateway_events.members_chunk(self.world, data))
            elif op == PRESENCE:
                self._present(connection, data)
        else:
            connection.close(UNKNOWN_OPCODE)
        return session

    def _present(self, connection: Connection, data: Json) -> None:
        try:
            status = read_presence(data)
        except (ValueError, TypeError, AttributeError):
            connection.close(DECODE_ERROR)
            return
        if connection.may_present(asyncio.get_running_loop().time()):
            self.world.bot_status = status
            self.world.emit(Event("BOT_STATUS"))

    def _identify(self, connection: Connection, data: Json) -> Session | None:
        if data.get("token") != self.token:
            connection.close(BAD_TOKEN)
            return None
        intents = int(data.get("intents", 0))
        if intents & PRIVILEGED & ~self.world.privileged_intents:
            connection.close(DISALLOWED_INTENTS)
            return None
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            connection.close(BAD_SHARD)
            return None
        if self._too_soon(number):
            self.hasty += 1
            connection.send(INVALID_SESSION, False)
            return None
        try:
            self.world.bot_status = read_presence(data.get("presence") or {}, at_identify=True)
        except (ValueError, TypeError, AttributeError):
            connection.close(DECODE_ERROR)
            return None
        session = Session(intents, (number, count))
        session.connection = connection
        self.sessions[session.id] = session
        self.identifies += 1
        for name, event in gateway_events.greeting(
            self.world, session.id, session.shard, connection.address
        ):
            if name == "READY" or session.hears(int(event["id"])):
                session.dispatch(name, event)
        self.world.emit(Event("BOT_STATUS"))
        return session

    def _too_soon(self, shard: int) -> bool:
        bucket, now = shard % self.max_concurrency, self.world.clock()
        if now - self._began.get(bucket, -math.inf) < self.identify_seconds:
            return True
        self._began[bucket] = now
        return False

    def _resume(self, connection: Connection, data: Json) -> Session | None:
        self._forget_old()
        session = self.sessions.get(data.get("session_id", ""))
        if data.get("token") != self.token:
            connection.close(BAD_TOKEN)
            return None
        seen = data.get("seq") or 0
        if session is None or (session.past and session.past[0][0] > seen + 1):
            connection.send(INVALID_SESSION, False)
            return None
        if seen > session.seq:
            connection.close(BAD_SEQ)
            return None
        for seq, name, event in session.past:
            if seq > seen:
                connection.send(DISPATCH, event, name=name, seq=seq)
        session.connection = connection
        self.resumes += 1
        session.dispatch("RESUMED", {"_trace": ["playground"]})
        self.world.emit(Event("BOT_STATUS"))
        return session


def _after(seconds: float, work: Callable[..., None], *values: object) -> None:
    if seconds:
        asyncio.get_running_loop().call_later(seconds, work, *values)
    else:
        work(*values)


def event_guild(world: World, event: Event) -> int | None:
    """Return the guild of an event; None for direct messages."""
    if event.channel is not None:
        return event.channel.guild_id
    return event.guild_id or world.guild.id
