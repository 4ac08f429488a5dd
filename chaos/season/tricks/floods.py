"""Tricks that ping or notify others again and again."""

from chaos.acting import call_off, challenge, command, offered, press, shown
from chaos.custom_ids import INVITATION, read
from chaos.message_tracker import LiveMessage
from chaos.season.context import SeasonContext, Trick
from chaos.season.group import Group
from chaos.transcript import Kind
from playground import Person
from playground.luck import Luck

TIMES = 6


class Floods:
    def __init__(self, context: SeasonContext, luck: Luck) -> None:
        self._context = context
        self._luck = luck

    def tricks(self) -> dict[str, Trick]:
        return {
            "challenge and cancel": self.challenge_and_cancel,
            "challenge and decline": self.challenge_and_decline,
            "ask for a pause and decline": self.decline_pauses,
            "pause and go on": self.end_pauses,
            "be away again and again": self.be_away,
        }

    async def challenge_and_cancel(self, group: Group) -> None:
        extras = self._context.extras_of(group)
        for _ in range(TIMES):
            await challenge(extras.flooder, [extras.victim])
            await self._answer(extras.flooder, extras.flooder, "cancel")

    async def challenge_and_decline(self, group: Group) -> None:
        extras = self._context.extras_of(group)
        for _ in range(TIMES):
            await challenge(extras.victim, [extras.flooder])
            await self._answer(extras.victim, extras.flooder, "decline")
            for lobby in self._lobbies(extras.victim):
                await call_off(extras.victim, lobby.message, lobby.snapshot.match)

    async def _answer(self, host: Person, person: Person, verb: str) -> None:
        for lobby in self._lobbies(host):
            for custom_id in lobby.of_family(INVITATION, verb):
                await press(person, lobby.message, custom_id)

    def _lobbies(self, host: Person) -> list[LiveMessage]:
        grouped = {match for group in self._context.groups for match in group.matches}
        return [
            lobby
            for messages in self._context.tracker.matches.values()
            for lobby in messages.of_kind(Kind.LOBBY)
            if lobby.channel == host.channel_id and messages.match not in grouped
        ]

    async def decline_pauses(self, group: Group) -> None:
        for match in group.open[:1]:
            for _ in range(TIMES):
                await command(group.people[0], "pause", {"match": match})
                await self._press_notice(group.people[-1], match, "decline")

    async def end_pauses(self, group: Group) -> None:
        for match in group.open[:1]:
            for _ in range(TIMES):
                await command(group.people[0], "pause", {"match": match})
                for person in group.people[1:]:
                    await self._press_notice(person, match, "agree")
                await self._press_notice(group.people[0], match, "resume")

    async def _press_notice(self, person: Person, match: int, verb: str) -> None:
        for message, ids in list(self._context.recorder.notices.get(match, {}).items()):
            for custom_id in ids:
                if read(custom_id).verb == verb:
                    await press(person, message, custom_id)

    async def be_away(self, group: Group) -> None:
        person = self._luck.pick(group.people)
        for _ in range(TIMES):
            await command(person, "away", {"until": "2"})
            panel = await command(person, "away")
            for custom_id in offered(panel):
                await press(person, int(shown(panel)["id"]), custom_id)
        if self._luck.chance(0.3):
            await command(person, "away", {"until": "1"})
