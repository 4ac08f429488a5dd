"""Finds the match that a command is about: the given number, the match here, or the only one."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from discord import app_commands

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.values.errors import Refusal, refusal
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.scenes.scenes import Scenes
from cogs.screens import Scene
from cogs.ui.widgets import suggestions

# The user plays no match here.
NoMatchHere = refusal(
    "NoMatchHere", "You're in no running match here. `/challenge` or `/practice` starts one."
)
# The user plays several matches.
WhichMatch = refusal(
    "WhichMatch", "You're in several matches: say which one with the option `match`."
)


def name_of(scene: Scene, match: MatchId) -> str:
    players = scene.words.listed(player.name for player in scene.players)
    return scene.words.say("#{match} · {players}", match=match, players=players)


# Other people play several matches here.
SeveralHere = refusal(
    "SeveralHere", "Several matches are played here: say which one with the option `match`."
)


@dataclass(eq=False)
class MatchLookup:
    kit: Kit
    scenes: Scenes

    async def find(
        self, ctx: Context, match: MatchId | None = None, *, watching: bool = False
    ) -> Loaded:
        """Return the match with this number, or the match here, or the user's only running match.

        With `watching`, a match of other players here counts, too. Raise NoMatchHere, WhichMatch,
        SeveralHere, or the refusals of MatchAccess.
        """
        if match is not None:
            loaded = await self.kit.matches.look(match)
            await self.kit.access.check(ctx.interaction, loaded.record, loaded.roster)
            return loaded
        local = await self._here(ctx)
        mine = [loaded for loaded in local if loaded.roster.seat_of(ctx.user) is not None]
        if not mine and watching and local:
            if len(local) > 1:
                raise SeveralHere
            return local[0]
        if not mine:
            mine = await self.running(ctx)
        if not mine:
            raise NoMatchHere
        if len(mine) > 1:
            raise WhichMatch
        return mine[0]

    async def here_to_act(self, ctx: Context, match: MatchId | None = None) -> Loaded | None:
        """Return the match with this number, or the one here that waits for the user, if any.

        Raise the refusals of MatchAccess, or WhichMatch.
        """
        if match is not None:
            return await self.find(ctx, match)
        mine = [loaded for loaded in await self._here(ctx) if ctx.user in loaded.people_to_act]
        if len(mine) > 1:
            raise WhichMatch
        return mine[0] if mine else None

    async def running(self, ctx: Context) -> list[Loaded]:
        loaded = await self._look_at(await self.kit.matches.store.of_user(ctx.guild, ctx.user))
        return [match for match in loaded if match.status is Status.RUNNING]

    async def suggest(self, ctx: Context, typed: str) -> list[app_commands.Choice[int]]:
        matches = await self.running(ctx)
        matches.sort(key=lambda loaded: ctx.user not in loaded.people_to_act)
        scenes = ((self.scenes.known(loaded, ctx.words), loaded.record.id) for loaded in matches)
        return suggestions(((name_of(scene, match), match) for scene, match in scenes), typed)

    async def _here(self, ctx: Context) -> list[Loaded]:
        return await self._look_at(await self.kit.matches.store.of_place(ctx.channel))

    async def _look_at(self, matches: Iterable[MatchId]) -> list[Loaded]:
        readable = []
        for match in matches:
            with suppress(Refusal):  # frozen, or its game isn't installed: show the others
                readable.append(await self.kit.matches.look(match))
        return readable
