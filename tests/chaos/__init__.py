"""Of the proof: its checks find planted faults, and a short run holds."""
