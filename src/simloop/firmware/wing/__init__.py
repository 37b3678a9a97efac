"""Fixed-wing flight: guidance, total energy control, attitude control and their design."""
