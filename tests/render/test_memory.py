"""What was drawn before is kept within its room."""

from concurrent.futures import ThreadPoolExecutor

from render.memory import Memory


def words(room: int) -> Memory[str]:
    """Texts that take a byte a letter."""
    return Memory(room, len)


def test_made_once() -> None:
    """A value is made when it is first asked for, and again after it was dropped."""
    memory = words(10)
    assert memory.get("a", lambda: "one") == "one"
    assert memory.get("a", lambda: "two") == "one"
    assert memory.find("b") is None
    memory.clear()
    assert memory.size == 0
    assert memory.get("a", lambda: "two") == "two"


def test_the_oldest_make_room() -> None:
    """What was not used lately goes first, and a value larger than all the room is not kept."""
    memory = words(10)
    for key in "abc":
        memory.keep(key, key * 3)
    assert memory.find("a") == "aaa"
    memory.keep("d", "ddd")
    assert (memory.find("a"), memory.find("b"), memory.size) == ("aaa", None, 9)
    memory.keep("large", "x" * 11)
    assert memory.find("large") is None
    assert memory.size <= 10


def test_kept_once() -> None:
    """The same key twice counts once, so that its first value stays."""
    memory = words(10)
    memory.keep("a", "one")
    memory.keep("a", "other")
    assert (memory.find("a"), memory.size) == ("one", 3)


def test_from_many_threads() -> None:
    """However they meet, the right value comes back and the room is kept."""
    memory = words(100)

    def ask(number: int) -> bool:
        key = number % 17
        return memory.get(key, lambda: "x" * key) == "x" * key and memory.size <= 100 + 17

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(ask, range(20_000)))
    assert memory.size == sum(len(entry.value) for entry in memory._kept.values()) <= 100
