"""What happens in a running bot, told to whoever observes it: the log, and metrics."""
