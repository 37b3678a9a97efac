"""Wind, forces and contacts of a vehicle, from its columns."""

from collections.abc import Iterator

from simloop.kernels.wind import LINEAR_LAW, LOG_LAW, POWER_LAW, log_law, power_law
from simloop.math.ordered_sum import ordered_sum
from simloop.studio.questions.detail_answers import Forces, Thrust, Touch, WindAt
from simloop.studio.questions.vehicle_columns import VehicleColumns
from simloop.systems.scene.messages import Point

_UP: Point = (0.0, 0.0, -1.0)
_FORWARD: Point = (1.0, 0.0, 0.0)
_NONE: Point = (0.0, 0.0, 0.0)
# A knock is over in a tick; people see it for so long.
_KNOCK_SHOWN_S = 0.5
_KNOCK_LASTS_S = 0.05


def wind_of(columns: VehicleColumns) -> WindAt | None:
    """The mean wind at the vehicle's height, and what gusts and turbulence add."""
    felt, mean = columns.point("wind_ned_mps"), columns.point("wind_mean_ned_mps")
    if felt is None:
        return None
    mean = felt if mean is None else _mean_at_height(columns, mean)
    return WindAt(mean, (felt[0] - mean[0], felt[1] - mean[1], felt[2] - mean[2]))


def _mean_at_height(columns: VehicleColumns, mean: Point) -> Point:
    law = columns.constants.get("WIND_SHEAR", 0)
    height = (columns.number("ground_down_m") or 0.0) - columns.place_ned_m[2]
    least, most = columns("wind_shear_heights_m")
    held = min(max(height, least), most)
    reference = columns.number("wind_reference_height_m") or 10.0
    north, east, down = mean
    if law == LINEAR_LAW:
        per_north, per_east = columns("wind_gradient_ne_per_s")
        above = held - reference
        return (north + above * per_north, east + above * per_east, down)
    share = 1.0
    if law == POWER_LAW:
        share = power_law(held, reference, columns("wind_shear_exponent")[0])
    elif law == LOG_LAW:
        share = log_law(held, reference, columns("wind_roughness_m")[0])
    return (share * north, share * east, down)


def forces_of(columns: VehicleColumns) -> Forces | None:
    """Force and torque about the centre of mass, and what each rotor gives."""
    force, torque = columns.point("force_frd_n"), columns.point("torque_frd_nm")
    if force is None or torque is None:
        return None
    weight_n = (columns.number("mass_kg") or 0.0) * (columns.number("gravity_mps2") or 0.0)
    return Forces(force, torque, weight_n, tuple(_thrusts(columns)))


def _thrusts(columns: VehicleColumns) -> Iterator[Thrust]:
    speeds = columns("rotor_speed_radps")
    if speeds:
        terms, count = columns("rotor_thrust"), len(speeds)
        climb, (p, q, _) = columns("rotor_climb_mps")[0], columns("rate_frd_radps")
        places = zip(columns("rotor_forward_m"), columns("rotor_right_m"), strict=True)
        for i, (forward, right) in enumerate(places):
            inflow = climb - (p * right - q * forward)
            pull = terms[i] + inflow * (terms[count + i] + inflow * terms[2 * count + i])
            yield Thrust((forward, right, 0.0), _UP, pull)
    for pull in columns("engine_thrust_n"):
        yield Thrust(_NONE, _FORWARD, pull)
    ahead = columns("thruster_wrench")
    if ahead:
        speed = columns("velocity_frd_mps")[0]
        yield Thrust(_NONE, _FORWARD, ahead[0] - ahead[1] * speed)


def touches_of(columns: VehicleColumns) -> tuple[Touch, ...]:
    """Feet and wheels on the ground, and a knock that was just now."""
    return (*_feet(columns), *_wheels(columns), *_knock(columns))


def _feet(columns: VehicleColumns) -> Iterator[Touch]:
    """Points that are in the ground share its reaction by how deep they are."""
    corners = zip(*(columns(f"contact_point_{axis}_m") for axis in "xyz"), strict=True)
    if not columns.number("on_ground"):
        return
    north, east, down = columns.place_ned_m
    ground = columns.number("ground_down_m") or 0.0
    slope_n, slope_e = columns("ground_slope_ne")
    deep: list[tuple[Point, float]] = []
    for forward, right, below in corners:
        n, e, d = columns.to_world((forward, right, below))
        depth = down + d - ground - slope_n * n - slope_e * e
        if depth > 0.0:
            deep.append(((north + n, east + e, down + d), depth))
    total = ordered_sum(depth for _, depth in deep)
    reaction = columns.to_world(columns.point("contact_force_frd_n") or _NONE)
    for place, depth in deep:
        share = depth / total
        yield Touch(place, (share * reaction[0], share * reaction[1], share * reaction[2]))


def _wheels(columns: VehicleColumns) -> Iterator[Touch]:
    loads = columns("wheel_load_n")
    if not loads:
        return
    count, pulls, steer = len(loads), columns("wheel_force_n"), columns("wheel_steer")
    north, east, down = columns.place_ned_m
    ride = columns.number("ride_height_m") or 0.0
    places = zip(columns("wheel_forward_m"), columns("wheel_right_m"), loads, strict=True)
    for number, (forward, right, load) in enumerate(places):
        along, across = pulls[number], pulls[count + number]
        sine, cosine = steer[number], steer[count + number]
        n, e, d = columns.to_world((forward, right, ride))
        push = (cosine * along - sine * across, sine * along + cosine * across, -load)
        yield Touch((north + n, east + e, down + d), columns.to_world(push))


def _knock(columns: VehicleColumns) -> Iterator[Touch]:
    began = columns.number("collision_tick")
    if began is None or began < 0.0:
        return
    if columns.tick - began > _KNOCK_SHOWN_S * columns.tick_rate_hz:
        return
    place = columns.point("collision_point_ned_m")
    if place is None:
        return
    way = [c - p for c, p in zip(columns.place_ned_m, place, strict=True)]
    length = ordered_sum(part * part for part in way) ** 0.5 or 1.0
    push = (columns.number("collision_impulse_ns") or 0.0) / _KNOCK_LASTS_S / length
    yield Touch(place, (push * way[0], push * way[1], push * way[2]))
