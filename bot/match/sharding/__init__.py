"""Sharing of Discord's shards, and thus of servers, between processes: docs/scale.md."""
