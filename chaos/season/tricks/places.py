"""Tricks that hide matches from other players, or channels from a player."""

from chaos.acting import command
from chaos.season.context import SeasonContext, Trick
from chaos.season.group import Group
from chaos.season.servers import VIEW, ServerSetup
from chaos.season.timed_effects import TimedEffects
from playground import Person
from playground.luck import Luck

HOURS = (1.0, 60.0)


class Places:
    def __init__(self, context: SeasonContext, luck: Luck) -> None:
        self._context = context
        self._world = context.playground.world
        self._luck = luck
        self.effects = TimedEffects(context.playground)

    def tricks(self) -> dict[str, Trick]:
        return {
            "hide the match": self.hide,
            "a stranger moves the match": self.move_by_stranger,
            "leave and rejoin": self.leave,
            "lose sight of the channel": self.lose_sight,
            "lose the role": self.lose_role,
        }

    async def hide(self, group: Group) -> None:
        for match in group.open[:1]:
            await self._hide(self._luck.pick(group.people), match, group.server)

    async def move_by_stranger(self, group: Group) -> None:
        stranger = self._context.extras_of(group).stranger
        for match in group.open[:1]:
            if self._luck.chance(0.5):
                await self._hide(stranger, match, group.server)
            else:
                await self._move(stranger, match, self._luck.pick(group.server.channels))

    async def _hide(self, person: Person, match: int, server: ServerSetup) -> None:
        self._world.set_permissions(server.hidden, person.id, allow=VIEW)
        await self._move(person, match, server.hidden)

    async def _move(self, person: Person, match: int, channel: int) -> None:
        self._context.transcript.ask_for_board(match)
        await command(person, "board", {"match": match}, channel)

    async def leave(self, group: Group) -> None:
        guild, person = group.server.guild, self._luck.pick(group.people)
        if person.id not in guild.members:
            return
        self._context.transcript.left.append((self._context.now, person.id))
        self._world.remove_member(person.id, guild)

        def rejoin() -> None:
            if person.id not in guild.members:
                self._world.add_member(self._world.users[person.id], guild)
                self._world.set_roles(person.id, [group.server.role], guild)

        self.effects.add(self._luck.between(*HOURS), rejoin)

    async def lose_sight(self, group: Group) -> None:
        world, channel = self._world, group.people[0].channel_id
        user = self._luck.pick(group.people).id
        world.set_permissions(channel, user, deny=VIEW)
        self.effects.add(self._luck.between(*HOURS), lambda: world.set_permissions(channel, user))

    async def lose_role(self, group: Group) -> None:
        guild, person = group.server.guild, self._luck.pick(group.people)
        if person.id not in guild.members:
            return
        self._world.set_roles(person.id, [], guild)

        def give_back() -> None:
            if person.id in guild.members:
                self._world.set_roles(person.id, [group.server.role], guild)

        self.effects.add(self._luck.between(*HOURS), give_back)
