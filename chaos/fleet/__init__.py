"""Fleets: several processes share shards and a database and serve many servers, while all of it
fails.
"""
