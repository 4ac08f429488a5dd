"""One module a phase: what seats may decide in it, what luck it asks for, what both lead to."""
