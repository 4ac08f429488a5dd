"""Storms: matches in real time, while processes die and Discord misbehaves every second."""
