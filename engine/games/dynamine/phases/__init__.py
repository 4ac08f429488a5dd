"""One module a phase: what may be decided in it, what luck it asks for, what both lead to."""
