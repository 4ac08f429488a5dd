"""How matches begin."""
