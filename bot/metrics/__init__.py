"""Figures for Prometheus, where SALUD_METRICS asks for them: docs/metrics.md."""
