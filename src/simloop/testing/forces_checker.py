"""Checks that a forces module keeps the contract: frames, wind, no gravity, no surprise.

The checks hold for anything that air and motors move; they ask for signs, symmetries and what
must be equal, not for numbers of one vehicle.
"""

from collections.abc import Callable, Sequence
from math import isfinite, pi

from simloop.math.ordered_sum import ordered_sum
from simloop.messages.geometry_msgs import Vector3, Vector3Stamped, WrenchStamped
from simloop.messages.rosflight_msgs import PWM_CHANNELS, SimState
from simloop.testing.sensor_checker import sim_state
from simloop.world.forces_interface import ALL_OFF, ForcesAndMomentsInterface

Make = Callable[[], ForcesAndMomentsInterface]
Six = tuple[float, ...]
Three = tuple[float, float, float]

FULL_US = (2000,) * PWM_CHANNELS
HEIGHT_M = 100.0
SPEED_MPS = 10.0
# Motors may lag: after this many calls with one input the wrench counts as settled.
SETTLE_CALLS = 80
STILL_AIR = Vector3Stamped()
DIRECTIONS_FRD: tuple[Three, ...] = (
    (1.0, 0.0, 0.0),
    (-1.0, 0.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, -1.0, 0.0),
    (0.0, 0.0, 1.0),
    (0.0, 0.0, -1.0),
)


def check_forces_and_moments(
    make: Make, *, idle_us: Sequence[int] = ALL_OFF, full_us: Sequence[int] = FULL_US
) -> None:
    """Raise AssertionError, saying what is wrong, unless the module keeps the contract.

    Args:
        make: builds a module of a vehicle that has not moved yet.
        idle_us: the 14 pulses at which no motor pushes.
        full_us: 14 pulses at which motors push.
    """
    make().get_firmware_parameters()
    idle, full = tuple(idle_us), tuple(full_us)
    _check_rest(make, idle)
    _check_drag(make, idle)
    _check_wind(make, full)
    _check_heading(make, full)
    _check_actuators(make, idle, full)
    _check_repeats(make, full)


def _check_rest(make: Make, idle: Sequence[int]) -> None:
    wrench = _settled(make(), _airborne(), STILL_AIR, idle)
    assert max(map(abs, wrench)) < 0.05, (
        "at rest in still air with idle motors there is no wrench; gravity and contact belong to "
        f"dynamics. Got {_shown(wrench)}"
    )


def _check_drag(make: Make, idle: Sequence[int]) -> None:
    for direction in DIRECTIONS_FRD:
        velocity = _times(direction, SPEED_MPS)
        wrench = _settled(make(), _airborne(velocity_frd_mps=velocity), STILL_AIR, idle)
        power_w = ordered_sum(f * v for f, v in zip(wrench[:3], velocity, strict=True))
        assert power_w <= 1e-6, (
            f"with idle motors the air must brake a body that moves {direction} FRD, "
            f"but it pushes with {_shown(wrench[:3])} N"
        )


def _check_wind(make: Make, full: Sequence[int]) -> None:
    # With the nose to the east, north is to the left.
    wind = Vector3Stamped(vector=Vector3(SPEED_MPS, 0.0, 0.0))
    carried = _airborne(yaw=pi / 2.0, velocity_frd_mps=(0.0, -SPEED_MPS, 0.0))
    _same(
        _settled(make(), carried, wind, full),
        _settled(make(), _airborne(yaw=pi / 2.0), STILL_AIR, full),
        "a body that the wind carries along (wind is NED, velocity FRD) feels still air",
    )
    blown = _airborne(yaw=pi / 2.0, velocity_frd_mps=(0.0, SPEED_MPS, 0.0))
    _same(
        _settled(make(), _airborne(yaw=pi / 2.0), wind, full),
        _settled(make(), blown, STILL_AIR, full),
        "standing in wind from the right is flying to the right in still air",
    )


def _check_heading(make: Make, full: Sequence[int]) -> None:
    velocity: Three = (5.0, 2.0, -1.0)
    north = _settled(make(), _airborne(velocity_frd_mps=velocity), STILL_AIR, full)
    west = _settled(make(), _airborne(yaw=-pi / 2.0, velocity_frd_mps=velocity), STILL_AIR, full)
    _same(west, north, "the wrench is in body axes, so it does not depend on the heading")


def _check_actuators(make: Make, idle: Sequence[int], full: Sequence[int]) -> None:
    state = _airborne()
    driven = _settled(make(), state, STILL_AIR, full)
    assert max(map(abs, driven)) > 1e-3, f"pulses {tuple(full)} us do nothing"
    beyond = tuple(us + 500 if us == 2000 else us for us in full)
    _same(_settled(make(), state, STILL_AIR, beyond), driven, "pulses over 2000 us count as 2000")
    below = tuple(us - 500 if us == 1000 else us for us in idle)
    _same(
        _settled(make(), state, STILL_AIR, below),
        _settled(make(), state, STILL_AIR, idle),
        "pulses under 1000 us count as 1000",
    )


def _check_repeats(make: Make, full: Sequence[int]) -> None:
    state = _airborne(velocity_frd_mps=(3.0, 1.0, -2.0))
    first = _settled(make(), state, STILL_AIR, full)
    second = _settled(make(), state, STILL_AIR, full)
    assert first == second, f"the same input twice gave {_shown(first)} and {_shown(second)}"


def _airborne(*, yaw: float = 0.0, velocity_frd_mps: Three = (0.0, 0.0, 0.0)) -> SimState:
    return sim_state(ned_m=(0.0, 0.0, -HEIGHT_M), yaw=yaw, velocity_frd_mps=velocity_frd_mps)


def _settled(
    forces: ForcesAndMomentsInterface,
    state: SimState,
    wind: Vector3Stamped,
    actuators: Sequence[int],
) -> Six:
    for _ in range(SETTLE_CALLS - 1):
        forces.update_forces_and_torques(state, wind, actuators)
    result = forces.update_forces_and_torques(state, wind, actuators)
    assert isinstance(result, WrenchStamped), (
        f"update_forces_and_torques must give a WrenchStamped, not {type(result).__name__}"
    )
    force, torque = result.wrench.force, result.wrench.torque
    numbers = (force.x, force.y, force.z, torque.x, torque.y, torque.z)
    assert all(map(isfinite, numbers)), f"the wrench must be finite, got {_shown(numbers)}"
    return numbers


def _same(got: Six, expected: Six, rule: str) -> None:
    size = max(1.0, *map(abs, expected))
    worst = max(abs(a - b) for a, b in zip(got, expected, strict=True))
    assert worst <= 1e-6 * size, f"{rule}: expected {_shown(expected)}, got {_shown(got)}"


def _times(direction: Three, factor: float) -> Three:
    x, y, z = direction
    return x * factor, y * factor, z * factor


def _shown(numbers: Sequence[float]) -> tuple[float, ...]:
    return tuple(float(f"{number:.4g}") for number in numbers)
