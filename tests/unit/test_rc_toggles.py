"""The services of a pilot's switches: one call arms a vehicle, and everybody may look on."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from simloop.firmware.codes import Airframe
from simloop.messages.rosflight_msgs import RCRaw, Status
from simloop.messages.sensor_msgs import Imu
from simloop.messages.std_srvs import TriggerRequest
from simloop.server.files.find import known_names
from simloop.server.files.load import load_vehicle
from simloop.server.simulation import Simulation
from simloop.systems.rc.listening import Listening
from simloop.systems.rc.stick import HELD_S, LONGEST_S, REST_S, SimulatedStick

RATE_HZ = 400
NEUTRAL = (1500, 1500, 1000, 1500, 1000, 2000, 1500, 1500)
FIRMWARE = "vehicles[0].model.autopilot.settings.parameters"


def grounded(*sets: str, model: str = "quad") -> Simulation:
    sets = ("vehicles[0].mission=null", *sets)
    return Simulation.load("square_calm", vehicle=model, compiled=False, sets=sets)


def toggle(sim: Simulation, service: str) -> str:
    answer = sim.bus.call(service, TriggerRequest())
    assert answer.success, answer.message
    return str(answer.message)


def value(sim: Simulation, column: str) -> float:
    return float(sim.world.vector(sim.world.models()[0].entity, column)[0])


def until(sim: Simulation, seconds: float, met: Callable[[], bool]) -> bool:
    """Let time pass until something is so; says whether it is."""
    end = sim.seconds + seconds
    while not met() and sim.seconds < end:
        sim.advance(40)
    return met()


def test_one_call_arms_and_the_next_disarms() -> None:
    sim = grounded()
    assert toggle(sim, "toggle_arm") == "arming by throttle and yaw"
    assert until(sim, 8.0, lambda: value(sim, "fw_armed") == 1.0)
    sim.advance(40)
    assert toggle(sim, "toggle_arm") == "disarming by throttle and yaw"
    assert until(sim, 3.0, lambda: value(sim, "fw_armed") == 0.0)
    # The wish is fulfilled: it does not come back.
    sim.advance(800)
    assert value(sim, "fw_armed") == 0.0
    assert not [event for event in sim.log.events if "refused" in str(event.detail)]


def test_one_call_arms_by_the_switch_where_there_is_one() -> None:
    sim = grounded(f"{FIRMWARE}={{RC_ARM_CHN: 6, RC_NUM_CHN: 8}}")
    assert toggle(sim, "toggle_arm") == "arm switch is on"
    assert until(sim, 8.0, lambda: value(sim, "fw_armed") == 1.0)
    sim.advance(16)
    assert sim.world.vector(sim.world.by_name("quad_0"), "rc_channel")[6] == 1.0
    assert toggle(sim, "toggle_arm") == "arm switch is off"
    assert until(sim, 3.0, lambda: value(sim, "fw_armed") == 0.0)


def test_the_override_switch_is_where_the_vehicle_listens_for_it() -> None:
    sim = grounded()
    assert toggle(sim, "toggle_override") == "override switch is on"
    sim.advance(80)
    channels = sim.world.vector(sim.world.by_name("quad_0"), "rc_channel").tolist()
    assert channels[:6] == [0.5, 0.5, 0.0, 0.5, 1.0, 1.0]
    assert sim.world.vector(sim.world.by_name("quad_0"), "fw_rc_switch").tolist()[:2] == [1.0, 1.0]
    assert toggle(sim, "toggle_override") == "override switch is off"
    # The mode switch has not moved.
    assert value(sim, "fw_rc_mode_request") == -1.0


def test_a_vehicle_without_an_override_switch_says_so() -> None:
    sim = grounded(f"{FIRMWARE}={{RC_ATT_OVRD_CHN: -1, RC_THR_OVRD_CHN: -1}}")
    answer = sim.bus.call("toggle_override", TriggerRequest())
    assert not answer.success and "RC_ATT_OVRD_CHN" in answer.message


def test_a_radio_that_nobody_touches_is_told_and_not_heard() -> None:
    sim = grounded()
    ear = sim.bus.subscribe("sim/RC", RCRaw, depth=100)
    sim.advance(RATE_HZ)
    told = [delivery.message.values for delivery in ear.take()]
    assert told == [NEUTRAL] * 50
    assert value(sim, "rc_sequence") == 0.0
    toggle(sim, "toggle_override")
    sim.advance(RATE_HZ)
    assert {delivery.message.values[4] for delivery in ear.take()} == {2000}
    assert value(sim, "rc_sequence") == 50.0


def test_who_sends_takes_the_place_of_the_stick_on_the_topic() -> None:
    sim = grounded()
    ear = sim.bus.subscribe("sim/RC", RCRaw, depth=1000)
    sender = sim.bus.advertise("sim/RC", RCRaw, by="pilot", external=True)
    for _ in range(20):
        sender.publish(RCRaw(values=(1700,) * 8))
        sim.advance(8)
    assert {delivery.message.values for delivery in ear.take()} == {(1700,) * 8}
    assert value(sim, "rc_sequence") == 20.0


def test_listening_changes_no_bit() -> None:
    def flown(*, listens: bool) -> str:
        sim = grounded()
        if listens:
            sim.bus.subscribe("sim/RC", RCRaw)
            sim.bus.subscribe("status", Status)
        sim.advance(200)
        return sim.world.state_hash()

    assert flown(listens=True) == flown(listens=False)


def test_the_firmware_tells_its_status() -> None:
    sim = grounded()
    ear = sim.bus.subscribe("status", Status, depth=1000)
    sim.advance(RATE_HZ)
    told = ear.take()
    assert {40 * n for n in range(1, 11)} <= {delivery.tick for delivery in told}
    assert not told[-1].message.armed
    toggle(sim, "toggle_arm")
    assert until(sim, 8.0, lambda: value(sim, "fw_armed") == 1.0)
    changed = [delivery for delivery in ear.take() if delivery.message.armed]
    assert changed and changed[0].message.error_code == 0


def test_the_true_biases_of_the_imu_are_told() -> None:
    sim = grounded()
    ear = sim.bus.subscribe("sim/truth_imu_bias", Imu, depth=100)
    sim.advance(50)
    bias = ear.take()[-1].message
    column = sim.world.vector(sim.world.by_name("quad_0"), "imu_gyro_bias_frd_radps").tolist()
    assert [bias.angular_velocity.x, bias.angular_velocity.y, bias.angular_velocity.z] == column
    assert any(column)


def test_a_vehicle_that_stays_deaf_is_asked_for_a_minute() -> None:
    ear = Listening(arm=6, armed=False)
    stick = SimulatedStick().asking(ear, 0)
    held = [stick.frame_us(ear, tick, RATE_HZ)[6] for tick in range(0, 4 * RATE_HZ, 8)]
    # Off and on again: a switch asks when it moves.
    moves = [after for before, after in pairwise([0, *held]) if after != before]
    assert moves == [1000, 2000] * 3
    assert stick.at(ear, round(LONGEST_S * RATE_HZ), RATE_HZ) == stick
    given_up = stick.at(ear, round(LONGEST_S * RATE_HZ) + 1, RATE_HZ)
    assert (given_up.armed, given_up.asked_tick) == (False, -1)


def test_a_vehicle_that_tells_nothing_is_asked_once() -> None:
    ear = Listening(arm=None)
    stick = SimulatedStick().asking(ear, 0)
    yaw = [stick.frame_us(ear, tick, RATE_HZ)[3] for tick in range(round(REST_S * RATE_HZ) + 9)]
    assert (yaw[0], yaw[-1]) == (1500, 2000)
    assert stick.at(ear, round((REST_S + HELD_S) * RATE_HZ) + 1, RATE_HZ).asked_tick == -1


@pytest.mark.parametrize("channel", [4, 5, 7])
def test_reversed_switches_move_the_other_way(channel: int) -> None:
    ear = Listening(arm=None, override=(channel,), reversed=(channel,))
    on = SimulatedStick(overrides=True)
    assert on.frame_us(ear, 0, RATE_HZ)[channel] == 1000
    assert SimulatedStick().has_override(ear) == (channel == 4)


def test_sticks_do_not_disarm_in_the_air() -> None:
    sim = grounded()
    sim.world.vector(sim.world.by_name("quad_0"), "fw_flying")[0] = 1.0
    answer = sim.bus.call("toggle_arm", TriggerRequest())
    assert not answer.success and "land first" in answer.message


PILOTED = [
    name for name in known_names("vehicle") if load_vehicle(name).autopilot.kind == "firmware"
]
QUICK = ("hexa", "aerosonde", "quadplane", "rover_skid", "usv")


def arms(model: str) -> None:
    sim = grounded(model=model)
    toggle(sim, "toggle_arm")
    assert until(sim, 20.0, lambda: value(sim, "fw_armed") == 1.0)
    # The throttle is where it asks for nothing.
    at_rest = 0.5 if value(sim, "fw_airframe") in (Airframe.ROVER, Airframe.BOAT) else 0.0
    assert sim.world.vector(sim.world.models()[0].entity, "rc_channel")[2] == at_rest


@pytest.mark.parametrize("model", QUICK)
def test_one_call_arms_any_kind_of_vehicle(model: str) -> None:
    arms(model)


@pytest.mark.soak
@pytest.mark.parametrize("model", PILOTED)
def test_one_call_arms_every_vehicle_of_the_library(model: str) -> None:
    arms(model)
