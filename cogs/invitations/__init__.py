"""How matches begin: challenges, open tables, practice."""
