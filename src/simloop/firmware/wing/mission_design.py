"""What missions, modes and transitions take for granted, from the facts of an aeroplane."""

from simloop.firmware.fields.filter_parameters import LEAST_AIRSPEED_MPS
from simloop.firmware.maths import GRAVITY_MPS2, clamp, larger
from simloop.firmware.wing.design import path_values
from simloop.firmware.wing.facts import WingFacts
from simloop.firmware.wing.lean import SLIP_SIGMA_MPS, lean_values, must_lean

Value = float | tuple[float, ...]

# Take-offs lead well above the height at which approaches begin.
TAKEOFF_PER_APPROACH = 1.6
# Below this share of its stall speed wheels hold a wing against gusts from aside.
ROLLING_SHARE = 0.8
# What rubs more than this slides on its belly, and not far.
MOST_ROLLING_FRICTION = 0.2
# The way back is remembered by points so many seconds apart.
PATH_SPACING_S = 2.0
# Rotors lift a wing this many spans before it makes speed.
HOVER_SPANS = 10.0


def design_missions(facts: WingFacts) -> dict[str, Value]:
    """Heights, speeds and circles of a wing that nobody has told any."""
    path = path_values(facts) | (lean_values(facts) if must_lean(facts) else {})
    approach, radius = path["fw_wing_approach"], path["fw_wing_loiter_radius_m"]
    assert isinstance(approach, tuple)
    slips = {"fw_sideslip_sigma_mps": SLIP_SIGMA_MPS} if must_lean(facts) else {}
    return slips | {
        "fw_takeoff_altitude_m": TAKEOFF_PER_APPROACH * approach[1],
        "fw_circle_radius_m": radius,
        "fw_circle_speed_mps": facts.cruise_speed_mps,
        "fw_path_spacing_m": PATH_SPACING_S * facts.cruise_speed_mps,
        "fw_path_accuracy_m": facts.cruise_speed_mps,
        "fw_follow_offset_ned_m": (0.0, 0.0, -approach[1]),
    }


def design_rolling(facts: WingFacts) -> dict[str, Value]:
    """From when on a wing that rolls to its take-off may believe the flow of air."""
    rolling_mps = ROLLING_SHARE * facts.stall_speed_mps
    return {"fw_airspeed_least_mps": larger(rolling_mps, LEAST_AIRSPEED_MPS)}


def design_roll_out(friction: float) -> dict[str, Value]:
    """How wheels without brakes slow it down, which makes a long way to a stop."""
    rolls = friction < MOST_ROLLING_FRICTION
    return {"fw_wing_rolling_mps2": GRAVITY_MPS2 * friction if rolls else 0.0}


def design_vtol_missions(facts: WingFacts) -> dict[str, Value]:
    """The same for a wing that rises on rotors."""
    return design_missions(facts) | {
        "fw_takeoff_altitude_m": clamp(HOVER_SPANS * facts.span_m, 15.0, 60.0)
    }


def design_vtol(wing: WingFacts) -> dict[str, Value]:
    """Values of the VTOL parameters that depend on the aircraft."""
    stall = wing.stall_speed_mps
    return {"fw_vtol_speeds_mps": (max(1.15 * stall, wing.speeds_mps[0]), 0.6 * stall)}
