"""How every interaction is read, acknowledged and answered."""
