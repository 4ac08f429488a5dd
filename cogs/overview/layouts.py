"""Overviews: a server's matches, the players to act in each, and since when."""

from typing import Any

from bot.match.log.loaded import Loaded
from bot.match.values.errors import Refusal
from cogs.base import custom_id_families as families
from cogs.base.text_limits import listing
from cogs.board.match_lists import MINE, MatchLists
from cogs.kit import Kit
from cogs.posting.match_access import hidden_line, readers_of
from cogs.scenes.scenes import Scenes
from cogs.ui import widgets
from cogs.ui.layouts import TEXT_LIMIT, MessageLayout, compose
from texts import Words

LISTED = 15
HIDDEN = 50
"""Maximum number of matches in other places to count, because each must be loaded."""
PEOPLE = 2


async def overview_layout(
    kit: Kit, scenes: Scenes, lists: MatchLists, guild: int, channel: int
) -> MessageLayout:
    words = await kit.preferences.words(guild)
    lines: list[str] = []
    hidden = 0
    is_open: dict[int, bool] = {}
    for match in await kit.matches.store.of_guild(guild):
        if len(lines) > LISTED or hidden == HIDDEN:
            break
        try:
            loaded = await kit.matches.load(match)
            if len(loaded.roster.people) < PEOPLE:
                continue
            place = readers_of(loaded.record)
            if place not in is_open:
                is_open[place] = await kit.access.in_channel(channel, loaded.record)
            if is_open[place]:
                lines.append(await _line(scenes, lists, loaded, words))
            else:
                hidden += 1
        except Refusal:  # frozen or gone meanwhile
            continue
    more = words.say("… and more: `/matches` lists them all.")
    if len(lines) > LISTED or hidden == HIDDEN:
        lines[LISTED:] = [more]
    if hidden:
        lines.append(hidden_line(hidden, words))
    if not lines:
        lines = [words.say("No match is running here. `/challenge` or `/open` starts one.")]
    title = words.say("## 📋 Whose turn it is")
    note = words.say("-# Always up to date. It pings nobody.")
    room = TEXT_LIMIT - len(title) - len(note)
    mine = families.MATCHES.spell(MINE, 0)
    return compose(
        texts=[title, listing(lines, room, lambda _: more)],
        below=[note],
        rows=[[widgets.button(mine, words.say("My matches"), emoji="⛏️")]],
    )


async def _line(scenes: Scenes, lists: MatchLists, loaded: Loaded, words: Words) -> str:
    scene = await scenes.scene(loaded, words)
    values: dict[str, Any] = {
        "match": loaded.record.id,
        "url": await lists.link(loaded),
        "headline": scene.screens.headline(scene),
    }
    people = loaded.people_to_act
    others = [seat for seat in range(loaded.seats) if seat not in loaded.seats_to_act]
    if not people:
        text = words.say(
            "🤖 [#{match}]({url}) · {players} · {headline} · a computer's turn",
            players=words.listed(scene.name(seat) for seat in range(loaded.seats)),
            **values,
        )
    elif not others:
        text = words.say(
            "🟢 [#{match}]({url}) · {waiting} · {headline}",
            waiting=words.listed(scene.name(seat) for seat in sorted(loaded.seats_to_act)),
            **values,
        )
    else:
        text = words.say(
            "🟢 [#{match}]({url}) · {waiting} · {headline} · with {others}",
            waiting=words.listed(scene.name(seat) for seat in sorted(loaded.seats_to_act)),
            others=words.listed(scene.name(seat) for seat in others),
            **values,
        )
    return await lists.with_deadline(loaded, text, words)
