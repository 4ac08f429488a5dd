"""Matches in posts of a forum: choice of the forum, its tags, its posts."""
