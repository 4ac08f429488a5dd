"""Parts of the canonical text of a State (`Game.canonical`), from which its digest is computed.

Each log entry is stored with the digest of the State after it, and matches are replayed for
years. So a State's text must depend on its meaning alone. Each game spells it in its module
`canonical.py`: names and order of fields are written there by hand, and refactoring a class does
not change them. The spelling is that of release 0.2.0, which hashed the `repr` of its dataclasses.
"""

from collections.abc import Iterable


def sequence(texts: Iterable[str]) -> str:
    """Return items as a tuple is written: ``()``, ``(a,)`` or ``(a, b)``."""
    items = tuple(texts)
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
