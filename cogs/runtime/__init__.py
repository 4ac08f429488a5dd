"""What runs beside interactions: the scheduler, its jobs, timers, health, shutdown."""
