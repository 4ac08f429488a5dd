"""People and servers: forgetting, pings, bars, limits."""
