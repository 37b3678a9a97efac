"""The vehicle's side of MAVLink: what it tells, what it can be asked, and how it answers."""
