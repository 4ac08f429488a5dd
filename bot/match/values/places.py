"""Places of matches outside servers."""

NO_SERVER = 0
"""In place of a server and its channel: of private matches that begin in direct messages or where
only their player has installed the bot, and of day matches that outlived the data of their server.
No server has this id, so no statistics of a server count these matches.
"""
