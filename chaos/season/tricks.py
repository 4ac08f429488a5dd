"""What hostile people do: each trick by itself is something that Discord lets them do."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from chaos.ledger import Ledger
from chaos.season.acts import call_off, command, offered, press, shown
from chaos.season.climate import HOUR, Spell
from chaos.season.group import Group
from chaos.season.recorder import Recorder
from chaos.season.scenery import VIEW, House
from chaos.shelf import Hanging, Shelf
from chaos.transcript import Kind
from playground import Person, Playground
from playground.luck import Luck

FLOOD = 6
"""How often somebody does again what annoys others."""
NEAR = 2.0
"""Seconds before somebody is late."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who plays in no group: a stranger, a flooder, or whom they flood."""

    stranger: Person
    flooder: Person
    victim: Person
    gone: Person
    """Who has left the server."""


class Tricks:
    """Plays one trick after the other."""

    def __init__(
        self,
        playground: Playground,
        groups: list[Group],
        guests: dict[int, Guest],
        shelf: Shelf,
        recorder: Recorder,
        ledger: Ledger,
        luck: Luck,
        note: Callable[[str], None],
        toggles: Mapping[str, Callable[[Group], Awaitable[None]]],
    ) -> None:
        self._playground = playground
        self._groups = groups
        self._guests = guests
        """By server."""
        self._shelf = shelf
        self._recorder = recorder
        self._ledger = ledger
        self._luck = luck
        self._note = note
        self._toggles = toggles
        self._spells: list[Spell] = []

    def all(self) -> dict[str, Callable[[Group], Awaitable[None]]]:
        """Every trick by its name."""
        return {
            "hide the match": self.hide,
            "a stranger moves the match": self.strange,
            "press at the deadline": self.deadline,
            "take back and pick again": self.take_back,
            "leave and rejoin": self.leave,
            "lose sight of the channel": self.blind,
            "lose the role": self.lose_role,
            "challenge and cancel": self.flood_challenges,
            "challenge and decline": self.flood_declines,
            "ask for a pause and decline": self.flood_pauses,
            "pause and go on": self.flood_resumes,
            "be away again and again": self.flood_away,
            "old buttons": self.old_buttons,
            "name who left": self.name_gone,
            "ask for a rematch twice": self.rematch,
            "quiet hours": self.quiet,
            **self._toggles,
        }

    async def play(self) -> None:
        """End what has lasted long enough, and play a trick on some group."""
        now = self._playground.world.clock()
        for spell in [spell for spell in self._spells if spell.until <= now]:
            self._spells.remove(spell)
            await spell.end()
        tricks = self.all()
        name = self._luck.pick(sorted(tricks))
        groups = [group for group in self._groups if group.open] or self._groups
        group = self._luck.pick(groups)
        self._note(f"trick: {name}, by {group.people[0].id} and others")
        await tricks[name](group)

    async def mend(self) -> None:
        """Give back what was taken."""
        for spell in self._spells:
            await spell.end()
        self._spells.clear()

    def _lasting(self, hours: float, end: Callable[[], None]) -> None:
        async def ends() -> None:
            end()

        self._spells.append(Spell(self._playground.world.clock() + hours * HOUR, ends))

    # ------------------------------------------------------------------ places

    async def hide(self, group: Group) -> None:
        """One of them takes the board to where only they see it."""
        match = next(iter(group.open), None)
        if match is None:
            return
        await self._move(self._luck.pick(group.people), match, group.house)

    async def strange(self, group: Group) -> None:
        """The same by somebody who has no part in the match."""
        match = next(iter(group.open), None)
        if match is None:
            return
        stranger = self._guests[group.house.guild.id].stranger
        if self._luck.chance(0.5):
            await self._move(stranger, match, group.house)
        else:
            hall = self._luck.pick(group.house.halls)
            self._asked(match)
            await command(stranger, "board", {"match": match}, hall)

    async def _move(self, person: Person, match: int, house: House) -> None:
        world = self._playground.world
        world.set_permissions(house.den, person.id, allow=VIEW)
        self._asked(match)
        await command(person, "board", {"match": match}, house.den)

    def _asked(self, match: int) -> None:
        asked = self._shelf.transcript.asked
        asked[match] = asked.get(match, 0) + 1

    async def leave(self, group: Group) -> None:
        """Somebody leaves the server for a while."""
        world, guild = self._playground.world, group.house.guild
        person = self._luck.pick(group.people)
        if person.id not in guild.members:
            return
        self._shelf.transcript.left.append((world.clock(), person.id))
        world.remove_member(person.id, guild)

        def back() -> None:
            if person.id not in guild.members:
                world.add_member(world.users[person.id], guild)
                world.set_roles(person.id, [group.house.role], guild)

        self._lasting(self._luck.between(1, 60), back)

    async def blind(self, group: Group) -> None:
        """A channel is hidden from one of them, and shown again."""
        world, hall = self._playground.world, group.people[0].channel_id
        person = self._luck.pick(group.people)
        world.set_permissions(hall, person.id, deny=VIEW)
        self._lasting(self._luck.between(1, 60), lambda: world.set_permissions(hall, person.id))

    async def lose_role(self, group: Group) -> None:
        """Without it one channel is not seen."""
        world, guild = self._playground.world, group.house.guild
        person = self._luck.pick(group.people)
        if person.id not in guild.members:
            return
        world.set_roles(person.id, [], guild)

        def back() -> None:
            if person.id in guild.members:
                world.set_roles(person.id, [group.house.role], guild)

        self._lasting(self._luck.between(1, 60), back)

    # ------------------------------------------------------------------ time

    async def deadline(self, group: Group) -> None:
        """Wait until the last moment, then press while it passes."""
        now = self._playground.world.clock()
        due = self._ledger.next_due(now)
        if due is None:
            return
        at, match = due
        if at - now > NEAR:
            await self._playground.forward(minutes=(at - now - NEAR) / 60)
        group = next((one for one in self._groups if match in one.matches), group)
        board = group.view(match).board()
        presses = []
        if board is not None:
            moves = [i for i in board.buttons if i.startswith("2:move:")]
            for user in board.asked:
                person = group.person(user)
                if person is not None and moves:
                    presses.append(press(person, board.message, self._luck.pick(moves)))
        passing = self._playground.forward(minutes=self._luck.between(1, 5) / 60)
        await asyncio.gather(*presses, passing)

    async def take_back(self, group: Group) -> None:
        """Pick, let the next one come near the end of their time, take it back, pick again."""
        board = group.board()
        if board is None:
            return
        picks = [i for i in board.buttons if ":take " in i and "," not in i]
        person = next((p for u in board.asked if (p := group.person(u)) is not None), None)
        if person is None or not picks:
            return
        match = board.look.match
        await press(person, board.message, picks[0])
        await self._playground.forward(hours=self._luck.pick((1, 23.9, 25, 49)))
        for custom_id in self._hanging(group, match, "2:undo:"):
            await press(person, *custom_id)
            break
        else:
            return
        if self._luck.chance(0.5):
            await self._playground.forward(hours=self._luck.pick((0.5, 24)))
        for custom_id in self._hanging(group, match, "2:move:"):
            await press(person, *custom_id)
            break

    def _hanging(self, group: Group, match: int, prefix: str) -> list[tuple[int, str]]:
        board = group.view(match).board()
        ids = () if board is None else board.buttons
        return [(board.message, i) for i in ids if i.startswith(prefix) and board is not None]

    async def quiet(self, group: Group) -> None:
        """Somebody sets quiet hours, or has none any more."""
        person = self._luck.pick(group.people)
        options = self._luck.pick(
            ({"zone": "Europe/Madrid", "quiet": "22:00-9:00"}, {"quiet": "none"})
        )
        await command(person, "me", options)

    # ------------------------------------------------------------------ floods

    async def flood_challenges(self, group: Group) -> None:
        """Invite somebody and call it off, again and again."""
        guest = self._guests[group.house.guild.id]
        for _ in range(FLOOD):
            await command(guest.flooder, "challenge", {"opponent": str(guest.victim.id)})
            await self._answer_lobbies(guest.flooder, guest.flooder, ":cancel")

    async def flood_declines(self, group: Group) -> None:
        """Whoever is invited declines, again and again: their host is told of each."""
        guest = self._guests[group.house.guild.id]
        for _ in range(FLOOD):
            await command(guest.victim, "challenge", {"opponent": str(guest.flooder.id)})
            await self._answer_lobbies(guest.victim, guest.flooder, ":decline")
            for lobby in self._lobbies(guest.victim):
                await call_off(guest.victim, lobby.message, lobby.look.match)

    async def _answer_lobbies(self, host: Person, person: Person, verb: str) -> None:
        for lobby in self._lobbies(host):
            for custom_id in lobby.buttons:
                if custom_id.endswith(verb):
                    await press(person, lobby.message, custom_id)

    def _lobbies(self, host: Person) -> list[Hanging]:
        return [
            lobby
            for view in self._shelf.matches.values()
            for lobby in view.of_kind(Kind.LOBBY)
            if lobby.channel == host.channel_id and lobby.look.match not in self._grouped()
        ]

    def _grouped(self) -> set[int]:
        return {match for group in self._groups for match in group.matches}

    async def flood_pauses(self, group: Group) -> None:
        """One would like to pause, another is against it."""
        match = next(iter(group.open), None)
        if match is None:
            return
        one, other = group.people[0], group.people[-1]
        for _ in range(FLOOD):
            await command(one, "pause", {"match": match})
            await self._press_notice(other, match, ":decline")

    async def flood_resumes(self, group: Group) -> None:
        """All agree to a pause, one ends it at once, and so on."""
        match = next(iter(group.open), None)
        if match is None:
            return
        for _ in range(FLOOD):
            await command(group.people[0], "pause", {"match": match})
            for person in group.people[1:]:
                await self._press_notice(person, match, ":agree")
            await self._press_notice(group.people[0], match, ":resume")

    async def _press_notice(self, person: Person, match: int, verb: str) -> None:
        for message, ids in list(self._recorder.notices.get(match, {}).items()):
            for custom_id in ids:
                if verb in custom_id:
                    await press(person, message, custom_id)

    async def flood_away(self, group: Group) -> None:
        """Away and back, again and again; in the end here."""
        person = self._luck.pick(group.people)
        for _ in range(FLOOD):
            answer = await command(person, "away", {"until": "2"})
            await self._come_back(person, answer)
        if self._luck.chance(0.3):
            await command(person, "away", {"until": "1"})

    async def _come_back(self, person: Person, answer: object) -> None:
        answer = await command(person, "away")
        for custom_id in offered(answer):
            await press(person, int(shown(answer)["id"]), custom_id)

    # ------------------------------------------------------------------ presses

    async def old_buttons(self, group: Group) -> None:
        """Whatever still hangs is pressed, and buttons that are gone as well."""
        for match in sorted(group.matches, reverse=True)[:2]:
            view = group.view(match)
            hanging = [(h.message, i) for h in view.hanging.values() for i in h.buttons[:2]]
            for message, custom_id in hanging:
                await press(self._luck.pick(group.people), message, custom_id)
            for message, custom_id in view.past[-4:]:
                await press(self._luck.pick(group.people), message, custom_id, unseen=True)

    async def name_gone(self, group: Group) -> None:
        """An option names somebody who has left."""
        guest = self._guests[group.house.guild.id]
        who = str(guest.gone.id)
        for name, option in (
            ("challenge", "opponent"),
            ("profile", "member"),
            ("versus", "member"),
        ):
            await command(self._luck.pick(group.people), name, {option: who})

    async def rematch(self, group: Group) -> None:
        """Two ask for a rematch at the same moment, and one of them twice."""
        for match in sorted(group.matches, reverse=True):
            for end in group.view(match).of_kind(Kind.END):
                custom_id = next(i for i in end.buttons if i.endswith(":rematch"))
                people = (group.people[0], group.people[-1], group.people[0])
                await asyncio.gather(*(press(one, end.message, custom_id) for one in people))
                return
