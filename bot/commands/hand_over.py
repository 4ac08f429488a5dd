"""`python -m bot hand-over`: the database goes to the bot of another application."""

from bot.database_address import is_server
from bot.settings import Settings
from bot.storage.sqlite.copies import release

WARNING = (
    "The bot that starts on it next owns it. Servers that this bot is not in count as left: what"
    " is kept of them is deleted 30 days later."
)


def hand_over(settings: Settings) -> str:
    """Let the next bot own the database; gives a sentence. Raises StoreTrouble."""
    name = settings.salud_database
    if is_server(name):
        from bot.storage.postgresql.upkeep import release as release_on_server

        owner, name = release_on_server(name), "The database"
    else:
        owner = release(name)
    if owner is None:
        return f"{name} belongs to nobody. {WARNING}"
    return f"{name} does not belong to the application {owner} any more. {WARNING}"
