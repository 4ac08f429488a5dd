"""What runs beside interactions: the scheduler, its jobs, timers, the gateway's health, shutdown."""
