"""The base of all topics: their kit, the client, and autocompletion."""
