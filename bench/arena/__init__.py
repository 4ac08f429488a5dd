"""Computers that play a game against each other: who plays better, and is the game balanced?"""
