"""The bot's work beside interactions: scheduler, jobs, timers, health, shutdown."""
