"""The card of a match that is over: what it tells, and that it comes to tell it."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match.log.loaded import Loaded
from bot.match.statistics.results import results
from cogs.board.after_match import AfterMatch
from cogs.board.mentions import ended_by
from cogs.board.result_cards import ResultCards, story
from cogs.board.updates import compare
from cogs.games.installed import InstalledGames
from cogs.posting.match_cards import TRIED_FOR, MatchCards
from cogs.posting.posted_message import Postponed, mentioned
from cogs.ui.layouts import MessageLayout
from engine.core.chance import commitment
from tests.cogs.drawn import board_layouts
from tests.cogs.moments import WORDS
from tests.cogs.test_layout import TEXT, check
from tests.cogs.test_papers import book, kit, scenes, told
from tests.match.world import ANN, BEN, CAT, DAN, GAMES, World


@dataclass
class Channel:
    """The channel with the card; `trouble` is what Discord says to edits."""

    edits: list[tuple[int, MessageLayout, list[discord.File]]] = field(default_factory=list)
    trouble: Exception | None = None

    def get_partial_messageable(self, place: int, guild_id: int) -> Any:
        """Client.get_partial_messageable."""
        del place, guild_id
        return SimpleNamespace(get_partial_message=self._message)

    def _message(self, message: int) -> Any:
        async def edit(
            content: None, view: MessageLayout, attachments: Any, allowed_mentions: Any
        ) -> None:
            assert content is None
            assert {user.id for user in allowed_mentions.users} == set(mentioned(view))
            if self.trouble is not None:
                raise self.trouble
            self.edits.append((message, view, attachments))

        return SimpleNamespace(edit=edit)


def cards(world: World, channel: Channel) -> ResultCards:
    """Who writes them."""
    here = cast("Any", channel)
    collaborators = kit(world, here)
    return ResultCards(
        collaborators,
        MatchCards(here, world.matches, world.servers),
        scenes(world, collaborators.names),
        AfterMatch(collaborators),
        board_layouts(),
    )


async def card(world: World, loaded: Loaded) -> tuple[str, list[str], list[str]]:
    """Text, verbs of the buttons and files of a card."""
    layout, pictures = await cards(world, Channel()).content(loaded)
    return *told(layout), [name for name, _ in pictures]


def refused(status: int) -> discord.HTTPException:
    """What Discord says."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    response: Any = SimpleNamespace(status=status, reason="no")
    return kinds[status](response, {"code": 0, "message": "no"})


async def test_a_match_that_was_played_out(world: World) -> None:
    """The poster, a line, what was achieved and for what, and what can be done next."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    world.clock.time += 31 * 86_400
    loaded = await world.play(match, "card")
    text, verbs, files = await card(world, loaded)
    assert text.startswith("### "), "the picture says who won, so the story comes first"
    assert verbs == ["again", "open", "open", "fair"]
    assert files == [f"result-{match}-{commitment(loaded.record.seed)}.png"]
    assert loaded.record.seed.hex() not in text
    earned = [one for result in results(loaded) for one in result.earned]
    assert earned
    for one in earned:
        found = (
            InstalledGames(GAMES).statistics("dice-miner").achievement(WORDS, one.name, one.figure)
        )
        assert found is not None
        assert found.reason in text
    assert f"Match #{match}" in text


async def test_practice(world: World) -> None:
    """Told like any other; nobody opens a table."""
    practice = await world.dice.practice(world.asked(ANN), 1)
    loaded = await world.play(practice.record.id, "practice")
    text, verbs, _ = await card(world, loaded)
    assert text.startswith("### ")
    assert "opens a table" not in text
    assert verbs == ["again", "open", "open", "fair"]


async def test_a_match_that_was_broken_off(world: World) -> None:
    """Who won and why it ended, in place of a story."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    await world.play(match, "broken", most=12)
    text, _, _ = await card(world, await world.service.resign(match, ANN))
    assert "wins!" in text
    assert "<@11> resigned" in text
    other = (await world.begun(ANN, BEN)).record.id
    text, _, _ = await card(world, await world.service.call_off(other, CAT))
    assert "without a result" in text
    assert "A moderator ended the match" in text


async def test_who_left_is_no_hero_of_the_story(world: World) -> None:
    """Nothing is told of a seat that somebody else played on, but that they left."""
    match = (await world.begun(ANN, BEN, CAT, lobby=world.dice)).record.id
    await world.play(match, "left", most=12)
    await world.service.resign(match, ANN)
    loaded = await world.play(match, "left")
    assert loaded.outcome is not None
    scene = scenes(world, book()).known(loaded, WORDS)
    assert story(scene, loaded) == "### <@11> left on the way."
    text, _, _ = await card(world, loaded)
    assert text.startswith("## 🏆 "), "the picture may show the computer first"


async def test_it_is_written_once_and_again_for_what_is_new(world: World) -> None:
    """A rematch is told as well; what was noted is not written again."""
    loaded = await world.begun(ANN, BEN)
    match = loaded.record.id
    changes = (await world.servers.card(match)).changes
    await world.store.set_invitation(match, 77, changes)
    assert await world.servers.cards_due() == (), "it is as it was posted"
    await world.service.resign(match, ANN)
    assert await world.servers.cards_due() == (match,)
    channel = Channel()
    writer = cards(world, channel)
    await writer.update(match)
    await writer.update(match)
    assert [message for message, _, _ in channel.edits] == [77]
    assert await world.servers.cards_due() == ()
    await world.toys.rematch(match, world.asked(BEN))
    assert await world.servers.cards_due() == (match,)
    await writer.update(match)
    text = "\n".join(p["content"] for p in check(channel.edits[-1][1]) if p["type"] == TEXT)
    assert "The rematch is match #2" in text
    await world.servers.note_card(match, 1)
    assert await world.servers.cards_due() == (match,), "a slow edit has put an older state back"


async def test_what_discord_refuses_is_tried_again_for_a_day(world: World) -> None:
    """But for a card that is gone."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.store.set_invitation(match, 77)
    await world.service.resign(match, ANN)
    channel = Channel(trouble=refused(403))
    with pytest.raises(Postponed):
        await cards(world, channel).update(match)
    assert await world.servers.cards_due() == (match,)
    world.clock.time += TRIED_FOR + 1
    await cards(world, channel).update(match)
    assert await world.servers.cards_due() == ()
    other = (await world.begun(ANN, CAT)).record.id
    await world.store.set_invitation(other, 78)
    await world.service.resign(other, ANN)
    channel.trouble = refused(404)
    await cards(world, channel).update(other)
    assert await world.servers.cards_due() == ()


async def farewell(world: World, loaded: Loaded) -> list[int]:
    """Whom its last message is told to."""
    scene = scenes(world, book()).known(loaded, WORDS)
    shown = await world.store.shown(loaded.record.id)
    return (await compare(loaded, shown, scene, [])).end_pings


async def test_the_end_is_told_to_all_but_who_ended_it(world: World) -> None:
    """By the last press, by resigning, by a moderator; who resigned before is left in peace."""
    match = (await world.begun(ANN, BEN, CAT, DAN)).record.id
    await world.service.resign(match, DAN)
    loaded = await world.play(match, "end")
    last = ended_by(loaded)
    assert last in (ANN, BEN, CAT)
    assert await farewell(world, loaded) == [user for user in (ANN, BEN, CAT) if user != last]
    other = (await world.begun(ANN, BEN)).record.id
    assert await farewell(world, await world.service.resign(other, ANN)) == [BEN]
    third = (await world.begun(ANN, BEN)).record.id
    assert await farewell(world, await world.service.call_off(third, CAT)) == [ANN, BEN]
    practice = await world.toys.practice(world.asked(ANN), 1)
    assert await farewell(world, await world.play(practice.record.id, "alone")) == []
