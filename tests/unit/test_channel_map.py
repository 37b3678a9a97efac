"""Channels of autopilots against the outputs of the library's vehicles."""

from typing import Any

import pytest

from simloop.server.files.load import load_vehicle
from simloop.server.files.parts import equip
from simloop.server.plugins import Registry
from simloop.sitl.channel_map import ChannelMap, Convention, channel_map
from simloop.systems.multirotor import Config
from simloop.world.plugin import VehicleKit


def _facts(name: str) -> dict[str, Any]:
    kit = VehicleKit(400)
    vehicle = load_vehicle(name)
    for part, settings in vehicle.dynamics.items():
        equip(kit, Registry(), part, settings)
    return kit.facts


def _numbers(found: ChannelMap) -> list[list[int]]:
    """The channels of each output, from 1."""
    return [[share.channel + 1 for share in row] for row in found.outputs]


def _quad(angles: tuple[float, ...], directions: tuple[int, ...]) -> dict[str, Any]:
    return {
        "multirotor": Config(
            rotor_dists=(0.25,) * len(angles),
            rotor_radial_angles_deg=angles,
            rotor_rotation_directions=directions,
        )
    }


# Our quad counts clockwise from the front right: front right, rear right, rear left, front left.
@pytest.mark.parametrize(
    ("convention", "wanted"),
    [
        ("ardupilot", [[1], [4], [2], [3]]),
        ("px4", [[1], [4], [2], [3]]),
        ("betaflight", [[2], [1], [3], [4]]),
    ],
)
def test_a_quad_by_each_convention(convention: Convention, wanted: list[list[int]]) -> None:
    assert _numbers(channel_map(_facts("quad"), convention)) == wanted


@pytest.mark.parametrize(
    ("vehicle", "wanted"),
    [("hexa", [5, 1, 4, 6, 2, 3]), ("y6", [2, 1, 4, 3, 6, 5]), ("x8", [1, 6, 7, 4, 3, 8, 5, 2])],
)
def test_more_rotors(vehicle: str, wanted: list[int]) -> None:
    for convention in ("ardupilot", "px4"):
        found = channel_map(_facts(vehicle), convention)  # type: ignore[arg-type]
        assert _numbers(found) == [[number] for number in wanted]


def test_frames_by_their_angles() -> None:
    plus = _quad((0.0, 90.0, 180.0, 270.0), (1, -1, 1, -1))
    assert _numbers(channel_map(plus, "ardupilot")) == [[3], [1], [4], [2]]
    wide = _quad((60.0, 120.0, 240.0, 300.0), (-1, 1, -1, 1))
    assert _numbers(channel_map(wide, "px4")) == [[1], [4], [2], [3]]
    octo = _quad(tuple(22.5 + 45.0 * n for n in range(8)), (1, -1) * 4)
    assert _numbers(channel_map(octo, "px4")) == [[1], [3], [8], [4], [2], [6], [7], [5]]


def test_rotors_that_turn_the_other_way_are_told_with_the_fix() -> None:
    with pytest.raises(ValueError, match=r"what ArduPilot has for octo X: write \[1, -1, 1"):
        channel_map(_facts("octo"), "ardupilot")
    mixed_up = _quad((45.0, 135.0, 225.0, 315.0), (-1, -1, 1, 1))
    with pytest.raises(ValueError, match=r"Betaflight has for quad X: write \[-1, 1, -1, 1\]"):
        channel_map(mixed_up, "betaflight")
    with pytest.raises(ValueError, match="no frame with 4 rotors at these angles: write 'channels"):
        channel_map(_quad((0.0, 20.0, 180.0, 200.0), (-1, 1, -1, 1)), "px4")
    with pytest.raises(ValueError, match="Betaflight has no frame with 6 rotors"):
        channel_map(_facts("hexa"), "betaflight")
    with pytest.raises(ValueError, match="neither rotors nor a mixer"):
        channel_map({}, "px4")


def test_chosen_channels_hold_over_the_convention() -> None:
    found = channel_map(_facts("octo"), "ardupilot", (8, 7, 6, 5, 4, 3, 2, 0))
    assert _numbers(found) == [[8], [7], [6], [5], [4], [3], [2], []]
    assert found.channels == 8
    with pytest.raises(ValueError, match="channels has 2 entries: write 8, one per output"):
        channel_map(_facts("octo"), "ardupilot", (1, 2))
    with pytest.raises(ValueError, match="channels names 33: write 1 to 32"):
        channel_map(_facts("quad"), "px4", (1, 2, 3, 33))


def test_wings_by_what_surfaces_mean() -> None:
    plane = channel_map(_facts("trainer"), "ardupilot")
    assert _numbers(plane) == [[1], [2], [4], [], [3]]
    # Right stick right, nose up, half throttle, rudder left.
    outputs = plane.from_pwm([2000, 1750, 1500, 1250])
    assert outputs.tolist() == [1.0, 0.5, -0.5, 0.0, 0.5]
    wing = channel_map(_facts("zagi"), "px4")
    assert wing.from_commands([0.5, 1.0, 0.25]).tolist() == [0.75, 0.25, 0.0, 0.0, 0.25]
    with pytest.raises(ValueError, match="no fixed order of servos"):
        channel_map(_facts("trainer"), "betaflight")


def test_a_quadplane_has_its_wing_first_with_ardupilot_and_its_rotors_first_with_px4() -> None:
    facts = _facts("quadplane")
    rotors, wing = [[5], [8], [6], [7]], [[1], [2], [4], [], [3]]
    assert _numbers(channel_map(facts, "ardupilot")) == rotors + wing
    rotors, wing = [[1], [4], [2], [3]], [[6], [7], [8], [], [5]]
    assert _numbers(channel_map(facts, "px4")) == rotors + wing


def test_wheels_and_propellers() -> None:
    car = channel_map(_facts("rover_ackermann"), "ardupilot")
    assert car.from_pwm([2000, 0, 1250]).tolist() == [1.0, -0.5]
    boat = channel_map(_facts("workboat"), "ardupilot")
    assert boat.from_pwm([1000, 0, 2000]).tolist() == [-1.0, 1.0]
    for vehicle in ("rover_skid", "rover_diff", "usv"):
        sides = channel_map(_facts(vehicle), "ardupilot")
        assert sides.from_pwm([2000, 0, 1250]).tolist() == [1.0, -0.5]


def test_an_output_that_is_off_or_missing_is_zero() -> None:
    quad = channel_map(_facts("quad"), "ardupilot")
    assert quad.from_pwm([0, 1100, 1500]).tolist() == [0.0, 0.0, 0.1, 0.5]
    assert quad.from_commands([1.5, -0.5, 0.25, 1.0]).tolist() == [1.0, 1.0, 0.0, 0.25]
