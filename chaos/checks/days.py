"""Of days: one match each, the same luck for all, secrets, results, cards and morning tables."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from bot.match.daily.standings import DaySpan, period_name
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.days import end_of
from chaos.custom_ids import DAY, NOTICE, read
from chaos.evidence import Evidence, LifeEvidence
from chaos.games import ALONE, find_game
from chaos.transcript import DaySight, Post
from engine.core import driver
from engine.core.types import Entry

CARD = "📣 "
"""What the card of a day begins with."""


def _of_days(life: LifeEvidence) -> Iterator[tuple[str, Loaded]]:
    """The matches of days, each with its day."""
    for loaded in life.matches.values():
        if loaded.record.day is not None:
            yield loaded.record.day, loaded


def not_one_each(evidence: Evidence) -> list[str]:
    """People with two matches of a day."""
    found = list[str]()
    for life in evidence.lives():
        times = Counter((m.record.game, day, m.roster.host) for day, m in _of_days(life))
        found += [
            f"user {user} has {count} matches of {game} on {day}"
            for (game, day, user), count in times.items()
            if count > 1
        ]
    return found


def unlike(evidence: Evidence) -> list[str]:
    """Matches of a day with another seed or opening, or in which the same roll came otherwise."""
    found = list[str]()
    for life in evidence.lives():
        rolled: dict[tuple[object, ...], tuple[int, str]] = {}
        for day, loaded in _of_days(life):
            match, which = loaded.record.id, (loaded.record.game, day)
            if loaded.record.seed != life.days.seeds.get(which):
                found.append(f"match {match} has another seed than {day}")
            if loaded.position is None:
                continue
            opening = life.days.openings.get(which, ())
            if tuple(map(_line, loaded.entries[: len(opening)])) != opening:
                found.append(f"match {match} does not begin as {day} does")
            for place, token in _rolls(loaded):
                first, before = rolled.setdefault((*which, *place), (match, token))
                if token != before:
                    found.append(f"{place}: {before} in match {first}, {token} in match {match}")
    return found


def _line(entry: Entry) -> str:
    return f"{'*' if entry.actor is None else entry.actor} {entry.token}"


def _rolls(loaded: Loaded) -> Iterator[tuple[tuple[int, tuple[int, ...]], str]]:
    """How many rolls came before, what was asked of luck, and the answer."""
    state = driver.start(loaded.game, loaded.seats).state
    number = 0
    for made in loaded.advances():
        asked = loaded.game.chance(state)
        if asked is not None:
            yield (number, asked.bounds), made.entry.token
            number += 1
        state = made.position.state


def told_too_early(evidence: Evidence) -> list[str]:
    """Messages that showed anything of a day's match to others before the day was over."""
    found = list[str]()
    for sight in evidence.transcript.sights:
        life = evidence.life_at(sight.at)
        owners = {
            loaded.roster.host
            for day, loaded in _of_days(life)
            if loaded.record.id in sight.matches and not evidence.is_over(day, sight.at)
        }
        if owners - {sight.reader}:
            found.append(f"message {sight.message} showed {sight.matches} to {sight.reader}")
        if sight.reader is None and _is_card(sight.said) and any(_tells(sight.said)):
            found.append(f"message {sight.message} told of a day: {sight.said!r}")
    return found


def _is_card(said: str) -> bool:
    return said.startswith(CARD)


def _tells(said: str) -> Iterator[bool]:
    lines = said.split("\n", 1)
    return (find_game(name).tells(lines[-1]) for name in ALONE)


def lost(evidence: Evidence) -> list[str]:
    """Private sessions that showed what was not on disk, or what is in no log."""
    found = list[str]()
    for sight in evidence.transcript.sights:
        if sight.seq is None or not sight.matches:
            continue
        (match, *_), name = sight.matches, f"message {sight.message}"
        if sight.stored is None or sight.seq > sight.stored.seq:
            found.append(f"{name} showed {sight.seq} entries of {match}, with {sight.stored}")
        loaded = evidence.life_at(sight.at).matches.get(match)
        if loaded is None or sight.seq > loaded.seq:
            found.append(f"{name} showed {sight.seq} entries of match {match}, which has lost them")
    return found


def went_back(evidence: Evidence) -> list[str]:
    """Private sessions that were left showing less than before: two presses overtook each other."""
    last: dict[tuple[int, int], DaySight] = {}
    most: dict[tuple[int, int, float], int] = {}
    for sight in evidence.transcript.sights:
        if sight.reader is not None and sight.matches:
            key = sight.message, sight.matches[0]
            began = evidence.life_at(sight.at).began
            most[*key, began] = max(sight.seq or 0, most.get((*key, began), 0))
            last[key] = sight
    found = list[str]()
    for (message, match), sight in last.items():
        before = most[message, match, evidence.life_at(sight.at).began]
        if sight.seq is not None and sight.seq < before:
            found.append(f"message {message} shows {sight.seq} after {before} of match {match}")
    return found


def wrong_results(evidence: Evidence) -> list[str]:
    """Matches of days that are over and did not end in time as they stood, and their points."""
    found = list[str]()
    for day, loaded in _of_days(evidence.lives()[-1]):
        match, roster = loaded.record.id, loaded.roster
        late = [kept.entry.seq for kept in loaded.log if kept.at >= end_of(day)]
        if late:
            found.append(f"match {match} of {day} has entries {late} of after it")
        if (roster.ended or 0) >= end_of(day):
            found.append(f"match {match} of {day} ended at {roster.ended}")
        if evidence.is_over(day) and loaded.status is Status.RUNNING:
            found.append(f"match {match} goes on after {day}")
        points = evidence.days.points.get(match)
        if points != _points(loaded):
            found.append(f"match {match} counts for {points} in place of {_points(loaded)}")
    return found


def _points(loaded: Loaded) -> int | None:
    """What a match counts for by its log; None for nothing."""
    if loaded.status is not Status.OVER or loaded.roster.void is not None:
        return None
    return loaded.game.scores(loaded.state)[0]


def wrong_standings(evidence: Evidence) -> list[str]:
    """Standings that are not the sum of the logs."""
    life = evidence.lives()[-1]
    sums: defaultdict[tuple[int, str, str, int], list[int]] = defaultdict(list)
    for day, loaded in _of_days(life):
        points = _points(loaded)
        for guild, game, asked, user in life.days.asked:
            mine = (game, asked, user) == (loaded.record.game, day, loaded.roster.host)
            if mine and points is not None:
                for span in DaySpan:
                    sums[guild, game, period_name(span, day), user].append(points)
    right = {key: (len(points), sum(points)) for key, points in sums.items()}
    differing = right.items() ^ life.days.tallies.items()
    return [f"{key}: {value} is of one side only" for key, value in sorted(differing)]


def unquiet(evidence: Evidence) -> list[str]:
    """Pings by days, morning tables that came twice or too early, cards that nobody asked for."""
    found = list[str]()
    pinged = {message for message, _ in evidence.transcript.pings}
    told: Counter[tuple[int, str]] = Counter()
    cards: Counter[int] = Counter()
    for post in evidence.transcript.posts:
        mornings = [one.day for one in map(read, post.custom_ids) if one.family is DAY]
        about = _is_card(post.text) or bool(mornings)
        if about and (post.message in pinged or post.mentioned):
            found.append(f"message {post.message} of a day pinged {post.mentioned}")
        if not about and _notice_of_day(evidence, post):
            found.append(f"message {post.message} is a notice of a day's match")
        cards[post.guild] += _is_card(post.text)
        for day in set(mornings):
            told[post.guild, day] += 1
            if not evidence.is_over(day, post.at):
                found.append(f"message {post.message} told of {day} before its end")
    found += [f"server {g} was told of {day} {n} times" for (g, day), n in told.items() if n > 1]
    asked = Counter(
        click.guild
        for click in evidence.transcript.clicks
        if read(click.custom_id).family is DAY and read(click.custom_id).verb in ("post", "picture")
    )
    return [*found, *(f"server {g} has {n} cards" for g, n in cards.items() if n > asked[g])]


def _notice_of_day(evidence: Evidence, post: Post) -> bool:
    for one in map(read, post.custom_ids):
        loaded = evidence.life_at(post.at).matches.get(one.match or 0)
        if one.family is NOTICE and loaded is not None and loaded.record.day is not None:
            return True
    return False
