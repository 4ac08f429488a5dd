"""The card of a finished match: its contents, and its updates."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.match.log.loaded import Loaded
from bot.match.statistics.results import results
from cogs.board.mentions import ended_by
from cogs.board.result_cards import ResultCards
from cogs.board.updates import compare
from cogs.forums.posts import ForumPosts
from cogs.games.installed import InstalledGames
from cogs.invitations.contents import InvitationContents
from cogs.invitations.kind import TRIED_FOR, Cards
from cogs.posting.posted_message import mentioned_users
from cogs.scenes.end_stories import story
from cogs.ui.layouts import MessageLayout
from engine.core.chance import commitment
from tests.cards import cards_due, post_card
from tests.cogs.drawn import board_layouts, queue
from tests.cogs.moments import WORDS
from tests.cogs.test_layout import TEXT, check
from tests.cogs.test_papers import book, contents, kit, scenes
from tests.match.world import ANN, BEN, CAT, DAN, GAMES, World


@dataclass
class Channel:
    edits: list[tuple[int, MessageLayout, list[discord.File]]] = field(default_factory=list)
    trouble: Exception | None = None
    user: None = None

    def get_partial_messageable(self, place: int, guild_id: int) -> Any:
        del place, guild_id
        return SimpleNamespace(get_partial_message=self._message)

    def get_guild(self, guild: int) -> None: ...

    def _message(self, message: int) -> Any:
        async def edit(
            content: None, view: MessageLayout, attachments: Any, allowed_mentions: Any
        ) -> None:
            assert content is None
            assert {user.id for user in allowed_mentions.users} == set(mentioned_users(view))
            if self.trouble is not None:
                raise self.trouble
            self.edits.append((message, view, attachments))

        return SimpleNamespace(edit=edit)


def cards(world: World, channel: Channel) -> ResultCards:
    here = cast("Any", channel)
    collaborators = kit(world, here)
    drawn = scenes(world, collaborators.names)
    return ResultCards(collaborators, drawn, board_layouts())


def writer(world: World, channel: Channel) -> Cards:
    """Return the kind of cards, with a Projector that edits messages of this channel."""
    at_end = cards(world, channel)
    drawn = at_end.scenes
    contents_before = InvitationContents(at_end.kit, queue(), drawn)
    posts, load = ForumPosts(at_end.kit, drawn), world.toys.load
    kind = Cards(at_end.kit, world.challenges, contents_before, posts, load)
    kind.content_at_end = at_end.content
    at_end.kit.projector.register(kind)
    return kind


async def card(world: World, loaded: Loaded) -> tuple[str, list[str], list[str]]:
    layout, pictures = await cards(world, Channel()).content(loaded)
    return *contents(layout), [name for name, _ in pictures]


def refused(status: int) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    response: Any = SimpleNamespace(status=status, reason="no")
    return kinds[status](response, {"code": 0, "message": "no"})


async def test_card_of_a_played_match_tells_the_story_and_the_achievements(world: World) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    world.clock.time += 31 * 86_400
    loaded = await world.play(match, "card")
    text, verbs, files = await card(world, loaded)
    assert text.startswith("### "), "the picture says who won, so the story comes first"
    assert verbs == ["again", "open", "open", "more"]
    assert files == [f"result-{match}-{commitment(loaded.record.seed)}.png"]
    assert loaded.record.seed.hex() not in text
    earned = [achievement for result in results(loaded) for achievement in result.earned]
    assert earned
    for name, figure in earned:
        words = InstalledGames(GAMES).statistics("dice-miner").achievement(WORDS, name, figure)
        assert words is not None
        assert words.reason in text
    assert f"Match #{match}" in text


async def test_card_of_practice_tells_a_story_too(world: World) -> None:
    practice = await world.dice.practice(world.asked(ANN), 1)
    loaded = await world.play(practice.record.id, "practice")
    text, verbs, _ = await card(world, loaded)
    assert text.startswith("### ")
    assert "opens a table" not in text
    assert verbs == ["again", "open", "open", "more"]


async def test_card_of_a_broken_off_match_says_why_it_ended(world: World) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    await world.play(match, "broken", most=12)
    text, _, _ = await card(world, await world.service.resign(match, ANN))
    assert "wins!" in text
    assert "<@11> resigned" in text
    other = (await world.begun(ANN, BEN)).record.id
    text, _, _ = await card(world, await world.service.call_off(other, CAT))
    assert "without a result" in text
    assert "A moderator ended the match" in text


async def test_player_who_left_is_no_hero_of_the_story(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, lobby=world.dice)).record.id
    await world.play(match, "left", most=12)
    await world.service.resign(match, ANN)
    loaded = await world.play(match, "left")
    assert loaded.outcome is not None
    scene = scenes(world, book()).known(loaded, WORDS)
    assert story(scene, loaded) == "### <@11> left on the way."
    text, _, _ = await card(world, loaded)
    assert text.startswith("## 🏆 "), "the picture can show the computer first"


async def test_card_is_edited_only_for_news(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await post_card(world.store, match, 77)
    assert await cards_due(world.store) == (), "the card is as posted"
    await world.service.resign(match, ANN)
    assert await cards_due(world.store) == (match,)
    channel = Channel()
    kind = writer(world, channel)
    await kind.refresh(match)
    await kind.refresh(match)
    assert [message for message, _, _ in channel.edits] == [77]
    assert await cards_due(world.store) == ()
    rematch = (await world.toys.rematch(match, world.asked(BEN))).record.id
    assert await cards_due(world.store) == (match, rematch)
    await kind.refresh(match)
    text = "\n".join(p["content"] for p in check(channel.edits[-1][1]) if p["type"] == TEXT)
    assert "The rematch is match #2" in text


async def test_refused_edit_is_retried_for_a_day_unless_the_card_is_gone(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await post_card(world.store, match, 77)
    await world.service.resign(match, ANN)
    channel = Channel(trouble=refused(403))
    await writer(world, channel).refresh(match)
    assert await cards_due(world.store) == (match,)
    world.clock.time += TRIED_FOR + 1
    await writer(world, channel).refresh(match)
    assert await cards_due(world.store) == ()
    other = (await world.begun(ANN, CAT)).record.id
    await post_card(world.store, other, 78)
    await world.service.resign(other, ANN)
    channel.trouble = refused(404)
    await writer(world, channel).refresh(other)
    assert await cards_due(world.store) == ()


async def farewell(world: World, loaded: Loaded) -> list[int]:
    scene = scenes(world, book()).known(loaded, WORDS)
    shown_state = await world.store.progress(loaded.record.id)
    return (await compare(loaded, shown_state, scene, [])).end_pings


async def test_end_pings_everyone_but_whoever_ended_it(world: World) -> None:
    """A player who resigned earlier is not pinged either."""
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
