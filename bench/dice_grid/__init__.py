"""Measurements of the dice grid."""
