"""Everything beside interactions: scheduler, jobs, timers, health, shutdown."""
