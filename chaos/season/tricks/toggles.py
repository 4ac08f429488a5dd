"""Toggles: pressed twice at the same moment, sometimes with two processes, then compared with the
user's intention.
"""

import asyncio

from chaos.acting import command, offered, press, shown
from chaos.messages import parts, text
from chaos.season.context import SeasonContext, Trick
from chaos.season.group import Group
from chaos.season.servers import new_member
from chaos.transcript import ToggleResult
from playground import Answer, Person
from playground.component_checker import BUTTON
from playground.luck import Luck

OWN = ("📖", "↩️", "➡️")
OVERVIEW = "📋"
BARRED, POSTED = "has barred you", "The invitation is posted"
REFUSED = ("Discord says", "Discord is limiting", "this is missing")
CHANGED, SAME = "changed", "as before"
QUIET, SETTLING = 0.1, 8.0


class Toggles:
    def __init__(self, context: SeasonContext, luck: Luck) -> None:
        self._playground = context.playground
        self._owner = context.owner
        self._reader = context.reader
        self._transcript = context.transcript
        self._luck = luck
        self._barred = 0

    def tricks(self) -> dict[str, Trick]:
        return {
            "own settings, pressed twice": self.change_own,
            "overview, pressed twice": self.change_overview,
            "end of a pause, twice": self.end_pause,
            "away and back": self.be_away,
            "forgotten with a bar": self.forget_barred,
        }

    async def change_own(self, group: Group) -> None:
        await self._change(self._luck.pick(group.people), "me", self._luck.pick(OWN))

    async def change_overview(self, group: Group) -> None:
        self._owner.channel_id = group.server.channels[0]
        await self._change(self._owner, "settings", OVERVIEW)

    async def _change(self, person: Person, name: str, emoji: str) -> None:
        answer = await command(person, name)
        button = _button(answer, emoji)
        if button is None:
            return
        custom_id, before = button
        message = int(shown(answer)["id"])
        answers = await asyncio.gather(*(press(person, message, custom_id) for _ in range(2)))
        await self._settled()
        latest = person.messages()[-3:]  # the panel and both answers
        answered = "\n".join(map(text, latest))
        if any(refused in answered for refused in REFUSED):
            return  # the bot explained why nothing changed
        after = _button(await command(person, name), emoji)
        if after is not None and any(reply is not None and reply.ok for reply in answers):
            self._note(person, f"/{name} {emoji}", CHANGED, SAME if after[1] == before else CHANGED)

    async def end_pause(self, group: Group) -> None:
        match = next((m for m in group.open if group.messages(m).board() is not None), None)
        if match is None:
            return
        for person in group.people:
            await command(person, "pause", {"match": match})
        if self._reader.pause(match) != "paused":
            return
        person = self._luck.pick(group.people)
        resumes = [command(person, "resume", {"match": match}) for _ in range(2)]
        answers = await asyncio.gather(*resumes)
        await self._settled()
        if any("not in this match" in text(shown(reply)) for reply in answers):
            return  # the player was replaced meanwhile
        if all(reply is not None and reply.ok for reply in answers):
            self._note(person, f"pause of match {match}", "resumed", self._reader.pause(match))

    async def be_away(self, group: Group) -> None:
        person = self._luck.pick(group.people)
        for _ in range(1 + self._luck.below(3)):
            left = await command(person, "away", {"until": "2"})
            panel = await command(person, "away")
            button = _button(panel, "👋")
            if left is None or not left.ok or button is None:
                return
            if self._luck.chance(0.3):
                await self._note_absence(person, "away")
                return
            presses = [press(person, int(shown(panel)["id"]), button[0]) for _ in range(2)]
            if not any(reply is not None and reply.ok for reply in await asyncio.gather(*presses)):
                return
        await self._note_absence(person, "here")

    async def forget_barred(self, group: Group) -> None:
        """Let a barred user try to escape the bar by having all their data forgotten."""
        self._barred += 1
        channel = self._owner.channel_id = group.server.channels[0]
        person = new_member(self._playground, group.server, f"Bart{self._barred}", channel)
        barred = await command(self._owner, "moderate bar", {"member": str(person.id)})
        if "can't start or join" not in text(shown(barred)):
            return
        asked = await command(person, "mydata forget")
        for custom_id in offered(asked):
            if custom_id.endswith("forget"):
                await press(person, int(shown(asked)["id"]), custom_id)
        await self._settled()
        reply = text(shown(await command(person, "open", {"seats": 2})))
        for refused, became in ((BARRED, "barred"), (POSTED, "free")):
            if refused in reply:
                self._note(person, "the bar", "barred", became)

    async def _note_absence(self, person: Person, intended: str) -> None:
        await self._settled()
        now = self._playground.world.clock() + self._playground.skew
        away = self._reader.away(person.id, now)
        self._note(person, "/away", intended, "away" if away else "here")

    async def _settled(self) -> None:
        await self._playground.settled(QUIET, SETTLING)

    def _note(self, person: Person, toggle: str, intended: str, became: str) -> None:
        now = self._playground.world.clock()
        self._transcript.toggles.append(ToggleResult(now, person.id, toggle, intended, became))


def _button(answer: Answer | None, emoji: str) -> tuple[str, str] | None:
    for part in parts(shown(answer)):
        if part["type"] == BUTTON and (part.get("emoji") or {}).get("name") == emoji:
            return part["custom_id"], f"{part.get('label')} {part.get('style')}"
    return None
