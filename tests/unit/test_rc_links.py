"""Pilots: keys of a terminal, events of a joystick device, switches as services, a cut radio."""

import os
import pty
import struct
import termios
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simloop.links.joystick import Config as JoystickConfig
from simloop.links.joystick import build as build_joystick
from simloop.links.joystick.mapping import Gamepad, Transmitter, device_for
from simloop.links.keyboard.pilot import KeyPilot
from simloop.links.keyboard.sticks import DEFLECTION, HOLD_S, KeySticks
from simloop.links.keyboard.terminal import KeyReader, keys_of
from simloop.links.rc_frame import Sticks
from simloop.links.rc_hand import RadioHand
from simloop.messages.rosflight_msgs import RCRaw
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.sitl.pilot_view import Airframe, Pilot, Radio
from simloop.systems import rc
from simloop.systems.rc.components import RcReceiver
from simloop.systems.rc.spoilers import Cut
from simloop.testing.plain_app import PlainApp
from simloop.world.body import BODY_COMPONENTS
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.world import ModelSpec, World
from waiting import wait_until


def app_with(*names: str) -> PlainApp:
    kit = VehicleKit(400)
    for component in (*BODY_COMPONENTS, RcReceiver):
        kit.component(component)
    world = World(seed=1, tick_rate_hz=400)
    for name in names:
        world.spawn(name, ModelSpec(VehicleClass.from_kit(kit), {}), {})
    app = PlainApp(world)
    rc.build(app, rc.Config())
    return app


def column(app: PlainApp, vehicle: str, name: str) -> list[float]:
    numbers: list[float] = app.world.vector(app.world.by_name(vehicle), name).tolist()
    return numbers


def test_a_frame_of_the_topic_reaches_the_receiver() -> None:
    app = app_with("quad")
    sender = app.bus.advertise("sim/RC", RCRaw, external=True)
    sender.publish(RCRaw(values=(1000, 2000, 1250, 1500, 1000, 2000, 1500, 1500)))
    app.runner.advance(1)
    assert column(app, "quad", "rc_channel")[:4] == [0.0, 1.0, 0.25, 0.5]
    assert column(app, "quad", "rc_sequence") == [1.0]
    app.runner.advance(100)
    assert column(app, "quad", "rc_sequence") == [1.0]


def test_switches_are_services_and_the_stick_sends_from_the_first_toggle_on() -> None:
    app = app_with("quad")
    app.runner.advance(50)
    assert column(app, "quad", "rc_sequence") == [0.0]
    answer = app.bus.call("toggle_arm", TriggerRequest())
    assert (answer.success, answer.message) == (True, "arm switch is on")
    app.runner.advance(400)
    assert column(app, "quad", "rc_sequence") == [50.0]
    assert column(app, "quad", "rc_channel")[:6] == [0.5, 0.5, 0.0, 0.5, 1.0, 1.0]
    assert app.bus.call("toggle_override", TriggerRequest()).message == "override switch is off"
    assert app.bus.call("toggle_arm", TriggerRequest()).message == "arm switch is off"


def test_radio_contact_is_cut_and_restored() -> None:
    app = app_with("quad")
    app.bus.call("toggle_arm", TriggerRequest())
    app.runner.advance(80)
    app.bus.call("toggle_rc_signal", TriggerRequest())
    heard = column(app, "quad", "rc_sequence")
    app.runner.advance(400)
    assert column(app, "quad", "rc_sequence") == heard
    assert column(app, "quad", "rc_lost") == [1.0]
    app.bus.call("toggle_rc_signal", TriggerRequest())
    app.runner.advance(8)
    assert column(app, "quad", "rc_lost") == [0.0]
    assert column(app, "quad", "rc_sequence")[0] > heard[0]


def test_every_vehicle_has_switches_of_its_own() -> None:
    app = app_with("one", "two")
    app.bus.call("two/toggle_arm", TriggerRequest())
    app.runner.advance(80)
    assert column(app, "one", "rc_sequence") == [0.0]
    assert column(app, "two", "rc_sequence")[0] > 0.0


def test_a_stick_and_a_cut_radio_follow_their_vehicle_to_another_name() -> None:
    app = app_with("one", "two")
    for vehicle in ("one", "two"):
        app.bus.call(f"{vehicle}/toggle_arm", TriggerRequest())
    app.bus.call("two/toggle_rc_signal", TriggerRequest())
    app.runner.advance(80)
    app.world.rename(app.world.by_name("two"), "three")
    app.world.rename(app.world.by_name("one"), "two")
    heard = column(app, "two", "rc_sequence")[0]
    app.runner.advance(80)
    assert column(app, "two", "rc_sequence")[0] > heard
    assert column(app, "two", "rc_lost") == [0.0]
    assert column(app, "three", "rc_sequence") == [0.0]
    assert app.bus.call("three/toggle_rc_signal", TriggerRequest()).message.endswith("restored")


def test_a_failure_ends_under_another_name() -> None:
    app, cut = app_with("one", "two"), Cut(silent=False)
    receiver = app.provided["rc"]
    receiver.spoil("one", cut)
    receiver.tell_lost("one")
    assert column(app, "one", "rc_lost") == [1.0]
    app.world.rename(app.world.by_name("one"), "three")
    receiver.unspoil("one", cut)
    receiver.tell_lost("one")
    assert column(app, "three", "rc_lost") == [0.0]


def test_frames_are_not_counted_in_a_pause() -> None:
    app = app_with("quad")
    app.bus.call("toggle_arm", TriggerRequest())
    app.runner.advance(80)
    heard = column(app, "quad", "rc_sequence")[0]
    sender = app.bus.advertise("sim/RC", RCRaw, external=True)
    for _ in range(5):
        sender.publish(RCRaw(values=(1700,) * 8))
        app.runner.idle()
    assert column(app, "quad", "rc_sequence") == [heard]
    app.runner.advance(1)
    assert column(app, "quad", "rc_channel")[0] == 0.7
    assert column(app, "quad", "rc_sequence") == [heard + 1.0]


@pytest.mark.parametrize("service", ["toggle_arm", "toggle_rc_signal"])
def test_a_switch_of_a_vehicle_that_has_just_gone_says_so(service: str) -> None:
    app = app_with("one", "two")
    sender = app.bus.advertise("one/sim/RC", RCRaw, external=True)
    reply = app.bus.request(f"one/{service}", TriggerRequest())
    app.world.remove(app.world.by_name("one"))
    app.world.add_light("one", {})
    sender.publish(RCRaw(values=(1500,) * 8))
    app.runner.advance(1)
    assert reply.response == TriggerResponse(success=False, message="'one' is gone")


def test_a_stick_falls_back_to_the_middle_after_its_last_key() -> None:
    sticks = KeySticks()
    sticks.press("l")
    assert sticks.after(0.0).roll == DEFLECTION
    assert sticks.after(HOLD_S - 0.01).roll == DEFLECTION
    assert 0.0 < sticks.after(0.05).roll < DEFLECTION
    assert sticks.after(0.5).roll == 0.0


def test_a_held_key_does_not_stutter() -> None:
    sticks = KeySticks()
    # Pressed, then repeated by the terminal after 0.4 s and every 33 ms from there on.
    presses = [0.0, *(0.4 + 0.033 * n for n in range(20))]
    seen = []
    clock = 0.0
    while clock < 1.0:
        while presses and presses[0] <= clock:
            sticks.press("k")
            presses.pop(0)
        seen.append(sticks.after(0.02).pitch)
        clock += 0.02
    assert set(seen) == {-DEFLECTION}


@pytest.mark.parametrize(
    ("key", "moved"),
    [("h", Sticks(roll=-DEFLECTION)), ("l", Sticks(roll=DEFLECTION)),
     ("k", Sticks(pitch=-DEFLECTION)), ("j", Sticks(pitch=DEFLECTION)),
     ("d", Sticks(yaw=-DEFLECTION)), ("f", Sticks(yaw=DEFLECTION)),
     ("left", Sticks(roll=-DEFLECTION)), ("up", Sticks(pitch=-DEFLECTION)),
     ("s", Sticks(throttle=0.025)), ("a", Sticks()), ("x", Sticks())],
)  # fmt: skip
def test_keys_move_their_sticks(key: str, moved: Sticks) -> None:
    sticks = KeySticks()
    sticks.press(key)
    assert sticks.after(0.0) == moved


MODES = ("stabilise", "altitude", "position", "loiter", "auto", "return")


class Desk:
    """A pilot at a vehicle that does what it is told, or nothing."""

    def __init__(self, airframe: Airframe = "multirotor", **radio: Any) -> None:
        known = {"arm": None, "override": (4,), "mode": 5, "modes": MODES, **radio}
        self.time_s = 0.0
        self.said: list[str] = []
        self.vehicle = Pilot(airframe, Radio(**known), "auto", None, False, False, True, 0.0)
        hand = RadioHand(lambda: self.vehicle, lambda: self.time_s, self.said.append)
        self.keys = KeyPilot(lambda: self.vehicle, hand)
        self.pad = Gamepad(hand)

    def frame(self, passed_s: float = 0.0) -> list[int]:
        self.time_s += passed_s
        frame = self.keys.frame(passed_s)
        assert frame is not None
        return frame


def test_without_an_arm_channel_the_sticks_say_it() -> None:
    desk = Desk()
    desk.keys.press("s")
    assert desk.frame() == [1500, 1500, 1025, 1500, 2000, 1295, 1500, 1500]
    desk.keys.press("t")
    # Throttle at rest and yaw to the right, until it is armed.
    assert desk.frame(1.5)[2:4] == [1000, 2000]
    desk.vehicle = replace(desk.vehicle, armed=True)
    assert desk.frame()[3] == 1500
    assert desk.frame()[2:4] == [1025, 1500]
    desk.keys.press("t")
    assert desk.frame(1.0)[2:4] == [1000, 1000]
    # One that cannot be disarmed gets its sticks back.
    assert desk.frame(3.5)[3] == 1500


def test_an_arm_switch_moves_to_ask_and_follows_the_vehicle() -> None:
    desk = Desk(arm=6, reversed=(0,))
    desk.vehicle = replace(desk.vehicle, armed=True)
    assert desk.frame()[6] == 2000
    desk.keys.press("t")
    assert [desk.frame()[6], desk.frame(0.4)[6]] == [2000, 1000]
    desk.vehicle = replace(desk.vehicle, armed=False)
    assert [desk.frame()[6], desk.frame()[3]] == [1000, 1500]
    # A channel that runs the other way round.
    desk.keys.press("l")
    assert desk.frame()[0] == 1150


def test_nobody_disarms_in_the_air() -> None:
    desk = Desk()
    desk.vehicle = replace(desk.vehicle, armed=True, flying=True, height_m=3.0)
    desk.keys.press("t")
    assert desk.frame(1.0)[3] == 1500
    assert "land first" in desk.said[0]


def test_the_first_mode_is_the_easiest_and_the_others_follow() -> None:
    desk = Desk()
    desk.vehicle = replace(desk.vehicle, armed=True, flying=True)
    assert desk.frame()[5] == 1295
    desk.keys.press("m")
    # Position mode, and the throttle where it keeps height: it flew by itself until now.
    assert desk.frame()[2:6] == [1500, 1500, 2000, 1425]
    desk.vehicle = replace(desk.vehicle, mode="position")
    for _ in range(10):
        desk.keys.press("s")
    desk.keys.press("r")
    assert desk.frame()[2:6] == [1750, 1500, 1000, 1425]
    desk.keys.press(" ")
    desk.keys.press("m")
    assert desk.frame()[2:6] == [1500, 1500, 1000, 1100]


def test_a_rover_stands_while_no_key_is_held() -> None:
    desk = Desk("rover")
    assert desk.frame()[:4] == [1500, 1500, 1500, 1500]
    desk.keys.press("up")
    desk.keys.press("d")
    assert desk.frame()[:4] == [1150, 1500, 1850, 1500]
    desk.keys.press("t")
    assert desk.frame()[:4] == [1500, 1500, 1500, 2000]


def test_of_an_autopilot_outside_only_the_switches_are_known() -> None:
    desk = Desk("other", arm=4, override=(), modes=())
    assert desk.frame()[4:6] == [1000, 1100]
    desk.keys.press("t")
    desk.keys.press("m")
    assert desk.frame(10.0)[4:6] == [2000, 1295]


def test_a_gamepad_arms_and_flies() -> None:
    desk = Desk()
    desk.pad.press(0)
    assert desk.pad.frame(0.0) == [1500, 1500, 1000, 2000, 2000, 1295, 1500, 1500]
    desk.vehicle = replace(desk.vehicle, armed=True)
    desk.pad.frame(0.0)
    for axis, value in ((0, 32767), (1, -32767), (3, -32767), (4, 16384)):
        desk.pad.move(axis, value)
    desk.pad.press(2)
    assert desk.pad.frame(0.0) == [1000, 1750, 2000, 2000, 2000, 1425, 1500, 1500]


def test_arrows_arrive_as_escape_sequences() -> None:
    assert keys_of(b"h\x1b[A\x1b[Dt") == ["h", "up", "left", "t"]


def test_keys_of_a_real_terminal() -> None:
    program, terminal = pty.openpty()
    try:
        keys: list[str] = []
        before = termios.tcgetattr(terminal)
        reader = KeyReader(terminal, keys.append)
        reader.start()
        os.write(program, b"hj\x1b[C")
        wait_until(lambda: keys == ["h", "j", "right"])
        reader.close()
        # The echo and the line mode that people expect are back.
        assert termios.tcgetattr(terminal) == before
    finally:
        os.close(program)
        os.close(terminal)


def event(kind: int, number: int, value: int) -> bytes:
    return struct.pack("<IhBB", 0, value, kind, number)


def test_a_joystick_flies_until_it_is_unplugged(tmp_path: Path) -> None:
    device = tmp_path / "js0"
    os.mkfifo(device)
    app = app_with("quad")
    descriptor = os.open(device, os.O_RDWR)
    jobs: list[Callable[[], None]] = []
    app.at_close = jobs.append  # type: ignore[method-assign]
    build_joystick(app, JoystickConfig(device=str(device)))
    os.write(descriptor, event(0x82, 3, 0) + event(0x02, 3, 32767) + event(0x01, 0, 1)[:5])
    os.write(descriptor, event(0x01, 0, 1)[5:])

    def arrived() -> bool:
        app.runner.advance(1)
        channels = column(app, "quad", "rc_channel")
        return channels[0] == 1.0 and channels[4] == 1.0

    wait_until(arrived)
    os.close(descriptor)
    wait_until(lambda: app.runner.advance(1) is None and len(app.bus.inbox) == 0)
    time.sleep(0.3)
    app.runner.advance(1)
    heard = column(app, "quad", "rc_sequence")
    time.sleep(0.2)
    app.runner.advance(1)
    assert column(app, "quad", "rc_sequence") == heard
    for job in reversed(jobs):
        job()


def test_a_joystick_that_is_not_there_is_told() -> None:
    with pytest.raises(ValueError, match="/dev/input/none cannot be read .*plug the joystick in"):
        build_joystick(app_with("quad"), JoystickConfig(device="/dev/input/none"))


def test_a_device_is_read_by_its_name() -> None:
    hand = RadioHand(lambda: None, lambda: 0.0)
    assert isinstance(device_for("Microsoft X-Box 360 pad", "auto", hand), Gamepad)
    assert isinstance(device_for("Microsoft X-Box 360 pad", "transmitter", hand), Transmitter)
    radio = device_for("OpenTX RM TX16S Joystick", "auto", hand)
    radio.move(2, 32767)
    radio.move(4, -32767)
    assert radio.frame(0.0) == [1500, 1500, 2000, 1500, 1000, 1500, 1500, 1500]
