"""Seasons: matches that are played over weeks, on a clock that runs fast.

People come late, vote, claim and annoy each other. What fails in a storm for seconds, fails in a
season for days.
"""
