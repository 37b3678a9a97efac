"""The components every moving body has: the vocabulary that forces, sensors and firmware share."""

from simloop.world.component import Change, Column, Component, Kind

IDENTITY = Component(
    "identity",
    Kind.PARAM,
    "Where the body's chance comes from.",
    (Column("noise_key", 1, "1", "-", "hash of run seed and entity name", dtype="u8"),),
    Change.ONE_TIME,
)

BODY = Component(
    "body",
    Kind.PARAM,
    "Mass properties and place of the world's origin.",
    (
        Column("mass_kg", 1, "kg", "-", "mass", 1.0),
        Column(
            "inertia_kgm2",
            6,
            "kg m^2",
            "FRD",
            "tensor elements xx, yy, zz, xy, xz, yz (signs as in the tensor)",
            (0.01, 0.01, 0.01, 0.0, 0.0, 0.0),
        ),
        Column(
            "inverse_inertia",
            6,
            "1/(kg m^2)",
            "FRD",
            "elements xx, yy, zz, xy, xz, yz of the inverse, computed at spawn",
            (100.0, 100.0, 100.0, 0.0, 0.0, 0.0),
        ),
        Column("gravity_mps2", 1, "m/s^2", "NED", "gravity, down", 9.80665),
        Column("origin_llh", 3, "rad, rad, m", "WGS84", "latitude, longitude, height of NED zero"),
    ),
    Change.ONE_TIME,
)

POSE = Component(
    "pose",
    Kind.TRUTH,
    "Where the body is and how it points.",
    (
        Column("position_ned_m", 3, "m", "NED", "centre of mass"),
        Column("attitude_wxyz", 4, "1", "FRD->NED", "attitude", (1.0, 0.0, 0.0, 0.0)),
    ),
)

TWIST = Component(
    "twist",
    Kind.TRUTH,
    "How the body moves.",
    (
        Column("velocity_frd_mps", 3, "m/s", "FRD", "velocity over ground"),
        Column("rate_frd_radps", 3, "rad/s", "FRD", "angular velocity"),
    ),
)

ACCELERATION = Component(
    "acceleration",
    Kind.TRUTH,
    "How the motion changes: the last six of the 19 truth numbers.",
    (
        Column(
            "acceleration_frd_mps2",
            3,
            "m/s^2",
            "FRD",
            "inertial acceleration: all forces over mass, gravity and contact included",
        ),
        Column("angular_acceleration_frd_radps2", 3, "rad/s^2", "FRD", "angular acceleration"),
    ),
)

WRENCH = Component(
    "wrench",
    Kind.TRUTH,
    "What aerodynamics and propulsion did: no gravity, no contact.",
    (
        Column("force_frd_n", 3, "N", "FRD", "force at the start of the tick"),
        Column("torque_frd_nm", 3, "N m", "FRD", "torque at the start of the tick"),
    ),
)

AIR = Component(
    "air",
    Kind.TRUTH,
    "The air around the body: one field that every force and sensor reads.",
    (
        Column("wind_ned_mps", 3, "m/s", "NED", "where the air goes to"),
        Column("air_density_kgpm3", 1, "kg/m^3", "-", "density", 1.225),
        Column("air_pressure_pa", 1, "Pa", "-", "static pressure", 101325.0),
        Column("air_temperature_k", 1, "K", "-", "temperature", 288.15),
    ),
)

EXTERNAL = Component(
    "external",
    Kind.INTENT,
    "A push from outside, held until changed.",
    (
        Column("external_force_ned_n", 3, "N", "NED", "force at the centre of mass"),
        Column("external_torque_frd_nm", 3, "N m", "FRD", "torque"),
    ),
)

CONTACT = Component(
    "contact",
    Kind.TRUTH,
    "What the ground did.",
    (
        Column("contact_force_frd_n", 3, "N", "FRD", "ground reaction, held over the next tick"),
        Column("contact_torque_frd_nm", 3, "N m", "FRD", "its moment about the centre of mass"),
        Column("on_ground", 1, "1", "-", "1 while any contact point touches"),
        Column("last_touch_tick", 1, "tick", "-", "when a point last touched, -1 if never", -1.0),
        Column("crashed", 1, "1", "-", "1 after an impact too hard or upside down"),
        Column("crash_tick", 1, "tick", "-", "when it crashed, -1 if never", -1.0),
        Column("impact_speed_mps", 1, "m/s", "-", "hardest impact so far, normal to the ground"),
    ),
)

GROUND = Component(
    "ground",
    Kind.TRUTH,
    "The ground below the body: flat unless terrain says otherwise.",
    (
        Column("ground_down_m", 1, "m", "NED", "where the ground is below (or above) the body"),
        Column("ground_slope_ne", 2, "1", "NED", "how much it goes down to the north and east"),
    ),
)

WATER = Component(
    "water",
    Kind.TRUTH,
    "The water at the body's place; only in worlds and vehicles that ask for it.",
    (
        Column("water_down_m", 1, "m", "NED", "where the surface is"),
        Column("water_slope_ne", 2, "1", "NED", "how much it goes down to the north and east"),
        Column("water_velocity_ned_mps", 3, "m/s", "NED", "current and waves at the body"),
        Column("water_density_kgpm3", 1, "kg/m^3", "-", "density", 1025.0),
    ),
)

GUARD = Component(
    "guard",
    Kind.TRUTH,
    "The integrator's guard.",
    (
        Column("frozen", 1, "1", "-", "1 after a non-finite state was caught: the body stays put"),
        Column("frozen_tick", 1, "tick", "-", "when it froze, -1 if never", -1.0),
    ),
)

BODY_COMPONENTS = (
    IDENTITY,
    BODY,
    EXTERNAL,
    POSE,
    TWIST,
    ACCELERATION,
    WRENCH,
    AIR,
    CONTACT,
    GROUND,
    GUARD,
)

# What whoever moves a body writes: where it is, how it moves, what pushed it, whether it froze.
MOTION_COLUMNS = (
    "position_ned_m",
    "attitude_wxyz",
    "velocity_frd_mps",
    "rate_frd_radps",
    "acceleration_frd_mps2",
    "angular_acceleration_frd_radps2",
    "force_frd_n",
    "torque_frd_nm",
    "frozen",
    "frozen_tick",
)
