"""Checks of puzzles of the day: one match each, equal luck, secrets, results, cards, morning
tables.
"""

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


def _of_days(life: LifeEvidence) -> Iterator[tuple[str, Loaded]]:
    for loaded in life.matches.values():
        if loaded.record.day is not None:
            yield loaded.record.day, loaded


def not_one_each(evidence: Evidence) -> list[str]:
    problems = list[str]()
    for life in evidence.lives():
        times = Counter((m.record.game, day, m.roster.host) for day, m in _of_days(life))
        problems += [
            f"user {user} has {count} matches of {game} on {day}"
            for (game, day, user), count in times.items()
            if count > 1
        ]
    return problems


def unequal(evidence: Evidence) -> list[str]:
    problems = list[str]()
    for life in evidence.lives():
        rolled: dict[tuple[object, ...], tuple[int, str]] = {}
        for day, loaded in _of_days(life):
            match, game_day = loaded.record.id, (loaded.record.game, day)
            if loaded.record.seed != life.days.seeds.get(game_day):
                problems.append(f"match {match} has another seed than {day}")
            if loaded.position is None:
                continue
            opening = life.days.openings.get(game_day, ())
            if tuple(map(_line, loaded.entries[: len(opening)])) != opening:
                problems.append(f"match {match} does not begin as {day} does")
            for place, token in _rolls(loaded):
                first, before = rolled.setdefault((*game_day, *place), (match, token))
                if token != before:
                    problems.append(f"{place}: {before} in match {first}, {token} in match {match}")
    return problems


def _line(entry: Entry) -> str:
    return f"{'*' if entry.actor is None else entry.actor} {entry.token}"


def _rolls(loaded: Loaded) -> Iterator[tuple[tuple[int, tuple[int, ...]], str]]:
    state = driver.start(loaded.game, loaded.seats).state
    number = 0
    for advance in loaded.advances():
        bounds = loaded.game.chance(state)
        if bounds is not None:
            yield (number, bounds), advance.entry.token
            number += 1
        state = advance.position.state


def revealed_too_early(evidence: Evidence) -> list[str]:
    problems = list[str]()
    for sight in evidence.transcript.sights:
        life = evidence.life_at(sight.at)
        owners = {
            loaded.roster.host
            for day, loaded in _of_days(life)
            if loaded.record.id in sight.matches and not evidence.is_over(day, sight.at)
        }
        if owners - {sight.reader}:
            problems.append(f"message {sight.message} showed {sight.matches} to {sight.reader}")
        if sight.reader is None and _is_card(sight.said) and any(_tells(sight.said)):
            problems.append(f"message {sight.message} reveals a day: {sight.said!r}")
    return problems


def _is_card(text: str) -> bool:
    return text.startswith(CARD)


def _tells(text: str) -> Iterator[bool]:
    lines = text.split("\n", 1)
    return (find_game(name).tells(lines[-1]) for name in ALONE)


def lost(evidence: Evidence) -> list[str]:
    """Return private sessions that showed moves missing from the database or from the log."""
    problems = list[str]()
    for sight in evidence.transcript.sights:
        if sight.seq is None or not sight.matches:
            continue
        (match, *_), name = sight.matches, f"message {sight.message}"
        if sight.stored is None or sight.seq > sight.stored.seq:
            problems.append(f"{name} showed {sight.seq} entries of {match}, with {sight.stored}")
        loaded = evidence.life_at(sight.at).matches.get(match)
        if loaded is None or sight.seq > loaded.seq:
            problems.append(
                f"{name} showed {sight.seq} entries of match {match}, which has lost them"
            )
    return problems


def went_back(evidence: Evidence) -> list[str]:
    """Return private sessions whose last state shows less than an earlier one.

    This happens when two presses overtake each other.
    """
    last: dict[tuple[int, int], DaySight] = {}
    most: dict[tuple[int, int, float], int] = {}
    for sight in evidence.transcript.sights:
        if sight.reader is not None and sight.matches:
            key = sight.message, sight.matches[0]
            began = evidence.life_at(sight.at).began
            most[*key, began] = max(sight.seq or 0, most.get((*key, began), 0))
            last[key] = sight
    problems = list[str]()
    for (message, match), sight in last.items():
        before = most[message, match, evidence.life_at(sight.at).began]
        if sight.seq is not None and sight.seq < before:
            problems.append(f"message {message} shows {sight.seq} after {before} of match {match}")
    return problems


def wrong_results(evidence: Evidence) -> list[str]:
    problems = list[str]()
    for day, loaded in _of_days(evidence.lives()[-1]):
        match, roster = loaded.record.id, loaded.roster
        late = [record.entry.seq for record in loaded.log if record.at >= end_of(day)]
        if late:
            problems.append(f"match {match} of {day} has entries {late} from after its end")
        if (roster.ended or 0) >= end_of(day):
            problems.append(f"match {match} of {day} ended at {roster.ended}")
        if evidence.is_over(day) and loaded.status is Status.RUNNING:
            problems.append(f"match {match} still runs after {day}")
        points = evidence.days.points.get(match)
        if points != _points(loaded):
            problems.append(f"match {match} counts for {points} instead of {_points(loaded)}")
    return problems


def _points(loaded: Loaded) -> int | None:
    if loaded.status is not Status.OVER or loaded.roster.void is not None:
        return None
    return loaded.game.scores(loaded.state)[0]


def wrong_standings(evidence: Evidence) -> list[str]:
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
    return [
        f"{key}: {value} is only in the logs or only in the standings"
        for key, value in sorted(differing)
    ]


def unquiet(evidence: Evidence) -> list[str]:
    problems = list[str]()
    pinged = {message for message, _ in evidence.transcript.pings}
    tables: Counter[tuple[int, str]] = Counter()
    cards: Counter[int] = Counter()
    for post in evidence.transcript.posts:
        mornings = [button.day for button in map(read, post.custom_ids) if button.family is DAY]
        about = _is_card(post.text) or bool(mornings)
        if about and (post.message in pinged or post.mentioned):
            problems.append(f"message {post.message} of a day pinged {post.mentioned}")
        if not about and _notice_of_day(evidence, post):
            problems.append(f"message {post.message} is a notice of a day's match")
        cards[post.guild] += _is_card(post.text)
        # A player's card has a button of its day, too.
        for day in set(mornings) if not _is_card(post.text) else ():
            tables[post.guild, day] += 1
            if not evidence.is_over(day, post.at):
                problems.append(f"message {post.message} announces {day} before its end")
    problems += [
        f"server {g} got the table of {day} {n} times" for (g, day), n in tables.items() if n > 1
    ]
    asked = Counter(
        click.guild
        for click in evidence.transcript.clicks
        if read(click.custom_id).family is DAY and read(click.custom_id).verb in ("post", "picture")
    )
    return [*problems, *(f"server {g} has {n} cards" for g, n in cards.items() if n > asked[g])]


def _notice_of_day(evidence: Evidence, post: Post) -> bool:
    for button in map(read, post.custom_ids):
        loaded = evidence.life_at(post.at).matches.get(button.match or 0)
        if button.family is NOTICE and loaded is not None and loaded.record.day is not None:
            return True
    return False
