"""Opening both sides of a copy."""

from bot.database_address import is_server
from bot.match.log.store_errors import StoreTrouble
from bot.storage.transfer.ends import End, State
from bot.storage.transfer.sqlite_end import SqliteEnd


def open_source(address: str) -> End:
    """Open the database to be read from.

    Raises StoreTrouble if it is in use, missing, of another version or an unfinished copy itself.
    """
    end = _opened(address, must_exist=True)
    try:
        with end.told():
            match end.state():
                case State.NOTHING:
                    raise StoreTrouble(f"{end.name} is no database of Salud.")
                case State.UNFINISHED:
                    raise StoreTrouble(
                        f"The database {end.name} is an unfinished copy itself: finish that first."
                    )
                case State.WHOLE:
                    return end
    except BaseException:
        end.close()
        raise


def open_target(address: str) -> End:
    """Open the one to be written to; a file is made with its folder. Raises StoreTrouble."""
    return _opened(address, must_exist=False)


def _opened(address: str, *, must_exist: bool) -> End:
    if is_server(address):
        from bot.storage.transfer.postgresql_end import PostgresEnd

        return PostgresEnd(address)
    return SqliteEnd(address, must_exist=must_exist)
