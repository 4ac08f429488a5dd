"""The winner's card of a match that stopped before its rules decided it."""

from bot.match.log.events import Forfeit, MatchEvent, MatchEventKind, Void
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.statistics.results import places
from render.charts.early_end import EarlyEnd
from render.names import drawn_name
from render.players import Player
from texts import Words

DECIDING = (
    MatchEventKind.VOIDED,
    MatchEventKind.CLAIMED,
    MatchEventKind.RESIGNED,
    MatchEventKind.REPLACED,
    MatchEventKind.FORFEITED,
)


def deciding_event(loaded: Loaded) -> MatchEvent | None:
    return next((event for event in reversed(loaded.events) if event.kind in DECIDING), None)


def early_end(loaded: Loaded, players: tuple[Player, ...], words: Words) -> EarlyEnd | None:
    """Return the facts of the card; None for a match that runs, was played out, or is for one."""
    if loaded.status is not Status.OVER or loaded.outcome is not None or loaded.seats == 1:
        return None
    placed = places(loaded)
    names = [
        drawn_name(words, players, seat)
        for seat in range(loaded.seats)
        if (placed[seat] == 1 if placed else seat in loaded.roster.resigned)
    ]
    listed = words.listed(names)
    event = deciding_event(loaded)
    reason = "" if event is None else _reason(event, players, words)
    if loaded.roster.void is not None:
        return EarlyEnd(words.say("The match ended without a result"), reason)
    if placed:
        title = words.count("{names} wins!", "{names} share the win!", len(names), names=listed)
        return EarlyEnd(title, reason, placed)
    if not names:
        return EarlyEnd(words.say("The match is over"), reason)
    return EarlyEnd(words.count("{names} resigned", "{names} resigned", len(names), names=listed))


def _reason(event: MatchEvent, players: tuple[Player, ...], words: Words) -> str:
    if event.kind is MatchEventKind.VOIDED:
        return _void_reason(event.fact(Void), words)
    player = drawn_name(words, players, event.seat or 0)
    why = event.fact(Forfeit) if event.kind is MatchEventKind.FORFEITED else None
    if event.kind is MatchEventKind.RESIGNED:
        return words.count("{names} resigned", "{names} resigned", 1, names=player)
    if why is Forfeit.ROUND_OVER:
        return words.say("The round of the tournament is over")
    if why in (Forfeit.WITHDREW, Forfeit.SUBSTITUTED):
        return words.say("{player} left the tournament", player=player)
    return words.say("{player} ran out of time", player=player)


def _void_reason(why: Void, words: Words) -> str:
    match why:
        case Void.MODERATED:
            return words.say("A moderator ended the match")
        case Void.VOTED:
            return words.say("The others ended it because someone was late")
        case Void.IDLE:
            return words.say("Nobody moved for two months")
        case Void.FORFEIT:
            return words.say("Everyone was late for too long")
        case Void.ROUND_OVER:
            return words.say("The round of the tournament is over")
