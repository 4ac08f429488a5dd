"""A channel's readers can all read a place if no possible member sees the channel but not the
place.

The model tries every set of roles with every member that has an overwrite, as Discord's reference
works out permissions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from types import SimpleNamespace
from typing import Any

import discord
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cogs.posting.audience import open_to_readers
from tests.tiers import full_or

GUILD, OWNER, BOT, BOT_ROLE, HERE, THERE = 1, 2, 3, 4, 5, 6
ROLES, PEOPLE = (10, 11, 12, 13), (20, 21)
ADMINISTRATOR, VIEW, HISTORY = 1 << 3, 1 << 10, 1 << 16

STATE: Any = discord.Client(intents=discord.Intents.default())._connection
STATE.user = SimpleNamespace(id=BOT)

Overwrites = dict[int, tuple[int, int]]
"""The allowed and denied permissions, by the id of a role or a member."""


@dataclass(frozen=True)
class Server:
    everyone: int
    roles: dict[int, int]
    """The permissions of roles, by id."""
    here: Overwrites
    there: Overwrites

    def bits(self, roles: tuple[int, ...], person: int | None, overwrites: Overwrites) -> int:
        bits = self.everyone
        for role in roles:
            bits |= self.roles[role]
        if bits & ADMINISTRATOR:
            return ~0
        allow, deny = overwrites.get(GUILD, (0, 0))
        bits = bits & ~deny | allow
        allow = deny = 0
        for role in roles:
            allow |= overwrites.get(role, (0, 0))[0]
            deny |= overwrites.get(role, (0, 0))[1]
        bits = bits & ~deny | allow
        allow, deny = overwrites.get(person or 0, (0, 0))
        return bits & ~deny | allow

    def is_open(self) -> bool:
        """Try every possible reader; return whether the channel's readers can read the place."""
        sets = chain.from_iterable(combinations(self.roles, n) for n in range(len(self.roles) + 1))
        members = [(roles, person) for roles in sets for person in (None, *PEOPLE)]
        return all(
            self.bits(roles, person, self.there) & (VIEW | HISTORY) in (VIEW | HISTORY, -1)
            for roles, person in members
            if self.bits(roles, person, self.here) & VIEW
        )

    def channels(self) -> Iterator[discord.abc.GuildChannel]:
        roles = {GUILD: self.everyone, BOT_ROLE: 0, **self.roles}
        payload: Any = {
            "id": str(GUILD),
            "owner_id": str(OWNER),
            "roles": [
                {"id": str(role), "name": "", "permissions": str(bits), "position": 0}
                | {"tags": {"bot_id": str(BOT)} if role == BOT_ROLE else {}}
                for role, bits in roles.items()
            ],
            "channels": [
                {
                    "id": str(channel),
                    "type": 0,
                    "name": "",
                    "position": 0,
                    "permission_overwrites": [
                        {"id": str(owner), "type": int(owner not in roles), "allow": str(allow)}
                        | {"deny": str(deny)}
                        for owner, (allow, deny) in overwrites.items()
                    ],
                }
                for channel, overwrites in ((HERE, self.here), (THERE, self.there))
            ],
        }
        guild = discord.Guild(data=payload, state=STATE)
        for channel in (HERE, THERE):
            known_channel = guild.get_channel(channel)
            assert known_channel is not None
            yield known_channel


GIVEN = st.sampled_from((0, VIEW, HISTORY, VIEW | HISTORY, VIEW | HISTORY))
OVERWRITE = st.tuples(GIVEN, GIVEN).map(lambda pair: (pair[0], pair[1] & ~pair[0]))
OVERWRITES = st.dictionaries(st.sampled_from((GUILD, *ROLES, *PEOPLE, OWNER, BOT_ROLE)), OVERWRITE)
SERVERS = st.builds(
    Server,
    GIVEN,
    st.dictionaries(st.sampled_from(ROLES), GIVEN | st.just(ADMINISTRATOR)),
    OVERWRITES,
    OVERWRITES,
)


READ, FIRST, SECOND = VIEW | HISTORY, ROLES[0], ROLES[1]
OPENED_AND_CLOSED_BY_ROLES = Server(
    READ,
    {FIRST: 0, SECOND: 0},
    {GUILD: (0, VIEW), FIRST: (VIEW, 0)},
    {SECOND: (0, VIEW)},
)
"""Only a member with both roles sees the channel and not the place."""
OPENED_TO_ADMINISTRATORS = Server(
    READ, {FIRST: ADMINISTRATOR}, {GUILD: (0, VIEW), FIRST: (VIEW, 0)}, {GUILD: (0, VIEW)}
)


@settings(max_examples=full_or(5_000, 150))
@given(SERVERS)
@example(OPENED_AND_CLOSED_BY_ROLES)
@example(OPENED_TO_ADMINISTRATORS)
def test_place_is_open_if_every_possible_reader_can_read_it(server: Server) -> None:
    cached = {GUILD, BOT_ROLE, OWNER, *server.roles, *PEOPLE}
    here, there = (
        {owner: pair for owner, pair in overwrites.items() if owner in cached}
        for overwrites in (server.here, server.there)
    )
    server = Server(server.everyone, server.roles, here, there)
    channel, place = server.channels()
    assert open_to_readers(channel, place) is server.is_open()


@given(SERVERS)
@settings(max_examples=20)
def test_channel_is_open_to_its_own_readers(server: Server) -> None:
    channel, _ = server.channels()
    assert open_to_readers(channel, channel)
