"""A Discord server on this machine: REST API, gateway and a page, all in memory.

It implements Discord's published API and knows nothing about any particular bot.
"""

from playground.clock import MovableClock
from playground.errors import ClientError
from playground.faults import Fault
from playground.person import Answer, Modal, Person
from playground.server import Playground
from playground.storm import Rates, Storm
from playground.welcome import Card, Start, Welcome
from playground.world import World

__all__ = [
    "Answer",
    "Card",
    "ClientError",
    "Fault",
    "Modal",
    "MovableClock",
    "Person",
    "Playground",
    "Rates",
    "Start",
    "Storm",
    "Welcome",
    "World",
]
