"""The luck of all players in a match, compared with pure chance."""

from collections.abc import Sequence

from bot.match.log.loaded import Loaded
from cogs.base.figures import with_sign
from cogs.screens import Scene
from cogs.ui.layouts import MessageLayout, compose
from cogs.ui.luck import verdict
from engine.core.fortune import DICE_AT_LEAST, Fortune, Verdict
from render.charts.luck import LuckRow, draw_luck
from render.names import plain_name
from render.picture import Picture, join_facts
from texts import Words


def luck_layout(
    scene: Scene, loaded: Loaded, fortunes: Sequence[Fortune]
) -> tuple[MessageLayout, list[tuple[str, Picture]]]:
    """Return the luck of each seat as a picture with its file name, and as text.

    Slow: call it in a thread.
    """
    words, match = scene.words, loaded.record.id
    title = words.say("Luck in match #{match}", match=match)
    lines, facts, results = luck_lines(scene, fortunes), [], []
    for seat, (line, fortune) in enumerate(zip(lines, fortunes, strict=True)):
        texts = {"verdict": line.verdict, "detail": _whole(words, fortune)}
        name = plain_name(words, scene.players, seat)
        facts.append(words.say("{player}: {verdict} · {detail}", player=name, **texts))
        results.append(
            words.say("{player}: **{verdict}** · {detail}", player=scene.name(seat), **texts)
        )
    picture = draw_luck(title, lines, join_facts([title, *facts]), words, scene.theme)
    note = words.say(
        "-# What hoards scored right after a roll, next to the average of everything the "
        "dice could have shown. For 19 players in 20, chance alone stays within the band."
    )
    pictures = [(f"luck-{match}-{loaded.seq}{picture.suffix}", picture)]
    heading = "\n".join([f"## 🍀 {title}", *results])
    return compose(texts=[heading], galleries=[pictures], below=[note]), pictures


def luck_lines(scene: Scene, fortunes: Sequence[Fortune]) -> list[LuckRow]:
    return [
        LuckRow(
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
    if fortune.verdict is Verdict.SILENT:
        return words.say("{dice} dice: too few to tell", dice=fortune.dice)
    return words.say("{excess} points (±{margin} is usual)", **_values(fortune))


def _whole(words: Words, fortune: Fortune) -> str:
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
    return {
        "excess": with_sign(round(fortune.excess)),
        "margin": round(fortune.margin),
        "dice": fortune.dice,
    }
