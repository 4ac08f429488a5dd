"""How long tests wait for what must happen."""

PATIENCE = 120.0
"""Real seconds after which a test gives up. A machine that is busy with other work is slow, and a
test that passes never waits this long."""
ANSWER_WITHIN = 15.0
"""Real seconds that end-to-end tests allow for the first answer to an interaction. Discord allows
three, which a machine that is busy with other work may use up."""
