"""Columns of an aircraft that JSBSim flies: what its pilot moves, and how it answers."""

from simloop.component import Component, FloatRow, intent, truth


class JsbsimPilot(Component):
    """What a pilot moves beside stick, pedals and throttle."""

    flap_command: float = intent("1", "0 up, 1 all the way down")
    gear_command: float = intent("1", "0 up, 1 down", default=1.0)
    brake_command: float = intent("1", "both main wheels, 0 free, 1 full")
    mixture_command: float = intent("1", "0 cut off, 1 full rich", default=1.0)
    propeller_command: float = intent("1", "0 coarse, 1 fine pitch", default=1.0)
    pitch_trim_command: float = intent("1", "trim wheel, -1 to 1, positive nose up")


class JsbsimAirframe(Component):
    """What JSBSim says about engines, tanks and surfaces."""

    engine_rpm: FloatRow = truth("1/min", "speed of the propeller or the engine", size="ENGINES")
    engine_thrust_n: FloatRow = truth("N", "thrust along the thruster's axis", size="ENGINES")
    fuel_kg: float = truth("kg", "what is left in all tanks")
    airframe_mass_kg: float = truth("kg", "mass as fuel burns; mass_kg keeps the start's")
    surface_position_rad: FloatRow = truth(
        "rad", "left aileron, elevator, rudder, flaps with the signs of JSBSim", size=4
    )
