"""Observation of a running bot: its log, and the interface for metrics."""
