"""Random stories: one tournament of a format, from its creation to its end."""

import random  # noqa: TID251 - random tests, by a seed
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from bot.match.tournaments.files import verify, write
from bot.match.tournaments.steps import MatchState
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import HOUR, Pace
from tests.match.tournaments.model.playing import USERS, Story
from tests.match.tournaments.model.referee import rule

SEASONS = 3
EAGER = 40
"""Steps of registration after which the story ends it."""
STEPS = 900
"""Steps after which a story is stuck."""


def terms_of(chosen: Format, seats: int, luck: random.Random, now: int) -> Terms:
    days = luck.choice([None, 2, 3])
    if chosen is Format.LEAGUE:
        days = luck.choice([None, 9, 12])
    check_in = luck.choice([0, 6])
    closes = now + luck.randrange(7, 60) * HOUR if check_in or luck.random() < 0.3 else None
    return Terms(
        "Cup",
        "toy",
        chosen,
        seats=seats,
        pace=Pace.DAY,
        days=days,
        rounds=luck.choice([None, 3]) if chosen is Format.SWISS else None,
        closes=closes,
        check_in=check_in,
        most=luck.choice([6, 7, 8, 12]),
        group=luck.choice([4, 5]) if chosen in (Format.GROUPS, Format.LEAGUE) else 4,
    )


class Teller:
    """A narrator who lets random things happen to a tournament."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.luck = story.luck
        self.steps = 0
        """Steps of registration so far."""
        self.mood = self.luck.choice(["brisk", "brisk", "slow", "even"])
        """How people play: slowly, so that rounds end first, or with many ties."""

    async def tell(self) -> None:
        story, luck = self.story, self.luck
        await story.open()
        for user in luck.sample(USERS, luck.randrange(6, 11)):
            await story.join(user)
        for _ in range(STEPS):
            book = story.referee.book
            if book.phase in ("over", "called off"):
                break
            if book.is_league and len(book.parts) > SEASONS:
                await story.end()
                break
            await self._step()
        else:
            rule("end", holds=False, claim="a tournament comes to its end")
        await self._check_file()

    async def _check_file(self) -> None:
        cup = await self.story.cup()
        now = verify(write(cup.events))
        rule("file", holds=now.places == cup.state.places, claim="the file has the same places")
        rule("file", holds=now.tables == cup.state.tables, claim="the file has the same tables")

    async def _step(self) -> None:
        story, luck = self.story, self.luck
        if story.referee.book.phase == "open":
            await self._before_start()
        elif luck.random() < (0.25 if self.mood == "slow" else 0.55):
            await self._play()
        elif luck.random() < 0.55:
            await self._pass_time()
        else:
            await luck.choice(self._deeds())()

    async def _before_start(self) -> None:
        story, luck, book = self.story, self.luck, self.story.referee.book
        here = [user for user in USERS if user not in story.outside.gone]
        deeds: list[Callable[[], Awaitable[None]]] = [
            lambda: story.join(luck.choice(here)),
            lambda: story.leave(luck.choice(here)),
            lambda: story.wait(luck.randrange(1, 9) * HOUR),
            lambda: story.be_down(luck.randrange(10, 600) * 60),
            lambda: story.bar(luck.choice(USERS)),
            lambda: story.move_out(luck.choice(USERS)),
            lambda: story.extend(luck.randrange(1, 9)),
            story.back_up,
            story.restore,
        ]
        if book.terms.closes is None or luck.random() < 0.1:
            deeds.append(story.start)
        if book.check_in is not None:
            deeds += [lambda: story.check_in(luck.choice(here))] * 12
        self.steps += 1
        if self.steps > EAGER:
            await self._let_back()
            deeds = [lambda: story.join(luck.choice(USERS)), story.start]
            deeds += [lambda: story.check_in(luck.choice(USERS))] * 3
        elif len(book.places) < 6:
            deeds.append(self._let_back)
            deeds += [lambda: story.join(luck.choice(here))] * 12
        await luck.choice(deeds)()

    async def _let_back(self) -> None:
        """Lift a bar and let a user return, so that enough people can play."""
        for user in [*self.story.outside.barred][:1]:
            await self.story.bar(user)
        for user in [*self.story.outside.gone][:1]:
            await self.story.move_out(user)

    def _deeds(self) -> list[Callable[[], Awaitable[None]]]:
        story, luck, book = self.story, self.luck, self.story.referee.book
        players = [place.user for place in book.places if place.plays]
        out = [place.user for place in book.places if not place.plays]
        quiet, gone = len(players) < 6, story.outside.gone
        return [
            *[lambda: story.join(luck.choice([u for u in (*out, *USERS) if u not in gone]))] * 3,
            story.back_up,
            story.restore,
            lambda: story.extend(luck.randrange(1, 40)),
            self._edit,
            self._substitute,
            self._substitute,
            self._adjudicate,
            self._adjudicate,
            lambda: story.away(luck.choice(USERS), luck.randrange(1, 4)),
            lambda: story.bar(luck.choice([*story.outside.barred] or USERS)),
            lambda: story.move_out(luck.choice([*story.outside.gone] or USERS)),
            *([] if quiet else [lambda: story.leave(luck.choice(players))]),
        ]

    async def _substitute(self) -> None:
        luck, book = self.luck, self.story.referee.book
        place = luck.choice(book.places)
        into = luck.choice([place.user, *place.before, *USERS])
        await self.story.substitute(place.user, into)

    async def _adjudicate(self) -> None:
        luck, book = self.luck, self.story.referee.book
        cup = await self.story.cup()
        tables = [table for table in cup.state.tables if not table.is_bye]
        if not tables:
            return
        table = luck.choice(tables[-6:])
        users = [book.places[entrant].user for entrant in table.seats]
        await self.story.adjudicate(table.id, luck.choice([*users, *users, None]))

    async def _edit(self) -> None:
        luck, terms = self.luck, self.story.referee.book.terms
        days = None if terms.days is None else terms.days + luck.choice([-1, 1, 2])
        name = luck.choice(["Cup", "Pot"])
        await self.story.edit(replace(terms, name=name, days=days))

    async def _pass_time(self) -> None:
        story, luck = self.story, self.luck
        if luck.random() < 0.2:
            await story.be_down(luck.choice([1, 5, 40]) * HOUR + luck.randrange(3600))
        else:
            await story.wait(luck.choice([1, 5, 11, 26]) * HOUR + luck.randrange(3600))

    async def _play(self) -> None:
        story, luck = self.story, self.luck
        cup = await story.cup()
        running = [
            cup.matches[table.id]
            for table in cup.state.open_tables
            if cup.match_states.get(table.id) is MatchState.RUNNING
        ]
        if not running:
            await story.wait(luck.choice([11, 26]) * HOUR)
            return
        match = luck.choice(running)
        act = luck.random()
        slow, even = self.mood == "slow", self.mood == "even"
        if act < (0.2 if slow or even else 0.5):
            await story.resign(match, luck.randrange(4))
        elif act < (0.4 if slow else 0.8):
            alike = luck.random() < (0.9 if even else 0.4)
            tokens = [1] * 40 if alike else [luck.randrange(3) for _ in range(40)]
            await story.press(match, tokens)
        else:
            await story.press(match, [luck.randrange(3) for _ in range(luck.randrange(1, 4))])


async def tell(folder: Path, number: int, chosen: Format, seats: int) -> Story:
    """Play the tournament with this number. Return its story."""
    luck = random.Random(f"{number} {chosen.value} {seats}")  # noqa: S311
    story = Story(folder, luck, Terms("Cup", "toy", chosen))
    story.terms = terms_of(chosen, seats, luck, story.clock.now())
    try:
        await Teller(story).tell()
    finally:
        await story.close()
    return story
