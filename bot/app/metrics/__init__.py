"""Figures for Prometheus, if SALUD_METRICS is set: docs/metrics.md."""
