"""A season: matches that are played over weeks, on a clock that runs fast.

People come late, vote, claim and annoy each other; the weather is long. What a storm does in
seconds, a season does in days.
"""
