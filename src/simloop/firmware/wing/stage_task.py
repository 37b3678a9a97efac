"""Which part of the flight this is, from the take-off roll to standing still."""

from simloop.firmware.codes import Level, Phase, Stage
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.outputs import WheelBrakes
from simloop.firmware.fields.wing import Runway, Wing
from simloop.firmware.maths import larger
from simloop.firmware.wing.air import true_per_design
from simloop.firmware.wing.landing import landing_planned_here, landing_stage

# A sonar that has heard the ground within this time is believed.
SONAR_AGE_S = 0.5
# Height that counts as clear of the ground, at least.
CLEAR_M = 2.0
# The ground is felt: no sink for a while, where the flare asks for some.
NO_SINK_MPS = 0.2
FELT_S = 0.8
STILL_MPS = 0.4
STILL_S = 1.0
# Wheel brakes take hold below this share of the stall speed: from there on wheels bear weight.
BRAKE_SHARE = 1.15


def stage_wing(period_s: float, wing: Mut[Wing], craft: Mut[Craft]) -> None:
    """Move on to the next part of the flight when it is time."""
    faster = true_per_design(wing.air_density_kgpm3)
    stall = faster * wing.stall_speed_mps
    clear_m = larger(wing.span_m, CLEAR_M)
    clearance = clearance_of(craft)
    before = wing.stage
    led = craft.control_level >= Level.GOAL

    stage = Stage.CRUISE
    if craft.flying <= 0.0:
        stage = Stage.STAND
        place = craft.position_ned_m
        wing.runway = Runway(place.x, place.y, place.z, craft.attitude_wxyz.heading())
    elif led and craft.phase == Phase.TAKEOFF:
        rotate_mps = faster * wing.ground_speeds_mps.rotate
        stage = takeoff_stage(wing, craft, rotate_mps, clear_m)
    elif led and craft.phase == Phase.TOUCH_DOWN:
        stage = Stage.ROLL_OUT
    elif led and craft.phase == Phase.DESCEND and before < Stage.PATTERN:
        stage = Stage.PATTERN
        slow_mps = faster * wing.ground_speeds_mps.approach
        runway_rad = wing.runway.heading_rad
        wing.landing = landing_planned_here(wing, craft, runway_rad, slow_mps)
    elif led and craft.phase == Phase.DESCEND:
        stage = landing_stage(wing, wing.span_m, craft, clearance)

    same = stage == before
    touch_s = wing.touch_time_s if same else 0.0
    stays = is_on_ground(craft, stage, stall, clearance < clear_m)
    touch_s = touch_s + period_s if stays else 0.0
    rolls_out = stage == Stage.ROLL_OUT
    touched = rolls_out or (stage == Stage.FLARE and touch_s > FELT_S)
    brakes_hold = rolls_out and craft.airspeed_mps < BRAKE_SHARE * stall
    craft.touched = 1.0 if touched else 0.0
    craft.settled = 1.0 if rolls_out and touch_s > STILL_S else 0.0
    wing.brake = 1.0 if brakes_hold else 0.0
    wing.touch_time_s = touch_s
    wing.stage_time_s = wing.stage_time_s + period_s if same else 0.0
    wing.clearance_m = clearance
    wing.stage = stage


def clearance_of(craft: Craft) -> float:
    """Height above the ground, by sonar or by home."""
    heard = craft.ground_age_s < SONAR_AGE_S
    above_home = craft.home_ned_m.z - craft.position_ned_m.z
    return craft.ground_clearance_m if heard else above_home


def takeoff_stage(wing: Wing, craft: Craft, rotate_mps: float, clear_m: float) -> float:
    """The next stage of a take-off; one that begins in the air is over the ground already.

    What is thrown waits for it, and has its nose up from then on.
    """
    fast = craft.airspeed_mps >= rotate_mps
    if wing.stage == Stage.STAND:
        if fast:
            return Stage.CLIMB_OUT
        if wing.throw_mps2 <= 0.0:
            return Stage.ROLL
        pushed = craft.acceleration_frd_mps2.x >= wing.throw_mps2
        return Stage.ROTATE if pushed else Stage.STAND
    if wing.stage == Stage.ROLL:
        return Stage.ROTATE if fast else Stage.ROLL
    if wing.stage == Stage.ROTATE:
        height = wing.runway.down_m - craft.position_ned_m.z
        return Stage.CLIMB_OUT if height > clear_m else Stage.ROTATE
    return Stage.CLIMB_OUT


def is_on_ground(craft: Craft, stage: float, stall_mps: float, low: bool) -> bool:
    """Has the ground stopped the sink of a flare, or does the aeroplane lie still?"""
    velocity = craft.velocity_ned_mps
    if stage == Stage.FLARE:
        stopped = abs(velocity.z) < NO_SINK_MPS and low
        return stopped or craft.airspeed_mps < 0.8 * stall_mps
    still = velocity.xy().norm() < STILL_MPS and abs(velocity.z) < STILL_MPS
    return stage == Stage.ROLL_OUT and still


def apply_brakes(craft: Craft, wing: Wing, wheels: Mut[WheelBrakes]) -> None:
    """Hand the wish of the stages to the wheels; disarmed they are held."""
    wheels.command = wing.brake if craft.armed > 0.0 else 1.0
