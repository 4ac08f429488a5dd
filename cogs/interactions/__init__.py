"""Answering an interaction: acknowledgement, custom_ids, errors, languages."""
