"""An invitation: the guests with their answers, and the number of free seats."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.canvas import Canvas
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.memory import remembered
from render.names import drawn_name, plain_name
from render.ornaments import computer
from render.pen import Pen, pen_sprite
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
_LEFT, _RIGHT = 520, WIDTH - 40
_TOP = 150
_LINE = 92
_LEAST = 420


class InvitationReply(Enum):
    IN = "in"
    AWAITED = "awaited"
    DECLINED = "declined"


class Guest(NamedTuple):
    player: Player
    answer: InvitationReply


@dataclass(frozen=True, slots=True)
class Party:
    guests: tuple[Guest, ...]
    """At least one; the host comes first."""
    free: int = 0

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(guest.player for guest in self.guests)

    def facts(self, words: Words) -> list[str]:
        facts = [self._fact(seat, words) for seat in range(len(self.guests))]
        if self.free:
            facts.append(words.count("{count} seat is free.", "{count} seats are free.", self.free))
        return facts

    def _fact(self, seat: int, words: Words) -> str:
        name = plain_name(words, self.players, seat)
        match self.guests[seat].answer:
            case InvitationReply.IN:
                return words.say("{name} plays.", name=name)
            case InvitationReply.AWAITED:
                return words.say("{name} has been asked.", name=name)
            case InvitationReply.DECLINED:
                return words.say("{name} has declined.", name=name)


@remembered
def draw_invitation(
    party: Party, pictures: GamePictures, words: Words, theme: Theme = USUAL
) -> Picture:
    lines = len(party.guests) + (party.free > 0)
    height = max(_TOP + lines * _LINE + 24, _LEAST)
    backdrop = pictures.backdrop(Chart.INVITATION, WIDTH, height, theme)
    canvas = Canvas(backdrop.image)
    pictures.illustrate(canvas, height, theme)
    middle = (_LEFT + _RIGHT) // 2
    title = pictures.name(words) or words.say("An invitation")
    canvas.text(middle, 78, title, (104, 92, 80, 68), theme.cream, weight=Weight.BLACK, anchor="mm",
                room=_RIGHT - _LEFT, outline=(6, theme.shade))  # fmt: skip
    y = _TOP + (height - 24 - _TOP - lines * _LINE) // 2
    for seat in range(len(party.guests)):
        _draw_guest(canvas, theme, y, party, seat, words)
        y += _LINE
    if party.free:
        _draw_free(canvas, theme, y, party.free, words)
    return as_picture(canvas.image, invitation_facts(party, pictures, words), backdrop.palette)


def invitation_facts(party: Party, pictures: GamePictures, words: Words) -> tuple[str, ...]:
    game = pictures.name(words)
    if game:
        title = words.say("An invitation to {game}.", game=game)
    else:
        title = f"{words.say('An invitation')}."
    return (title, *party.facts(words))


def _draw_guest(
    canvas: Canvas, theme: Theme, y: int, party: Party, seat: int, words: Words
) -> None:
    guest = party.guests[seat]
    box = (_LEFT, y, _RIGHT, y + _LINE - 14)
    middle = y + (_LINE - 14) // 2
    plays = guest.answer is InvitationReply.IN
    canvas.card(
        box,
        18,
        theme,
        fill=theme.paper if plays else theme.paper_dim,
        edge=theme.gold if plays else theme.paper_edge,
        line=5,
    )
    x = _LEFT + 28
    if guest.player.computer:
        canvas.sprite(computer(theme, 42, theme.ink_soft), x + 21, middle)
        x += 58
    name = drawn_name(words, party.players, seat)
    room = _RIGHT - 92 - x
    ink = theme.ink if guest.answer is not InvitationReply.DECLINED else theme.ink_soft
    canvas.text(x, middle - 1, name, (52, 46, 40, 36, 34), ink, room=room)
    canvas.sprite(_mark(theme, 54, guest.answer), _RIGHT - 50, middle)


def _draw_free(canvas: Canvas, theme: Theme, y: int, free: int, words: Words) -> None:
    box = (_LEFT, y, _RIGHT, y + _LINE - 14)
    canvas.panel(box, 18, theme.plate)
    text = words.count("{count} seat is free", "{count} seats are free", free)
    middle = (_LEFT + _RIGHT) // 2
    canvas.text(middle, y + (_LINE - 14) // 2 - 1, text, (46, 40, 36), theme.lamp, anchor="mm",
                room=_RIGHT - _LEFT - 40)  # fmt: skip


@lru_cache(maxsize=16)
def _mark(theme: Theme, size: int, answer: InvitationReply) -> Image.Image:
    def draw(pen: Pen) -> None:
        match answer:
            case InvitationReply.IN:
                pen.oval((0, 0, 1, 1), theme.good)
                pen.path(((0.25, 0.53), (0.44, 0.72), (0.76, 0.31)), theme.cream, 0.13)
            case InvitationReply.AWAITED:
                pen.oval((0, 0, 1, 1), theme.ink_soft)
                for x in (0.28, 0.5, 0.72):
                    pen.oval((x - 0.08, 0.42, x + 0.08, 0.58), theme.cream)
            case InvitationReply.DECLINED:
                pen.oval((0, 0, 1, 1), theme.bad)
                pen.path(((0.31, 0.31), (0.69, 0.69)), theme.cream, 0.13)
                pen.path(((0.69, 0.31), (0.31, 0.69)), theme.cream, 0.13)

    return pen_sprite(size, draw)
