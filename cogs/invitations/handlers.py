"""Starts matches, and answers the buttons of invitations."""

import contextlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands, ui

from bot.match.lobby.errors import HostStays, OpponentGone, OpponentIsBot
from bot.match.lobby.lobby import MatchRequest
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.limits import OF_A_MATCH
from bot.match.people.servers import admit
from bot.match.playing.practice import stronger_level
from bot.match.services import DomainServices
from bot.match.values.contribution import LONGEST, word_of
from bot.match.values.errors import Refusal, refusal
from bot.match.values.players import Company
from bot.match.values.times import Pace
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.base.discord_errors import clause
from cogs.base.markup import bold
from cogs.forums.choice import forum_for_match
from cogs.games.choosing import chosen_game, usual_game
from cogs.games.installed import InstalledGames
from cogs.interactions.answers import OutOfDate, sentence
from cogs.interactions.anywhere import anywhere
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.favourites import favourite_of_both
from cogs.interactions.game_options import game_command
from cogs.interactions.member_menus import CHALLENGE, member_menu
from cogs.interactions.presses import on_press
from cogs.interactions.which import named_user
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.kind import Cards
from cogs.invitations.layouts import host_layout
from cogs.invitations.opening import MatchOpener, PracticeSessions, Venue, match_request
from cogs.invitations.sight import check_forum, check_opponents, check_rematch
from cogs.posting.places import check_channel, check_here, check_permissions, thread_parent
from cogs.posting.posted_message import Postponed
from cogs.preferences.server_settings import PACES
from cogs.ui import widgets
from cogs.ui.challenges import ANYONE
from cogs.ui.computer_names import LEVELS
from cogs.ui.layouts import compose
from cogs.ui.modals import text_inputs
from cogs.ui.widgets import choices
from engine.core.computers import nearest
from engine.core.types import Level
from texts import Words, mark

FIELD = "word"
USUAL_SEATS = 4
TYPED = 4 * LONGEST
"""Maximum characters in the form; an accented letter can be typed as several characters."""


ForOne = refusal("ForOne", "This game is for one player. `/practice` starts it.")
# A forged menu chooses no member.
NoOpponent = refusal("NoOpponent", "Choose a member to challenge, or use `/challenge`.")
NoComputers = refusal(
    "NoComputers",
    "No computer plays in that match, so it has no `level`. Nothing changed: leave the option "
    "out, or ask for `computers` where the command has them.",
)


PACE_CHOICES = choices((label, value) for value, label in PACES.options.items())
COMPUTERS = mark("How many computers play with you")
HOW_WELL = mark("How well computers play; like an apprentice unless you say so")
LEVEL_CHOICES = choices((label, level.value) for level, label in LEVELS.items())
WHICH_GAME = mark("Which game; this server's usual one if you name none")


def _seats(games: InstalledGames) -> Mapping[str, Any]:
    return {"max_value": max(2, _most_seats(games))}


def _rivals(games: InstalledGames) -> Mapping[str, Any]:
    return {"max_value": max(1, _most_seats(games) - 1)}


def _companions(games: InstalledGames) -> Mapping[str, Any] | None:
    most = _most_seats(games) - 2
    return {"max_value": most} if most > 0 else None


def _most_seats(games: InstalledGames) -> int:
    return max(games.newest(game).info.seats[-1] for game in games.names)


def _company(computers: int | None, level: str | None) -> Company | None:
    if computers is None and level is None:
        return None
    return Company(Level(level or Level.APPRENTICE.value), computers or 0)


@dataclass(eq=False)
class InvitationHandlers(Handlers):
    domain: DomainServices
    opener: MatchOpener
    cards: Cards
    host_messages: HostMessages
    sessions: PracticeSessions

    @anywhere
    @game_command(mark("Practise right now against computers"), rivals=_rivals)
    @app_commands.describe(
        rivals=mark("How many computers"),
        level=HOW_WELL,
        word=mark("A word of yours that goes into the dice; everyone can read it"),
        game=WHICH_GAME,
        # Translators: An option of /practice: true, or false if left out.
        public=mark("Play in this channel, where friends can watch; otherwise only you see it"),
    )
    @app_commands.choices(level=LEVEL_CHOICES)
    @handler()
    async def practice(
        self,
        ctx: Context,
        rivals: app_commands.Range[int, 1, 3] | None = None,
        level: str | None = None,
        word: str | None = None,
        game: str | None = None,
        public: bool = False,
    ) -> None:
        chosen = None if level is None else Level(level)
        if not public and rivals is None and level is None and word is None:
            await self._resume_or_practise(ctx, await self._game(ctx, game))
            return
        await self._practise(ctx, game, rivals=rivals, level=chosen, word=word, public=public)

    @handler(acknowledge=False)
    async def practise(self, ctx: Context, game: str) -> None:
        await ctx.acknowledge(new_message=True)
        await self._resume_or_practise(ctx, game)

    @on_press(families.MATCH, "new")
    @handler()
    async def practise_anew(self, ctx: Context, number: int) -> None:
        await self._practise(ctx, (await ctx.match(number)).record.game)

    async def _resume_or_practise(self, ctx: Context, game: str) -> None:
        """Offer the user's unfinished private practice of this game, or start one."""
        for number in await self.kit.matches.store.private_of_user(ctx.user):
            try:
                loaded = await self.kit.matches.load(number)
            except Refusal:  # frozen, or its game isn't installed
                continue
            record = loaded.record
            if record.game == game and loaded.status is Status.RUNNING:
                await self.sessions.offer(ctx, loaded)
                return
        await self._practise(ctx, game)

    async def _practise(
        self,
        ctx: Context,
        game: str | None = None,
        *,
        rivals: int | None = None,
        level: Level | None = None,
        word: str | None = None,
        public: bool = False,
    ) -> None:
        """Start a match against computers, or alone if the game is for one.

        `game` defaults to the server's usual one, `rivals` to one or the nearest possible number,
        and `level` to the easiest. Unless it is `public`, only the user sees the match.
        """
        venue = await self._venue(ctx) if public else None
        notes = [] if venue is None else [*venue.notes]
        name = await self._game(ctx, game)
        seats = self.kit.games.newest(name).info.seats
        against = min(max(1, seats[0] - 1), seats[-1] - 1) if rivals is None else rivals
        if against and seats[-1] == 1:
            raise ForOne
        if level is not None and not against:
            raise NoComputers
        request = match_request(ctx, name, word, venue=venue)
        with self._counted(ctx) if public else nullcontext():
            if against:
                level = level or Level.APPRENTICE
                notes += self._other_level(ctx, name, level)
                loaded = await self.domain.lobby.practice(request, against, level)
            else:
                loaded = await self.domain.lobby.alone(request)
        await self._post(ctx, loaded, notes)

    @game_command(mark("Challenge friends to a match"), computers=_companions)
    @app_commands.describe(
        opponent=mark("Who plays against you"),
        opponent2=mark("A third player"),
        opponent3=mark("A fourth player"),
        computers=COMPUTERS,
        level=HOW_WELL,
        pace=mark("How long each turn can take"),
        word=mark("A word of yours that goes into the dice; everyone can read it"),
        game=WHICH_GAME,
    )
    @app_commands.choices(pace=PACE_CHOICES, level=LEVEL_CHOICES)
    @handler()
    async def challenge(
        self,
        ctx: Context,
        opponent: discord.Member | discord.User,
        opponent2: discord.Member | discord.User | None = None,
        opponent3: discord.Member | discord.User | None = None,
        computers: app_commands.Range[int, 1, 2] | None = None,
        level: str | None = None,
        pace: str | None = None,
        word: str | None = None,
        game: str | None = None,
    ) -> None:
        people = [person for person in (opponent, opponent2, opponent3) if person is not None]
        company = _company(computers, level)
        await self._challenge(ctx, people, company, pace=pace, word=word, game=game)

    @on_press(families.CHALLENGE)
    @handler()
    async def challenge_one(self, ctx: Context, opponent: str, game: str) -> None:
        """Challenge this user, or the member chosen in the pressed menu, with default options."""
        ctx.check_server()
        user = number_in(ctx.chosen if opponent == ANYONE else opponent)
        if user is None:
            raise NoOpponent
        try:
            person = await named_user(ctx.interaction, user)
        except discord.NotFound:
            raise OpponentGone(users=(user,)) from None
        place = thread_parent(ctx.interaction)
        await self._challenge(ctx, [person], game=game or None, place=place)

    @member_menu(CHALLENGE)
    @handler()
    async def challenge_member(self, ctx: Context, member: discord.Member | discord.User) -> None:
        """Challenge a member with default options, to the game that the two play most."""
        usual = usual_game(self.kit.games, await ctx.settings())
        for_two = [
            game for game in self.kit.games.names if 2 in self.kit.games.newest(game).info.seats
        ]
        game = usual
        if for_two:
            game = await favourite_of_both(
                self.kit,
                ctx.guild,
                ctx.user,
                member.id,
                usual if usual in for_two else for_two[0],
                for_two,
            )
        notes = []
        if len(for_two) > 1:
            notes.append(
                ctx.words.say(
                    "The game is {game}. `/challenge` has all games and options.",
                    game=bold(self.kit.games.title(game)),
                )
            )
        place = thread_parent(ctx.interaction)
        await self._challenge(ctx, [member], game=game, place=place, notes=notes)

    async def _challenge(
        self,
        ctx: Context,
        people: Sequence[discord.Member | discord.User],
        company: Company | None = None,
        *,
        pace: str | None = None,
        word: str | None = None,
        game: str | None = None,
        place: discord.TextChannel | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        """Invite people to a match in the server's forum, in this channel, or in `place`.

        `notes` follow the answer.
        """
        venue = await self._venue(ctx, place)
        notes = [*notes, *venue.notes]
        name = await self._game(ctx, game, for_several=True)
        if company is not None and not company.number and len(people) == 1:
            # With more people, computers can fill the seats of those who decline.
            raise NoComputers
        request = match_request(ctx, name, word, venue=venue)
        if any(person.bot for person in people):
            raise OpponentIsBot
        strangers = [person.id for person in people if not isinstance(person, discord.Member)]
        if strangers:
            raise OpponentGone(users=tuple(dict.fromkeys(strangers)))
        members = [person for person in people if isinstance(person, discord.Member)]
        if venue.forum is not None:
            check_forum(ctx, venue.forum, members)
        else:
            check_opponents(ctx, await ctx.settings(), members, place)
        for person in people:
            self.kit.names.learn(request.guild, person)
        invited = [person.id for person in people]
        notes += self._other_levels(ctx, name, company)
        chosen = await _pace(ctx, pace)
        with self._counted(ctx):
            loaded = await self.domain.lobby.challenge(request, invited, chosen, company)
        await self._post(ctx, loaded, notes)

    @game_command(
        mark("Open a table that anyone can join"),
        name="open",
        seats=_seats,
        computers=_companions,
    )
    @app_commands.describe(
        seats=mark("How many can play, including you"),
        computers=mark("How many of the seats computers take"),
        level=HOW_WELL,
        pace=mark("How long each turn can take"),
        word=mark("A word of yours that goes into the dice; everyone can read it"),
        game=WHICH_GAME,
    )
    @app_commands.choices(pace=PACE_CHOICES, level=LEVEL_CHOICES)
    @handler()
    async def open_table(
        self,
        ctx: Context,
        seats: app_commands.Range[int, 2, 4] | None = None,
        computers: app_commands.Range[int, 1, 2] | None = None,
        level: str | None = None,
        pace: str | None = None,
        word: str | None = None,
        game: str | None = None,
    ) -> None:
        company = _company(computers, level)
        venue = await self._venue(ctx)
        notes = [*venue.notes]
        name = await self._game(ctx, game, for_several=True)
        most = seats or min(USUAL_SEATS, self.kit.games.newest(name).info.seats[-1])
        chosen = await _pace(ctx, pace)
        notes += self._other_levels(ctx, name, company)
        with self._counted(ctx):
            loaded = await self.domain.lobby.open_table(
                match_request(ctx, name, word, venue=venue), most, chosen, company
            )
        await self._post(ctx, loaded, notes)

    def _counted(self, ctx: Context) -> AbstractContextManager[None]:
        return self.domain.public.posting(ctx.guild, ctx.user, OF_A_MATCH)

    async def _venue(self, ctx: Context, place: discord.TextChannel | None = None) -> Venue:
        """Return the server's forum if it can be used, or else this channel, or `place`; raise
        BadChoice if the match can't start there, or if the user can't see the forum.
        """
        ctx.check_server()
        settings, words = await ctx.settings(), ctx.words
        check_here(ctx.interaction, settings, words, None if place is None else place.id)
        channel = ctx.channel if place is None else place.id
        forum, why = await forum_for_match(self.kit, ctx.guild, words)
        if forum is not None:
            check_forum(ctx, forum)
            if channel == ctx.channel and isinstance(ctx.interaction.channel, discord.Thread):
                started = await self.kit.matches.store.channel_of_post(channel)
                channel = channel if started is None else started
            return Venue(channel, forum)
        if place is not None:
            notes = check_channel(place, settings, words)
        else:
            notes = check_permissions(ctx.interaction, settings, words)
        return Venue(channel, None, [*([instead(why, words)] if why else ()), *notes])

    def _other_levels(self, ctx: Context, game: str, company: Company | None) -> list[str]:
        if company is None:
            return []
        return self._other_level(ctx, game, company.level)

    def _other_level(self, ctx: Context, game: str, level: Level) -> list[str]:
        true = nearest(self.kit.games.newest(game).info, level)
        if true is level:
            return []
        return [
            ctx.words.say(
                "{game} has no level {asked}: the computers play at level {level}.",
                game=self.kit.games.title(game),
                asked=bold(ctx.words.say(LEVELS[level])),
                level=bold(ctx.words.say(LEVELS[true])),
            )
        ]

    async def _post(self, ctx: Context, loaded: Loaded, notes: Sequence[str]) -> None:
        ctx.note_counted()
        if loaded.record.private:
            await self.sessions.show(ctx, loaded.record.id, note="\n".join(notes))
            return
        words = ctx.words
        try:
            url = await self.opener.post(loaded)
        except Postponed as postponed:
            text = waits_for_post(loaded, postponed, words)
            await ctx.tell(layout=host_layout(loaded, "\n".join([text, *notes]), words))
            return
        notes = [*notes, *await self._moved(loaded, words)]
        if loaded.status is Status.RUNNING:
            answer = words.say("Your match has started: {url}", url=url)
        else:
            answer = words.say("The invitation is posted: {url}", url=url)
        notes = [*notes, *await self.cards.role_notes(loaded, words)]
        await ctx.tell(layout=host_layout(loaded, "\n".join([answer, *notes]), words))

    async def _moved(self, loaded: Loaded, words: Words) -> list[str]:
        """Return a note if a match was to get a post, and is in its channel after all."""
        forum = loaded.record.forum
        now = (await self.kit.matches.load(loaded.record.id)).record
        if forum is None or now.forum is not None:
            return []
        return [instead(words.say("⚠️ Discord takes no post in <#{forum}>.", forum=forum), words)]

    async def _game(self, ctx: Context, name: str | None, *, for_several: bool = False) -> str:
        game = chosen_game(self.kit.games, await ctx.settings(), name)
        if for_several and self.kit.games.newest(game).info.seats[-1] == 1:
            raise ForOne
        return game

    @on_press(families.MATCH, "rematch", "again")
    @handler(acknowledge=False)
    async def rematch(self, ctx: Context, number: int) -> None:
        await ctx.acknowledge(new_message=ctx.is_private)
        loaded = await ctx.match(number)
        record = loaded.record
        if record.private:
            request = MatchRequest(ctx.home, ctx.home_channel, ctx.user, ctx.interaction.id)
            await self._post(ctx, await self.domain.lobby.rematch(number, request), ())
            return
        ctx.check_server()
        check_here(ctx.interaction, await ctx.settings(), ctx.words, record.channel)
        forum, why = await forum_for_match(self.kit, ctx.guild, ctx.words)
        number_of_forum = None if forum is None else forum.id
        check_access = self.domain.alerts.check_access
        await check_rematch(ctx, loaded, check_access, number_of_forum or record.channel)
        request = MatchRequest(
            record.guild, record.channel, ctx.user, ctx.interaction.id, forum=number_of_forum
        )
        with self._counted(ctx):
            new = await self.domain.lobby.rematch(number, request)
        ctx.note_counted()
        try:
            lines = [ctx.words.say("Here it is: {url}", url=await self.opener.post(new))]
        except Postponed as postponed:
            lines = [waits_for_post(new, postponed, ctx.words)]
        else:
            lines += [instead(why, ctx.words)] if why else await self._moved(new, ctx.words)
        await ctx.tell("\n".join(lines))
        await ctx.show(number)

    @on_press(families.MATCH, "stronger")
    @handler()
    async def practise_harder(self, ctx: Context, number: int) -> None:
        """Start the presser's own practice against as many computers, of the next level."""
        loaded = await ctx.match(number)
        await admit(self.kit.servers, ctx.home, ctx.user)
        level = stronger_level(loaded)
        if level is None:  # the button is forged
            raise OutOfDate
        record = loaded.record
        await self._practise(
            ctx, record.game, rivals=loaded.seats - 1, level=level, public=not record.private
        )

    @on_press(families.INVITATION)
    @handler()
    async def answer(self, ctx: Context, number: int, verb: str) -> None:
        invited = await ctx.match(number)
        if not ctx.is_private:
            await self.cards.pressed(invited, ctx.interaction)
        try:
            loaded = await self._answered(ctx, number, verb)
        except HostStays as refusal:
            text = sentence(refusal, ctx.words)
            await ctx.tell(layout=host_layout(invited, text, ctx.words))
            return
        except Refusal:
            # The message can show outdated buttons.
            with contextlib.suppress(StoreTrouble, Refusal):
                await self.cards.refresh(number)
            raise
        ctx.note_counted()
        await self.cards.refresh(number)
        if verb == "cancel" and ctx.is_private:
            text = ctx.words.say("The invitation was called off.")
            await ctx.respond(compose(texts=[text]))
        if verb == "decline":
            await self.host_messages.tell(number)
        if loaded.status is Status.RUNNING:
            await ctx.show(number)

    async def _answered(self, ctx: Context, number: int, verb: str) -> Loaded:
        match verb:
            case "accept" | "join":
                return await self.domain.lobby.join(number, ctx.user, ctx.interaction.id)
            case "decline":
                return await self.domain.lobby.decline(number, ctx.user)
            case "leave":
                return await self.domain.lobby.leave(number, ctx.user)
            case "start":
                return await self.domain.lobby.start(number, ctx.user)
            case "fill":
                return await self.domain.lobby.fill(number, ctx.user)
            case _:
                return await self.domain.lobby.cancel(number, ctx.user)

    @on_press(families.INVITATION, "word")
    @handler(acknowledge=False)
    async def ask_word(self, ctx: Context, number: int) -> None:
        """Open the form for a word; the permission to join is checked on submission."""
        await ctx.interaction.response.send_modal(word_form(number, ctx.words))

    @on_press(families.WORD_FORM)
    @handler()
    async def take_word(self, ctx: Context, number: int) -> None:
        word = word_of(text_inputs(ctx.data).get(FIELD, ""))
        await ctx.match(number)
        try:
            loaded = await self.domain.lobby.join(number, ctx.user, ctx.interaction.id, word)
        except Refusal:
            # The message can show outdated buttons.
            with contextlib.suppress(StoreTrouble, Refusal):
                await self.cards.refresh(number)
            raise
        ctx.note_counted()
        await self.cards.refresh(number)
        if loaded.status is Status.RUNNING:
            await ctx.show(number)
        if word:
            await ctx.tell(
                ctx.words.say(
                    "You're in, and `={word}` goes into the dice. Remember it: when the "
                    "match is over, you'll find it in the file that `/verify` gives you.",
                    word=word,
                )
            )


def instead(why: str, words: Words) -> str:
    text = words.say("So this match is in the channel where it was started.")
    return f"{why}\n{text}"


def waits_for_post(loaded: Loaded, postponed: Postponed, words: Words) -> str:
    cause = postponed.__cause__ or postponed
    return words.say(
        "⏳ Match #{match} waits for its post in <#{forum}>. {trouble}. I keep trying.",
        match=loaded.record.id,
        forum=loaded.record.forum,
        trouble=clause(cause, words),
    )


async def _pace(ctx: Context, named: str | None) -> Pace:
    return Pace(PACES.read(named or (await ctx.settings()).pace))


def word_form(match: int, words: Words) -> ui.Modal:
    field = widgets.field(
        words.say("Your word"),
        words.say("Something nobody can guess. Everyone can read it, and it stays"),
        ui.TextInput(custom_id=FIELD, required=False, max_length=TYPED),
    )
    return widgets.form(families.WORD_FORM.spell(match), words.say("A word for the dice"), field)
