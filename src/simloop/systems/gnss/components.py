"""The satellite receiver's columns."""

from typing import NamedTuple

from simloop.component import Component, held, param, sample
from simloop.math.geodesy import Geodetic
from simloop.math.vector import Vec3


class Status(NamedTuple):
    """What the receiver reports of itself."""

    fix_type: float
    satellites: float


class Accuracy(NamedTuple):
    """What the receiver holds itself for, 1 sigma."""

    horizontal_m: float
    vertical_m: float
    speed_mps: float


class Gnss(Component, prefix="gnss"):
    """The satellite receiver: its errors, its status, and what it says."""

    position_sigma_ned_m: Vec3 = param("m", "white noise of one sample", frame="NED")
    velocity_sigma_mps: float = param("m/s", "white noise of one sample", frame="NED")
    wander_decay: float = param("1", "what a sample keeps of the wander", default=1.0)
    wander_kick_ned_m: Vec3 = param("m", "what a sample adds, 1 sigma", frame="NED")
    wander_start_ned_m: Vec3 = param("m", "wander at turn-on, 1 sigma", frame="NED")
    status: Status = param("1", "fix type to report, satellites to report", default=(3.0, 15.0))
    nominal_accuracy: Accuracy = param("m, m, m/s", "accuracies to report", frame="NED")
    llh: Geodetic = sample("rad, rad, m", "latitude, longitude, height", frame="WGS84")
    velocity_ned_mps: Vec3 = sample("m/s", "velocity over ground", frame="NED")
    fix_type: float = sample("1", "0 none, 2 2D, 3 3D")
    satellites: float = sample("1", "satellites used")
    accuracy: Accuracy = sample("m, m, m/s", "horizontal, vertical, speed; 1 sigma", frame="NED")
    sequence: float = sample("1", "samples shown so far")
    wander_ned_m: Vec3 = held("m", "correlated error of the position", frame="NED")
