"""What readies a vehicle that has just come; autopilots outside of the schedule act after it."""

from simloop.sitl.vehicle_roster import SYSTEM as VEHICLE_IDS

JSBSIM_NEWCOMERS = "jsbsim newcomers"
READIED_BY = (VEHICLE_IDS, JSBSIM_NEWCOMERS)
"""Systems that give it an id, and outputs to begin with."""
