"""A tour of one match: a script plays the match with the real bot in a playground, and takes
pictures.
"""
