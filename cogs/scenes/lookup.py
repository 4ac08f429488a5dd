"""Finds the match that a command is about: the given number, the match here, or the only one."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord
from discord import app_commands

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.values.errors import Frozen, Refusal, refusal
from cogs.base.markup import plain
from cogs.interactions.context import Context
from cogs.interactions.which import Unclear, which_menu
from cogs.kit import Kit
from cogs.scenes.scenes import Scenes
from cogs.screens import Scene
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout
from cogs.ui.widgets import suggestions
from texts import mark

# The user plays no match here.
NoMatchHere = refusal(
    "NoMatchHere", "You're in no running match here. `/challenge` or `/practice` starts one."
)


class WhichMatch(Unclear):
    """The user plays several matches."""

    sentence = mark("You're in several matches: say which one with the option `match`.")


class SeveralHere(Unclear):
    """Other people play several matches here."""

    sentence = mark("Several matches are played here: say which one with the option `match`.")


def name_of(scene: Scene, match: MatchId) -> str:
    players = scene.words.listed(player.name for player in scene.players)
    return scene.words.say("#{match} · {players}", match=match, players=players)


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
            return await ctx.match(match)
        local = await self._here(ctx)
        mine = [loaded for loaded in local if loaded.roster.seat_of(ctx.user) is not None]
        if not mine and watching and local:
            if len(local) > 1:
                raise SeveralHere(self._menu(ctx, local))
            return local[0]
        if not mine:
            mine = await self.running(ctx)
        if not mine:
            await self._check_not_frozen(ctx)
            raise NoMatchHere
        if len(mine) > 1:
            raise WhichMatch(self._menu(ctx, mine))
        return mine[0]

    async def _check_not_frozen(self, ctx: Context) -> None:
        """Raise Frozen for a user whose only match in this server is frozen."""
        if ctx.server is None:
            return
        frozen = await self.kit.matches.store.frozen_matches(ctx.server, ctx.user)
        if len(frozen) == 1:
            raise Frozen(match=frozen[0])

    async def here_to_act(self, ctx: Context, match: MatchId | None = None) -> Loaded | None:
        """Return the match with this number, or the one here that waits for the user, if any.

        Raise the refusals of MatchAccess, or WhichMatch.
        """
        if match is not None:
            return await self.find(ctx, match)
        mine = [loaded for loaded in await self._here(ctx) if ctx.user in loaded.people_to_act]
        if len(mine) > 1:
            raise WhichMatch(self._menu(ctx, mine))
        return mine[0] if mine else None

    async def running(self, ctx: Context) -> list[Loaded]:
        """Return the user's running matches in this server; the private ones outside servers."""
        store = self.kit.matches.store
        if ctx.server is None:
            numbers = await store.private_of_user(ctx.user)
        else:
            numbers = await store.of_user(ctx.server, ctx.user)
        loaded = await self._look_at(numbers)
        return [match for match in loaded if match.status is Status.RUNNING]

    async def suggest(self, ctx: Context, typed: str) -> list[app_commands.Choice[int]]:
        matches = _waiting_first(ctx, await self.running(ctx))
        scenes = ((self.scenes.known(loaded, ctx.words), loaded.record.id) for loaded in matches)
        return suggestions(((name_of(scene, match), match) for scene, match in scenes), typed)

    def _menu(self, ctx: Context, matches: Sequence[Loaded]) -> MessageLayout | None:
        """Return a menu of the matches that continues the command, if that is possible."""
        words = ctx.words

        def question(command: str) -> str:
            return words.say(
                "Which match do you mean? Choose one, and `{command}` continues with it.",
                command=command,
            )

        options = [self._option(ctx, loaded) for loaded in _waiting_first(ctx, matches)]
        hint = words.say("Choose a match")
        return which_menu(ctx.interaction, question, hint, options, words)

    def _option(self, ctx: Context, loaded: Loaded) -> discord.SelectOption:
        words, match = ctx.words, loaded.record.id
        scene = self.scenes.known(loaded, words)
        values = {
            "game": self.kit.games.title(loaded.record.game),
            "headline": plain(scene.screens.headline(scene)),
        }
        if ctx.user in loaded.people_to_act:
            turn = words.say("{game} · {headline} · your turn", **values)
        elif loaded.people_to_act:
            names = words.listed(scene.players[seat].name for seat in scene.to_act)
            turn = words.say("{game} · {headline} · waiting for {players}", players=names, **values)
        else:
            turn = words.say("{game} · {headline} · a computer's turn", **values)
        emoji = self.kit.games.emoji(loaded.record.game)
        name = plain(name_of(scene, match))
        return widgets.option(name, str(match), description=turn, emoji=emoji)

    async def _here(self, ctx: Context) -> list[Loaded]:
        """Return the matches played in this channel; none outside servers."""
        if ctx.server is None:
            return []
        return await self._look_at(await self.kit.matches.store.of_place(ctx.channel))

    async def _look_at(self, matches: Iterable[MatchId]) -> list[Loaded]:
        readable = []
        for match in matches:
            with suppress(Refusal):  # frozen, or its game isn't installed: show the others
                readable.append(await self.kit.matches.load(match))
        return readable


def _waiting_first(ctx: Context, matches: Iterable[Loaded]) -> list[Loaded]:
    return sorted(matches, key=lambda loaded: ctx.user not in loaded.people_to_act)
