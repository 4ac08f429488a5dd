"""Serialization of calls for the drawing process.

A call is a `functools.partial` of a module's function and values. Things that exist in both
processes, such as games, their screens and pictures, and the texts of a language, travel by name.
"""

import copyreg
import io
import operator
import pickle
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum, Flag
from functools import cache, partial
from itertools import repeat
from operator import attrgetter
from types import MemberDescriptorType
from typing import Any

from bot.game_register import GameRegister
from texts import Catalogue

Name = tuple[Hashable, ...]
Reduced = tuple[Any, ...] | str
MEMORY = 768
"""Memory limit of the drawing process in MiB; it uses some 150 of its address space."""


def shared_thing(*name: Hashable) -> Any:
    """Stand for a named thing in a pickled call; `Calls.read` replaces this function with
    a lookup.
    """
    raise LookupError(f"{name} is found by Calls alone")


class Calls:
    def __init__(self, games: GameRegister, catalogue: Catalogue) -> None:
        self._things = _shared(games, catalogue)
        self._names = {id(thing): name for name, thing in self._things.items()}
        kinds = {type(thing) for thing in self._things.values()}
        self._reducers = _Reducers(copyreg.dispatch_table)
        self._reducers.update(dict.fromkeys(kinds, self._reduced))

    def write(self, call: Callable[[], object]) -> bytes:
        """Serialize the call; raise PicklingError, AttributeError or TypeError for a lambda, for
        example.
        """
        out = io.BytesIO()
        pickler = pickle.Pickler(out, pickle.HIGHEST_PROTOCOL)
        pickler.dispatch_table = self._reducers
        pickler.dump(call)
        return out.getvalue()

    def read(self, data: bytes) -> Callable[[], object]:
        """Restore a call. Unpickling runs code, so `data` must come from `write` in one of our own
        processes.
        """
        call: Callable[[], object] = _Reader(data, self._find).load()
        return call

    def _reduced(self, thing: object) -> Reduced:
        name = self._names.get(id(thing))
        return (
            thing.__reduce_ex__(pickle.HIGHEST_PROTOCOL) if name is None else (shared_thing, name)
        )

    def _find(self, *name: Hashable) -> object:
        return self._things[name]


class _Reader(pickle.Unpickler):
    def __init__(self, data: bytes, find: Callable[..., object]) -> None:
        super().__init__(io.BytesIO(data))
        self._find = find

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (__name__, shared_thing.__name__):
            return self._find
        return super().find_class(module, name)


class _Restore(partial[object]):
    """Makes values of one kind from their parts. A message names the kind once, not per value."""

    kind: type


class _Reducers(dict[type, Callable[[Any], Reduced]]):
    """Pickling functions for dataclasses and enums, several times as fast as pickle's own."""

    def __init__(self, usual: Mapping[type, Callable[[Any], Reduced]]) -> None:
        super().__init__(usual)
        self[_Restore] = lambda restore: (restorer, (restore.kind,))

    def __missing__(self, kind: type) -> Callable[[Any], Reduced]:
        if is_dataclass(kind):
            reduced = _dataclass_reducer(kind)
        elif issubclass(kind, Enum):
            reduced = _enum_reducer(kind)
        elif issubclass(kind, type):

            def reduced(value: Any) -> Reduced:
                return str(value.__qualname__)  # pickle names a class by a string
        else:

            def reduced(value: Any) -> Reduced:
                return value.__reduce_ex__(pickle.HIGHEST_PROTOCOL)  # type: ignore[no-any-return]

        self[kind] = reduced
        return reduced


def _dataclass_reducer(kind: type) -> Callable[[Any], Reduced]:
    names, restore = _names(kind), restorer(kind)
    if len(names) < 2:  # for a single name, attrgetter returns no tuple
        return lambda value: (restore, tuple(getattr(value, name) for name in names))
    values = attrgetter(*names)
    return lambda value: (restore, values(value))


def _enum_reducer(kind: type[Enum]) -> Callable[[Any], Reduced]:
    part, restore = attrgetter("_value_" if issubclass(kind, Flag) else "_name_"), restorer(kind)
    return lambda value: (restore, (part(value),))


def _names(kind: type) -> tuple[str, ...]:
    assert is_dataclass(kind), "only these are asked about"
    return tuple(field.name for field in fields(kind))


@cache
def restorer(kind: type) -> _Restore:
    """Return the function that makes values of a dataclass or enum from what `_Reducers` sends."""
    if issubclass(kind, Flag):
        restore = _Restore(kind)
    elif issubclass(kind, Enum):
        restore = _Restore(kind.__members__.__getitem__)
    else:
        restore = _Restore(_made, kind, tuple(_setter(kind, name) for name in _names(kind)))
    restore.kind = kind
    return restore


Setter = Callable[[object, object], object]


def _setter(kind: type, name: str) -> Setter:
    """Return the function that sets an attribute, even a frozen one."""
    slot = getattr(kind, name, None)
    if isinstance(slot, MemberDescriptorType):
        return slot.__set__
    return lambda instance, value: object.__setattr__(instance, name, value)


def _made(kind: type, setters: Sequence[Setter], *values: object) -> object:
    instance: object = object.__new__(kind)
    any(map(operator.call, setters, repeat(instance), values))  # all return None: a loop in C
    return instance


def _shared(games: GameRegister, catalogue: Catalogue) -> Mapping[Name, object]:
    things: dict[Name, object] = {
        ("words", language): catalogue.words(language) for language in catalogue.languages
    }
    for name in games.names:
        package = games.package(name)
        for rules, game in games.games[name].items():
            things["game", name, rules] = game
        for part, where in (("screens", package.screens), ("pictures", package.pictures)):
            if where is not None:
                things[part, name] = package.part(where)
    return things
