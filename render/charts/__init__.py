"""Charts that every game has, such as leaderboards, profiles and invitations.

Callers pass finished texts and numbers. A game's own parts, such as the scene in the background,
come from its GamePictures.
"""
