"""Sample pictures of each game's own kinds, for the gallery, tests and benchmarks."""

from render.players import Player

STRANGE = (
    Player("WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"),
    Player("田中さん"),
    Player("𝓐𝓵𝓮𝔁 👑 the\u200b 3rd"),
    Player("\u202eمرحبا"),
)
"""Names that are wide, in other scripts, or contain invisible characters."""
