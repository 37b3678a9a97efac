"""Pilots: keys of a terminal, events of a joystick device, switches as services, a cut radio."""

import os
import pty
import struct
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from simloop.links.joystick import Config as JoystickConfig
from simloop.links.joystick import build as build_joystick
from simloop.links.joystick.mapping import LAYOUTS, ChannelMap, layout_for
from simloop.links.keyboard.sticks import (
    ARM,
    DEFLECTION_US,
    HOLD_S,
    MIDDLE_US,
    OVERRIDE,
    PITCH,
    ROLL,
    THROTTLE,
    YAW,
    KeySticks,
)
from simloop.links.keyboard.terminal import KeyReader, keys_of
from simloop.messages.rosflight_msgs import RCRaw
from simloop.messages.std_srvs import TriggerRequest
from simloop.systems import rc
from simloop.systems.rc.components import RC_RECEIVER
from simloop.testing.plain_app import PlainApp
from simloop.world.body import BODY_COMPONENTS
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.world import ModelSpec, World


def app_with(*names: str) -> PlainApp:
    kit = VehicleKit(400)
    for component in (*BODY_COMPONENTS, RC_RECEIVER):
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


def wait_until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5.0
    while not reached():
        assert time.monotonic() < deadline, "it did not happen within 5 s"
        time.sleep(0.005)


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


def test_a_stick_falls_back_to_the_middle_after_its_last_key() -> None:
    sticks = KeySticks()
    sticks.press("l")
    assert sticks.frame(0.0)[ROLL] == MIDDLE_US + DEFLECTION_US
    assert sticks.frame(HOLD_S - 0.01)[ROLL] == MIDDLE_US + DEFLECTION_US
    falling = sticks.frame(0.05)[ROLL]
    assert MIDDLE_US < falling < MIDDLE_US + DEFLECTION_US
    assert sticks.frame(0.5)[ROLL] == MIDDLE_US


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
        seen.append(sticks.frame(0.02)[PITCH])
        clock += 0.02
    assert set(seen) == {MIDDLE_US - DEFLECTION_US}


@pytest.mark.parametrize(
    ("key", "channel", "sign"),
    [("h", ROLL, -1), ("l", ROLL, 1), ("k", PITCH, -1), ("j", PITCH, 1), ("d", YAW, -1),
     ("f", YAW, 1), ("left", ROLL, -1), ("up", PITCH, -1)],
)  # fmt: skip
def test_keys_move_their_sticks(key: str, channel: int, sign: int) -> None:
    sticks = KeySticks()
    sticks.press(key)
    frame = sticks.frame(0.0)
    assert frame[channel] == MIDDLE_US + sign * DEFLECTION_US
    assert [v for n, v in enumerate(frame[:4]) if n not in (channel, THROTTLE)] == [MIDDLE_US] * 2


def test_throttle_stays_and_switches_flip() -> None:
    sticks = KeySticks()
    for _ in range(10):
        sticks.press("s")
    sticks.press("t")
    sticks.press("r")
    frame = sticks.frame(10.0)
    assert frame[THROTTLE] == 1250
    assert (frame[ARM], frame[OVERRIDE]) == (2000, 1000)
    for _ in range(100):
        sticks.press("a")
    assert sticks.frame(0.0)[THROTTLE] == 1000


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
        return channels[ROLL] == 1.0 and channels[ARM] == 1.0

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


def test_layouts_go_by_the_name_of_the_device() -> None:
    assert layout_for("OpenTX RM TX16S Joystick") == "transmitter"
    assert layout_for("Microsoft X-Box 360 pad") == "gamepad"
    channels = ChannelMap(LAYOUTS["transmitter"])
    channels.move(2, -32767)
    channels.move(4, 32767)
    assert channels.frame(0.0) == [1500, 1500, 1000, 1500, 2000, 2000, 1000, 1000]
