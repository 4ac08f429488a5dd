"""Fleets: processes that share shards and a database serve many servers, while all of it fails."""
