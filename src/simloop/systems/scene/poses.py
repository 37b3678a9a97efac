"""Poses as compact bytes: a head of 32 bytes, then 40 bytes per vehicle, little-endian."""

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simloop.systems.scene.gather import Gather, Population
from simloop.world.entities import Record
from simloop.world.table import Table
from simloop.world.world import World

VERSION = 1
PAUSED = 1
HEAD = np.dtype(
    [
        ("version", "u1"),
        ("flags", "u1"),
        ("spare", "<u2"),
        ("count", "<u4"),
        ("tick", "<f8"),
        ("time_s", "<f8"),
        ("real_time_factor", "<f4"),
        ("speed", "<f4"),
    ]
)
POSE = np.dtype(
    [
        ("index", "<u4"),
        ("position_ned_m", "<f4", 3),
        ("attitude_wxyz", "<f4", 4),
        ("velocity_ned_cmps", "<i2", 3),
        ("drive", "u1"),
        ("crashed", "u1"),
    ]
)
# The same head, without the detour over numpy.
_HEAD = struct.Struct("<BBHIddff")
_MOST_CMPS = 32767
# Propellers turn about this fast at full power; pictures need no better.
_FULL_PROPELLER_RADPS = 600.0
_DRIVES = ("rotor_drive", "prop_speed_radps")


class PosePacker:
    """Reads the poses of all vehicles, a table at a time, into one buffer."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._population = Population(world, _columns_of)
        self._known: tuple[Gather, ...] = ()
        self._groups: list[_Group] = []

    def pack(self, *, paused: bool, real_time_factor: float, speed: float) -> bytes:
        """One frame of now."""
        world, gathers = self._world, self._population.gathers()
        if gathers is not self._known:
            self._known, self._groups = gathers, [_Group(gather) for gather in gathers]
        return pose_frame(
            [group.poses() for group in self._groups],
            tick=world.tick,
            tick_rate_hz=world.tick_rate_hz,
            paused=paused,
            real_time_factor=real_time_factor,
            speed=speed,
        )


def pose_frame(
    parts: Sequence[NDArray[np.void]],
    *,
    tick: int,
    tick_rate_hz: int,
    paused: bool,
    real_time_factor: float,
    speed: float,
) -> bytes:
    """Poses with their head."""
    head = _HEAD.pack(
        VERSION,
        PAUSED if paused else 0,
        0,
        sum(len(part) for part in parts),
        tick,
        tick / tick_rate_hz,
        real_time_factor,
        speed,
    )
    return b"".join([head, *(part.tobytes() for part in parts)])


def index_of(record: Record) -> int:
    """What names an entity in poses: its id without the generation."""
    return int(record.entity) & 0xFFFFFFFF


class _Group:
    """The vehicles of one table, with buffers that every frame uses again."""

    def __init__(self, gather: Gather) -> None:
        self.gather = gather
        self._poses = np.zeros(len(gather.records), POSE)
        self._poses["index"] = [index_of(record) for record in gather.records]
        lines = gather.lines
        self._place, self._turn = lines["position_ned_m"], lines["attitude_wxyz"]
        self._body_velocity = lines["velocity_frd_mps"]
        self._crashed = lines.get("crashed")
        self._drive = next((lines[name] for name in _DRIVES if name in lines), None)
        self._full = 1.0 if "rotor_drive" in lines else _FULL_PROPELLER_RADPS

    def poses(self) -> NDArray[np.void]:
        numbers, poses = self.gather.read(), self._poses
        attitude = numbers[self._turn].T
        poses["position_ned_m"] = numbers[self._place].T
        poses["attitude_wxyz"] = attitude
        velocity = turned(attitude, numbers[self._body_velocity].T)
        velocity *= 100.0
        # A state that is no longer finite is frozen and told elsewhere; here it must not warn.
        velocity[np.isnan(velocity)] = 0.0
        poses["velocity_ned_cmps"] = np.minimum(np.maximum(velocity, -_MOST_CMPS), _MOST_CMPS)
        if self._drive is not None:
            poses["drive"] = _share(numbers[self._drive], self._full)
        if self._crashed is not None:
            poses["crashed"] = numbers[self._crashed][0] > 0.0
        return poses


def _columns_of(table: Table) -> tuple[str, ...]:
    drive = next((name for name in _DRIVES if name in table.layout.places), "")
    return ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "crashed", drive)


def _share(motors: NDArray[np.float64], full: float) -> NDArray[np.float64]:
    """How hard the motors of each vehicle work, 0 to 255; the first propeller stands for all."""
    if full == 1.0:
        work = np.add.reduce(motors) * (255.0 / len(motors))
    else:
        work = motors[0] * (255.0 / full)
    work[np.isnan(work)] = 0.0
    bounded: NDArray[np.float64] = np.minimum(np.maximum(work, 0.0), 255.0)
    return bounded


def drive_of(table: Table) -> NDArray[np.float64]:
    """How hard the motors of each row work, 0 to 1."""
    places = table.layout.places
    if "rotor_drive" in places:
        return np.asarray(table.read("rotor_drive").mean(axis=1), dtype=np.float64)
    if "prop_speed_radps" in places:
        return np.asarray(table.read("prop_speed_radps")[:, 0]) / _FULL_PROPELLER_RADPS
    return np.zeros(table.capacity)


def turned(attitude: NDArray[np.float64], body: NDArray[np.float64]) -> NDArray[np.float64]:
    """Vectors in the body's axes, seen from the world; one per row."""
    w, x, y, z = attitude.T
    u, v, d = body.T
    # By hand: np.cross takes longer than all the rest of a frame.
    a, b, c = y * d - z * v, z * u - x * d, x * v - y * u
    a, b, c = a + a, b + b, c + c
    out = np.empty(body.shape)
    out[:, 0] = u + w * a + y * c - z * b
    out[:, 1] = v + w * b + z * a - x * c
    out[:, 2] = d + w * c + x * b - y * a
    return out
