"""Time limits of tests."""

PATIENCE = 120.0
"""Real seconds after which a test gives up. Busy machines are slow, and a passing test never waits
this long.
"""
ANSWER_WITHIN = 15.0
"""Real seconds that end-to-end tests allow for the first answer to an interaction. Discord allows
three, which a busy machine can exceed.
"""
