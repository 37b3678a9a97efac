"""Recordings of runs: MCAP files that survive a crash, and what can be done with them."""
