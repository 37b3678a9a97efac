"""The components every moving body has: the vocabulary that forces, sensors and firmware share."""

import numpy as np

from simloop.component import Component, Kind, intent, param, truth
from simloop.math.geodesy import Geodetic
from simloop.math.vector import Quaternion, SymmetricTensor, Vec2, Vec3

UNIT_TENSOR = (0.01, 0.01, 0.01, 0.0, 0.0, 0.0)
INVERSE_OF_UNIT = (100.0, 100.0, 100.0, 0.0, 0.0, 0.0)


class NoiseKey(Component):
    """Where the body's chance comes from."""

    value: np.uint64 = param("1", "hash of run seed and entity name", column="noise_key")


class Origin(Component):
    """Place of the world's origin."""

    llh: Geodetic = param(
        "rad, rad, m", "latitude, longitude, height of NED zero", frame="WGS84", column="origin_llh"
    )


class Body(Component):
    """A rigid body: its mass, where it is, how it moves, what propulsion and the air do to it."""

    mass_kg: float = param("kg", "mass", default=1.0, by_row=True)
    inertia_kgm2: SymmetricTensor = param(
        "kg m^2",
        "tensor elements xx, yy, zz, xy, xz, yz (signs as in the tensor)",
        frame="FRD",
        default=UNIT_TENSOR,
        by_row=True,
    )
    inverse_inertia: SymmetricTensor = param(
        "1/(kg m^2)",
        "elements xx, yy, zz, xy, xz, yz of the inverse, computed at spawn",
        frame="FRD",
        default=INVERSE_OF_UNIT,
        by_row=True,
    )
    gravity_mps2: float = param("m/s^2", "gravity, down", frame="NED", default=9.80665, by_row=True)
    position_ned_m: Vec3 = truth("m", "centre of mass", frame="NED")
    attitude_wxyz: Quaternion = truth(
        "1", "attitude", frame="FRD->NED", default=(1.0, 0.0, 0.0, 0.0)
    )
    velocity_frd_mps: Vec3 = truth("m/s", "velocity over ground", frame="FRD")
    rate_frd_radps: Vec3 = truth("rad/s", "angular velocity", frame="FRD")
    acceleration_frd_mps2: Vec3 = truth(
        "m/s^2",
        "inertial acceleration: all forces over mass, gravity and contact included",
        frame="FRD",
    )
    angular_acceleration_frd_radps2: Vec3 = truth("rad/s^2", "angular acceleration", frame="FRD")
    force_frd_n: Vec3 = truth(
        "N", "force of aerodynamics and propulsion at the start of the tick", frame="FRD"
    )
    torque_frd_nm: Vec3 = truth("N m", "their torque at the start of the tick", frame="FRD")


class Air(Component):
    """The air around the body: one field that every force and sensor reads."""

    wind_ned_mps: Vec3 = truth("m/s", "where the air goes to", frame="NED")
    density_kgpm3: float = truth("kg/m^3", "density", default=1.225, column="air_density_kgpm3")
    pressure_pa: float = truth("Pa", "static pressure", default=101325.0, column="air_pressure_pa")
    temperature_k: float = truth("K", "temperature", default=288.15, column="air_temperature_k")


class Weather(Component):
    """How the air of the day differs from the standard atmosphere."""

    qnh_pa: float = param("Pa", "pressure at mean sea level", default=101325.0, column="air_qnh_pa")
    temperature_offset_k: float = param(
        "K", "temperature above standard", column="air_temperature_offset_k"
    )


class External(Component, prefix="external"):
    """A push from outside, held until changed."""

    force_ned_n: Vec3 = intent("N", "force at the centre of mass", frame="NED")
    torque_frd_nm: Vec3 = intent("N m", "torque", frame="FRD")


class Contact(Component):
    """What the ground did."""

    force_frd_n: Vec3 = truth(
        "N", "ground reaction, held over the next tick", frame="FRD", column="contact_force_frd_n"
    )
    torque_frd_nm: Vec3 = truth(
        "N m", "its moment about the centre of mass", frame="FRD", column="contact_torque_frd_nm"
    )
    on_ground: float = truth("1", "1 while any contact point touches")
    last_touch_tick: float = truth("tick", "when a point last touched, -1 if never", default=-1.0)
    crashed: float = truth("1", "1 after an impact too hard or upside down")
    crash_tick: float = truth("tick", "when it crashed, -1 if never", default=-1.0)
    impact_speed_mps: float = truth("m/s", "hardest impact so far, normal to the ground")


class Ground(Component, prefix="ground"):
    """The ground below the body: flat unless terrain says otherwise."""

    down_m: float = truth("m", "where the ground is below (or above) the body", frame="NED")
    slope_ne: Vec2 = truth("1", "how much it goes down to the north and east", frame="NED")


class Water(Component, prefix="water"):
    """The water at the body's place; only in worlds and vehicles that ask for it."""

    down_m: float = truth("m", "where the surface is", frame="NED")
    slope_ne: Vec2 = truth("1", "how much it goes down to the north and east", frame="NED")
    velocity_ned_mps: Vec3 = truth("m/s", "current and waves at the body", frame="NED")
    density_kgpm3: float = truth("kg/m^3", "density", default=1025.0)


class Guard(Component):
    """The integrator's guard."""

    frozen: float = truth("1", "1 after a non-finite state was caught: the body stays put")
    frozen_tick: float = truth("tick", "when it froze, -1 if never", default=-1.0)


# The order of columns is part of the state hash.
BODY_COMPONENTS = (
    *NoiseKey.groups(),
    Body.group(Kind.PARAM),
    *Origin.groups(),
    *External.groups(),
    Body.group(Kind.TRUTH),
    *Air.groups(),
    *Contact.groups(),
    *Ground.groups(),
    *Guard.groups(),
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
