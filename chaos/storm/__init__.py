"""Storms: matches in real time, while processes die and Discord misbehaves by the second."""
