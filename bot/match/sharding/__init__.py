"""How processes share Discord's shards, and so the servers: docs/scale.md."""
