"""Pictures: that they are right, legible, small, and the same on every machine."""
