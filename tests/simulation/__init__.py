"""A deterministic simulation of the Projector: see docs/chaos.md, "Simulation"."""
