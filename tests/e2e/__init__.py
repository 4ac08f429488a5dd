"""The real bot against the playground, over sockets."""
