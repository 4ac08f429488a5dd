"""/luck: how lucky everybody's dice were in a match, and what chance explains of it."""

import asyncio
from collections.abc import Sequence

from discord import app_commands

from bot.match.errors import LuckNotCompared, NotStarted, SecretUntilOver
from bot.match.loaded import Loaded
from bot.match.statistics.fortunes import seat_fortunes
from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context, handler
from cogs.matches.autocomplete import matches_to_review
from cogs.screens import Scene
from cogs.statistics.luck import verdict
from cogs.ui.layouts import compose, files
from engine.core.capabilities import Luck as GameLuck
from engine.core.fortune import DICE_AT_LEAST, Fortune, Verdict
from render.charts.luck import Line, draw_luck
from render.names import plain_name
from render.picture import join_facts
from texts import Words, mark


class Luck(TopicCog):
    """The command that shows how lucky each player was."""

    @app_commands.command(description=mark("How lucky a match's dice really were"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.autocomplete(match=matches_to_review)
    @app_commands.guild_only()
    @handler()
    async def luck(self, ctx: Context, match: int | None = None) -> None:
        """A private picture of the luck in a running or finished match, and the same as text."""
        loaded = await self.services.past_lookup.find(ctx, match)
        if loaded.position is None:
            raise NotStarted
        if not isinstance(loaded.game, GameLuck):
            raise LuckNotCompared
        if loaded.secret:
            raise SecretUntilOver
        await self._answer(ctx, loaded)

    async def _answer(self, ctx: Context, loaded: Loaded) -> None:
        words = ctx.words
        scene = await self.services.scenes.scene(loaded, words)
        match = loaded.record.id
        fortunes = await asyncio.to_thread(seat_fortunes, loaded)
        title = words.say("Luck in match #{match}", match=match)
        lines = luck_lines(scene, fortunes)
        facts = [
            words.say(
                "{player}: {verdict} · {detail}",
                player=plain_name(words, scene.players, seat),
                verdict=line.verdict,
                detail=_whole(words, fortunes[seat]),
            )
            for seat, line in enumerate(lines)
        ]
        alt = join_facts([title, *facts])
        picture = await asyncio.to_thread(draw_luck, title, lines, alt, words, scene.theme)
        results = [
            words.say(
                "{player}: **{verdict}** · {detail}",
                player=scene.name(seat),
                verdict=line.verdict,
                detail=_whole(words, fortunes[seat]),
            )
            for seat, line in enumerate(lines)
        ]
        note = words.say(
            "-# What hoards scored right after a roll, next to the average of everything the "
            "dice could have shown. For 19 players in 20, chance alone stays within the band."
        )
        pictures = [(f"luck-{match}-{loaded.seq}{picture.suffix}", picture)]
        layout = compose(
            texts=["\n".join([f"## 🍀 {title}", *results])], galleries=[pictures], below=[note]
        )
        await ctx.respond(layout, files(pictures))


def luck_lines(scene: Scene, fortunes: Sequence[Fortune]) -> list[Line]:
    """The line of each seat in the picture."""
    return [
        Line(
            player,
            fortune.excess,
            fortune.margin,
            verdict(scene.words, fortune.verdict),
            _detail(scene.words, fortune),
            silent=fortune.verdict is Verdict.SILENT,
        )
        for player, fortune in zip(scene.players, fortunes, strict=True)
    ]


def _detail(words: Words, fortune: Fortune) -> str:
    """The numbers, as short as the picture needs them."""
    if fortune.verdict is Verdict.SILENT:
        return words.say("{dice} dice: too few to tell", dice=fortune.dice)
    return words.say("{excess} points (±{margin} is usual)", **_values(fortune))


def _whole(words: Words, fortune: Fortune) -> str:
    """The numbers, with how often chance alone does as much."""
    if fortune.verdict is Verdict.SILENT:
        return words.say(
            "{dice} dice rolled: nothing can be said below {least}",
            dice=fortune.dice,
            least=DICE_AT_LEAST,
        )
    values = _values(fortune)
    if fortune.verdict is Verdict.AS_EXPECTED:
        return words.say("{excess} points (±{margin} is usual), {dice} dice", **values)
    return words.say(
        "{excess} points (±{margin} is usual), {dice} dice; chance alone does this to 1 in "
        "{one_in}",
        one_in=round(1 / max(fortune.chance, 1e-9)),
        **values,
    )


def _values(fortune: Fortune) -> dict[str, object]:
    excess = round(fortune.excess)
    sign = "+" if excess > 0 else "−" if excess < 0 else "±"
    return {
        "excess": f"{sign}{abs(excess)}",
        "margin": round(fortune.margin),
        "dice": fortune.dice,
    }


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Luck(client))
