"""Columns of an aircraft that JSBSim flies: what its pilot moves, and how it answers."""

from simloop.world.component import Column, Component, Kind

PILOT = Component(
    "jsbsim_pilot",
    Kind.INTENT,
    "What a pilot moves beside stick, pedals and throttle.",
    (
        Column("flap_command", 1, "1", "-", "0 up, 1 all the way down"),
        Column("gear_command", 1, "1", "-", "0 up, 1 down", 1.0),
        Column("brake_command", 1, "1", "-", "both main wheels, 0 free, 1 full"),
        Column("mixture_command", 1, "1", "-", "0 cut off, 1 full rich", 1.0),
        Column("propeller_command", 1, "1", "-", "0 coarse, 1 fine pitch", 1.0),
        Column("pitch_trim_command", 1, "1", "-", "trim wheel, -1 to 1, positive nose up"),
    ),
)

AIRFRAME = Component(
    "jsbsim_airframe",
    Kind.TRUTH,
    "What JSBSim says about engines, tanks and surfaces.",
    (
        Column("engine_rpm", "ENGINES", "1/min", "-", "speed of the propeller or the engine"),
        Column("engine_thrust_n", "ENGINES", "N", "-", "thrust along the thruster's axis"),
        Column("fuel_kg", 1, "kg", "-", "what is left in all tanks"),
        Column("airframe_mass_kg", 1, "kg", "-", "mass as fuel burns; mass_kg keeps the start's"),
        Column(
            "surface_position_rad",
            4,
            "rad",
            "-",
            "left aileron, elevator, rudder, flaps with the signs of JSBSim",
        ),
    ),
)
