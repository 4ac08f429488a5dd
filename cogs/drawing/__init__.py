"""Where pictures are drawn: beside everything else, so that nobody waits for other people's."""
